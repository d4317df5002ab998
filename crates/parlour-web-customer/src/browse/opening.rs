//! "Open until 9 pm": what a branch says about its hours right now.

use std::collections::HashMap;

use chrono::{Days, NaiveDate, NaiveTime};
use parlour_domain::booking::opening_hours::OpeningHours;
use parlour_domain::ids::BranchId;
use parlour_domain::ist::Timestamp;
use parlour_http::error::HttpError;
use parlour_http::state::HttpState;
use parlour_store::branches::branch_records::Branch;
use parlour_store::branches::holidays::{self, HolidayFilter};

use parlour_texts::Texts;

/// How far ahead the next opening is looked for.
const DAYS_AHEAD: u64 = 7;
const MAX_HOLIDAYS: i64 = 1_000;

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Opening {
    pub(super) is_open: bool,
    pub(super) text: String,
}

/// The names of the holidays in the coming days.
#[derive(Debug, Default)]
pub(super) struct Holidays(HashMap<(BranchId, NaiveDate), String>);

impl Holidays {
    pub(super) async fn read(state: &HttpState) -> Result<Self, HttpError> {
        let from = state.today();
        let filter = HolidayFilter { branch: None, from, to: from + Days::new(DAYS_AHEAD) };
        let (rows, _) = state.read(move |conn| Ok(holidays::page(conn, &filter, MAX_HOLIDAYS, 0)?)).await?;
        Ok(Self(rows.into_iter().map(|row| ((row.branch_id, row.date), row.name)).collect()))
    }

    fn name(&self, branch: &BranchId, date: NaiveDate) -> Option<&str> {
        self.0.get(&(branch.clone(), date)).map(String::as_str)
    }
}

pub(super) fn opening(branch: &Branch, holidays: &Holidays, now: Timestamp, texts: Texts) -> Opening {
    let daily = OpeningHours { opens_at: branch.opens_at, closes_at: branch.closes_at };
    let today = now.ist_date();
    let hours = |date| match holidays.name(&branch.id, date) {
        Some(_) => None,
        None => OpeningHours::on(date, daily, branch.hours.as_ref()),
    };
    say((today, now.ist_time()), hours, holidays.name(&branch.id, today), texts)
}

fn say(
    (today, time): (NaiveDate, NaiveTime),
    hours: impl Fn(NaiveDate) -> Option<OpeningHours>,
    holiday: Option<&str>,
    texts: Texts,
) -> Opening {
    let text = texts.opening();
    match hours(today) {
        Some(today) if (today.opens_at..today.closes_at).contains(&time) => {
            let text = text.until(&texts.format_short_time(today.closes_at));
            return Opening { is_open: true, text };
        }
        Some(today) if time < today.opens_at => {
            let text = text.later_today(&texts.format_short_time(today.opens_at));
            return Opening { is_open: false, text };
        }
        _ => {}
    }
    let coming = (1..=DAYS_AHEAD).find_map(|days| {
        let date = today + Days::new(days);
        hours(date).map(|hours| (days, date, texts.format_short_time(hours.opens_at)))
    });
    let then = match coming {
        Some((1, date, opens_at)) => text.tomorrow(&opens_at, &texts.format_short_day(date)),
        Some((_, date, opens_at)) => text.on_day(&texts.format_day(date, today), &opens_at),
        None => text.closed().to_owned(),
    };
    let about = match holiday {
        Some("") => text.holiday_without_name(&then),
        Some(name) => text.holiday(name, &then),
        None => then,
    };
    Opening { is_open: false, text: about }
}

#[cfg(test)]
mod tests {
    use parlour_domain::ist::{parse_date, time_at_minute};

    use super::*;
    use parlour_texts::Texts;

    fn at(hour: u32, holiday: Option<&str>, closed: &[&str]) -> String {
        let today = parse_date("2026-11-16").unwrap();
        let closed: Vec<NaiveDate> = closed.iter().map(|day| parse_date(day).unwrap()).collect();
        let hours = |date: NaiveDate| {
            let hours = OpeningHours { opens_at: time_at_minute(600), closes_at: time_at_minute(1_260) };
            (!closed.contains(&date)).then_some(hours)
        };
        say((today, time_at_minute(hour * 60)), hours, holiday, Texts::ENGLISH).text
    }

    #[test]
    fn a_branch_says_when_it_closes_or_opens() {
        assert_eq!(at(10, None, &[]), "Open until 9 pm");
        assert_eq!(at(20, None, &[]), "Open until 9 pm");
        assert_eq!(at(21, None, &[]), "Opens tomorrow at 10 am");
        assert_eq!(at(8, None, &[]), "Opens at 10 am");
        assert_eq!(at(22, None, &["2026-11-17"]), "Opens Wed 18 Nov at 10 am");
        assert_eq!(
            at(12, Some("Diwali"), &["2026-11-16", "2026-11-17"]),
            "Closed today, Diwali. Opens Wed 18 Nov at 10 am"
        );
    }

    #[test]
    fn a_branch_without_hours_is_closed_for_now() {
        let today = parse_date("2026-11-16").unwrap();
        let opening = say((today, time_at_minute(720)), |_| None, None, Texts::ENGLISH);
        assert_eq!(opening, Opening { is_open: false, text: "Closed for now".to_owned() });
    }
}

//! The head of a customer's page, its figures, and what is known of the person.

use chrono::{Datelike, NaiveDate};
use parlour_domain::customer::tag_colour::shown_tag_colour;
use parlour_domain::gems::GemsLot;
use parlour_domain::ist::DAY_MS;
use parlour_store::customers::customer_records::{CustomerDetail, Tag};

use super::customer_read::CustomerRead;
use super::labels::gender_word;
use super::links::whatsapp_link;
use crate::status::avatar_class;
use parlour_texts::Texts;
use parlour_web::format;
use parlour_web::page::TextContext;

/// How far ahead the page says that it is somebody's birthday, and which gems expire.
const BIRTHDAY_SOON_DAYS: i64 = 14;
const EXPIRING_SOON_DAYS: i64 = 60;

pub(super) struct Head {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) initials: String,
    pub(super) avatar: &'static str,
    pub(super) phone: Option<PhoneLinks>,
    pub(super) email: Option<String>,
    pub(super) tags: Vec<HeadTag>,
    pub(super) birthday_soon: Option<String>,
    pub(super) needs_approval: bool,
    pub(super) pinned: Vec<String>,
    pub(super) pinned_text: String,
}

pub(super) struct PhoneLinks {
    pub(super) text: String,
    pub(super) call: String,
    pub(super) whatsapp: String,
    pub(super) call_label: String,
}

pub(super) struct HeadTag {
    pub(super) id: String,
    pub(super) name: String,
    /// None for one that no page can show.
    pub(super) colour: Option<String>,
    pub(super) remove: String,
}

/// Figures, and what is known of the person.
pub(super) struct Facts {
    pub(super) visits: i64,
    pub(super) rhythm: String,
    pub(super) spent: String,
    pub(super) average: String,
    pub(super) gems: i64,
    pub(super) expiring: String,
    pub(super) missed: i64,
    pub(super) late: String,
    /// What and value, in the order of the page.
    pub(super) person: Vec<(&'static str, String)>,
}

impl Head {
    pub(super) fn new(read: &CustomerRead, all_tags: &[Tag], context: TextContext) -> Self {
        let (detail, text) = (&read.detail, context.texts.customers());
        let own_tags = all_tags.iter().filter(|tag| detail.tags.iter().any(|own| own.slug == tag.slug));
        Self {
            id: detail.id.to_string(),
            name: detail.name.clone(),
            initials: format::initials(&detail.name),
            avatar: avatar_class(&detail.name),
            phone: detail.phone.as_ref().map(|phone| PhoneLinks {
                text: format::phone(phone),
                call: format::tel_link(phone.as_str()),
                whatsapp: whatsapp_link(phone),
                call_label: text.call(&detail.name),
            }),
            email: detail.email.as_ref().map(|email| email.as_str().to_owned()),
            tags: own_tags
                .map(|tag| HeadTag {
                    id: tag.id.to_string(),
                    name: tag.name.clone(),
                    colour: shown_tag_colour(&tag.color),
                    remove: text.one().remove_tag(&tag.name),
                })
                .collect(),
            birthday_soon: birthday_soon(detail, context),
            needs_approval: detail.booking_requires_approval,
            pinned: lines(detail.pinned_note.as_deref().unwrap_or_default()),
            pinned_text: detail.pinned_note.clone().unwrap_or_default(),
        }
    }
}

fn lines(text: &str) -> Vec<String> {
    text.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned).collect()
}

impl Facts {
    pub(super) fn new(read: &CustomerRead, context: TextContext) -> Self {
        let (detail, texts) = (&read.detail, context.texts);
        let text = texts.customers();
        Self {
            visits: detail.total_visits,
            rhythm: rhythm(detail, texts),
            spent: format::money(detail.total_spent_paise),
            average: match detail.total_spent_paise.checked_div(detail.total_visits) {
                // In whole rupees.
                Some(average) if average > 0 => text.one().average(&format::money(average / 100 * 100)),
                _ => text.one().nothing_spent().to_owned(),
            },
            gems: detail.gems_balance.unwrap_or_default(),
            expiring: expiring(&read.lots, context),
            missed: detail.noshow_count,
            late: text.one().late(detail.late_cancellation_count),
            person: person(read, texts),
        }
    }
}

/// How often somebody comes, or when they last came.
fn rhythm(detail: &CustomerDetail, texts: Texts) -> String {
    let text = texts.customers();
    let (Some(first), Some(last)) = (detail.first_visit_at, detail.last_visit_at) else {
        return text.one().first_visit_pending().to_owned();
    };
    let days = last.millis_since(first) / DAY_MS;
    match detail.total_visits - 1 {
        between if between > 1 && days >= 7 => text.one().every_weeks(((days / between + 3) / 7).max(1)),
        _ => text.one().last_visit(&texts.format_date(last.ist_date())),
    }
}

fn expiring(lots: &[GemsLot], context: TextContext) -> String {
    let text = context.texts.customers();
    let until = context.now.plus_days(EXPIRING_SOON_DAYS);
    let soon = lots.iter().filter_map(|lot| Some((lot.remaining, lot.expires_at?)));
    let soon: Vec<_> = soon.filter(|(_, at)| *at > context.now && *at <= until).collect();
    match soon.iter().map(|(_, at)| *at).max() {
        Some(last) => {
            let gems: i64 = soon.iter().map(|(remaining, _)| remaining).sum();
            text.one().gems_expire(gems, &context.texts.format_date(last.ist_date()))
        }
        None => text.one().gems_none_expire().to_owned(),
    }
}

fn person(read: &CustomerRead, texts: Texts) -> Vec<(&'static str, String)> {
    let (detail, profile, text) = (&read.detail, &read.profile, texts.customers());
    let birthday = detail.date_of_birth.map(|born| texts.format_day_and_month(born));
    let gender = detail.gender.and_then(|gender| gender_word(gender.as_str(), texts)).map(str::to_owned);
    let on_or_off = |is_on: bool| (if is_on { text.one().on() } else { text.one().off() }).to_owned();
    let offers = match profile.marketing_consent_at.filter(|_| profile.marketing_consent) {
        Some(at) => format!("{}, {}", text.one().agreed(), texts.format_date(at.ist_date())),
        None => (if profile.marketing_consent { text.one().agreed() } else { text.one().not_agreed() }).to_owned(),
    };
    let mut facts = vec![(text.one().birthday(), birthday.unwrap_or_else(|| text.one().unknown().to_owned()))];
    facts.extend(gender.map(|gender| (text.gender(), gender)));
    facts.extend([
        (text.one().reminders(), on_or_off(profile.appointment_reminders_enabled)),
        (text.one().membership_messages(), on_or_off(profile.membership_alerts_enabled)),
        (text.one().offers(), offers),
    ]);
    let billed: Vec<&str> = [&detail.legal_name, &detail.gstin].into_iter().filter_map(Option::as_deref).collect();
    if !billed.is_empty() {
        facts.push((text.one().invoiced_to(), billed.join(", ")));
    }
    facts.push((text.one().since(), texts.format_month(detail.created_at.ist_date())));
    facts
}

fn birthday_soon(detail: &CustomerDetail, context: TextContext) -> Option<String> {
    let next = next_birthday(detail.date_of_birth?, context.today())?;
    let text = context.texts.customers();
    match (next - context.today()).num_days() {
        0 => Some(text.one().birthday_today().to_owned()),
        1..=BIRTHDAY_SOON_DAYS => Some(text.one().birthday_on(&context.texts.format_day(next, context.today()))),
        _ => None,
    }
}

/// Somebody born on 29 February has the birthday on 1 March in other years.
fn next_birthday(born: NaiveDate, today: NaiveDate) -> Option<NaiveDate> {
    let in_year = |year: i32| born.with_year(year).or_else(|| NaiveDate::from_ymd_opt(year, 3, 1));
    in_year(today.year()).filter(|day| *day >= today).or_else(|| in_year(today.year() + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_birthday_is_today_or_later() {
        let day = |year, month, day| NaiveDate::from_ymd_opt(year, month, day).unwrap();
        let today = day(2027, 3, 1);
        assert_eq!(next_birthday(day(1990, 3, 1), today), Some(today));
        assert_eq!(next_birthday(day(1990, 2, 28), today), Some(day(2028, 2, 28)));
        assert_eq!(next_birthday(day(1992, 2, 29), day(2027, 2, 1)), Some(today));
    }
}

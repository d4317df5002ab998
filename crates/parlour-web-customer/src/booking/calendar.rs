//! Two weeks with the free times of each day.

use chrono::{Days, Months, NaiveDate, NaiveTime};
use parlour_app::availability::{
    BranchCalendar, FreeDaysQuery, FreeTimes, WantedHours, find_free_times, find_times_for_move, find_wanted_hours,
    find_wished_staff,
};
use parlour_app::bookings::BookingFieldError;
use parlour_domain::booking::availability::StaffFilter;
use parlour_domain::booking::{MAX_MONTHS_AHEAD, OpeningHours, booking_end};
use parlour_http::error::{FieldErrors, HttpError};
use parlour_store::bookings::booking_records::Booking;
use parlour_store::branches::branch_records::Branch;

use parlour_web::page::PageContext;

const DAYS_SHOWN: u64 = 14;
/// How far a free time is looked for.
const FORTNIGHTS_AHEAD: u64 = 5;

/// What the times are for.
#[derive(Debug)]
pub(super) enum TimesFor {
    NewBooking(FreeDaysQuery),
    Move(Box<Booking>),
}

impl TimesFor {
    /// Who could do it.
    async fn wanted_staff(&self, page: &PageContext) -> Result<StaffFilter, HttpError> {
        match self {
            Self::NewBooking(query) => Ok(StaffFilter {
                service_type: query.service_type,
                staff_id: query.staff_id.clone(),
                gender: query.gender,
            }),
            Self::Move(booking) => {
                let booking = booking.clone();
                page.state.read(move |conn| Ok(find_wished_staff(conn, &booking, None)?)).await
            }
        }
    }
}

/// Which days are asked for.
#[derive(Debug)]
pub(super) struct CalendarQuery<'a> {
    pub(super) times_for: TimesFor,
    pub(super) branch: &'a Branch,
    pub(super) branch_calendar: &'a BranchCalendar,
    /// The length of the booking.
    pub(super) minutes: i64,
    /// The chosen day; without one, the first with a free time is chosen.
    pub(super) day: Option<NaiveDate>,
    /// Where the days begin, if no day is chosen.
    pub(super) from: Option<NaiveDate>,
    /// The day from which on a free time is looked for, if neither is asked for.
    pub(super) near: Option<NaiveDate>,
}

#[derive(Debug)]
pub(crate) struct Calendar {
    pub(crate) days: Vec<Day>,
    pub(crate) chosen: NaiveDate,
    /// The free time that is nearest to a chosen day without any.
    pub(crate) nearest: Option<(NaiveDate, NaiveTime)>,
    /// Where the two weeks before and after begin.
    pub(crate) previous: Option<NaiveDate>,
    pub(crate) next: Option<NaiveDate>,
}

#[derive(Debug)]
pub(crate) struct Day {
    pub(crate) date: NaiveDate,
    pub(crate) starts: Vec<NaiveTime>,
    pub(crate) closed: Option<Closed>,
}

/// Why a branch is closed on a day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Closed {
    Weekday,
    /// With its name, if it has one.
    Holiday(String),
    /// It has closed for today.
    Over,
    /// It is open for less time than the booking takes.
    TooShort,
    /// Today there is not enough time left before it closes.
    TooLate,
    /// Nobody is in whom the customer asked for, or who does this at all.
    NobodyIn,
}

/// Why there is no calendar.
#[derive(Debug)]
pub(super) enum CalendarError {
    /// The services, the branch or the person cannot be booked.
    Faults(Vec<BookingFieldError>),
    Http(HttpError),
}

impl From<HttpError> for CalendarError {
    fn from(error: HttpError) -> Self {
        Self::Http(error)
    }
}

impl From<CalendarError> for HttpError {
    fn from(error: CalendarError) -> Self {
        match error {
            CalendarError::Faults(errors) => Self::invalid(FieldErrors::of_use_case(errors)),
            CalendarError::Http(error) => error,
        }
    }
}

impl Calendar {
    pub(super) fn chosen_day(&self) -> Option<&Day> {
        self.days.iter().find(|day| day.date == self.chosen)
    }
}

impl CalendarQuery<'_> {
    pub(super) async fn find(&self, page: &PageContext) -> Result<Calendar, CalendarError> {
        let today = page.today();
        let last = today.checked_add_months(Months::new(MAX_MONTHS_AHEAD)).unwrap_or(today);
        let possible = |date: Option<NaiveDate>| date.filter(|date| *date >= today).map(|date| date.min(last));
        let asked = possible(self.day.or(self.from));
        let near = asked.or(possible(self.near)).unwrap_or(today);
        let mut from = fortnight_of(near, today);
        let search = DaySearch { query: self, page, wanted: self.times_for.wanted_staff(page).await?, last };
        let mut days = search.days(from).await?;
        let has_room = |day: &&Day| !day.starts.is_empty();
        let has_room_later = |day: &&Day| has_room(day) && day.date >= near;
        if asked.is_none()
            && !days.iter().any(|day| has_room_later(&day))
            && let Some((later, found)) = search.look_ahead(from).await?
        {
            (from, days) = (later, found);
        }
        let first_with_room = days.iter().find(has_room_later).or_else(|| days.iter().find(has_room));
        let first_with_room = first_with_room.map(|day| day.date);
        let chosen = asked.filter(|_| self.day.is_some()).or(first_with_room).unwrap_or(from);
        let is_full = days.iter().any(|day| day.date == chosen && day.starts.is_empty());
        let nearest = if is_full { search.nearest(&days, chosen).await? } else { None };
        Ok(Calendar {
            days,
            chosen,
            nearest,
            previous: from.checked_sub_days(Days::new(DAYS_SHOWN)).filter(|date| *date >= today),
            next: from.checked_add_days(Days::new(DAYS_SHOWN)).filter(|date| *date <= last),
        })
    }
}

/// A look at one fortnight after another.
struct DaySearch<'a> {
    query: &'a CalendarQuery<'a>,
    page: &'a PageContext,
    /// Who could do it.
    wanted: StaffFilter,
    /// The last day that can be booked.
    last: NaiveDate,
}

impl DaySearch<'_> {
    /// The next two weeks with a free time, and where they begin.
    async fn look_ahead(&self, from: NaiveDate) -> Result<Option<(NaiveDate, Vec<Day>)>, CalendarError> {
        for fortnight in 1..FORTNIGHTS_AHEAD {
            let later = from.checked_add_days(Days::new(fortnight * DAYS_SHOWN)).filter(|later| *later <= self.last);
            let Some(later) = later else { break };
            let days = self.days(later).await?;
            if days.iter().any(|day| !day.starts.is_empty()) {
                return Ok(Some((later, days)));
            }
        }
        Ok(None)
    }

    /// The first free time after the chosen day, else the last before it.
    async fn nearest(&self, days: &[Day], chosen: NaiveDate) -> Result<Option<(NaiveDate, NaiveTime)>, CalendarError> {
        let first_time = |day: &Day| day.starts.first().map(|start| (day.date, *start));
        let later = days.iter().filter(|day| day.date > chosen).find_map(first_time);
        if later.is_some() {
            return Ok(later);
        }
        let from = days.first().map_or(chosen, |day| day.date);
        if let Some((_, found)) = self.look_ahead(from).await? {
            return Ok(found.iter().find_map(first_time));
        }
        Ok(days.iter().rev().filter(|day| day.date < chosen).find_map(first_time))
    }

    async fn days(&self, from: NaiveDate) -> Result<Vec<Day>, CalendarError> {
        let Self { query, page, wanted, last } = self;
        let last = from.checked_add_days(Days::new(DAYS_SHOWN - 1)).map_or(*last, |shown| shown.min(*last));
        let dates: Vec<NaiveDate> = from.iter_days().take_while(|date| *date <= last).collect();
        let (app, now) = (page.state.app(), page.now());
        let is_asked_for = wanted.staff_id.is_some() || wanted.gender.is_some();
        let hours_of_wanted = find_wanted_hours(app, &query.branch.id, wanted.clone(), &dates).await;
        let hours_of_wanted = hours_of_wanted.map_err(HttpError::from)?;
        // Whoever is asked for is in then; where anybody will do, the salon finds somebody.
        let is_in = |hours: &WantedHours, date, start| !is_asked_for || hours.cover(date, start, query.minutes);
        let day = |FreeTimes { date, starts }: FreeTimes| {
            let hours = query.branch.opening_hours(date);
            let is_possible = |start: &NaiveTime| {
                booking_end(*start, query.minutes).is_ok()
                    && query.branch.sells(date, *start, query.minutes)
                    && hours_of_wanted.as_ref().is_none_or(|hours| is_in(hours, date, *start))
            };
            let starts: Vec<NaiveTime> = starts.into_iter().filter(is_possible).collect();
            let closed = match (query.branch_calendar.holiday(date), hours) {
                (Some(name), _) => Some(Closed::Holiday(name.to_owned())),
                (None, None) => Some(Closed::Weekday),
                (None, Some(hours)) => {
                    let is_today = date == now.ist_date();
                    let is_over = is_today && now.ist_time() >= hours.closes_at;
                    let is_too_short = starts.is_empty() && minutes_of(hours) < query.minutes;
                    // At an open branch nothing but closing leaves no time.
                    let has_time = query.branch.is_live() && hours.have_time_for(now.ist_time(), query.minutes);
                    let is_too_late = is_today && starts.is_empty() && !has_time;
                    let is_nobody_in = hours_of_wanted.as_ref().is_some_and(|hours| hours.is_nobody_in(date));
                    let reasons = [
                        (is_over, Closed::Over),
                        (is_too_short, Closed::TooShort),
                        (is_nobody_in, Closed::NobodyIn),
                        (is_too_late, Closed::TooLate),
                    ];
                    reasons.into_iter().find(|(is_so, _)| *is_so).map(|(_, reason)| reason)
                }
            };
            Day { date, starts: if closed.is_some() { Vec::new() } else { starts }, closed }
        };
        Ok(query.free_times(page, dates).await?.into_iter().map(day).collect())
    }
}

impl CalendarQuery<'_> {
    async fn free_times(&self, page: &PageContext, dates: Vec<NaiveDate>) -> Result<Vec<FreeTimes>, CalendarError> {
        match &self.times_for {
            TimesFor::NewBooking(query) => {
                let Some(&from) = dates.first() else { return Ok(Vec::new()) };
                let days = u64::try_from(dates.len()).unwrap_or(DAYS_SHOWN);
                let found = find_free_times(page.state.app(), FreeDaysQuery { from, days, ..query.clone() });
                let found = found.await.map_err(HttpError::from)?;
                found.map_err(CalendarError::Faults)
            }
            TimesFor::Move(booking) => {
                let (booking, now) = (booking.clone(), page.now());
                Ok(page.state.read(move |conn| Ok(find_times_for_move(conn, &booking, &dates, now)?)).await?)
            }
        }
    }
}

fn minutes_of(hours: OpeningHours) -> i64 {
    (hours.closes_at - hours.opens_at).num_minutes()
}

/// The first day of the two weeks that contain a date, counted from today.
fn fortnight_of(date: NaiveDate, today: NaiveDate) -> NaiveDate {
    let ahead = u64::try_from((date - today).num_days()).unwrap_or(0);
    today.checked_add_days(Days::new(ahead / DAYS_SHOWN * DAYS_SHOWN)).unwrap_or(today)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_two_weeks_of_a_date_are_counted_from_today() {
        let day = |typed| parlour_domain::ist::parse_date(typed).unwrap();
        let today = day("2027-02-24");
        assert_eq!(fortnight_of(today, today), today);
        assert_eq!(fortnight_of(day("2027-03-09"), today), today);
        assert_eq!(fortnight_of(day("2027-03-10"), today), day("2027-03-10"));
        assert_eq!(fortnight_of(day("2027-02-01"), today), today);
    }
}

//! The plan of the history: which booking or membership event happens when.

use chrono::{Days, NaiveDate};
use parlour_app::bookings::BookingRequest;
use parlour_domain::ids::{BookingId, MembershipId};
use parlour_domain::ist::{HOUR_MS, MINUTE_MS, Timestamp, time_at_minute};
use parlour_domain::membership::MembershipTerm;

use crate::bookable_services::BookableServices;
use crate::customers::DemoCustomer;
use crate::demo_salon::DemoSalon;
use crate::random::DemoRandom;

pub(super) const PAST_BOOKINGS: usize = 220;
pub(super) const COMING_BOOKINGS: usize = 60;
const MEMBERSHIPS: usize = 18;
/// So many of the last days are closed.
const CLOSED_DAYS: u64 = 10;

/// The number is the index of the planned booking or of the member.
pub(super) enum HistoryEvent {
    RequestBooking(usize),
    DecideBooking(usize),
    EndBooking(usize),
    BuyMembership(usize),
    UseMembership(usize),
    CloseDay(NaiveDate),
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum PlannedOutcome {
    Completed,
    NoShow,
    Cancelled,
    Rejected,
    Confirmed,
    Pending,
}

pub(super) struct PlannedBooking<'a> {
    pub(super) customer: &'a DemoCustomer,
    pub(super) request: BookingRequest,
    pub(super) outcome: PlannedOutcome,
    /// Set when the booking has been requested.
    pub(super) booking_id: Option<BookingId>,
}

pub(super) struct PlannedMember<'a> {
    pub(super) customer: &'a DemoCustomer,
    /// Set when the membership has been sold.
    pub(super) membership: Option<(MembershipId, MembershipTerm)>,
}

/// Plans one booking and its events. A customer who has not signed up by then gets none.
pub(super) fn plan_booking<'a>(
    random: &DemoRandom,
    demo_salon: &DemoSalon<'a>,
    bookable: &BookableServices,
    order: usize,
    bookings: &mut Vec<PlannedBooking<'a>>,
) -> Vec<(Timestamp, HistoryEvent)> {
    let is_past = order < PAST_BOOKINGS;
    let requested_days_ago = if is_past { random.days(6, 180) } else { random.days(2, 4) };
    let requested_at = random.business_time_days_ago(requested_days_ago);
    let customer =
        if order.is_multiple_of(10) { demo_salon.sign_in_customer } else { random.one_of(demo_salon.customers) };
    if customer.since >= requested_at {
        return Vec::new();
    }
    let days_later = if is_past { random.days(1, 5) } else { requested_days_ago + random.days(1, 14) };
    let date = requested_at.ist_date() + Days::new(days_later);
    let outcome = match random.number(0, 100) {
        0..78 if is_past => PlannedOutcome::Completed,
        78..86 if is_past => PlannedOutcome::NoShow,
        86..94 if is_past => PlannedOutcome::Cancelled,
        _ if is_past => PlannedOutcome::Rejected,
        0..60 => PlannedOutcome::Confirmed,
        60..75 => PlannedOutcome::Cancelled,
        _ => PlannedOutcome::Pending,
    };
    let request = bookable.random_request(random, demo_salon, date);
    let decided_at = requested_at.plus_millis(random.number(10, 90) * MINUTE_MS);
    let ended_at = Timestamp::from_ist(date, request.start_time).plus_millis(3 * HOUR_MS);
    let index = bookings.len();
    let mut events = vec![(requested_at, HistoryEvent::RequestBooking(index))];
    if outcome != PlannedOutcome::Pending {
        events.push((decided_at, HistoryEvent::DecideBooking(index)));
    }
    if matches!(outcome, PlannedOutcome::Completed | PlannedOutcome::NoShow) {
        events.push((ended_at, HistoryEvent::EndBooking(index)));
    }
    bookings.push(PlannedBooking { customer, request, outcome, booking_id: None });
    events
}

/// Plans the memberships, each for another customer: a customer may have only one at a time.
pub(super) fn plan_memberships<'a>(
    random: &DemoRandom,
    demo_salon: &DemoSalon<'a>,
    members: &mut Vec<PlannedMember<'a>>,
) -> Vec<(Timestamp, HistoryEvent)> {
    let mut events = Vec::new();
    for order in 0..MEMBERSHIPS {
        let customer = if order == 0 { demo_salon.sign_in_customer } else { &demo_salon.customers[order * 7 + 3] };
        let bought_at = random.business_time_days_ago(random.days(20, 150));
        if customer.since >= bought_at {
            continue;
        }
        let index = members.len();
        events.push((bought_at, HistoryEvent::BuyMembership(index)));
        for _ in 0..random.number(0, 4) {
            let at = random.business_time_days_ago(random.days(1, 19));
            events.push((at, HistoryEvent::UseMembership(index)));
        }
        members.push(PlannedMember { customer, membership: None });
    }
    events
}

/// The desk closes each of the last days in the evening, after the last customer.
pub(super) fn plan_day_closes(random: &DemoRandom) -> Vec<(Timestamp, HistoryEvent)> {
    let closed = |days_ago| {
        let date = random.today - Days::new(days_ago);
        (Timestamp::from_ist(date, time_at_minute(21 * 60 + 15)), HistoryEvent::CloseDay(date))
    };
    (1..=CLOSED_DAYS).map(closed).collect()
}

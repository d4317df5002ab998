//! What happened at the salon in the past half year, by the same acts as everywhere: visits asked for, approved, paid,
//! missed and called off, memberships sold and used; and what is asked for the next two weeks.

use parlour_app::bookings::{
    BookingRequest, Checkout, Reduction, StaffPreference, approve, cancel, complete, mark_noshow, reject,
    request,
};
use parlour_app::invoices::TaxPolicy;
use parlour_app::jobs::count_missed_booking;
use parlour_app::memberships::{MembershipSale, SessionLine, SessionRecord, record_session, sell};
use parlour_app::request_context::{Origin, RequestContext};
use parlour_domain::auth::role::Role;
use parlour_domain::billing::invoice::PaymentMethod;
use parlour_domain::booking::STALE_AFTER_MS;
use parlour_domain::ids::{BookingId, MembershipId, ServiceId, StaffId, UserId};
use parlour_domain::ist::{HOUR_MS, MINUTE_MS, Timestamp, time_at_minute};
use parlour_domain::membership::MembershipTerm;
use parlour_domain::service::ServiceType;
use parlour_store::catalogue::catalogue_records;
use parlour_store::jobs::queued_jobs;
use parlour_store::memberships::tiers;
use parlour_store::staff::staff_records;
use parlour_store::{DbError, Tx};

use super::branches::DemoBranches;
use super::customers::DemoCustomer;
use super::random::DemoRandom;
use super::user_accounts::DemoTeam;

const PAST_BOOKINGS: usize = 220;
const COMING_BOOKINGS: usize = 60;
const MEMBERSHIPS: usize = 18;
const PREFIX: &str = "PRL";

pub(super) const BOOKING_NOTES: [&str; 4] = [
    "First visit, please allow a little more time.",
    "With Rekha if she is in.",
    "I am allergic to ammonia.",
    "Two of us, one after the other.",
];

/// Everyone and everything that takes part.
pub(super) struct DemoSalon<'a> {
    pub(super) branches: &'a DemoBranches,
    pub(super) customers: &'a [DemoCustomer],
    /// Whoever looks around in the demo is this one.
    pub(super) regular: &'a DemoCustomer,
    pub(super) team: &'a DemoTeam,
}

/// One thing that happens, at its moment.
enum HistoryEvent {
    RequestBooking(usize),
    DecideBooking(usize),
    EndBooking(usize),
    BuyMembership(usize),
    UseMembership(usize),
}

type PlannedEvent = (Timestamp, HistoryEvent);
/// And what they have bought, once they have.
type DemoMember<'a> = (&'a DemoCustomer, Option<(MembershipId, MembershipTerm)>);

/// How a visit goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PlannedOutcome {
    Completed,
    NoShow,
    Cancelled,
    Rejected,
    Confirmed,
    Pending,
}

struct PlannedBooking<'a> {
    customer: &'a DemoCustomer,
    wish: BookingRequest,
    outcome: PlannedOutcome,
    booking: Option<BookingId>,
}

pub(super) fn insert_history(
    tx: &mut Tx<'_>,
    random: &DemoRandom,
    demo_salon: &DemoSalon<'_>,
) -> Result<(), DbError> {
    let bookable = BookableServices::read(tx, demo_salon)?;
    let (mut visits, mut members) = (Vec::new(), Vec::new());
    let mut events: Vec<PlannedEvent> = Vec::new();
    for order in 0..PAST_BOOKINGS + COMING_BOOKINGS {
        events.extend(plan_booking(random, demo_salon, &bookable, order, &mut visits));
    }
    events.extend(plan_memberships(random, demo_salon, &mut members));
    events.sort_by_key(|(at, _)| *at);
    for (at, event) in events {
        match event {
            HistoryEvent::RequestBooking(number) => request_booking(tx, random, &mut visits[number], at)?,
            HistoryEvent::DecideBooking(number) => {
                decide_booking(tx, random, (demo_salon, &bookable), &visits[number], at)?
            }
            HistoryEvent::EndBooking(number) => end_booking(tx, random, demo_salon, &visits[number], at)?,
            HistoryEvent::BuyMembership(number) => {
                let (customer, membership) = &mut members[number];
                *membership = sell_membership(tx, random, demo_salon, &customer.id, at)?;
            }
            HistoryEvent::UseMembership(number) => {
                // Some hours are planned for after the term.
                if let Some((membership, term)) = &members[number].1
                    && !term.is_over(at)
                {
                    use_membership(tx, random, (demo_salon, &bookable), membership.clone(), at)?;
                }
            }
        }
    }
    // What was due has been done: nobody is to be reminded of last month as soon as the demo opens.
    queued_jobs::cancel_due_by(tx, Timestamp::ist_midnight(random.today).plus_millis(STALE_AFTER_MS))
}

fn plan_booking<'a>(
    random: &DemoRandom,
    demo_salon: &DemoSalon<'a>,
    bookable: &BookableServices,
    order: usize,
    visits: &mut Vec<PlannedBooking<'a>>,
) -> Vec<PlannedEvent> {
    let is_past = order < PAST_BOOKINGS;
    let requested_days_ago = if is_past { random.days(6, 180) } else { random.days(2, 4) };
    let requested_at = random.business_time_days_ago(requested_days_ago);
    let customer =
        if order.is_multiple_of(10) { demo_salon.regular } else { random.one_of(demo_salon.customers) };
    if customer.since >= requested_at {
        return Vec::new();
    }
    let days_later = if is_past { random.days(1, 5) } else { requested_days_ago + random.days(1, 14) };
    let date = requested_at.ist_date() + chrono::Days::new(days_later);
    let outcome = match random.number(0, 100) {
        0..78 if is_past => PlannedOutcome::Completed,
        78..86 if is_past => PlannedOutcome::NoShow,
        86..94 if is_past => PlannedOutcome::Cancelled,
        _ if is_past => PlannedOutcome::Rejected,
        0..60 => PlannedOutcome::Confirmed,
        60..75 => PlannedOutcome::Cancelled,
        _ => PlannedOutcome::Pending,
    };
    let wish = bookable.wish(random, demo_salon, date);
    let decided_at = requested_at.plus_millis(random.number(10, 90) * MINUTE_MS);
    let ended_at = Timestamp::from_ist(date, wish.start_time).plus_millis(3 * HOUR_MS);
    let number = visits.len();
    let mut events = vec![(requested_at, HistoryEvent::RequestBooking(number))];
    if outcome != PlannedOutcome::Pending {
        events.push((decided_at, HistoryEvent::DecideBooking(number)));
    }
    if matches!(outcome, PlannedOutcome::Completed | PlannedOutcome::NoShow) {
        events.push((ended_at, HistoryEvent::EndBooking(number)));
    }
    visits.push(PlannedBooking { customer, wish, outcome, booking: None });
    events
}

fn plan_memberships<'a>(
    random: &DemoRandom,
    demo_salon: &DemoSalon<'a>,
    members: &mut Vec<DemoMember<'a>>,
) -> Vec<PlannedEvent> {
    let mut events = Vec::new();
    for order in 0..MEMBERSHIPS {
        // Each somebody else: nobody has two at once.
        let customer = if order == 0 { demo_salon.regular } else { &demo_salon.customers[order * 7 + 3] };
        let bought_days_ago = random.days(20, 150);
        let bought_at = random.business_time_days_ago(bought_days_ago);
        if customer.since >= bought_at {
            continue;
        }
        let number = members.len();
        events.push((bought_at, HistoryEvent::BuyMembership(number)));
        for _ in 0..random.number(0, 4) {
            events.push((
                random.business_time_days_ago(random.days(1, 19)),
                HistoryEvent::UseMembership(number),
            ));
        }
        members.push((customer, None));
    }
    events
}

fn as_customer(random: &DemoRandom, customer: &UserId, now: Timestamp) -> RequestContext {
    request_context(random, (customer, Role::Customer, Origin::CustomerApp), now)
}

pub(super) fn as_desk(random: &DemoRandom, demo_salon: &DemoSalon<'_>, now: Timestamp) -> RequestContext {
    request_context(random, (&demo_salon.team.receptionist, Role::Receptionist, Origin::AdminApp), now)
}

fn request_context(
    random: &DemoRandom,
    (actor, role, origin): (&UserId, Role, Origin),
    now: Timestamp,
) -> RequestContext {
    let actor = Some((actor.clone(), role));
    RequestContext { actor, origin, ..RequestContext::command(now, random.rng.clone()) }
}

/// Whatever an act refuses here is a mistake in the plan.
pub(super) fn refusal_as_error<T, E: std::fmt::Debug>(outcome: Result<T, E>) -> Result<T, DbError> {
    outcome.map_err(|refusal| DbError::Statement(format!("the demo's life: {refusal:?}")))
}

fn request_booking(
    tx: &mut Tx<'_>,
    random: &DemoRandom,
    visit: &mut PlannedBooking<'_>,
    at: Timestamp,
) -> Result<(), DbError> {
    let customer = &visit.customer.id;
    let booking = refusal_as_error(request(tx, &as_customer(random, customer, at), customer, &visit.wish))?;
    visit.booking = Some(booking.id);
    Ok(())
}

fn decide_booking(
    tx: &mut Tx<'_>,
    random: &DemoRandom,
    (demo_salon, bookable): (&DemoSalon<'_>, &BookableServices),
    visit: &PlannedBooking<'_>,
    at: Timestamp,
) -> Result<(), DbError> {
    let Some(booking) = &visit.booking else { return Ok(()) };
    match visit.outcome {
        PlannedOutcome::Rejected => {
            let reason = "We are fully booked that day, please choose another.";
            refusal_as_error(reject(tx, &as_desk(random, demo_salon, at), booking, reason)).map(drop)
        }
        PlannedOutcome::Cancelled => {
            let customer = &visit.customer.id;
            let called_off =
                cancel(tx, &as_customer(random, customer, at), customer, booking, Some("Travelling."));
            refusal_as_error(called_off).map(drop)
        }
        PlannedOutcome::Completed | PlannedOutcome::NoShow | PlannedOutcome::Confirmed => {
            let colleague = random.one_of(bookable.staff_ids(visit.wish.service_type));
            refusal_as_error(approve(tx, &as_desk(random, demo_salon, at), booking, colleague)).map(drop)
        }
        PlannedOutcome::Pending => Ok(()),
    }
}

fn end_booking(
    tx: &mut Tx<'_>,
    random: &DemoRandom,
    demo_salon: &DemoSalon<'_>,
    visit: &PlannedBooking<'_>,
    at: Timestamp,
) -> Result<(), DbError> {
    let Some(booking) = &visit.booking else { return Ok(()) };
    let context = as_desk(random, demo_salon, at);
    if visit.outcome == PlannedOutcome::NoShow {
        refusal_as_error(mark_noshow(tx, &context, booking))?;
        return count_missed_booking(tx, &context, booking).map(drop);
    }
    let checkout = Checkout {
        payment_method: *random.one_of(PaymentMethod::ALL),
        reduction: Reduction::None,
        taxes: TaxPolicy::default(),
    };
    refusal_as_error(complete(tx, &context, booking, &checkout)).map(drop)
}

fn sell_membership(
    tx: &mut Tx<'_>,
    random: &DemoRandom,
    demo_salon: &DemoSalon<'_>,
    customer: &UserId,
    at: Timestamp,
) -> Result<Option<(MembershipId, MembershipTerm)>, DbError> {
    let on_sale = tiers::list_active(tx)?;
    let tier = random.one_of(&on_sale);
    let Some(term) = MembershipTerm::of(at.ist_date(), tier.default_validity_days) else { return Ok(None) };
    let sale = MembershipSale {
        customer_id: customer.clone(),
        tier_id: tier.id.clone(),
        hours_minutes: tier.default_hours_minutes,
        price_paise: tier.default_price_paise,
        term,
        payment_method: *random.one_of(PaymentMethod::ALL),
        notes: None,
        number_prefix: PREFIX.to_owned(),
        taxes: TaxPolicy::default(),
    };
    let sold =
        refusal_as_error(sell(tx, &as_desk(random, demo_salon, at), &demo_salon.team.receptionist, &sale))?;
    Ok(Some((sold.membership.id, term)))
}

fn use_membership(
    tx: &mut Tx<'_>,
    random: &DemoRandom,
    (demo_salon, bookable): (&DemoSalon<'_>, &BookableServices),
    membership_id: MembershipId,
    at: Timestamp,
) -> Result<(), DbError> {
    let line = SessionLine {
        service_id: random.one_of(&bookable.spa).clone(),
        staff_id: random.one_of(&bookable.therapists).clone(),
        duration_minutes: 60,
    };
    let record =
        SessionRecord { membership_id, lines: vec![line], booking_date: None, taxes: TaxPolicy::default() };
    refusal_as_error(record_session(tx, &as_desk(random, demo_salon, at), &record)).map(drop)
}

/// What can be asked for, and actor does it.
pub(super) struct BookableServices {
    salon: Vec<ServiceId>,
    spa: Vec<ServiceId>,
    stylists: Vec<StaffId>,
    therapists: Vec<StaffId>,
}

impl BookableServices {
    pub(super) fn read(tx: &mut Tx<'_>, demo_salon: &DemoSalon<'_>) -> Result<Self, DbError> {
        let categories = catalogue_records::active_categories(tx)?;
        let (mut salon, mut spa) = (Vec::new(), Vec::new());
        for service in catalogue_records::active_services(tx)? {
            let kind = categories.iter().find(|category| category.id == service.category_id);
            match kind.map(|category| category.service_type) {
                Some(ServiceType::Salon) => salon.push(service.id),
                Some(ServiceType::Spa) => spa.push(service.id),
                None => {}
            }
        }
        let (mut stylists, mut therapists) = (Vec::new(), Vec::new());
        for colleague in staff_records::list_active(tx)?
            .into_iter()
            .filter(|one| one.branch_id == demo_salon.branches.primary)
        {
            if colleague.service_types.contains(&ServiceType::Salon) {
                stylists.push(colleague.id.clone());
            }
            if colleague.service_types.contains(&ServiceType::Spa) {
                therapists.push(colleague.id);
            }
        }
        Ok(Self { salon, spa, stylists, therapists })
    }

    pub(super) fn services(&self, kind: ServiceType) -> &[ServiceId] {
        match kind {
            ServiceType::Salon => &self.salon,
            ServiceType::Spa => &self.spa,
        }
    }

    fn staff_ids(&self, kind: ServiceType) -> &[StaffId] {
        match kind {
            ServiceType::Salon => &self.stylists,
            ServiceType::Spa => &self.therapists,
        }
    }

    fn wish(
        &self,
        random: &DemoRandom,
        demo_salon: &DemoSalon<'_>,
        date: chrono::NaiveDate,
    ) -> BookingRequest {
        let service_type = if random.percent_chance(65) { ServiceType::Salon } else { ServiceType::Spa };
        let bookable = self.services(service_type);
        let wanted = usize::try_from(random.number(1, 4)).unwrap_or(1);
        let half_hour = u32::try_from(random.number(0, 14)).unwrap_or_default();
        BookingRequest {
            branch_id: demo_salon.branches.primary.clone(),
            service_type,
            booking_date: date,
            start_time: time_at_minute(10 * 60 + half_hour * 30),
            service_ids: (0..wanted).map(|place| (place, random.one_of(bookable).clone())).collect(),
            notes: random.percent_chance(30).then(|| (*random.one_of(&BOOKING_NOTES)).to_owned()),
            lead_id: None,
            staff_preference: StaffPreference::default(),
        }
    }
}

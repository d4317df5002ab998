//! What happened at the salon in the past half year, by the same acts as everywhere: visits asked for, approved, paid,
//! missed and called off, memberships sold and used; and what is asked for the next two weeks.

use parlour_domain::booking::STALE_AFTER_MS;
use parlour_domain::ids::{BookingId, MembershipId, ServiceId, StaffId, UserId};
use parlour_domain::invoice::PaymentMethod;
use parlour_domain::ist::{HOUR_MS, MINUTE_MS, Timestamp, minutes_after_midnight};
use parlour_domain::membership::Term;
use parlour_domain::role::Role;
use parlour_domain::service::ServiceType;
use parlour_store::{DbError, Tx, catalogue, staff, tiers, work};

use super::branches::Branches;
use super::customers::Customer;
use super::draws::Draws;
use super::people::Team;
use crate::bookings::{
    BookingRequest, Checkout, Reduction, StaffWish, approve, cancel, complete, mark_noshow, reject, request,
};
use crate::invoices::Taxes;
use crate::jobs::count_noshow;
use crate::memberships::{MembershipSale, SessionLine, SessionRecord, record_session, sell};
use crate::occasion::{Occasion, Origin};

const PAST_VISITS: usize = 220;
const COMING_VISITS: usize = 60;
const MEMBERSHIPS: usize = 18;
const PREFIX: &str = "PRL";

pub(super) const WISHES: [&str; 4] = [
    "First visit, please allow a little more time.",
    "With Rekha if she is in.",
    "I am allergic to ammonia.",
    "Two of us, one after the other.",
];

/// Everyone and everything that takes part.
pub(super) struct House<'a> {
    pub(super) branches: &'a Branches,
    pub(super) customers: &'a [Customer],
    /// Whoever looks around in the demo is this one.
    pub(super) regular: &'a Customer,
    pub(super) team: &'a Team,
}

/// One thing that happens, at its moment.
enum Event {
    Asks(usize),
    Decides(usize),
    Ends(usize),
    Buys(usize),
    Uses(usize),
}

type Planned = (Timestamp, Event);
/// And what they have bought, once they have.
type Member<'a> = (&'a Customer, Option<(MembershipId, Term)>);

/// How a visit goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Course {
    Paid,
    Missed,
    CalledOff,
    Rejected,
    Agreed,
    Waiting,
}

struct Visit<'a> {
    customer: &'a Customer,
    wish: BookingRequest,
    course: Course,
    booking: Option<BookingId>,
}

pub(super) fn live(tx: &mut Tx<'_>, draws: &Draws, house: &House<'_>) -> Result<(), DbError> {
    let menu = Menu::read(tx, house)?;
    let (mut visits, mut members) = (Vec::new(), Vec::new());
    let mut events: Vec<Planned> = Vec::new();
    for order in 0..PAST_VISITS + COMING_VISITS {
        events.extend(plan_visit(draws, house, &menu, order, &mut visits));
    }
    events.extend(plan_memberships(draws, house, &mut members));
    events.sort_by_key(|(at, _)| *at);
    for (at, event) in events {
        match event {
            Event::Asks(number) => asks(tx, draws, &mut visits[number], at)?,
            Event::Decides(number) => decides(tx, draws, (house, &menu), &visits[number], at)?,
            Event::Ends(number) => ends(tx, draws, house, &visits[number], at)?,
            Event::Buys(number) => {
                let (customer, membership) = &mut members[number];
                *membership = buys(tx, draws, house, &customer.id, at)?;
            }
            Event::Uses(number) => {
                // Some hours are planned for after the term.
                if let Some((membership, term)) = &members[number].1
                    && !term.is_over(at)
                {
                    uses(tx, draws, (house, &menu), membership.clone(), at)?;
                }
            }
        }
    }
    // What was due has been done: nobody is to be reminded of last month as soon as the demo opens.
    work::forget_due(tx, Timestamp::ist_midnight(draws.today).plus_millis(STALE_AFTER_MS))
}

fn plan_visit<'a>(
    draws: &Draws,
    house: &House<'a>,
    menu: &Menu,
    order: usize,
    visits: &mut Vec<Visit<'a>>,
) -> Vec<Planned> {
    let is_past = order < PAST_VISITS;
    let asked_days_ago = if is_past { draws.days(6, 180) } else { draws.days(2, 4) };
    let asked_at = draws.business_hours(asked_days_ago);
    let customer = if order.is_multiple_of(10) { house.regular } else { draws.one_of(house.customers) };
    if customer.since >= asked_at {
        return Vec::new();
    }
    let days_later = if is_past { draws.days(1, 5) } else { asked_days_ago + draws.days(1, 14) };
    let date = asked_at.ist_date() + chrono::Days::new(days_later);
    let course = match draws.number(0, 100) {
        0..78 if is_past => Course::Paid,
        78..86 if is_past => Course::Missed,
        86..94 if is_past => Course::CalledOff,
        _ if is_past => Course::Rejected,
        0..60 => Course::Agreed,
        60..75 => Course::CalledOff,
        _ => Course::Waiting,
    };
    let wish = menu.wish(draws, house, date);
    let decided_at = asked_at.plus_millis(draws.number(10, 90) * MINUTE_MS);
    let ended_at = Timestamp::from_ist(date, wish.start_time).plus_millis(3 * HOUR_MS);
    let number = visits.len();
    let mut events = vec![(asked_at, Event::Asks(number))];
    if course != Course::Waiting {
        events.push((decided_at, Event::Decides(number)));
    }
    if matches!(course, Course::Paid | Course::Missed) {
        events.push((ended_at, Event::Ends(number)));
    }
    visits.push(Visit { customer, wish, course, booking: None });
    events
}

fn plan_memberships<'a>(draws: &Draws, house: &House<'a>, members: &mut Vec<Member<'a>>) -> Vec<Planned> {
    let mut events = Vec::new();
    for order in 0..MEMBERSHIPS {
        // Each somebody else: nobody has two at once.
        let customer = if order == 0 { house.regular } else { &house.customers[order * 7 + 3] };
        let bought_days_ago = draws.days(20, 150);
        let bought_at = draws.business_hours(bought_days_ago);
        if customer.since >= bought_at {
            continue;
        }
        let number = members.len();
        events.push((bought_at, Event::Buys(number)));
        for _ in 0..draws.number(0, 4) {
            events.push((draws.business_hours(draws.days(1, 19)), Event::Uses(number)));
        }
        members.push((customer, None));
    }
    events
}

fn as_customer(draws: &Draws, customer: &UserId, now: Timestamp) -> Occasion {
    occasion(draws, (customer, Role::Customer, Origin::CustomerApp), now)
}

pub(super) fn as_desk(draws: &Draws, house: &House<'_>, now: Timestamp) -> Occasion {
    occasion(draws, (&house.team.receptionist, Role::Receptionist, Origin::AdminApp), now)
}

fn occasion(draws: &Draws, (who, role, origin): (&UserId, Role, Origin), now: Timestamp) -> Occasion {
    let who = Some((who.clone(), role));
    Occasion { who, origin, ..Occasion::command(now, draws.chance.clone()) }
}

/// Whatever an act refuses here is a mistake in the plan.
pub(super) fn planned<T, E: std::fmt::Debug>(outcome: Result<T, E>) -> Result<T, DbError> {
    outcome.map_err(|refusal| DbError::Statement(format!("the demo's life: {refusal:?}")))
}

fn asks(tx: &mut Tx<'_>, draws: &Draws, visit: &mut Visit<'_>, at: Timestamp) -> Result<(), DbError> {
    let customer = &visit.customer.id;
    let booking = planned(request(tx, &as_customer(draws, customer, at), customer, &visit.wish))?;
    visit.booking = Some(booking.id);
    Ok(())
}

fn decides(
    tx: &mut Tx<'_>,
    draws: &Draws,
    (house, menu): (&House<'_>, &Menu),
    visit: &Visit<'_>,
    at: Timestamp,
) -> Result<(), DbError> {
    let Some(booking) = &visit.booking else { return Ok(()) };
    match visit.course {
        Course::Rejected => {
            let reason = "We are fully booked that day, please choose another.";
            planned(reject(tx, &as_desk(draws, house, at), booking, reason)).map(drop)
        }
        Course::CalledOff => {
            let customer = &visit.customer.id;
            let called_off =
                cancel(tx, &as_customer(draws, customer, at), customer, booking, Some("Travelling."));
            planned(called_off).map(drop)
        }
        Course::Paid | Course::Missed | Course::Agreed => {
            let colleague = draws.one_of(menu.colleagues(visit.wish.service_type));
            planned(approve(tx, &as_desk(draws, house, at), booking, colleague)).map(drop)
        }
        Course::Waiting => Ok(()),
    }
}

fn ends(
    tx: &mut Tx<'_>,
    draws: &Draws,
    house: &House<'_>,
    visit: &Visit<'_>,
    at: Timestamp,
) -> Result<(), DbError> {
    let Some(booking) = &visit.booking else { return Ok(()) };
    let occasion = as_desk(draws, house, at);
    if visit.course == Course::Missed {
        planned(mark_noshow(tx, &occasion, booking))?;
        return count_noshow(tx, &occasion, booking).map(drop);
    }
    let checkout = Checkout {
        payment_method: *draws.one_of(PaymentMethod::ALL),
        reduction: Reduction::None,
        taxes: Taxes::default(),
    };
    planned(complete(tx, &occasion, booking, &checkout)).map(drop)
}

fn buys(
    tx: &mut Tx<'_>,
    draws: &Draws,
    house: &House<'_>,
    customer: &UserId,
    at: Timestamp,
) -> Result<Option<(MembershipId, Term)>, DbError> {
    let on_sale = tiers::on_sale(tx)?;
    let tier = draws.one_of(&on_sale);
    let Some(term) = Term::of(at.ist_date(), tier.default_validity_days) else { return Ok(None) };
    let sale = MembershipSale {
        customer_id: customer.clone(),
        tier_id: tier.id.clone(),
        hours_minutes: tier.default_hours_minutes,
        price_paise: tier.default_price_paise,
        term,
        payment_method: *draws.one_of(PaymentMethod::ALL),
        notes: None,
        number_prefix: PREFIX.to_owned(),
        taxes: Taxes::default(),
    };
    let sold = planned(sell(tx, &as_desk(draws, house, at), &house.team.receptionist, &sale))?;
    Ok(Some((sold.membership.id, term)))
}

fn uses(
    tx: &mut Tx<'_>,
    draws: &Draws,
    (house, menu): (&House<'_>, &Menu),
    membership_id: MembershipId,
    at: Timestamp,
) -> Result<(), DbError> {
    let line = SessionLine {
        service_id: draws.one_of(&menu.spa).clone(),
        staff_id: draws.one_of(&menu.therapists).clone(),
        duration_minutes: 60,
    };
    let record =
        SessionRecord { membership_id, lines: vec![line], booking_date: None, taxes: Taxes::default() };
    planned(record_session(tx, &as_desk(draws, house, at), &record)).map(drop)
}

/// What can be asked for, and who does it.
pub(super) struct Menu {
    salon: Vec<ServiceId>,
    spa: Vec<ServiceId>,
    stylists: Vec<StaffId>,
    therapists: Vec<StaffId>,
}

impl Menu {
    pub(super) fn read(tx: &mut Tx<'_>, house: &House<'_>) -> Result<Self, DbError> {
        let categories = catalogue::active_categories(tx)?;
        let (mut salon, mut spa) = (Vec::new(), Vec::new());
        for service in catalogue::active_services(tx)? {
            let kind = categories.iter().find(|category| category.id == service.category_id);
            match kind.map(|category| category.service_type) {
                Some(ServiceType::Salon) => salon.push(service.id),
                Some(ServiceType::Spa) => spa.push(service.id),
                None => {}
            }
        }
        let (mut stylists, mut therapists) = (Vec::new(), Vec::new());
        for colleague in staff::active(tx)?.into_iter().filter(|one| one.branch_id == house.branches.primary)
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

    fn colleagues(&self, kind: ServiceType) -> &[StaffId] {
        match kind {
            ServiceType::Salon => &self.stylists,
            ServiceType::Spa => &self.therapists,
        }
    }

    fn wish(&self, draws: &Draws, house: &House<'_>, date: chrono::NaiveDate) -> BookingRequest {
        let service_type = if draws.percent(65) { ServiceType::Salon } else { ServiceType::Spa };
        let menu = self.services(service_type);
        let wanted = usize::try_from(draws.number(1, 4)).unwrap_or(1);
        let half_hour = u32::try_from(draws.number(0, 14)).unwrap_or_default();
        BookingRequest {
            branch_id: house.branches.primary.clone(),
            service_type,
            booking_date: date,
            start_time: minutes_after_midnight(10 * 60 + half_hour * 30),
            service_ids: (0..wanted).map(|place| (place, draws.one_of(menu).clone())).collect(),
            notes: draws.percent(30).then(|| (*draws.one_of(&WISHES)).to_owned()),
            lead_id: None,
            wish: StaffWish::default(),
        }
    }
}

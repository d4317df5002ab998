//! Visits that customers have asked for in the past days, and some that they have called off again.

use parlour_domain::ids::{BranchId, ServiceId};
use parlour_domain::ist::{HOUR_MS, Timestamp, minutes_after_midnight};
use parlour_domain::role::Role;
use parlour_domain::service::ServiceType;
use parlour_store::{DbError, Tx, catalogue, work};

use super::branches::Branches;
use super::customers::Customer;
use super::draws::Draws;
use crate::bookings::{BookingRequest, CancelRefusal, RequestRefusal, cancel, request};
use crate::occasion::{Occasion, Origin};

const COUNT: usize = 60;
/// Of every so many, one is called off.
const CALLED_OFF: usize = 6;

const WISHES: [&str; 4] = [
    "First visit, please allow a little more time.",
    "With Rekha if she is in.",
    "I am allergic to ammonia.",
    "Two of us, one after the other.",
];

pub(super) fn ask(
    tx: &mut Tx<'_>,
    draws: &Draws,
    branches: &Branches,
    customers: &[Customer],
    regular: &Customer,
) -> Result<(), DbError> {
    let menu = Menu::read(tx)?;
    let mut moments: Vec<Timestamp> = (0..COUNT).map(|_| draws.business_hours(draws.days(1, 4))).collect();
    moments.sort();
    for (order, at) in moments.into_iter().enumerate() {
        // Whoever looks around in the demo has some of them.
        let customer = if order % 10 == 5 { regular } else { draws.one_of(customers) };
        if customer.since >= at {
            continue;
        }
        let occasion = |now| Occasion {
            now,
            chance: draws.chance.clone(),
            who: Some((customer.id.clone(), Role::Customer)),
            origin: Origin::CustomerApp,
            request_id: None,
            address: None,
        };
        let branch = if draws.percent(70) { &branches.primary } else { &branches.live };
        let booked = request(tx, &occasion(at), &customer.id, &menu.wish(draws, branch));
        let booking = booked.map_err(|refusal| match refusal {
            RequestRefusal::Db(error) => error,
            other => DbError::Statement(format!("a demo visit: {other:?}")),
        })?;
        // The desk has seen them all: nobody is to be reminded of yesterday as soon as the demo opens.
        work::withdraw(tx, &format!("booking:{}", booking.id))?;
        if order % CALLED_OFF == CALLED_OFF - 1 {
            let called_off = cancel(
                tx,
                &occasion(at.plus_millis(HOUR_MS)),
                &customer.id,
                &booking.id,
                Some("Travelling."),
            );
            called_off.map_err(|refusal| match refusal {
                CancelRefusal::Db(error) => error,
                other => DbError::Statement(format!("a demo visit: {other:?}")),
            })?;
        }
    }
    Ok(())
}

/// What can be asked for.
struct Menu {
    salon: Vec<ServiceId>,
    spa: Vec<ServiceId>,
}

impl Menu {
    fn read(tx: &mut Tx<'_>) -> Result<Self, DbError> {
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
        Ok(Self { salon, spa })
    }

    fn wish(&self, draws: &Draws, branch: &BranchId) -> BookingRequest {
        let (service_type, menu) =
            if draws.percent(65) { (ServiceType::Salon, &self.salon) } else { (ServiceType::Spa, &self.spa) };
        let wanted = usize::try_from(draws.number(1, 4)).unwrap_or(1);
        let half_hour = u32::try_from(draws.number(0, 14)).unwrap_or_default();
        BookingRequest {
            branch_id: branch.clone(),
            service_type,
            booking_date: draws.in_days(draws.days(1, 15)),
            start_time: minutes_after_midnight(10 * 60 + half_hour * 30),
            service_ids: (0..wanted).map(|place| (place, draws.one_of(menu).clone())).collect(),
            notes: draws.percent(30).then(|| (*draws.one_of(&WISHES)).to_owned()),
            lead_id: None,
        }
    }
}

//! What is agreed on at the live branch for the coming week, each with whom and when there is time for it.

use parlour_domain::availability::Slot;
use parlour_domain::ids::ServiceId;
use parlour_domain::ist::Timestamp;
use parlour_domain::service::ServiceType;
use parlour_store::staff::{self, Colleague};
use parlour_store::{DbError, Tx};

use super::draws::Draws;
use super::visits::{House, Menu, as_desk, planned};
use crate::availability::{Question, look};
use crate::bookings::{BookingRequest, DeskRequest, StaffWish, book_at_desk};

const DAYS: u64 = 7;

pub(super) fn agree(tx: &mut Tx<'_>, draws: &Draws, house: &House<'_>) -> Result<(), DbError> {
    let menu = Menu::read(tx, house)?;
    let team: Vec<Colleague> = staff::active(tx)?;
    let team = team.into_iter().filter(|colleague| colleague.branch_id == house.branches.live);
    for colleague in team {
        for days_ahead in 1..=DAYS {
            for _ in 0..draws.number(1, 4) {
                book(tx, draws, (house, &menu), &colleague, days_ahead)?;
            }
        }
    }
    Ok(())
}

fn book(
    tx: &mut Tx<'_>,
    draws: &Draws,
    (house, menu): (&House<'_>, &Menu),
    colleague: &Colleague,
    days_ahead: u64,
) -> Result<(), DbError> {
    let (customer, at) = (draws.one_of(house.customers), draws.business_hours(1));
    let kind = *draws.one_of(&colleague.service_types);
    let mut services: Vec<ServiceId> = vec![draws.one_of(menu.services(kind)).clone()];
    if draws.percent(40) {
        services.push(draws.one_of(menu.services(kind)).clone());
    }
    let question = Question {
        branch_id: house.branches.live.clone(),
        date: draws.in_days(days_ahead),
        services: services.into_iter().enumerate().collect(),
        service_type: Some(kind),
        staff_id: Some(colleague.id.clone()),
        gender: None,
    };
    let free = free_slots(tx, &question, at)?;
    if free.is_empty() || customer.since >= at {
        return Ok(());
    }
    let request = DeskRequest {
        customer_id: customer.id.clone(),
        visit: visit(question, kind, draws.one_of(&free)),
        staff_id: Some(colleague.id.clone()),
        is_walkin: false,
    };
    planned(book_at_desk(tx, &as_desk(draws, house, at), &request)).map(drop)
}

fn free_slots(tx: &mut Tx<'_>, question: &Question, at: Timestamp) -> Result<Vec<Slot>, DbError> {
    let slots = look(tx, question, at)?.map_or_else(Vec::new, |looked| looked.slots);
    Ok(slots.into_iter().filter(|slot| slot.available).collect())
}

fn visit(question: Question, service_type: ServiceType, slot: &Slot) -> BookingRequest {
    BookingRequest {
        branch_id: question.branch_id,
        service_type,
        booking_date: question.date,
        start_time: slot.start,
        service_ids: question.services,
        notes: None,
        lead_id: None,
        wish: StaffWish::default(),
    }
}

//! What is agreed on at the live branch for the coming week, each with whom and when there is time for it.

use parlour_app::availability::{AvailabilityQuery, find_free_slots};
use parlour_app::bookings::{BookingRequest, DeskRequest, StaffPreference, book_at_desk};
use parlour_domain::booking::availability::Slot;
use parlour_domain::ids::ServiceId;
use parlour_domain::ist::Timestamp;
use parlour_domain::service::ServiceType;
use parlour_store::staff::staff_records::{self, DeskStaffMember};
use parlour_store::{DbError, Tx};

use super::history::{BookableServices, DemoSalon, as_desk, refusal_as_error};
use super::random::DemoRandom;

const DAYS: u64 = 7;

pub(super) fn insert_live_bookings(
    tx: &mut Tx<'_>,
    random: &DemoRandom,
    demo_salon: &DemoSalon<'_>,
) -> Result<(), DbError> {
    let bookable = BookableServices::read(tx, demo_salon)?;
    let team: Vec<DeskStaffMember> = staff_records::list_active(tx)?;
    let team = team.into_iter().filter(|staff_member| staff_member.branch_id == demo_salon.branches.live);
    for staff_member in team {
        for days_ahead in 1..=DAYS {
            for _ in 0..random.number(1, 4) {
                book_one(tx, random, (demo_salon, &bookable), &staff_member, days_ahead)?;
            }
        }
    }
    Ok(())
}

fn book_one(
    tx: &mut Tx<'_>,
    random: &DemoRandom,
    (demo_salon, bookable): (&DemoSalon<'_>, &BookableServices),
    staff_member: &DeskStaffMember,
    days_ahead: u64,
) -> Result<(), DbError> {
    let (customer, at) = (random.one_of(demo_salon.customers), random.business_time_days_ago(1));
    let kind = *random.one_of(&staff_member.service_types);
    let mut services: Vec<ServiceId> = vec![random.one_of(bookable.services(kind)).clone()];
    if random.percent_chance(40) {
        services.push(random.one_of(bookable.services(kind)).clone());
    }
    let question = AvailabilityQuery {
        branch_id: demo_salon.branches.live.clone(),
        date: random.date_in_days(days_ahead),
        services: services.into_iter().enumerate().collect(),
        service_type: Some(kind),
        staff_id: Some(staff_member.id.clone()),
        gender: None,
    };
    let free = free_slots(tx, &question, at)?;
    if free.is_empty() || customer.since >= at {
        return Ok(());
    }
    let request = DeskRequest {
        customer_id: customer.id.clone(),
        booking: booking_request(question, kind, random.one_of(&free)),
        staff_id: Some(staff_member.id.clone()),
        is_walkin: false,
    };
    refusal_as_error(book_at_desk(tx, &as_desk(random, demo_salon, at), &request)).map(drop)
}

fn free_slots(tx: &mut Tx<'_>, question: &AvailabilityQuery, at: Timestamp) -> Result<Vec<Slot>, DbError> {
    let slots = find_free_slots(tx, question, at)?.ok().flatten().unwrap_or_default();
    Ok(slots.into_iter().filter(|slot| slot.available).collect())
}

fn booking_request(question: AvailabilityQuery, service_type: ServiceType, slot: &Slot) -> BookingRequest {
    BookingRequest {
        branch_id: question.branch_id,
        service_type,
        booking_date: question.date,
        start_time: slot.start,
        service_ids: question.services,
        notes: None,
        lead_id: None,
        staff_preference: StaffPreference::default(),
    }
}

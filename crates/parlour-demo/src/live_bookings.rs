//! Confirmed bookings at times when the staff member is free: of the coming week at the branch with live availability,
//! and of today at both.

use parlour_app::availability::{AvailabilityQuery, FreeStaffQuery, find_free_staff, read_free_slots};
use parlour_app::bookings::{BookingRequest, DeskRequest, StaffWish, book_at_desk};
use parlour_domain::booking::availability::Slot;
use parlour_domain::ids::{BookingId, ServiceId};
use parlour_domain::ist::{Timestamp, time_at_minute};
use parlour_domain::service::ServiceType;
use parlour_store::staff::staff_records::{self, DeskStaffMember};
use parlour_store::{DbError, Tx};

use crate::bookable_services::BookableServices;
use crate::demo_salon::{DemoSalon, refusal_as_error};
use crate::random::DemoRandom;

const DAYS: u64 = 7;
/// For whom customers book besides themselves.
const GUESTS: [&str; 5] = ["Meera", "Her mother", "Kabir (son)", "Aunt Lalitha", "Rhea"];

pub(crate) fn insert_live_bookings(
    tx: &mut Tx<'_>,
    random: &DemoRandom,
    demo_salon: &DemoSalon<'_>,
    now: Timestamp,
) -> Result<(), DbError> {
    let bookings = LiveBookings { random, demo_salon, bookable: BookableServices::read(tx, demo_salon)? };
    let branches = demo_salon.branches;
    let mut staff = staff_records::list_active(tx)?;
    let others: Vec<_> = staff.extract_if(.., |member| member.branch_id == branches.primary).collect();
    staff.retain(|member| member.branch_id == branches.live);
    for member in &staff {
        for days_ahead in 1..=DAYS {
            for _ in 0..random.number(1, 4) {
                bookings.insert_one(tx, member, days_ahead)?;
            }
        }
    }
    bookings.insert_today(tx, &staff, &others, now)
}

pub(crate) struct LiveBookings<'a> {
    pub(crate) random: &'a DemoRandom,
    pub(crate) demo_salon: &'a DemoSalon<'a>,
    pub(crate) bookable: BookableServices,
}

/// A booking that was made, and when it takes place.
#[derive(Debug)]
pub(crate) struct InsertedBooking {
    pub(crate) id: BookingId,
    pub(crate) starts_at: Timestamp,
    pub(crate) ends_at: Timestamp,
}

impl LiveBookings<'_> {
    /// Books one or two services with this staff member, if a free time is found.
    pub(crate) fn insert_one(
        &self,
        tx: &mut Tx<'_>,
        member: &DeskStaffMember,
        days_ahead: u64,
    ) -> Result<Option<InsertedBooking>, DbError> {
        let Self { random, demo_salon, bookable } = self;
        let (customer, at) = (random.one_of(demo_salon.customers), random.business_time_days_ago(1));
        let service_type = *random.one_of(&member.service_types);
        let mut services: Vec<ServiceId> = vec![random.one_of(&bookable.services[&service_type]).clone()];
        if random.percent_chance(40) {
            services.push(random.one_of(&bookable.services[&service_type]).clone());
        }
        let mut query = self.query(member, service_type, days_ahead);
        query.services = services.into_iter().enumerate().collect();
        let free = if member.branch_id == demo_salon.branches.live {
            free_slots(tx, &query, at)?
        } else {
            self.free_half_hour(tx, &query, at)?.into_iter().collect()
        };
        if free.is_empty() || customer.since >= at {
            return Ok(None);
        }
        let slot = random.one_of(&free);
        let request = DeskRequest {
            customer_id: customer.id.clone(),
            booking: booking_request(query, service_type, slot),
            staff_id: Some(member.id.clone()),
            against_wish: false,
            is_walkin: false,
            guest_name: random.percent_chance(15).then(|| (*random.one_of(&GUESTS)).to_owned()),
        };
        let context = demo_salon.receptionist_context(random, at);
        let booking = refusal_as_error(book_at_desk(tx, &context, &request))?;
        let at_time = |time| Timestamp::from_ist(booking.booking_date, time);
        let (starts_at, ends_at) = (at_time(booking.start_time), at_time(booking.end_time));
        Ok(Some(InsertedBooking { id: booking.id, starts_at, ends_at }))
    }

    /// Some half hour at a branch without live availability, if the desk finds the staff member free then.
    fn free_half_hour(
        &self,
        tx: &mut Tx<'_>,
        query: &AvailabilityQuery,
        at: Timestamp,
    ) -> Result<Option<Slot>, DbError> {
        // From 10:00 to 19:00.
        let half_hours = u32::try_from(self.random.number(20, 39)).unwrap_or(20);
        let start_time = time_at_minute(30 * half_hours);
        let asked = FreeStaffQuery {
            branch_id: query.branch_id.clone(),
            date: query.date,
            start_time,
            services: query.services.clone(),
            except_booking: None,
        };
        let staff = find_free_staff(tx, &asked, at)?.unwrap_or_default();
        let is_free = staff.iter().any(|member| member.free && Some(&member.id) == query.staff_id.as_ref());
        Ok(is_free.then_some(Slot { start: start_time, end: start_time, available: true }))
    }

    /// Half an hour of this staff member.
    pub(crate) fn query(
        &self,
        member: &DeskStaffMember,
        service_type: ServiceType,
        days_ahead: u64,
    ) -> AvailabilityQuery {
        AvailabilityQuery {
            branch_id: member.branch_id.clone(),
            date: self.random.date_in_days(days_ahead),
            services: Vec::new(),
            service_type: Some(service_type),
            staff_id: Some(member.id.clone()),
            gender: None,
        }
    }
}

pub(crate) fn free_slots(tx: &mut Tx<'_>, query: &AvailabilityQuery, at: Timestamp) -> Result<Vec<Slot>, DbError> {
    let slots = read_free_slots(tx, query, at)?.ok().flatten().unwrap_or_default();
    Ok(slots.into_iter().filter(|slot| slot.available).collect())
}

pub(crate) fn booking_request(query: AvailabilityQuery, service_type: ServiceType, slot: &Slot) -> BookingRequest {
    BookingRequest {
        branch_id: query.branch_id,
        service_type,
        booking_date: query.date,
        start_time: slot.start,
        service_ids: query.services,
        notes: None,
        lead_id: None,
        wish: StaffWish::default(),
        promised_offer_id: None,
    }
}

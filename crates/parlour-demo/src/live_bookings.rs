//! Confirmed bookings of the coming week at the branch with live availability, at times when the staff member is free.

use parlour_app::availability::{AvailabilityQuery, read_free_slots};
use parlour_app::bookings::{BookingRequest, DeskRequest, StaffPreference, book_at_desk};
use parlour_domain::booking::availability::Slot;
use parlour_domain::ids::{BookingId, ServiceId};
use parlour_domain::ist::Timestamp;
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
    let bookable = BookableServices::read(tx, demo_salon)?;
    let bookings = LiveBookings { random, demo_salon, bookable };
    let mut staff = staff_records::list_active(tx)?;
    staff.retain(|member| member.branch_id == demo_salon.branches.live);
    for member in &staff {
        for days_ahead in 1..=DAYS {
            for _ in 0..random.number(1, 4) {
                bookings.insert_one(tx, member, days_ahead)?;
            }
        }
    }
    bookings.insert_today(tx, &staff, now)
}

pub(crate) struct LiveBookings<'a> {
    pub(crate) random: &'a DemoRandom,
    pub(crate) demo_salon: &'a DemoSalon<'a>,
    pub(crate) bookable: BookableServices,
}

impl LiveBookings<'_> {
    /// Books one or two services with this staff member, if there is a free time; returns the booking with its start.
    pub(crate) fn insert_one(
        &self,
        tx: &mut Tx<'_>,
        member: &DeskStaffMember,
        days_ahead: u64,
    ) -> Result<Option<(BookingId, Timestamp)>, DbError> {
        let Self { random, demo_salon, bookable } = self;
        let (customer, at) = (random.one_of(demo_salon.customers), random.business_time_days_ago(1));
        let service_type = *random.one_of(&member.service_types);
        let mut services: Vec<ServiceId> = vec![random.one_of(&bookable.services[&service_type]).clone()];
        if random.percent_chance(40) {
            services.push(random.one_of(&bookable.services[&service_type]).clone());
        }
        let mut query = self.query(member, service_type, days_ahead);
        query.services = services.into_iter().enumerate().collect();
        let free = free_slots(tx, &query, at)?;
        if free.is_empty() || customer.since >= at {
            return Ok(None);
        }
        let slot = random.one_of(&free);
        let starts_at = Timestamp::from_ist(query.date, slot.start);
        let request = DeskRequest {
            customer_id: customer.id.clone(),
            booking: booking_request(query, service_type, slot),
            staff_id: Some(member.id.clone()),
            is_walkin: false,
            guest_name: random.percent_chance(15).then(|| (*random.one_of(&GUESTS)).to_owned()),
        };
        let context = demo_salon.receptionist_context(random, at);
        let booking = refusal_as_error(book_at_desk(tx, &context, &request))?;
        Ok(Some((booking.id, starts_at)))
    }

    /// Half an hour of this staff member.
    pub(crate) fn query(
        &self,
        member: &DeskStaffMember,
        service_type: ServiceType,
        days_ahead: u64,
    ) -> AvailabilityQuery {
        AvailabilityQuery {
            branch_id: self.demo_salon.branches.live.clone(),
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
        staff_preference: StaffPreference::default(),
    }
}

//! Plans appointments: who comes when, for which services, with which staff member.

use std::sync::Arc;

use chrono::{Days, NaiveDate};
use parlour_domain::ids::StaffId;
use parlour_domain::ist::{HOUR_MS, MINUTE_MS, Timestamp, time_at_minute};
use parlour_domain::service::ServiceType;
use parlour_store::bulk_insert::booking_rows::BulkService;

use super::branches::SalonChain;
use super::calendar::BookingCalendar;
use crate::random::DemoRandom;

/// Longest duration of all services of a booking together.
const MAX_BOOKING_MINUTES: i64 = 75;
/// A customer stays active while the next tenth of all customers signs up.
const ACTIVE_CUSTOMER_DIVISOR: usize = 10;
/// One customer in eight is a regular; half of all bookings are theirs.
const REGULAR_CUSTOMER_EVERY: usize = 8;

pub(super) struct AppointmentPlanner<'a> {
    pub(super) random: DemoRandom,
    pub(super) calendar: &'a BookingCalendar,
    pub(super) chain: &'a SalonChain,
    pub(super) customer_count: usize,
}

pub(super) struct PlannedAppointment<'a> {
    /// Index among all bookings.
    pub(super) number: usize,
    pub(super) date: NaiveDate,
    /// Index of the branch.
    pub(super) branch: usize,
    /// Index of the customer.
    pub(super) customer: usize,
    pub(super) service_type: ServiceType,
    pub(super) staff_id: &'a StaffId,
    pub(super) starts_at: Timestamp,
    pub(super) services: Vec<Arc<BulkService>>,
    pub(super) is_walkin: bool,
    pub(super) created_at: Timestamp,
}

impl PlannedAppointment<'_> {
    pub(super) fn minutes(&self) -> i64 {
        self.services.iter().map(|service| service.duration_minutes).sum()
    }

    pub(super) fn total_paise(&self) -> i64 {
        self.services.iter().map(|service| service.price_paise).sum()
    }
}

impl<'a> AppointmentPlanner<'a> {
    /// Plans the appointment with this index among those of the branch on this day.
    pub(super) fn plan(
        &self,
        number: usize,
        date: NaiveDate,
        branch: usize,
        index_of_day: usize,
    ) -> PlannedAppointment<'a> {
        let random = &self.random;
        let (member, start_minute) = self.chain.branches[branch].appointment_slot(index_of_day);
        let starts_at = Timestamp::from_ist(date, time_at_minute(start_minute));
        let is_walkin = self.is_past(date) && random.percent_chance(15);
        let created_at = if is_walkin {
            starts_at.plus_millis(-5 * MINUTE_MS)
        } else {
            let requested_on = date.min(self.calendar.today) - Days::new(random.days(1, 6));
            Timestamp::ist_midnight(requested_on).plus_millis(random.number(10 * HOUR_MS, 20 * HOUR_MS))
        };
        PlannedAppointment {
            number,
            date,
            branch,
            customer: self.pick_customer(number),
            service_type: member.service_type,
            staff_id: &member.id,
            starts_at,
            services: self.pick_services(member.service_type),
            is_walkin,
            created_at,
        }
    }

    pub(super) fn is_past(&self, date: NaiveDate) -> bool {
        date < self.calendar.today
    }

    /// Picks a customer who has signed up recently; half of all bookings are of regulars.
    fn pick_customer(&self, booking: usize) -> usize {
        let last_signed_up = booking * self.customer_count / self.calendar.booking_count;
        let active = (self.customer_count / ACTIVE_CUSTOMER_DIVISOR).clamp(1, last_signed_up + 1);
        let customer = last_signed_up - self.random.rng.below(active);
        if self.random.percent_chance(50) { customer - customer % REGULAR_CUSTOMER_EVERY } else { customer }
    }

    /// Picks one service, or two if they fit.
    fn pick_services(&self, service_type: ServiceType) -> Vec<Arc<BulkService>> {
        let choices = &self.chain.services[&service_type];
        let mut services = vec![Arc::clone(self.random.one_of(choices))];
        let second = self.random.one_of(choices);
        let is_short = services[0].duration_minutes + second.duration_minutes <= MAX_BOOKING_MINUTES;
        if is_short && second.id != services[0].id {
            services.push(Arc::clone(second));
        }
        services
    }
}

//! The customers of the chain, who signed up over the years.

use std::sync::Arc;

use chrono::Days;
use parlour_domain::ids::UserId;
use parlour_domain::ist::{HOUR_MS, Timestamp};
use parlour_store::bulk_insert::customer_rows::{BulkCustomer, BulkCustomerNote, BulkCustomerRecord, CustomerHistory};

use super::branches::SalonChain;
use super::calendar::BookingCalendar;
use crate::names::Name;
use crate::random::DemoRandom;
use crate::tags_and_notes::NOTES;
use crate::user_accounts;

/// Prefixes of phone numbers for demo data, as in the demo salon.
const PHONE_PREFIXES: [&str; 3] = ["99999", "98888", "90000"];

/// Generates the customers in the order in which they signed up, spread evenly over the bookings of the calendar. Each
/// signed up ten days before the booking at the same point of that order.
pub(super) fn generate_customers(
    random: &DemoRandom,
    calendar: &BookingCalendar,
    count: usize,
) -> Vec<Arc<BulkCustomer>> {
    let generate = |order: usize| {
        let day = calendar.day_of(order * calendar.booking_count / count).min(calendar.today);
        let since = Timestamp::ist_midnight(day - Days::new(10)).plus_millis(random.number(9 * HOUR_MS, 22 * HOUR_MS));
        let gender = random.customer_gender();
        let name = Name::random(random, gender);
        let email = user_accounts::demo_email_address(&format!("{}.{}", name.dotted(), 1_000 + order));
        Arc::new(BulkCustomer {
            id: UserId::new(random.id(since)),
            name: name.full().into(),
            email: email.as_str().to_owned(),
            phone: format!("+91{}{:05}", PHONE_PREFIXES[order % 3], (order / 3 * 317 + 40_009) % 100_000),
            gender,
            date_of_birth: random.today - Days::new(random.adult_age_days()),
            since,
        })
    };
    (0..count).map(generate).collect()
}

/// The profile of a customer with tag and note, after all bookings are generated.
pub(super) fn new_customer_record(
    random: &DemoRandom,
    chain: &SalonChain,
    customer: &Arc<BulkCustomer>,
    history: CustomerHistory,
) -> BulkCustomerRecord {
    BulkCustomerRecord {
        profile_id: random.id(customer.since),
        customer: Arc::clone(customer),
        history,
        tag: random.percent_chance(8).then(|| random.one_of(&chain.tags).clone()),
        note: random
            .percent_chance(30)
            .then(|| BulkCustomerNote { id: random.id(customer.since), content: random.one_of::<&str>(&NOTES) }),
    }
}

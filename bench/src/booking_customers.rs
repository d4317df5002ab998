//! The customers who book in the benchmark, over HTTP and with `pgbench`.

use crate::load;

/// One for each connection: two requests of one customer would wait for each other's row lock.
pub(crate) const CUSTOMER_COUNT: usize = load::CONNECTIONS;
/// Notes of all bookings that are made over HTTP while measuring.
pub(crate) const BOOKING_NOTES: &str = "Asked for by the benchmark";

/// The e-mail address of one of these customers.
pub(crate) fn customer_email(index: usize) -> String {
    format!("customer-{index}@bench.invalid")
}

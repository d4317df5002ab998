//! A generator for scale tests: a chain of salons with years of bookings, in addition to the demo salon. The bookings
//! follow the rules of the application and are inserted in bulk.

mod appointment;
mod branches;
mod calendar;
mod customers;
mod history;
mod number_series;
mod outcome;

use std::sync::Arc;

use chrono::NaiveDate;
use parlour_app::request_context::RequestContext;
use parlour_store::bulk_insert::customer_rows::{self, BulkCustomer, CustomerHistory};
use parlour_store::{Db, DbError, Tx};

use crate::fill::fill_demo_salon;
use crate::random::DemoRandom;
use crate::refusal::DemoRefusal;
use appointment::AppointmentPlanner;
use branches::SalonChain;
use calendar::BookingCalendar;
use history::HistoryGenerator;

const CUSTOMERS_PER_TRANSACTION: usize = 10_000;
const BOOKINGS_PER_CUSTOMER: usize = 5;

/// How many rows of one kind are done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GenerationProgress {
    pub noun: &'static str,
    pub done: usize,
    pub total: usize,
}

/// The number of generated records, without those of the demo salon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GeneratedTotals {
    pub branches: usize,
    pub customers: usize,
    pub bookings: usize,
    pub invoices: usize,
}

/// Fills an empty database with the demo salon, at least `billed_bookings` completed bookings with invoices, and one
/// customer for every five of them. The same day gives the same data.
pub async fn generate_at_scale(
    db: &Db,
    context: &RequestContext,
    billed_bookings: usize,
    on_progress: impl Fn(GenerationProgress),
) -> Result<GeneratedTotals, DemoRefusal> {
    let fill_context = context.clone();
    db.bulk_write(move |tx| fill_demo_salon(tx, &fill_context)).await?;
    let today = context.now.ist_date();
    // These names are seeds: another name gives other data.
    let random = |seed| DemoRandom::new(seed, today);
    let calendar = BookingCalendar::with_billed_bookings(billed_bookings, today);
    let (first_day, branches) = (calendar.first_day(), calendar.branch_count);
    let insert_chain =
        move |tx: &mut Tx<'_>| branches::insert_chain(tx, &DemoRandom::new("houses", today), first_day, branches);
    let chain = Arc::new(db.bulk_write(insert_chain).await?);
    let customer_count = billed_bookings.div_ceil(BOOKINGS_PER_CUSTOMER);
    let customers = customers::generate_customers(&random("guests"), &calendar, customer_count);
    let mut done = 0;
    for batch in customers.chunks(CUSTOMERS_PER_TRANSACTION) {
        done += batch.len();
        let batch = batch.to_vec();
        db.bulk_write(move |tx| customer_rows::insert_users(tx, &batch)).await?;
        on_progress(GenerationProgress { noun: "customers", done, total: customers.len() });
    }

    let planner = AppointmentPlanner {
        random: random("life"),
        calendar: &calendar,
        chain: &chain,
        customer_count: customers.len(),
    };
    let mut generator = HistoryGenerator::new(planner, &customers);
    let mut next = Arc::new(generator.next_batch());
    while !next.bookings.is_empty() {
        let (batch, chain) = (Arc::clone(&next), Arc::clone(&chain));
        // The next days are generated while these are written.
        let (stored, following) =
            tokio::join!(db.bulk_write(move |tx| batch.store(tx, &chain)), async { Arc::new(generator.next_batch()) });
        stored?;
        on_progress(GenerationProgress { noun: "bookings", done: next.done, total: calendar.booking_count });
        next = following;
    }
    let (histories, invoices) = generator.finish();
    let bookings = calendar.booking_count;
    let totals = GeneratedTotals { branches, customers: customers.len(), bookings, invoices };
    insert_profiles(db, &chain, customers.into_iter().zip(histories), today, &on_progress).await?;
    // After the last row, so that the statistics cover all rows.
    db.bulk_write(customer_rows::analyze_tables).await?;
    Ok(totals)
}

/// Inserts the profiles, which contain totals over all bookings of a customer.
async fn insert_profiles(
    db: &Db,
    chain: &Arc<SalonChain>,
    customers: impl ExactSizeIterator<Item = (Arc<BulkCustomer>, CustomerHistory)>,
    today: NaiveDate,
    on_progress: &impl Fn(GenerationProgress),
) -> Result<(), DbError> {
    let random = DemoRandom::new("records", today);
    let total = customers.len();
    let mut records = customers
        .map(|(customer, history)| customers::new_customer_record(&random, chain, &customer, history))
        .peekable();
    let mut done = 0;
    while records.peek().is_some() {
        let batch: Vec<_> = records.by_ref().take(CUSTOMERS_PER_TRANSACTION).collect();
        done += batch.len();
        let chain = Arc::clone(chain);
        db.bulk_write(move |tx| customer_rows::insert_customer_records(tx, &batch, &chain.receptionist)).await?;
        on_progress(GenerationProgress { noun: "profiles", done, total });
    }
    Ok(())
}

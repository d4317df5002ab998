//! A chain of salons after years of business, on top of the demo salon: as many visits as are asked for, made up by the
//! same rules by which real ones come about, and written many rows at a time.

mod branches;
mod calendar;
mod customers;
mod history;
mod number_series;

use std::sync::Arc;

use chrono::NaiveDate;
use parlour_app::request_context::RequestContext;
use parlour_store::bulk_insert::customer_rows::{self, BulkCustomer, CustomerHistory};
use parlour_store::{Db, DbError, Tx};

use super::random::DemoRandom;
use super::{DemoRefusal, fill_demo_salon};
use branches::SalonChain;
use calendar::BookingCalendar;
use history::HistoryGenerator;

/// Customers in a transaction.
const CUSTOMERS_PER_TRANSACTION: usize = 10_000;
/// So many visits make it worth to know one more customer.
const BOOKINGS_PER_CUSTOMER: usize = 5;

/// How far it is: so many of a kind out of so many.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GenerationProgress {
    pub noun: &'static str,
    pub done: usize,
    pub total: usize,
}

/// What there is in the finish, beside the demo salon's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GeneratedTotals {
    pub branches: usize,
    pub customers: usize,
    pub bookings: usize,
    pub invoices: usize,
}

/// Fills an empty database: the demo salon, at least `visits` bookings that were billed, and a fifth as many customers.
/// The same day gives the same chain.
pub async fn generate_at_scale(
    db: &Db,
    context: &RequestContext,
    visits: usize,
    on_progress: impl Fn(GenerationProgress),
) -> Result<GeneratedTotals, DemoRefusal> {
    let opening = context.clone();
    db.write(move |tx| fill_demo_salon(tx, &opening)).await?;
    let today = context.now.ist_date();
    let calendar = BookingCalendar::of(visits, today);
    let (first_day, branches) = (calendar.first_day(), calendar.houses);
    let open = move |tx: &mut Tx<'_>| {
        branches::insert_chain(tx, &DemoRandom::new("houses", today), first_day, branches)
    };
    let chain = Arc::new(db.write(open).await?);
    let guests = customers::generate_customers(
        &DemoRandom::new("guests", today),
        &calendar,
        visits.div_ceil(BOOKINGS_PER_CUSTOMER),
    );
    let mut done = 0;
    for some in guests.chunks(CUSTOMERS_PER_TRANSACTION) {
        done += some.len();
        let some = some.to_vec();
        db.write(move |tx| customer_rows::insert_users(tx, &some)).await?;
        on_progress(GenerationProgress { noun: "customers", done, total: guests.len() });
    }

    let mut life = HistoryGenerator::new(DemoRandom::new("life", today), &calendar, &chain, &guests);
    let mut next = Arc::new(life.next_batch());
    while !next.visits.is_empty() {
        let (some, house) = (Arc::clone(&next), Arc::clone(&chain));
        // The days that follow are made up while these are written.
        let (stored, following) =
            tokio::join!(db.write(move |tx| some.store(tx, &house)), async { Arc::new(life.next_batch()) });
        stored?;
        on_progress(GenerationProgress { noun: "bookings", done: next.done, total: calendar.visits });
        next = following;
    }
    let (standings, invoices) = life.finish();
    let bookings = calendar.visits;
    let scaled = GeneratedTotals { branches, customers: guests.len(), bookings, invoices };
    insert_profiles(db, &chain, guests.into_iter().zip(standings), today, &on_progress).await?;
    // After the last row, so that it counts all.
    db.write(move |tx: &mut Tx<'_>| -> Result<(), DbError> {
        customer_rows::analyze_tables(tx)?;
        Ok(())
    })
    .await?;
    Ok(scaled)
}

/// The profiles: only now is it known what everyone's visits have come to.
async fn insert_profiles(
    db: &Db,
    chain: &Arc<SalonChain>,
    guests: impl ExactSizeIterator<Item = (Arc<BulkCustomer>, CustomerHistory)>,
    today: NaiveDate,
    on_progress: &impl Fn(GenerationProgress),
) -> Result<(), DbError> {
    let random = DemoRandom::new("records", today);
    let total = guests.len();
    let mut left = guests
        .map(|(customer, history)| customers::new_customer_record(&random, chain, &customer, history))
        .peekable();
    let mut done = 0;
    while left.peek().is_some() {
        let some: Vec<_> = left.by_ref().take(CUSTOMERS_PER_TRANSACTION).collect();
        done += some.len();
        let chain = Arc::clone(chain);
        db.write(move |tx| customer_rows::insert_customer_records(tx, &some, &chain.receptionist)).await?;
        on_progress(GenerationProgress { noun: "profiles", done, total });
    }
    Ok(())
}

#[cfg(test)]
mod tests;

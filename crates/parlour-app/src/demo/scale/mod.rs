//! A chain of salons after years of business, on top of the demo salon: as many visits as are asked for, made up by the
//! same rules by which real ones come about, and written many rows at a time.

mod calendar;
mod counters;
mod crowd;
mod houses;
mod life;

use std::sync::Arc;

use chrono::NaiveDate;
use parlour_store::scale::guests::{self, Guest, Standing};
use parlour_store::{Db, DbError, Tx};

use super::draws::Draws;
use super::{DemoRefusal, fill};
use crate::occasion::Occasion;
use calendar::Calendar;
use houses::Chain;
use life::Life;

/// Customers in a transaction.
const PER_TRANSACTION: usize = 10_000;
/// So many visits make it worth to know one more customer.
const VISITS_OF_ONE: usize = 5;

/// How far it is: so many of a kind out of so many.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Made {
    pub noun: &'static str,
    pub done: usize,
    pub of: usize,
}

/// What there is in the end, beside the demo salon's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scaled {
    pub branches: usize,
    pub customers: usize,
    pub bookings: usize,
    pub invoices: usize,
}

/// Fills an empty database: the demo salon, at least `visits` bookings that were billed, and a fifth as many customers.
/// The same day gives the same chain.
pub async fn fill_to_scale(
    db: &Db,
    occasion: &Occasion,
    visits: usize,
    tell: impl Fn(Made),
) -> Result<Scaled, DemoRefusal> {
    let opening = occasion.clone();
    db.write(move |tx| fill(tx, &opening)).await?;
    let today = occasion.now.ist_date();
    let calendar = Calendar::of(visits, today);
    let (first_day, branches) = (calendar.first_day(), calendar.houses);
    let open = move |tx: &mut Tx<'_>| houses::open(tx, &Draws::new("houses", today), first_day, branches);
    let chain = Arc::new(db.write(open).await?);
    let guests = crowd::invite(&Draws::new("guests", today), &calendar, visits.div_ceil(VISITS_OF_ONE));
    let mut done = 0;
    for some in guests.chunks(PER_TRANSACTION) {
        done += some.len();
        let some = some.to_vec();
        db.write(move |tx| guests::insert_users(tx, &some)).await?;
        tell(Made { noun: "customers", done, of: guests.len() });
    }

    let mut life = Life::new(Draws::new("life", today), &calendar, &chain, &guests);
    let mut next = Arc::new(life.next_days());
    while !next.visits.is_empty() {
        let (some, house) = (Arc::clone(&next), Arc::clone(&chain));
        // The days that follow are made up while these are written.
        let (stored, following) =
            tokio::join!(db.write(move |tx| some.store(tx, &house)), async { Arc::new(life.next_days()) });
        stored?;
        tell(Made { noun: "bookings", done: next.done, of: calendar.visits });
        next = following;
    }
    let (standings, invoices) = life.end();
    let bookings = calendar.visits;
    let scaled = Scaled { branches, customers: guests.len(), bookings, invoices };
    keep_records(db, &chain, guests.into_iter().zip(standings), today, &tell).await?;
    // After the last row, so that it counts all.
    db.write(move |tx: &mut Tx<'_>| -> Result<(), DbError> {
        guests::count_rows(tx)?;
        Ok(())
    })
    .await?;
    Ok(scaled)
}

/// The profiles: only now is it known what everyone's visits have come to.
async fn keep_records(
    db: &Db,
    chain: &Arc<Chain>,
    guests: impl ExactSizeIterator<Item = (Arc<Guest>, Standing)>,
    today: NaiveDate,
    tell: &impl Fn(Made),
) -> Result<(), DbError> {
    let draws = Draws::new("records", today);
    let of = guests.len();
    let mut left = guests.map(|(guest, standing)| crowd::record(&draws, chain, &guest, standing)).peekable();
    let mut done = 0;
    while left.peek().is_some() {
        let some: Vec<_> = left.by_ref().take(PER_TRANSACTION).collect();
        done += some.len();
        let chain = Arc::clone(chain);
        db.write(move |tx| guests::insert_records(tx, &some, &chain.receptionist)).await?;
        tell(Made { noun: "profiles", done, of });
    }
    Ok(())
}

#[cfg(test)]
mod tests;

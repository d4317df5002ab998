//! Adds up the day before, for each branch, and keeps it.

use chrono::{Days, NaiveDate};
use parlour_domain::ids::BranchId;
use parlour_domain::invoice::PaymentMethod;
use parlour_domain::ist::Timestamp;
use parlour_domain::period::Period;
use parlour_store::reports::Scope;
use parlour_store::summaries::{self, DailySales};
use parlour_store::{Conn, DbError};

use super::JobError;
use crate::backstage::Backstage;
use crate::reports::daybook::Daybook;

/// How far back days are made up for that nobody has added up, the one that was asked for included.
const MOST_DAYS: u64 = 62;

/// Only days that are over, because nothing is billed on them any more. A credit note that is stored after its day was
/// added up counts itself in.
pub(super) async fn run(backstage: &Backstage, at: Timestamp) -> Result<(), JobError> {
    let db = &backstage.app.db;
    let day = at.min(backstage.app.clock.now()).ist_date() - Days::new(1);
    for branch in db.read(summaries::branches).await? {
        let id = branch.id.clone();
        let last = db.read(move |conn| summaries::last_before(conn, &id, day)).await?;
        for missing in missing_until(day, last).days() {
            add_up(backstage, &branch.id, missing).await?;
        }
    }
    Ok(())
}

/// The day itself, and those since the last that was added up.
fn missing_until(day: NaiveDate, last: Option<NaiveDate>) -> Period {
    let first = last.map_or(day, |last| last + Days::new(1));
    Period { from: first.max(day - Days::new(MOST_DAYS - 1)), to: day }
}

/// Read apart from being written: nobody at the desk waits for a sum.
async fn add_up(backstage: &Backstage, branch: &BranchId, day: NaiveDate) -> Result<(), JobError> {
    let (db, now, branch) = (&backstage.app.db, backstage.app.clock.now(), branch.clone());
    let added = db.snapshot(move |conn| sales_of(conn, &branch, day)).await?;
    Ok(db.write(move |tx| summaries::write_day(tx, &added, now)).await?)
}

fn sales_of(conn: &mut Conn<'_>, branch: &BranchId, day: NaiveDate) -> Result<DailySales, DbError> {
    let scope = Scope { period: Period::of_day(day), branch: Some(branch.clone()) };
    let book = Daybook::compute(conn, &scope)?;
    Ok(DailySales {
        branch_id: branch.clone(),
        summary_date: day,
        invoice_count: book.billed.invoice_count,
        service_invoice_count: book.billed.visit_count,
        membership_sale_count: book.billed.membership_count,
        membership_session_count: book.billed.session_count,
        subtotal_paise: book.billed.subtotal_paise,
        discount_paise: book.billed.discount_paise,
        redeemed_value_paise: book.billed.redeemed_value_paise,
        taxable_value_paise: book.billed.taxable_value_paise,
        gst_amount_paise: book.billed.gst_amount_paise,
        total_amount_paise: book.billed.total_amount_paise,
        cash_paise: book.paid_paise(PaymentMethod::Cash),
        upi_paise: book.paid_paise(PaymentMethod::Upi),
        card_paise: book.paid_paise(PaymentMethod::Card),
        credit_note_count: book.credited.credit_note_count,
        credited_paise: book.credited.credited_paise,
        gems_earned: book.gems.gems_earned,
        gems_redeemed: book.gems.gems_redeemed,
        bookings_created: book.requested_count,
        bookings_completed: book.appointments.completed_count,
        bookings_cancelled: book.appointments.cancelled_count,
        bookings_noshow: book.appointments.noshow_count,
        walkin_count: book.appointments.walkin_count,
        new_customer_count: book.new_customer_count,
    })
}

#[cfg(test)]
mod tests {
    use parlour_domain::ist::parse_date;

    use super::*;

    #[test]
    fn days_that_nobody_has_added_up_are_made_up_for() {
        let day = |typed: &str| parse_date(typed).unwrap();
        let missing = |last: Option<&str>| {
            let period = missing_until(day("2027-03-10"), last.map(day));
            (period.from, period.days_long())
        };
        assert_eq!(missing(None), (day("2027-03-10"), 1));
        assert_eq!(missing(Some("2027-03-09")), (day("2027-03-10"), 1));
        assert_eq!(missing(Some("2027-03-06")), (day("2027-03-07"), 4));
        assert_eq!(missing(Some("2025-01-01")), (day("2027-01-08"), 62));
    }
}

//! Where a period has nothing to report: the nearest day that has something.

use chrono::NaiveDate;
use parlour_db::{Conn, DbError, params};
use parlour_domain::billing::invoice::InvoiceType;
use parlour_domain::ist::Timestamp;
use parlour_domain::report::period::Period;

use super::ReportScope;

/// What a report is about.
#[derive(Debug, Clone, Copy)]
pub enum Reported {
    /// Invoices of these types.
    Invoices(&'static [InvoiceType]),
    /// They belong to no branch.
    Leads,
}

/// The last day before the period, else the first one after it.
pub fn find_nearest_day(
    conn: &mut Conn<'_>,
    scope: &ReportScope,
    reported: Reported,
) -> Result<Option<NaiveDate>, DbError> {
    match reported {
        Reported::Invoices(types) => find_day_of_invoice(conn, scope, types),
        Reported::Leads => find_day_of_lead(conn, scope.period),
    }
}

/// Invoices that are voided or were replaced by others are left out: some reports do not count them. Each type is looked
/// for by itself, in the order of its index: a salon without memberships has no invoice to go through for them.
fn find_day_of_invoice(
    conn: &mut Conn<'_>,
    scope: &ReportScope,
    types: &[InvoiceType],
) -> Result<Option<NaiveDate>, DbError> {
    let mut before: Option<NaiveDate> = None;
    for invoice_type in types {
        let day = conn.one_value(
            "select invoice_date from invoices
             where invoice_type = $1 and invoice_date < $2 and ($3 = '' or branch_id = $3)
                 and coalesce(voided_at, superseded_at) is null
             order by invoice_date desc limit 1",
            params![invoice_type, scope.period.from, scope.branch()],
        )?;
        before = before.max(day);
    }
    if before.is_some() {
        return Ok(before);
    }
    let mut after: Option<NaiveDate> = None;
    for invoice_type in types {
        let day = conn.one_value(
            "select invoice_date from invoices
             where invoice_type = $1 and invoice_date > $2 and ($3 = '' or branch_id = $3)
                 and coalesce(voided_at, superseded_at) is null
             order by invoice_date limit 1",
            params![invoice_type, scope.period.to, scope.branch()],
        )?;
        after = [after, day].into_iter().flatten().min();
    }
    Ok(after)
}

fn find_day_of_lead(conn: &mut Conn<'_>, period: Period) -> Result<Option<NaiveDate>, DbError> {
    let before: Option<Timestamp> = conn.one_value(
        "select created_at from leads where created_at < $1 order by created_at desc limit 1",
        params![period.starts_at()],
    )?;
    if let Some(before) = before {
        return Ok(Some(before.ist_date()));
    }
    let after: Option<Timestamp> = conn.one_value(
        "select created_at from leads where created_at >= $1 order by created_at limit 1",
        params![period.ends_at()],
    )?;
    Ok(after.map(Timestamp::ist_date))
}

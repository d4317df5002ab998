//! What came in and went out, by how it was paid.

use parlour_domain::billing::invoice::PaymentMethod;

use super::{ReportScope, figures};
use crate::db::{Conn, DbError, select, sql};
use crate::params;

figures! {
    /// What the invoices of some days say of one way to pay.
    PaymentTotals {
        /// Paid invoices.
        invoice_count: "cast(coalesce(sum(case when payment_status = 'pending' then 0 else 1 end), 0) as bigint)",
        taken_paise: "cast(coalesce(sum(case when payment_status = 'pending' then 0 else total_amount_paise end), 0) as bigint)",
        /// Invoices that nobody has paid yet.
        unpaid_count: "cast(coalesce(sum(case when payment_status = 'pending' then 1 else 0 end), 0) as bigint)",
        unpaid_paise: "cast(coalesce(sum(case when payment_status = 'pending' then total_amount_paise else 0 end), 0) as bigint)",
    }
}

figures! {
    /// Credit notes give money back the way it came.
    RefundTotals {
        credit_note_count: "count(*)",
        given_back_paise: "cast(coalesce(sum(c.total_amount_paise), 0) as bigint)",
    }
}

/// Slips of 0 rupees ask for no money. One row, so that nothing has to be sorted.
pub fn sum_payments(conn: &mut Conn<'_>, scope: &ReportScope, method: PaymentMethod) -> Result<PaymentTotals, DbError> {
    let found = conn.one(
        sql!(
            select!(PaymentTotals, ""),
            " from invoices
             where invoice_date between $1 and $2 and ($3 = '' or branch_id = $3) and payment_method = $4
                 and invoice_type <> 'membership_session'"
        ),
        params![scope.period.from, scope.period.to, scope.branch(), method],
    )?;
    Ok(found.unwrap_or_default())
}

pub fn sum_refunds(conn: &mut Conn<'_>, scope: &ReportScope, method: PaymentMethod) -> Result<RefundTotals, DbError> {
    let found = conn.one(
        sql!(
            select!(RefundTotals, ""),
            " from credit_notes c join invoices i on i.id = c.invoice_id
             where c.credit_date between $1 and $2 and ($3 = '' or c.branch_id = $3) and i.payment_method = $4
                 and i.invoice_type <> 'membership_session'"
        ),
        params![scope.period.from, scope.period.to, scope.branch(), method],
    )?;
    Ok(found.unwrap_or_default())
}

//! Payments, refunds and tips, by method. Slips of membership sessions have none.

use std::collections::BTreeMap;

use parlour_db::{Conn, DbError, columns, sql};
use parlour_domain::billing::invoice::PaymentMethod;
use parlour_domain::ids::StaffId;

use super::kept_sum::KeptSum;
use super::{ReportScope, figures};

figures! {
    /// Payments of invoices, on the days of the invoices.
    PaymentTotals {
        /// Invoices that were paid by the method, in whole or in part.
        invoice_count: "count(distinct p.invoice_id)",
        taken_paise: "cast(sum(p.amount_paise) as bigint)",
    }
}

figures! {
    /// Invoices that nobody has paid yet.
    UnpaidTotals {
        unpaid_count: "count(*)",
        unpaid_paise: "cast(sum(total_amount_paise) as bigint)",
    }
}

figures! {
    /// Refunds of credit notes, on the days of the notes.
    RefundTotals {
        /// Credit notes that gave back money by the method, in whole or in part.
        credit_note_count: "count(distinct r.credit_note_id)",
        given_back_paise: "cast(sum(r.amount_paise) as bigint)",
    }
}

figures! {
    /// Tips for the staff. They are no part of what was taken.
    TipTotals {
        tip_count: "count(*)",
        tips_paise: "cast(sum(amount_paise) as bigint)",
    }
}

figures! {
    /// How many documents there are.
    DocumentCount {
        document_count: "count(*)",
    }
}

type ByMethod<T> = BTreeMap<PaymentMethod, T>;

pub(super) const TAKEN_BY_METHOD: KeptSum<PaymentMethod, PaymentTotals> = KeptSum::new(
    "taken_by_method",
    sql!(
        "select p.method, ",
        columns!(PaymentTotals, ""),
        " from invoices i join invoice_payments p on p.invoice_id = i.id
         where i.invoice_date between $1 and $2 and ($3 = '' or i.branch_id = $3)
         group by p.method"
    ),
);
pub(super) const UNPAID_BY_METHOD: KeptSum<PaymentMethod, UnpaidTotals> = KeptSum::new(
    "unpaid_by_method",
    sql!(
        "select payment_method, ",
        columns!(UnpaidTotals, ""),
        " from invoices
         where invoice_date between $1 and $2 and ($3 = '' or branch_id = $3) and payment_status = 'pending'
             and total_amount_paise > 0 and payment_method is not null
         group by payment_method"
    ),
);
pub(super) const GIVEN_BACK_BY_METHOD: KeptSum<PaymentMethod, RefundTotals> = KeptSum::new(
    "given_back_by_method",
    sql!(
        "select r.method, ",
        columns!(RefundTotals, ""),
        " from credit_notes c join credit_note_refunds r on r.credit_note_id = c.id
         where c.credit_date between $1 and $2 and ($3 = '' or c.branch_id = $3)
         group by r.method"
    ),
);

const TIPS: &str = " from tips where tip_date between $1 and $2 and ($3 = '' or branch_id = $3)";
pub(super) const TIPS_BY_METHOD: KeptSum<PaymentMethod, TipTotals> =
    KeptSum::new("tips_by_method", sql!("select method, ", columns!(TipTotals, ""), TIPS, " group by method"));
pub(super) const TIPS_BY_STAFF: KeptSum<StaffId, TipTotals> =
    KeptSum::new("tips_by_staff", sql!("select staff_id, ", columns!(TipTotals, ""), TIPS, " group by staff_id"));

pub(super) const PAID_INVOICES: KeptSum<(), DocumentCount> = KeptSum::new(
    "paid_invoices",
    sql!(
        "select ",
        columns!(DocumentCount, ""),
        " from invoices i
         where i.invoice_date between $1 and $2 and ($3 = '' or i.branch_id = $3)
             and exists (select 1 from invoice_payments p where p.invoice_id = i.id)"
    ),
);
pub(super) const REFUNDED_CREDIT_NOTES: KeptSum<(), DocumentCount> = KeptSum::new(
    "refunded_credit_notes",
    sql!(
        "select ",
        columns!(DocumentCount, ""),
        " from credit_notes c
         where c.credit_date between $1 and $2 and ($3 = '' or c.branch_id = $3)
             and exists (select 1 from credit_note_refunds r where r.credit_note_id = c.id)"
    ),
);

pub fn sum_payments_by_method(conn: &mut Conn<'_>, scope: &ReportScope) -> Result<ByMethod<PaymentTotals>, DbError> {
    TAKEN_BY_METHOD.read(conn, scope)
}

/// Under the method that the invoices name.
pub fn sum_unpaid_by_method(conn: &mut Conn<'_>, scope: &ReportScope) -> Result<ByMethod<UnpaidTotals>, DbError> {
    UNPAID_BY_METHOD.read(conn, scope)
}

pub fn sum_refunds_by_method(conn: &mut Conn<'_>, scope: &ReportScope) -> Result<ByMethod<RefundTotals>, DbError> {
    GIVEN_BACK_BY_METHOD.read(conn, scope)
}

pub fn sum_tips_by_method(conn: &mut Conn<'_>, scope: &ReportScope) -> Result<ByMethod<TipTotals>, DbError> {
    TIPS_BY_METHOD.read(conn, scope)
}

pub fn sum_tips_by_staff(conn: &mut Conn<'_>, scope: &ReportScope) -> Result<BTreeMap<StaffId, TipTotals>, DbError> {
    TIPS_BY_STAFF.read(conn, scope)
}

/// Invoices with a payment. One that was paid by two methods counts once.
pub fn count_paid_invoices(conn: &mut Conn<'_>, scope: &ReportScope) -> Result<i64, DbError> {
    count(conn, scope, &PAID_INVOICES)
}

/// Credit notes with a refund. One that was refunded by two methods counts once.
pub fn count_refunded_credit_notes(conn: &mut Conn<'_>, scope: &ReportScope) -> Result<i64, DbError> {
    count(conn, scope, &REFUNDED_CREDIT_NOTES)
}

fn count(conn: &mut Conn<'_>, scope: &ReportScope, sum: &KeptSum<(), DocumentCount>) -> Result<i64, DbError> {
    Ok(sum.read(conn, scope)?.values().map(|found| found.document_count).sum())
}

//! What was billed and credited, day by day.

use std::collections::BTreeMap;

use chrono::NaiveDate;

use parlour_db::{Conn, DbError, columns, sql};

use super::kept_sum::KeptSum;
use super::{ReportScope, figures};

figures! {
    /// What was billed. Prices include GST. An invoice of 0 rupees whose booking was reopened has no amounts: no credit
    /// note takes its discount or its gems back.
    BilledTotals {
        /// For visits and for memberships.
        invoice_count: "cast(sum(case when invoice_type = 'membership_session' then 0 else 1 end) as bigint)",
        /// A booking that was reopened and billed again is one visit.
        visit_count: "cast(sum(case when invoice_type = 'service' and superseded_at is null then 1 else 0 end) as bigint)",
        membership_count: "cast(sum(case when invoice_type = 'membership_purchase' then 1 else 0 end) as bigint)",
        /// Visits that were paid with a membership's hours: slips of 0 rupees, no invoices.
        session_count: "cast(sum(case when invoice_type = 'membership_session' then 1 else 0 end) as bigint)",
        /// Before discounts and gems.
        subtotal_paise: "cast(sum(case when superseded_at is not null and total_amount_paise = 0
             then 0 else subtotal_paise end) as bigint)",
        /// By offers and by hand.
        discount_paise: "cast(sum(case when superseded_at is not null and total_amount_paise = 0
             then 0 else discount_paise end) as bigint)",
        /// The part of the discount that was given by hand.
        hand_discount_paise: "cast(sum(case when discount_reason is null or superseded_at is not null and total_amount_paise = 0
             then 0 else discount_paise end) as bigint)",
        /// What gems have paid for.
        redeemed_value_paise: "cast(sum(case when superseded_at is not null and total_amount_paise = 0
             then 0 else redeemed_value_paise end) as bigint)",
        taxable_value_paise: "cast(sum(taxable_value_paise) as bigint)",
        gst_amount_paise: "cast(sum(gst_amount_paise) as bigint)",
        rounding_paise: "cast(sum(rounding_paise) as bigint)",
        /// Taxable value, GST and rounding.
        total_amount_paise: "cast(sum(total_amount_paise) as bigint)",
    }
}

figures! {
    /// What is left of invoices after credit notes of any day.
    RemainingTotals {
        /// Invoices of which something is left.
        remaining_count: "count(*)",
        remaining_paise: "cast(sum(total_amount_paise - credited_paise) as bigint)",
    }
}

figures! {
    /// What was given back, on the day of the credit note.
    CreditedTotals {
        credit_note_count: "count(*)",
        credited_taxable_value_paise: "cast(sum(taxable_value_paise) as bigint)",
        credited_gst_paise: "cast(sum(gst_amount_paise) as bigint)",
        credited_rounding_paise: "cast(sum(rounding_paise) as bigint)",
        credited_paise: "cast(sum(total_amount_paise) as bigint)",
    }
}

pub(super) const BILLED_BY_DAY: KeptSum<NaiveDate, BilledTotals> = KeptSum::new(
    "billed_by_day",
    sql!(
        "select invoice_date, ",
        columns!(BilledTotals, ""),
        " from invoices
         where invoice_date between $1 and $2 and ($3 = '' or branch_id = $3) and voided_at is null
         group by invoice_date"
    ),
);
pub(super) const REMAINING_BY_DAY: KeptSum<NaiveDate, RemainingTotals> = KeptSum::new(
    "remaining_by_day",
    sql!(
        "select invoice_date, ",
        columns!(RemainingTotals, ""),
        " from invoices
         where invoice_date between $1 and $2 and ($3 = '' or branch_id = $3) and credited_paise < total_amount_paise
         group by invoice_date"
    ),
);
pub(super) const CREDITED_BY_DAY: KeptSum<NaiveDate, CreditedTotals> = KeptSum::new(
    "credited_by_day",
    sql!(
        "select credit_date, ",
        columns!(CreditedTotals, ""),
        " from credit_notes where credit_date between $1 and $2 and ($3 = '' or branch_id = $3)
         group by credit_date"
    ),
);

/// Days on which nothing was billed are left out. A voided slip counts nowhere.
pub fn sum_billed_by_day(
    conn: &mut Conn<'_>,
    scope: &ReportScope,
) -> Result<BTreeMap<NaiveDate, BilledTotals>, DbError> {
    BILLED_BY_DAY.read(conn, scope)
}

/// Days of which nothing is left are left out.
pub fn sum_remaining_by_day(
    conn: &mut Conn<'_>,
    scope: &ReportScope,
) -> Result<BTreeMap<NaiveDate, RemainingTotals>, DbError> {
    REMAINING_BY_DAY.read(conn, scope)
}

/// Days on which nothing was given back are left out.
pub fn sum_credited_by_day(
    conn: &mut Conn<'_>,
    scope: &ReportScope,
) -> Result<BTreeMap<NaiveDate, CreditedTotals>, DbError> {
    CREDITED_BY_DAY.read(conn, scope)
}

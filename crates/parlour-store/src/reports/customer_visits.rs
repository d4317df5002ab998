//! Who came: a visit counts on the day of its invoice or slip. Bought memberships are no visits, nor are slips of
//! reversed sessions; a booking that was reopened counts by its new invoice.

use chrono::{Days, NaiveDate};
use parlour_db::{Conn, DbError, params, select, sql};
use parlour_domain::report::period::Period;
use parlour_domain::report::{LAPSED_AFTER_DAYS, RETAINED_WITHIN_DAYS};

use super::{ReportScope, figures};

figures! {
    /// Customers of a month, counted on the day on which they first came in it.
    CustomerArrivals {
        customer_count: "count(*)",
        /// Those who had not come before in the whole period.
        first_in_period_count: "cast(coalesce(sum(case when exists
         (select 1 from invoices e where e.customer_id = v.customer_id and e.invoice_date >= $3 and e.invoice_date < $2
              and e.invoice_type <> 'membership_purchase' and coalesce(e.voided_at, e.superseded_at) is null
              and ($5 = '' or e.branch_id = $5)) then 0 else 1 end), 0) as bigint)",
        /// Those who had never come before.
        new_count: "cast(coalesce(sum(case when exists
         (select 1 from invoices e where e.customer_id = v.customer_id and e.invoice_date < $2
              and e.invoice_type <> 'membership_purchase' and coalesce(e.voided_at, e.superseded_at) is null
              and ($5 = '' or e.branch_id = $5)) then 0 else 1 end), 0) as bigint)",
        /// Those who came again on a later day, soon enough.
        retained_count: "cast(coalesce(sum(case when exists
         (select 1 from invoices l where l.customer_id = v.customer_id and l.invoice_date > $1 and l.invoice_date <= $4
              and l.invoice_type <> 'membership_purchase' and coalesce(l.voided_at, l.superseded_at) is null
              and ($5 = '' or l.branch_id = $5)) then 1 else 0 end), 0) as bigint)",
    }
}

figures! {
    KnownCustomers {
        /// Customers who have come by then.
        customer_count: "cast(coalesce(sum(case when first_day <= $1 then 1 else 0 end), 0) as bigint)",
        /// Those of them who have stayed away since.
        lapsed_count: "cast(coalesce(sum(case when last_day <= $2 then 1 else 0 end), 0) as bigint)",
    }
}

pub fn count_visits(conn: &mut Conn<'_>, scope: &ReportScope, period: Period) -> Result<i64, DbError> {
    conn.number(
        "select count(*) from invoices
         where invoice_date between $1 and $2 and ($3 = '' or branch_id = $3)
             and invoice_type <> 'membership_purchase' and coalesce(voided_at, superseded_at) is null",
        params![period.from, period.to, scope.branch()],
    )
}

/// The customers of a month, or of the part of it that the period has. Day by day, because only so the day until which
/// they may come again is a parameter.
pub fn sum_customer_arrivals(
    conn: &mut Conn<'_>,
    scope: &ReportScope,
    month: Period,
) -> Result<CustomerArrivals, DbError> {
    let mut found = CustomerArrivals::default();
    for day in month.days() {
        found += count_arrivals_of_day(conn, scope, month.from, day)?;
    }
    Ok(found)
}

/// Every customer is counted by the first of their visits, so that no list of customers is kept.
fn count_arrivals_of_day(
    conn: &mut Conn<'_>,
    scope: &ReportScope,
    month_start: NaiveDate,
    day: NaiveDate,
) -> Result<CustomerArrivals, DbError> {
    let found = conn.one(
        sql!(
            select!(CustomerArrivals, ""),
            " from invoices v
             where v.invoice_date = $1 and v.invoice_type <> 'membership_purchase' and coalesce(v.voided_at, v.superseded_at) is null
                 and ($5 = '' or v.branch_id = $5)
                 and not exists
                     (select 1 from invoices e where e.customer_id = v.customer_id and e.invoice_date >= $2
                          and (e.invoice_date < $1 or (e.invoice_date = $1 and e.id < v.id))
                          and e.invoice_type <> 'membership_purchase' and coalesce(e.voided_at, e.superseded_at) is null
                          and ($5 = '' or e.branch_id = $5))"
        ),
        params![day, month_start, scope.period.from, day + Days::new(RETAINED_WITHIN_DAYS), scope.branch()],
    )?;
    Ok(found.unwrap_or_default())
}

/// Everyone who had come by the end of the period. Only the order of the customers' own index groups them without
/// sorting, so nothing else is offered to look by.
pub fn count_known_customers(conn: &mut Conn<'_>, scope: &ReportScope) -> Result<KnownCustomers, DbError> {
    let last_seen_by = scope.period.to - Days::new(LAPSED_AFTER_DAYS);
    let found = conn.one(
        sql!(
            select!(KnownCustomers, ""),
            " from (select customer_id, min(invoice_date) as first_day,
                 max(case when invoice_date <= $1 then invoice_date end) as last_day
             from invoices
             where invoice_type <> 'membership_purchase' and coalesce(voided_at, superseded_at) is null
                 and ($3 = '' or branch_id = $3)
             group by customer_id) customers"
        ),
        params![scope.period.to, last_seen_by, scope.branch()],
    )?;
    Ok(found.unwrap_or_default())
}

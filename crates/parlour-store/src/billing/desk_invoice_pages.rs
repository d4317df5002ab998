//! The desk's list of invoices from a position on, for pages that lead to the next one.

use chrono::{Days, NaiveDate};
use parlour_db::{Conn, DbError, SqlValue, params, row, select, sql};
use parlour_domain::billing::invoice::InvoiceType;
use parlour_domain::ids::InvoiceId;

use crate::billing::desk_invoice_list::{FOUND_FEW, InvoiceFilter, has_few_matches};
use crate::billing::desk_invoices::{self, DeskInvoice};
use crate::billing::invoices::InvoiceCursor;

/// At most `limit` invoices after the position, newest first.
pub fn page_after(
    conn: &mut Conn<'_>,
    filter: &InvoiceFilter,
    after: Option<&InvoiceCursor>,
    limit: i64,
) -> Result<Vec<DeskInvoice>, DbError> {
    let [from, _] = filter.days();
    let (beyond_date, beyond_id) = match after {
        Some(after) => (after.invoice_date, after.id.as_str()),
        None => (day_after(filter.to), ""),
    };
    let (beyond_date, beyond_id) = (SqlValue::Date(beyond_date), SqlValue::Text(beyond_id));
    let limit = SqlValue::Int(limit);
    let ids = match (&filter.search, filter.invoice_type) {
        (None, None) => conn.all::<(InvoiceId,)>(PAGE_AFTER, &[from, beyond_date, beyond_id, limit])?,
        (None, Some(kind)) => {
            conn.all(PAGE_OF_TYPE_AFTER, &[from, beyond_date, beyond_id, limit, SqlValue::Text(kind.as_str())])?
        }
        (Some(search), kind) => {
            let kind = SqlValue::Text(kind.map_or("", InvoiceType::as_str));
            let [name, first, beyond, invoice, session] = search.cells();
            let page = if has_few_matches(conn, search)? { PAGE_OF_FEW_AFTER } else { PAGE_OF_MANY_AFTER };
            let cells = [from, beyond_date, kind, name, first, beyond, invoice, session, beyond_id, limit];
            conn.all(page, &cells)?
        }
    };
    let ids: Vec<InvoiceId> = ids.into_iter().map(|(id,)| id).collect();
    desk_invoices::read_invoices(conn, &ids)
}

/// What was billed on some days, without what was voided. A slip of a membership's hours is not a bill.
#[derive(Debug, Clone, Copy)]
pub struct InvoiceSums {
    pub count: i64,
    pub total_paise: i64,
    pub credited_paise: i64,
}
row! { InvoiceSums {
    count: "count(*)",
    total_paise: "coalesce(cast(sum(i.total_amount_paise) as bigint), 0)",
    credited_paise: "coalesce(cast(sum(i.credited_paise) as bigint), 0)",
} }

/// From a day to another one, both inclusive.
pub fn sum_of_days(
    conn: &mut Conn<'_>,
    from: NaiveDate,
    to: NaiveDate,
    kind: Option<InvoiceType>,
) -> Result<InvoiceSums, DbError> {
    let kind = kind.map_or("", InvoiceType::as_str);
    let sums = conn.one(
        sql!(
            select!(InvoiceSums, ""),
            " from invoices i where i.invoice_date >= $1 and i.invoice_date <= $2 and ($3 = '' or i.invoice_type = $3)
                 and i.invoice_type <> 'membership_session' and i.voided_at is null"
        ),
        params![from, to, kind],
    )?;
    Ok(sums.unwrap_or(InvoiceSums { count: 0, total_paise: 0, credited_paise: 0 }))
}

/// The day on which a list up to this one begins, before all of its own.
fn day_after(to: Option<NaiveDate>) -> NaiveDate {
    let last = to.or(NaiveDate::from_ymd_opt(9999, 12, 30)).unwrap_or(NaiveDate::MAX);
    last.checked_add_days(Days::new(1)).unwrap_or(last)
}

pub const PAGE_AFTER: &str = "select id from invoices
     where invoice_date >= $1 and (invoice_date, id) < ($2, $3) order by invoice_date desc, id desc limit $4";
pub const PAGE_OF_TYPE_AFTER: &str = "select id from invoices
     where invoice_type = $5 and invoice_date >= $1 and (invoice_date, id) < ($2, $3)
     order by invoice_date desc, id desc limit $4";
pub const PAGE_OF_FEW_AFTER: &str = sql!(
    FOUND_FEW,
    " select id from found
     where invoice_date >= $1 and (invoice_date, id) < ($2, $9) and ($3 = '' or invoice_type = $3)
     order by invoice_date desc, id desc limit $10"
);
/// Reads in the order of an index until the page is full. The name is checked last, row by row.
pub const PAGE_OF_MANY_AFTER: &str = "select i.id from invoices i
     where i.invoice_date >= $1 and (i.invoice_date, i.id) < ($2, $9) and ($3 = '' or i.invoice_type = $3)
     and ((i.invoice_number >= $5 and i.invoice_number < $6)
         or substr(i.invoice_number, length(i.invoice_number) - 5) in ($7, $8)
         or (select u.name_folded from users u where u.id = i.customer_id) like $4 escape '!')
     order by i.invoice_date desc, i.id desc limit $10";

//! Invoices by number, and by their customer's name or phone. Newest first.

use chrono::NaiveDate;
use parlour_db::sql_text::TWENTY_PARAMETERS;
use parlour_db::{Conn, DbError, params, row, select, sql};
use parlour_domain::billing::invoice::{InvoiceNumberSearch, InvoiceType, PaymentStatus};
use parlour_domain::ids::{BookingId, InvoiceId, UserId};
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    CUSTOMER_MATCHES, CUSTOMERS_PER_STATEMENT, MAX_HITS, MatchingCustomers, NEWEST_ROWS, customers_and_limit, newest,
    twenty,
};

/// An invoice that a search has found.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FoundInvoice {
    pub id: InvoiceId,
    pub invoice_number: String,
    pub invoice_type: InvoiceType,
    pub invoice_date: NaiveDate,
    pub booking_id: Option<BookingId>,
    pub customer_id: UserId,
    pub customer_name: String,
    pub total_amount_paise: i64,
    pub payment_status: PaymentStatus,
}
row! { FoundInvoice {
    id, invoice_number, invoice_type, invoice_date, booking_id, customer_id, customer_name: "u.name",
    total_amount_paise, payment_status,
} }

/// What invoices are sorted by.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct InvoiceOrder {
    invoice_date: NaiveDate,
    id: InvoiceId,
}
row! { InvoiceOrder { invoice_date, id } }

const NEWEST_FIRST: &str = " order by invoice_date desc, id desc limit ";

/// The beginning of a number, such as `BLR/2627`: the highest numbers of the series.
const BY_PREFIX: &str = sql!(
    select!(InvoiceOrder, ""),
    " from invoices where invoice_number >= $1 and invoice_number < $2 order by invoice_number desc limit $3"
);
/// The running number, in any branch and year; the pattern keeps the year, if it was typed.
const BY_COUNT: &str = sql!(
    select!(InvoiceOrder, "i"),
    " from invoice_counters c cross join branches b cross join invoices i
     where b.id = c.branch_id and i.invoice_number = b.code || '/' || c.financial_year || '/' ||
         case c.series when 'invoice' then $1 when 'session' then $2 end
         and i.invoice_number like $3
     order by i.invoice_date desc, i.id desc limit $4"
);
const OF_CUSTOMERS: &str = sql!(
    "with found as materialized (",
    select!(InvoiceOrder, "i"),
    " from invoices i where i.customer_id in (",
    TWENTY_PARAMETERS,
    ")) ",
    select!(InvoiceOrder, ""),
    " from found",
    NEWEST_FIRST,
    "$21"
);
/// Goes through the newest invoices until it has found enough, and looks each customer up.
const NEWEST_OF_MANY: &str = sql!(
    select!(InvoiceOrder, "r"),
    " from (select invoice_date, id, customer_id from invoices",
    NEWEST_FIRST,
    "$2) r where ",
    CUSTOMER_MATCHES,
    " limit $3"
);

pub fn find_invoices(
    conn: &mut Conn<'_>,
    typed: &str,
    customers: &MatchingCustomers,
) -> Result<Vec<FoundInvoice>, DbError> {
    let mut found = find_by_number(conn, typed)?;
    match customers {
        MatchingCustomers::Few(ids) => {
            for some in ids.chunks(CUSTOMERS_PER_STATEMENT) {
                found.extend(conn.all::<InvoiceOrder>(OF_CUSTOMERS, &customers_and_limit(some))?);
            }
        }
        MatchingCustomers::Many(pattern) => {
            found.extend(conn.all::<InvoiceOrder>(NEWEST_OF_MANY, params![pattern, NEWEST_ROWS, MAX_HITS])?);
        }
    }
    let found = newest(found);
    let mut invoices = conn.all::<FoundInvoice>(
        sql!(
            select!(FoundInvoice, "i"),
            " from invoices i join users u on u.id = i.customer_id where i.id in (",
            TWENTY_PARAMETERS,
            ")"
        ),
        &twenty(found.iter().map(|order| order.id.as_str())),
    )?;
    invoices.sort_by_key(|invoice| found.iter().position(|order| order.id == invoice.id));
    Ok(invoices)
}

fn find_by_number(conn: &mut Conn<'_>, typed: &str) -> Result<Vec<InvoiceOrder>, DbError> {
    let number = InvoiceNumberSearch::read(typed);
    if number.prefix.is_empty() {
        return Ok(Vec::new());
    }
    // `~` sorts after every character of an invoice number.
    let beyond = format!("{}~", number.prefix);
    let mut found = conn.all::<InvoiceOrder>(BY_PREFIX, params![number.prefix, beyond, MAX_HITS])?;
    let (count, pattern) = match number.prefix.rsplit_once('/') {
        Some((_, count)) => (InvoiceNumberSearch::read(count), format!("%{}", number.prefix)),
        None => (number, "%".to_owned()),
    };
    if count.invoice_suffix.is_some() || count.session_suffix.is_some() {
        let [invoice, session] = [count.invoice_suffix, count.session_suffix].map(Option::unwrap_or_default);
        found.extend(conn.all::<InvoiceOrder>(BY_COUNT, params![invoice, session, pattern, MAX_HITS])?);
    }
    Ok(found)
}

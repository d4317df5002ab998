//! The desk's list of invoices, with search and pages. A search with few results must not read all invoices.

use chrono::NaiveDate;
use parlour_db::{Conn, DbError, SqlValue, like_pattern, row, select, sql};
use parlour_domain::billing::invoice::{InvoiceNumberSearch, InvoiceType};
use parlour_domain::ids::InvoiceId;
use parlour_domain::text::fold_case;

use crate::billing::desk_invoices::{self, DeskInvoice};

/// Which invoices.
#[derive(Debug, Clone)]
pub struct InvoiceFilter {
    pub from: Option<NaiveDate>,
    /// The last day, inclusive.
    pub to: Option<NaiveDate>,
    pub invoice_type: Option<InvoiceType>,
    pub search: Option<InvoiceSearch>,
}

impl InvoiceFilter {
    /// The first and the last day. A missing one is replaced by a day before or after all invoices.
    pub(super) fn days(&self) -> [SqlValue<'static>; 2] {
        let first = self.from.or(NaiveDate::from_ymd_opt(1, 1, 1)).unwrap_or(NaiveDate::MIN);
        let last = self.to.or(NaiveDate::from_ymd_opt(9999, 12, 31)).unwrap_or(NaiveDate::MAX);
        [SqlValue::Date(first), SqlValue::Date(last)]
    }

    fn is_unfiltered(&self) -> bool {
        self.from.is_none() && self.to.is_none() && self.invoice_type.is_none()
    }
}

/// A text that is searched in the customer's present name and in the invoice number.
#[derive(Debug, Clone)]
pub struct InvoiceSearch {
    name: String,
    number: InvoiceNumberSearch,
    /// The upper bound, exclusive, of the numbers that begin with the typed prefix.
    beyond: String,
}

impl InvoiceSearch {
    /// `None` if the search text is empty.
    pub fn new(typed: &str) -> Option<Self> {
        let number = InvoiceNumberSearch::read(typed);
        // `~` sorts after every character of an invoice number.
        let beyond = if number.prefix.is_empty() { String::new() } else { format!("{}~", number.prefix) };
        (!typed.is_empty()).then(|| Self { name: like_pattern(&fold_case(typed)), number, beyond })
    }

    /// The parameters of the search, in the order of their numbers in the statements.
    pub(super) fn cells(&self) -> [SqlValue<'_>; 5] {
        [
            SqlValue::Text(&self.name),
            SqlValue::Text(&self.number.prefix),
            SqlValue::Text(&self.beyond),
            SqlValue::Text(self.number.invoice_suffix.as_deref().unwrap_or_default()),
            SqlValue::Text(self.number.session_suffix.as_deref().unwrap_or_default()),
        ]
    }
}

/// A search with at least this many matches scans the requested days until the page is full. With fewer, only the
/// matching invoices are read.
const FEW_MATCHES_LIMIT: i64 = 1_000;

/// The number of matches by name and by number prefix, counted up to a limit.
#[derive(Debug, Clone, Copy)]
struct MatchCounts {
    names: i64,
    numbers: i64,
}
row! { MatchCounts {
    names: "(select count(*) from (select 1 from users u cross join invoices i
         where i.customer_id = u.id and u.name_folded like $1 escape '!' limit $4) n)",
    numbers: "(select count(*) from (select 1 from invoices where invoice_number >= $2 and invoice_number < $3
         limit $4) n)",
} }

fn count_matches(conn: &mut Conn<'_>, search: &InvoiceSearch) -> Result<MatchCounts, DbError> {
    let [name, first, beyond, ..] = search.cells();
    let found = conn.one(COUNT_MATCHES_UP_TO, &[name, first, beyond, SqlValue::Int(FEW_MATCHES_LIMIT + 1)])?;
    Ok(found.unwrap_or(MatchCounts { names: 0, numbers: 0 }))
}

/// Whether so few invoices match that reading all of them is the fastest way.
pub(super) fn has_few_matches(conn: &mut Conn<'_>, search: &InvoiceSearch) -> Result<bool, DbError> {
    let found = count_matches(conn, search)?;
    Ok(found.names + found.numbers <= FEW_MATCHES_LIMIT)
}

/// A page, newest first, and how many there are in all.
pub fn page(
    conn: &mut Conn<'_>,
    filter: &InvoiceFilter,
    limit: i64,
    offset: i64,
) -> Result<(Vec<DeskInvoice>, i64), DbError> {
    let [from, to] = filter.days();
    let (limit, offset) = (SqlValue::Int(limit), SqlValue::Int(offset));
    let (ids, count) = match (&filter.search, filter.invoice_type) {
        (None, None) => {
            (conn.all::<(InvoiceId,)>(PAGE, &[from, to, limit, offset])?, conn.one::<(i64,)>(COUNT, &[from, to])?)
        }
        (None, Some(kind)) => {
            let kind = SqlValue::Text(kind.as_str());
            (conn.all(PAGE_OF_TYPE, &[from, to, limit, offset, kind])?, conn.one(COUNT_OF_TYPE, &[from, to, kind])?)
        }
        (Some(search), kind) => {
            let kind = SqlValue::Text(kind.map_or("", InvoiceType::as_str));
            let cells = search.cells();
            let [name, first, beyond, invoice, session] = cells;
            let found = count_matches(conn, search)?;
            let asked = [from, to, kind, name, first, beyond, invoice, session];
            let page = if found.names + found.numbers > FEW_MATCHES_LIMIT { PAGE_OF_MANY } else { PAGE_OF_FEW };
            let ids = conn.all(page, &[from, to, kind, name, first, beyond, invoice, session, limit, offset])?;
            let count = match found {
                MatchCounts { names, numbers } if names + numbers <= FEW_MATCHES_LIMIT => {
                    conn.one(COUNT_OF_FEW, &asked)?
                }
                MatchCounts { numbers, .. } if filter.is_unfiltered() && numbers <= FEW_MATCHES_LIMIT => {
                    conn.one(COUNT_OF_NAMES, &cells)?
                }
                MatchCounts { names, .. } if filter.is_unfiltered() && names <= FEW_MATCHES_LIMIT => {
                    conn.one(COUNT_OF_NUMBERS, &cells)?
                }
                MatchCounts { .. } => conn.one(COUNT_OF_MANY, &asked)?,
            };
            (ids, count)
        }
    };
    let ids: Vec<InvoiceId> = ids.into_iter().map(|(id,)| id).collect();
    Ok((desk_invoices::read_invoices(conn, &ids)?, count.map_or(0, |(count,)| count)))
}

pub const PAGE: &str = sql!("select id from invoices where invoice_date between $1 and $2", NEWEST_FIRST);
pub const COUNT: &str = "select count(*) from invoices where invoice_date between $1 and $2";
pub const PAGE_OF_TYPE: &str =
    sql!("select id from invoices where invoice_date between $1 and $2 and invoice_type = $5", NEWEST_FIRST);
pub const COUNT_OF_TYPE: &str =
    "select count(*) from invoices where invoice_date between $1 and $2 and invoice_type = $3";
const NEWEST_FIRST: &str = " order by invoice_date desc, id desc limit $3 offset $4";

/// `cross join` so that SQLite begins with the people, who are fewer.
pub const COUNT_MATCHES_UP_TO: &str = sql!(select!(MatchCounts, ""));

/// Invoices of people whose name matches, and of numbers that match. Materialized, or Postgres would look through the
/// days instead of at what is found.
pub(super) const FOUND_FEW: &str = "with found as materialized (
         select i.id, i.invoice_date, i.invoice_type from users u cross join invoices i
         where i.customer_id = u.id and u.name_folded like $4 escape '!'
         union
         select id, invoice_date, invoice_type from invoices where invoice_number >= $5 and invoice_number < $6
         union
         select i.id, i.invoice_date, i.invoice_type
         from invoice_counters c cross join branches b cross join invoices i
         where b.id = c.branch_id and i.invoice_number = b.code || '/' || c.financial_year || '/' ||
             case c.series when 'invoice' then $7 when 'session' then $8 end)";
const IN_PERIOD: &str = " from found where invoice_date between $1 and $2 and ($3 = '' or invoice_type = $3)";
pub const PAGE_OF_FEW: &str =
    sql!(FOUND_FEW, " select id", IN_PERIOD, " order by invoice_date desc, id desc limit $9 offset $10");
pub const COUNT_OF_FEW: &str = sql!(FOUND_FEW, " select count(*)", IN_PERIOD);

const MATCHES_NUMBER: &str = "i.invoice_date between $1 and $2 and ($3 = '' or i.invoice_type = $3)
     and ((i.invoice_number >= $5 and i.invoice_number < $6)
         or substr(i.invoice_number, length(i.invoice_number) - 5) in ($7, $8)";
/// Reads in the order of an index until the page is full. The name is checked last, row by row.
pub const PAGE_OF_MANY: &str = sql!(
    "select i.id from invoices i where ",
    MATCHES_NUMBER,
    " or (select u.name_folded from users u where u.id = i.customer_id) like $4 escape '!')
     order by i.invoice_date desc, i.id desc limit $9 offset $10"
);
pub const COUNT_OF_MANY: &str = sql!(
    "select count(*) from invoices i join users u on u.id = i.customer_id where ",
    MATCHES_NUMBER,
    " or u.name_folded like $4 escape '!')"
);

/// Invoices whose number ends as typed, in any branch and year.
const BY_SUFFIX: &str = "from invoice_counters c cross join branches b cross join invoices i
     where b.id = c.branch_id and i.invoice_number = b.code || '/' || c.financial_year || '/' ||
         case c.series when 'invoice' then $4 when 'session' then $5 end)";
/// Counts all matches where many match by name, which an index counts, and a few more by number.
pub const COUNT_OF_NAMES: &str = sql!(
    "with found as materialized (
     select id, customer_id from invoices where invoice_number >= $2 and invoice_number < $3
     union
     select i.id, i.customer_id ",
    BY_SUFFIX,
    " select (select count(*) from users u cross join invoices i
         where i.customer_id = u.id and u.name_folded like $1 escape '!')
     + (select count(*) from found f join users u on u.id = f.customer_id
         where not u.name_folded like $1 escape '!')"
);
/// Counts all matches where many match by number, and a few more by name.
pub const COUNT_OF_NUMBERS: &str = sql!(
    "with found as materialized (
     select i.id, i.invoice_number from users u cross join invoices i
     where i.customer_id = u.id and u.name_folded like $1 escape '!'
     union
     select i.id, i.invoice_number ",
    BY_SUFFIX,
    " select (select count(*) from invoices where invoice_number >= $2 and invoice_number < $3)
     + (select count(*) from found where not (invoice_number >= $2 and invoice_number < $3))"
);

//! The desk's list of invoices: searched, in pages. A search that finds little must not cost what there is.

use chrono::NaiveDate;
use parlour_domain::ids::InvoiceId;
use parlour_domain::invoice::{InvoiceType, TypedNumber};

use crate::billing::{self, BilledInvoice};
use crate::db::{Cell, Conn, DbError};
use crate::directory::pattern_of;
use crate::params;

/// Which invoices.
#[derive(Debug, Clone)]
pub struct Wanted {
    pub from: NaiveDate,
    /// This day too.
    pub to: NaiveDate,
    pub invoice_type: Option<InvoiceType>,
    pub search: Option<Search>,
}

/// What is looked for in the name that the customer has now, and in the number.
#[derive(Debug, Clone)]
pub struct Search {
    name: String,
    number: TypedNumber,
    /// No number that begins as typed is this high.
    beyond: String,
}

impl Search {
    /// None where nothing is looked for.
    pub fn new(typed: &str) -> Option<Self> {
        let number = TypedNumber::read(typed);
        // Every character of a number comes before this one.
        let beyond =
            if number.beginning.is_empty() { String::new() } else { format!("{}~", number.beginning) };
        (!typed.is_empty()).then(|| Self { name: pattern_of(typed), number, beyond })
    }

    /// In the order in which the statements number them.
    fn cells(&self) -> [Cell<'_>; 5] {
        [
            Cell::Text(&self.name),
            Cell::Text(&self.number.beginning),
            Cell::Text(&self.beyond),
            Cell::Text(self.number.invoice_ending.as_deref().unwrap_or_default()),
            Cell::Text(self.number.session_ending.as_deref().unwrap_or_default()),
        ]
    }
}

/// Of a search that finds more, every invoice of the days asked for is looked at; of any other, only what it finds.
const MOST_FOUND_FIRST: i64 = 1_000;

/// A page, newest first, and how many there are in all.
pub fn page(
    conn: &mut Conn<'_>,
    wanted: &Wanted,
    limit: i64,
    skipped: i64,
) -> Result<(Vec<BilledInvoice>, i64), DbError> {
    let (page, count) = statements(conn, wanted)?;
    let (from, to) = (Cell::Date(wanted.from), Cell::Date(wanted.to));
    let (limit, skipped) = (Cell::Int(limit), Cell::Int(skipped));
    let (ids, count) = match (&wanted.search, wanted.invoice_type) {
        (None, None) => (
            conn.all::<(InvoiceId,)>(page, &[from, to, limit, skipped])?,
            conn.one::<(i64,)>(count, &[from, to])?,
        ),
        (None, Some(kind)) => {
            let kind = Cell::Text(kind.as_str());
            (conn.all(page, &[from, to, limit, skipped, kind])?, conn.one(count, &[from, to, kind])?)
        }
        (Some(search), kind) => {
            let kind = Cell::Text(kind.map_or("", InvoiceType::as_str));
            let [name, first, beyond, invoice, session] = search.cells();
            (
                conn.all(page, &[from, to, kind, name, first, beyond, invoice, session, limit, skipped])?,
                conn.one(count, &[from, to, kind, name, first, beyond, invoice, session])?,
            )
        }
    };
    let ids: Vec<InvoiceId> = ids.into_iter().map(|(id,)| id).collect();
    Ok((billing::read(conn, &ids)?, count.map_or(0, |(count,)| count)))
}

/// One statement finds a page, the other counts.
fn statements(conn: &mut Conn<'_>, wanted: &Wanted) -> Result<(&'static str, &'static str), DbError> {
    Ok(match &wanted.search {
        None if wanted.invoice_type.is_none() => (PAGE, COUNT),
        None => (PAGE_OF_TYPE, COUNT_OF_TYPE),
        Some(search) => {
            let found = conn.one::<(i64,)>(
                AT_MOST,
                params![search.name, search.number.beginning, search.beyond, MOST_FOUND_FIRST + 1],
            )?;
            let finds_many = found.is_some_and(|(found,)| found > MOST_FOUND_FIRST);
            if finds_many { (PAGE_OF_MANY, COUNT_OF_MANY) } else { (PAGE_OF_FEW, COUNT_OF_FEW) }
        }
    })
}

pub const PAGE: &str = "select id from invoices where invoice_date between $1 and $2
     order by invoice_date desc, id desc limit $3 offset $4";
pub const COUNT: &str = "select count(*) from invoices where invoice_date between $1 and $2";
pub const PAGE_OF_TYPE: &str =
    "select id from invoices where invoice_date between $1 and $2 and invoice_type = $5
     order by invoice_date desc, id desc limit $3 offset $4";
pub const COUNT_OF_TYPE: &str =
    "select count(*) from invoices where invoice_date between $1 and $2 and invoice_type = $3";

/// How many a search finds, as far as that matters. `cross join` so that SQLite begins with the people, who are fewer.
pub const AT_MOST: &str = "select (select count(*) from (select 1 from users u cross join invoices i
         where i.customer_id = u.id and u.name_folded like $1 escape '!' limit $4) n)
     + (select count(*) from (select 1 from invoices where invoice_number >= $2 and invoice_number < $3
         limit $4) n)";
/// Materialized, or Postgres would look through the days instead of at what is found.
pub const PAGE_OF_FEW: &str = "with found as materialized (
         select i.id, i.invoice_date, i.invoice_type from users u cross join invoices i
         where i.customer_id = u.id and u.name_folded like $4 escape '!'
         union
         select id, invoice_date, invoice_type from invoices where invoice_number >= $5 and invoice_number < $6
         union
         select i.id, i.invoice_date, i.invoice_type
         from invoice_counters c cross join branches b cross join invoices i
         where b.id = c.branch_id and i.invoice_number = b.code || '/' || c.financial_year || '/' ||
             case c.series when 'invoice' then $7 when 'session' then $8 end)
     select id from found where invoice_date between $1 and $2 and ($3 = '' or invoice_type = $3)
     order by invoice_date desc, id desc limit $9 offset $10";
pub const COUNT_OF_FEW: &str = "with found as materialized (
         select i.id, i.invoice_date, i.invoice_type from users u cross join invoices i
         where i.customer_id = u.id and u.name_folded like $4 escape '!'
         union
         select id, invoice_date, invoice_type from invoices where invoice_number >= $5 and invoice_number < $6
         union
         select i.id, i.invoice_date, i.invoice_type
         from invoice_counters c cross join branches b cross join invoices i
         where b.id = c.branch_id and i.invoice_number = b.code || '/' || c.financial_year || '/' ||
             case c.series when 'invoice' then $7 when 'session' then $8 end)
     select count(*) from found where invoice_date between $1 and $2 and ($3 = '' or invoice_type = $3)";
/// In the order of an index, until the page is full. The name is asked for last, and for each by itself.
pub const PAGE_OF_MANY: &str = "select i.id from invoices i
     where i.invoice_date between $1 and $2 and ($3 = '' or i.invoice_type = $3)
         and ((i.invoice_number >= $5 and i.invoice_number < $6)
             or substr(i.invoice_number, length(i.invoice_number) - 5) in ($7, $8)
             or (select u.name_folded from users u where u.id = i.customer_id) like $4 escape '!')
     order by i.invoice_date desc, i.id desc limit $9 offset $10";
pub const COUNT_OF_MANY: &str = "select count(*) from invoices i join users u on u.id = i.customer_id
     where i.invoice_date between $1 and $2 and ($3 = '' or i.invoice_type = $3)
         and ((i.invoice_number >= $5 and i.invoice_number < $6)
             or substr(i.invoice_number, length(i.invoice_number) - 5) in ($7, $8)
             or u.name_folded like $4 escape '!')";

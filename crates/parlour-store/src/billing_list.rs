//! The desk's list of invoices: searched, in pages. A search that finds little must not cost what there is.

use chrono::NaiveDate;
use parlour_domain::ids::InvoiceId;
use parlour_domain::invoice::{InvoiceType, TypedNumber};

use crate::billing::{self, BilledInvoice};
use crate::db::{Cell, Conn, DbError};
use crate::directory::pattern_of;
use crate::row;

/// Which invoices.
#[derive(Debug, Clone)]
pub struct Wanted {
    pub from: Option<NaiveDate>,
    /// This day too.
    pub to: Option<NaiveDate>,
    pub invoice_type: Option<InvoiceType>,
    pub search: Option<Search>,
}

impl Wanted {
    /// Days between which every invoice lies, where none are asked for.
    fn days(&self) -> [Cell<'static>; 2] {
        let first = self.from.or(NaiveDate::from_ymd_opt(1, 1, 1)).unwrap_or(NaiveDate::MIN);
        let last = self.to.or(NaiveDate::from_ymd_opt(9999, 12, 31)).unwrap_or(NaiveDate::MAX);
        [Cell::Date(first), Cell::Date(last)]
    }

    fn is_everything(&self) -> bool {
        self.from.is_none() && self.to.is_none() && self.invoice_type.is_none()
    }
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

/// Of a search that finds more, the days asked for are looked through until the page is full; of any other, only what
/// it finds is looked at.
const MANY: i64 = 1_000;

/// How many a search finds by name and by how numbers begin, as far as that matters.
#[derive(Debug, Clone, Copy)]
struct Found {
    names: i64,
    numbers: i64,
}
row! { Found { names, numbers } }

/// A page, newest first, and how many there are in all.
pub fn page(
    conn: &mut Conn<'_>,
    wanted: &Wanted,
    limit: i64,
    skipped: i64,
) -> Result<(Vec<BilledInvoice>, i64), DbError> {
    let [from, to] = wanted.days();
    let (limit, skipped) = (Cell::Int(limit), Cell::Int(skipped));
    let (ids, count) = match (&wanted.search, wanted.invoice_type) {
        (None, None) => (
            conn.all::<(InvoiceId,)>(PAGE, &[from, to, limit, skipped])?,
            conn.one::<(i64,)>(COUNT, &[from, to])?,
        ),
        (None, Some(kind)) => {
            let kind = Cell::Text(kind.as_str());
            (
                conn.all(PAGE_OF_TYPE, &[from, to, limit, skipped, kind])?,
                conn.one(COUNT_OF_TYPE, &[from, to, kind])?,
            )
        }
        (Some(search), kind) => {
            let kind = Cell::Text(kind.map_or("", InvoiceType::as_str));
            let cells = search.cells();
            let [name, first, beyond, invoice, session] = cells;
            let found = conn.one(AT_MOST, &[name, first, beyond, Cell::Int(MANY + 1)])?;
            let found = found.unwrap_or(Found { names: 0, numbers: 0 });
            let asked = [from, to, kind, name, first, beyond, invoice, session];
            let page = if found.names + found.numbers > MANY { PAGE_OF_MANY } else { PAGE_OF_FEW };
            let ids =
                conn.all(page, &[from, to, kind, name, first, beyond, invoice, session, limit, skipped])?;
            let count = match found {
                Found { names, numbers } if names + numbers <= MANY => conn.one(COUNT_OF_FEW, &asked)?,
                Found { numbers, .. } if wanted.is_everything() && numbers <= MANY => {
                    conn.one(COUNT_OF_NAMES, &cells)?
                }
                Found { names, .. } if wanted.is_everything() && names <= MANY => {
                    conn.one(COUNT_OF_NUMBERS, &cells)?
                }
                Found { .. } => conn.one(COUNT_OF_MANY, &asked)?,
            };
            (ids, count)
        }
    };
    let ids: Vec<InvoiceId> = ids.into_iter().map(|(id,)| id).collect();
    Ok((billing::read(conn, &ids)?, count.map_or(0, |(count,)| count)))
}

pub const PAGE: &str = "select id from invoices where invoice_date between $1 and $2
     order by invoice_date desc, id desc limit $3 offset $4";
pub const COUNT: &str = "select count(*) from invoices where invoice_date between $1 and $2";
pub const PAGE_OF_TYPE: &str =
    "select id from invoices where invoice_date between $1 and $2 and invoice_type = $5
     order by invoice_date desc, id desc limit $3 offset $4";
pub const COUNT_OF_TYPE: &str =
    "select count(*) from invoices where invoice_date between $1 and $2 and invoice_type = $3";

/// `cross join` so that SQLite begins with the people, who are fewer.
pub const AT_MOST: &str = "select (select count(*) from (select 1 from users u cross join invoices i
         where i.customer_id = u.id and u.name_folded like $1 escape '!' limit $4) n),
     (select count(*) from (select 1 from invoices where invoice_number >= $2 and invoice_number < $3
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
/// Of all that there are: many by name, which an index counts, and a few more by number.
pub const COUNT_OF_NAMES: &str = "with found as materialized (
         select id, customer_id from invoices where invoice_number >= $2 and invoice_number < $3
         union
         select i.id, i.customer_id from invoice_counters c cross join branches b cross join invoices i
         where b.id = c.branch_id and i.invoice_number = b.code || '/' || c.financial_year || '/' ||
             case c.series when 'invoice' then $4 when 'session' then $5 end)
     select (select count(*) from users u cross join invoices i
             where i.customer_id = u.id and u.name_folded like $1 escape '!')
         + (select count(*) from found f join users u on u.id = f.customer_id
             where not u.name_folded like $1 escape '!')";
/// The other way round.
pub const COUNT_OF_NUMBERS: &str = "with found as materialized (
         select i.id, i.invoice_number from users u cross join invoices i
         where i.customer_id = u.id and u.name_folded like $1 escape '!'
         union
         select i.id, i.invoice_number from invoice_counters c cross join branches b cross join invoices i
         where b.id = c.branch_id and i.invoice_number = b.code || '/' || c.financial_year || '/' ||
             case c.series when 'invoice' then $4 when 'session' then $5 end)
     select (select count(*) from invoices where invoice_number >= $2 and invoice_number < $3)
         + (select count(*) from found where not (invoice_number >= $2 and invoice_number < $3))";

//! The customer directory, with search, sort orders and pages. All sort columns are in the profile, where each order
//! has an index. The search texts are in another table.

pub(crate) mod entries;
mod search;
mod sort_orders;

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use parlour_db::column::width;
use parlour_db::sql_text::TWENTY_PARAMETERS;
use parlour_db::{Conn, DbError, FromRow, Row, SqlValue, columns, params, row, select, sql};
use parlour_domain::customer::DirectorySort;
use parlour_domain::email_address::EmailAddress;
use parlour_domain::ids::UserId;
use parlour_domain::ist::Timestamp;
use parlour_domain::phone::Phone;
use serde::Serialize;
use utoipa::ToSchema;

use crate::customers::customer_records::TagLabel;
use search::DirectorySearch;
use sort_orders::statement_in_order;

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DirectoryEntry {
    pub id: UserId,
    pub name: String,
    pub email: Option<EmailAddress>,
    pub phone: Option<Phone>,
    pub total_visits: i64,
    pub total_spent_paise: i64,
    pub noshow_count: i64,
    pub first_visit_at: Option<Timestamp>,
    pub last_visit_at: Option<Timestamp>,
    /// None where there is no loyalty account.
    pub gems_balance: Option<i64>,
    pub created_at: Timestamp,
    /// By name.
    pub tags: Vec<TagLabel>,
}
row! { DirectoryEntry {
    id: "user_id", name: "u.name", email: "u.email", phone, total_visits, total_spent_paise, noshow_count,
    first_visit_at, last_visit_at, gems_balance, created_at: "u.created_at"; tags,
} }

/// Which customers.
#[derive(Debug, Clone, Default)]
pub struct DirectoryFilter {
    search: DirectorySearch,
    tag: Option<String>,
}

impl DirectoryFilter {
    /// `search` is a part of a name, phone or e-mail, in any case, however it is typed.
    pub fn new(search: &str, tag: Option<String>) -> Self {
        Self { search: DirectorySearch::new(search), tag }
    }

    /// For `search_text like … escape '!'`.
    pub(crate) fn search_pattern(&self) -> String {
        self.search.pattern()
    }

    /// Whether the search text is long enough for the trigram indexes.
    pub(crate) fn can_use_index(&self) -> bool {
        self.search.can_use_index()
    }
}

/// All who match the search of a filter, in no order. For a search that is known to find few.
pub(crate) fn list_matching(conn: &mut Conn<'_>, filter: &DirectoryFilter) -> Result<Vec<UserId>, DbError> {
    filter.search.list_matching(conn)
}

/// A page, and how many there are in all.
pub fn page(
    conn: &mut Conn<'_>,
    filter: &DirectoryFilter,
    sort: DirectorySort,
    limit: i64,
    offset: i64,
) -> Result<(Vec<DirectoryEntry>, i64), DbError> {
    let (ids, count) = match &filter.tag {
        Some(tag) => page_by_tag(conn, tag, &filter.search.pattern(), sort, PageRange { limit, offset })?,
        None if filter.search.is_empty() => {
            let ids = conn.all::<(UserId,)>(all_customers_statement(sort), params![limit, offset])?;
            (ids.into_iter().map(|(id,)| id).collect(), entries::count_entries(conn)?)
        }
        None => filter.search.page(conn, sort, limit, offset)?,
    };
    let mut entries = HashMap::with_capacity(ids.len());
    for some in ids.chunks(ENTRIES_PER_STATEMENT) {
        read_entries(conn, some, &mut entries)?;
    }
    Ok((ids.iter().filter_map(|id| entries.remove(id)).collect(), count))
}

/// The statement that reads a page of all customers.
pub fn all_customers_statement(sort: DirectorySort) -> &'static str {
    statement_in_order!(sort, "select p.user_id from profiles p where p.in_directory", "limit $1 offset $2")
}

/// Which rows of a list are shown.
#[derive(Debug, Clone, Copy)]
struct PageRange {
    limit: i64,
    offset: i64,
}

/// Few customers have a tag, so they are selected by it and then sorted. Each row contains the total count. A page
/// without rows needs a second statement for the count, unless it is the first page.
fn page_by_tag(
    conn: &mut Conn<'_>,
    tag: &str,
    pattern: &str,
    sort: DirectorySort,
    page: PageRange,
) -> Result<(Vec<UserId>, i64), DbError> {
    let rows = conn.all::<(UserId, i64)>(tag_statement(sort), params![pattern, tag, page.limit, page.offset])?;
    let count = match rows.first() {
        Some((_, count)) => *count,
        None if page.offset == 0 => 0,
        None => conn
            .one::<(i64,)>(
                "select count(*) from tags t join customer_tags c on c.tag_id = t.id
                     join directory_texts d on d.user_id = c.customer_id
                 where t.slug = $2 and ($1 = '' or d.search_text like $1 escape '!')",
                params![pattern, tag],
            )?
            .map_or(0, |(count,)| count),
    };
    Ok((rows.into_iter().map(|(id, _)| id).collect(), count))
}

fn tag_statement(sort: DirectorySort) -> &'static str {
    statement_in_order!(
        sort,
        "select p.user_id, count(*) over () from tags t join customer_tags c on c.tag_id = t.id
             join directory_texts d on d.user_id = c.customer_id join profiles p on p.user_id = d.user_id
         where t.slug = $2 and ($1 = '' or d.search_text like $1 escape '!')",
        "limit $3 offset $4"
    )
}

/// As many as a usual page has: one statement reads them.
const ENTRIES_PER_STATEMENT: usize = 20;

/// A row per customer and tag, in the order of the tags.
fn read_entries(
    conn: &mut Conn<'_>,
    ids: &[UserId],
    entries: &mut HashMap<UserId, DirectoryEntry>,
) -> Result<(), DbError> {
    // Unused parameters are empty texts, which match no id.
    let ids: [&str; ENTRIES_PER_STATEMENT] = std::array::from_fn(|at| ids.get(at).map_or("", UserId::as_str));
    conn.all_with(
        sql!(
            select!(DirectoryEntry, "p"),
            ", ",
            columns!(TagLabel, "t"),
            " from profiles p join users u on u.id = p.user_id
                 left join customer_tags c on c.customer_id = p.user_id
                 left join tags t on t.id = c.tag_id
             where p.user_id in (",
            TWENTY_PARAMETERS,
            ") order by t.name_folded, t.id"
        ),
        &ids.map(SqlValue::Text),
        |columns| {
            // The rows are in the order of the tags, so those of a customer do not follow each other.
            let entry = match entries.entry(columns.peek(0)?) {
                Entry::Occupied(known) => {
                    columns.skip(width(DirectoryEntry::COLUMNS));
                    known.into_mut()
                }
                Entry::Vacant(vacant) => vacant.insert(DirectoryEntry::from_row(columns)?),
            };
            entry.tags.extend(Option::<TagLabel>::from_row(columns)?);
            Ok(())
        },
    )?;
    Ok(())
}

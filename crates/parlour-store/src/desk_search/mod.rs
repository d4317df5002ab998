//! One search of the desk for bookings, invoices and leads. Customers are found by the
//! [directory](crate::customers::directory).

pub mod bookings;
pub mod invoices;
pub mod leads;

use parlour_db::{Conn, DbError, SqlValue, params, sql};
use parlour_domain::ids::UserId;

use crate::customers::directory::{self, DirectoryEntry, DirectoryFilter};

/// How many hits of a kind are shown.
pub const MAX_HITS: i64 = 8;

/// If more customers match, their bookings and invoices are looked for among the newest of all.
const FEW_CUSTOMERS: i64 = 400;
/// So many of the newest are looked at then.
pub(crate) const NEWEST_ROWS: i64 = 20_000;
/// One statement reads those of so many customers.
pub(crate) const CUSTOMERS_PER_STATEMENT: usize = 20;

/// The customers whose bookings and invoices match.
#[derive(Debug)]
pub enum MatchingCustomers {
    Few(Vec<UserId>),
    /// All whose text in the directory is like this pattern.
    Many(String),
}

/// Those who match a filter, of whom the directory shows `shown` and counts `count`.
pub fn find_matching_customers(
    conn: &mut Conn<'_>,
    filter: &DirectoryFilter,
    shown: &[DirectoryEntry],
    count: i64,
) -> Result<MatchingCustomers, DbError> {
    if count > FEW_CUSTOMERS {
        return Ok(MatchingCustomers::Many(filter.search_pattern()));
    }
    let are_all_shown = i64::try_from(shown.len()) == Ok(count);
    let mut found = if are_all_shown {
        shown.iter().map(|entry| entry.id.clone()).collect()
    } else {
        directory::list_matching(conn, filter)?
    };
    found.extend(list_others(conn, filter)?);
    Ok(MatchingCustomers::Few(found))
}

/// People who are not in the directory and whose name matches: those who booked before they were onboarded, and the team.
fn list_others(conn: &mut Conn<'_>, filter: &DirectoryFilter) -> Result<Vec<UserId>, DbError> {
    let pattern = filter.search_pattern();
    if !pattern.chars().any(char::is_alphabetic) {
        return Ok(Vec::new());
    }
    let statement = if filter.can_use_index() { OTHERS } else { OTHERS_BY_SCAN };
    conn.all_values(statement, params![pattern, FEW_CUSTOMERS])
}

/// A part of a name is searched for without its spaces.
const NAME: &str = "replace(u.name_folded, ' ', '')";
const OTHERS: &str = sql!("select u.id from users u where ", NAME, " like $1 escape '!'", ARE_OTHERS);
/// Another expression than that of the trigram index keeps Postgres from it: it would read the index whole.
const OTHERS_BY_SCAN: &str = sql!("select u.id from users u where ", NAME, " || '' like $1 escape '!'", ARE_OTHERS);
const ARE_OTHERS: &str = " and u.anonymised_at is null and u.merged_into is null
     and not exists (select 1 from directory_texts t where t.user_id = u.id) limit $2";

/// Whether the customer of a row `r` matches the pattern $1. Null for somebody of whom nothing is known any more.
pub(crate) const CUSTOMER_MATCHES: &str = sql!(
    "coalesce(
     (select t.search_text like $1 escape '!' from directory_texts t where t.user_id = r.customer_id),
     (select ",
    NAME,
    " like $1 escape '!' from users u where u.id = r.customer_id and u.anonymised_at is null))"
);

/// The parameters of a statement about the newest of twenty customers, with how many are read.
fn customers_and_limit(ids: &[UserId]) -> Vec<SqlValue<'_>> {
    twenty(ids.iter().map(UserId::as_str)).into_iter().chain([SqlValue::Int(MAX_HITS)]).collect()
}

/// The parameters of a statement about twenty ids. Unused ones are empty texts, which match no id.
pub(crate) fn twenty<'a>(ids: impl Iterator<Item = &'a str>) -> [SqlValue<'a>; CUSTOMERS_PER_STATEMENT] {
    let mut parameters = [SqlValue::Text(""); CUSTOMERS_PER_STATEMENT];
    for (parameter, id) in parameters.iter_mut().zip(ids) {
        *parameter = SqlValue::Text(id);
    }
    parameters
}

/// Sorts what was found newest first, removes what was found twice, and keeps as many as are shown.
fn newest<T: Ord>(mut found: Vec<T>) -> Vec<T> {
    found.sort_unstable_by(|one, other| other.cmp(one));
    found.dedup();
    found.truncate(usize::try_from(MAX_HITS).unwrap_or_default());
    found
}

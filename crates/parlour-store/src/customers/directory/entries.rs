//! Adds people to the directory, removes them, and counts them.

use parlour_db::{Conn, DbError, Tx, insert, params};
use parlour_domain::ids::UserId;

/// The count is spread over so many rows: two people who sign up at once wait for each other only if they share one.
const COUNT_BUCKETS: u64 = 64;

/// Writes the text that someone is found by, whether they were in the directory or not.
pub(crate) fn upsert_entry(tx: &mut Tx<'_>, user: &UserId, name_folded: &str, text: &str) -> Result<(), DbError> {
    let entered = insert! { tx.execute, "directory_texts", {
        user_id: user, name_folded, search_text: text,
    }, "on conflict (user_id) do nothing" }?;
    if entered == 1 {
        return add_to_count(tx, user, 1);
    }
    tx.run(
        "update directory_texts set name_folded = $2, search_text = $3 where user_id = $1 and search_text <> $3",
        params![user, name_folded, text],
    )
}

pub(crate) fn remove_entry(tx: &mut Tx<'_>, user: &UserId) -> Result<(), DbError> {
    let left = tx.execute("delete from directory_texts where user_id = $1", params![user])?;
    if left == 1 { add_to_count(tx, user, -1) } else { Ok(()) }
}

/// Adds to the count, or subtracts where `entries` is negative.
pub(crate) fn add_to_count(tx: &mut Tx<'_>, user: &UserId, entries: i64) -> Result<(), DbError> {
    insert! { tx.run, "directory_counts", {
        bucket: bucket_of(user), entries,
    }, "on conflict (bucket) do update set entries = directory_counts.entries + excluded.entries" }
}

fn bucket_of(user: &UserId) -> i64 {
    let spread = |sum: u64, byte: u8| sum.wrapping_mul(31).wrapping_add(u64::from(byte));
    let sum = user.as_str().bytes().fold(0, spread);
    i64::try_from(sum % COUNT_BUCKETS).unwrap_or_default()
}

/// How many people are in the directory, from the kept counts.
pub(super) fn count_entries(conn: &mut Conn<'_>) -> Result<i64, DbError> {
    conn.number("select cast(coalesce(sum(entries), 0) as bigint) from directory_counts", params![])
}

//! One statement text for both engines. `SQLite` numbers `$2 … $1` by first appearance, Postgres by the number; `?2`
//! means the number on `SQLite`. It has one writer at a time and no row locks. So statements are rewritten for it, once
//! each.

use std::collections::HashMap;
use std::sync::{LazyLock, PoisonError, RwLock};

/// What a statement is for `SQLite`, by the address and length of its text.
static REWRITTEN_STATEMENTS: LazyLock<RwLock<HashMap<(usize, usize), Rewritten>>> = LazyLock::new(RwLock::default);

#[derive(Clone, Copy)]
struct Rewritten {
    original: &'static str,
    for_sqlite: &'static str,
}

/// The statement as `SQLite` should read it. Statements are written in the source, so their address names them and the
/// rewritten text may live as long as the process.
pub(crate) fn for_sqlite(sql: &'static str) -> &'static str {
    let name = (sql.as_ptr().addr(), sql.len());
    let known = REWRITTEN_STATEMENTS.read().unwrap_or_else(PoisonError::into_inner).get(&name).copied();
    known.map_or_else(
        || {
            let for_sqlite: &'static str = rewrite_for_sqlite(sql).leak();
            let rewritten = Rewritten { original: sql, for_sqlite };
            REWRITTEN_STATEMENTS.write().unwrap_or_else(PoisonError::into_inner).insert(name, rewritten);
            for_sqlite
        },
        |known| known.for_sqlite,
    )
}

/// Every statement that this process has given to `SQLite` so far, as it stands in the source.
pub fn statements_seen_by_sqlite() -> Vec<&'static str> {
    let known = REWRITTEN_STATEMENTS.read().unwrap_or_else(PoisonError::into_inner);
    known.values().map(|statement| statement.original).collect()
}

/// Replaces `$1` by `?1` and drops lock clauses, outside quotes.
pub fn rewrite_for_sqlite(sql: &str) -> String {
    let mut out = String::with_capacity(sql.len());
    let mut in_quotes = false;
    let mut rest = sql;
    while let Some(letter) = rest.chars().next() {
        let length = if in_quotes { 0 } else { lock_clause_length(rest) };
        if length > 0 {
            rest = &rest[length..];
            continue;
        }
        in_quotes ^= letter == '\'';
        rest = &rest[letter.len_utf8()..];
        let is_parameter = letter == '$' && !in_quotes && rest.starts_with(|next: char| next.is_ascii_digit());
        out.push(if is_parameter { '?' } else { letter });
    }
    out
}

const LOCK_STRENGTHS: [&str; 4] = ["for update", "for no key update", "for share", "for key share"];

/// The length of the lock clause with which the text begins, the white space before it included; 0 where there is none.
fn lock_clause_length(text: &str) -> usize {
    let clause = text.trim_start();
    if clause.len() == text.len() {
        return 0;
    }
    let Some(mut rest) = LOCK_STRENGTHS.iter().find_map(|strength| clause.strip_prefix(strength)) else {
        return 0;
    };
    if let Some(table) = rest.strip_prefix(" of ") {
        rest = table.trim_start_matches(|letter: char| letter.is_ascii_alphanumeric() || letter == '_');
    }
    rest = rest.strip_prefix(" skip locked").unwrap_or(rest);
    // Something else begins with these words where they do not end here.
    if rest.is_empty() || rest.starts_with(')') { text.len() - rest.len() } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_keep_their_numbers() {
        assert_eq!(rewrite_for_sqlite("update t set a = $2 where b = $1"), "update t set a = ?2 where b = ?1");
        assert_eq!(rewrite_for_sqlite("select '$1 for update', $1"), "select '$1 for update', ?1");
    }

    #[test]
    fn row_locks_are_dropped() {
        for (sql, without) in [
            ("select 1 from t where id = $1 for update", "select 1 from t where id = ?1"),
            ("select 1 from t u\n  for no key update of u", "select 1 from t u"),
            ("select 1 from t for key share", "select 1 from t"),
            ("select 1 from t b for share of b", "select 1 from t b"),
            (
                "update t set a = 1 where id in (select id from t limit 1\n for update skip locked) returning id",
                "update t set a = 1 where id in (select id from t limit 1) returning id",
            ),
            ("select for_update from t", "select for_update from t"),
        ] {
            assert_eq!(rewrite_for_sqlite(sql), without);
        }
    }
}

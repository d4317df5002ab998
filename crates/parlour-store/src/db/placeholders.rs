//! `SQLite` numbers `$2 … $1` by first appearance, Postgres by the number. `?2` means the number
//! on `SQLite`, so statements are rewritten, once each.

use std::collections::HashMap;
use std::sync::{LazyLock, RwLock};

static REWRITTEN_STATEMENTS: LazyLock<RwLock<HashMap<(usize, usize), &'static str>>> =
    LazyLock::new(RwLock::default);

/// The statement as `SQLite` should read it. Statements are written in the source, so their
/// address names them and the rewritten text may live as long as the process.
pub(super) fn with_sqlite_placeholders(sql: &'static str) -> &'static str {
    let name = (sql.as_ptr().addr(), sql.len());
    let known =
        REWRITTEN_STATEMENTS.read().unwrap_or_else(std::sync::PoisonError::into_inner).get(&name).copied();
    known.unwrap_or_else(|| {
        let text: &'static str = Box::leak(replace_placeholders(sql).into_boxed_str());
        REWRITTEN_STATEMENTS.write().unwrap_or_else(std::sync::PoisonError::into_inner).insert(name, text);
        text
    })
}

fn replace_placeholders(sql: &str) -> String {
    let mut out = String::with_capacity(sql.len());
    let mut in_quotes = false;
    let mut chars = sql.chars().peekable();
    while let Some(c) = chars.next() {
        in_quotes ^= c == '\'';
        let is_parameter = c == '$' && !in_quotes && chars.peek().is_some_and(char::is_ascii_digit);
        out.push(if is_parameter { '?' } else { c });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_keep_their_numbers() {
        assert_eq!(
            replace_placeholders("update t set a = $2 where b = $1"),
            "update t set a = ?2 where b = ?1"
        );
        assert_eq!(replace_placeholders("select '$1', $1"), "select '$1', ?1");
    }
}

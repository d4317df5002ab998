//! How many leads there are, and how many have waited too long.

use parlour_app::leads;
use parlour_domain::ist::Timestamp;
use parlour_store::{Conn, DbError};
use parlour_texts::Texts;

/// Nobody needs to know more exactly.
pub(super) const MAX_COUNT: i64 = 100;

/// What the head of the page says of leads that wait.
#[derive(Debug)]
pub(super) struct Waiting {
    pub(super) count: i64,
    pub(super) text: String,
}

/// How many leads have waited too long.
pub(super) fn count_stale(conn: &mut Conn<'_>, now: Timestamp) -> Result<i64, DbError> {
    leads::count_stale(conn, now, MAX_COUNT)
}

impl Waiting {
    pub(super) fn new(count: i64, texts: Texts) -> Self {
        let text = texts.leads();
        let waiting =
            if count == 0 { text.none_waiting().to_owned() } else { text.waiting(count, &counted(count, texts)) };
        Self { count, text: waiting }
    }
}

/// `12`, or `100+`.
pub(super) fn counted(count: i64, texts: Texts) -> String {
    if count >= MAX_COUNT { texts.leads().at_least(MAX_COUNT) } else { count.to_string() }
}

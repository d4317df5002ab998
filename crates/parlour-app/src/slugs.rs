//! What a record is called in addresses. It is given once and stays, so that addresses do.

use parlour_domain::text::slug;
use parlour_store::DbError;

use crate::request_context::RequestContext;

/// Of a billion suffixes, the next one drawn is hardly ever taken.
const MAX_SUFFIX_ATTEMPTS: usize = 8;

/// Made of the name's words where that is free, or with a suffix. `claim` has something to show where it was free.
pub(crate) fn claim_free_slug<T>(
    context: &RequestContext,
    name: &str,
    kind: &str,
    mut claim: impl FnMut(String) -> Result<Option<T>, DbError>,
) -> Result<T, DbError> {
    let words = match slug(name) {
        // A name may have nothing that an address can show.
        none if none.is_empty() => kind.to_owned(),
        words => words,
    };
    if let Some(claimed) = claim(words.clone())? {
        return Ok(claimed);
    }
    for _ in 0..MAX_SUFFIX_ATTEMPTS {
        if let Some(claimed) = claim(format!("{words}-{}", context.rng.short_code::<6>()))? {
            return Ok(claimed);
        }
    }
    Err(DbError::Statement(format!("no slug is free for a {kind}")))
}

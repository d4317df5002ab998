//! Slugs: the names of records in addresses. A slug never changes, so that links keep working.

use parlour_domain::text::slug;
use parlour_store::DbError;

use crate::request_context::RequestContext;

/// There are a billion suffixes, so a random one is hardly ever taken.
const MAX_SUFFIX_ATTEMPTS: usize = 8;

/// Makes a slug of the name, with a suffix if it is taken. `claim` returns a value if the slug was free.
pub(crate) fn claim_free_slug<T>(
    context: &RequestContext,
    name: &str,
    kind: &str,
    mut claim: impl FnMut(String) -> Result<Option<T>, DbError>,
) -> Result<T, DbError> {
    let words = match slug(name) {
        // A name may have no letters that an address can show.
        none if none.is_empty() => kind.to_owned(),
        words => words,
    };
    if let Some(claimed) = claim(words.clone())? {
        return Ok(claimed);
    }
    for _ in 0..MAX_SUFFIX_ATTEMPTS {
        if let Some(claimed) = claim(format!("{words}-{}", context.rng.random_letters::<6>()))? {
            return Ok(claimed);
        }
    }
    Err(DbError::Statement(format!("no slug is free for a {kind}")))
}

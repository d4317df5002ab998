//! The same request, sent twice, is done once.

use parlour_domain::ist::Timestamp;
use parlour_store::idempotency::{self, RequestKey, Stored};
use parlour_store::{DbError, Tx};

/// A finished answer, as it is sent and as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    pub status: u16,
    pub body: String,
}

#[derive(Debug, thiserror::Error)]
pub enum OnceRefusal {
    #[error("the Idempotency-Key was used for a different request")]
    OtherBody,
    #[error(transparent)]
    Db(#[from] DbError),
}

/// Runs `act` unless this request has been answered within a day, and keeps its answer in the same
/// transaction. Two that race queue up behind the key's row; the second finds the first's answer.
pub fn once<E: From<OnceRefusal> + From<DbError>>(
    tx: &mut Tx<'_>,
    request: Option<&RequestKey>,
    now: Timestamp,
    act: impl FnOnce(&mut Tx<'_>) -> Result<Answer, E>,
) -> Result<Answer, E> {
    let Some(request) = request else { return act(tx) };
    if let Some(stored) = idempotency::stored(tx, request, now)? {
        return Ok(replay(request, stored)?);
    }
    if !idempotency::claim(tx, request, now)? {
        let stored = idempotency::stored(tx, request, now)?
            .ok_or_else(|| DbError::Unavailable("an Idempotency-Key was taken and left".into()))?;
        return Ok(replay(request, stored)?);
    }
    let answer = act(tx)?;
    idempotency::store(tx, request, i64::from(answer.status), &answer.body)?;
    Ok(answer)
}

fn replay(request: &RequestKey, stored: Stored) -> Result<Answer, OnceRefusal> {
    if stored.body_hash != request.body_hash {
        return Err(OnceRefusal::OtherBody);
    }
    Ok(Answer { status: u16::try_from(stored.status).unwrap_or(200), body: stored.body })
}

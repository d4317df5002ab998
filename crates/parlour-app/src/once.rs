//! The same request, sent twice, is done once.

use parlour_domain::ids::UserId;
use parlour_domain::ist::Timestamp;
use parlour_store::idempotency::{self, RequestKey, Stored};
use parlour_store::{DbError, Tx};

/// A finished answer, as it is sent and as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    pub status: u16,
    pub body: String,
}

impl Answer {
    /// As it is kept: erasing this person finds it.
    pub fn about(self, user: &UserId) -> Kept {
        Kept { answer: self, concerns: Some(user.clone()) }
    }

    /// As it is kept, where it tells of nobody.
    pub fn about_nobody(self) -> Kept {
        Kept { answer: self, concerns: None }
    }
}

/// An answer, and whose personal data it may hold.
#[derive(Debug, Clone)]
pub struct Kept {
    answer: Answer,
    concerns: Option<UserId>,
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
    act: impl FnOnce(&mut Tx<'_>) -> Result<Kept, E>,
) -> Result<Answer, E> {
    let Some(request) = request else { return Ok(act(tx)?.answer) };
    if let Some(stored) = idempotency::stored(tx, request, now)? {
        return Ok(replay(request, stored)?);
    }
    if !idempotency::claim(tx, request, now)? {
        let stored = idempotency::stored(tx, request, now)?
            .ok_or_else(|| DbError::Unavailable("an Idempotency-Key was taken and left".into()))?;
        return Ok(replay(request, stored)?);
    }
    let Kept { answer, concerns } = act(tx)?;
    let status = i64::from(answer.status);
    idempotency::store(tx, request, status, &answer.body, concerns.as_ref())?;
    Ok(answer)
}

fn replay(request: &RequestKey, stored: Stored) -> Result<Answer, OnceRefusal> {
    if stored.body_hash != request.body_hash {
        return Err(OnceRefusal::OtherBody);
    }
    Ok(Answer { status: u16::try_from(stored.status).unwrap_or(200), body: stored.body })
}

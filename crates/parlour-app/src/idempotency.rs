//! The same request, sent twice, is done once.

use parlour_domain::ids::UserId;
use parlour_domain::ist::Timestamp;
use parlour_store::idempotency::{self, IdempotencyRecord, RequestKey};
use parlour_store::{DbError, Tx};

/// A finished answer, as it is sent and as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredResponse {
    pub status: u16,
    pub body: String,
}

impl StoredResponse {
    /// As it is kept: erasing this person finds it.
    pub fn about(self, user: &UserId) -> ResponseAboutUser {
        ResponseAboutUser { answer: self, concerns: Some(user.clone()) }
    }

    /// As it is kept, where it tells of nobody.
    pub fn about_no_user(self) -> ResponseAboutUser {
        ResponseAboutUser { answer: self, concerns: None }
    }
}

/// An answer, and whose personal data it may hold.
#[derive(Debug, Clone)]
pub struct ResponseAboutUser {
    answer: StoredResponse,
    concerns: Option<UserId>,
}

#[derive(Debug, thiserror::Error)]
pub enum IdempotencyRefusal {
    #[error("the Idempotency-Key was used for a different request")]
    DifferentRequest,
    #[error(transparent)]
    Db(#[from] DbError),
}

/// Runs `use_case` unless this request has been answered within a day, and keeps its answer in the same
/// transaction. Two that race queue up behind the key's row; the second finds the first's answer.
pub fn run_once_per_key<E: From<IdempotencyRefusal> + From<DbError>>(
    tx: &mut Tx<'_>,
    request: Option<&RequestKey>,
    now: Timestamp,
    use_case: impl FnOnce(&mut Tx<'_>) -> Result<ResponseAboutUser, E>,
) -> Result<StoredResponse, E> {
    let Some(request) = request else { return Ok(use_case(tx)?.answer) };
    if let Some(stored) = idempotency::find_record(tx, request, now)? {
        return Ok(replay_stored_response(request, stored)?);
    }
    if !idempotency::claim_key(tx, request, now)? {
        let stored = idempotency::find_record(tx, request, now)?
            .ok_or_else(|| DbError::Unavailable("an Idempotency-Key was taken and left".into()))?;
        return Ok(replay_stored_response(request, stored)?);
    }
    let ResponseAboutUser { answer, concerns } = use_case(tx)?;
    let status = i64::from(answer.status);
    idempotency::store_response(tx, request, status, &answer.body, concerns.as_ref())?;
    Ok(answer)
}

fn replay_stored_response(
    request: &RequestKey,
    stored: IdempotencyRecord,
) -> Result<StoredResponse, IdempotencyRefusal> {
    if stored.body_hash != request.body_hash {
        return Err(IdempotencyRefusal::DifferentRequest);
    }
    Ok(StoredResponse { status: u16::try_from(stored.status).unwrap_or(200), body: stored.body })
}

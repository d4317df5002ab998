//! A request that is sent twice with the same Idempotency-Key runs once.

use parlour_domain::ids::UserId;
use parlour_domain::ist::Timestamp;
use parlour_store::idempotency::{self, IdempotencyRecord, IdempotentRequest};
use parlour_store::{DbError, Tx};

/// A response as it is sent and stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredResponse {
    pub status: u16,
    pub body: String,
}

impl StoredResponse {
    /// Erasing this person finds the stored response.
    pub fn about(self, user: &UserId) -> ResponseAboutUser {
        ResponseAboutUser { response: self, concerns: Some(user.clone()) }
    }

    /// For a response without personal data.
    pub fn about_no_user(self) -> ResponseAboutUser {
        ResponseAboutUser { response: self, concerns: None }
    }
}

/// A response, and whose personal data it may contain.
#[derive(Debug, Clone)]
pub struct ResponseAboutUser {
    response: StoredResponse,
    concerns: Option<UserId>,
}

#[derive(Debug, thiserror::Error)]
pub enum IdempotencyRefusal {
    /// With the answer to that request.
    #[error("the Idempotency-Key was used for a different request")]
    DifferentRequest(StoredResponse),
    #[error(transparent)]
    Db(#[from] DbError),
}

/// Runs `use_case` unless this request was answered within a day, and stores its response in the same transaction. Of
/// two concurrent requests the second waits for the first and gets its response.
pub fn run_once_per_key<E: From<IdempotencyRefusal> + From<DbError>>(
    tx: &mut Tx<'_>,
    request: Option<&IdempotentRequest>,
    now: Timestamp,
    use_case: impl FnOnce(&mut Tx<'_>) -> Result<ResponseAboutUser, E>,
) -> Result<StoredResponse, E> {
    let Some(request) = request else { return Ok(use_case(tx)?.response) };
    if let Some(stored) = idempotency::find_record(tx, request, now)? {
        return Ok(replay_stored_response(request, stored)?);
    }
    if !idempotency::claim_key(tx, request, now)? {
        let stored = idempotency::find_record(tx, request, now)?
            .ok_or_else(|| DbError::Unavailable("an Idempotency-Key was claimed without a response".into()))?;
        return Ok(replay_stored_response(request, stored)?);
    }
    let ResponseAboutUser { response, concerns } = use_case(tx)?;
    let status = i64::from(response.status);
    idempotency::store_response(tx, request, status, &response.body, concerns.as_ref())?;
    Ok(response)
}

fn replay_stored_response(
    request: &IdempotentRequest,
    stored: IdempotencyRecord,
) -> Result<StoredResponse, IdempotencyRefusal> {
    let response = StoredResponse { status: u16::try_from(stored.status).unwrap_or(200), body: stored.body };
    if stored.body_hash == request.body_hash {
        Ok(response)
    } else {
        Err(IdempotencyRefusal::DifferentRequest(response))
    }
}

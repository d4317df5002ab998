//! Ids in paths.

use axum::extract::{FromRequestParts, Path};
use http::request::Parts;

use crate::error::HttpError;

/// The id in a path. An id that no record can have is answered with 404.
#[derive(Debug)]
pub struct PathId<T = String>(pub T);

impl<T: From<String>, S: Send + Sync> FromRequestParts<S> for PathId<T> {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, HttpError> {
        match Path::<String>::from_request_parts(parts, state).await {
            Ok(Path(id)) if is_possible(&id) => Ok(Self(id.into())),
            _ => Err(HttpError::not_found("This")),
        }
    }
}

/// The two ids in a path: of a record, and of one that belongs to it.
#[derive(Debug)]
pub struct PathIdPair<A, B>(pub A, pub B);

impl<A: From<String>, B: From<String>, S: Send + Sync> FromRequestParts<S> for PathIdPair<A, B> {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, HttpError> {
        match Path::<(String, String)>::from_request_parts(parts, state).await {
            Ok(Path((one, other))) if is_possible(&one) && is_possible(&other) => Ok(Self(one.into(), other.into())),
            _ => Err(HttpError::not_found("This")),
        }
    }
}

/// No id has control characters. PostgreSQL refuses some of them in a text, and the target of a redirect cannot have them.
fn is_possible(id: &str) -> bool {
    !id.chars().any(char::is_control)
}

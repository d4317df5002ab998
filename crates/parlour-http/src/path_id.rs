//! Ids in paths.

use axum::extract::{FromRequestParts, Path};
use http::request::Parts;

use crate::error::HttpError;

/// The id in a path. An id that no record can have is answered with 404.
#[derive(Debug)]
pub struct PathId(pub String);

impl<S: Send + Sync> FromRequestParts<S> for PathId {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, HttpError> {
        match Path::<String>::from_request_parts(parts, state).await {
            Ok(Path(name)) if !name.contains('\0') => Ok(Self(name)),
            _ => Err(HttpError::not_found("This")),
        }
    }
}

/// The two ids in a path: of a record, and of one that belongs to it.
#[derive(Debug)]
pub struct PathIdPair(pub String, pub String);

impl<S: Send + Sync> FromRequestParts<S> for PathIdPair {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, HttpError> {
        match Path::<(String, String)>::from_request_parts(parts, state).await {
            Ok(Path((one, other))) if !one.contains('\0') && !other.contains('\0') => Ok(Self(one, other)),
            _ => Err(HttpError::not_found("This")),
        }
    }
}

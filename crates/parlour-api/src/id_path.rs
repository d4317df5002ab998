//! The one part of a path that names a record.

use axum::extract::{FromRequestParts, Path};
use http::request::Parts;

use crate::error::ApiError;
use crate::web::Web;

/// What stands in the path. Whatever cannot name a record names none.
#[derive(Debug)]
pub(crate) struct Named(pub(crate) String);

impl FromRequestParts<Web> for Named {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, web: &Web) -> Result<Self, ApiError> {
        match Path::<String>::from_request_parts(parts, web).await {
            Ok(Path(name)) if !name.contains('\0') => Ok(Self(name)),
            _ => Err(ApiError::not_found("This")),
        }
    }
}

/// Two of them: a record, and one that belongs to it.
#[derive(Debug)]
pub(crate) struct NamedBoth(pub(crate) String, pub(crate) String);

impl FromRequestParts<Web> for NamedBoth {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, web: &Web) -> Result<Self, ApiError> {
        match Path::<(String, String)>::from_request_parts(parts, web).await {
            Ok(Path((one, other))) if !one.contains('\0') && !other.contains('\0') => Ok(Self(one, other)),
            _ => Err(ApiError::not_found("This")),
        }
    }
}

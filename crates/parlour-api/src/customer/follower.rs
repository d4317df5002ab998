//! Somebody who has followed a link in a letter, and may have to sign in first.

use axum::extract::FromRequestParts;
use axum::response::{IntoResponse, Redirect, Response};
use http::StatusCode;
use http::request::Parts;
use parlour_domain::ids::UserId;
use parlour_store::Conn;
use url::form_urlencoded::byte_serialize;

use crate::error::ApiError;
use crate::pages::wants_page;
use crate::signed_in::{Customer, Reading};
use crate::web::Web;

/// Programs hear 401 as everywhere; a browser with somebody in front of it goes to sign in, and comes back.
#[derive(Debug)]
pub(crate) struct Follower {
    asker: Reading<Customer>,
    way_in: Option<String>,
}

impl Follower {
    pub(crate) async fn read<T: Send + 'static>(
        &self,
        web: &Web,
        read: impl Fn(&mut Conn<'_>, &UserId) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, Response> {
        self.asker.read(web, read).await.map_err(|refusal| refused(refusal, self.way_in.as_deref()))
    }
}

impl FromRequestParts<Web> for Follower {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, web: &Web) -> Result<Self, Response> {
        let way_in = wants_page(&parts.headers).then(|| {
            let here: String = byte_serialize(parts.uri.path().as_bytes()).collect();
            format!("/api/auth/sign-in?returnTo={here}")
        });
        match Reading::from_request_parts(parts, web).await {
            Ok(asker) => Ok(Self { asker, way_in }),
            Err(refusal) => Err(refused(refusal, way_in.as_deref())),
        }
    }
}

fn refused(refusal: ApiError, way_in: Option<&str>) -> Response {
    match way_in {
        Some(way_in) if refusal.status() == StatusCode::UNAUTHORIZED => Redirect::to(way_in).into_response(),
        _ => refusal.into_response(),
    }
}

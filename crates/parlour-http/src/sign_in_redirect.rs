//! Readers who follow a link in an e-mail and may have to sign in first.

use axum::extract::FromRequestParts;
use axum::response::{IntoResponse, Redirect, Response};
use http::StatusCode;
use http::request::Parts;
use parlour_domain::ids::UserId;
use parlour_store::Conn;
use url::form_urlencoded::byte_serialize;

use crate::error::HttpError;
use crate::pages::accepts_html;
use crate::sessions::{Customer, ReadAs};
use crate::state::HttpState;

/// Programs get 401; a browser is redirected to the sign-in and comes back.
#[derive(Debug)]
pub struct ReadOrSignIn {
    pub caller: ReadAs<Customer>,
    sign_in_path: Option<String>,
}

impl ReadOrSignIn {
    pub async fn read<T: Send + 'static>(
        &self,
        read: impl Fn(&mut Conn<'_>, &UserId) -> Result<T, HttpError> + Send + 'static,
    ) -> Result<T, Response> {
        self.caller.read(read).await.map_err(|refusal| error_or_redirect(refusal, self.sign_in_path.as_deref()))
    }
}

impl FromRequestParts<HttpState> for ReadOrSignIn {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, state: &HttpState) -> Result<Self, Response> {
        let sign_in_path = accepts_html(&parts.headers).then(|| {
            let here: String = byte_serialize(parts.uri.path().as_bytes()).collect();
            format!("/api/auth/sign-in?returnTo={here}")
        });
        match ReadAs::from_request_parts(parts, state).await {
            Ok(caller) => Ok(Self { caller, sign_in_path }),
            Err(refusal) => Err(error_or_redirect(refusal, sign_in_path.as_deref())),
        }
    }
}

fn error_or_redirect(refusal: HttpError, sign_in_path: Option<&str>) -> Response {
    match sign_in_path {
        Some(sign_in_path) if refusal.status() == StatusCode::UNAUTHORIZED => {
            Redirect::to(sign_in_path).into_response()
        }
        _ => refusal.into_response(),
    }
}

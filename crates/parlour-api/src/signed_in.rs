//! Who asks. A handler that takes one of these cannot forget the check: the value is the check.

use axum::extract::FromRequestParts;
use http::request::Parts;
use parlour_app::occasion::Occasion;
use parlour_domain::ids::UserId;
use parlour_domain::role::Role;
use parlour_domain::session::is_due_for_extension;
use parlour_store::sessions::Session;

use crate::call::Call;
use crate::cookies;
use crate::error::{ApiError, Code};
use crate::web::Web;

/// Somebody with a session on this app, whatever their role.
#[derive(Debug, Clone)]
pub(crate) struct SignedIn {
    pub(crate) session: Session,
    pub(crate) call: Call,
}

impl SignedIn {
    pub(crate) fn user(&self) -> &UserId {
        &self.session.user_id
    }

    pub(crate) fn occasion(&self, web: &Web) -> Occasion {
        web.occasion(&self.call, Some((self.session.user_id.clone(), self.session.role)))
    }
}

impl FromRequestParts<Web> for SignedIn {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, web: &Web) -> Result<Self, ApiError> {
        let call = Call::from_request_parts(parts, web).await?;
        let (side, now) = (web.side(), web.app().clock.now());
        let token = cookies::read(&parts.headers, side.session_cookie()).ok_or_else(ApiError::unauthenticated)?;
        let token = token.to_owned();
        let found = {
            let token = token.clone();
            web.app()
                .db
                .read(move |conn| parlour_app::sign_in::find(conn, &token, side, now).map_err(ApiError::from))
                .await?
        };
        let mut session = found.ok_or_else(ApiError::unauthenticated)?;
        if is_due_for_extension(session.extended_at, now) {
            extend(web, &call, &mut session, &token).await;
        }
        Ok(Self { session, call })
    }
}

/// A session that cannot be extended right now is still a session.
async fn extend(web: &Web, call: &Call, session: &mut Session, token: &str) {
    let now = web.app().clock.now();
    let asked = session.clone();
    let extended =
        web.app().db.write(move |tx| parlour_app::sign_in::extend(tx, &asked, now).map_err(ApiError::from)).await;
    match extended {
        Ok(Some(expires_at)) => {
            session.extended_at = now;
            session.expires_at = expires_at;
            call.set_cookie(session_cookie(web, token));
        }
        Ok(None) => {}
        Err(error) => {
            tracing::warn!(request_id = call.request_id(), cause = error.cause(), "a session was not extended");
        }
    }
}

pub(crate) fn session_cookie(web: &Web, token: &str) -> http::HeaderValue {
    cookies::set(web.side().session_cookie(), token, parlour_domain::session::LIFE_MS / 1_000)
}

macro_rules! roles {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone)]
        pub(crate) struct $name(pub(crate) SignedIn);

        impl FromRequestParts<Web> for $name {
            type Rejection = ApiError;

            async fn from_request_parts(parts: &mut Parts, web: &Web) -> Result<Self, ApiError> {
                let signed_in = SignedIn::from_request_parts(parts, web).await?;
                if signed_in.session.role < Role::$name {
                    let message = concat!("This needs the role ", stringify!($name), " or a higher one.");
                    return Err(ApiError::new(Code::Forbidden, message.to_lowercase()));
                }
                Ok(Self(signed_in))
            }
        }

        impl std::ops::Deref for $name {
            type Target = SignedIn;

            fn deref(&self) -> &SignedIn {
                &self.0
            }
        }
    )*};
}

roles! {
    /// Everyone who is signed in.
    Customer
    /// Works here: own schedule and leave.
    #[cfg_attr(not(test), expect(dead_code, reason = "the desk moves in with the next parts"))]
    Staff
    /// The desk: bookings, customers, leads, billing.
    #[cfg_attr(not(test), expect(dead_code, reason = "the desk moves in with the next parts"))]
    Receptionist
    /// Also services, offers, staff, schedule, reports.
    #[cfg_attr(not(test), expect(dead_code, reason = "the desk moves in with the next parts"))]
    Manager
    /// Also users and branches.
    #[cfg_attr(not(test), expect(dead_code, reason = "the desk moves in with the next parts"))]
    Owner
    /// Also integrations and logs.
    Developer
}

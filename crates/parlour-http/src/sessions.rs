//! Who asks. A handler that takes one of these cannot forget the check: the value is the check.

use std::marker::PhantomData;

use axum::extract::FromRequestParts;
use http::request::Parts;
use parlour_app::idempotency::{ResponseAboutUser, run_once_per_key};
use parlour_app::request_context::RequestContext;
use parlour_domain::auth::role::Role;
use parlour_domain::auth::session::is_due_for_extension;
use parlour_domain::ids::UserId;
use parlour_store::users::sessions::{self, Session};
use parlour_store::{Conn, Tx};

use crate::body::RequestBody;
use crate::cookies;
use crate::error::{ErrorCode, HttpError};
use crate::fields::Fields;
use crate::idempotency::IdempotencyKey;
use crate::paging::ListPage;
use crate::request_info::RequestInfo;
use crate::respond::{HttpResult, to_response};
use crate::state::HttpState;

/// Somebody with a session on this app, whatever their role.
#[derive(Debug, Clone)]
pub struct SignedIn {
    pub session: Session,
    pub request_info: RequestInfo,
}

impl SignedIn {
    pub fn user(&self) -> &UserId {
        &self.session.user_id
    }

    /// Does something that makes a record, once for an `Idempotency-Key`.
    pub async fn write_once(
        &self,
        state: &HttpState,
        key: &IdempotencyKey,
        body: &RequestBody,
        write: impl Fn(&mut Tx<'_>, &RequestContext) -> Result<ResponseAboutUser, HttpError> + Send + 'static,
    ) -> HttpResult {
        // Held until the write is over: the same request, sent meanwhile, is told to wait.
        let claimed_key = key.claim(state.side(), state.running_requests(), self.user(), &body.bytes)?;
        let request = claimed_key.as_ref().map(|claimed_key| claimed_key.request.clone());
        let acted = self.write(state, move |tx, context| {
            run_once_per_key(tx, request.as_ref(), context.now, |tx| write(tx, context))
        });
        Ok(to_response(acted.await?))
    }

    /// Does something as this person, who must still be signed in when it happens: between the
    /// proof and the write they may have been signed out or erased.
    pub async fn write<T: Send + 'static>(
        &self,
        state: &HttpState,
        write: impl Fn(&mut Tx<'_>, &RequestContext) -> Result<T, HttpError> + Send + 'static,
    ) -> Result<T, HttpError> {
        let context =
            state.context(&self.request_info, Some((self.session.user_id.clone(), self.session.role)));
        let session = self.session.clone();
        state
            .app()
            .db
            .write(move |tx| {
                if sessions::lock_session_user(tx, &session.id, &session.user_id)? {
                    write(tx, &context)
                } else {
                    Err(HttpError::unauthenticated())
                }
            })
            .await
    }
}

/// Somebody who wants to see something. Who they are is found out in the same trip to the database that reads it, and
/// without that nothing is read.
#[derive(Debug)]
pub struct ReadAs<R> {
    token: String,
    request_info: RequestInfo,
    minimum_role: PhantomData<fn() -> R>,
}

impl<R: MinimumRole> ReadAs<R> {
    pub async fn read<T: Send + 'static>(
        &self,
        state: &HttpState,
        read: impl Fn(&mut Conn<'_>, &UserId) -> Result<T, HttpError> + Send + 'static,
    ) -> Result<T, HttpError> {
        let (_, found) =
            self.read_with_session(state, move |conn, session| read(conn, &session.user_id)).await?;
        Ok(found)
    }

    /// What is asked, where it could be read. Whoever may not hear the answer does not hear either what was wrong with
    /// the question.
    pub async fn authorize_field_errors<T>(
        &self,
        state: &HttpState,
        asked: Result<T, HttpError>,
    ) -> Result<T, HttpError> {
        if asked.is_err() {
            self.read(state, |_, _| Ok(())).await?;
        }
        asked
    }

    /// The page of a counted list that the query names.
    pub async fn requested_page(
        &self,
        state: &HttpState,
        query: Option<&str>,
    ) -> Result<ListPage, HttpError> {
        let mut fields = Fields::from_query(query);
        let page = ListPage::from_fields(&mut fields);
        self.authorize_field_errors(state, fields.build(|| Some(page))).await
    }

    async fn read_with_session<T: Send + 'static>(
        &self,
        state: &HttpState,
        read: impl Fn(&mut Conn<'_>, &Session) -> Result<T, HttpError> + Send + 'static,
    ) -> Result<(Session, T), HttpError> {
        let (token, side, now) = (self.token.clone(), state.side(), state.app().clock.now());
        let read_if_authorized = move |conn: &mut Conn<'_>| {
            let session = parlour_app::sign_in::find_session(conn, &token, side, now)?;
            let session = session.ok_or_else(HttpError::unauthenticated)?;
            let found = if session.role < R::ROLE {
                let message = format!("This needs the role {} or a higher one.", R::ROLE);
                Err(HttpError::new(ErrorCode::Forbidden, message))
            } else {
                read(conn, &session)
            };
            Ok::<_, HttpError>((session, found))
        };
        let (mut session, found) = state.app().db.read(read_if_authorized).await?;
        // A session lives on by being used, whatever the answer is.
        if is_due_for_extension(session.extended_at, now) {
            extend_session(state, &self.request_info, &mut session, &self.token).await;
        }
        Ok((session, found?))
    }
}

impl<R: MinimumRole> FromRequestParts<HttpState> for ReadAs<R> {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, state: &HttpState) -> Result<Self, HttpError> {
        let request_info = RequestInfo::from_request_parts(parts, state).await?;
        let token = cookies::read(&parts.headers, state.side().session_cookie());
        let token = token.ok_or_else(HttpError::unauthenticated)?.to_owned();
        Ok(Self { token, request_info, minimum_role: PhantomData })
    }
}

/// A role as a type: the lowest that is let in.
pub trait MinimumRole {
    const ROLE: Role;
}

/// A session that cannot be extended right now is still a session.
async fn extend_session(state: &HttpState, request_info: &RequestInfo, session: &mut Session, token: &str) {
    let now = state.app().clock.now();
    let asked = session.clone();
    let extended = state
        .app()
        .db
        .write(move |tx| parlour_app::sign_in::extend_session(tx, &asked, now).map_err(HttpError::from))
        .await;
    match extended {
        Ok(Some(expires_at)) => {
            session.extended_at = now;
            session.expires_at = expires_at;
            request_info.set_cookie(session_cookie(state, token));
        }
        Ok(None) => {}
        Err(error) => {
            tracing::warn!(
                request_id = request_info.request_id(),
                cause = error.cause(),
                "a session was not extended"
            );
        }
    }
}

pub fn session_cookie(state: &HttpState, token: &str) -> http::HeaderValue {
    cookies::set(
        state.side().session_cookie(),
        token,
        parlour_domain::auth::session::SESSION_LIFETIME_MS / 1_000,
    )
}

macro_rules! roles {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone)]
        pub struct $name(pub SignedIn);

        impl FromRequestParts<HttpState> for $name {
            type Rejection = HttpError;

            async fn from_request_parts(parts: &mut Parts, state: &HttpState) -> Result<Self, HttpError> {
                let read_as = ReadAs::<Self>::from_request_parts(parts, state).await?;
                let (session, ()) = read_as.read_with_session(state, |_, _| Ok(())).await?;
                Ok(Self(SignedIn { session, request_info: read_as.request_info }))
            }
        }

        impl MinimumRole for $name {
            const ROLE: Role = Role::$name;
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
    Staff
    /// The desk: bookings, customers, leads, billing.
    Receptionist
    /// Also services, offers, staff, schedule, reports.
    Manager
    /// Also users and branches.
    Owner
    /// Also integrations and logs.
    Developer
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use axum::Router;
    use axum::body::Body;
    use axum::routing::get;
    use http::{Request, StatusCode};
    use parlour_api::{HttpSettings, SignInSettings};
    use parlour_app::App;
    use parlour_app::rng::SharedRng;
    use parlour_app::sign_in::{find_or_create_user, start_session};
    use parlour_app::worker_context::WorkerContext;
    use parlour_domain::auth::app_side::AppSide;
    use parlour_domain::email_address::EmailAddress;
    use parlour_domain::ist::Timestamp;
    use parlour_integrations::clock::Clock;
    use parlour_integrations::identity::IdentityProvider;
    use parlour_store::{DatabaseLocation, Db, DbError};
    use tower::ServiceExt;

    use super::*;
    use crate::limits::{Limits, Quotas};

    #[expect(clippy::default_trait_access, reason = "the client's type is no dependency of this crate")]
    fn state(app: App) -> HttpState {
        let issuer = url::Url::parse("https://identity.invalid").unwrap();
        let settings = HttpSettings {
            side: AppSide::Admin,
            is_production: false,
            public_url: "https://desk.invalid".to_owned(),
            limits: Arc::new(Limits::in_memory(&Quotas::OFF)),
            trusted_proxies: Vec::new(),
            lead_origins: Vec::new(),
            lead_source: "meta_ad".to_owned(),
            sign_in: SignInSettings {
                provider: IdentityProvider::new(issuer, "client".to_owned(), None, Default::default()),
                owner_email: None,
            },
            realtime: None,
            push_key: None,
            integrations: parlour_app::integrations::IntegrationProbes::default(),
            taxes: parlour_app::invoices::TaxPolicy::default(),
            membership_prefix: "PRL".to_owned(),
            metrics: Arc::default(),
            worker: WorkerContext { app: app.clone(), integrations: Arc::default() },
            job_authenticator: None,
        };
        HttpState::new(app, settings)
    }

    /// One required_role per role.
    fn role_routes(state: HttpState) -> Router {
        let role_routes = Router::new()
            .route("/customer", get(async |_: Customer| ()))
            .route("/staff", get(async |_: Staff| ()))
            .route("/receptionist", get(async |_: Receptionist| ()))
            .route("/manager", get(async |_: Manager| ()))
            .route("/owner", get(async |_: Owner| ()))
            .route("/developer", get(async |_: Developer| ()));
        crate::pipeline::with_pipeline(role_routes, state)
    }

    async fn session_token_for(app: &App, role: Role) -> String {
        let context = RequestContext::command(app.clock.now(), app.rng.clone());
        let email = EmailAddress::parse(&format!("{role}@test.invalid")).unwrap();
        let signed_in = app.db.write(move |tx| {
            let user = find_or_create_user(tx, &context, &email, None, Some(role))
                .map_err(|refusal| DbError::Statement(refusal.to_string()))?;
            start_session(tx, &context, &user.id, AppSide::Admin)
        });
        signed_in.await.unwrap().token
    }

    #[tokio::test]
    async fn each_role_reaches_its_own_routes_and_those_below() {
        let folder = tempfile::tempdir().unwrap();
        let app = App {
            db: Db::open(&DatabaseLocation::Sqlite(folder.path().join("salon.db")), None).unwrap(),
            clock: Clock::standing_still(Timestamp::from_millis(1_800_000_000_000)),
            rng: SharedRng::system(),
        };
        let role_routes = role_routes(state(app.clone()));
        let request_status = async |required_role: Role, cookie: &str| {
            let request = Request::get(format!("/{required_role}"))
                .header("cookie", cookie)
                .body(RequestBody::empty())
                .unwrap();
            let Ok(response) = role_routes.clone().oneshot(request).await;
            response.status()
        };
        for &required_role in Role::ALL {
            assert_eq!(
                request_status(required_role, "").await,
                StatusCode::UNAUTHORIZED,
                "nobody at {required_role}"
            );
            assert_eq!(
                request_status(required_role, "__Host-parlour-admin=guess").await,
                StatusCode::UNAUTHORIZED
            );
        }
        for &role in Role::ALL {
            let token = session_token_for(&app, role).await;
            for &required_role in Role::ALL {
                let expected = if role >= required_role { StatusCode::OK } else { StatusCode::FORBIDDEN };
                let found = request_status(required_role, &format!("__Host-parlour-admin={token}")).await;
                assert_eq!(found, expected, "{role} at {required_role}");
            }
            assert_eq!(
                request_status(Role::Customer, &format!("__Host-parlour={token}")).await,
                StatusCode::UNAUTHORIZED
            );
        }
    }
}

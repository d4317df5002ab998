//! Who asks. A handler that takes one of these cannot forget the check: the value is the check.

use std::marker::PhantomData;

use axum::extract::FromRequestParts;
use http::request::Parts;
use parlour_app::occasion::Occasion;
use parlour_app::once::{Kept, once};
use parlour_domain::ids::UserId;
use parlour_domain::role::Role;
use parlour_domain::session::is_due_for_extension;
use parlour_store::sessions::{self, Session};
use parlour_store::{Conn, Tx};

use crate::body::Body;
use crate::call::Call;
use crate::cookies;
use crate::error::{ApiError, Code};
use crate::idempotency::ActKey;
use crate::respond::{Answered, answer};
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

    /// Does something that makes a record, once for an `Idempotency-Key`.
    pub(crate) async fn act_once(
        &self,
        web: &Web,
        key: &ActKey,
        body: &Body,
        act: impl Fn(&mut Tx<'_>, &Occasion) -> Result<Kept, ApiError> + Send + 'static,
    ) -> Answered {
        // Held until the act is over: the same request, sent meanwhile, is told to wait.
        let keyed = key.of(web, self.user(), &body.bytes)?;
        let request = keyed.as_ref().map(|keyed| keyed.request.clone());
        let acted = self
            .act(web, move |tx, occasion| once(tx, request.as_ref(), occasion.now, |tx| act(tx, occasion)));
        Ok(answer(acted.await?))
    }

    /// Does something as this person, who must still be signed in when it happens: between the
    /// proof and the act they may have been signed out or erased.
    pub(crate) async fn act<T: Send + 'static>(
        &self,
        web: &Web,
        act: impl Fn(&mut Tx<'_>, &Occasion) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let occasion = web.occasion(&self.call, Some((self.session.user_id.clone(), self.session.role)));
        let session = self.session.clone();
        web.app()
            .db
            .write(move |tx| {
                if sessions::hold(tx, &session.id, &session.user_id)? {
                    act(tx, &occasion)
                } else {
                    Err(ApiError::unauthenticated())
                }
            })
            .await
    }
}

/// Somebody who wants to see something. Who they are is found out in the same trip to the database that reads it, and
/// without that nothing is read.
#[derive(Debug)]
pub(crate) struct Reading<R> {
    token: String,
    call: Call,
    least: PhantomData<fn() -> R>,
}

impl<R: LeastRole> Reading<R> {
    pub(crate) async fn read<T: Send + 'static>(
        &self,
        web: &Web,
        read: impl Fn(&mut Conn<'_>, &UserId) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let (_, found) = self.with_session(web, move |conn, session| read(conn, &session.user_id)).await?;
        Ok(found)
    }

    /// What is asked, where it could be read. Whoever may not hear the answer does not hear either what was wrong with
    /// the question.
    pub(crate) async fn understood<T>(&self, web: &Web, asked: Result<T, ApiError>) -> Result<T, ApiError> {
        if asked.is_err() {
            self.read(web, |_, _| Ok(())).await?;
        }
        asked
    }

    async fn with_session<T: Send + 'static>(
        &self,
        web: &Web,
        read: impl Fn(&mut Conn<'_>, &Session) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<(Session, T), ApiError> {
        let (token, side, now) = (self.token.clone(), web.side(), web.app().clock.now());
        let proven = move |conn: &mut Conn<'_>| {
            let session = parlour_app::sign_in::find(conn, &token, side, now)?;
            let session = session.ok_or_else(ApiError::unauthenticated)?;
            let found = if session.role < R::ROLE {
                let message = format!("This needs the role {} or a higher one.", R::ROLE);
                Err(ApiError::new(Code::Forbidden, message))
            } else {
                read(conn, &session)
            };
            Ok::<_, ApiError>((session, found))
        };
        let (mut session, found) = web.app().db.read(proven).await?;
        // A session lives on by being used, whatever the answer is.
        if is_due_for_extension(session.extended_at, now) {
            extend(web, &self.call, &mut session, &self.token).await;
        }
        Ok((session, found?))
    }
}

impl<R: LeastRole> FromRequestParts<Web> for Reading<R> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, web: &Web) -> Result<Self, ApiError> {
        let call = Call::from_request_parts(parts, web).await?;
        let token = cookies::read(&parts.headers, web.side().session_cookie());
        let token = token.ok_or_else(ApiError::unauthenticated)?.to_owned();
        Ok(Self { token, call, least: PhantomData })
    }
}

/// A role as a type: the lowest that is let in.
pub(crate) trait LeastRole {
    const ROLE: Role;
}

/// A session that cannot be extended right now is still a session.
async fn extend(web: &Web, call: &Call, session: &mut Session, token: &str) {
    let now = web.app().clock.now();
    let asked = session.clone();
    let extended = web
        .app()
        .db
        .write(move |tx| parlour_app::sign_in::extend(tx, &asked, now).map_err(ApiError::from))
        .await;
    match extended {
        Ok(Some(expires_at)) => {
            session.extended_at = now;
            session.expires_at = expires_at;
            call.set_cookie(session_cookie(web, token));
        }
        Ok(None) => {}
        Err(error) => {
            tracing::warn!(
                request_id = call.request_id(),
                cause = error.cause(),
                "a session was not extended"
            );
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
                let reading = Reading::<Self>::from_request_parts(parts, web).await?;
                let (session, ()) = reading.with_session(web, |_, _| Ok(())).await?;
                Ok(Self(SignedIn { session, call: reading.call }))
            }
        }

        impl LeastRole for $name {
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
    use parlour_app::App;
    use parlour_app::backstage::Backstage;
    use parlour_app::chance::Chance;
    use parlour_app::clock::Clock;
    use parlour_app::outside::identity::IdentityProvider;
    use parlour_app::sign_in::{find_or_make, start};
    use parlour_domain::app_side::AppSide;
    use parlour_domain::email::Email;
    use parlour_domain::ist::Timestamp;
    use parlour_store::{Db, DbError, Location};
    use tower::ServiceExt;

    use super::*;
    use crate::limits::{Limits, Quotas};
    use crate::{SignInSettings, WebSettings};

    #[expect(clippy::default_trait_access, reason = "the client's type is no dependency of this crate")]
    fn web(app: App) -> Web {
        let issuer = url::Url::parse("https://identity.invalid").unwrap();
        let settings = WebSettings {
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
            integrations: parlour_app::integrations::Integrations::default(),
            taxes: parlour_app::invoices::Taxes::default(),
            membership_prefix: "PRL".to_owned(),
            metrics: Arc::default(),
            backstage: Backstage { app: app.clone(), outside: Arc::default() },
            job_gate: None,
        };
        Web::new(app, settings)
    }

    /// One door per role.
    fn doors(web: Web) -> Router {
        let doors = Router::new()
            .route("/customer", get(async |_: Customer| ()))
            .route("/staff", get(async |_: Staff| ()))
            .route("/receptionist", get(async |_: Receptionist| ()))
            .route("/manager", get(async |_: Manager| ()))
            .route("/owner", get(async |_: Owner| ()))
            .route("/developer", get(async |_: Developer| ()));
        crate::front::stand_before(doors, web)
    }

    async fn token_of(app: &App, role: Role) -> String {
        let occasion = Occasion::command(app.clock.now(), app.chance.clone());
        let email = Email::parse(&format!("{role}@test.invalid")).unwrap();
        let signed_in = app.db.write(move |tx| {
            let user = find_or_make(tx, &occasion, &email, None, Some(role))
                .map_err(|refusal| DbError::Statement(refusal.to_string()))?;
            start(tx, &occasion, &user.id, AppSide::Admin)
        });
        signed_in.await.unwrap().token
    }

    #[tokio::test]
    async fn each_role_opens_its_own_door_and_those_below() {
        let folder = tempfile::tempdir().unwrap();
        let app = App {
            db: Db::open(&Location::Sqlite(folder.path().join("salon.db")), None).unwrap(),
            clock: Clock::standing_still(Timestamp::from_millis(1_800_000_000_000)),
            chance: Chance::system(),
        };
        let doors = doors(web(app.clone()));
        let knock = async |door: Role, cookie: &str| {
            let request =
                Request::get(format!("/{door}")).header("cookie", cookie).body(Body::empty()).unwrap();
            let Ok(response) = doors.clone().oneshot(request).await;
            response.status()
        };
        for &door in Role::ALL {
            assert_eq!(knock(door, "").await, StatusCode::UNAUTHORIZED, "nobody at {door}");
            assert_eq!(knock(door, "__Host-parlour-admin=guess").await, StatusCode::UNAUTHORIZED);
        }
        for &role in Role::ALL {
            let token = token_of(&app, role).await;
            for &door in Role::ALL {
                let expected = if role >= door { StatusCode::OK } else { StatusCode::FORBIDDEN };
                let found = knock(door, &format!("__Host-parlour-admin={token}")).await;
                assert_eq!(found, expected, "{role} at {door}");
            }
            assert_eq!(
                knock(Role::Customer, &format!("__Host-parlour={token}")).await,
                StatusCode::UNAUTHORIZED
            );
        }
    }
}

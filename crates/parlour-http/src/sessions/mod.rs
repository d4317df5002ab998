//! Who makes a request. A handler that takes one of these types cannot forget the check: the value proves it.

mod submitted_form;

use std::marker::PhantomData;

use axum::extract::FromRequestParts;
use http::Uri;
use http::request::Parts;
use parlour_app::idempotency::{ResponseAboutUser, run_once_per_key};
use parlour_app::request_context::RequestContext;
use parlour_app::sign_in::{FoundSession, find_session};
use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_domain::auth::session::{is_due_for_extension, is_due_for_last_used};
use parlour_domain::ids::UserId;
use parlour_domain::ist::Timestamp;
use parlour_store::users::sessions::{self, Session};
use parlour_store::{Conn, DbError, Tx};
use serde::Serialize;

use crate::cookies;
use crate::error::{ErrorCode, HttpError};
use crate::idempotency::KeyedBody;
use crate::paging::ListPage;
use crate::refusal_traces::{Refusal, RefusalReason};
use crate::request::{RequestShape, parse_query};
use crate::request_info::RequestInfo;
use crate::respond::{HttpResult, ok_page, to_response};
use crate::state::HttpState;

pub use submitted_form::{FormRefusal, FormSender, SubmitError};

/// A user with a session on this app, of any role.
#[derive(Debug, Clone)]
pub struct SignedIn {
    pub state: HttpState,
    pub session: Session,
    pub request_info: RequestInfo,
}

impl SignedIn {
    pub fn user(&self) -> &UserId {
        &self.session.user_id
    }

    /// Runs a write once for its `Idempotency-Key`; a repeated request gets the stored response.
    pub async fn write_once(
        &self,
        body: &KeyedBody,
        write: impl Fn(&mut Tx<'_>, &RequestContext) -> Result<ResponseAboutUser, HttpError> + Send + 'static,
    ) -> HttpResult {
        // Claimed until the write is over; the same request is refused meanwhile.
        let claimed_key = body.start_request(&self.state, Some(self.user()))?;
        let request = claimed_key.as_ref().map(|claimed_key| claimed_key.request.clone());
        let written =
            self.write(move |tx, context| run_once_per_key(tx, request.as_ref(), context.now, |tx| write(tx, context)));
        Ok(to_response(written.await?))
    }

    /// The context of what this user does.
    pub fn context(&self) -> RequestContext {
        self.state.context(&self.request_info, Some((self.session.user_id.clone(), self.session.role)))
    }

    /// Reads at one moment, as this user.
    pub async fn read<T: Send + 'static>(
        &self,
        read: impl Fn(&mut Conn<'_>, &RequestContext) -> Result<T, HttpError> + Send + 'static,
    ) -> Result<T, HttpError> {
        let context = self.context();
        self.state.app().db.read(move |conn| conn.in_snapshot(|conn| read(conn, &context))).await
    }

    /// Runs a write as this user. Its transaction checks the session again, because the user may have been signed out
    /// or erased since the request began.
    pub async fn write<T: Send + 'static>(
        &self,
        write: impl Fn(&mut Tx<'_>, &RequestContext) -> Result<T, HttpError> + Send + 'static,
    ) -> Result<T, HttpError> {
        let context = self.context();
        let session = self.session.clone();
        let write_if_signed_in = move |tx: &mut Tx<'_>| {
            write_if_signed_in(tx, &session, HttpError::unauthenticated, |tx| write(tx, &context))
        };
        self.state.app().db.write(write_if_signed_in).await
    }

    /// Like [`write`](Self::write), also while the clock is wrong: for ending one's own sessions, which must always be
    /// possible. The time of the context is then that of the newest audit entry. An entry of the wrong time would be the
    /// one that the clock is compared with.
    pub async fn write_by_any_clock<T, E>(
        &self,
        write: impl Fn(&mut Tx<'_>, &RequestContext) -> Result<T, E> + Clone + Send + 'static,
    ) -> Result<T, HttpError>
    where
        T: Send + 'static,
        E: Into<HttpError> + Send + 'static,
    {
        let (db, context) = (&self.state.app().db, self.context());
        let session = self.session.clone();
        let write_with = move |context: RequestContext| {
            let (session, write) = (session.clone(), write.clone());
            move |tx: &mut Tx<'_>| {
                let write = |tx: &mut Tx<'_>| write(tx, &context).map_err(WriteError::Refused);
                write_if_signed_in(tx, &session, || WriteError::SignedOut, write)
            }
        };
        let mut written = db.write(write_with(context.clone())).await;
        if let Err(WriteError::Db(DbError::WrongClock { newest, .. })) = written {
            written = db.write_by_any_clock(write_with(RequestContext { now: newest, ..context })).await;
        }
        written.map_err(|error| match error {
            WriteError::SignedOut => HttpError::unauthenticated(),
            WriteError::Refused(refusal) => refusal.into(),
            WriteError::Db(error) => error.into(),
        })
    }
}

/// Why a write by any clock did not take place.
enum WriteError<E> {
    SignedOut,
    Refused(E),
    Db(DbError),
}

impl<E> From<DbError> for WriteError<E> {
    fn from(error: DbError) -> Self {
        Self::Db(error)
    }
}

/// Runs a write unless its user was signed out or erased since the request began. On Postgres the answer comes with that of
/// the first statement that the write waits for, and that fails if the answer is no.
fn write_if_signed_in<T, E: From<DbError>>(
    tx: &mut Tx<'_>,
    session: &Session,
    signed_out: impl FnOnce() -> E,
    write: impl FnOnce(&mut Tx<'_>) -> Result<T, E>,
) -> Result<T, E> {
    let is_signed_in = sessions::lock_session_user(tx, &session.id, &session.user_id)?;
    if is_signed_in.is_known_to_be_no() {
        return Err(signed_out());
    }
    let written = write(tx);
    match tx.answer(&is_signed_in) {
        Ok(true) => written,
        Ok(false) => Err(signed_out()),
        Err(error) => written.and_then(|_| Err(error.into())),
    }
}

/// A reader whose session is looked up in the same database call that reads the data; nothing is read without it.
#[derive(Debug)]
pub struct ReadAs<R> {
    pub state: HttpState,
    pub(crate) request_info: RequestInfo,
    pub(crate) uri: Uri,
    token: String,
    minimum_role: PhantomData<fn() -> R>,
}

impl<R: MinimumRole> ReadAs<R> {
    pub async fn read<T: Send + 'static>(
        &self,
        read: impl Fn(&mut Conn<'_>, &UserId) -> Result<T, HttpError> + Send + 'static,
    ) -> Result<T, HttpError> {
        let (_, found) = self.read_with_session(move |conn, session| read(conn, &session.user_id)).await?;
        Ok(found)
    }

    /// The same reader, who needs another role for a part of the answer.
    pub fn with_role<N: MinimumRole>(self) -> ReadAs<N> {
        let Self { state, request_info, uri, token, minimum_role: _ } = self;
        ReadAs { state, request_info, uri, token, minimum_role: PhantomData }
    }

    /// The parsed query. Its field errors are reported only to users who may read the answer.
    pub async fn authorize_field_errors<T>(&self, parsed: Result<T, HttpError>) -> Result<T, HttpError> {
        if parsed.is_err() {
            self.read(|_, _| Ok(())).await?;
        }
        parsed
    }

    /// Parses the query of a list or report.
    pub async fn parse_query<S: RequestShape>(&self) -> Result<S, HttpError> {
        self.authorize_field_errors(parse_query(self.query())).await
    }

    /// Answers with a page of a list. `read` finds the entries of the page and counts the whole list, at one moment.
    pub async fn answer_page<T: Send + 'static, E: From<DbError>, D: Serialize>(
        &self,
        page: ListPage,
        read: impl Fn(&mut Conn<'_>, &UserId) -> Result<(T, i64), E> + Send + 'static,
        to_data: impl FnOnce(T) -> D,
    ) -> HttpResult
    where
        HttpError: From<E>,
    {
        let (found, count) = self.read(move |conn, user| Ok(conn.in_snapshot(|conn| read(conn, user))?)).await?;
        ok_page(to_data(found), page, count)
    }

    /// The query of the request, as it was sent.
    pub fn query(&self) -> Option<&str> {
        self.uri.query()
    }

    async fn read_with_session<T: Send + 'static>(
        &self,
        read: impl Fn(&mut Conn<'_>, &Session) -> Result<T, HttpError> + Send + 'static,
    ) -> Result<(Session, T), HttpError> {
        let (token, app_kind, now) = (self.token.clone(), self.state.app_kind(), self.state.now());
        let request_info = self.request_info.clone();
        let read_if_authorized = move |conn: &mut Conn<'_>| {
            let session = match find_session(conn, &token, app_kind, now)? {
                FoundSession::Active(session) => session,
                expired_or_unknown => return Ok((expired_or_unknown, Err(HttpError::unauthenticated()))),
            };
            let found = if session.role < R::minimum_role(app_kind) {
                Err(role_refusal(&request_info, &session, R::minimum_role(app_kind)))
            } else {
                read(conn, &session)
            };
            Ok::<_, HttpError>((FoundSession::Active(session), found))
        };
        let (session, found) = self.state.app().db.read(read_if_authorized).await?;
        let FoundSession::Active(mut session) = session else {
            if let FoundSession::Expired(session) = session {
                let caller = (session.user_id, session.role);
                let refusal = Refusal::of_caller(RefusalReason::ExpiredSession, "the session is over", caller);
                self.request_info.set_refusal(refusal);
            }
            return Err(HttpError::unauthenticated());
        };
        self.request_info.set_caller(&session.user_id, session.role);
        // Every use extends the session, even a refused one.
        if is_due_for_extension(session.extended_at, now) {
            extend_session(&self.state, &self.request_info, &mut session, &self.token).await;
        } else if is_due_for_last_used(session.last_used_at, now) {
            note_session_use(&self.state, &self.request_info, &session).await;
        }
        Ok((session, found?))
    }
}

impl<R: MinimumRole> FromRequestParts<HttpState> for ReadAs<R> {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, state: &HttpState) -> Result<Self, HttpError> {
        let request_info = RequestInfo::from_request_parts(parts, state).await?;
        let token = cookies::read(&parts.headers, state.app_kind().session_cookie());
        let token = token.ok_or_else(HttpError::unauthenticated)?.to_owned();
        Ok(Self { state: state.clone(), request_info, uri: parts.uri.clone(), token, minimum_role: PhantomData })
    }
}

/// The error of a user whose role is not sufficient.
pub fn role_refusal(request_info: &RequestInfo, session: &Session, minimum_role: Role) -> HttpError {
    let detail = format!("the role {minimum_role} is needed");
    let caller = (session.user_id.clone(), session.role);
    request_info.set_refusal(Refusal::of_caller(RefusalReason::Role, detail, caller));
    HttpError::new(ErrorCode::Forbidden, format!("This needs the role {minimum_role} or a higher one."))
}

/// The lowest role that an extractor accepts.
pub trait MinimumRole {
    fn minimum_role(app_kind: AppKind) -> Role;
}

/// A failure is only logged: the session stays valid.
async fn extend_session(state: &HttpState, request_info: &RequestInfo, session: &mut Session, token: &str) {
    let now = state.now();
    let current = session.clone();
    let extended = state
        .app()
        .db
        .write(move |tx| parlour_app::sign_in::extend_session(tx, &current, now).map_err(HttpError::from))
        .await;
    match extended {
        Ok(Some(expires_at)) => {
            session.extended_at = now;
            session.expires_at = expires_at;
            request_info.set_cookie(session_cookie(state, token, expires_at));
        }
        Ok(None) => {}
        Err(error) => {
            tracing::warn!(request_id = request_info.request_id(), cause = error.cause(), "a session was not extended");
        }
    }
}

/// A failure is only logged: the time is shown to the user and decides nothing.
async fn note_session_use(state: &HttpState, request_info: &RequestInfo, session: &Session) {
    let (id, now) = (session.id.clone(), state.now());
    let noted = state.app().db.write(move |tx| sessions::set_last_used(tx, &id, now).map_err(HttpError::from)).await;
    if let Err(error) = noted {
        let request_id = request_info.request_id();
        tracing::warn!(request_id, cause = error.cause(), "the use of a session was not noted");
    }
}

/// The browser drops the cookie when the session ends.
pub fn session_cookie(state: &HttpState, token: &str, expires_at: Timestamp) -> http::HeaderValue {
    cookies::set(state.app_kind().session_cookie(), token, expires_at.millis_since(state.now()) / 1_000)
}

macro_rules! roles {
    ($($(#[$doc:meta])* $name:ident = |$app_kind:pat_param| $role:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone)]
        pub struct $name(pub SignedIn);

        impl FromRequestParts<HttpState> for $name {
            type Rejection = HttpError;

            async fn from_request_parts(parts: &mut Parts, state: &HttpState) -> Result<Self, HttpError> {
                let read_as = ReadAs::<Self>::from_request_parts(parts, state).await?;
                let (session, ()) = read_as.read_with_session(|_, _| Ok(())).await?;
                Ok(Self(SignedIn { state: read_as.state, session, request_info: read_as.request_info }))
            }
        }

        impl MinimumRole for $name {
            fn minimum_role($app_kind: AppKind) -> Role {
                $role
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
    /// Any signed-in user.
    Customer = |_| Role::Customer;
    /// Everyone whom this app is made for.
    AppUser = |app_kind| match app_kind {
        AppKind::Customer => Role::Customer,
        AppKind::Admin => Role::Staff,
    };
    /// Staff: own schedule and leave.
    Staff = |_| Role::Staff;
    /// The desk: bookings, customers, leads, billing.
    Receptionist = |_| Role::Receptionist;
    /// Also services, offers, staff, schedule, reports.
    Manager = |_| Role::Manager;
    /// Also users and branches.
    Owner = |_| Role::Owner;
    /// Also integrations and logs.
    Developer = |_| Role::Developer;
}

#[cfg(test)]
mod tests;

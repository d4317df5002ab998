//! `GET /live?topics=…`: a stream of events that name what has changed, for pages that are open. An event
//! never contains data of a record: the page reads again what it shows.

use std::borrow::Cow;
use std::collections::HashSet;
use std::convert::Infallible;
use std::time::Duration;

use crate::routing::get;
use axum::Router;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use futures_util::stream;
use http::Uri;
use http::header::{CACHE_CONTROL, HeaderMap, HeaderName};
use parlour_app::sign_in::{FoundSession, find_session};
use parlour_db::page_updates::{UpdatePosition, UpdateWatcher};
use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::ids::UserId;
use parlour_domain::page_update::PageUpdate;
use parlour_store::staff::staff_records;
use parlour_store::users::sessions::Session;
use tokio::time::{Instant, sleep_until, timeout};
use url::form_urlencoded;

use crate::cookies;
use crate::error::{ErrorCode, HttpError};
use crate::respond::HttpResult;
use crate::sessions::Customer;
use crate::state::HttpState;

/// How many streams one user may have open in this process.
const MAX_STREAMS: usize = 10;
/// How many updates one stream may have.
const MAX_UPDATES: usize = 50;
/// A browser that has lost its stream asks again after this time.
const RECONNECT_AFTER: Duration = Duration::from_secs(3);
/// Comments keep proxies from closing a stream on which nothing happens.
const COMMENT_INTERVAL: Duration = Duration::from_secs(20);
/// A session that has ended or changed ends its streams after at most this time and the next.
const SESSION_CHECK_INTERVAL: Duration = Duration::from_secs(4);
/// A stream also ends when the database does not answer, because its session may have ended.
const SESSION_CHECK_TIMEOUT: Duration = Duration::from_millis(900);
/// Changes of this time are sent together, so that a busy desk does not read the same board again and again.
const EVENT_INTERVAL: Duration = Duration::from_millis(200);
/// Some proxies keep an answer until it is complete, unless this header asks them not to.
const X_ACCEL_BUFFERING: HeaderName = HeaderName::from_static("x-accel-buffering");

pub fn page_update_routes() -> Router<HttpState> {
    Router::new().route("/live", get(stream_updates))
}

/// Everybody may watch what is their own, the desk also boards, requests and leads. A page that says by `since` what it knows
/// of is told at once what changed after that.
pub async fn stream_updates(Customer(signed_in): Customer, headers: HeaderMap, uri: Uri) -> HttpResult {
    let updates = parse_updates(uri.query())?;
    let (state, session) = (signed_in.state, signed_in.session);
    let is_allowed = |update: &PageUpdate| update.may_be_watched_by(&session.user_id, session.role, state.app_kind());
    let updates: Option<Vec<PageUpdate>> = updates.into_iter().map(|update| update.filter(is_allowed)).collect();
    let mut updates =
        updates.ok_or_else(|| HttpError::new(ErrorCode::Forbidden, "You cannot watch all of these topics."))?;
    let assigned_bookings = assigned_bookings(&state, &session, &updates).await?;
    updates.extend(assigned_bookings);
    let token = cookies::read(&headers, state.app_kind().session_cookie()).ok_or_else(HttpError::unauthenticated)?;
    let token = token.to_owned();
    let watcher = state.app().db.page_updates().watch(&session.user_id, updates, MAX_STREAMS);
    let watcher = watcher.ok_or_else(|| HttpError::new(ErrorCode::RateLimited, "Too many pages are open."))?;
    let since = parameter(uri.query(), "since");
    if let Some(since) = &since {
        watcher.tell_since(since.parse().ok());
    }
    Ok(event_stream(UpdateStream::new(state, session, token, watcher, since.is_some())))
}

/// Somebody of the staff who watches what is their own also watches the bookings that they do.
async fn assigned_bookings(
    state: &HttpState,
    session: &Session,
    updates: &[PageUpdate],
) -> Result<Option<PageUpdate>, HttpError> {
    let is_own = |update: &PageUpdate| matches!(update, PageUpdate::Customer(_));
    if state.app_kind() != AppKind::Admin || !updates.iter().any(is_own) {
        return Ok(None);
    }
    let user = session.user_id.clone();
    let staff = state.read(move |conn| Ok(staff_records::find_active_of_user(conn, &user)?)).await?;
    Ok(staff.map(PageUpdate::Staff))
}

/// The updates that the query names, each once. One that cannot be read is `None`.
fn parse_updates(query: Option<&str>) -> Result<Vec<Option<PageUpdate>>, HttpError> {
    let updates = parameter(query, "topics").unwrap_or_default();
    if updates.is_empty() {
        return Err(HttpError::invalid_field("topics", "is required"));
    }
    let mut seen = HashSet::new();
    let names = updates.split(',').filter(|name| seen.insert(*name));
    let updates: Vec<Option<PageUpdate>> = names.map(PageUpdate::parse).collect();
    if updates.len() > MAX_UPDATES {
        return Err(HttpError::invalid_field("topics", format!("must be at most {MAX_UPDATES}")));
    }
    Ok(updates)
}

fn parameter<'a>(query: Option<&'a str>, wanted: &str) -> Option<Cow<'a, str>> {
    let mut pairs = form_urlencoded::parse(query.unwrap_or_default().as_bytes());
    pairs.find(|(name, _)| name == wanted).map(|(_, value)| value)
}

fn event_stream(stream: UpdateStream) -> Response {
    let start = stream::iter([Event::default().retry(RECONNECT_AFTER)]);
    let changes = stream::unfold(stream, async |mut stream| Some((stream.next().await?, stream)));
    let events = start.chain(changes.flat_map(stream::iter)).map(Ok::<Event, Infallible>);
    let keep_alive = KeepAlive::new().interval(COMMENT_INTERVAL).text("");
    let headers = [(CACHE_CONTROL, "no-store"), (X_ACCEL_BUFFERING, "no")];
    (headers, Sse::new(events).keep_alive(keep_alive)).into_response()
}

/// One open stream; dropped, it no longer counts.
struct UpdateStream {
    state: HttpState,
    session: Session,
    token: String,
    watcher: UpdateWatcher,
    /// Whether events carry their position, for a page that says where it continues.
    has_positions: bool,
    next_event: Instant,
    next_check: Instant,
}

impl UpdateStream {
    fn new(state: HttpState, session: Session, token: String, watcher: UpdateWatcher, has_positions: bool) -> Self {
        let now = Instant::now();
        Self {
            state,
            session,
            token,
            watcher,
            has_positions,
            next_event: now,
            next_check: now + SESSION_CHECK_INTERVAL,
        }
    }

    /// What is sent next; `None` at the end of the session or of the server.
    async fn next(&mut self) -> Option<Vec<Event>> {
        loop {
            tokio::select! {
                changed = next_change(&self.watcher, self.next_event) => {
                    self.next_event = Instant::now() + EVENT_INTERVAL;
                    let (position, changed) = changed?;
                    let position = self.has_positions.then_some(position);
                    return Some(events(position, &changed, &self.session.user_id));
                }
                () = sleep_until(self.next_check) => {
                    if !self.is_session_unchanged().await {
                        return None;
                    }
                    self.next_check = Instant::now() + SESSION_CHECK_INTERVAL;
                }
            }
        }
    }

    /// Whether the session still exists, with the same role.
    async fn is_session_unchanged(&self) -> bool {
        let (token, app_kind, now) = (self.token.clone(), self.state.app_kind(), self.state.now());
        let session = self.state.read(move |conn| Ok(find_session(conn, &token, app_kind, now)?));
        match timeout(SESSION_CHECK_TIMEOUT, session).await {
            Ok(Ok(FoundSession::Active(session))) => session.id == self.session.id && session.role == self.session.role,
            Ok(Ok(FoundSession::Expired(_) | FoundSession::Unknown) | Err(_)) | Err(_) => false,
        }
    }
}

/// The next change, not before a time. What happens until then is told together.
async fn next_change(watcher: &UpdateWatcher, earliest: Instant) -> Option<(UpdatePosition, Vec<&PageUpdate>)> {
    sleep_until(earliest).await;
    watcher.changed().await
}

/// The id of an event is the position that a browser names when it has lost the stream.
fn events(position: Option<UpdatePosition>, updates: &[&PageUpdate], user: &UserId) -> Vec<Event> {
    let own = PageUpdate::Customer(user.clone());
    let event = |update: &&PageUpdate| {
        let event = match position {
            Some(position) => Event::default().id(position.to_string()),
            None => Event::default(),
        };
        let update = if matches!(update, PageUpdate::Staff(_)) { &own } else { *update };
        event.event("change").data(update.to_string())
    };
    updates.iter().map(event).collect()
}

//! Visits on one's own calendar, under an address that nobody guesses.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, HeaderName, HeaderValue};
use parlour_app::calendar as acts;
use parlour_domain::app_side::AppSide;
use parlour_domain::calendar::FeedKind;
use parlour_domain::ids::{BookingId, UserId};
use parlour_domain::ist::Timestamp;
use parlour_store::{Conn, calendar_feeds};
use serde::Serialize;
use utoipa::ToSchema;

use crate::both::auth::Done;
use crate::error::ApiError;
use crate::id_path::Named;
use crate::respond::{Answered, Envelope, answer, created, ok};
use crate::signed_in::{Customer, LeastRole, Reading, SignedIn, Staff};
use crate::web::Web;

const CALENDAR: HeaderValue = HeaderValue::from_static("text/calendar; charset=utf-8");

#[derive(Serialize, ToSchema)]
pub(crate) struct CalendarState {
    calendar: Option<SharedCalendar>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SharedCalendar {
    created_at: Timestamp,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct NewCalendar {
    calendar: CalendarAddress,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CalendarAddress {
    /// Whoever knows it sees the visits. It is shown this once.
    #[schema(format = "uri", example = "https://salon.example/calendar/pY3…Qe8.ics")]
    url: String,
    created_at: Timestamp,
}

/// Whether my visits are on a calendar
///
/// Null where they are not. The address itself was shown when it was made.
#[utoipa::path(
    get, path = "/api/profile/calendar", tag = "Calendar", security(("session" = ["customer"])),
    responses((status = 200, body = Envelope<CalendarState>)),
)]
pub(crate) async fn of_customer(State(web): State<Web>, asker: Reading<Customer>) -> Answered {
    shown(&web, &asker, FeedKind::Customer).await
}

/// Put my visits on a calendar
///
/// An address for calendar programs, in the place of the one before, which opens nothing any more.
#[utoipa::path(
    post, path = "/api/profile/calendar", tag = "Calendar", security(("session" = ["customer"])),
    responses((status = 201, body = Envelope<NewCalendar>)),
)]
pub(crate) async fn share_of_customer(State(web): State<Web>, asker: Customer) -> Answered {
    shared(&web, &asker, FeedKind::Customer).await
}

/// Take my visits off the calendar
///
/// Also where they are on none.
#[utoipa::path(
    delete, path = "/api/profile/calendar", tag = "Calendar", security(("session" = ["customer"])),
    responses((status = 200, body = Envelope<Done>)),
)]
pub(crate) async fn revoke_of_customer(State(web): State<Web>, asker: Customer) -> Answered {
    revoked(&web, &asker, FeedKind::Customer).await
}

/// Whether my work is on a calendar
///
/// Null where it is not. The address itself was shown when it was made.
#[utoipa::path(
    get, path = "/api/me/calendar", tag = "Me", security(("session" = ["staff"])),
    responses((status = 200, body = Envelope<CalendarState>)),
)]
pub(crate) async fn of_staff(State(web): State<Web>, asker: Reading<Staff>) -> Answered {
    shown(&web, &asker, FeedKind::Staff).await
}

/// Put my work on a calendar
///
/// An address for calendar programs, in the place of the one before, which opens nothing any more. It shows services and
/// places, and no customer's name.
#[utoipa::path(
    post, path = "/api/me/calendar", tag = "Me", security(("session" = ["staff"])),
    responses((status = 201, body = Envelope<NewCalendar>)),
)]
pub(crate) async fn share_of_staff(State(web): State<Web>, asker: Staff) -> Answered {
    shared(&web, &asker, FeedKind::Staff).await
}

/// Take my work off the calendar
///
/// Also where it is on none.
#[utoipa::path(
    delete, path = "/api/me/calendar", tag = "Me", security(("session" = ["staff"])),
    responses((status = 200, body = Envelope<Done>)),
)]
pub(crate) async fn revoke_of_staff(State(web): State<Web>, asker: Staff) -> Answered {
    revoked(&web, &asker, FeedKind::Staff).await
}

async fn shown<R: LeastRole>(web: &Web, asker: &Reading<R>, kind: FeedKind) -> Answered {
    let read = move |conn: &mut Conn<'_>, user: &UserId| Ok(calendar_feeds::current(conn, user, kind)?);
    let feed = asker.read(web, read).await?;
    ok(CalendarState { calendar: feed.map(|feed| SharedCalendar { created_at: feed.created_at }) })
}

async fn shared(web: &Web, asker: &SignedIn, kind: FeedKind) -> Answered {
    let user = asker.user().clone();
    let share = asker.act(web, move |tx, occasion| Ok(acts::share(tx, occasion, &user, kind)?)).await?;
    let url = format!("{}/calendar/{}.ics", web.public_url(), share.secret);
    let calendar = CalendarAddress { url, created_at: share.created_at };
    Ok(answer(created(NewCalendar { calendar })?))
}

async fn revoked(web: &Web, asker: &SignedIn, kind: FeedKind) -> Answered {
    let user = asker.user().clone();
    asker.act(web, move |tx, occasion| Ok(acts::revoke(tx, occasion, &user, kind)?)).await?;
    ok(Done { ok: true })
}

/// A calendar, for programs
///
/// Whoever has the address reads it, without a session: visits of the last 90 and the next 400 days (RFC 5545).
#[utoipa::path(
    get, path = "/calendar/{file}", tag = "Calendar",
    params(("file" = String, Path, description = "The secret and `.ics`")),
    responses((status = 200, body = String, content_type = "text/calendar")),
)]
pub(crate) async fn feed(State(web): State<Web>, Named(file): Named) -> Answered {
    let kind = match web.side() {
        AppSide::Customer => FeedKind::Customer,
        AppSide::Admin => FeedKind::Staff,
    };
    let unknown = || ApiError::not_found("This calendar");
    let secret = file.strip_suffix(".ics").ok_or_else(unknown)?.to_owned();
    let now = web.app().clock.now();
    let read = web.app().db.read(move |conn| {
        conn.in_one_state(|conn| acts::feed(conn, &secret, kind, now)).map_err(ApiError::from)
    });
    Ok(as_calendar(read.await?.ok_or_else(unknown)?, "inline; filename=\"parlour.ics\""))
}

/// One of my visits, for a calendar
#[utoipa::path(
    get, path = "/api/bookings/{id}/calendar.ics", tag = "Calendar", security(("session" = ["customer"])),
    params(("id" = String, Path)),
    responses((status = 200, body = String, content_type = "text/calendar")),
)]
pub(crate) async fn of_booking(
    State(web): State<Web>,
    asker: Reading<Customer>,
    Named(id): Named,
) -> Answered {
    let id = BookingId::new(id);
    let read = move |conn: &mut Conn<'_>, user: &UserId| Ok(acts::of_booking(conn, &id, user)?);
    let calendar = asker.read(&web, read).await?.ok_or_else(|| ApiError::not_found("This booking"))?;
    Ok(as_calendar(calendar, "attachment; filename=\"visit.ics\""))
}

fn as_calendar(calendar: String, disposition: &'static str) -> Response {
    let mut response = calendar.into_response();
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, CALENDAR);
    headers.insert(CONTENT_DISPOSITION, HeaderValue::from_static(disposition));
    // Should an address ever stand on a page.
    headers.insert(HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex"));
    response
}

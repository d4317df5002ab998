//! Bookings as a calendar, under a secret address.

use axum::response::{IntoResponse, Response};
use http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, HeaderName, HeaderValue};
use parlour_app::calendar as use_cases;
use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::booking::calendar::FeedKind;
use parlour_domain::ids::{BookingId, UserId};
use parlour_domain::ist::Timestamp;
use parlour_http::refusal_traces::{Refusal, RefusalReason};
use parlour_http::request_info::RequestInfo;
use parlour_http::sessions::SignedIn;
use parlour_store::bookings::calendar_feeds;

use crate::prelude::*;
use crate::shared::auth::Done;

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
    /// Everyone who knows this address can read the calendar. It is shown only once.
    #[schema(format = "uri", example = "https://salon.example/calendar/pY3…Qe8.ics")]
    url: String,
    created_at: Timestamp,
}

/// The state of my calendar
///
/// Null if there is none. The address is shown only when it is created.
#[utoipa::path(
    get, path = "/api/profile/calendar", tag = "Calendar", security(("session" = ["customer"])),
    responses((status = 200, body = Envelope<CalendarState>)),
)]
pub(crate) async fn show_customer_calendar(caller: ReadAs<Customer>) -> HttpResult {
    calendar_state(&caller, FeedKind::Customer).await
}

/// Create a calendar of my bookings
///
/// An address for calendar programs. It replaces the previous address, which stops working.
#[utoipa::path(
    post, path = "/api/profile/calendar", tag = "Calendar", security(("session" = ["customer"])),
    responses((status = 201, body = Envelope<NewCalendar>)),
)]
pub(crate) async fn create_customer_calendar(caller: Customer, _: WithoutFields) -> HttpResult {
    create_feed(&caller, FeedKind::Customer).await
}

/// Delete my calendar
///
/// Succeeds also if there is none.
#[utoipa::path(
    delete, path = "/api/profile/calendar", tag = "Calendar", security(("session" = ["customer"])),
    responses((status = 200, body = Envelope<Done>)),
)]
pub(crate) async fn delete_customer_calendar(caller: Customer, _: NoBody) -> HttpResult {
    revoke_feed(&caller, FeedKind::Customer).await
}

/// The state of my calendar
///
/// Null if there is none. The address is shown only when it is created.
#[utoipa::path(
    get, path = "/api/me/calendar", tag = "Me", security(("session" = ["staff"])),
    responses((status = 200, body = Envelope<CalendarState>)),
)]
pub(crate) async fn show_staff_calendar(caller: ReadAs<Staff>) -> HttpResult {
    calendar_state(&caller, FeedKind::Staff).await
}

/// Create a calendar of my work
///
/// An address for calendar programs. It replaces the previous address, which stops working. The calendar shows
/// services and branches, but no customer names.
#[utoipa::path(
    post, path = "/api/me/calendar", tag = "Me", security(("session" = ["staff"])),
    responses((status = 201, body = Envelope<NewCalendar>)),
)]
pub(crate) async fn create_staff_calendar(caller: Staff, _: WithoutFields) -> HttpResult {
    create_feed(&caller, FeedKind::Staff).await
}

/// Delete my calendar
///
/// Succeeds also if there is none.
#[utoipa::path(
    delete, path = "/api/me/calendar", tag = "Me", security(("session" = ["staff"])),
    responses((status = 200, body = Envelope<Done>)),
)]
pub(crate) async fn delete_staff_calendar(caller: Staff, _: NoBody) -> HttpResult {
    revoke_feed(&caller, FeedKind::Staff).await
}

async fn calendar_state<R: MinimumRole>(caller: &ReadAs<R>, kind: FeedKind) -> HttpResult {
    let read = move |conn: &mut Conn<'_>, user: &UserId| Ok(calendar_feeds::find_current_feed(conn, user, kind)?);
    let feed = caller.read(read).await?;
    ok(CalendarState { calendar: feed.map(|feed| SharedCalendar { created_at: feed.created_at }) })
}

async fn create_feed(caller: &SignedIn, kind: FeedKind) -> HttpResult {
    let user = caller.user().clone();
    let share = caller.write(move |tx, context| Ok(use_cases::share_feed(tx, context, &user, kind)?)).await?;
    let url = format!("{}/calendar/{}.ics", caller.state.public_url(), share.secret);
    let calendar = CalendarAddress { url, created_at: share.created_at };
    created(NewCalendar { calendar })
}

async fn revoke_feed(caller: &SignedIn, kind: FeedKind) -> HttpResult {
    let user = caller.user().clone();
    caller.write(move |tx, context| Ok(use_cases::revoke_feed(tx, context, &user, kind)?)).await?;
    ok(Done { ok: true })
}

/// A calendar
///
/// For calendar programs, without a session: bookings of the last 90 and the next 400 days (RFC 5545).
#[utoipa::path(
    get, path = "/calendar/{file}", tag = "Calendar",
    params(("file" = String, Path, description = "The secret and `.ics`")),
    responses((status = 200, body = String, content_type = "text/calendar")),
)]
pub(crate) async fn feed(
    State(state): State<HttpState>,
    request_info: RequestInfo,
    PathId(file): PathId,
) -> HttpResult {
    let kind = match state.app_kind() {
        AppKind::Customer => FeedKind::Customer,
        AppKind::Admin => FeedKind::Staff,
    };
    let unknown = || {
        let detail = "not the address of a calendar, or no longer";
        request_info.set_refusal(Refusal::anonymous(RefusalReason::LinkToken, detail));
        HttpError::not_found("This calendar")
    };
    let secret = file.strip_suffix(".ics").ok_or_else(unknown)?.to_owned();
    let now = state.now();
    let read = state.read(move |conn| Ok(conn.in_snapshot(|conn| use_cases::render_feed(conn, &secret, kind, now))?));
    Ok(calendar_response(read.await?.ok_or_else(unknown)?, "inline; filename=\"parlour.ics\""))
}

/// One of my bookings as a calendar file
#[utoipa::path(
    get, path = "/api/bookings/{id}/calendar.ics", tag = "Calendar", security(("session" = ["customer"])),
    responses((status = 200, body = String, content_type = "text/calendar")),
)]
pub(crate) async fn booking_file(caller: ReadAs<Customer>, PathId(id): PathId<BookingId>) -> HttpResult {
    let read = move |conn: &mut Conn<'_>, user: &UserId| Ok(use_cases::render_booking_calendar(conn, &id, user)?);
    let calendar = caller.read(read).await?.ok_or_else(|| HttpError::not_found("This booking"))?;
    Ok(calendar_response(calendar, "attachment; filename=\"visit.ics\""))
}

fn calendar_response(calendar: String, disposition: &'static str) -> Response {
    let mut response = calendar.into_response();
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, CALENDAR);
    headers.insert(CONTENT_DISPOSITION, HeaderValue::from_static(disposition));
    // Keeps the secret address out of search engines.
    headers.insert(HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex"));
    response
}

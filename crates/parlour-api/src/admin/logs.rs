//! The log of who did what, for developers.

use axum::extract::{RawQuery, State};
use chrono::{Days, NaiveDate};
use parlour_domain::ids::UserId;
use parlour_domain::ist::Timestamp;
use parlour_domain::text::limited_text;
use parlour_http::error::HttpError;
use parlour_http::fields::{Fields, date};
use parlour_http::paging::ListPage;
use parlour_http::respond::{HttpResult, PagedEnvelope, ok_page};
use parlour_http::sessions::{Developer, ReadAs};
use parlour_http::state::HttpState;
use parlour_store::Conn;
use parlour_store::audit::audit_log::{self, AuditLogEntry, AuditLogFilter};
use serde::Serialize;
use utoipa::ToSchema;

/// Longer than any name that is looked for.
const MAX_FILTER_CHARS: usize = 200;

#[derive(Serialize, ToSchema)]
pub(crate) struct LogEntries {
    entries: Vec<AuditLogEntry>,
}

/// The audit log
///
/// Who did what to which record, before and after, when, from where; the newest first. Filters match exactly, and all
/// of them count.
#[utoipa::path(
    get, path = "/api/logs", tag = "Logs", security(("session" = ["developer"])),
    params(
        ("actorId" = Option<String>, Query, max_length = 200, description = "A user's id"),
        ("action" = Option<String>, Query, max_length = 200, description = "Such as `booking.approve`"),
        ("recordType" = Option<String>, Query, max_length = 200, description = "Such as `booking`"),
        ("recordId" = Option<String>, Query, max_length = 200),
        ("requestId" = Option<String>, Query, max_length = 200, description = "From `x-request-id`"),
        ("from" = Option<NaiveDate>, Query, description = "The first day, in India"),
        ("to" = Option<NaiveDate>, Query, description = "The last day, in India"),
        ("page" = Option<i64>, Query, minimum = 1),
        ("pageSize" = Option<i64>, Query, minimum = 1, maximum = 100, description = "20 by default"),
    ),
    responses((status = 200, body = PagedEnvelope<LogEntries>)),
)]
pub(crate) async fn list(
    State(state): State<HttpState>,
    caller: ReadAs<Developer>,
    RawQuery(query): RawQuery,
) -> HttpResult {
    let (filter, page) = caller.authorize_field_errors(&state, parse_query(query.as_deref())).await?;
    let read = move |conn: &mut Conn<'_>, _: &UserId| {
        Ok(conn.in_snapshot(|conn| audit_log::page(conn, &filter, page.size, page.offset()))?)
    };
    let (entries, count) = caller.read(&state, read).await?;
    ok_page(LogEntries { entries }, page, count)
}

fn parse_query(query: Option<&str>) -> Result<(AuditLogFilter, ListPage), HttpError> {
    let mut fields = Fields::from_query(query);
    let mut text =
        |name| fields.optional(name, |text| limited_text(text, MAX_FILTER_CHARS)).unwrap_or_default();
    let (actor_id, action) = (text("actorId"), text("action"));
    let (record_type, record_id, request_id) = (text("recordType"), text("recordId"), text("requestId"));
    let (from, to) = (fields.optional("from", date), fields.optional("to", date));
    if from.zip(to).is_some_and(|(from, to)| to < from) {
        fields.add_error::<()>("to", "must not be before from");
    }
    let page = ListPage::from_fields(&mut fields);
    let day_after = |day: NaiveDate| day.checked_add_days(Days::new(1)).map(Timestamp::ist_midnight);
    let filter = AuditLogFilter {
        request_id,
        record_type,
        record_id,
        actor_id,
        action,
        from: from.map_or(Timestamp::from_millis(0), Timestamp::ist_midnight),
        until: to.and_then(day_after).unwrap_or(Timestamp::FAR_FUTURE).min(Timestamp::FAR_FUTURE),
    };
    fields.build(|| Some((filter, page)))
}

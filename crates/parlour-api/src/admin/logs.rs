//! The log of who did what, for developers.

use axum::extract::{RawQuery, State};
use chrono::{Days, NaiveDate};
use parlour_domain::ids::UserId;
use parlour_domain::ist::Timestamp;
use parlour_domain::text::at_most;
use parlour_store::Conn;
use parlour_store::audit_reads::{self, LogEntry, Wanted};
use serde::Serialize;
use utoipa::ToSchema;

use crate::error::ApiError;
use crate::fields::{Fields, date};
use crate::paging::ListPage;
use crate::respond::{Answered, PagedEnvelope, ok_page};
use crate::signed_in::{Developer, Reading};
use crate::web::Web;

/// Longer than any name that is looked for.
const LONGEST: usize = 200;

#[derive(Serialize, ToSchema)]
pub(crate) struct LogEntries {
    entries: Vec<LogEntry>,
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
    State(web): State<Web>,
    asker: Reading<Developer>,
    RawQuery(query): RawQuery,
) -> Answered {
    let (wanted, page) = asker.understood(&web, question(query.as_deref())).await?;
    let read = move |conn: &mut Conn<'_>, _: &UserId| {
        Ok(conn.in_one_state(|conn| audit_reads::page(conn, &wanted, page.size, page.skipped()))?)
    };
    let (entries, count) = asker.read(&web, read).await?;
    ok_page(LogEntries { entries }, page, count)
}

fn question(query: Option<&str>) -> Result<(Wanted, ListPage), ApiError> {
    let mut fields = Fields::of_query(query);
    let mut text = |name| fields.optional(name, |text| at_most(text, LONGEST)).unwrap_or_default();
    let (actor_id, action) = (text("actorId"), text("action"));
    let (record_type, record_id, request_id) = (text("recordType"), text("recordId"), text("requestId"));
    let (from, to) = (fields.optional("from", date), fields.optional("to", date));
    if from.zip(to).is_some_and(|(from, to)| to < from) {
        fields.refuse::<()>("to", "must not be before from");
    }
    let page = ListPage::of(&mut fields);
    let day_after = |day: NaiveDate| day.checked_add_days(Days::new(1)).map(Timestamp::ist_midnight);
    let wanted = Wanted {
        request_id,
        record_type,
        record_id,
        actor_id,
        action,
        from: from.map_or(Timestamp::from_millis(0), Timestamp::ist_midnight),
        until: to.and_then(day_after).unwrap_or(Timestamp::FAR_FUTURE).min(Timestamp::FAR_FUTURE),
    };
    fields.build(|| Some((wanted, page)))
}

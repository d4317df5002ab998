//! The audit log, for developers.

use chrono::{Days, NaiveDate};
use parlour_domain::ids::UserId;
use parlour_domain::ist::Timestamp;
use parlour_http::request::LimitedText;
use parlour_store::audit::audit_log::{self, AuditLogEntry, AuditLogFilter};

use crate::prelude::*;

/// Longer than any value of these fields.
const MAX_FILTER_CHARS: usize = 200;

request_shape! {
    pub(crate) struct LogQuery {
        /// A user's id
        actor_id: Option<LimitedText<MAX_FILTER_CHARS>>,
        /// Such as `booking.approve`
        action: Option<LimitedText<MAX_FILTER_CHARS>>,
        /// Such as `booking`
        record_type: Option<LimitedText<MAX_FILTER_CHARS>>,
        record_id: Option<LimitedText<MAX_FILTER_CHARS>>,
        /// From `x-request-id`
        request_id: Option<LimitedText<MAX_FILTER_CHARS>>,
        /// The first day, in India
        from: Option<NaiveDate>,
        /// The last day, in India
        to: Option<NaiveDate>,
        page: Flat<ListPage>,
    }
}

#[derive(Serialize, ToSchema)]
pub(crate) struct LogEntries {
    entries: Vec<AuditLogEntry>,
}

/// The audit log
///
/// Who changed which record, when and from where, with the record before and after; newest first. Filters match
/// exactly; an entry must match all of them. `recordType` `refusal` lists requests that were refused because of who sent
/// them: `refusal.sign_in_token`, `refusal.sign_in_cookie`, `refusal.recycled_email`, `refusal.expired_session`,
/// `refusal.role`, `refusal.not_allowed`, `refusal.origin`, `refusal.link_token` and `refusal.job_signature`, at most one
/// entry per user and minute.
#[utoipa::path(
    get, path = "/api/logs", tag = "Logs", security(("session" = ["developer"])),
    params(LogQuery),
    responses((status = 200, body = PagedEnvelope<LogEntries>)),
)]
pub(crate) async fn list(caller: ReadAs<Developer>) -> HttpResult {
    let (filter, page) = caller.authorize_field_errors(parse_log_query(caller.query())).await?;
    let read = move |conn: &mut Conn<'_>, _: &UserId| audit_log::page(conn, &filter, page.size, page.offset());
    caller.answer_page(page, read, |entries| LogEntries { entries }).await
}

fn parse_log_query(query: Option<&str>) -> Result<(AuditLogFilter, ListPage), HttpError> {
    let mut fields = Fields::from_query(query);
    let query = LogQuery::read(&mut fields);
    check_period(&mut fields, query.from, query.to);
    let day_after = |day: NaiveDate| day.checked_add_days(Days::new(1)).map(Timestamp::ist_midnight);
    let filter = AuditLogFilter {
        request_id: query.request_id.unwrap_or_default(),
        record_type: query.record_type.unwrap_or_default(),
        record_id: query.record_id.unwrap_or_default(),
        actor_id: query.actor_id.unwrap_or_default(),
        action: query.action.unwrap_or_default(),
        from: query.from.map_or(Timestamp::from_millis(0), Timestamp::ist_midnight),
        until: query.to.and_then(day_after).unwrap_or(Timestamp::FAR_FUTURE).min(Timestamp::FAR_FUTURE),
    };
    fields.build(|| Some((filter, query.page)))
}

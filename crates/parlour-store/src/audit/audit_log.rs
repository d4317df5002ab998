//! Reads the audit log.

use parlour_db::{Conn, DbError, SqlValue, params, row, select, sql};
use parlour_domain::auth::role::Role;
use parlour_domain::ids::UserId;
use parlour_domain::ist::Timestamp;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditLogEntry {
    pub id: String,
    /// Null if the change was made without a signed-in user.
    pub actor_id: Option<UserId>,
    /// The actor's present name.
    pub actor_name: Option<String>,
    /// The actor's role at the time of the change.
    pub actor_role: Option<Role>,
    /// The app, or `job` or `command`.
    #[schema(example = "admin")]
    pub origin: String,
    #[schema(example = "booking.approve")]
    pub action: String,
    #[schema(example = "booking")]
    pub record_type: String,
    pub record_id: String,
    /// The stored state of the record before the change.
    #[schema(value_type = Value)]
    pub before: Option<Value>,
    #[schema(value_type = Value)]
    pub after: Option<Value>,
    pub request_id: Option<String>,
    /// The client address of the request.
    pub address: Option<String>,
    pub created_at: Timestamp,
}
row! { AuditLogEntry {
    id, actor_id, actor_name: "u.name", actor_role, origin, action, record_type, record_id, before: "before_json",
    after: "after_json", request_id, address, created_at,
} }

/// Which entries to list. Empty fields do not filter.
#[derive(Debug, Clone)]
pub struct AuditLogFilter {
    pub request_id: String,
    pub record_type: String,
    pub record_id: String,
    pub actor_id: String,
    pub action: String,
    /// The first instant.
    pub from: Timestamp,
    /// The end of the time range, exclusive.
    pub until: Timestamp,
}

/// A page of entries, newest first, and the number of all matching entries. The log is large, so the most selective
/// filter uses its index, and the other filters are applied to the rows that it finds.
pub fn page(
    conn: &mut Conn<'_>,
    filter: &AuditLogFilter,
    limit: i64,
    offset: i64,
) -> Result<(Vec<AuditLogEntry>, i64), DbError> {
    let statements = PageStatements::of(filter);
    let filters: [SqlValue<'_>; 7] = [
        SqlValue::Text(&filter.request_id),
        SqlValue::Text(&filter.record_type),
        SqlValue::Text(&filter.record_id),
        SqlValue::Text(&filter.actor_id),
        SqlValue::Text(&filter.action),
        SqlValue::Timestamp(filter.from),
        SqlValue::Timestamp(filter.until),
    ];
    let mut page_params = filters.to_vec();
    page_params.extend([SqlValue::Int(limit), SqlValue::Int(offset)]);
    let ids = conn.all::<(String,)>(statements.ids, &page_params)?;
    let count = conn.one::<(i64,)>(statements.count, &filters)?.map_or(0, |(count,)| count);
    let mut rows = Vec::with_capacity(ids.len());
    for (id,) in ids {
        rows.extend(find_entry(conn, &id)?);
    }
    Ok((rows, count))
}

fn find_entry(conn: &mut Conn<'_>, id: &str) -> Result<Option<AuditLogEntry>, DbError> {
    conn.one(
        sql!(select!(AuditLogEntry, "a"), " from audit_log a left join users u on u.id = a.actor_id where a.id = $1"),
        params![id],
    )
}

/// The statement that reads a page, and the one that counts.
struct PageStatements {
    ids: &'static str,
    count: &'static str,
}

const FIND_IDS: &str = "select id from audit_log where ";
const COUNT: &str = "select count(*) from audit_log where ";
const NEWEST_FIRST: &str = " order by created_at desc, id desc limit $8 offset $9";

const REQUEST: &str = "($1 = '' or request_id = $1)";
const RECORD: &str = "($2 = '' or record_type = $2) and ($3 = '' or record_id = $3)";
const ACTOR: &str = "($4 = '' or actor_id = $4)";
const ACTION: &str = "($5 = '' or action = $5)";
const TIME: &str = "created_at >= $6 and created_at < $7";

const OF_REQUEST: &str = sql!("request_id = $1 and ", RECORD, " and ", ACTOR, " and ", ACTION, " and ", TIME);
const OF_RECORD: &str =
    sql!(REQUEST, " and record_type = $2 and record_id = $3 and ", ACTOR, " and ", ACTION, " and ", TIME);
const OF_ACTOR: &str = sql!(REQUEST, " and ", RECORD, " and actor_id = $4 and ", ACTION, " and ", TIME);
const OF_ACTION: &str = sql!(REQUEST, " and ", RECORD, " and ", ACTOR, " and action = $5 and ", TIME);
const OF_TIME: &str = sql!(REQUEST, " and ", RECORD, " and ", ACTOR, " and ", ACTION, " and ", TIME);

impl PageStatements {
    fn of(filter: &AuditLogFilter) -> Self {
        if !filter.request_id.is_empty() {
            Self { ids: sql!(FIND_IDS, OF_REQUEST, NEWEST_FIRST), count: sql!(COUNT, OF_REQUEST) }
        } else if !filter.record_type.is_empty() && !filter.record_id.is_empty() {
            Self { ids: sql!(FIND_IDS, OF_RECORD, NEWEST_FIRST), count: sql!(COUNT, OF_RECORD) }
        } else if !filter.actor_id.is_empty() {
            Self { ids: sql!(FIND_IDS, OF_ACTOR, NEWEST_FIRST), count: sql!(COUNT, OF_ACTOR) }
        } else if !filter.action.is_empty() {
            Self { ids: sql!(FIND_IDS, OF_ACTION, NEWEST_FIRST), count: sql!(COUNT, OF_ACTION) }
        } else {
            Self { ids: sql!(FIND_IDS, OF_TIME, NEWEST_FIRST), count: sql!(COUNT, OF_TIME) }
        }
    }
}

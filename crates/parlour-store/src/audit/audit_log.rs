//! The log of who did what to which record, read.

use parlour_domain::auth::role::Role;
use parlour_domain::ids::UserId;
use parlour_domain::ist::Timestamp;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::db::{Columns, Conn, DbError, FromRow, SqlValue};
use crate::params;

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditLogEntry {
    pub id: String,
    /// Null where nobody was signed in.
    pub actor_id: Option<UserId>,
    /// As they are called now.
    pub actor_name: Option<String>,
    /// As it was then.
    pub actor_role: Option<Role>,
    /// The app, or `job` or `command`.
    #[schema(example = "admin")]
    pub origin: String,
    #[schema(example = "booking.approve")]
    pub action: String,
    #[schema(example = "booking")]
    pub record_type: String,
    pub record_id: String,
    /// The record's state, as far as it is kept.
    #[schema(value_type = Value)]
    pub before: Option<Value>,
    #[schema(value_type = Value)]
    pub after: Option<Value>,
    pub request_id: Option<String>,
    /// Where the request came from.
    pub address: Option<String>,
    pub created_at: Timestamp,
}

impl FromRow for AuditLogEntry {
    fn from_row(columns: &mut Columns<'_>) -> Result<Self, DbError> {
        let state = |text: Option<String>| text.and_then(|text| serde_json::from_str(&text).ok());
        Ok(Self {
            id: columns.take()?,
            actor_id: columns.take()?,
            actor_name: columns.take()?,
            actor_role: columns.take()?,
            origin: columns.take()?,
            action: columns.take()?,
            record_type: columns.take()?,
            record_id: columns.take()?,
            before: state(columns.take()?),
            after: state(columns.take()?),
            request_id: columns.take()?,
            address: columns.take()?,
            created_at: columns.take()?,
        })
    }
}

/// Which entries; what is empty does not matter.
#[derive(Debug, Clone)]
pub struct AuditLogFilter {
    pub request_id: String,
    pub record_type: String,
    pub record_id: String,
    pub actor_id: String,
    pub action: String,
    /// The first instant.
    pub from: Timestamp,
    /// The first instant that is too late.
    pub until: Timestamp,
}

/// A page, the newest first, and how many there are in all. The log grows for years: what narrows it most has an index
/// and leads, the rest is looked at on the way.
pub fn page(
    conn: &mut Conn<'_>,
    filter: &AuditLogFilter,
    limit: i64,
    offset: i64,
) -> Result<(Vec<AuditLogEntry>, i64), DbError> {
    let (page, count) = page_and_count_statements(filter);
    let filters: [SqlValue<'_>; 7] = [
        SqlValue::Text(&filter.request_id),
        SqlValue::Text(&filter.record_type),
        SqlValue::Text(&filter.record_id),
        SqlValue::Text(&filter.actor_id),
        SqlValue::Text(&filter.action),
        SqlValue::Timestamp(filter.from),
        SqlValue::Timestamp(filter.until),
    ];
    let mut of_page = filters.to_vec();
    of_page.extend([SqlValue::Int(limit), SqlValue::Int(offset)]);
    let ids = conn.all::<(String,)>(page, &of_page)?;
    let count = conn.one::<(i64,)>(count, &filters)?.map_or(0, |(count,)| count);
    let mut rows = Vec::with_capacity(ids.len());
    for (id,) in ids {
        rows.extend(find_entry(conn, &id)?);
    }
    Ok((rows, count))
}

fn find_entry(conn: &mut Conn<'_>, id: &str) -> Result<Option<AuditLogEntry>, DbError> {
    conn.one(
        "select a.id, a.actor_id, u.name, a.actor_role, a.origin, a.action, a.record_type, a.record_id, a.before_json,
             a.after_json, a.request_id, a.address, a.created_at
         from audit_log a left join users u on u.id = a.actor_id where a.id = $1",
        params![id],
    )
}

/// One statement finds a page, the other counts.
fn page_and_count_statements(filter: &AuditLogFilter) -> (&'static str, &'static str) {
    if !filter.request_id.is_empty() {
        (
            "select id from audit_log
             where request_id = $1 and ($2 = '' or record_type = $2) and ($3 = '' or record_id = $3)
                 and ($4 = '' or actor_id = $4) and ($5 = '' or action = $5)
                 and created_at >= $6 and created_at < $7
             order by created_at desc, id desc limit $8 offset $9",
            "select count(*) from audit_log
             where request_id = $1 and ($2 = '' or record_type = $2) and ($3 = '' or record_id = $3)
                 and ($4 = '' or actor_id = $4) and ($5 = '' or action = $5)
                 and created_at >= $6 and created_at < $7",
        )
    } else if !filter.record_type.is_empty() && !filter.record_id.is_empty() {
        (
            "select id from audit_log
             where ($1 = '' or request_id = $1) and record_type = $2 and record_id = $3
                 and ($4 = '' or actor_id = $4) and ($5 = '' or action = $5)
                 and created_at >= $6 and created_at < $7
             order by created_at desc, id desc limit $8 offset $9",
            "select count(*) from audit_log
             where ($1 = '' or request_id = $1) and record_type = $2 and record_id = $3
                 and ($4 = '' or actor_id = $4) and ($5 = '' or action = $5)
                 and created_at >= $6 and created_at < $7",
        )
    } else if !filter.actor_id.is_empty() {
        (
            "select id from audit_log
             where ($1 = '' or request_id = $1) and ($2 = '' or record_type = $2) and ($3 = '' or record_id = $3)
                 and actor_id = $4 and ($5 = '' or action = $5)
                 and created_at >= $6 and created_at < $7
             order by created_at desc, id desc limit $8 offset $9",
            "select count(*) from audit_log
             where ($1 = '' or request_id = $1) and ($2 = '' or record_type = $2) and ($3 = '' or record_id = $3)
                 and actor_id = $4 and ($5 = '' or action = $5)
                 and created_at >= $6 and created_at < $7",
        )
    } else if !filter.action.is_empty() {
        (
            "select id from audit_log
             where ($1 = '' or request_id = $1) and ($2 = '' or record_type = $2) and ($3 = '' or record_id = $3)
                 and ($4 = '' or actor_id = $4) and action = $5
                 and created_at >= $6 and created_at < $7
             order by created_at desc, id desc limit $8 offset $9",
            "select count(*) from audit_log
             where ($1 = '' or request_id = $1) and ($2 = '' or record_type = $2) and ($3 = '' or record_id = $3)
                 and ($4 = '' or actor_id = $4) and action = $5
                 and created_at >= $6 and created_at < $7",
        )
    } else {
        (
            "select id from audit_log
             where ($1 = '' or request_id = $1) and ($2 = '' or record_type = $2) and ($3 = '' or record_id = $3)
                 and ($4 = '' or actor_id = $4) and ($5 = '' or action = $5)
                 and created_at >= $6 and created_at < $7
             order by created_at desc, id desc limit $8 offset $9",
            "select count(*) from audit_log
             where ($1 = '' or request_id = $1) and ($2 = '' or record_type = $2) and ($3 = '' or record_id = $3)
                 and ($4 = '' or actor_id = $4) and ($5 = '' or action = $5)
                 and created_at >= $6 and created_at < $7",
        )
    }
}

//! All data about a person, for that person.

use parlour_domain::ids::UserId;
use parlour_store::customers::{consents, personal_data_export as records, profiles};
use parlour_store::users::user_records;
use parlour_store::{Conn, DbError};
use serde_json::{Map, Value, json};

use crate::notifications::feed;

pub fn export(conn: &mut Conn<'_>, user: &UserId) -> Result<Map<String, Value>, DbError> {
    let mut full_export = Map::new();
    full_export.insert("user".into(), json!(user_records::by_id(conn, user)?));
    full_export.insert("profile".into(), json!(profiles::find_by_user(conn, user)?));
    full_export.insert("consents".into(), json!(consents::list_by_user(conn, user)?));
    full_export.extend(records::collect_personal_records(conn, user)?);
    full_export.insert("notifications".into(), Value::Array(list_notifications(conn, user)?));
    Ok(full_export)
}

/// From the first on, with their texts.
fn list_notifications(conn: &mut Conn<'_>, user: &UserId) -> Result<Vec<Value>, DbError> {
    let newest_first = feed::list_worded(conn, user, i64::MAX, 0)?;
    let in_order = newest_first.into_iter().rev().map(|notification| {
        let mut row = json!(notification);
        // All are the person's own.
        row.as_object_mut().map(|fields| fields.remove("userId"));
        row
    });
    Ok(in_order.collect())
}

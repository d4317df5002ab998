//! Everything we keep about someone, for them.

use parlour_domain::ids::UserId;
use parlour_store::{Conn, DbError, consents, export as records, profiles, users};
use serde_json::{Map, Value, json};

pub fn export(conn: &mut Conn<'_>, user: &UserId) -> Result<Map<String, Value>, DbError> {
    let mut everything = Map::new();
    everything.insert("user".into(), json!(users::by_id(conn, user)?));
    everything.insert("profile".into(), json!(profiles::of_user(conn, user)?));
    everything.insert("consents".into(), json!(consents::of_user(conn, user)?));
    everything.extend(records::records_of(conn, user)?);
    Ok(everything)
}

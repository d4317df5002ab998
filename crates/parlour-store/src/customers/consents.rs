//! Every consent and refusal, with its time and the version of the privacy notice.

use parlour_db::{Conn, DbError, Tx, insert, params, row, select, sql};
use parlour_domain::ids::UserId;
use parlour_domain::ist::Timestamp;
use serde::Serialize;

pub const MARKETING_PURPOSE: &str = "marketing";

#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Consent {
    pub purpose: String,
    pub given: bool,
    pub notice_version: String,
    pub recorded_at: Timestamp,
}
row! { Consent { purpose, given, notice_version, recorded_at } }

pub fn insert_consent(tx: &mut Tx<'_>, id: &str, user: &UserId, consent: &Consent) -> Result<(), DbError> {
    insert! { tx.run, "consents", consent { id: id, user_id: user, purpose, given, notice_version, recorded_at } }
}

pub fn list_by_user(conn: &mut Conn<'_>, user: &UserId) -> Result<Vec<Consent>, DbError> {
    conn.all(
        sql!(
            select!(Consent, ""),
            " from consents
             where user_id = $1 order by purpose, recorded_at, id"
        ),
        params![user],
    )
}

//! Every consent and refusal, with its time and the version of the privacy notice.

use parlour_domain::ids::UserId;
use parlour_domain::ist::Timestamp;
use serde::Serialize;

use crate::db::{Conn, DbError, Tx, columns, sql};
use crate::{params, row};

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
    tx.execute(
        "insert into consents (id, user_id, purpose, given, notice_version, recorded_at)
         values ($1, $2, $3, $4, $5, $6)",
        params![id, user, consent.purpose, consent.given, consent.notice_version, consent.recorded_at],
    )?;
    Ok(())
}

pub fn list_by_user(conn: &mut Conn<'_>, user: &UserId) -> Result<Vec<Consent>, DbError> {
    conn.all(
        sql!(
            "select ",
            columns!(Consent, ""),
            " from consents
             where user_id = $1 order by purpose, recorded_at, id"
        ),
        params![user],
    )
}

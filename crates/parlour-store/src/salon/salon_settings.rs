//! What an owner says about the salon itself, beside its branches.

use parlour_db::{Conn, DbError, Tx, insert, params, row, select, sql};
use parlour_domain::ist::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use crate::cache_topics::{self, CacheTopic};

/// The key of the one row.
const ROW_ID: &str = "salon";

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SalonSettings {
    /// Null for the name of the primary branch.
    pub name: Option<String>,
    /// What the salon is, in a few sentences; empty if nothing was written.
    pub about: String,
    /// The same for readers of Hindi, if something was written.
    pub about_hi: Option<String>,
    #[schema(example = "https://salon.example")]
    pub website: Option<String>,
    /// The last lines of invoices; empty for none.
    pub invoice_footer: String,
}
row! { SalonSettings { name, about, about_hi, website, invoice_footer } }

/// Empty as long as nobody has saved any.
pub fn find(conn: &mut Conn<'_>) -> Result<SalonSettings, DbError> {
    Ok(conn.one(sql!(select!(SalonSettings, ""), " from salon_settings"), params![])?.unwrap_or_default())
}

/// The name that an owner has given the salon.
pub fn find_chosen_name(conn: &mut Conn<'_>) -> Result<Option<String>, DbError> {
    conn.one_value("select name from salon_settings where name is not null", params![])
}

/// Saves all of them. Pages and public reads with the name are made again.
pub fn save(tx: &mut Tx<'_>, settings: &SalonSettings, now: Timestamp) -> Result<(), DbError> {
    insert! { tx.run, "salon_settings", settings {
        id: ROW_ID, name, about, about_hi, website, invoice_footer, updated_at: now,
    }, "on conflict (id) do update set name = excluded.name, about = excluded.about, about_hi = excluded.about_hi,
         website = excluded.website, invoice_footer = excluded.invoice_footer, updated_at = excluded.updated_at" }?;
    cache_topics::mark_topic_changed(tx, CacheTopic::Branches)
}

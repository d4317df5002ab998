//! Leads by name or phone, newest first. Erased ones have no text to be found by.

use parlour_db::{Conn, DbError, like_pattern, params, row, select, sql};
use parlour_domain::customer::directory_search::search_term;
use parlour_domain::ids::LeadId;
use parlour_domain::ist::Timestamp;
use parlour_domain::lead::LeadStatus;
use parlour_domain::phone::Phone;
use serde::Serialize;
use utoipa::ToSchema;

use super::MAX_HITS;

/// A lead that a search has found.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FoundLead {
    pub id: LeadId,
    pub name: String,
    pub phone: Phone,
    pub status: LeadStatus,
    pub created_at: Timestamp,
}
row! { FoundLead { id, name, phone, status, created_at } }

/// The index holds all that the inner statement reads.
pub fn find_leads(conn: &mut Conn<'_>, typed: &str) -> Result<Vec<FoundLead>, DbError> {
    conn.all(
        sql!(
            select!(FoundLead, "l"),
            " from (select id from leads where search_text like $1 escape '!'
                  order by created_at desc, id desc limit $2) found
                 join leads l on l.id = found.id
             order by l.created_at desc, l.id desc"
        ),
        params![like_pattern(&search_term(typed)), MAX_HITS],
    )
}

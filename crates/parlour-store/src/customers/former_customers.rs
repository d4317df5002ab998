//! Customers whose data was erased, or whose record was merged into another.

use parlour_db::{Conn, DbError, params, row, select, sql};
use parlour_domain::ids::UserId;
use parlour_domain::ist::Timestamp;

/// What is left of somebody without personal data.
#[derive(Debug, Clone)]
pub struct FormerCustomer {
    pub anonymised_at: Timestamp,
    /// The record that has everything now, after a merge.
    pub merged_into: Option<UserId>,
}
row! { FormerCustomer { anonymised_at, merged_into } }

/// None if nobody with this id was erased or merged.
pub fn find_former_customer(conn: &mut Conn<'_>, id: &UserId) -> Result<Option<FormerCustomer>, DbError> {
    conn.one(sql!(select!(FormerCustomer, ""), " from users where id = $1 and anonymised_at is not null"), params![id])
}

//! What the salon sells, by its names in English and in Hindi.
//!
//! A name that stands for several things with different names in Hindi is left out: nobody can tell which is meant.

use parlour_db::{Conn, DbError, params};

/// Each English name that has one in Hindi, with it.
pub fn list_service_names(conn: &mut Conn<'_>) -> Result<Vec<(String, String)>, DbError> {
    conn.all("select name, min(name_hi) from services group by name having count(distinct name_hi) = 1", params![])
}

/// Each English name that has one in Hindi, with it.
pub fn list_offer_names(conn: &mut Conn<'_>) -> Result<Vec<(String, String)>, DbError> {
    conn.all("select name, min(name_hi) from offers group by name having count(distinct name_hi) = 1", params![])
}

/// Each English name that has one in Hindi, with it.
pub fn list_tier_names(conn: &mut Conn<'_>) -> Result<Vec<(String, String)>, DbError> {
    conn.all(
        "select name, min(name_hi) from membership_tiers group by name having count(distinct name_hi) = 1",
        params![],
    )
}

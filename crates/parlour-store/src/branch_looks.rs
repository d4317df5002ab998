//! How a branch's invoices look.

use parlour_domain::ids::BranchId;
use serde::Serialize;
use utoipa::ToSchema;

use crate::branches::Branch;
use crate::db::{Conn, DbError, Tx};
use crate::{params, row};

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Look {
    #[schema(example = "#7A3B69")]
    pub brand_colour: Option<String>,
    /// A PNG or JPEG in base64.
    pub logo: Option<String>,
}
row! { Look { brand_colour, logo } }

/// A branch as its owner keeps it. What everybody else reads of branches goes without the picture.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct KeptBranch {
    #[serde(flatten)]
    pub branch: Branch,
    #[serde(flatten)]
    pub look: Look,
}

pub fn of(conn: &mut Conn<'_>, branch: &BranchId) -> Result<Look, DbError> {
    let found = conn.one("select brand_colour, logo from branches where id = $1", params![branch])?;
    Ok(found.unwrap_or_default())
}

/// In the order of the owner's list.
pub fn page(conn: &mut Conn<'_>, limit: i64, skipped: i64) -> Result<Vec<Look>, DbError> {
    conn.all(
        "select brand_colour, logo from branches order by is_primary desc, number limit $1 offset $2",
        params![limit, skipped],
    )
}

pub fn save(tx: &mut Tx<'_>, branch: &BranchId, look: &Look) -> Result<(), DbError> {
    tx.execute(
        "update branches set brand_colour = $2, logo = $3 where id = $1",
        params![branch, look.brand_colour, look.logo],
    )?;
    Ok(())
}

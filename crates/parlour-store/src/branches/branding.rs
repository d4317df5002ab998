//! The logo and colour on a branch's invoices.

use parlour_db::{Conn, DbError, Tx, params, row, select, sql};
use parlour_domain::ids::BranchId;
use serde::Serialize;
use utoipa::ToSchema;

use crate::branches::branch_records::Branch;

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Branding {
    #[schema(example = "#7A3B69")]
    pub brand_colour: Option<String>,
    /// A PNG or JPEG in base64.
    pub logo: Option<String>,
}
row! { Branding { brand_colour, logo } }

/// A branch with its logo and colour, for the owner. Other lists of branches omit the logo.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BranchWithBranding {
    #[serde(flatten)]
    pub branch: Branch,
    #[serde(flatten)]
    pub branding: Branding,
}

pub fn find_branding(conn: &mut Conn<'_>, branch: &BranchId) -> Result<Branding, DbError> {
    let found = conn.one(sql!(select!(Branding, ""), " from branches where id = $1"), params![branch])?;
    Ok(found.unwrap_or_default())
}

/// In the order of the owner's list.
pub fn page(conn: &mut Conn<'_>, limit: i64, offset: i64) -> Result<Vec<Branding>, DbError> {
    conn.all(
        sql!(select!(Branding, ""), " from branches order by is_primary desc, number limit $1 offset $2"),
        params![limit, offset],
    )
}

pub fn save(tx: &mut Tx<'_>, branch: &BranchId, branding: &Branding) -> Result<(), DbError> {
    tx.run(
        "update branches set brand_colour = $2, logo = $3 where id = $1",
        params![branch, branding.brand_colour, branding.logo],
    )
}

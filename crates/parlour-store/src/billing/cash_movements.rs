//! Cash that is put into the drawer or taken out of it, apart from sales.

use chrono::NaiveDate;
use parlour_db::{DbError, Tx, insert, row};
use parlour_domain::ids::{BranchId, CashMovementId, UserId};
use parlour_domain::ist::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CashMovement {
    pub id: CashMovementId,
    pub branch_id: BranchId,
    pub date: NaiveDate,
    /// Negative if cash was taken out.
    pub amount_paise: i64,
    pub reason: String,
    pub created_by: UserId,
    pub created_at: Timestamp,
}
row! { CashMovement { id, branch_id, date: "movement_date", amount_paise, reason, created_by, created_at } }

pub fn insert(tx: &mut Tx<'_>, movement: &CashMovement) -> Result<(), DbError> {
    insert! { tx.run, "cash_movements", movement {
        id, branch_id, movement_date: movement.date, amount_paise, reason, created_by, created_at,
    } }
}

//! A manager changes a category, or takes it off the price list with all that is in it.

use parlour_domain::ids::CategoryId;
use parlour_store::catalogue::Category;
use parlour_store::{DbError, Tx, catalogue_changes};

use super::CategoryWish;
use crate::audit::{self, Change, state};
use crate::occasion::Occasion;

#[derive(Debug, thiserror::Error)]
pub enum CategoryRefusal {
    #[error("there is no such category")]
    Unknown,
    #[error(transparent)]
    Db(#[from] DbError),
}

/// The slug stays, so that addresses do.
pub fn change_category(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    id: &CategoryId,
    wish: &CategoryWish,
) -> Result<Category, CategoryRefusal> {
    let before = catalogue_changes::hold_category(tx, id)?.ok_or(CategoryRefusal::Unknown)?;
    let mut after = before.clone();
    wish.apply(&mut after);
    after.updated_at = occasion.now;
    catalogue_changes::save_category(tx, &after)?;
    let change = Change {
        action: "category.change",
        record_id: id.as_str(),
        concerns: None,
        before: state(&before),
        after: state(&after),
    };
    audit::record(tx, occasion, change)?;
    Ok(after)
}

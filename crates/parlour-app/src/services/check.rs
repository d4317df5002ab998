//! The rules that a service has to keep.

use parlour_domain::ids::CategoryId;
use parlour_store::catalogue::catalogue_changes;
use parlour_store::{Conn, DbError};

use crate::validation::Checked;

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ServiceFieldError {
    #[error("is not a category of ours")]
    UnknownCategory,
    #[error("is needed where gems can pay for the service")]
    GemsMissing,
}

#[derive(Debug, thiserror::Error)]
pub enum ServiceRefusal {
    #[error("there is no such service")]
    Unknown,
    #[error("the fields of the service are not valid")]
    InvalidFields(Vec<ServiceFieldError>),
    #[error(transparent)]
    Db(#[from] DbError),
}

/// Whether gems can pay for a service, and how many.
#[derive(Debug, Clone, Copy)]
pub(super) struct GemsTerms {
    pub(super) redeemable: bool,
    pub(super) required: Option<i64>,
}

/// Checks the category, where one is given, and the gems.
pub(super) fn check_service(
    conn: &mut Conn<'_>,
    category: Option<&CategoryId>,
    gems: GemsTerms,
) -> Checked<(), ServiceFieldError> {
    let mut field_errors = Vec::new();
    if let Some(category) = category
        && catalogue_changes::find_category(conn, category)?.is_none()
    {
        field_errors.push(ServiceFieldError::UnknownCategory);
    }
    if gems.redeemable && gems.required.is_none() {
        field_errors.push(ServiceFieldError::GemsMissing);
    }
    Ok(if field_errors.is_empty() { Ok(()) } else { Err(field_errors) })
}

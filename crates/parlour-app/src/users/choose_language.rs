//! A person chooses the language in which they read.

use parlour_domain::audit::AuditAction;
use parlour_domain::customer::Language;
use parlour_domain::ids::UserId;
use parlour_store::users::user_records;
use parlour_store::{DbError, Tx};
use serde_json::json;

use crate::audit::{self, AuditedChange, state_json};
use crate::request_context::RequestContext;

/// For people who need no profile, as the staff. The language of a profile follows.
pub fn choose_language(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    user: &UserId,
    language: Language,
) -> Result<(), DbError> {
    let before = user_records::find_language(tx, user)?;
    if before == Some(language) {
        return Ok(());
    }
    user_records::set_language(tx, user, language, context.now)?;
    let change = AuditedChange {
        action: AuditAction::UserLanguage,
        record_id: user.as_str(),
        concerns: Some(user),
        before: state_json(&json!({ "language": before })),
        after: state_json(&json!({ "language": language })),
    };
    audit::record(tx, context, change)
}

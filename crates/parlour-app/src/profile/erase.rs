//! A person erases their own data.

use parlour_domain::audit::AuditAction;
use parlour_domain::auth::role::Role;
use parlour_domain::auth::session::is_recent_sign_in;
use parlour_domain::email_address::EmailAddress;
use parlour_domain::ids::UserId;
use parlour_store::customers::erasure;
use parlour_store::users::sessions::Session;
use parlour_store::users::user_records;
use parlour_store::{DbError, Tx};

use crate::audit::{self, AuditedChange};
use crate::bookings::notify_desk_of_cancellation;
use crate::request_context::RequestContext;

#[derive(Debug, thiserror::Error)]
pub enum EraseRefusal {
    #[error("does not match your e-mail address")]
    NotConfirmed,
    #[error("sign in again first: this cannot be undone, so it needs a sign-in of the last 10 minutes")]
    SignInTooOld,
    #[error("a membership is still active; ask the desk to cancel it first")]
    MembershipActive,
    #[error("you are the last owner; make someone else owner first")]
    LastOwner,
    #[error(transparent)]
    Db(#[from] DbError),
}

/// Cancels upcoming bookings, removes personal data and ends every session. Invoices keep what tax law requires.
pub fn erase(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    session: &Session,
    confirmed: &str,
) -> Result<(), EraseRefusal> {
    let user = user_records::by_id(tx, &session.user_id)?.ok_or(EraseRefusal::NotConfirmed)?;
    let own = user.email.as_ref().map(EmailAddress::folded);
    if own.is_none_or(|own| own != confirmed.trim().to_lowercase()) {
        return Err(EraseRefusal::NotConfirmed);
    }
    if !is_recent_sign_in(session.signed_in_at, context.now) {
        return Err(EraseRefusal::SignInTooOld);
    }
    if erasure::has_active_membership(tx, &user.id)? {
        return Err(EraseRefusal::MembershipActive);
    }
    if user.role == Role::Owner && user_records::lock_and_count_owners(tx)? <= 1 {
        return Err(EraseRefusal::LastOwner);
    }
    // Without the address, so that no personal data is written again.
    Ok(erase_user(tx, &RequestContext { address: None, ..context.clone() }, &user.id)?)
}

/// Cancels upcoming bookings, removes personal data and ends every session.
pub(crate) fn erase_user(tx: &mut Tx<'_>, context: &RequestContext, user: &UserId) -> Result<(), DbError> {
    let (today, time) = (context.now.ist_date(), context.now.ist_time());
    let cancelled_bookings = erasure::cancel_future_bookings(tx, user, today, time, context.now)?;
    erasure::anonymise(tx, user, context.now)?;
    for booking in cancelled_bookings {
        notify_desk_of_cancellation(tx, context, user, &booking)?;
    }
    // Last, because anonymising clears the entries that concern the user.
    audit::record(tx, context, AuditedChange::new(AuditAction::UserErase, user.as_str()))
}

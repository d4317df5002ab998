//! Someone asks to be forgotten.

use parlour_domain::email::Email;
use parlour_domain::role::Role;
use parlour_domain::session::is_fresh;
use parlour_store::sessions::Session;
use parlour_store::{DbError, Tx, erasure, users};

use crate::audit::{self, Change};
use crate::bookings::tell_desk_of_cancellation;
use crate::occasion::Occasion;

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

/// Cancels what is to come, removes what tells who they were, ends every session. What tax law
/// requires stays on the invoices.
pub fn erase(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    session: &Session,
    confirmed: &str,
) -> Result<(), EraseRefusal> {
    let user = users::by_id(tx, &session.user_id)?.ok_or(EraseRefusal::NotConfirmed)?;
    let own = user.email.as_ref().map(Email::folded);
    if own.is_none_or(|own| own != confirmed.trim().to_lowercase()) {
        return Err(EraseRefusal::NotConfirmed);
    }
    if !is_fresh(session.signed_in_at, occasion.now) {
        return Err(EraseRefusal::SignInTooOld);
    }
    if erasure::has_active_membership(tx, &user.id)? {
        return Err(EraseRefusal::MembershipActive);
    }
    if user.role == Role::Owner && users::count_owners(tx)? <= 1 {
        return Err(EraseRefusal::LastOwner);
    }
    let (today, time) = (occasion.now.ist_date(), occasion.now.ist_time());
    let called_off = erasure::cancel_future_bookings(tx, &user.id, today, time, occasion.now)?;
    erasure::anonymise(tx, &user.id, occasion.now)?;
    for booking in called_off {
        tell_desk_of_cancellation(tx, occasion, &user.id, &booking)?;
    }
    // Written last and without the address, or it would keep what was just removed.
    let faceless = Occasion { address: None, ..occasion.clone() };
    let change = Change { action: "user.erase", record_id: user.id.as_str(), ..Change::default() };
    audit::record(tx, &faceless, change)?;
    Ok(())
}

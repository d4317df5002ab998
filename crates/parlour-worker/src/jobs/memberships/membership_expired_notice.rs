//! Tells the owner of a membership that it has ended, unless they have another one or declined such alerts.

use parlour_app::memberships::expire_overdue;
use parlour_app::notifications::notify::{NewNotification, NotificationDelivery, notify};
use parlour_app::request_context::RequestContext;
use parlour_domain::ids::MembershipId;
use parlour_domain::membership::{MembershipStatus, MembershipTerm};
use parlour_domain::notification::email_kind::EmailKind;
use parlour_domain::notification::message::NotificationMessage;
use parlour_domain::notification::subject::NotificationSubject;
use parlour_store::customers::{erasure, profiles};
use parlour_store::memberships::membership_records::{self, Membership};
use parlour_store::notifications::recipients;
use parlour_store::{DbError, Tx};

use crate::dispatch::emails::send_email_now;
use crate::jobs::{JobError, JobPayload, Outcome};
use crate::worker_context::WorkerContext;

pub(in crate::jobs) async fn run(worker: &WorkerContext, payload: &JobPayload) -> Result<Outcome, JobError> {
    let Some(membership) = payload.membership_id.clone() else { return Ok(Outcome::Sent(false)) };
    let context = worker.context();
    let email_id = worker.app.db.write(move |tx| notify_owner(tx, &context, &membership)).await?;
    Ok(Outcome::Sent(match email_id {
        Some(email_id) => send_email_now(worker, &email_id).await?,
        None => false,
    }))
}

/// Returns the id of the e-mail if it is new.
fn notify_owner(tx: &mut Tx<'_>, context: &RequestContext, id: &MembershipId) -> Result<Option<String>, DbError> {
    let Some(membership) = lock_membership_and_owner(tx, id)? else { return Ok(None) };
    let (term, customer) = (
        MembershipTerm { starts_at: membership.starts_at, expires_at: membership.expires_at },
        &membership.customer_id,
    );
    if membership.status == MembershipStatus::Cancelled || !term.is_over(context.now) {
        return Ok(None);
    }
    if membership.status == MembershipStatus::Active {
        // The nightly job has not run yet. The customer should not see an active membership.
        expire_overdue(tx, context, customer)?;
    }
    let is_renewed = erasure::has_active_membership(tx, customer)?;
    let wants_alerts = profiles::find_by_user(tx, customer)?.is_none_or(|profile| profile.membership_alerts_enabled);
    if is_renewed || !wants_alerts {
        return Ok(None);
    }
    let message = NotificationMessage::MembershipEnded {
        number: membership.membership_number.clone(),
        tier: membership.tier_name_snapshot.clone(),
        last_day: term.last_day(),
    };
    let notification = NewNotification {
        user_id: customer,
        booking_id: None,
        message: &message,
        subject: NotificationSubject::Membership(id),
        period: "",
        delivery: NotificationDelivery::PushAndEmail(EmailKind::MembershipExpired),
    };
    Ok(notify(tx, context, &notification)?.email_id)
}

/// Locks the owner first, as merging customers does, so that they cannot be merged or erased meanwhile.
fn lock_membership_and_owner(tx: &mut Tx<'_>, id: &MembershipId) -> Result<Option<Membership>, DbError> {
    let Some(mut found) = membership_records::by_id(tx, id)? else { return Ok(None) };
    loop {
        let is_here = recipients::lock_recipient(tx, &found.customer_id)?;
        let Some(locked) = membership_records::lock_membership(tx, id)? else { return Ok(None) };
        if locked.customer_id == found.customer_id {
            return Ok(is_here.then_some(locked));
        }
        // Merged meanwhile: it belongs to another customer now.
        found = locked;
    }
}

//! A membership is over: its owner hears so once, unless they have another, or want to hear nothing of memberships.

use parlour_domain::ids::MembershipId;
use parlour_domain::letter::LetterKind;
use parlour_domain::membership::{MembershipStatus, Term};
use parlour_domain::notice::NotificationType;
use parlour_store::memberships::{self, Membership};
use parlour_store::{DbError, Tx, erasure, profiles, recipients};

use super::{JobError, Outcome, Told};
use crate::backstage::Backstage;
use crate::dispatch::letters::send_now;
use crate::memberships::expire_overdue;
use crate::occasion::Occasion;
use crate::telling::{SentAs, Telling, tell};

pub(super) async fn run(backstage: &Backstage, told: &Told) -> Result<Outcome, JobError> {
    let Some(membership) = told.membership_id.clone() else { return Ok(Outcome::Sent(false)) };
    let occasion = backstage.occasion();
    let letter = backstage.app.db.write(move |tx| say_so(tx, &occasion, &membership)).await?;
    Ok(Outcome::Sent(match letter {
        Some(letter) => send_now(backstage, &letter).await?,
        None => false,
    }))
}

/// The letter, where there is a new one.
fn say_so(tx: &mut Tx<'_>, occasion: &Occasion, id: &MembershipId) -> Result<Option<String>, DbError> {
    let Some(membership) = hold(tx, id)? else { return Ok(None) };
    let (term, customer) = (
        Term { starts_at: membership.starts_at, expires_at: membership.expires_at },
        &membership.customer_id,
    );
    if membership.status == MembershipStatus::Cancelled || !term.is_over(occasion.now) {
        return Ok(None);
    }
    if membership.status == MembershipStatus::Active {
        // The night has not come to it yet. Whoever is told that it is over should not read that it is active.
        expire_overdue(tx, occasion, customer)?;
    }
    let is_renewed = erasure::has_active_membership(tx, customer)?;
    let wants_alerts =
        profiles::of_user(tx, customer)?.is_none_or(|profile| profile.membership_alerts_enabled);
    if is_renewed || !wants_alerts {
        return Ok(None);
    }
    let telling = Telling {
        user_id: customer,
        booking_id: None,
        kind: NotificationType::MembershipExpired,
        title: "Your membership is over",
        body: &format!(
            "{}: {} ended on {}. We would be glad to renew it.",
            membership.membership_number,
            membership.tier_name_snapshot,
            term.last_day().format("%-d %b %Y"),
        ),
        subject: id.as_str(),
        period: "",
        sent_as: SentAs::PushAndLetter(LetterKind::MembershipExpired),
    };
    Ok(tell(tx, occasion, &telling)?.letter_id)
}

/// With its owner, whom nobody merges or erases meanwhile. The person comes first, as with whoever merges two.
fn hold(tx: &mut Tx<'_>, id: &MembershipId) -> Result<Option<Membership>, DbError> {
    let Some(mut found) = memberships::by_id(tx, id)? else { return Ok(None) };
    loop {
        let is_here = recipients::hold(tx, &found.customer_id)?;
        let Some(held) = memberships::hold(tx, id)? else { return Ok(None) };
        if held.customer_id == found.customer_id {
            return Ok(is_here.then_some(held));
        }
        // Merged meanwhile: it is another's now.
        found = held;
    }
}

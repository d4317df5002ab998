//! The answer to the question for marketing consent, with its time and the version of the privacy notice.

use parlour_domain::customer::{PRIVACY_NOTICE_VERSION, may_consent_to_marketing};
use parlour_store::customers::consents::{self, Consent, MARKETING_PURPOSE};
use parlour_store::customers::profiles::Profile;
use parlour_store::{DbError, Tx};

use crate::request_context::RequestContext;

/// Sets the answer in the profile and, if it differs from the last one, adds it to the history. The consent of a minor
/// counts as a refusal.
pub(crate) fn set_marketing_consent(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    profile: &mut Profile,
    answer: bool,
) -> Result<(), DbError> {
    let given = answer && may_consent_to_marketing(profile.date_of_birth, context.now.ist_date());
    if given == profile.marketing_consent && has_answered(tx, profile)? {
        return Ok(());
    }
    profile.marketing_consent = given;
    profile.marketing_consent_at = given.then_some(context.now);
    let consent = Consent {
        purpose: MARKETING_PURPOSE.to_owned(),
        given,
        notice_version: PRIVACY_NOTICE_VERSION.to_owned(),
        recorded_at: context.now,
    };
    consents::insert_consent(tx, &context.new_id(), &profile.user_id, &consent)
}

/// A first refusal changes nothing in the profile, and is still recorded in the history.
fn has_answered(tx: &mut Tx<'_>, profile: &Profile) -> Result<bool, DbError> {
    let answers = consents::list_by_user(tx, &profile.user_id)?;
    Ok(answers.iter().any(|answer| answer.purpose == MARKETING_PURPOSE))
}

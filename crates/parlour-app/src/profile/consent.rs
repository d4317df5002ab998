//! A yes or no to marketing, with its time and the notice it answers.

use parlour_domain::customer::{PRIVACY_NOTICE_VERSION, may_consent_to_marketing};
use parlour_store::customers::consents::{self, Consent, MARKETING_PURPOSE};
use parlour_store::customers::profiles::Profile;
use parlour_store::{DbError, Tx};

use crate::request_context::RequestContext;

/// Writes the choice into the profile and, where it is news, into the history. A minor's yes is a no.
pub(super) fn set_marketing_consent(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    profile: &mut Profile,
    choice: bool,
) -> Result<(), DbError> {
    let given = choice && may_consent_to_marketing(profile.date_of_birth, context.now.ist_date());
    let is_news = given != profile.marketing_consent || profile.marketing_consent_at.is_none();
    if !is_news {
        return Ok(());
    }
    profile.marketing_consent = given;
    profile.marketing_consent_at = Some(context.now);
    let consent = Consent {
        purpose: MARKETING_PURPOSE.to_owned(),
        given,
        notice_version: PRIVACY_NOTICE_VERSION.to_owned(),
        recorded_at: context.now,
    };
    consents::insert_consent(tx, &context.new_id(), &profile.user_id, &consent)
}

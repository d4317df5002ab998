//! A yes or no to marketing, with its time and the notice it answers.

use parlour_domain::customer::{PRIVACY_NOTICE_VERSION, may_consent_to_marketing};
use parlour_store::consents::{self, Consent, MARKETING};
use parlour_store::profiles::Profile;
use parlour_store::{DbError, Tx};

use crate::occasion::Occasion;

/// Writes the wish into the profile and, where it is news, into the history. A minor's yes is a no.
pub(super) fn give(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    profile: &mut Profile,
    wish: bool,
) -> Result<(), DbError> {
    let given = wish && may_consent_to_marketing(profile.date_of_birth, occasion.now.ist_date());
    let is_news = given != profile.marketing_consent || profile.marketing_consent_at.is_none();
    if !is_news {
        return Ok(());
    }
    profile.marketing_consent = given;
    profile.marketing_consent_at = Some(occasion.now);
    let consent = Consent {
        purpose: MARKETING.to_owned(),
        given,
        notice_version: PRIVACY_NOTICE_VERSION.to_owned(),
        recorded_at: occasion.now,
    };
    consents::record(tx, &occasion.new_id(), &profile.user_id, &consent)
}

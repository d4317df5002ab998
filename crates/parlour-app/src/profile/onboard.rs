//! The first thing a new customer does, and may do again.

use chrono::NaiveDate;
use parlour_domain::customer::Gender;
use parlour_domain::ids::UserId;
use parlour_domain::phone::Phone;
use parlour_store::profiles::{self, Profile};
use parlour_store::{DbError, Tx, users};

use super::consent;
use crate::audit::{self, Change, state};
use crate::occasion::Occasion;

#[derive(Debug, Clone)]
pub struct Onboarding {
    pub phone: Phone,
    pub date_of_birth: NaiveDate,
    pub gender: Gender,
    pub marketing_consent: bool,
    pub appointment_reminders_enabled: Option<bool>,
    pub membership_alerts_enabled: Option<bool>,
    pub acquisition_source: Option<String>,
    pub utm_source: Option<String>,
    pub utm_medium: Option<String>,
    pub utm_campaign: Option<String>,
}

pub fn onboard(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    user: &UserId,
    told: &Onboarding,
) -> Result<Profile, DbError> {
    let is_new = profiles::open(tx, &occasion.new_id(), user, occasion.now)?;
    let before = profiles::of_user(tx, user)?.ok_or_else(no_profile)?;
    let mut profile = before.clone();
    profile.phone = Some(told.phone.clone());
    profile.date_of_birth = Some(told.date_of_birth);
    profile.gender = Some(told.gender);
    if let Some(wish) = told.appointment_reminders_enabled {
        profile.appointment_reminders_enabled = wish;
    }
    if let Some(wish) = told.membership_alerts_enabled {
        profile.membership_alerts_enabled = wish;
    }
    // Where someone came from is known at their first visit; a later call does not unlearn it.
    for (known, told) in [
        (&mut profile.acquisition_source, &told.acquisition_source),
        (&mut profile.utm_source, &told.utm_source),
        (&mut profile.utm_medium, &told.utm_medium),
        (&mut profile.utm_campaign, &told.utm_campaign),
    ] {
        if told.is_some() {
            known.clone_from(told);
        }
    }
    consent::give(tx, occasion, &mut profile, told.marketing_consent)?;
    profile.updated_at = occasion.now;
    profiles::save(tx, &profile)?;
    users::set_onboarded(tx, user, occasion.now)?;
    let change = Change {
        action: "profile.onboard",
        record_id: &profile.id,
        concerns: Some(user),
        before: if is_new { None } else { state(&before) },
        after: state(&profile),
    };
    audit::record(tx, occasion, change)?;
    Ok(profile)
}

pub(super) fn no_profile() -> DbError {
    DbError::Statement("a profile that was just made is missing".into())
}

//! A new customer completes the profile. It can be repeated.

use chrono::NaiveDate;
use parlour_domain::audit::AuditAction;
use parlour_domain::customer::Gender;
use parlour_domain::ids::UserId;
use parlour_domain::phone::Phone;
use parlour_store::customers::profiles::{self, Profile};
use parlour_store::users::user_records;
use parlour_store::{DbError, Tx};

use super::consent;
use crate::audit::{self, AuditedChange, state_json};
use crate::request_context::RequestContext;

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
    context: &RequestContext,
    user: &UserId,
    answers: &Onboarding,
) -> Result<Profile, DbError> {
    let is_new = profiles::create_if_missing(tx, &context.new_id(), user, context.now)?;
    let before = profiles::find_by_user(tx, user)?.ok_or_else(missing_profile_error)?;
    let mut profile = before.clone();
    profile.phone = Some(answers.phone.clone());
    profile.date_of_birth = Some(answers.date_of_birth);
    profile.gender = Some(answers.gender);
    if let Some(is_enabled) = answers.appointment_reminders_enabled {
        profile.appointment_reminders_enabled = is_enabled;
    }
    if let Some(is_enabled) = answers.membership_alerts_enabled {
        profile.membership_alerts_enabled = is_enabled;
    }
    // A later call without a source keeps the first answer.
    for (known, answer) in [
        (&mut profile.acquisition_source, &answers.acquisition_source),
        (&mut profile.utm_source, &answers.utm_source),
        (&mut profile.utm_medium, &answers.utm_medium),
        (&mut profile.utm_campaign, &answers.utm_campaign),
    ] {
        if answer.is_some() {
            known.clone_from(answer);
        }
    }
    consent::set_marketing_consent(tx, context, &mut profile, answers.marketing_consent)?;
    profile.updated_at = context.now;
    profiles::save(tx, &profile)?;
    user_records::set_onboarded(tx, user, context.now)?;
    let change = AuditedChange {
        action: AuditAction::ProfileOnboard,
        record_id: &profile.id,
        concerns: Some(user),
        before: if is_new { None } else { state_json(&before) },
        after: state_json(&profile),
    };
    audit::record(tx, context, change)?;
    Ok(profile)
}

pub(super) fn missing_profile_error() -> DbError {
    DbError::Statement("a profile that was just created is missing".into())
}

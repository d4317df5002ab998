//! A person reads and changes their own profile.

use chrono::NaiveDate;
use parlour_domain::audit::AuditAction;
use parlour_domain::customer::{Gender, Language};
use parlour_domain::ids::UserId;
use parlour_domain::phone::Phone;
use parlour_store::customers::profiles::{self, Profile};
use parlour_store::users::user_records;
use parlour_store::{DbError, Tx};

use super::consent;
use super::onboard::missing_profile_error;
use crate::audit::{self, AuditedChange, state_json};
use crate::request_context::RequestContext;

/// Fields to change. An absent field stays.
#[derive(Debug, Clone, Default)]
pub struct ProfilePatch {
    pub name: Option<String>,
    pub phone: Option<Phone>,
    pub gender: Option<Gender>,
    pub date_of_birth: Option<NaiveDate>,
    pub marketing_consent: Option<bool>,
    pub appointment_reminders_enabled: Option<bool>,
    pub membership_alerts_enabled: Option<bool>,
    pub language: Option<Language>,
}

/// Creates an empty profile if there is none yet.
pub fn read_or_create(tx: &mut Tx<'_>, context: &RequestContext, user: &UserId) -> Result<Profile, DbError> {
    profiles::create_if_missing(tx, &context.new_id(), user, context.now)?;
    profiles::find_by_user(tx, user)?.ok_or_else(missing_profile_error)
}

pub fn change(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    user: &UserId,
    patch: &ProfilePatch,
) -> Result<Profile, DbError> {
    let before = read_or_create(tx, context, user)?;
    let mut profile = before.clone();
    if let Some(name) = &patch.name {
        user_records::rename(tx, user, name, context.now)?;
    }
    if let Some(phone) = &patch.phone {
        profile.phone = Some(phone.clone());
    }
    if let Some(gender) = patch.gender {
        profile.gender = Some(gender);
    }
    if let Some(date_of_birth) = patch.date_of_birth {
        profile.date_of_birth = Some(date_of_birth);
    }
    if let Some(is_enabled) = patch.appointment_reminders_enabled {
        profile.appointment_reminders_enabled = is_enabled;
    }
    if let Some(is_enabled) = patch.membership_alerts_enabled {
        profile.membership_alerts_enabled = is_enabled;
    }
    if let Some(language) = patch.language {
        user_records::set_language(tx, user, language, context.now)?;
        profile.language = language;
    }
    // Checked with every change, because a new date of birth can end the consent.
    let consent = patch.marketing_consent.unwrap_or(profile.marketing_consent);
    if patch.marketing_consent.is_some() || profile.marketing_consent {
        consent::set_marketing_consent(tx, context, &mut profile, consent)?;
    }
    profile.updated_at = context.now;
    profiles::save(tx, &profile)?;
    let change = AuditedChange {
        action: AuditAction::ProfileChange,
        record_id: &profile.id,
        concerns: Some(user),
        before: state_json(&before),
        after: state_json(&profile),
    };
    audit::record(tx, context, change)?;
    Ok(profile)
}

//! One's own profile: seen, and changed.

use chrono::NaiveDate;
use parlour_domain::customer::Gender;
use parlour_domain::ids::UserId;
use parlour_domain::phone::Phone;
use parlour_store::profiles::{self, Profile};
use parlour_store::{DbError, Tx, users};

use super::consent;
use super::onboard::no_profile;
use crate::audit::{self, Change, state};
use crate::occasion::Occasion;

/// What is to change; what is absent stays.
#[derive(Debug, Clone, Default)]
pub struct ProfileChange {
    pub name: Option<String>,
    pub phone: Option<Phone>,
    pub gender: Option<Gender>,
    pub date_of_birth: Option<NaiveDate>,
    pub marketing_consent: Option<bool>,
    pub appointment_reminders_enabled: Option<bool>,
    pub membership_alerts_enabled: Option<bool>,
}

/// The profile, made empty where this is the first that anyone asks for it.
pub fn of(tx: &mut Tx<'_>, occasion: &Occasion, user: &UserId) -> Result<Profile, DbError> {
    profiles::open(tx, &occasion.new_id(), user, occasion.now)?;
    profiles::of_user(tx, user)?.ok_or_else(no_profile)
}

pub fn change(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    user: &UserId,
    wish: &ProfileChange,
) -> Result<Profile, DbError> {
    let before = of(tx, occasion, user)?;
    let mut profile = before.clone();
    if let Some(name) = &wish.name {
        users::rename(tx, user, name, occasion.now)?;
    }
    if let Some(phone) = &wish.phone {
        profile.phone = Some(phone.clone());
    }
    if let Some(gender) = wish.gender {
        profile.gender = Some(gender);
    }
    if let Some(born) = wish.date_of_birth {
        profile.date_of_birth = Some(born);
    }
    if let Some(wish) = wish.appointment_reminders_enabled {
        profile.appointment_reminders_enabled = wish;
    }
    if let Some(wish) = wish.membership_alerts_enabled {
        profile.membership_alerts_enabled = wish;
    }
    // A date of birth can take a consent away, so it is looked at again with every change.
    let consent = wish.marketing_consent.unwrap_or(profile.marketing_consent);
    if wish.marketing_consent.is_some() || profile.marketing_consent {
        consent::give(tx, occasion, &mut profile, consent)?;
    }
    profile.updated_at = occasion.now;
    profiles::save(tx, &profile)?;
    let change = Change {
        action: "profile.change",
        record_id: &profile.id,
        concerns: Some(user),
        before: state(&before),
        after: state(&profile),
    };
    audit::record(tx, occasion, change)?;
    Ok(profile)
}

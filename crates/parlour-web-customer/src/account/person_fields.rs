//! The fields about a person that onboarding and the customer's own page share.

use chrono::{Days, Months, NaiveDate};
use parlour_domain::customer::{Gender, PRIVACY_NOTICE_VERSION, may_consent_to_marketing};
use parlour_domain::ist::parse_date;
use parlour_store::customers::profiles::Profile;

use parlour_texts::{PersonFieldsTexts, Texts};
use parlour_web::form::FormState;
use parlour_web::format::national_number;

/// What the fields need besides their values.
#[derive(Debug)]
pub(crate) struct PersonFields {
    pub(crate) genders: [(&'static str, &'static str); 4],
    /// The latest possible date of birth.
    pub(crate) latest_birth: String,
    /// The latest date of birth of an adult.
    pub(crate) adult_birth: String,
    /// Whether the person is known to be too young to agree to offers.
    pub(crate) is_minor: bool,
    pub(crate) marketing_hint: String,
}

impl PersonFields {
    pub(crate) fn new(texts: Texts, born: Option<NaiveDate>, today: NaiveDate) -> Self {
        let fields = texts.person_fields();
        Self {
            genders: genders(fields),
            latest_birth: (today - Days::new(1)).to_string(),
            adult_birth: (today - Months::new(18 * 12)).to_string(),
            is_minor: !may_consent_to_marketing(born, today),
            marketing_hint: format!("{} {}", fields.marketing_hint(PRIVACY_NOTICE_VERSION), fields.marketing_minor()),
        }
    }
}

fn genders(texts: PersonFieldsTexts) -> [(&'static str, &'static str); 4] {
    [
        (Gender::Female.as_str(), texts.female()),
        (Gender::Male.as_str(), texts.male()),
        (Gender::Other.as_str(), texts.other()),
        (Gender::Undisclosed.as_str(), texts.undisclosed()),
    ]
}

/// The label of a field.
pub(crate) fn label(name: &str, texts: Texts) -> &'static str {
    let text = texts.person_fields();
    match name {
        "name" => text.name(),
        "phone" => text.phone(),
        "dateOfBirth" => text.date_of_birth(),
        "gender" => text.gender(),
        "marketingConsent" => text.marketing(),
        "membershipAlertsEnabled" => text.membership_alerts(),
        _ => text.reminders(),
    }
}

/// The date of birth in a form, unless it is wrong.
pub(super) fn typed_birth(form: &FormState) -> Option<NaiveDate> {
    parse_date(form.value("dateOfBirth")).filter(|_| form.error("dateOfBirth").is_none())
}

/// What is known about somebody, by the name of the field.
pub(super) fn profile_values(profile: &Profile) -> Vec<(&'static str, String)> {
    let ticked = |is_ticked: bool| if is_ticked { "true".to_owned() } else { String::new() };
    vec![
        ("phone", profile.phone.as_ref().map(|phone| national_number(phone.as_str())).unwrap_or_default()),
        ("dateOfBirth", profile.date_of_birth.map(|born| born.to_string()).unwrap_or_default()),
        ("gender", profile.gender.map_or("", Gender::as_str).to_owned()),
        ("appointmentRemindersEnabled", ticked(profile.appointment_reminders_enabled)),
        ("membershipAlertsEnabled", ticked(profile.membership_alerts_enabled)),
        ("marketingConsent", ticked(profile.marketing_consent)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_texts::Texts;

    fn day(text: &str) -> NaiveDate {
        parse_date(text).unwrap()
    }

    #[test]
    fn an_adult_is_eighteen_today() {
        for (today, adult) in [("2026-11-16", "2008-11-16"), ("2028-02-29", "2010-02-28")] {
            let fields = PersonFields::new(Texts::ENGLISH, Some(day(adult)), day(today));
            assert_eq!(fields.adult_birth, adult);
            assert!(!fields.is_minor);
            assert!(PersonFields::new(Texts::ENGLISH, Some(day(adult) + Days::new(1)), day(today)).is_minor);
        }
    }
}

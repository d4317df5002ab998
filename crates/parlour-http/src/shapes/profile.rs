//! What customers say about themselves.

use chrono::NaiveDate;
use parlour_app::profile::Onboarding;
use parlour_domain::customer::Gender;
use parlour_domain::phone::Phone;

use crate::request::Name;
use crate::request_shape;

request_shape! {
    pub struct ProfileDetails {
        name: Option<Name<120>>,
        phone: Option<Phone>,
        gender: Option<Gender>,
        /// In the past.
        date_of_birth: Option<NaiveDate>,
    }

    /// Which messages a customer gets.
    pub struct MessageChoices {
        marketing_consent: Option<bool>,
        appointment_reminders_enabled: Option<bool>,
        membership_alerts_enabled: Option<bool>,
    }

    /// The profile of a new customer.
    pub struct OnboardingAnswers {
        #[example = "9876543210"]
        phone: Phone,
        /// In the past.
        date_of_birth: NaiveDate,
        gender: Gender,
        /// Counts as no for people under 18.
        marketing_consent: bool,
        appointment_reminders_enabled: Option<bool>,
        membership_alerts_enabled: Option<bool>,
    }
}

impl From<OnboardingAnswers> for Onboarding {
    /// Without where the customer came from.
    fn from(fields: OnboardingAnswers) -> Self {
        Self {
            phone: fields.phone,
            date_of_birth: fields.date_of_birth,
            gender: fields.gender,
            marketing_consent: fields.marketing_consent,
            appointment_reminders_enabled: fields.appointment_reminders_enabled,
            membership_alerts_enabled: fields.membership_alerts_enabled,
            acquisition_source: None,
            utm_source: None,
            utm_medium: None,
            utm_campaign: None,
        }
    }
}

//! What a new customer tells us after the first sign-in.

use axum::extract::State;
use chrono::NaiveDate;
use parlour_app::profile::{Onboarding, onboard};
use parlour_domain::customer::Gender;
use parlour_domain::phone::Phone;
use parlour_domain::text::at_most;
use utoipa::ToSchema;

use super::profile::{ProfileView, born, gender};
use crate::body::Body;
use crate::error::ApiError;
use crate::fields::Fields;
use crate::respond::{Answered, Envelope, ok};
use crate::signed_in::Customer;
use crate::web::Web;

#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "the schema of what `told` reads field by field")]
pub(crate) struct OnboardingBody {
    /// An Indian mobile, with `+91` or `0` in front or not.
    #[schema(pattern = r"^(\+91|0)?[6-9][0-9]{9}$", example = "9876543210")]
    phone: String,
    /// In the past.
    date_of_birth: NaiveDate,
    gender: Gender,
    /// Counts as no for people under 18.
    marketing_consent: bool,
    appointment_reminders_enabled: Option<bool>,
    membership_alerts_enabled: Option<bool>,
    #[schema(max_length = 120)]
    acquisition_source: Option<String>,
    #[schema(max_length = 120)]
    utm_source: Option<String>,
    #[schema(max_length = 120)]
    utm_medium: Option<String>,
    #[schema(max_length = 120)]
    utm_campaign: Option<String>,
}

/// Finish the profile after the first sign-in
///
/// A second call updates it.
#[utoipa::path(
    post, path = "/api/onboarding/complete", tag = "Profile", security(("session" = ["customer"])),
    request_body = OnboardingBody, responses((status = 200, body = Envelope<ProfileView>)),
)]
pub(crate) async fn complete(State(web): State<Web>, asker: Customer, body: Body) -> Answered {
    let told = told(body.fields()?, web.app().clock.now().ist_date())?;
    let user = asker.user().clone();
    let profile = asker.act(&web, move |tx, occasion| Ok(onboard(tx, occasion, &user, &told)?)).await?;
    ok(ProfileView { profile })
}

fn told(mut fields: Fields, today: NaiveDate) -> Result<Onboarding, ApiError> {
    let phone = fields.required("phone", Phone::parse);
    let date_of_birth = fields.required("dateOfBirth", born(today));
    let gender = fields.required("gender", gender());
    let marketing_consent = fields.required_bool("marketingConsent");
    let appointment_reminders_enabled = fields.optional_bool("appointmentRemindersEnabled");
    let membership_alerts_enabled = fields.optional_bool("membershipAlertsEnabled");
    let mut short =
        |name: &str| fields.optional(name, |text| at_most(text, 120)).filter(|text| !text.is_empty());
    let acquisition_source = short("acquisitionSource");
    let (utm_source, utm_medium, utm_campaign) =
        (short("utmSource"), short("utmMedium"), short("utmCampaign"));
    fields.build(|| {
        Some(Onboarding {
            phone: phone?,
            date_of_birth: date_of_birth?,
            gender: gender?,
            marketing_consent: marketing_consent?,
            appointment_reminders_enabled,
            membership_alerts_enabled,
            acquisition_source,
            utm_source,
            utm_medium,
            utm_campaign,
        })
    })
}

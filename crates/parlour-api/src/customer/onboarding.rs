//! What a new customer tells us after the first sign-in.

use axum::extract::State;
use chrono::NaiveDate;
use parlour_app::profile::{Onboarding, onboard};
use parlour_domain::customer::Gender;
use parlour_domain::phone::Phone;
use parlour_domain::text::limited_text;
use parlour_http::body::RequestBody;
use parlour_http::error::HttpError;
use parlour_http::fields::Fields;
use parlour_http::respond::{Envelope, HttpResult, ok};
use parlour_http::sessions::Customer;
use parlour_http::state::HttpState;
use utoipa::ToSchema;

use super::profile::{ProfileView, date_of_birth_parser, gender};

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
pub(crate) async fn complete(
    State(state): State<HttpState>,
    caller: Customer,
    body: RequestBody,
) -> HttpResult {
    let onboarding = onboarding(body.fields()?, state.app().clock.now().ist_date())?;
    let user = caller.user().clone();
    let profile =
        caller.write(&state, move |tx, context| Ok(onboard(tx, context, &user, &onboarding)?)).await?;
    ok(ProfileView { profile })
}

fn onboarding(mut fields: Fields, today: NaiveDate) -> Result<Onboarding, HttpError> {
    let phone = fields.required("phone", Phone::parse);
    let date_of_birth = fields.required("dateOfBirth", date_of_birth_parser(today));
    let gender = fields.required("gender", gender());
    let marketing_consent = fields.required_bool("marketingConsent");
    let appointment_reminders_enabled = fields.optional_bool("appointmentRemindersEnabled");
    let membership_alerts_enabled = fields.optional_bool("membershipAlertsEnabled");
    let mut short =
        |name: &str| fields.optional(name, |text| limited_text(text, 120)).filter(|text| !text.is_empty());
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

//! The profile of a new customer.

use chrono::NaiveDate;
use parlour_app::profile::{Onboarding, onboard};
use parlour_domain::customer::Gender;
use parlour_domain::phone::Phone;

use super::profile::ProfileView;
use crate::prelude::*;

request_shape! {
    pub(crate) struct OnboardingBody {
        #[example = "9876543210"]
        phone: Phone,
        /// In the past.
        date_of_birth: NaiveDate,
        gender: Gender,
        /// Counts as no for people under 18.
        marketing_consent: bool,
        appointment_reminders_enabled: Option<bool>,
        membership_alerts_enabled: Option<bool>,
        acquisition_source: OptionalText<120>,
        utm_source: OptionalText<120>,
        utm_medium: OptionalText<120>,
        utm_campaign: OptionalText<120>,
    }
}

/// Finish the profile after the first sign-in
///
/// A second call updates it.
#[utoipa::path(
    post, path = "/api/onboarding/complete", tag = "Profile", security(("session" = ["customer"])),
    request_body = OnboardingBody, responses((status = 200, body = Envelope<ProfileView>)),
)]
pub(crate) async fn complete(caller: Customer, body: RequestBody) -> HttpResult {
    let onboarding = onboarding(&body, caller.state.today())?;
    let user = caller.user().clone();
    let profile = caller.write(move |tx, context| Ok(onboard(tx, context, &user, &onboarding)?)).await?;
    ok(ProfileView { profile })
}

fn onboarding(body: &RequestBody, today: NaiveDate) -> Result<Onboarding, HttpError> {
    let (mut fields, partial) = body.read::<OnboardingBody>()?;
    check_date_of_birth(&mut fields, partial.date_of_birth, today);
    let body = fields.build(|| OnboardingBody::complete(partial))?;
    Ok(Onboarding {
        phone: body.phone,
        date_of_birth: body.date_of_birth,
        gender: body.gender,
        marketing_consent: body.marketing_consent,
        appointment_reminders_enabled: body.appointment_reminders_enabled,
        membership_alerts_enabled: body.membership_alerts_enabled,
        acquisition_source: body.acquisition_source,
        utm_source: body.utm_source,
        utm_medium: body.utm_medium,
        utm_campaign: body.utm_campaign,
    })
}

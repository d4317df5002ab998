//! The profile of a new customer.

use chrono::NaiveDate;
use parlour_app::profile::{Onboarding, onboard};
use parlour_http::shapes::profile::OnboardingAnswers;

use super::profile::ProfileView;
use crate::prelude::*;

request_shape! {
    pub(crate) struct OnboardingBody {
        answers: Flat<OnboardingAnswers>,
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
    check_date_of_birth(&mut fields, partial.answers.date_of_birth, today);
    let body = fields.build(|| OnboardingBody::complete(partial))?;
    let OnboardingBody { answers, acquisition_source, utm_source, utm_medium, utm_campaign } = body;
    Ok(Onboarding { acquisition_source, utm_source, utm_medium, utm_campaign, ..answers.into() })
}

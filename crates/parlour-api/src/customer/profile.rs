//! The customer's own data: read, change, export, erase.

use chrono::NaiveDate;
use parlour_app::profile as use_cases;
use parlour_app::profile::ProfilePatch;
use parlour_domain::customer::Language;
use parlour_http::shapes::profile::{MessageChoices, ProfileDetails};
use parlour_store::customers::profiles::{self, Profile};

use crate::prelude::*;
use crate::shared::auth::{Done, signed_out_response};

#[derive(Serialize, ToSchema)]
pub(crate) struct ProfileView {
    pub(crate) profile: Profile,
}

/// My profile
#[utoipa::path(
    get, path = "/api/profile", tag = "Profile", security(("session" = ["customer"])),
    responses((status = 200, body = Envelope<ProfileView>)),
)]
pub(crate) async fn show(caller: Customer) -> HttpResult {
    let user = caller.user().clone();
    let known = {
        let user = user.clone();
        caller.state.read(move |conn| Ok(profiles::find_by_user(conn, &user)?)).await?
    };
    let profile = match known {
        Some(profile) => profile,
        None => caller.write(move |tx, context| Ok(use_cases::read_or_create(tx, context, &user)?)).await?,
    };
    ok(ProfileView { profile })
}

request_shape! {
    pub(crate) struct ProfileBody {
        person: Flat<ProfileDetails>,
        messages: Flat<MessageChoices>,
        language: Option<Language>,
    }

    pub(crate) struct EraseBody {
        /// The customer's own e-mail address, typed as a confirmation.
        confirm: AnyText,
    }
}

/// Change my profile
#[utoipa::path(
    patch, path = "/api/profile", tag = "Profile", security(("session" = ["customer"])), request_body = ProfileBody,
    responses((status = 200, body = Envelope<ProfileView>)),
)]
pub(crate) async fn change(caller: Customer, body: RequestBody) -> HttpResult {
    let patch = profile_patch(&body, caller.state.today())?;
    let user = caller.user().clone();
    let profile = caller.write(move |tx, context| Ok(use_cases::change(tx, context, &user, &patch)?)).await?;
    ok(ProfileView { profile })
}

fn profile_patch(body: &RequestBody, today: NaiveDate) -> Result<ProfilePatch, HttpError> {
    let (mut fields, partial) = body.read::<ProfileBody>()?;
    check_date_of_birth(&mut fields, partial.person.date_of_birth, today);
    let ProfileBody { person, messages, language } = fields.build(|| ProfileBody::complete(partial))?;
    Ok(ProfilePatch {
        name: person.name,
        phone: person.phone,
        gender: person.gender,
        date_of_birth: person.date_of_birth,
        marketing_consent: messages.marketing_consent,
        appointment_reminders_enabled: messages.appointment_reminders_enabled,
        membership_alerts_enabled: messages.membership_alerts_enabled,
        language,
    })
}

/// By the kind of record: a list, or for `user` and `profile` the one record.
#[derive(ToSchema)]
#[schema(value_type = Object)]
#[expect(dead_code, reason = "the schema of what the store lists table by table")]
pub(crate) struct Export(std::collections::HashMap<String, String>);

/// Export my data
///
/// One list per kind of record.
#[utoipa::path(
    get, path = "/api/profile/export", tag = "Profile", security(("session" = ["customer"])),
    responses((status = 200, body = Envelope<Export>)),
)]
pub(crate) async fn export(caller: Customer) -> HttpResult {
    let user = caller.user().clone();
    let full_export =
        caller.state.app().db.report(move |conn| use_cases::export(conn, &user).map_err(HttpError::from)).await?;
    ok(full_export)
}

/// Erase my data
///
/// Needs a sign-in of the last 10 minutes. Future bookings are cancelled, personal data is
/// anonymised, sessions end; invoices keep what tax law requires.
#[utoipa::path(
    post, path = "/api/profile/erase", tag = "Profile", security(("session" = ["customer"])), request_body = EraseBody,
    responses((status = 200, body = Envelope<Done>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn erase(caller: Customer, body: RequestBody) -> HttpResult {
    let EraseBody { confirm } = body.parse()?;
    let session = caller.session.clone();
    caller.write(move |tx, context| Ok(use_cases::erase(tx, context, &session, &confirm)?)).await?;
    signed_out_response(&caller.state)
}

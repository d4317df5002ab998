//! One's own data: seen, changed, taken along, erased.

use axum::extract::State;
use chrono::NaiveDate;
use parlour_app::profile as use_cases;
use parlour_app::profile::ProfilePatch;
use parlour_domain::customer::Gender;
use parlour_domain::phone::Phone;
use parlour_domain::text::required_text;
use parlour_http::body::RequestBody;
use parlour_http::error::HttpError;
use parlour_http::fields::{Fields, date, one_of};
use parlour_http::respond::{Envelope, HttpResult, ok};
use parlour_http::sessions::Customer;
use parlour_http::state::HttpState;
use parlour_store::customers::profiles::{self, Profile};
use serde::Serialize;
use utoipa::ToSchema;

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
pub(crate) async fn show(State(state): State<HttpState>, caller: Customer) -> HttpResult {
    let user = caller.user().clone();
    let known = {
        let user = user.clone();
        state.app().db.read(move |conn| profiles::find_by_user(conn, &user).map_err(HttpError::from)).await?
    };
    let profile = match known {
        Some(profile) => profile,
        None => {
            caller
                .write(&state, move |tx, context| Ok(use_cases::read_or_create(tx, context, &user)?))
                .await?
        }
    };
    ok(ProfileView { profile })
}

#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "the schema of what `wish` reads field by field")]
pub(crate) struct ProfileBody {
    #[schema(min_length = 1, max_length = 120)]
    name: Option<String>,
    /// An Indian mobile, with `+91` or `0` in front or not.
    #[schema(pattern = r"^(\+91|0)?[6-9][0-9]{9}$")]
    phone: Option<String>,
    gender: Option<Gender>,
    /// In the past.
    date_of_birth: Option<NaiveDate>,
    marketing_consent: Option<bool>,
    appointment_reminders_enabled: Option<bool>,
    membership_alerts_enabled: Option<bool>,
}

/// Change my profile
#[utoipa::path(
    patch, path = "/api/profile", tag = "Profile", security(("session" = ["customer"])), request_body = ProfileBody,
    responses((status = 200, body = Envelope<ProfileView>)),
)]
pub(crate) async fn change(
    State(state): State<HttpState>,
    caller: Customer,
    body: RequestBody,
) -> HttpResult {
    let patch = patch(body.fields()?, state.app().clock.now().ist_date())?;
    let user = caller.user().clone();
    let profile =
        caller.write(&state, move |tx, context| Ok(use_cases::change(tx, context, &user, &patch)?)).await?;
    ok(ProfileView { profile })
}

fn patch(mut fields: Fields, today: NaiveDate) -> Result<ProfilePatch, HttpError> {
    let patch = ProfilePatch {
        name: fields.optional("name", |text| required_text(text, 120)),
        phone: fields.optional("phone", Phone::parse),
        gender: fields.optional("gender", gender()),
        date_of_birth: fields.optional("dateOfBirth", date_of_birth_parser(today)),
        marketing_consent: fields.optional_bool("marketingConsent"),
        appointment_reminders_enabled: fields.optional_bool("appointmentRemindersEnabled"),
        membership_alerts_enabled: fields.optional_bool("membershipAlertsEnabled"),
    };
    fields.build(|| Some(patch))
}

/// By the kind of record: a list, or for `user` and `profile` the one record.
#[derive(ToSchema)]
#[schema(value_type = Object)]
#[expect(dead_code, reason = "the schema of what the store lists table by table")]
pub(crate) struct Export(std::collections::HashMap<String, String>);

/// Everything kept about me
///
/// One list per kind of record.
#[utoipa::path(
    get, path = "/api/profile/export", tag = "Profile", security(("session" = ["customer"])),
    responses((status = 200, body = Envelope<Export>)),
)]
pub(crate) async fn export(State(state): State<HttpState>, caller: Customer) -> HttpResult {
    let user = caller.user().clone();
    let full_export =
        state.app().db.report(move |conn| use_cases::export(conn, &user).map_err(HttpError::from)).await?;
    ok(full_export)
}

#[derive(ToSchema)]
#[expect(dead_code, reason = "the schema of what `erase` reads field by field")]
pub(crate) struct EraseBody {
    /// One's own e-mail address, typed to be sure.
    confirm: String,
}

/// Erase me
///
/// Needs a sign-in of the last 10 minutes. Future bookings are cancelled, personal data is
/// anonymised, sessions end; invoices keep what tax law requires.
#[utoipa::path(
    post, path = "/api/profile/erase", tag = "Profile", security(("session" = ["customer"])), request_body = EraseBody,
    responses((status = 200, body = Envelope<Done>), (status = 409, response = crate::openapi::ErrorResponse)),
)]
pub(crate) async fn erase(State(state): State<HttpState>, caller: Customer, body: RequestBody) -> HttpResult {
    let mut fields = body.fields()?;
    let confirm = fields.required("confirm", |text| Ok::<_, String>(text.to_owned()));
    let confirm = fields.build(|| confirm)?;
    let session = caller.session.clone();
    caller.write(&state, move |tx, context| Ok(use_cases::erase(tx, context, &session, &confirm)?)).await?;
    signed_out_response(&state)
}

pub(crate) fn date_of_birth_parser(today: NaiveDate) -> impl Fn(&str) -> Result<NaiveDate, &'static str> {
    move |text| {
        let born = date(text)?;
        let is_plausible = born < today && parlour_domain::ist::whole_years(born, today) <= 130;
        if is_plausible { Ok(born) } else { Err("must be a date in the past") }
    }
}

pub(crate) fn gender() -> impl Fn(&str) -> Result<Gender, String> {
    one_of(Gender::parse, "female, male, other or undisclosed")
}

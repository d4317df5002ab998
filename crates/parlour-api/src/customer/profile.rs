//! One's own data: seen, changed, taken along, erased.

use axum::extract::State;
use chrono::NaiveDate;
use parlour_app::profile::{self as acts, ProfileChange};
use parlour_domain::customer::Gender;
use parlour_domain::phone::Phone;
use parlour_domain::text::filled;
use parlour_store::profiles::{self, Profile};
use serde::Serialize;
use utoipa::ToSchema;

use crate::body::Body;
use crate::both::auth::{Done, signed_out};
use crate::error::ApiError;
use crate::fields::{Fields, date, one_of};
use crate::respond::{Answered, Envelope, ok};
use crate::signed_in::Customer;
use crate::web::Web;

#[derive(Serialize, ToSchema)]
pub(crate) struct ProfileView {
    pub(crate) profile: Profile,
}

/// My profile
#[utoipa::path(
    get, path = "/api/profile", tag = "Profile", security(("session" = ["customer"])),
    responses((status = 200, body = Envelope<ProfileView>)),
)]
pub(crate) async fn show(State(web): State<Web>, asker: Customer) -> Answered {
    let user = asker.user().clone();
    let known = {
        let user = user.clone();
        web.app().db.read(move |conn| profiles::of_user(conn, &user).map_err(ApiError::from)).await?
    };
    let profile = match known {
        Some(profile) => profile,
        None => asker.act(&web, move |tx, occasion| Ok(acts::of(tx, occasion, &user)?)).await?,
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
pub(crate) async fn change(State(web): State<Web>, asker: Customer, body: Body) -> Answered {
    let wish = wish(body.fields()?, web.app().clock.now().ist_date())?;
    let user = asker.user().clone();
    let profile = asker.act(&web, move |tx, occasion| Ok(acts::change(tx, occasion, &user, &wish)?)).await?;
    ok(ProfileView { profile })
}

fn wish(mut fields: Fields, today: NaiveDate) -> Result<ProfileChange, ApiError> {
    let wish = ProfileChange {
        name: fields.optional("name", |text| filled(text, 120)),
        phone: fields.optional("phone", Phone::parse),
        gender: fields.optional("gender", gender()),
        date_of_birth: fields.optional("dateOfBirth", born(today)),
        marketing_consent: fields.optional_bool("marketingConsent"),
        appointment_reminders_enabled: fields.optional_bool("appointmentRemindersEnabled"),
        membership_alerts_enabled: fields.optional_bool("membershipAlertsEnabled"),
    };
    fields.build(|| Some(wish))
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
pub(crate) async fn export(State(web): State<Web>, asker: Customer) -> Answered {
    let user = asker.user().clone();
    let everything =
        web.app().db.report(move |conn| acts::export(conn, &user).map_err(ApiError::from)).await?;
    ok(everything)
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
    responses((status = 200, body = Envelope<Done>), (status = 409, response = crate::openapi::Failed)),
)]
pub(crate) async fn erase(State(web): State<Web>, asker: Customer, body: Body) -> Answered {
    let mut fields = body.fields()?;
    let confirm = fields.required("confirm", |text| Ok::<_, String>(text.to_owned()));
    let confirm = fields.build(|| confirm)?;
    let session = asker.session.clone();
    asker.act(&web, move |tx, occasion| Ok(acts::erase(tx, occasion, &session, &confirm)?)).await?;
    signed_out(&web)
}

pub(crate) fn born(today: NaiveDate) -> impl Fn(&str) -> Result<NaiveDate, &'static str> {
    move |text| {
        let born = date(text)?;
        let is_believable = born < today && parlour_domain::ist::whole_years(born, today) <= 130;
        if is_believable { Ok(born) } else { Err("must be a date in the past") }
    }
}

pub(crate) fn gender() -> impl Fn(&str) -> Result<Gender, String> {
    one_of(Gender::parse, "female, male, other or undisclosed")
}

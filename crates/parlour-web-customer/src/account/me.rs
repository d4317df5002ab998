//! The customer's own page: details, messages, calendar, devices, data.

use askama::Template;
use axum::response::Response;
use chrono::NaiveDate;
use http::StatusCode;
use http::header::SET_COOKIE;
use parlour_app::profile::{ProfilePatch, change};
use parlour_app::{calendar, sign_in};
use parlour_domain::booking::calendar::FeedKind;
use parlour_domain::customer::Gender;
use parlour_domain::ids::{SessionId, UserId};
use parlour_domain::ist::Timestamp;
use parlour_http::cookies;
use parlour_http::error::HttpError;
use parlour_http::idempotency::FormBody;
use parlour_http::request::{Name, PastedPhone, RequestShape};
use parlour_http::request_shape;
use parlour_http::respond::HttpResult;
use parlour_http::validation::check_date_of_birth;
use parlour_store::bookings::calendar_feeds;
use parlour_store::customers::profiles::{self, Profile};
use parlour_store::users::sessions::{self, OwnSession};

use super::person_fields::{PersonFields, new_form, profile_values, typed_birth};
use super::refused_form::status_of_refused_form;
use parlour_web::account::calendar_secret::{CALENDAR_COOKIE, CALENDAR_COOKIE_SECONDS, new_calendar_secret};
use parlour_web::account::devices::Device;
use parlour_web::account::sign_out::signed_out;
use parlour_web::flash::Flash;
use parlour_web::form::FormState;
use parlour_web::format;
use parlour_web::page::{Frame, SignedInPage, Tab, see_other};

#[derive(Template)]
#[template(path = "me.html")]
pub(crate) struct MePage {
    pub(crate) frame: Frame,
    pub(crate) name: String,
    pub(crate) initials: String,
    pub(crate) email: Option<String>,
    pub(crate) details: FormState,
    pub(crate) messages: FormState,
    pub(crate) person: PersonFields,
    /// Whose messages this browser shows; none where push messages are not set up.
    pub(crate) push_owner: Option<String>,
    pub(crate) calendar: Option<String>,
    /// Shown once, right after it was made.
    pub(crate) calendar_address: Option<String>,
    pub(crate) devices: Vec<Device>,
}

const DETAILS: [&str; 4] = ["name", "phone", "dateOfBirth", "gender"];
const MESSAGES: [&str; 3] = ["appointmentRemindersEnabled", "membershipAlertsEnabled", "marketingConsent"];

request_shape! {
    struct DetailsForm {
        name: Name<120>,
        phone: Option<PastedPhone>,
        date_of_birth: Option<NaiveDate>,
        gender: Option<Gender>,
    }

    struct MessagesForm {
        appointment_reminders_enabled: Option<bool>,
        membership_alerts_enabled: Option<bool>,
        marketing_consent: Option<bool>,
    }
}

/// What the page shows besides its forms.
struct Account {
    profile: Profile,
    sessions: Vec<OwnSession>,
    calendar_since: Option<Timestamp>,
}

pub(super) async fn show(page: SignedInPage) -> HttpResult {
    let account = read_account(&page).await?;
    let forms = Forms::new(&page, &account.profile);
    let secret = new_calendar_secret(&page.headers);
    let mut response = render(&page, StatusCode::OK, &account, forms, secret)?;
    if secret.is_some() {
        response.headers_mut().append(SET_COOKIE, cookies::clear(CALENDAR_COOKIE));
    }
    Ok(response)
}

/// Every form of the page says by its field `form` which one it is.
pub(super) async fn submit(page: SignedInPage, body: FormBody) -> HttpResult {
    let typed = body.fields();
    match typed.form_text("form") {
        "details" => match save_details(&page, &body).await {
            Ok(()) => Ok(see_other("/me", Some(Flash::ProfileSaved))),
            Err(error) => {
                let refused = FormState::refused(&typed, &DETAILS, &error);
                show_again(&page, &error, |forms| forms.details = refused).await
            }
        },
        "messages" => match save_messages(&page, &body).await {
            Ok(()) => Ok(see_other("/me", Some(Flash::ConsentsSaved))),
            Err(error) => {
                let refused = FormState::refused(&typed, &MESSAGES, &error);
                show_again(&page, &error, |forms| forms.messages = refused).await
            }
        },
        "calendar" => create_calendar(&page).await,
        "calendar-off" => revoke_calendar(&page).await,
        "device" => end_session(&page, typed.form_text("session")).await,
        _ => Err(HttpError::invalid_field("form", "is not known here")),
    }
}

async fn save_details(page: &SignedInPage, body: &FormBody) -> Result<(), HttpError> {
    let known = read_profile(page).await?;
    let mut fields = body.fields();
    let readable = DetailsForm::read(&mut fields);
    check_date_of_birth(&mut fields, readable.date_of_birth, page.today());
    // What is known can be changed, but not be taken back.
    let is_known = [known.phone.is_some(), known.date_of_birth.is_some(), known.gender.is_some()];
    for (name, _) in ["phone", "dateOfBirth", "gender"].into_iter().zip(is_known).filter(|(_, is_known)| *is_known) {
        fields.require_present(name);
    }
    let form = fields.build(|| DetailsForm::complete(readable))?;
    let patch = ProfilePatch {
        name: Some(form.name),
        phone: form.phone,
        date_of_birth: form.date_of_birth,
        gender: form.gender,
        ..ProfilePatch::default()
    };
    save(page, body, patch).await
}

async fn save_messages(page: &SignedInPage, body: &FormBody) -> Result<(), HttpError> {
    let form: MessagesForm = body.parse()?;
    let patch = ProfilePatch {
        appointment_reminders_enabled: form.appointment_reminders_enabled,
        membership_alerts_enabled: form.membership_alerts_enabled,
        marketing_consent: form.marketing_consent,
        ..ProfilePatch::default()
    };
    save(page, body, patch).await
}

async fn save(page: &SignedInPage, body: &FormBody, patch: ProfilePatch) -> Result<(), HttpError> {
    let user = page.caller.user().clone();
    let saved = page.caller.submit_once(body, move |tx, context| {
        change(tx, context, &user, &patch)?;
        Ok("/me".to_owned())
    });
    saved.await.map(|_| ())
}

/// Without the form's key: a second tap makes a second address, and that one is shown and works.
async fn create_calendar(page: &SignedInPage) -> HttpResult {
    let user = page.caller.user().clone();
    let shared =
        page.caller.write(move |tx, context| Ok(calendar::share_feed(tx, context, &user, FeedKind::Customer)?)).await?;
    let mut response = see_other("/me#calendar", None);
    let cookie = cookies::set(CALENDAR_COOKIE, &shared.secret, CALENDAR_COOKIE_SECONDS);
    response.headers_mut().append(SET_COOKIE, cookie);
    Ok(response)
}

async fn revoke_calendar(page: &SignedInPage) -> HttpResult {
    let user = page.caller.user().clone();
    page.caller.write(move |tx, context| Ok(calendar::revoke_feed(tx, context, &user, FeedKind::Customer)?)).await?;
    Ok(see_other("/me", Some(Flash::CalendarOff)))
}

async fn end_session(page: &SignedInPage, id: &str) -> HttpResult {
    let (user, id) = (page.caller.user().clone(), SessionId::new(id.to_owned()));
    let is_current = id == page.caller.session.id;
    let ended = page.caller.write(move |tx, context| Ok(sign_in::end_own_session(tx, context, &user, &id)?)).await;
    match ended {
        // It has ended meanwhile, which is what was asked for.
        Err(refusal) if refusal.status() != StatusCode::NOT_FOUND => Err(refusal),
        _ if is_current => Ok(signed_out(&page.state, Flash::SignedOut)),
        _ => Ok(see_other("/me", Some(Flash::DeviceSignedOut))),
    }
}

/// The page with what was typed into one of its forms, and what is wrong with it.
async fn show_again(page: &SignedInPage, error: &HttpError, put_form: impl FnOnce(&mut Forms)) -> HttpResult {
    let Some(status) = status_of_refused_form(error) else { return Err(error.clone()) };
    let account = read_account(page).await?;
    let mut forms = Forms::new(page, &account.profile);
    put_form(&mut forms);
    render(page, status, &account, forms, None)
}

struct Forms {
    details: FormState,
    messages: FormState,
}

impl Forms {
    fn new(page: &SignedInPage, profile: &Profile) -> Self {
        let mut values = profile_values(profile);
        values.push(("name", page.signed_in.name.clone()));
        Self { details: new_form(&values), messages: new_form(&values) }
    }
}

fn render(
    page: &SignedInPage,
    status: StatusCode,
    account: &Account,
    forms: Forms,
    secret: Option<&str>,
) -> Result<Response, HttpError> {
    let texts = page.texts.me();
    let since = |at: Timestamp| texts.calendar_since(&format::date(at.ist_date(), page.texts));
    let devices = account.sessions.iter().map(|session| Device::new(page, session, &page.caller.session.id));
    let born = account.profile.date_of_birth.or_else(|| typed_birth(&forms.details));
    let template = MePage {
        frame: page.frame(texts.title(), Tab::Me),
        name: page.signed_in.name.clone(),
        initials: page.signed_in.initials(),
        email: page.signed_in.email.clone(),
        details: forms.details,
        messages: forms.messages,
        person: PersonFields::new(page.texts, born, page.today()),
        push_owner: page.state.push_key().map(|_| page.signed_in.id.as_str().to_owned()),
        calendar: account.calendar_since.map(since),
        calendar_address: secret.map(|secret| format!("{}/calendar/{secret}.ics", page.state.public_url())),
        devices: devices.collect(),
    };
    page.render_with(status, &template)
}

async fn read_account(page: &SignedInPage) -> Result<Account, HttpError> {
    let (user, now) = (page.caller.user().clone(), page.now());
    let read = page.caller.read(move |conn, _| {
        Ok(Account {
            profile: profile_or_blank(profiles::find_by_user(conn, &user)?, &user, now),
            sessions: sessions::list_own_sessions(conn, &user, now)?,
            calendar_since: calendar_feeds::find_current_feed(conn, &user, FeedKind::Customer)?
                .map(|feed| feed.created_at),
        })
    });
    read.await
}

async fn read_profile(page: &SignedInPage) -> Result<Profile, HttpError> {
    let (user, now) = (page.caller.user().clone(), page.now());
    page.caller.read(move |conn, _| Ok(profile_or_blank(profiles::find_by_user(conn, &user)?, &user, now))).await
}

/// Somebody who left onboarding for later has no profile yet.
fn profile_or_blank(found: Option<Profile>, user: &UserId, now: Timestamp) -> Profile {
    found.unwrap_or_else(|| Profile::blank(String::new(), user.clone(), now))
}

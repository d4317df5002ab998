//! The customer's own page: details, messages, calendar, devices, data.

use askama::Template;
use axum::response::Response;
use chrono::NaiveDate;
use http::header::SET_COOKIE;
use parlour_app::profile::{ProfilePatch, change};
use parlour_domain::booking::calendar::FeedKind;
use parlour_domain::ids::UserId;
use parlour_domain::ist::Timestamp;
use parlour_http::cookies;
use parlour_http::error::{FieldErrors, HttpError};
use parlour_http::form::FormBody;
use parlour_http::request::RequestShape;
use parlour_http::respond::HttpResult;
use parlour_http::shapes::profile::{MessageChoices, ProfileDetails};
use parlour_http::validation::check_date_of_birth;
use parlour_store::DbError;
use parlour_store::bookings::calendar_feeds;
use parlour_store::customers::profiles::{self, Profile};
use parlour_store::users::sessions::{self, OwnSession};

use super::person_fields::{PersonFields, label, profile_values, typed_birth};
use parlour_web::account::actions::{create_calendar_address, end_session, revoke_calendar_address};
use parlour_web::account::calendar_secret::{CALENDAR_COOKIE, new_calendar_secret};
use parlour_web::account::devices::Device;
use parlour_web::flash::Flash;
use parlour_web::form::FormState;
use parlour_web::page::{Frame, SignedInPage, Tab};

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
    let mut response = render(&page, &account, forms, secret)?;
    if secret.is_some() {
        response.headers_mut().append(SET_COOKIE, cookies::clear(CALENDAR_COOKIE));
    }
    Ok(response)
}

/// Every form of the page says by its field `form` which one it is.
pub(super) async fn submit(page: SignedInPage, form: FormBody) -> HttpResult {
    match form.text("form") {
        "details" => {
            let known = read_account(&page).await?.profile;
            let patch = read_details(&form, &known, page.today());
            save(&page, &form, patch, Flash::ProfileSaved, |forms, state| forms.details = state).await
        }
        "messages" => {
            let patch = read_messages(&form);
            save(&page, &form, patch, Flash::ConsentsSaved, |forms, state| forms.messages = state).await
        }
        "calendar" => create_calendar_address(&page.caller, FeedKind::Customer).await,
        "calendar-off" => revoke_calendar_address(&page.caller, FeedKind::Customer).await,
        "device" => end_session(&page.caller, form.text("session")).await,
        _ => Err(HttpError::invalid_field("form", "is not known here")),
    }
}

fn read_details(form: &FormBody, known: &Profile, today: NaiveDate) -> Result<ProfilePatch, FieldErrors> {
    let mut fields = form.fields();
    fields.require_present("name");
    let readable = ProfileDetails::read(&mut fields);
    check_date_of_birth(&mut fields, readable.date_of_birth, today);
    // What is known can be changed, but not be taken back.
    let is_known = [known.phone.is_some(), known.date_of_birth.is_some(), known.gender.is_some()];
    for (name, _) in ["phone", "dateOfBirth", "gender"].into_iter().zip(is_known).filter(|(_, is_known)| *is_known) {
        fields.require_present(name);
    }
    let ProfileDetails { name, phone, gender, date_of_birth } = fields.finish(|| ProfileDetails::complete(readable))?;
    Ok(ProfilePatch { name, phone, gender, date_of_birth, ..ProfilePatch::default() })
}

fn read_messages(form: &FormBody) -> Result<ProfilePatch, FieldErrors> {
    let form: MessageChoices = form.parse()?;
    Ok(ProfilePatch {
        appointment_reminders_enabled: form.appointment_reminders_enabled,
        membership_alerts_enabled: form.membership_alerts_enabled,
        marketing_consent: form.marketing_consent,
        ..ProfilePatch::default()
    })
}

/// `put_form` puts the form that was sent where it stands on the page.
async fn save(
    page: &SignedInPage,
    form: &FormBody,
    patch: Result<ProfilePatch, FieldErrors>,
    flash: Flash,
    put_form: fn(&mut Forms, FormState),
) -> HttpResult {
    let user = page.caller.user().clone();
    let saved = page.form(form, label).write(patch, move |tx, context, patch| {
        change(tx, context, &user, patch)?;
        Ok::<_, DbError>("/me".to_owned())
    });
    let show_again = async |state| {
        let account = read_account(page).await?;
        let mut forms = Forms::new(page, &account.profile);
        put_form(&mut forms, state);
        render(page, &account, forms, None)
    };
    saved.await?.answer(flash, show_again).await
}

struct Forms {
    details: FormState,
    messages: FormState,
}

impl Forms {
    fn new(page: &SignedInPage, profile: &Profile) -> Self {
        let mut values = profile_values(profile);
        values.push(("name", page.signed_in_user.name.clone()));
        Self { details: FormState::new(values.clone()), messages: FormState::new(values) }
    }
}

fn render(page: &SignedInPage, account: &Account, forms: Forms, secret: Option<&str>) -> Result<Response, HttpError> {
    let texts = page.texts.me();
    let since = |at: Timestamp| texts.calendar_since(&page.texts.format_date(at.ist_date()));
    let devices = account.sessions.iter().map(|session| Device::new(page, session, &page.caller.session.id));
    let born = account.profile.date_of_birth.or_else(|| typed_birth(&forms.details));
    let status = forms.details.status.max(forms.messages.status);
    let template = MePage {
        frame: page.frame(texts.title(), Tab::Me),
        name: page.signed_in_user.name.clone(),
        initials: page.signed_in_user.initials(),
        email: page.signed_in_user.email.clone(),
        details: forms.details,
        messages: forms.messages,
        person: PersonFields::new(page.texts, born, page.today()),
        push_owner: page.state.push_key().map(|_| page.signed_in_user.id.as_str().to_owned()),
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

/// Somebody who left onboarding for later has no profile yet.
fn profile_or_blank(found: Option<Profile>, user: &UserId, now: Timestamp) -> Profile {
    found.unwrap_or_else(|| Profile::blank(String::new(), user.clone(), now))
}

//! The account of the person who is signed in: messages, calendar, devices, keys.

use askama::Template;
use http::StatusCode;
use http::header::SET_COOKIE;
use parlour_app::{calendar, sign_in};
use parlour_domain::booking::calendar::FeedKind;
use parlour_domain::ids::SessionId;
use parlour_domain::ist::Timestamp;
use parlour_http::cookies;
use parlour_http::error::HttpError;
use parlour_http::idempotency::FormBody;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Staff;
use parlour_store::bookings::calendar_feeds;
use parlour_store::users::sessions;

use crate::desk::{DeskFrame, DeskPage, Place};
use parlour_texts::{MeTexts, MyAccountTexts};
use parlour_web::account::calendar_secret::{CALENDAR_COOKIE, CALENDAR_COOKIE_SECONDS, new_calendar_secret};
use parlour_web::account::devices::Device;
use parlour_web::account::sign_out::signed_out;
use parlour_web::flash::Flash;
use parlour_web::format;
use parlour_web::page::see_other;

#[derive(Template)]
#[template(path = "my/me.html")]
struct MePage {
    frame: DeskFrame,
    about: String,
    /// Whose messages this browser shows; none where push messages are not set up.
    push_owner: Option<String>,
    calendar: Option<String>,
    /// Shown once, right after it was made.
    calendar_address: Option<String>,
    devices: Vec<Device>,
}

impl MePage {
    fn text(&self) -> MyAccountTexts {
        self.frame.texts.my_account()
    }

    /// The texts that the account of a customer has too.
    fn account(&self) -> MeTexts {
        self.frame.texts.me()
    }
}

/// `/me`
pub(super) async fn show(page: DeskPage<Staff>) -> HttpResult {
    let (user, now) = (page.user().clone(), page.now());
    let read = page.caller.read(move |conn, _| {
        let feed = calendar_feeds::find_current_feed(conn, &user, FeedKind::Staff)?;
        Ok((sessions::list_own_sessions(conn, &user, now)?, feed.map(|feed| feed.created_at)))
    });
    let (own_sessions, calendar_since) = read.await?;
    let secret = new_calendar_secret(&page.headers);
    let since = |at: Timestamp| page.texts.me().calendar_since(&format::date(at.ist_date(), page.texts));
    let devices = own_sessions.iter().map(|session| Device::new(&page, session, &page.caller.session.id));
    let frame = page.desk_frame(page.signed_in.name.clone(), Place::Me);
    let email = page.signed_in.email.as_deref().unwrap_or_default();
    let mut response = page.show(&MePage {
        about: [frame.role_name(), email].into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" · "),
        frame,
        push_owner: page.state.push_key().map(|_| page.user().as_str().to_owned()),
        calendar: calendar_since.map(since),
        calendar_address: secret.map(|secret| format!("{}/calendar/{secret}.ics", page.state.public_url())),
        devices: devices.collect(),
    })?;
    if secret.is_some() {
        response.headers_mut().append(SET_COOKIE, cookies::clear(CALENDAR_COOKIE));
    }
    Ok(response)
}

/// Every form of the page says by its field `form` which one it is.
pub(super) async fn submit(page: DeskPage<Staff>, body: FormBody) -> HttpResult {
    let typed = body.fields();
    match typed.form_text("form") {
        "calendar" => create_calendar(&page).await,
        "calendar-off" => revoke_calendar(&page).await,
        "device" => end_session(&page, typed.form_text("session")).await,
        _ => Err(HttpError::invalid_field("form", "is not known here")),
    }
}

/// Without the form's key: a second tap makes a second address, and that one is shown and works.
async fn create_calendar(page: &DeskPage<Staff>) -> HttpResult {
    let user = page.user().clone();
    let shared = page.caller.write(move |tx, context| Ok(calendar::share_feed(tx, context, &user, FeedKind::Staff)?));
    let cookie = cookies::set(CALENDAR_COOKIE, &shared.await?.secret, CALENDAR_COOKIE_SECONDS);
    let mut response = see_other("/me#calendar", None);
    response.headers_mut().append(SET_COOKIE, cookie);
    Ok(response)
}

async fn revoke_calendar(page: &DeskPage<Staff>) -> HttpResult {
    let user = page.user().clone();
    page.caller.write(move |tx, context| Ok(calendar::revoke_feed(tx, context, &user, FeedKind::Staff)?)).await?;
    Ok(see_other("/me", Some(Flash::CalendarOff)))
}

async fn end_session(page: &DeskPage<Staff>, id: &str) -> HttpResult {
    let (user, id) = (page.user().clone(), SessionId::new(id.to_owned()));
    let is_current = id == page.caller.session.id;
    let ended = page.caller.write(move |tx, context| Ok(sign_in::end_own_session(tx, context, &user, &id)?)).await;
    match ended {
        // It has ended meanwhile, which is what was asked for.
        Err(refusal) if refusal.status() != StatusCode::NOT_FOUND => Err(refusal),
        _ if is_current => Ok(signed_out(&page.state, Flash::SignedOut)),
        _ => Ok(see_other("/me", Some(Flash::DeviceSignedOut))),
    }
}

//! The account of the person who is signed in: messages, calendar, devices, keys.

use askama::Template;
use http::header::SET_COOKIE;
use parlour_domain::booking::calendar::FeedKind;
use parlour_domain::ist::Timestamp;
use parlour_http::cookies;
use parlour_http::error::HttpError;
use parlour_http::form::FormBody;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Staff;
use parlour_store::bookings::calendar_feeds;
use parlour_store::users::sessions;

use crate::desk::{DeskFrame, DeskPage, Place};
use parlour_texts::{MeTexts, MyAccountTexts};
use parlour_web::account::actions::{create_calendar_address, end_session, revoke_calendar_address};
use parlour_web::account::calendar_secret::{CALENDAR_COOKIE, new_calendar_secret};
use parlour_web::account::devices::Device;

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
    let since = |at: Timestamp| page.texts.me().calendar_since(&page.texts.format_date(at.ist_date()));
    let devices = own_sessions.iter().map(|session| Device::new(&page, session, &page.caller.session.id));
    let frame = page.desk_frame(page.signed_in_user.name.clone(), Place::Me);
    let email = page.signed_in_user.email.as_deref().unwrap_or_default();
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
    match body.text("form") {
        "calendar" => create_calendar_address(&page.caller, FeedKind::Staff).await,
        "calendar-off" => revoke_calendar_address(&page.caller, FeedKind::Staff).await,
        "device" => end_session(&page.caller, body.text("session")).await,
        _ => Err(HttpError::invalid_field("form", "is not known here")),
    }
}

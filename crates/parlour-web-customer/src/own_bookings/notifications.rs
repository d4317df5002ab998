//! The customer's notifications.

use askama::Template;
use axum::response::{IntoResponse, Redirect};
use parlour_app::notifications::feed::{NotificationSelection, mark_read};
use parlour_app::notifications::wording::{NotificationText, word_content};
use parlour_domain::ids::NotificationId;
use parlour_http::error::HttpError;
use parlour_http::form::FormBody;
use parlour_http::paging::FeedPage;
use parlour_http::path_id::PathId;
use parlour_http::respond::HttpResult;
use parlour_store::DbError;
use parlour_store::bookings::customer_pages;
use parlour_store::notifications::notification_records::{self, StoredNotification};

use super::booking_parts::day_and_time;
use parlour_web::flash::Flash;
use parlour_web::form::no_fields;
use parlour_web::page::{Frame, PageContext, SignedInPage, Tab, see_other};

const PAGE_SIZE: i64 = 20;

#[derive(Template)]
#[template(path = "notifications.html", blocks = ["feed"])]
pub(crate) struct NotificationsPage {
    pub(crate) frame: Frame,
    pub(crate) user_id: String,
    /// Another one whenever the feed would look different.
    pub(crate) version: String,
    pub(crate) entries: Vec<NotificationEntry>,
    pub(crate) has_unread: bool,
    pub(crate) newer: Option<String>,
    pub(crate) older: Option<String>,
}

pub(crate) struct NotificationEntry {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) body: String,
    pub(crate) when: String,
    pub(crate) is_unread: bool,
}

impl NotificationEntry {
    fn new(notification: &StoredNotification, page: &PageContext) -> Self {
        let NotificationText { title, body } = word_content(&notification.content, page.texts);
        Self {
            id: notification.id.as_str().to_owned(),
            title,
            body,
            when: day_and_time(notification.created_at, page.now(), page.texts),
            is_unread: notification.read_at.is_none(),
        }
    }
}

/// `/notifications`
pub(super) async fn show(page: SignedInPage) -> HttpResult {
    let user_id = page.signed_in_user.id.clone();
    let feed_page = FeedPage { size: PAGE_SIZE, ..FeedPage::from_query(page.uri.query()) };
    // One more than is shown tells whether there are older ones.
    let read = page.caller.read(move |conn, _| {
        let notifications = notification_records::list_by_user(conn, &user_id, feed_page.size + 1, feed_page.offset())?;
        Ok((notifications, notification_records::count_unread(conn, &user_id)?))
    });
    let (mut notifications, unread) = read.await?;
    let shown = usize::try_from(PAGE_SIZE).unwrap_or(usize::MAX);
    let has_older = notifications.len() > shown;
    notifications.truncate(shown);
    page.translate_names(&mut notifications).await?;
    let page_link = |number: i64| format!("/notifications?page={number}");
    let template = NotificationsPage {
        frame: page.frame(page.texts.notification_list().title(), Tab::None),
        user_id: page.signed_in_user.id.as_str().to_owned(),
        version: format!("{unread} {}", notifications.first().map_or("", |newest| newest.id.as_str())),
        entries: notifications.iter().map(|notification| NotificationEntry::new(notification, &page)).collect(),
        has_unread: unread > 0,
        newer: (feed_page.page > 1).then(|| page_link(feed_page.page - 1)),
        older: has_older.then(|| page_link(feed_page.page + 1)),
    };
    if page.parameter("part").as_deref() == Some("feed") {
        return page.render(&template.as_feed());
    }
    page.render(&template)
}

/// Marks all as read.
pub(super) async fn mark_all_read(page: SignedInPage, form: FormBody) -> HttpResult {
    let user_id = page.signed_in_user.id.clone();
    let marked = page.form(&form, no_fields).write(Ok(()), move |tx, context, ()| {
        mark_read(tx, context, &user_id, &NotificationSelection::All)?;
        Ok::<_, DbError>("/notifications".to_owned())
    });
    Ok(see_other(&marked.await?.into_path()?, Some(Flash::AllRead)))
}

/// `/notifications/{id}`: marks it as read, and leads to what it is about.
pub(super) async fn open(page: SignedInPage, PathId(id): PathId<NotificationId>) -> HttpResult {
    let user_id = page.signed_in_user.id.clone();
    let opened = page.caller.write(move |tx, context| {
        let missing = || HttpError::not_found("This notification");
        let found = notification_records::find_own(tx, &id, &user_id)?.ok_or_else(missing)?;
        mark_read(tx, context, &user_id, &NotificationSelection::Ids(vec![id.clone()]))?;
        // The desk's notifications are about other people's bookings, which this app does not show.
        let is_others = match &found.booking_id {
            Some(booking) => !customer_pages::is_own_booking(tx, booking, &user_id)?,
            None => false,
        };
        Ok(found.kind.customer_page(found.booking_id.as_ref().filter(|_| !is_others)))
    });
    Ok(Redirect::to(&opened.await?).into_response())
}

//! The notifications of the person who is signed in.

use askama::Template;
use axum::response::{IntoResponse, Redirect};
use parlour_app::notifications::feed::{NotificationSelection, mark_read};
use parlour_app::notifications::wording::{NotificationText, word_content};
use parlour_domain::auth::role::Role;
use parlour_domain::ids::NotificationId;
use parlour_http::error::HttpError;
use parlour_http::form::FormBody;
use parlour_http::paging::FeedPage;
use parlour_http::path_id::PathId;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Staff;
use parlour_store::DbError;
use parlour_store::notifications::notification_records::{self, StoredNotification};

use crate::desk::{DeskFrame, DeskPage, Place};
use parlour_texts::MyNotificationsTexts;
use parlour_web::flash::Flash;
use parlour_web::page::{TextContext, see_other};

const PAGE_SIZE: i64 = 20;

#[derive(Template)]
#[template(path = "my/notifications.html", blocks = ["feed"])]
struct NotificationsPage {
    frame: DeskFrame,
    user: String,
    /// Another one whenever the feed would look different.
    version: String,
    entries: Vec<FeedEntry>,
    has_unread: bool,
    newer: Option<String>,
    older: Option<String>,
}

struct FeedEntry {
    id: String,
    title: String,
    body: String,
    when: String,
    is_new: bool,
    mark: String,
}

impl FeedEntry {
    fn new(notification: &StoredNotification, context: TextContext) -> Self {
        let texts = context.texts;
        let NotificationText { title, body } = word_content(&notification.content, texts);
        Self {
            id: notification.id.as_str().to_owned(),
            mark: texts.my_notifications().mark_one_of(&title),
            title,
            body,
            when: context.moment(notification.created_at),
            is_new: notification.read_at.is_none(),
        }
    }
}

impl NotificationsPage {
    fn text(&self) -> MyNotificationsTexts {
        self.frame.texts.my_notifications()
    }
}

/// `/notifications`
pub(super) async fn show(page: DeskPage<Staff>) -> HttpResult {
    let user = page.user().clone();
    let asked = FeedPage { size: PAGE_SIZE, ..FeedPage::from_query(page.uri.query()) };
    // One more than is shown tells whether there are older ones.
    let read = page.caller.read(move |conn, _| {
        let notifications = notification_records::list_by_user(conn, &user, asked.size + 1, asked.offset())?;
        Ok((notifications, notification_records::count_unread(conn, &user)?))
    });
    let (mut notifications, unread) = read.await?;
    let shown = usize::try_from(PAGE_SIZE).unwrap_or(usize::MAX);
    let has_older = notifications.len() > shown;
    notifications.truncate(shown);
    page.translate_names(&mut notifications).await?;
    let page_link = |number: i64| format!("/notifications?page={number}");
    let newest = notifications.first().map_or("", |newest| newest.id.as_str());
    let template = NotificationsPage {
        frame: page.desk_frame(page.texts.desk_frame().notifications(), Place::None),
        user: page.user().as_str().to_owned(),
        version: format!("{unread} {newest}"),
        entries: notifications.iter().map(|entry| FeedEntry::new(entry, page.text_context())).collect(),
        has_unread: unread > 0,
        newer: (asked.page > 1).then(|| page_link(asked.page - 1)),
        older: has_older.then(|| page_link(asked.page + 1)),
    };
    if page.parameter("part").as_deref() == Some("feed") {
        return page.show(&template.as_feed());
    }
    page.show(&template)
}

/// Marks all as read.
pub(super) async fn mark_all(page: DeskPage<Staff>, form: FormBody) -> HttpResult {
    mark(&page, &form, NotificationSelection::All, Some(Flash::AllRead)).await
}

/// `/notifications/{id}/read`
pub(super) async fn mark_one(page: DeskPage<Staff>, PathId(id): PathId<NotificationId>, form: FormBody) -> HttpResult {
    mark(&page, &form, NotificationSelection::Ids(vec![id]), None).await
}

async fn mark(
    page: &DeskPage<Staff>,
    form: &FormBody,
    selection: NotificationSelection,
    flash: Option<Flash>,
) -> HttpResult {
    let user = page.user().clone();
    let marked = page.form(form, ()).write(Ok(selection), move |tx, context, selection| {
        mark_read(tx, context, &user, selection)?;
        Ok::<_, DbError>("/notifications".to_owned())
    });
    Ok(see_other(&marked.await?.into_path()?, flash))
}

/// `/notifications/{id}`: marks it as read, and leads to what it is about.
pub(super) async fn open(page: DeskPage<Staff>, PathId(id): PathId<NotificationId>) -> HttpResult {
    let (user, role) = (page.user().clone(), page.role());
    let opened = page.caller.write(move |tx, context| {
        let missing = || HttpError::not_found("This notification");
        let found = notification_records::find_own(tx, &id, &user)?.ok_or_else(missing)?;
        mark_read(tx, context, &user, &NotificationSelection::Ids(vec![id.clone()]))?;
        // The pages of bookings and leads are for the desk.
        let is_desk = role >= Role::Receptionist;
        Ok(if is_desk { found.kind.desk_page(found.booking_id.as_ref()) } else { "/my".to_owned() })
    });
    Ok(Redirect::to(&opened.await?).into_response())
}

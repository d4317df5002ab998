//! The user's own notifications.

use parlour_app::notifications::feed as use_cases;
use parlour_app::notifications::feed::{NotificationFeed, NotificationSelection};
use parlour_domain::ids::NotificationId;
use parlour_http::paging::FeedPage;
use parlour_http::respond::{FeedEnvelope, ok_feed};

use crate::prelude::*;
use crate::shared::auth::Done;

/// More than a page shows.
const MAX_MARKED: usize = 1_000;

/// My notifications
#[utoipa::path(
    get, path = "/api/notifications", tag = "Notifications", security(("session" = [APP_USER])),
    params(
        ("page" = Option<String>, Query, description = "From 1; anything else is read as 1", example = "1"),
        (
            "pageSize" = Option<String>, Query, description = "1 to 100; anything else is read as 20",
            example = "20",
        ),
    ),
    responses((status = 200, body = FeedEnvelope<NotificationFeed>)),
)]
pub(crate) async fn list(caller: ReadAs<AppUser>) -> HttpResult {
    let page = FeedPage::from_query(caller.query());
    let feed = caller.read(move |conn, user| Ok(use_cases::read_feed(conn, user, page.size, page.offset())?)).await?;
    let shown = feed.notifications.len();
    ok_feed(feed, page, shown)
}

request_shape! {
    pub(crate) struct MarkReadBody {
        /// The user's own notifications; by default all that are unread.
        ids: Option<TextList<NotificationId, 0, MAX_MARKED>>,
    }
}

/// Mark my notifications as read
///
/// The listed ones, or all. Ids of other users are ignored, and a notification that was read before keeps its time.
#[utoipa::path(
    patch, path = "/api/notifications", tag = "Notifications", security(("session" = [APP_USER])),
    request_body = Option<MarkReadBody>,
    responses((status = 200, body = Envelope<Done>)),
)]
pub(crate) async fn mark_read(caller: AppUser, body: RequestBody) -> HttpResult {
    let MarkReadBody { ids } = body.parse()?;
    let which = ids.map_or(NotificationSelection::All, |ids| {
        NotificationSelection::Ids(ids.into_iter().map(|(_, id)| id).collect())
    });
    let user = caller.user().clone();
    caller.write(move |tx, context| Ok(use_cases::mark_read(tx, context, &user, &which)?)).await?;
    ok(Done { ok: true })
}

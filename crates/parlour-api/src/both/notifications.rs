//! One's own feed.

use axum::extract::{RawQuery, State};
use parlour_app::notices::{self as acts, Feed, Which};
use parlour_domain::ids::NotificationId;
use utoipa::ToSchema;

use crate::body::Body;
use crate::both::auth::Done;
use crate::paging::FeedPage;
use crate::respond::{Answered, Envelope, FeedEnvelope, ok, ok_feed};
use crate::signed_in::{Customer, LeastRole, Reading, SignedIn};
use crate::web::Web;

/// Far more than a page shows.
const MOST_MARKED: usize = 1_000;

/// My notifications
#[utoipa::path(
    get, path = "/api/notifications", tag = "Notifications", security(("session" = ["customer"])),
    params(
        ("page" = Option<String>, Query, description = "From 1; anything else is read as 1", example = "1"),
        (
            "pageSize" = Option<String>, Query, description = "1 to 100; anything else is read as 20",
            example = "20",
        ),
    ),
    responses((status = 200, body = FeedEnvelope<Feed>)),
)]
pub(crate) async fn list(
    State(web): State<Web>,
    asker: Reading<Customer>,
    RawQuery(query): RawQuery,
) -> Answered {
    feed_of(&web, &asker, query.as_deref()).await
}

pub(crate) async fn feed_of<R: LeastRole>(web: &Web, asker: &Reading<R>, query: Option<&str>) -> Answered {
    let page = FeedPage::of_query(query);
    let feed =
        asker.read(web, move |conn, user| Ok(acts::feed(conn, user, page.size, page.skipped())?)).await?;
    let shown = feed.notifications.len();
    ok_feed(feed, page, shown)
}

#[derive(ToSchema)]
#[expect(dead_code, reason = "the schema of what `mark_read` reads field by field")]
pub(crate) struct MarkReadBody {
    /// Those of mine; all that are unread where this is left out.
    #[schema(max_items = 1000)]
    ids: Option<Vec<String>>,
}

/// Mark my notifications as read
///
/// Those named, or all of them. What is not one of mine is passed over, and what was read before keeps its time.
#[utoipa::path(
    patch, path = "/api/notifications", tag = "Notifications", security(("session" = ["customer"])),
    request_body = Option<MarkReadBody>,
    responses((status = 200, body = Envelope<Done>)),
)]
pub(crate) async fn mark_read(State(web): State<Web>, asker: Customer, body: Body) -> Answered {
    mark_read_of(&web, &asker, &body).await
}

pub(crate) async fn mark_read_of(web: &Web, asker: &SignedIn, body: &Body) -> Answered {
    let mut fields = body.fields()?;
    let ids = fields.optional_list("ids", MOST_MARKED, |id| NotificationId::new(id));
    let which = fields.build(|| Some(ids.map_or(Which::All, Which::These)))?;
    let user = asker.user().clone();
    asker.act(web, move |tx, occasion| Ok(acts::mark_read(tx, occasion, &user, &which)?)).await?;
    ok(Done { ok: true })
}

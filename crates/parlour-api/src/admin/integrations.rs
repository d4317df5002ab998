//! The services of others, for developers.

use axum::extract::{RawQuery, State};
use parlour_app::integrations::{self as acts, IntegrationView};
use parlour_domain::ids::UserId;
use parlour_domain::integration::Integration;
use parlour_store::Conn;
use parlour_store::integrations::WorkRow;
use serde::Serialize;
use utoipa::ToSchema;

use crate::error::{ApiError, Code};
use crate::id_path::Named;
use crate::openapi::Failed;
use crate::paging;
use crate::respond::{Answered, Envelope, PagedEnvelope, ok, ok_page};
use crate::signed_in::{Developer, Reading};
use crate::web::Web;

#[derive(Serialize, ToSchema)]
pub(crate) struct IntegrationList {
    integrations: Vec<IntegrationView>,
}

/// What is set up, and how it does
///
/// Parked work is the queue's: it was tried several times, and nobody tries any more.
#[utoipa::path(
    get, path = "/api/integrations", tag = "Integrations", security(("session" = ["developer"])),
    params(
        ("page" = Option<i64>, Query, minimum = 1),
        ("pageSize" = Option<i64>, Query, minimum = 1, maximum = 100, description = "20 by default"),
    ),
    responses((status = 200, body = PagedEnvelope<IntegrationList>)),
)]
pub(crate) async fn list(
    State(web): State<Web>,
    asker: Reading<Developer>,
    RawQuery(query): RawQuery,
) -> Answered {
    let page = paging::asked(&web, &asker, query.as_deref()).await?;
    let configured = web.integrations().clone();
    let read = move |conn: &mut Conn<'_>, _: &UserId| Ok(acts::all(conn, &configured)?);
    let all = asker.read(&web, read).await?;
    let count = i64::try_from(all.len()).unwrap_or(i64::MAX);
    let (skipped, size) = (usize::try_from(page.skipped()), usize::try_from(page.size));
    let shown = all.into_iter().skip(skipped.unwrap_or(usize::MAX)).take(size.unwrap_or_default());
    ok_page(IntegrationList { integrations: shown.collect() }, page, count)
}

#[derive(Serialize, ToSchema)]
pub(crate) struct Tested {
    integration: IntegrationView,
    test: TestFinding,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct TestFinding {
    ok: bool,
    /// What was found.
    message: String,
}

/// Send a test through an integration
///
/// A letter to one's own address, a push message to one's own browsers, a line to the chat, a message on
/// `admin:events`, a file to the storage, an invoice of nothing. What sends nothing is looked at as `parlour doctor`
/// does. What came of it is kept as the last success or error, and is no error of this request. 409 CONFLICT where the
/// integration is not set up.
#[utoipa::path(
    post, path = "/api/integrations/{name}/test", tag = "Integrations", security(("session" = ["developer"])),
    params(("name" = inline(Integration), Path)),
    responses((status = 200, body = Envelope<Tested>), (status = 409, response = Failed)),
)]
pub(crate) async fn test(State(web): State<Web>, asker: Developer, Named(name): Named) -> Answered {
    let name = Integration::parse(&name).ok_or_else(|| ApiError::not_found("This integration"))?;
    let sent = acts::send_test(web.backstage(), web.integrations(), name, asker.user()).await;
    let finding = sent.ok_or_else(|| {
        let message = format!("{name} is not set up here. {} does it.", name.setting());
        ApiError::new(Code::Conflict, message)
    })?;
    let (ok_so_far, message) = match &finding {
        Ok(said) => (true, said.clone()),
        Err(error) => (false, error.clone()),
    };
    asker.act(&web, move |tx, occasion| Ok(acts::note(tx, occasion, name, &finding)?)).await?;
    let configured = web.integrations().clone();
    let read = web.app().db.read(move |conn| acts::one(conn, &configured, name).map_err(ApiError::from));
    let integration = read.await?.ok_or_else(|| ApiError::not_found("This integration"))?;
    ok(Tested { integration, test: TestFinding { ok: ok_so_far, message } })
}

#[derive(Serialize, ToSchema)]
pub(crate) struct WorkView {
    work: WorkRow,
}

/// Try parked work again
///
/// It is due at once and has all its tries again. 409 CONFLICT where it is not parked, or where the same work waits to
/// be done already.
#[utoipa::path(
    post, path = "/api/integrations/queue/{id}/retry", tag = "Integrations",
    security(("session" = ["developer"])), params(("id" = String, Path)),
    responses((status = 200, body = Envelope<WorkView>), (status = 409, response = Failed)),
)]
pub(crate) async fn retry(State(web): State<Web>, asker: Developer, Named(id): Named) -> Answered {
    let work = asker.act(&web, move |tx, occasion| Ok(acts::retry(tx, occasion, &id)?)).await?;
    ok(WorkView { work })
}

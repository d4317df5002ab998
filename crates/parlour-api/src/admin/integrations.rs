//! External services, for developers.

use parlour_domain::ids::UserId;
use parlour_domain::integration::Integration;
use parlour_store::jobs::integration_status::QueuedJobRow;
use parlour_worker::integrations as use_cases;
use parlour_worker::integrations::IntegrationView;

use crate::prelude::*;

#[derive(Serialize, ToSchema)]
pub(crate) struct IntegrationList {
    integrations: Vec<IntegrationView>,
}

/// External services and their state
///
/// Parked jobs belong to the queue: they failed several times and are not tried again by themselves.
#[utoipa::path(
    get, path = "/api/integrations", tag = "Integrations", security(("session" = ["developer"])),
    params(ListPage),
    responses((status = 200, body = PagedEnvelope<IntegrationList>)),
)]
pub(crate) async fn list(caller: ReadAs<Developer>) -> HttpResult {
    let page: ListPage = caller.parse_query().await?;
    let (configured, now) = (caller.state.integrations().clone(), caller.state.app().clock.now());
    let read = move |conn: &mut Conn<'_>, _: &UserId| Ok(use_cases::list_integrations(conn, &configured, now)?);
    let all = caller.read(read).await?;
    let (integrations, count) = page.paginate(all);
    ok_page(IntegrationList { integrations }, page, count)
}

#[derive(Serialize, ToSchema)]
pub(crate) struct Tested {
    integration: IntegrationView,
    test: TestFinding,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct TestFinding {
    ok: bool,
    /// The result of the test.
    message: String,
}

/// Test an external service
///
/// Sends an e-mail to your own address, a push message to your own browsers, a chat message, a message on
/// `admin:events`, a file to the storage or a request for an empty invoice; other services are checked as `parlour
/// doctor` does. The result is stored as the last success or error; a failed test is not an error of this request. 409
/// CONFLICT if the service is not configured.
#[utoipa::path(
    post, path = "/api/integrations/{name}/test", tag = "Integrations", security(("session" = ["developer"])),
    params(("name" = inline(Integration), Path)),
    responses((status = 200, body = Envelope<Tested>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn test(caller: Developer, PathId(name): PathId, _: WithoutFields) -> HttpResult {
    let name = Integration::parse(&name).ok_or_else(|| HttpError::not_found("This integration"))?;
    let sent = use_cases::send_test(caller.state.worker(), caller.state.integrations(), name, caller.user()).await;
    let finding = sent.ok_or_else(|| {
        let message = format!("{name} is not set up here. {} does it.", name.setting());
        HttpError::new(ErrorCode::Conflict, message)
    })?;
    let (succeeded, message) = match &finding {
        Ok(said) => (true, said.clone()),
        Err(error) => (false, error.clone()),
    };
    caller.write(move |tx, context| Ok(use_cases::record_probe_result(tx, context, name, &finding)?)).await?;
    let (configured, now) = (caller.state.integrations().clone(), caller.state.app().clock.now());
    let read = caller.state.read(move |conn| Ok(use_cases::find_integration(conn, &configured, name, now)?));
    let integration = read.await?.ok_or_else(|| HttpError::not_found("This integration"))?;
    ok(Tested { integration, test: TestFinding { ok: succeeded, message } })
}

#[derive(Serialize, ToSchema)]
pub(crate) struct WorkView {
    work: QueuedJobRow,
}

/// Retry a parked job
///
/// The job is due at once and gets all its attempts again. 409 CONFLICT if it is not parked, or if the same job waits
/// already.
#[utoipa::path(
    post, path = "/api/integrations/queue/{id}/retry", tag = "Integrations",
    security(("session" = ["developer"])),
    responses((status = 200, body = Envelope<WorkView>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn retry(caller: Developer, PathId(id): PathId, _: WithoutFields) -> HttpResult {
    let work = caller.write(move |tx, context| Ok(use_cases::retry_parked_job(tx, context, &id)?)).await?;
    ok(WorkView { work })
}

//! Owners fetch every record of the salon.

use parlour_domain::ids::UserId;
use parlour_files::browser_files::{ExportView, begin_export, linked_export, show_export};
use parlour_http::browser_files::file_storage;

use crate::prelude::*;

#[derive(Serialize, ToSchema)]
pub(crate) struct ExportEnvelope {
    export: ExportView,
}

/// Export every record
///
/// In the background: a ZIP archive with each table as CSV and as JSON, as `parlour export` writes them. The finished file
/// is deleted after 24 hours. 409 CONFLICT while another export is written.
#[utoipa::path(
    post, path = "/api/exports", tag = "Exports", security(("session" = ["owner"])),
    params(IdempotencyKey),
    responses((status = 201, body = Envelope<ExportEnvelope>), (status = 502, response = ErrorResponse)),
)]
pub(crate) async fn create(caller: Owner, WithoutFields(body): WithoutFields<KeyedBody>) -> HttpResult {
    file_storage(&caller.state)?;
    let write = caller.write_once(&body, |tx, context| {
        let export = begin_export(tx, context)?;
        Ok(stored_created(ExportEnvelope { export })?.about_no_user())
    });
    write.await
}

/// An export
///
/// Once it is done, with an address of the file that is valid for 15 minutes.
#[utoipa::path(
    get, path = "/api/exports/{id}", tag = "Exports", security(("session" = ["owner"])),
    responses((status = 200, body = Envelope<ExportEnvelope>)),
)]
pub(crate) async fn show(caller: ReadAs<Owner>, PathId(id): PathId) -> HttpResult {
    let now = caller.state.now();
    let find = move |conn: &mut Conn<'_>, _: &UserId| -> Result<_, HttpError> {
        Ok(conn.in_snapshot(|conn| show_export(conn, &id, now))?)
    };
    let (mut export, has_file) = caller.read(find).await?.ok_or_else(|| HttpError::not_found("This export"))?;
    if has_file {
        export.url = Some(signed_url(&caller.state, &export).await?);
    }
    ok(ExportEnvelope { export })
}

async fn signed_url(state: &HttpState, export: &ExportView) -> Result<String, HttpError> {
    let path = state.worker().integrations.links.signed_path(state.app(), &linked_export(export)).await?;
    Ok(format!("{}{path}", state.public_url()))
}

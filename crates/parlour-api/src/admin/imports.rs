//! Managers import files of other systems.

use std::collections::BTreeMap;

use axum::response::Response;
use parlour_app::idempotency::run_once_per_key;
use parlour_domain::ids::UserId;
use parlour_domain::import::{DateOrder, ImportKind};
use parlour_files::import as use_cases;
use parlour_files::import::{ColumnMapping, ImportView, columns, file_name};
use parlour_http::browser_files::{discard_import, file_storage};
use parlour_http::idempotency::KeyedUpload;
use parlour_http::respond::{stored_ok, to_response};
use parlour_http::sessions::SignedIn;
use parlour_integrations::file_storage::FileStorage;
use parlour_worker::browser_files::{SheetFormat, check_stored_import};

use crate::prelude::*;

#[derive(Serialize, ToSchema)]
pub(crate) struct ImportEnvelope {
    import: ImportView,
}

request_shape! {
    pub(crate) struct ImportQuery {
        /// What the file holds
        kind: ImportKind,
        /// How dates such as 04/05/1990 are read; required if a date can be read in two ways
        date_order: Option<DateOrder>,
        /// A JSON object: the name of each field that is in a column of another name, and the name of the column
        mapping: Option<MappingText>,
    }
}

text_rules! {
    struct MappingText -> BTreeMap<String, String> = parse_mapping, |schema| schema;
}

fn parse_mapping(text: &str) -> Result<BTreeMap<String, String>, &'static str> {
    serde_json::from_str(text).map_err(|_| "must be a JSON object of fields and columns")
}

fn parse_format(query: Option<&str>) -> Result<SheetFormat, HttpError> {
    let mut fields = Fields::from_query(query);
    let given = ImportQuery::read(&mut fields);
    let mapping = match given.kind.zip(given.mapping) {
        Some((kind, mapping)) => match ColumnMapping::of(columns(kind), mapping) {
            Ok(mapping) => Some(mapping),
            Err(refusal) => fields.add_error("mapping", refusal.to_string()),
        },
        None => Some(ColumnMapping::default()),
    };
    fields.build(|| Some(SheetFormat { kind: given.kind?, date_order: given.date_order, mapping: mapping? }))
}

/// Check a file to import
///
/// The body is a CSV file of at most 20 MiB, in UTF-8 or UTF-16, separated by commas, semicolons or tabs; the first line
/// names the columns, as for `parlour import`. Nothing is imported yet. The file is deleted after 24 hours. 409 CONFLICT
/// while another file is checked or imported.
#[utoipa::path(
    post, path = "/api/imports", tag = "Imports", security(("session" = ["manager"])),
    params(IdempotencyKey, ImportQuery),
    request_body(content = String, content_type = "text/csv"),
    responses((status = 201, body = Envelope<ImportEnvelope>), (status = 502, response = ErrorResponse)),
)]
pub(crate) async fn create(Manager(caller): Manager, upload: KeyedUpload) -> HttpResult {
    let format = parse_format(upload.query())?;
    let files = file_storage(&caller.state)?.clone();
    // In a task of its own what has begun also ends if the client goes away.
    let checking = tokio::spawn(async move { check(&caller, &files, upload, format).await });
    checking.await.unwrap_or_else(|_| Err(HttpError::internal("the check of a file broke off")))
}

async fn check(caller: &SignedIn, files: &FileStorage, upload: KeyedUpload, format: SheetFormat) -> HttpResult {
    let SheetFormat { kind, date_order, .. } = format;
    let begun = caller.write(move |tx, context| Ok(use_cases::begin_check(tx, context, kind, date_order)?));
    let id = begun.await?;
    let checked = check_upload(caller, files, &id, (upload, format)).await;
    if !matches!(checked, Ok((_, true))) {
        discard_import(caller, files, id).await;
    }
    checked.map(|(response, _)| response)
}

/// False beside the response if it is that of an earlier request with the same key.
async fn check_upload(
    caller: &SignedIn,
    files: &FileStorage,
    id: &str,
    (upload, format): (KeyedUpload, SheetFormat),
) -> Result<(Response, bool), HttpError> {
    let stored = upload.store(files, &file_name(id)).await?;
    let claimed_key = stored.start_request(&caller.state, caller.user())?;
    let checked = check_stored_import(&caller.state.app().db, files, caller.context(), id, format).await?;
    let request = claimed_key.as_ref().map(|claimed_key| claimed_key.request.clone());
    let id = id.to_owned();
    let written = caller.write(move |tx, context| {
        let mut is_new = false;
        let response = run_once_per_key(tx, request.as_ref(), context.now, |tx| {
            is_new = true;
            let import = use_cases::finish_check(tx, context, &id, &checked)?;
            Ok::<_, HttpError>(stored_created(ImportEnvelope { import })?.about_no_user())
        })?;
        Ok((response, is_new))
    });
    let (response, is_new) = written.await?;
    Ok((to_response(response), is_new))
}

/// Import a checked file
///
/// In the background; `done` of the import tells how far it has come. An import that has failed goes on where it ended.
/// 409 CONFLICT if the file is imported already or deleted, or while another one is checked or imported.
#[utoipa::path(
    post, path = "/api/imports/{id}/apply", tag = "Imports", security(("session" = ["manager"])),
    params(IdempotencyKey),
    responses((status = 200, body = Envelope<ImportEnvelope>)),
)]
pub(crate) async fn apply(
    caller: Manager,
    PathId(id): PathId,
    WithoutFields(body): WithoutFields<KeyedBody>,
) -> HttpResult {
    let write = caller.write_once(&body, move |tx, context| {
        let import = use_cases::apply(tx, context, &id)?;
        Ok(stored_ok(ImportEnvelope { import })?.about_no_user())
    });
    write.await
}

/// An import
#[utoipa::path(
    get, path = "/api/imports/{id}", tag = "Imports", security(("session" = ["manager"])),
    responses((status = 200, body = Envelope<ImportEnvelope>)),
)]
pub(crate) async fn show(caller: ReadAs<Manager>, PathId(id): PathId) -> HttpResult {
    let now = caller.state.now();
    let find = move |conn: &mut Conn<'_>, _: &UserId| -> Result<_, HttpError> {
        Ok(conn.in_snapshot(|conn| use_cases::show(conn, &id, now))?)
    };
    let import = caller.read(find).await?.ok_or_else(|| HttpError::not_found("This import"))?;
    ok(ImportEnvelope { import })
}

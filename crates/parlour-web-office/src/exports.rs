//! `/exports`: a file with every record of the salon, written in the background.

use askama::Template;
use axum::Router;
use http::StatusCode;
use parlour_domain::import::ExportStatus;
use parlour_files::browser_files::{
    ExportRefusal, ExportView, begin_export, linked_export, list_newest_exports, show_export,
};
use parlour_http::error::HttpError;
use parlour_http::form::FormBody;
use parlour_http::path_id::PathId;
use parlour_http::respond::HttpResult;
use parlour_http::routing::{get, post};
use parlour_http::sessions::Owner;
use parlour_http::state::HttpState;
use parlour_texts::DeskExportsTexts;
use parlour_web::flash::Flash;
use parlour_web::form::{FormState, no_fields};
use parlour_web::page::{load_again, see_other};
use parlour_web_admin::desk::{DeskFrame, DeskPage, Place};

const PATH: &str = "/exports";
/// So many exports are shown.
const SHOWN_EXPORTS: i64 = 10;
/// How often the page is loaded again while an export is written.
const LOAD_AGAIN_SECONDS: u32 = 3;

#[derive(Template)]
#[template(path = "exports/exports.html")]
struct ExportsPage {
    frame: DeskFrame,
    form: FormState,
    rows: Vec<ExportRow>,
}

#[derive(Debug)]
struct ExportRow {
    when: String,
    status: &'static str,
    status_class: &'static str,
    is_running: bool,
    /// The path that leads to the file.
    file: Option<String>,
    /// Until when it does.
    kept_until: Option<String>,
}

pub(super) fn routes() -> Router<HttpState> {
    Router::new().route("/exports", get(show).merge(post(begin))).route("/exports/{id}/file", get(fetch))
}

async fn show(page: DeskPage<Owner>) -> HttpResult {
    show_with(&page, FormState::default()).await
}

async fn begin(page: DeskPage<Owner>, form: FormBody) -> HttpResult {
    if page.state.worker().integrations.files.is_none() {
        let sentence = page.texts.desk_exports().no_storage();
        return show_with(&page, FormState::refused_as(&form.values, StatusCode::CONFLICT, sentence)).await;
    }
    let begun = page.form(&form, no_fields).write(Ok(()), |tx, context, ()| {
        begin_export(tx, context)?;
        Ok::<_, ExportRefusal>(PATH.to_owned())
    });
    begun.await?.answer(Flash::ExportStarted, |state| show_with(&page, state)).await
}

/// To a signed address of the file: that of a page would be too old once somebody uses it.
async fn fetch(page: DeskPage<Owner>, PathId(id): PathId) -> HttpResult {
    let now = page.now();
    let found = page.caller.read(move |conn, _| Ok(show_export(conn, &id, now)?)).await?;
    let finished = found.and_then(|(export, has_file)| has_file.then_some(export));
    let export = finished.ok_or_else(|| HttpError::not_found("This file"))?;
    let links = &page.state.worker().integrations.links;
    Ok(see_other(&links.signed_path(page.state.app(), &linked_export(&export)).await?, None))
}

async fn show_with(page: &DeskPage<Owner>, form: FormState) -> HttpResult {
    let now = page.now();
    let newest = page.caller.read(move |conn, _| Ok(list_newest_exports(conn, SHOWN_EXPORTS, now)?)).await?;
    let rows: Vec<ExportRow> =
        newest.into_iter().map(|(export, has_file)| ExportRow::new(&export, has_file, page)).collect();
    let is_running = rows.iter().any(|row| row.is_running);
    let (status, frame) = (form.status, page.desk_frame(page.texts.desk_frame().exports(), Place::Exports));
    let response = page.show_with(status, &ExportsPage { frame, form, rows })?;
    if is_running { load_again(response, LOAD_AGAIN_SECONDS, PATH) } else { Ok(response) }
}

impl ExportRow {
    fn new(export: &ExportView, has_file: bool, page: &DeskPage<Owner>) -> Self {
        let text = page.texts.desk_exports();
        let context = page.text_context();
        Self {
            when: context.moment(export.created_at),
            status: status_word(export.status, has_file, text),
            status_class: status_class(export.status, has_file),
            is_running: export.status == ExportStatus::Running,
            file: has_file.then(|| format!("{PATH}/{}/file", export.id)),
            kept_until: export.expires_at.filter(|_| has_file).map(|until| context.moment_in_sentence(until)),
        }
    }
}

fn status_word(status: ExportStatus, has_file: bool, text: DeskExportsTexts) -> &'static str {
    match status {
        ExportStatus::Running => text.running(),
        ExportStatus::Done if has_file => text.done(),
        ExportStatus::Done => text.deleted(),
        ExportStatus::Failed => text.failed(),
    }
}

fn status_class(status: ExportStatus, has_file: bool) -> &'static str {
    match status {
        ExportStatus::Running => "info",
        ExportStatus::Done if has_file => "good",
        ExportStatus::Done => "",
        ExportStatus::Failed => "warn",
    }
}

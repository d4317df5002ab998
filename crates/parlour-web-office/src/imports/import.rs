//! `/imports/{id}`: what would come of a file, and how far its import has come.

use askama::Template;
use parlour_domain::import::ImportStatus;
use parlour_files::import::{self as use_cases, ApplyImportRefusal, ImportView, columns};
use parlour_http::error::HttpError;
use parlour_http::form::FormBody;
use parlour_http::path_id::PathId;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Manager;
use parlour_texts::DeskImportsTexts;
use parlour_web::flash::Flash;
use parlour_web::form::{FormState, no_fields};
use parlour_web::page::{encode, load_again};
use parlour_web_admin::desk::{DeskFrame, DeskPage, Place};

use super::labels::{LIST_PATH, import_path, kind_name, status_class, status_word};
use super::sent_file::{DATE_ORDER_FIELD, column_field};

/// How often the page of a running import is loaded again.
const LOAD_AGAIN_SECONDS: u32 = 3;

#[derive(Template)]
#[template(path = "imports/import.html")]
struct ImportPage {
    frame: DeskFrame,
    form: FormState,
    import: ImportView,
    path: String,
    kind: &'static str,
    status: &'static str,
    status_class: &'static str,
    /// Rows that are refused. Of many, the first ones are shown.
    refused_rows: i64,
    /// Field, and the name of its column in the file.
    mapping: Vec<(String, String)>,
    /// The form with the columns and the order of dates as they are.
    again: String,
    /// Until when the file is there; none once it is deleted.
    kept_until: Option<String>,
}

impl ImportPage {
    fn text(&self) -> DeskImportsTexts {
        self.frame.texts.desk_imports()
    }

    fn is_running(&self) -> bool {
        self.import.status == ImportStatus::Running
    }

    fn is_done(&self) -> bool {
        self.import.status == ImportStatus::Done
    }

    fn is_failed(&self) -> bool {
        self.import.status == ImportStatus::Failed
    }

    /// Whether a button starts it, or has it go on.
    fn can_start(&self) -> bool {
        let is_worth_it = self.is_failed() || (self.import.status == ImportStatus::Checked && self.import.accepted > 0);
        is_worth_it && self.kept_until.is_some()
    }

    fn has_more_refused(&self) -> bool {
        usize::try_from(self.refused_rows).unwrap_or_default() > self.import.refused.len()
    }
}

pub(super) async fn show(page: DeskPage<Manager>, PathId(id): PathId) -> HttpResult {
    show_with(&page, &id, FormState::default()).await
}

pub(super) async fn apply(page: DeskPage<Manager>, PathId(id): PathId, form: FormBody) -> HttpResult {
    let import = id.clone();
    let started = page.form(&form, no_fields).write(Ok(()), move |tx, context, ()| {
        use_cases::apply(tx, context, &import)?;
        Ok::<_, ApplyImportRefusal>(import_path(&import))
    });
    started.await?.answer(Flash::ImportStarted, |state| show_with(&page, &id, state)).await
}

async fn show_with(page: &DeskPage<Manager>, id: &str, form: FormState) -> HttpResult {
    let (sought, now) = (id.to_owned(), page.now());
    let found = page.caller.read(move |conn, _| Ok(use_cases::show(conn, &sought, now)?));
    let import = found.await?.ok_or_else(|| HttpError::not_found("This import"))?;
    let text = page.texts.desk_imports();
    let until = import.expires_at;
    let status = form.status;
    let template = ImportPage {
        frame: page.desk_frame(kind_name(import.kind, text), Place::Imports),
        path: import_path(&import.id),
        kind: kind_name(import.kind, text),
        status: status_word(import.status, text),
        status_class: status_class(import.status),
        refused_rows: import.rows - import.accepted - import.duplicates,
        mapping: in_order(&import),
        again: again(&import),
        kept_until: (now < until).then(|| page.text_context().moment_in_sentence(until)),
        form,
        import,
    };
    let response = page.show_with(status, &template)?;
    if template.is_running() {
        return load_again(response, LOAD_AGAIN_SECONDS, &template.path);
    }
    Ok(response)
}

/// The columns in the order of their kind.
fn in_order(import: &ImportView) -> Vec<(String, String)> {
    let column = |field: &str| import.mapping.get(field).cloned();
    columns(import.kind).iter().filter_map(|known| Some((known.name.to_owned(), column(known.name)?))).collect()
}

/// The address of a form that names the columns which the file calls otherwise than their fields, and the order of dates.
fn again(import: &ImportView) -> String {
    let others = import.mapping.iter().filter(|(field, column)| field != column);
    let named = others.map(|(field, column)| format!("&{}={}", column_field(field), encode(column)));
    let order = import.date_order.map(|order| format!("&{DATE_ORDER_FIELD}={order}")).unwrap_or_default();
    format!("{LIST_PATH}?kind={}{order}{}", import.kind, named.collect::<String>())
}

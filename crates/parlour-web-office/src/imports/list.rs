//! `/imports`: the form that brings a file, and the files that were checked last.

use askama::Template;
use http::StatusCode;
use parlour_domain::import::{ImportKind, ImportStatus};
use parlour_files::import::{ImportView, columns, example_file, list_newest};
use parlour_http::browser_files::{ImportFormFailure, check_form_file};
use parlour_http::error::{FieldError, FieldErrors, HttpError};
use parlour_http::form::FormBody;
use parlour_http::request::FormWithFile;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Manager;
use parlour_texts::Texts;
use parlour_web::form::FormState;
use parlour_web::page::see_other;
use parlour_web_admin::desk::{DeskFrame, DeskPage, Place};

use super::labels::{LIST_PATH, column_meaning, import_path, kind_name, status_class, status_word};
use super::sent_file::{DATE_ORDER_FIELD, FILE_FIELD, column_field, kind_of, label, parse, wrong_file};

/// So many files are shown.
const SHOWN_IMPORTS: i64 = 10;

#[derive(Template)]
#[template(path = "imports/list.html")]
struct ListPage {
    frame: DeskFrame,
    form: FormState,
    kind: &'static str,
    /// Path, name, and whether it is the one of the form.
    kinds: Vec<(String, &'static str, bool)>,
    has_dates: bool,
    columns: Vec<ColumnField>,
    /// Whether columns were named, or have to be.
    are_columns_open: bool,
    example: &'static str,
    rows: Vec<ImportRow>,
}

impl ListPage {
    /// `Date of birth.`, and whether every file has it.
    fn hint_of(&self, column: &ColumnField) -> String {
        let (texts, meaning) = (self.frame.texts, column_meaning(column.name, self.frame.texts));
        let text = texts.desk_imports();
        if column.is_required { text.required_column(meaning) } else { text.optional_column(meaning) }
    }
}

#[derive(Debug)]
struct ColumnField {
    name: &'static str,
    field: String,
    is_required: bool,
}

#[derive(Debug)]
struct ImportRow {
    path: String,
    kind: &'static str,
    when: String,
    status: &'static str,
    status_class: &'static str,
    about: String,
}

/// `/imports?kind=`; further parameters name columns and the order of dates, as the form does.
pub(super) async fn show(page: DeskPage<Manager>) -> HttpResult {
    let kind = kind_of(&page.parameter("kind").unwrap_or_default());
    let fields = columns(kind).iter().map(|column| column_field(column.name));
    let fields = fields.chain([DATE_ORDER_FIELD.to_owned()]);
    let named = fields.filter_map(|field| page.parameter(&field).map(|column| (field, column)));
    let form = FormState::new(named.collect::<Vec<_>>());
    render(&page, kind, form).await
}

/// A second tap has the file checked again: nothing is imported by that.
pub(super) async fn send(page: DeskPage<Manager>, FormWithFile { form, file }: FormWithFile) -> HttpResult {
    let text = page.texts.desk_imports();
    let (format, file) = match parse(&form, file) {
        Ok(parsed) => parsed,
        Err(errors) => return show_wrong(&page, &form, &errors).await,
    };
    if page.state.worker().integrations.files.is_none() {
        return show_refused(&page, &form, text.no_storage()).await;
    }
    let kind = format.kind;
    match check_form_file(&page.caller, file, format).await {
        Ok(id) => Ok(see_other(&import_path(&id), None)),
        Err(ImportFormFailure::Busy) => show_refused(&page, &form, text.busy()).await,
        Err(ImportFormFailure::TooLarge) => {
            let sentence = FieldError::Sentence(text.too_large().to_owned());
            show_wrong(&page, &form, &FieldErrors::of_field(FILE_FIELD, sentence)).await
        }
        Err(ImportFormFailure::WrongFile(error)) => {
            let errors = wrong_file(&error, kind, &form.values, page.texts);
            show_wrong(&page, &form, &errors).await
        }
        Err(ImportFormFailure::Failed(error)) => Err(error),
    }
}

async fn show_wrong(page: &DeskPage<Manager>, form: &FormBody, errors: &FieldErrors) -> HttpResult {
    let state = FormState::invalid(&form.values, errors, page.texts, label);
    render(page, kind_of(form.text("kind")), state).await
}

async fn show_refused(page: &DeskPage<Manager>, form: &FormBody, sentence: &str) -> HttpResult {
    let state = FormState::refused_as(&form.values, StatusCode::CONFLICT, sentence);
    render(page, kind_of(form.text("kind")), state).await
}

async fn read_newest(page: &DeskPage<Manager>) -> Result<Vec<ImportView>, HttpError> {
    let now = page.now();
    page.caller.read(move |conn, _| Ok(list_newest(conn, SHOWN_IMPORTS, now)?)).await
}

async fn render(page: &DeskPage<Manager>, kind: ImportKind, form: FormState) -> HttpResult {
    let text = page.texts.desk_imports();
    let newest = read_newest(page).await?;
    let columns: Vec<ColumnField> = columns(kind)
        .iter()
        .map(|column| ColumnField {
            name: column.name,
            field: column_field(column.name),
            is_required: column.is_required,
        })
        .collect();
    let is_open = |column: &ColumnField| !form.value(&column.field).is_empty() || form.error(&column.field).is_some();
    let link = |other: &ImportKind| (format!("{LIST_PATH}?kind={other}"), kind_name(*other, text), *other == kind);
    let status = form.status;
    let template = ListPage {
        frame: page.desk_frame(page.texts.desk_frame().imports(), Place::Imports),
        kind: kind.as_str(),
        kinds: ImportKind::ALL.iter().map(link).collect(),
        has_dates: parlour_files::import::columns(kind).iter().any(|column| column.is_date),
        are_columns_open: columns.iter().any(is_open),
        columns,
        example: example_file(kind),
        rows: newest.into_iter().map(|import| ImportRow::new(&import, page)).collect(),
        form,
    };
    page.show_with(status, &template)
}

impl ImportRow {
    fn new(import: &ImportView, page: &DeskPage<Manager>) -> Self {
        let (texts, text) = (page.texts, page.texts.desk_imports());
        Self {
            path: import_path(&import.id),
            kind: kind_name(import.kind, text),
            when: page.text_context().moment(import.created_at),
            status: status_word(import.status, text),
            status_class: status_class(import.status),
            about: about(import, texts),
        }
    }
}

fn about(import: &ImportView, texts: Texts) -> String {
    let text = texts.desk_imports();
    match import.status {
        ImportStatus::Running | ImportStatus::Failed => text.progress(import.done, import.rows),
        ImportStatus::Checked => text.may_be_imported(import.accepted, import.rows),
        ImportStatus::Done => text.were_imported(import.accepted, import.rows),
    }
}

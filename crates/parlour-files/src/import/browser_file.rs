//! A file that a browser sends: it is checked at once, and imported by a job when somebody says so.

use std::collections::BTreeMap;

use parlour_app::audit::{self, AuditedChange, state_json};
use parlour_app::request_context::RequestContext;
use parlour_domain::audit::AuditAction;
use parlour_domain::auth::role::Role;
use parlour_domain::ids::UserId;
use parlour_domain::import::{DateOrder, ImportKind, ImportStatus};
use parlour_domain::ist::Timestamp;
use parlour_domain::job::Job;
use parlour_store::import_export::import_files::{self, ImportFile, RowCounts};
use parlour_store::import_export::imports::Import;
use parlour_store::import_export::running_files::{self, FileWork};
use parlour_store::{Conn, DbError, Tx};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::checked_rows::{CheckedImport, RefusedRow, append_refused};
use super::kinds::columns;
use super::mapping::ColumnMapping;
use super::rows::{ImportRefusal, SourceFile, begin_import, import_rows};
use super::sheet::SheetRow;
use crate::browser_files::{FILE_LIFETIME_MS, enqueue_file_job, given_up_before};

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportView {
    pub id: String,
    pub kind: ImportKind,
    /// Without the first one, which names the columns.
    pub rows: i64,
    /// Rows that can be imported; once it is done, rows that were.
    pub accepted: i64,
    /// Rows that were imported before, or are there twice.
    pub duplicates: i64,
    /// The first 200 of the other rows.
    pub refused: Vec<RefusedRow>,
    /// The column of the file that holds each field.
    pub mapping: BTreeMap<String, String>,
    /// How dates were to be read, for the form that sends the file again. The contract does not have it.
    #[serde(skip)]
    pub date_order: Option<DateOrder>,
    pub status: ImportStatus,
    /// How many rows the import has gone through.
    pub done: i64,
    pub created_at: Timestamp,
    /// The file is deleted then.
    pub expires_at: Timestamp,
}

#[derive(Debug, thiserror::Error)]
pub enum CheckImportRefusal {
    #[error("another file is being checked or imported")]
    Busy,
    /// It took so long that others did not wait for it any more.
    #[error("checking the file took too long")]
    GivenUp,
    #[error(transparent)]
    Db(#[from] DbError),
}

#[derive(Debug, thiserror::Error)]
pub enum ApplyImportRefusal {
    #[error("there is no such import")]
    Unknown,
    #[error("another file is being checked or imported")]
    Busy,
    #[error("the file is imported already")]
    Done,
    #[error("the file is deleted by now")]
    Deleted,
    #[error(transparent)]
    Db(#[from] DbError),
}

/// The name of the file in the file storage.
pub fn file_name(id: &str) -> String {
    format!("imports/{id}.csv")
}

/// Returns the id of a file that is about to be stored and checked. Whatever happens then, it is deleted a day later.
pub fn begin_check(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    kind: ImportKind,
    date_order: Option<DateOrder>,
) -> Result<String, CheckImportRefusal> {
    let (id, now) = (context.new_id(), context.now);
    if !running_files::claim(tx, FileWork::Import, &id, now, given_up_before(now))? {
        return Err(CheckImportRefusal::Busy);
    }
    import_files::end_given_up(tx, &id)?;
    import_files::insert(tx, &id, kind, date_order, now)?;
    enqueue_file_job(tx, context, Job::DeleteFile, &id, now.plus_millis(FILE_LIFETIME_MS))?;
    Ok(id)
}

pub fn finish_check(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    id: &str,
    checked: &CheckedImport,
) -> Result<ImportView, CheckImportRefusal> {
    let found = RowCounts {
        accepted_rows: checked.accepted,
        duplicate_rows: checked.duplicates,
        refused_json: &to_json(&checked.refused),
    };
    let mapping_json = to_json(&checked.mapping);
    running_files::release(tx, FileWork::Import, id)?;
    if !import_files::finish_check(tx, id, &mapping_json, checked.rows, &found, context.now)? {
        return Err(CheckImportRefusal::GivenUp);
    }
    show(tx, id, context.now)?.ok_or(CheckImportRefusal::GivenUp)
}

/// Forgets a file that could not be checked.
pub fn discard_check(tx: &mut Tx<'_>, id: &str) -> Result<(), DbError> {
    running_files::release(tx, FileWork::Import, id)?;
    import_files::delete_unchecked(tx, id)
}

/// A file that has been checked.
pub fn show(conn: &mut Conn<'_>, id: &str, now: Timestamp) -> Result<Option<ImportView>, DbError> {
    import_files::find(conn, id)?.map(|file| view(conn, file, now)).transpose()
}

/// The files that were checked last.
pub fn list_newest(conn: &mut Conn<'_>, limit: i64, now: Timestamp) -> Result<Vec<ImportView>, DbError> {
    import_files::list_newest(conn, limit)?.into_iter().map(|file| view(conn, file, now)).collect()
}

fn view(conn: &mut Conn<'_>, file: ImportFile, now: Timestamp) -> Result<ImportView, DbError> {
    let is_given_up = file.status == ImportStatus::Running
        && !running_files::is_worked_on(conn, FileWork::Import, &file.id, given_up_before(now))?;
    let ImportFile { id, kind, row_count, accepted_rows, duplicate_rows, done_rows, created_at, .. } = file;
    Ok(ImportView {
        id,
        kind,
        rows: row_count,
        accepted: accepted_rows,
        duplicates: duplicate_rows,
        refused: of_json(&file.refused_json),
        mapping: of_json(&file.mapping_json),
        date_order: file.date_order,
        status: if is_given_up { ImportStatus::Failed } else { file.status },
        done: done_rows,
        created_at,
        expires_at: created_at.plus_millis(FILE_LIFETIME_MS),
    })
}

/// A job imports the file. One that has failed goes on where it ended.
pub fn apply(tx: &mut Tx<'_>, context: &RequestContext, id: &str) -> Result<ImportView, ApplyImportRefusal> {
    let now = context.now;
    let file = import_files::find(tx, id)?.ok_or(ApplyImportRefusal::Unknown)?;
    if file.status == ImportStatus::Done {
        return Err(ApplyImportRefusal::Done);
    }
    if file.file_deleted_at.is_some() || now >= file.created_at.plus_millis(FILE_LIFETIME_MS) {
        return Err(ApplyImportRefusal::Deleted);
    }
    if !running_files::claim(tx, FileWork::Import, id, now, given_up_before(now))? {
        return Err(ApplyImportRefusal::Busy);
    }
    import_files::end_given_up(tx, id)?;
    if !import_files::start(tx, id, context.actor.as_ref())? {
        // Somebody else has had it imported meanwhile.
        return Err(ApplyImportRefusal::Done);
    }
    let after = serde_json::json!({ "kind": file.kind, "rows": file.row_count });
    let change = AuditedChange { after: state_json(&after), ..AuditedChange::new(AuditAction::ImportApply, id) };
    audit::record(tx, context, change)?;
    schedule_next_run(tx, context, id)?;
    show(tx, id, now)?.ok_or(ApplyImportRefusal::Unknown)
}

/// Queues the job that imports the file, or what is left of it.
pub fn schedule_next_run(tx: &mut Tx<'_>, context: &RequestContext, id: &str) -> Result<(), DbError> {
    enqueue_file_job(tx, context, Job::ApplyImport, id, context.now)
}

/// A file that a job has to import.
#[derive(Debug, Clone)]
pub struct RunningImport {
    pub kind: ImportKind,
    pub date_order: Option<DateOrder>,
    pub mapping: ColumnMapping,
    /// Whose changes they are.
    pub actor: Option<(UserId, Role)>,
}

/// `None` if the file is not to be imported, or not any more.
pub fn running_import(conn: &mut Conn<'_>, id: &str) -> Result<Option<RunningImport>, DbError> {
    let file = import_files::find(conn, id)?.filter(|file| file.status == ImportStatus::Running);
    Ok(file.map(|file| RunningImport {
        kind: file.kind,
        date_order: file.date_order,
        // It was checked with this mapping.
        mapping: ColumnMapping::of(columns(file.kind), of_json(&file.mapping_json)).unwrap_or_default(),
        actor: file.applied_by.zip(file.applied_by_role),
    }))
}

/// Returns how far earlier runs have come.
pub fn begin_run(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    id: &str,
    file: &SourceFile,
) -> Result<Import, ImportRefusal> {
    if !running_files::note_progress(tx, FileWork::Import, id, context.now)? {
        return Err(ImportRefusal::RunningElsewhere);
    }
    let file = SourceFile { hash: source_hash(id), ..file.clone() };
    let import = begin_import(tx, context, &file)?;
    if import.is_done() {
        // There are no rows.
        finish_run(tx, id, &import, "[]")?;
    }
    Ok(import)
}

/// Every file that is sent is imported for itself, also one that was sent before. Its rows are recognised.
fn source_hash(id: &str) -> String {
    format!("upload:{id}")
}

/// Imports the next rows, and finishes the import after the last one.
pub fn import_next_rows(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    id: &str,
    (file, before): (&SourceFile, &Import),
    rows: &[SheetRow],
) -> Result<Import, ImportRefusal> {
    if !running_files::note_progress(tx, FileWork::Import, id, context.now)? {
        return Err(ImportRefusal::RunningElsewhere);
    }
    let stored = import_files::find(tx, id)?.ok_or(ImportRefusal::RunningElsewhere)?;
    let batch = import_rows(tx, context, file, before, rows)?;
    let mut refused: Vec<RefusedRow> = of_json(&stored.run_refused_json);
    append_refused(&mut refused, &batch.refused);
    let refused_json = to_json(&refused);
    if batch.import.is_done() {
        finish_run(tx, id, &batch.import, &refused_json)?;
    } else {
        import_files::save_progress(tx, id, batch.import.rows_read, &refused_json)?;
    }
    Ok(batch.import)
}

fn finish_run(tx: &mut Tx<'_>, id: &str, import: &Import, refused_json: &str) -> Result<(), DbError> {
    let done = RowCounts { accepted_rows: import.rows_imported, duplicate_rows: import.rows_skipped, refused_json };
    import_files::finish_import(tx, id, &done)?;
    running_files::release(tx, FileWork::Import, id)
}

/// The file cannot be imported, however often it is tried.
pub fn fail_run(tx: &mut Tx<'_>, id: &str) -> Result<(), DbError> {
    running_files::release(tx, FileWork::Import, id)?;
    import_files::fail_import(tx, id)
}

/// Lists and texts always serialise.
fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

fn of_json<T: Default + for<'de> Deserialize<'de>>(text: &str) -> T {
    serde_json::from_str(text).unwrap_or_default()
}

//! An owner fetches a file with every record.

use parlour_app::audit::{self, AuditedChange};
use parlour_app::file_links::LinkedFile;
use parlour_app::request_context::RequestContext;
use parlour_domain::audit::AuditAction;
use parlour_domain::import::ExportStatus;
use parlour_domain::ist::Timestamp;
use parlour_domain::job::Job;
use parlour_store::import_export::export_files::{self, ExportFile};
use parlour_store::import_export::running_files::{self, FileWork};
use parlour_store::{Conn, DbError, Tx};
use serde::Serialize;
use utoipa::ToSchema;

use super::jobs::enqueue_file_job;
use super::lifetime::{FILE_LIFETIME_MS, given_up_before};

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportView {
    pub id: String,
    pub status: ExportStatus,
    pub created_at: Timestamp,
    pub finished_at: Option<Timestamp>,
    /// The finished file is deleted then.
    pub expires_at: Option<Timestamp>,
    /// A signed address of the finished file. It needs no session, and is valid for 15 minutes.
    pub url: Option<String>,
}

#[derive(Debug, thiserror::Error)]
pub enum ExportRefusal {
    #[error("another export is being written")]
    Busy,
    #[error(transparent)]
    Db(#[from] DbError),
}

/// The name of the file in the file storage.
pub fn file_name(id: &str) -> String {
    format!("exports/{id}.zip")
}

/// A job writes the file.
pub fn begin(tx: &mut Tx<'_>, context: &RequestContext) -> Result<ExportView, ExportRefusal> {
    let (id, now) = (context.new_id(), context.now);
    if !running_files::claim(tx, FileWork::Export, &id, now, given_up_before(now))? {
        return Err(ExportRefusal::Busy);
    }
    export_files::end_given_up(tx, &id)?;
    export_files::insert(tx, &id, now)?;
    audit::record(tx, context, AuditedChange::new(AuditAction::ExportMake, &id))?;
    enqueue_file_job(tx, context, Job::MakeExport, &id, now)?;
    // For a file that was stored by a job that then broke off. The others are deleted before.
    enqueue_file_job(tx, context, Job::DeleteFile, &id, now.plus_millis(2 * FILE_LIFETIME_MS))?;
    let status = ExportStatus::Running;
    Ok(ExportView { id, status, created_at: now, finished_at: None, expires_at: None, url: None })
}

/// Without the address of the file. A second value says whether there is one.
pub fn show(conn: &mut Conn<'_>, id: &str, now: Timestamp) -> Result<Option<(ExportView, bool)>, DbError> {
    export_files::find(conn, id)?.map(|file| view(conn, file, now)).transpose()
}

/// The newest exports, as [`show`] shows them.
pub fn list_newest(conn: &mut Conn<'_>, limit: i64, now: Timestamp) -> Result<Vec<(ExportView, bool)>, DbError> {
    export_files::list_newest(conn, limit)?.into_iter().map(|file| view(conn, file, now)).collect()
}

fn view(conn: &mut Conn<'_>, file: ExportFile, now: Timestamp) -> Result<(ExportView, bool), DbError> {
    let ExportFile { id, status, created_at, finished_at, file_deleted_at } = file;
    let is_given_up = status == ExportStatus::Running
        && !running_files::is_worked_on(conn, FileWork::Export, &id, given_up_before(now))?;
    let status = if is_given_up { ExportStatus::Failed } else { status };
    let expires_at = finished_at.map(|at| at.plus_millis(FILE_LIFETIME_MS));
    let has_file = file_deleted_at.is_none() && expires_at.is_some_and(|at| now < at);
    Ok((ExportView { id, status, created_at, finished_at, expires_at, url: None }, has_file))
}

/// The finished file, for a signed address of it.
pub fn linked_file(export: &ExportView) -> LinkedFile {
    let download_name = format!("parlour-export-{}.zip", export.created_at.ist_date());
    LinkedFile { name: file_name(&export.id), download_name }
}

/// False if the export is over, or was given up for another one.
pub fn note_progress(tx: &mut Tx<'_>, context: &RequestContext, id: &str) -> Result<bool, DbError> {
    running_files::note_progress(tx, FileWork::Export, id, context.now)
}

/// The file is stored. False if it is not wanted any more.
pub fn finish(tx: &mut Tx<'_>, context: &RequestContext, id: &str) -> Result<bool, DbError> {
    running_files::release(tx, FileWork::Export, id)?;
    let is_finished = export_files::finish(tx, id, context.now)?;
    if is_finished {
        enqueue_file_job(tx, context, Job::DeleteFile, id, context.now.plus_millis(FILE_LIFETIME_MS))?;
    }
    Ok(is_finished)
}

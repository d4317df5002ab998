//! Imports a file that a browser has sent. A run that is interrupted goes on after the last rows that were committed.

use std::sync::Arc;
use std::time::{Duration, Instant};

use parlour_app::request_context::RequestContext;
use parlour_files::import::{
    ImportRefusal, ROWS_PER_TRANSACTION, RunningImport, SheetError, SheetFile, SheetRow, begin_run, fail_run,
    import_next_rows, running_import, schedule_next_run,
};
use parlour_integrations::file_storage::FileStorage;
use parlour_store::{DbError, Tx};
use tokio::runtime::Handle;
use tokio::task::spawn_blocking;

use super::file_storage;
use crate::browser_files::{SheetFormat, stored_sheet};
use crate::jobs::{JobError, JobPayload};
use crate::worker_context::WorkerContext;

/// After this the rest is left to another run: jobs have to end when the process stops, and an external queue does not
/// wait for minutes.
const RUN_TIME: Duration = Duration::from_secs(15);

/// Returns how many rows were gone through.
pub(in crate::jobs) async fn run(worker: &WorkerContext, payload: &JobPayload) -> Result<u64, JobError> {
    let Some(id) = payload.file_id.clone() else { return Ok(0) };
    let of = id.clone();
    let Some(import) = worker.app.db.read(move |conn| running_import(conn, &of)).await? else { return Ok(0) };
    let run = ImportRun {
        worker: worker.clone(),
        files: file_storage(worker)?.clone(),
        runtime: Handle::current(),
        id: id.clone(),
        import,
    };
    // Rows are parsed, and the file is waited for.
    let ended = spawn_blocking(move || run.import_rows()).await.unwrap_or(Err(RunFailure::Panicked));
    match ended {
        Ok(rows) => Ok(rows),
        Err(RunFailure::RunningElsewhere) => Ok(0),
        Err(RunFailure::Permanent(error)) => {
            tracing::warn!(%error, "a file cannot be imported");
            worker.app.db.write(move |tx| fail_run(tx, &id)).await?;
            Ok(0)
        }
        Err(RunFailure::Storage(error)) => Err(JobError::Service(error)),
        Err(RunFailure::Panicked) => Err(JobError::Panicked),
        Err(RunFailure::Db(error)) => Err(error.into()),
    }
}

enum RunFailure {
    /// Another run has gone further, or another file is imported by now.
    RunningElsewhere,
    /// Another attempt would end the same way. The text may quote the file's columns.
    Permanent(String),
    Storage(String),
    Panicked,
    Db(DbError),
}

impl From<DbError> for RunFailure {
    fn from(error: DbError) -> Self {
        Self::Db(error)
    }
}

impl From<ImportRefusal> for RunFailure {
    fn from(refusal: ImportRefusal) -> Self {
        match refusal {
            ImportRefusal::RunningElsewhere => Self::RunningElsewhere,
            ImportRefusal::Db(error) => Self::Db(error),
        }
    }
}

impl From<SheetError> for RunFailure {
    fn from(error: SheetError) -> Self {
        if error.is_fault_of_file() || error.is_missing_file() {
            Self::Permanent(error.to_string())
        } else {
            Self::Storage(error.to_string())
        }
    }
}

struct ImportRun {
    worker: WorkerContext,
    files: FileStorage,
    runtime: Handle,
    id: String,
    import: RunningImport,
}

impl ImportRun {
    fn import_rows(&self) -> Result<u64, RunFailure> {
        let started = Instant::now();
        let RunningImport { kind, date_order, mapping, .. } = self.import.clone();
        let format = SheetFormat { kind, date_order, mapping };
        let sheet = SheetFile::read_header_and_count_rows(stored_sheet(&self.files, &self.runtime, &self.id, format))?;
        let source = sheet.source.clone();
        let mut progress = self.write(move |tx, context, id| begin_run(tx, context, id, &source))?;
        let first = progress.rows_read;
        for rows in sheet.rows_after(first, ROWS_PER_TRANSACTION)? {
            let rows: Arc<[SheetRow]> = rows?.into();
            let (source, before) = (sheet.source.clone(), progress);
            progress =
                self.write(move |tx, context, id| import_next_rows(tx, context, id, (&source, &before), &rows))?;
            if !progress.is_done() && started.elapsed() > RUN_TIME {
                self.write(schedule_next_run)?;
                break;
            }
        }
        Ok((progress.rows_read - first).unsigned_abs())
    }

    /// Runs a transaction whose changes are those of the person who has had the file imported. As with the command, no
    /// message about every row goes to browsers.
    fn write<T, E>(
        &self,
        work: impl Fn(&mut Tx<'_>, &RequestContext, &str) -> Result<T, E> + Send + 'static,
    ) -> Result<T, RunFailure>
    where
        T: Send + 'static,
        E: From<DbError> + Into<RunFailure> + Send + 'static,
    {
        let context = RequestContext { actor: self.import.actor.clone(), ..self.worker.app.job_context() };
        let id = self.id.clone();
        let written = self.worker.app.db.write(move |tx| work(tx, &context, &id));
        self.runtime.block_on(written).map_err(Into::into)
    }
}

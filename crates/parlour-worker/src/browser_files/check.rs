//! What an import would do, found by dry runs: nothing is written.

use std::sync::Arc;

use parlour_app::request_context::RequestContext;
use parlour_files::import::{
    CheckedImport, CheckedRows, DryRunOutcome, ImportRefusal, ImportedBatch, ROWS_PER_TRANSACTION, SheetError,
    SheetFile, SheetRow, SourceFile, dry_run_rows,
};
use parlour_integrations::file_storage::FileStorage;
use parlour_store::import_export::imports::Import;
use parlour_store::{Db, DbError};
use tokio::runtime::Handle;
use tokio::task::spawn_blocking;

use super::stored_sheet::{SheetFormat, stored_sheet};

#[derive(Debug, thiserror::Error)]
pub enum CheckFailure {
    /// The file cannot be imported.
    #[error(transparent)]
    File(SheetError),
    #[error("the stored file cannot be read: {0}")]
    Storage(String),
    #[error("checking the file broke off")]
    Interrupted,
    #[error(transparent)]
    Db(#[from] DbError),
}

impl From<SheetError> for CheckFailure {
    fn from(error: SheetError) -> Self {
        if error.is_fault_of_file() { Self::File(error) } else { Self::Storage(error.to_string()) }
    }
}

/// Reads the stored file of an import row by row.
pub async fn check_stored_import(
    db: &Db,
    files: &FileStorage,
    context: RequestContext,
    id: &str,
    format: SheetFormat,
) -> Result<CheckedImport, CheckFailure> {
    let runtime = Handle::current();
    // As an import has it: a message about every row is not even prepared.
    let context = RequestContext { availability_cache: None, publishes_realtime: false, ..context };
    let (db, files, id) = (db.clone(), files.clone(), id.to_owned());
    let checking = spawn_blocking(move || -> Result<CheckedImport, CheckFailure> {
        let sheet = SheetFile::read_header_and_count_rows(stored_sheet(&files, &runtime, &id, format))?;
        // No other file has this name, also while the command imports the same one.
        let file = SourceFile { hash: format!("check:{id}"), ..sheet.source.clone() };
        let mut checked = CheckedRows::default();
        for rows in sheet.rows_after(0, ROWS_PER_TRANSACTION)? {
            let rows: Arc<[SheetRow]> = checked.without_repeated(file.kind, rows?).into();
            if rows.is_empty() {
                continue;
            }
            let batch = runtime.block_on(dry_run(&db, context.clone(), file.clone(), Arc::clone(&rows)))?;
            checked.add(file.kind, &rows, &batch);
        }
        Ok(checked.finish(file.rows, &sheet.mapping()))
    });
    checking.await.unwrap_or(Err(CheckFailure::Interrupted))
}

async fn dry_run(
    db: &Db,
    context: RequestContext,
    file: SourceFile,
    rows: Arc<[SheetRow]>,
) -> Result<ImportedBatch, DbError> {
    let before = Import::not_started(file.rows);
    match db.write(move |tx| dry_run_rows(tx, &context, &file, &before, &rows)).await {
        Ok(never) => match never {},
        Err(DryRunOutcome::Finished(batch)) => Ok(batch),
        Err(DryRunOutcome::Not(ImportRefusal::Db(error))) => Err(error),
        Err(DryRunOutcome::Not(refusal @ ImportRefusal::RunningElsewhere)) => {
            Err(DbError::Unavailable(refusal.to_string()))
        }
    }
}

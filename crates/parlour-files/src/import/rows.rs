//! Imports the rows of a file in batches. The progress is stored with the rows.

use std::convert::Infallible;

use parlour_app::request_context::RequestContext;
use parlour_domain::import::ImportKind;
use parlour_store::import_export::imports::{self, Import, NewImport};
use parlour_store::{DbError, Tx};

use super::imported_row::RowOutcome;
use super::kinds::{import_row, row_key};
use super::sheet::{CellError, SheetRow};

/// Large enough to be fast, small enough that a booking made meanwhile does not wait noticeably.
pub const ROWS_PER_TRANSACTION: usize = 250;

/// The file of an import.
#[derive(Debug, Clone)]
pub struct SourceFile {
    pub kind: ImportKind,
    pub name: String,
    /// Identifies the same file in another run.
    pub hash: String,
    pub rows: i64,
}

/// The outcome of a batch of rows.
#[derive(Debug)]
pub struct ImportedBatch {
    /// The progress after the batch.
    pub import: Import,
    /// The refused rows, each with all its errors.
    pub refused: Vec<(i64, Vec<CellError>)>,
}

#[derive(Debug, thiserror::Error)]
pub enum ImportRefusal {
    #[error("another run is taking in the same rows; let it finish")]
    RunningElsewhere,
    #[error(transparent)]
    Db(#[from] DbError),
}

/// The outcome of a dry run. It is an error, so that the transaction is rolled back.
#[derive(Debug)]
pub enum DryRunOutcome {
    Finished(ImportedBatch),
    Not(ImportRefusal),
}

impl From<DbError> for DryRunOutcome {
    fn from(error: DbError) -> Self {
        Self::Not(error.into())
    }
}

/// Starts an import, or continues an interrupted one.
pub fn begin_import(tx: &mut Tx<'_>, context: &RequestContext, file: &SourceFile) -> Result<Import, DbError> {
    let new = NewImport {
        id: &context.new_id(),
        kind: file.kind,
        file_name: &file.name,
        file_hash: &file.hash,
        total_rows: file.rows,
    };
    imports::start_or_restart(tx, &new, context.now)?;
    let missing = || DbError::Statement("an import that was just begun is missing".into());
    imports::find_by_file(tx, file.kind, &file.hash)?.ok_or_else(missing)
}

/// Imports the next rows of the file.
pub fn import_rows(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    file: &SourceFile,
    before: &Import,
    rows: &[SheetRow],
) -> Result<ImportedBatch, ImportRefusal> {
    let batch = process_rows(tx, context, file, before, rows)?;
    if imports::save_progress(tx, before, &batch.import, context.now)? {
        Ok(batch)
    } else {
        Err(ImportRefusal::RunningElsewhere)
    }
}

/// Shows what importing the rows would do.
pub fn dry_run_rows(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    file: &SourceFile,
    before: &Import,
    rows: &[SheetRow],
) -> Result<Infallible, DryRunOutcome> {
    let before = Import { id: begin_import(tx, context, file)?.id, ..before.clone() };
    match process_rows(tx, context, file, &before, rows) {
        Ok(batch) => Err(DryRunOutcome::Finished(batch)),
        Err(refusal) => Err(DryRunOutcome::Not(refusal)),
    }
}

fn process_rows(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    file: &SourceFile,
    before: &Import,
    rows: &[SheetRow],
) -> Result<ImportedBatch, ImportRefusal> {
    let kind = file.kind;
    let (mut import, mut refused) = (before.clone(), Vec::new());
    for row in rows {
        import.rows_read += 1;
        let key = row_key(kind, row);
        if imports::find_imported_record(tx, kind, &key)?.is_some() {
            import.rows_skipped += 1;
            continue;
        }
        match import_row(tx, context, kind, row)? {
            RowOutcome::Imported(record) => {
                if !imports::record_imported_row(tx, kind, &key, &record, &import.id)? {
                    return Err(ImportRefusal::RunningElsewhere);
                }
                import.rows_imported += 1;
            }
            RowOutcome::Refused(errors) => {
                import.rows_failed += 1;
                refused.push((row.number, errors));
            }
        }
    }
    Ok(ImportedBatch { import, refused })
}

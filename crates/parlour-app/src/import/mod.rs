//! Imports records of another system from a file, in batches. The progress is stored with the rows, so that an
//! interrupted import continues where it ended.

mod bookings;
mod customer_cells;
mod customers;
mod gems;
mod imported_row;
mod memberships;
mod services;
mod sheet;
mod staff;

use std::convert::Infallible;

use aws_lc_rs::digest::{SHA256, digest};
use parlour_domain::import::ImportKind;
use parlour_domain::text::to_hex;
use parlour_store::import_export::imports::{self, Import, NewImport};
use parlour_store::{DbError, Tx};

use crate::request_context::RequestContext;
use imported_row::{RowOutcome, SOURCE_ID, source_id_key};

pub use sheet::{CellError, Column, Header, HeaderRefusal, SheetRow, count_known_columns};

/// The columns that a file may have, the required ones first.
pub fn columns(kind: ImportKind) -> &'static [Column] {
    match kind {
        ImportKind::Customers => customers::COLUMNS,
        ImportKind::Services => services::COLUMNS,
        ImportKind::Staff => staff::COLUMNS,
        ImportKind::Bookings => bookings::COLUMNS,
        ImportKind::Memberships => memberships::COLUMNS,
        ImportKind::Gems => gems::COLUMNS,
    }
}

/// A small file of this kind.
pub fn example_file(kind: ImportKind) -> &'static str {
    match kind {
        ImportKind::Customers => customers::EXAMPLE,
        ImportKind::Services => services::EXAMPLE,
        ImportKind::Staff => staff::EXAMPLE,
        ImportKind::Bookings => bookings::EXAMPLE,
        ImportKind::Memberships => memberships::EXAMPLE,
        ImportKind::Gems => gems::EXAMPLE,
    }
}

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
        let outcome = match kind {
            ImportKind::Customers => customers::import_row(tx, context, row)?,
            ImportKind::Services => services::import_row(tx, context, row)?,
            ImportKind::Staff => staff::import_row(tx, context, row)?,
            ImportKind::Bookings => bookings::import_row(tx, context, row)?,
            ImportKind::Memberships => memberships::import_row(tx, context, row)?,
            ImportKind::Gems => gems::import_row(tx, context, row)?,
        };
        match outcome {
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

/// Identifies a row in another run: by its key, or else by its identity columns.
pub fn row_key(kind: ImportKind, row: &SheetRow) -> String {
    if let Some(id) = row.cell(SOURCE_ID) {
        return source_id_key(id);
    }
    let identity = match kind {
        ImportKind::Customers => row.identity_text(customers::IDENTITY_COLUMNS),
        ImportKind::Services => row.identity_text(services::IDENTITY_COLUMNS),
        ImportKind::Staff => row.identity_text(staff::IDENTITY_COLUMNS),
        ImportKind::Bookings => row.identity_text(bookings::IDENTITY_COLUMNS),
        ImportKind::Memberships => row.identity_text(memberships::IDENTITY_COLUMNS),
        ImportKind::Gems => row.identity_text(gems::IDENTITY_COLUMNS),
    };
    format!("row:{}", to_hex(digest(&SHA256, identity.as_bytes()).as_ref()))
}

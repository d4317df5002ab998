//! What another system knew, taken in from a file, some rows at a time. A row becomes a record whole or not at all, and
//! how far a file has come is kept with its rows, so that a run that was cut off goes on where it ended.

mod bookings;
mod customers;
mod services;
mod sheet;

use std::convert::Infallible;

use parlour_domain::import::ImportKind;
use parlour_domain::text::hex;
use parlour_store::imports::{self, Import, NewImport};
use parlour_store::{DbError, Tx};
use sha2::{Digest, Sha256};

use crate::occasion::Occasion;
pub use sheet::{CellComplaint, Column, Header, HeaderRefusal, SheetRow};

/// The key of the row in the system that it comes from. With it a row that was corrected is still the same row.
const SOURCE_ID: &str = "sourceId";

/// The columns that a file may have, those that it must have first.
pub fn columns(kind: ImportKind) -> &'static [Column] {
    match kind {
        ImportKind::Customers => customers::COLUMNS,
        ImportKind::Services => services::COLUMNS,
        ImportKind::Bookings => bookings::COLUMNS,
    }
}

/// A file, as far as one can tell without taking it in.
#[derive(Debug, Clone)]
pub struct SourceFile {
    pub kind: ImportKind,
    pub name: String,
    /// By which the very same file is known again.
    pub hash: String,
    pub rows: i64,
}

/// What became of some rows.
#[derive(Debug)]
pub struct Taken {
    /// How far the file has come with them.
    pub import: Import,
    /// Rows that became nothing, each with everything that is wrong with it.
    pub refused: Vec<(i64, Vec<CellComplaint>)>,
}

#[derive(Debug, thiserror::Error)]
pub enum ImportRefusal {
    #[error("another run is taking in the same rows; let it finish")]
    Elsewhere,
    #[error(transparent)]
    Db(#[from] DbError),
}

/// What a rehearsal ends with, so that nothing of it stays.
#[derive(Debug)]
pub enum Rehearsed {
    Whole(Taken),
    Not(ImportRefusal),
}

impl From<DbError> for Rehearsed {
    fn from(error: DbError) -> Self {
        Self::Not(error.into())
    }
}

enum Outcome {
    /// The record that it has become.
    Became(String),
    Refused(Vec<CellComplaint>),
}

/// How far the file has come: nowhere, unless it was cut off before.
pub fn begin(tx: &mut Tx<'_>, occasion: &Occasion, file: &SourceFile) -> Result<Import, DbError> {
    let new = NewImport {
        id: &occasion.new_id(),
        kind: file.kind,
        file_name: &file.name,
        file_hash: &file.hash,
        total_rows: file.rows,
    };
    imports::begin(tx, &new, occasion.now)?;
    let missing = || DbError::Statement("an import that was just begun is missing".into());
    imports::of_file(tx, file.kind, &file.hash)?.ok_or_else(missing)
}

/// The next rows of the file.
pub fn take_in(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    kind: ImportKind,
    before: &Import,
    rows: &[SheetRow],
) -> Result<Taken, ImportRefusal> {
    let taken = take_rows(tx, occasion, kind, before, rows)?;
    if imports::advance(tx, before, &taken.import, occasion.now)? {
        Ok(taken)
    } else {
        Err(ImportRefusal::Elsewhere)
    }
}

/// What would become of them.
pub fn rehearse(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    file: &SourceFile,
    before: &Import,
    rows: &[SheetRow],
) -> Result<Infallible, Rehearsed> {
    let before = Import { id: begin(tx, occasion, file)?.id, ..before.clone() };
    match take_rows(tx, occasion, file.kind, &before, rows) {
        Ok(taken) => Err(Rehearsed::Whole(taken)),
        Err(refusal) => Err(Rehearsed::Not(refusal)),
    }
}

fn take_rows(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    kind: ImportKind,
    before: &Import,
    rows: &[SheetRow],
) -> Result<Taken, ImportRefusal> {
    let (mut import, mut refused) = (before.clone(), Vec::new());
    for row in rows {
        import.rows_read += 1;
        let key = source_key(kind, row);
        if imports::record(tx, kind, &key)?.is_some() {
            import.rows_skipped += 1;
            continue;
        }
        let outcome = match kind {
            ImportKind::Customers => customers::take_in(tx, occasion, row)?,
            ImportKind::Services => services::take_in(tx, occasion, row)?,
            ImportKind::Bookings => bookings::take_in(tx, occasion, row)?,
        };
        match outcome {
            Outcome::Became(record) => {
                if !imports::claim(tx, kind, &key, (&record, &import.id))? {
                    return Err(ImportRefusal::Elsewhere);
                }
                import.rows_imported += 1;
            }
            Outcome::Refused(complaints) => {
                import.rows_failed += 1;
                refused.push((row.number, complaints));
            }
        }
    }
    Ok(Taken { import, refused })
}

/// By which a row is known again: the key that it had, or else what makes it that row and no other.
fn source_key(kind: ImportKind, row: &SheetRow) -> String {
    if let Some(id) = row.cell(SOURCE_ID) {
        return source_id_key(id);
    }
    let identity = match kind {
        ImportKind::Customers => row.joined(customers::IDENTITY),
        ImportKind::Services => row.joined(services::IDENTITY),
        ImportKind::Bookings => row.joined(bookings::IDENTITY),
    };
    format!("row:{}", hex(&Sha256::digest(identity)))
}

/// A hash, since what other systems use as a key may be longer than an index takes.
fn source_id_key(id: &str) -> String {
    format!("id:{}", hex(&Sha256::digest(id)))
}

//! What would come of the rows of a file, added up batch by batch.

use std::collections::{BTreeMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use parlour_domain::import::ImportKind;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::kinds::row_key;
use super::rows::ImportedBatch;
use super::sheet::{CellError, SheetRow};

/// How many refused rows are kept. The command writes all of them into a file.
const MAX_SHOWN_REFUSALS: usize = 200;
/// A reason may quote a whole cell.
const MAX_REASON_CHARS: usize = 500;

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RefusedRow {
    /// The first row after the names of the columns is 1.
    pub row: i64,
    pub reason: String,
}

impl RefusedRow {
    fn of(row: i64, errors: &[CellError]) -> Self {
        let reasons: Vec<String> = errors.iter().map(ToString::to_string).collect();
        Self { row, reason: reasons.join("; ").chars().take(MAX_REASON_CHARS).collect() }
    }
}

/// What the check of a file found.
#[derive(Debug, Clone)]
pub struct CheckedImport {
    pub rows: i64,
    pub accepted: i64,
    pub duplicates: i64,
    pub refused: Vec<RefusedRow>,
    pub mapping: BTreeMap<String, String>,
}

/// Adds up what dry runs of the batches find. A dry run knows nothing of the batches before it.
#[derive(Debug, Default)]
pub struct CheckedRows {
    accepted: i64,
    duplicates: i64,
    refused: Vec<RefusedRow>,
    /// Hashes of the keys of earlier rows.
    seen: HashSet<u64>,
}

impl CheckedRows {
    /// Counts the rows that an earlier batch had too, and returns the others.
    pub fn without_repeated(&mut self, kind: ImportKind, mut rows: Vec<SheetRow>) -> Vec<SheetRow> {
        let all = rows.len();
        rows.retain(|row| !self.seen.contains(&hashed_key(kind, row)));
        self.duplicates += i64::try_from(all - rows.len()).unwrap_or(i64::MAX);
        rows
    }

    pub fn add(&mut self, kind: ImportKind, rows: &[SheetRow], batch: &ImportedBatch) {
        let refused: HashSet<i64> = batch.refused.iter().map(|(number, _)| *number).collect();
        let kept = rows.iter().filter(|row| !refused.contains(&row.number));
        self.seen.extend(kept.map(|row| hashed_key(kind, row)));
        self.accepted += batch.import.rows_imported;
        self.duplicates += batch.import.rows_skipped;
        append_refused(&mut self.refused, &batch.refused);
    }

    pub fn finish(self, rows: i64, mapping: &BTreeMap<&'static str, &str>) -> CheckedImport {
        let Self { accepted, duplicates, refused, seen: _ } = self;
        let mapping = mapping.iter().map(|(field, column)| ((*field).to_owned(), (*column).to_owned())).collect();
        CheckedImport { rows, accepted, duplicates, refused, mapping }
    }
}

fn hashed_key(kind: ImportKind, row: &SheetRow) -> u64 {
    let mut hasher = DefaultHasher::new();
    row_key(kind, row).hash(&mut hasher);
    hasher.finish()
}

/// Adds those for which there is room.
pub(super) fn append_refused(shown: &mut Vec<RefusedRow>, refused: &[(i64, Vec<CellError>)]) {
    let room = MAX_SHOWN_REFUSALS.saturating_sub(shown.len());
    shown.extend(refused.iter().take(room).map(|(row, errors)| RefusedRow::of(*row, errors)));
}

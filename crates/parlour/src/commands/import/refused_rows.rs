//! The file with the rows that could not be imported. It can be corrected and imported itself.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use anyhow::Context;
use csv::{StringRecord, Writer, WriterBuilder};
use parlour_app::import::{CellError, SheetRow};
use parlour_domain::report::spreadsheet::escape_formula;

use super::sheet_file::SheetFile;

/// The first two columns of the file; the columns of the imported file follow.
const ROW_COLUMN: &str = "row";
const ERRORS_COLUMN: &str = "wrong";

pub(super) struct RefusedRows {
    path: PathBuf,
    writer: Writer<File>,
    has_rows: bool,
}

impl RefusedRows {
    /// Creates the file. Rows that an earlier, interrupted run wrote are kept if their number is at most `rows_done`,
    /// because the import does not read these rows again.
    pub(super) fn open(path: PathBuf, sheet: &SheetFile, rows_done: i64) -> anyhow::Result<Self> {
        let earlier = if rows_done > 0 { read_earlier_rows(&path, sheet.separator, rows_done) } else { Vec::new() };
        let unwritable_message = || format!("{} cannot be written", path.display());
        let file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&path);
        // A row with the wrong number of cells is written unchanged.
        let file = file.with_context(unwritable_message)?;
        let mut writer = WriterBuilder::new().flexible(true).delimiter(sheet.separator).from_writer(file);
        let names = sheet.names.iter().map(String::as_str);
        writer.write_record([ROW_COLUMN, ERRORS_COLUMN].into_iter().chain(names))?;
        for record in &earlier {
            writer.write_record(record)?;
        }
        writer.flush()?;
        Ok(Self { has_rows: !earlier.is_empty(), path, writer })
    }

    pub(super) fn write(&mut self, rows: &[SheetRow], refused: &[(i64, Vec<CellError>)]) -> anyhow::Result<()> {
        for (number, cell_errors) in refused {
            let messages: Vec<String> = cell_errors.iter().map(ToString::to_string).collect();
            let cells = rows.iter().find(|row| row.number == *number).map_or(&[][..], |row| &row.cells);
            self.writer.write_field(number.to_string())?;
            self.writer.write_field(messages.join("; "))?;
            for cell in cells {
                self.writer.write_field(&*escape_formula(cell))?;
            }
            self.writer.write_record(None::<&[u8]>)?;
            self.has_rows = true;
        }
        self.writer.flush()?;
        Ok(())
    }

    /// Returns the path of the file. Without refused rows the file is removed.
    pub(super) fn finish(self) -> io::Result<Option<PathBuf>> {
        drop(self.writer);
        if self.has_rows {
            return Ok(Some(self.path));
        }
        fs::remove_file(&self.path)?;
        Ok(None)
    }
}

/// Rows that cannot be read are dropped: the database, not this file, records what was imported.
fn read_earlier_rows(path: &Path, separator: u8, rows_done: i64) -> Vec<StringRecord> {
    let Ok(mut reader) = csv::ReaderBuilder::new().flexible(true).delimiter(separator).from_path(path) else {
        return Vec::new();
    };
    let is_row_done = |record: &StringRecord| {
        record.get(0).and_then(|number| number.parse::<i64>().ok()).is_some_and(|number| number <= rows_done)
    };
    reader.records().filter_map(Result::ok).filter(is_row_done).collect()
}

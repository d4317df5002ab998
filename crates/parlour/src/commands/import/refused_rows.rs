//! The file with the rows that could not be imported. It can be corrected and imported itself.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use csv::{ReaderBuilder, StringRecord, Writer, WriterBuilder};
use parlour_domain::report::spreadsheet::escape_formula;
use parlour_files::import::{CellError, SheetFile, SheetRow};
use rustix::fs::OFlags;

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
        refuse_other_files(&path)?;
        let mut partial = path.clone().into_os_string();
        partial.push(format!(".partial-{}", std::process::id()));
        let partial = PathBuf::from(partial);
        let begun = Self::begin(&partial, &path, sheet, rows_done).and_then(|begun| {
            // What has the name meanwhile is replaced, not written through.
            fs::rename(&partial, &path)?;
            Ok(begun)
        });
        if begun.is_err() {
            let _ = fs::remove_file(&partial);
        }
        let (writer, has_rows) = begun.with_context(|| format!("{} cannot be written", path.display()))?;
        Ok(Self { path, writer, has_rows })
    }

    fn begin(partial: &Path, path: &Path, sheet: &SheetFile, rows_done: i64) -> anyhow::Result<(Writer<File>, bool)> {
        let file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(partial)?;
        // A row with the wrong number of cells is written unchanged.
        let mut writer = WriterBuilder::new().flexible(true).delimiter(sheet.separator).from_writer(file);
        let names = sheet.names.iter().map(String::as_str);
        writer.write_record([ROW_COLUMN, ERRORS_COLUMN].into_iter().chain(names))?;
        let mut has_rows = false;
        for record in earlier_rows(path, sheet.separator, rows_done) {
            writer.write_record(&record)?;
            has_rows = true;
        }
        writer.flush()?;
        Ok((writer, has_rows))
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

/// Whoever may write to the folder could have put a link to another file there.
pub(super) fn refuse_other_files(path: &Path) -> anyhow::Result<()> {
    match fs::symlink_metadata(path) {
        Ok(found) if !found.is_file() => {
            bail!("{} is not an ordinary file; remove it, or name another file with --errors", path.display())
        }
        _ => Ok(()),
    }
}

/// Rows that cannot be read are dropped: the database, not this file, records what was imported.
fn earlier_rows(path: &Path, separator: u8, rows_done: i64) -> impl Iterator<Item = StringRecord> {
    let follow_no_link = OFlags::NOFOLLOW.bits().cast_signed();
    let file = OpenOptions::new().read(true).custom_flags(follow_no_link).open(path).ok();
    let records = file
        .filter(|_| rows_done > 0)
        .map(|file| ReaderBuilder::new().flexible(true).delimiter(separator).from_reader(file).into_records());
    let is_row_done = move |record: &StringRecord| {
        record.get(0).and_then(|number| number.parse::<i64>().ok()).is_some_and(|number| number <= rows_done)
    };
    records.into_iter().flatten().filter_map(Result::ok).filter(is_row_done)
}

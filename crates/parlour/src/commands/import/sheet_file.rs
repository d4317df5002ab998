//! The imported CSV file. It is read twice: first for its header, hash and row count, then row by row.

use std::collections::HashMap;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use aws_lc_rs::digest::{self, SHA256};
use csv::{ByteRecord, Reader, ReaderBuilder};
use parlour_app::import::{Header, SheetRow, SourceFile, columns, count_known_columns, row_key};
use parlour_domain::import::{DateOrder, ImportKind};
use parlour_domain::text::to_hex;

use super::bounded_rows::BoundedRows;
use super::text_file::open_as_utf8;

const SEPARATORS: [u8; 3] = *b",;\t";
/// The cells of a batch are in memory. A row of nothing but separators takes twenty times its bytes.
const MAX_BATCH_BYTES: usize = 1024 * 1024;
/// Each row's customer is kept in memory until the end of the file.
const MAX_GEMS_ROWS: i64 = 1_000_000;

type SheetReader<R> = Reader<BoundedRows<R>>;

/// The file and how it is to be read.
#[derive(Debug, Clone, Copy)]
pub(super) struct SheetSource<'a> {
    pub(super) kind: ImportKind,
    pub(super) path: &'a Path,
    pub(super) date_order: Option<DateOrder>,
}

pub(super) struct SheetFile {
    path: PathBuf,
    pub(super) separator: u8,
    pub(super) source: SourceFile,
    pub(super) header: Header,
    /// The column names exactly as the file spells them.
    pub(super) names: Vec<String>,
}

impl SheetFile {
    /// Refuses a file with a date that can be read in two ways, or with two rows for one customer's gems.
    pub(super) fn read_header_and_count_rows(source: SheetSource<'_>) -> anyhow::Result<Self> {
        let SheetSource { kind, path, date_order } = source;
        let separator = find_separator(kind, path)?;
        let mut file = HashingReader { file: open(path)?, hash: digest::Context::new(&SHA256) };
        let mut reader = csv_reader(&mut file, separator);
        let names = column_names(&mut reader, path)?;
        let header = Header::read(columns(kind), date_order, names.iter().map(String::as_str));
        let header = header.with_context(|| unreadable_message(path))?;
        let (mut rows, mut record) = (0, ByteRecord::new());
        let mut rows_by_key = HashMap::new();
        while read_row(&mut reader, &mut record).with_context(|| unreadable_message(path))? {
            rows += 1;
            if kind == ImportKind::Gems && rows > MAX_GEMS_ROWS {
                bail!("{} has more than {MAX_GEMS_ROWS} rows; import it in parts", path.display());
            }
            let row = SheetRow::read(rows, &header, record.iter());
            // A later run knows a customer's gems by the customer, so a second row would be left out without a word.
            if kind == ImportKind::Gems
                && let Some(first) = rows_by_key.insert(row_key(kind, &row), rows)
            {
                bail!("row {rows} is about the same customer as row {first}: add their gems up in one row");
            }
            if let Some(column) = row.find_ambiguous_date(columns(kind)) {
                bail!(
                    "row {rows}: {column} can be read in two ways; --date-order dmy reads the day first, \
                     --date-order mdy the month"
                );
            }
        }
        drop(reader);
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        let hash = to_hex(file.hash.finish().as_ref());
        let source = SourceFile { kind, name, hash, rows };
        Ok(Self { path: path.to_owned(), separator, source, header, names })
    }

    /// Returns the rows after the first `skipped` in batches of at most `batch_size`.
    pub(super) fn rows_after(
        &self,
        skipped: i64,
        batch_size: usize,
    ) -> anyhow::Result<impl Iterator<Item = anyhow::Result<Vec<SheetRow>>>> {
        let mut reader = csv_reader(open(&self.path)?, self.separator);
        let (mut number, mut record) = (0, ByteRecord::new());
        let mut next_batch = move || {
            let (mut rows, mut bytes) = (Vec::new(), 0);
            while rows.len() < batch_size && bytes < MAX_BATCH_BYTES && read_row(&mut reader, &mut record)? {
                number += 1;
                if number > skipped {
                    bytes += record.as_slice().len() + record.len();
                    rows.push(SheetRow::read(number, &self.header, record.iter()));
                }
            }
            Ok(rows)
        };
        Ok(std::iter::from_fn(move || {
            let batch: csv::Result<Vec<SheetRow>> = next_batch();
            let batch = batch.with_context(|| unreadable_message(&self.path));
            batch.map(|rows| (!rows.is_empty()).then_some(rows)).transpose()
        }))
    }
}

/// The separator with which the first line names the most columns.
fn find_separator(kind: ImportKind, path: &Path) -> anyhow::Result<u8> {
    let (mut best, mut most) = (SEPARATORS[0], 0);
    for separator in SEPARATORS {
        let names = column_names(&mut csv_reader(open(path)?, separator), path)?;
        let known = count_known_columns(columns(kind), names.iter().map(String::as_str));
        if known > most {
            (best, most) = (separator, known);
        }
    }
    Ok(best)
}

/// The next row; false at the end.
fn read_row<R: Read>(reader: &mut SheetReader<R>, record: &mut ByteRecord) -> csv::Result<bool> {
    let line = reader.position().line();
    reader.get_mut().begin_row(line);
    reader.read_byte_record(record)
}

fn column_names<R: Read>(reader: &mut SheetReader<R>, path: &Path) -> anyhow::Result<Vec<String>> {
    let names = reader.byte_headers().with_context(|| unreadable_message(path))?;
    Ok(names.iter().map(|name| String::from_utf8_lossy(name).trim().to_owned()).collect())
}

fn open(path: &Path) -> anyhow::Result<Box<dyn Read>> {
    open_as_utf8(path).with_context(|| unreadable_message(path))
}

fn unreadable_message(path: &Path) -> String {
    format!("{} cannot be read", path.display())
}

/// Accepts rows with the wrong number of cells: they are reported as errors of these rows, not of the file.
fn csv_reader<R: Read>(source: R, separator: u8) -> SheetReader<R> {
    ReaderBuilder::new().flexible(true).delimiter(separator).from_reader(BoundedRows::new(source))
}

/// Computes the hash of all bytes that are read.
struct HashingReader {
    file: Box<dyn Read>,
    hash: digest::Context,
}

impl Read for HashingReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(buffer)?;
        self.hash.update(&buffer[..read]);
        Ok(read)
    }
}

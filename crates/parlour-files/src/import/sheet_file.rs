//! The imported CSV file. It is read twice: first for its header, hash and row count, then row by row.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::io::{self, Read};

use aws_lc_rs::digest::{self, SHA256};
use csv::{ByteRecord, Reader, ReaderBuilder};
use parlour_domain::import::{DateOrder, ImportKind};
use parlour_domain::text::to_hex;

use super::bounded_rows::BoundedRows;
use super::kinds::{columns, row_key};
use super::mapping::ColumnMapping;
use super::rows::SourceFile;
use super::sheet::{Header, HeaderRefusal, SheetRow, count_known_columns};
use super::utf8_text::read_as_utf8;

const SEPARATORS: [u8; 3] = *b",;\t";
/// The cells of a batch are in memory. A row of nothing but separators takes twenty times its bytes.
const MAX_BATCH_BYTES: usize = 1024 * 1024;
/// Each row's customer is kept in memory until the end of the file.
pub const MAX_GEMS_ROWS: i64 = 1_000_000;

type SheetReader<R> = Reader<BoundedRows<R>>;

/// Opens the file anew each time.
pub type OpenSheet = Box<dyn Fn() -> io::Result<Box<dyn Read>>>;

/// The file and how it is to be read.
pub struct SheetSource {
    pub kind: ImportKind,
    pub name: String,
    pub date_order: Option<DateOrder>,
    pub mapping: ColumnMapping,
    pub open: OpenSheet,
}

impl fmt::Debug for SheetSource {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("SheetSource").field("kind", &self.kind).field("name", &self.name).finish_non_exhaustive()
    }
}

/// Why a file cannot be imported, or not now.
#[derive(Debug, thiserror::Error)]
pub enum SheetError {
    #[error(transparent)]
    Unreadable(#[from] io::Error),
    #[error(transparent)]
    Csv(#[from] csv::Error),
    #[error(transparent)]
    Header(#[from] HeaderRefusal),
    #[error("row {row}: {column} can be read in two ways")]
    AmbiguousDate { row: i64, column: &'static str },
    #[error("it has more than {} rows", MAX_GEMS_ROWS)]
    TooManyGems,
    #[error("row {row} is about the same customer as row {first}: add their gems up in one row")]
    GemsTwice { row: i64, first: i64 },
}

impl SheetError {
    /// Whether the file is wrong. Otherwise it could not be read, which may be possible later.
    pub fn is_fault_of_file(&self) -> bool {
        match self {
            Self::Unreadable(error) => error.kind() == io::ErrorKind::InvalidData,
            Self::Csv(error) => match error.kind() {
                csv::ErrorKind::Io(error) => error.kind() == io::ErrorKind::InvalidData,
                _ => true,
            },
            Self::Header(_) | Self::AmbiguousDate { .. } | Self::TooManyGems | Self::GemsTwice { .. } => true,
        }
    }

    pub fn is_missing_file(&self) -> bool {
        matches!(self, Self::Unreadable(error) if error.kind() == io::ErrorKind::NotFound)
    }
}

pub struct SheetFile {
    open: OpenSheet,
    pub separator: u8,
    pub source: SourceFile,
    pub header: Header,
    /// The column names exactly as the file spells them.
    pub names: Vec<String>,
}

impl fmt::Debug for SheetFile {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("SheetFile").field("source", &self.source).field("names", &self.names).finish_non_exhaustive()
    }
}

impl SheetFile {
    /// Refuses a file with a date that can be read in two ways, or with two rows for one customer's gems.
    pub fn read_header_and_count_rows(source: SheetSource) -> Result<Self, SheetError> {
        let SheetSource { kind, name, date_order, mapping, open } = source;
        let separator = find_separator(kind, &mapping, &open)?;
        let mut file = HashingReader { file: read_as_utf8(open()?)?, hash: digest::Context::new(&SHA256) };
        let mut reader = csv_reader(&mut file, separator);
        let names = column_names(&mut reader)?;
        let header = Header::read(columns(kind), date_order, &mapping, names.iter().map(String::as_str))?;
        let (mut rows, mut record) = (0, ByteRecord::new());
        let mut rows_by_key = HashMap::new();
        while read_row(&mut reader, &mut record)? {
            rows += 1;
            if kind == ImportKind::Gems && rows > MAX_GEMS_ROWS {
                return Err(SheetError::TooManyGems);
            }
            let row = SheetRow::read(rows, &header, record.iter());
            // A later run knows a customer's gems by the customer, so a second row would be left out without a word.
            if kind == ImportKind::Gems
                && let Some(first) = rows_by_key.insert(row_key(kind, &row), rows)
            {
                return Err(SheetError::GemsTwice { row: rows, first });
            }
            if let Some(column) = row.find_ambiguous_date(columns(kind)) {
                return Err(SheetError::AmbiguousDate { row: rows, column });
            }
        }
        drop(reader);
        let hash = to_hex(file.hash.finish().as_ref());
        let source = SourceFile { kind, name, hash, rows };
        Ok(Self { open, separator, source, header, names })
    }

    /// Which column of the file holds which field.
    pub fn mapping(&self) -> BTreeMap<&'static str, &str> {
        self.header.fields().zip(&self.names).filter_map(|(field, name)| Some((field?, name.as_str()))).collect()
    }

    /// Returns the rows after the first `skipped` in batches of at most `batch_size`.
    pub fn rows_after(
        &self,
        skipped: i64,
        batch_size: usize,
    ) -> Result<impl Iterator<Item = Result<Vec<SheetRow>, SheetError>>, SheetError> {
        let mut reader = csv_reader(read_as_utf8((self.open)()?)?, self.separator);
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
            let batch = batch.map_err(SheetError::from);
            batch.map(|rows| (!rows.is_empty()).then_some(rows)).transpose()
        }))
    }
}

/// The separator with which the first line names the most columns.
fn find_separator(kind: ImportKind, mapping: &ColumnMapping, open: &OpenSheet) -> Result<u8, SheetError> {
    let (mut best, mut most) = (SEPARATORS[0], 0);
    for separator in SEPARATORS {
        let names = column_names(&mut csv_reader(read_as_utf8(open()?)?, separator))?;
        let known = count_known_columns(columns(kind), mapping, names.iter().map(String::as_str));
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

fn column_names<R: Read>(reader: &mut SheetReader<R>) -> csv::Result<Vec<String>> {
    let names = reader.byte_headers()?;
    Ok(names.iter().map(|name| String::from_utf8_lossy(name).trim().to_owned()).collect())
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

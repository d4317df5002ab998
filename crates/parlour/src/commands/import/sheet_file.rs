//! The imported CSV file. It is read twice: first for its header, hash and row count, then row by row.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::Context;
use csv::{ByteRecord, Reader, ReaderBuilder};
use parlour_app::import::{Header, SheetRow, SourceFile};
use parlour_domain::import::ImportKind;
use parlour_domain::text::to_hex;
use sha2::{Digest, Sha256};

pub(super) struct SheetFile {
    path: PathBuf,
    pub(super) source: SourceFile,
    pub(super) header: Header,
    /// The column names exactly as the file spells them.
    pub(super) names: Vec<String>,
}

impl SheetFile {
    pub(super) fn read_header_and_count_rows(kind: ImportKind, path: &Path) -> anyhow::Result<Self> {
        let mut file = HashingReader { file: open(path)?, hash: Sha256::new() };
        let mut reader = csv_reader(&mut file);
        let names = reader.byte_headers().with_context(|| unreadable_message(path))?;
        let names: Vec<String> = names.iter().map(|name| String::from_utf8_lossy(name).trim().to_owned()).collect();
        let header = Header::read(kind, names.iter().map(String::as_str)).with_context(|| unreadable_message(path))?;
        let (mut rows, mut record) = (0, ByteRecord::new());
        while reader.read_byte_record(&mut record).with_context(|| unreadable_message(path))? {
            rows += 1;
        }
        drop(reader);
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        let source = SourceFile { kind, name, hash: to_hex(&file.hash.finalize()), rows };
        Ok(Self { path: path.to_owned(), source, header, names })
    }

    /// Returns the rows after the first `skipped` in batches of `batch_size`.
    pub(super) fn rows_after(
        &self,
        skipped: i64,
        batch_size: usize,
    ) -> anyhow::Result<impl Iterator<Item = anyhow::Result<Vec<SheetRow>>>> {
        let mut numbered = (1..).zip(csv_reader(open(&self.path)?).into_byte_records());
        Ok(std::iter::from_fn(move || {
            let mut rows = Vec::with_capacity(batch_size);
            while rows.len() < batch_size
                && let Some((number, record)) = numbered.next()
            {
                match record {
                    Ok(_) if number <= skipped => {}
                    Ok(record) => rows.push(SheetRow::read(number, &self.header, record.iter())),
                    Err(error) => {
                        return Some(Err(anyhow::Error::from(error).context(unreadable_message(&self.path))));
                    }
                }
            }
            (!rows.is_empty()).then_some(Ok(rows))
        }))
    }
}

fn open(path: &Path) -> anyhow::Result<File> {
    File::open(path).with_context(|| unreadable_message(path))
}

fn unreadable_message(path: &Path) -> String {
    format!("{} cannot be read", path.display())
}

/// Accepts rows with the wrong number of cells: they are reported as errors of these rows, not of the file.
fn csv_reader<R: Read>(source: R) -> Reader<R> {
    ReaderBuilder::new().flexible(true).from_reader(source)
}

/// Computes the hash of all bytes that are read.
struct HashingReader {
    file: File,
    hash: Sha256,
}

impl Read for HashingReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(buffer)?;
        self.hash.update(&buffer[..read]);
        Ok(read)
    }
}

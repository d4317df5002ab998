//! The file that is taken in, read twice: once to see what it is, once row by row.

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
    /// The header as it stands in the file.
    pub(super) names: Vec<String>,
}

impl SheetFile {
    pub(super) fn read_header_and_count_rows(kind: ImportKind, path: &Path) -> anyhow::Result<Self> {
        let mut file = HashingReader { file: open(path)?, hash: Sha256::new() };
        let mut reader = reader(&mut file);
        let names = reader.byte_headers().with_context(|| unreadable_message(path))?;
        let names: Vec<String> =
            names.iter().map(|name| String::from_utf8_lossy(name).trim().to_owned()).collect();
        let header =
            Header::read(kind, names.iter().map(String::as_str)).with_context(|| unreadable_message(path))?;
        let (mut rows, mut record) = (0, ByteRecord::new());
        while reader.read_byte_record(&mut record).with_context(|| unreadable_message(path))? {
            rows += 1;
        }
        drop(reader);
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        let source = SourceFile { kind, name, hash: to_hex(&file.hash.finalize()), rows };
        Ok(Self { path: path.to_owned(), source, header, names })
    }

    /// The rows after the first `skipped`, so many at once.
    pub(super) fn rows_after(
        &self,
        skipped: i64,
        batch_size: usize,
    ) -> anyhow::Result<impl Iterator<Item = anyhow::Result<Vec<SheetRow>>>> {
        let mut numbered = (1..).zip(reader(open(&self.path)?).into_byte_records());
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

/// A row of the wrong length is that row's trouble, not the file's.
fn reader<R: Read>(from: R) -> Reader<R> {
    ReaderBuilder::new().flexible(true).from_reader(from)
}

/// Hashes what passes through.
struct HashingReader {
    file: File,
    hash: Sha256,
}

impl Read for HashingReader {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(into)?;
        self.hash.update(&into[..read]);
        Ok(read)
    }
}

//! The file of an import, read from the file storage part by part.

use std::io::{self, Read};

use parlour_domain::import::{DateOrder, ImportKind};
use parlour_files::import::{ColumnMapping, SheetSource, file_name};
use parlour_integrations::file_storage::{BlockingReader, FileStorage};
use tokio::runtime::Handle;

/// How a file is to be read.
#[derive(Debug, Clone)]
pub struct SheetFormat {
    pub kind: ImportKind,
    pub date_order: Option<DateOrder>,
    pub mapping: ColumnMapping,
}

/// To be read on a thread that may block.
pub(crate) fn stored_sheet(files: &FileStorage, runtime: &Handle, id: &str, format: SheetFormat) -> SheetSource {
    let (files, runtime, name) = (files.clone(), runtime.clone(), file_name(id));
    let open = move || -> io::Result<Box<dyn Read>> {
        let found = runtime.block_on(files.open(&name)).map_err(io::Error::other)?;
        let file = found.ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))?;
        Ok(Box::new(BlockingReader::new(file, runtime.clone())))
    };
    let SheetFormat { kind, date_order, mapping } = format;
    SheetSource { kind, name: "upload".to_owned(), date_order, mapping, open: Box::new(open) }
}

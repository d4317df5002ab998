//! `parlour export`.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, BufWriter};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, bail};
use indicatif::HumanCount;
use parlour_files::full_export::{CONTENTS_FILE, ExportError, write_contents, write_table};
use parlour_store::Conn;
use parlour_store::import_export::full_export::{self, ExportedTable};

use super::opened_app::{OpenedApp, block_on};

pub(super) fn run(folder: &Path) -> anyhow::Result<()> {
    let opened = OpenedApp::open_from_process_settings()?;
    let created = create_empty_folder(folder)?;
    let exported = export_to(&opened, folder);
    if exported.is_err() {
        remove_leftovers(folder, created);
    }
    exported
}

/// A failed export leaves nothing behind that could be taken for a whole one.
fn remove_leftovers(folder: &Path, created: Option<PathBuf>) {
    let removed = match created {
        Some(created) => fs::remove_dir_all(created),
        None => {
            fs::read_dir(folder).and_then(|mut entries| entries.try_for_each(|entry| fs::remove_file(entry?.path())))
        }
    };
    if let Err(error) = removed {
        eprintln!("parlour: {} is incomplete and cannot be removed: {error}", folder.display());
    }
}

fn export_to(opened: &OpenedApp, folder: &Path) -> anyhow::Result<()> {
    let exported_at = opened.app.clock.now();
    let target: Arc<Path> = folder.into();
    let written = block_on(opened.app.db.report(move |conn| export_all_tables(conn, &target)))??;
    let rows: u64 = written.iter().map(|(_, rows)| rows).sum();
    let mut file = create_private_file(&folder.join(CONTENTS_FILE))?;
    write_contents(&mut file, exported_at, &written)?;
    file.sync_all()?;
    println!("Exported to {}: {} rows in {} tables.", folder.display(), HumanCount(rows), written.len());
    Ok(())
}

/// Creates the folder, or accepts an empty one: the export must not be mixed with other files. Returns the outermost
/// folder that was created.
fn create_empty_folder(folder: &Path) -> anyhow::Result<Option<PathBuf>> {
    let unusable = || format!("{} cannot be used", folder.display());
    match fs::read_dir(folder) {
        Ok(mut entries) => match entries.next() {
            Some(_) => bail!("{} is not empty; choose a new folder", folder.display()),
            None => Ok(None),
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let missing = folder.ancestors().take_while(|path| !path.as_os_str().is_empty() && !path.exists()).last();
            let missing = missing.map(Path::to_owned);
            DirBuilder::new().recursive(true).mode(0o700).create(folder).with_context(unusable)?;
            Ok(missing)
        }
        Err(error) => Err(error).with_context(unusable),
    }
}

/// Exports all tables from one consistent snapshot. Returns the number of rows of each table.
fn export_all_tables(conn: &mut Conn<'_>, folder: &Path) -> Result<Vec<(String, u64)>, ExportError> {
    let mut written = Vec::new();
    for table in full_export::list_tables(conn)? {
        let rows = export_table(conn, &table, folder)?;
        eprintln!("{:<28} {:>12} rows", table.name(), HumanCount(rows).to_string());
        written.push((table.name().to_owned(), rows));
    }
    Ok(written)
}

fn export_table(conn: &mut Conn<'_>, table: &ExportedTable, folder: &Path) -> Result<u64, ExportError> {
    let file = |extension: &str| folder.join(format!("{}.{extension}", table.name()));
    let mut csv = BufWriter::new(create_private_file(&file("csv"))?);
    let mut json = BufWriter::new(create_private_file(&file("json"))?);
    let rows = write_table(conn, table, &mut csv, &mut json)?;
    json.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
    csv.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
    Ok(rows)
}

/// Creates a file that only its owner can read, because it will contain data of customers.
fn create_private_file(path: &PathBuf) -> io::Result<File> {
    OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(path)
}

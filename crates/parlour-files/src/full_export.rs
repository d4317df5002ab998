//! Every record that the salon keeps, table by table, as CSV and as JSON: for a folder, or in one archive.

use std::io::{self, Write};

use parlour_domain::ist::Timestamp;
use parlour_store::import_export::full_export::{self, ExportedTable};
use parlour_store::{Conn, DbError};
use serde_json::{Map, Value, json};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// Written last: an export without this file is incomplete.
pub const CONTENTS_FILE: &str = "contents.json";

#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    #[error(transparent)]
    Db(#[from] DbError),
    #[error("the export cannot be written")]
    File(#[from] io::Error),
}

/// Returns the number of rows.
pub fn write_table(
    conn: &mut Conn<'_>,
    table: &ExportedTable,
    csv: &mut impl Write,
    json: &mut impl Write,
) -> Result<u64, ExportError> {
    writeln!(csv, "{}", table.header().join(","))?;
    json.write_all(b"[")?;
    let (mut rows, mut after) = (0, None);
    loop {
        let (page, next) = table.read_page(conn, after.as_ref())?;
        if page.rows > 0 {
            json.write_all(if rows == 0 { b"\n" } else { b",\n" })?;
        }
        json.write_all(&page.json)?;
        csv.write_all(&page.csv)?;
        rows += page.rows as u64;
        if next.is_none() {
            break;
        }
        after = next;
    }
    json.write_all(b"\n]\n")?;
    Ok(rows)
}

/// Writes which tables there are, with the number of rows of each.
pub fn write_contents(
    out: &mut impl Write,
    exported_at: Timestamp,
    written: &[(String, u64)],
) -> Result<(), ExportError> {
    let tables: Map<String, Value> =
        written.iter().map(|(table, rows)| (table.clone(), json!({ "rows": rows }))).collect();
    let contents = json!({ "version": env!("CARGO_PKG_VERSION"), "exportedAt": exported_at, "tables": tables });
    serde_json::to_writer_pretty(&mut *out, &contents).map_err(io::Error::from)?;
    out.write_all(b"\n")?;
    Ok(())
}

/// Writes all tables into a ZIP archive while they are read. Returns `out` after its last byte.
pub fn write_archive<W: Write>(conn: &mut Conn<'_>, out: W, exported_at: Timestamp) -> Result<W, ExportError> {
    let mut archive = ZipWriter::new_stream(out);
    let mut written = Vec::new();
    for table in full_export::list_tables(conn)? {
        // An archive is written file after file, so that the table is read twice.
        start_file(&mut archive, &format!("{}.csv", table.name()))?;
        let rows = write_table(conn, &table, &mut archive, &mut io::sink())?;
        start_file(&mut archive, &format!("{}.json", table.name()))?;
        write_table(conn, &table, &mut io::sink(), &mut archive)?;
        written.push((table.name().to_owned(), rows));
    }
    start_file(&mut archive, CONTENTS_FILE)?;
    write_contents(&mut archive, exported_at, &written)?;
    Ok(archive.finish().map_err(io::Error::from)?.into_inner())
}

fn start_file<W: Write + io::Seek>(archive: &mut ZipWriter<W>, name: &str) -> Result<(), ExportError> {
    archive.start_file(name, SimpleFileOptions::default()).map_err(io::Error::from)?;
    Ok(())
}

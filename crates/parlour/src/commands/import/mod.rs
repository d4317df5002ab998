//! `parlour import`.

mod refused_rows;
mod sheet_file;

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use indicatif::HumanCount;
use parlour_app::import::{
    DryRunOutcome, ImportedBatch, SheetRow, SourceFile, begin_import, columns, dry_run_rows, import_rows,
};
use parlour_domain::import::ImportKind;
use parlour_store::import_export::imports::Import;

use super::opened_app::{OpenedApp, block_on};
use crate::progress::Progress;
use refused_rows::RefusedRows;
use sheet_file::SheetFile;

/// Large enough to be fast, small enough that a booking made meanwhile does not wait noticeably.
const ROWS_PER_TRANSACTION: usize = 250;

#[derive(Debug, Args)]
pub(crate) struct ImportFile {
    /// customers, services or bookings
    #[arg(value_parser = parse_kind)]
    kind: ImportKind,
    /// CSV file in UTF-8; the first line contains the column names
    file: PathBuf,
    /// Report the result without importing anything
    #[arg(long)]
    dry_run: bool,
    /// File for the rows that cannot be imported, each with its errors [default: FILE.errors.csv]
    #[arg(long, value_name = "FILE")]
    errors: Option<PathBuf>,
}

fn parse_kind(typed: &str) -> Result<ImportKind, String> {
    let known: Vec<_> = ImportKind::ALL.iter().map(|kind| kind.as_str()).collect();
    ImportKind::parse(typed).ok_or_else(|| format!("must be one of {}", known.join(", ")))
}

/// Lists the columns of each kind of file for `--help`.
pub(super) fn columns_help() -> String {
    let lines = ImportKind::ALL.iter().map(|&kind| {
        let names =
            columns(kind).iter().map(|column| format!("{}{}", column.name, if column.is_required { "*" } else { "" }));
        format!("  {kind}: {}", names.collect::<Vec<_>>().join(", "))
    });
    format!("Columns, in any order (* = required):\n{}", lines.collect::<Vec<_>>().join("\n"))
}

impl ImportFile {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let sheet = SheetFile::read_header_and_count_rows(self.kind, &self.file)?;
        if !sheet.header.unknown.is_empty() {
            eprintln!("Ignored columns: {}", sheet.header.unknown.join(", "));
        }
        let opened = OpenedApp::open_from_process_settings()?;
        block_on(self.import_rows(&opened, &sheet))?
    }

    async fn import_rows(&self, opened: &OpenedApp, sheet: &SheetFile) -> anyhow::Result<()> {
        let mut import_state = self.begin_import(opened, &sheet.source).await?;
        if import_state.rows_read > 0 {
            eprintln!("Resuming after row {}.", human_count(import_state.rows_read));
        }
        let mut refused = RefusedRows::open(self.errors_file(), sheet, import_state.rows_read)?;
        let (row_count, rows_read) = (sheet.source.rows.unsigned_abs(), import_state.rows_read.unsigned_abs());
        let mut progress = Progress::new("rows", row_count, rows_read);
        for rows in sheet.rows_after(import_state.rows_read, ROWS_PER_TRANSACTION)? {
            let rows: Arc<[SheetRow]> = rows?.into();
            let batch = self.import_batch(opened, &sheet.source, &import_state, Arc::clone(&rows)).await?;
            refused.write(&rows, &batch.refused)?;
            progress.advance(rows.len() as u64);
            import_state = batch.import;
        }
        drop(progress);
        self.print_summary(&import_state, refused.finish()?);
        Ok(())
    }

    fn errors_file(&self) -> PathBuf {
        self.errors.clone().unwrap_or_else(|| {
            let mut name = self.file.clone().into_os_string();
            name.push(".errors.csv");
            name.into()
        })
    }

    /// Returns where an earlier import of the same file stopped. A dry run always begins with the first row.
    async fn begin_import(&self, opened: &OpenedApp, file: &SourceFile) -> anyhow::Result<Import> {
        if self.dry_run {
            return Ok(Import::not_started(file.rows));
        }
        let (context, file) = (opened.context(), file.clone());
        Ok(opened.app.db.write(move |tx| begin_import(tx, &context, &file)).await?)
    }

    async fn import_batch(
        &self,
        opened: &OpenedApp,
        file: &SourceFile,
        import_state: &Import,
        rows: Arc<[SheetRow]>,
    ) -> anyhow::Result<ImportedBatch> {
        let (context, before) = (opened.context(), import_state.clone());
        if !self.dry_run {
            let kind = file.kind;
            let imported = opened.app.db.write(move |tx| import_rows(tx, &context, kind, &before, &rows));
            return Ok(imported.await?);
        }
        let file = file.clone();
        let dry_run = opened.app.db.write(move |tx| dry_run_rows(tx, &context, &file, &before, &rows));
        match dry_run.await {
            Ok(never) => match never {},
            Err(DryRunOutcome::Finished(batch)) => Ok(batch),
            Err(DryRunOutcome::Not(refusal)) => Err(refusal.into()),
        }
    }

    fn print_summary(&self, import: &Import, refused: Option<PathBuf>) {
        let verb = if self.dry_run { "would be imported" } else { "imported" };
        println!(
            "{} {verb}, {} already imported, {} failed.",
            human_count(import.rows_imported),
            human_count(import.rows_skipped),
            human_count(import.rows_failed)
        );
        if let Some(file) = refused {
            println!(
                "The failed rows and their errors are in {}. Correct them there and import that file.",
                file.display()
            );
        }
    }
}

fn human_count(rows: i64) -> HumanCount {
    HumanCount(rows.unsigned_abs())
}

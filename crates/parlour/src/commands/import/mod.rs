//! `parlour import`.

mod refused_rows;

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::anyhow;
use clap::Args;
use indicatif::HumanCount;
use parlour_domain::import::{DateOrder, ImportKind};
use parlour_files::import::{
    ColumnMapping, DryRunOutcome, ImportedBatch, MAX_GEMS_ROWS, ROWS_PER_TRANSACTION, SheetError, SheetFile, SheetRow,
    SheetSource, SourceFile, begin_import, columns, dry_run_rows, example_file, import_rows,
};
use parlour_store::import_export::imports::Import;

use super::opened_app::{OpenedApp, block_on};
use crate::progress::Progress;
use crate::settings::Settings;
use refused_rows::{RefusedRows, refuse_other_files};

/// Some rows could not be imported.
const REFUSED_ROWS_EXIT_CODE: u8 = 3;

#[derive(Debug, Args)]
pub(crate) struct ImportFile {
    /// customers, services, staff, bookings, memberships or gems
    #[arg(value_parser = parse_kind)]
    kind: ImportKind,
    /// CSV file in UTF-8 or UTF-16, separated by commas, semicolons or tabs; the first line contains the column names
    file: PathBuf,
    /// How dates such as 04/05/1990 are read: dmy (day first) or mdy (month first); required if a date is ambiguous
    #[arg(long, value_name = "ORDER", value_parser = parse_date_order)]
    date_order: Option<DateOrder>,
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

fn parse_date_order(typed: &str) -> Result<DateOrder, String> {
    DateOrder::parse(typed).ok_or_else(|| "must be dmy or mdy".to_owned())
}

/// Lists the columns of each kind of file for `--help`, with an example.
pub(super) fn columns_help() -> String {
    let describe = |kind: ImportKind| {
        let mark = |is_required: bool| if is_required { "*" } else { "" };
        let names = columns(kind).iter().map(|column| format!("{}{}", column.name, mark(column.is_required)));
        let example = example_file(kind).replace('\n', "\n    ");
        format!("{kind}: {}\n\n    {example}", names.collect::<Vec<_>>().join(", "))
    };
    let kinds: Vec<_> = ImportKind::ALL.iter().map(|&kind| describe(kind)).collect();
    format!("Columns, in any order (* = required), and an example of each file:\n\n{}", kinds.join("\n\n"))
}

impl ImportFile {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let settings = Settings::from_process()?;
        refuse_other_files(&self.errors_file())?;
        let sheet = SheetFile::read_header_and_count_rows(self.source());
        let sheet = sheet.map_err(|error| self.explain(error))?;
        if !sheet.header.unknown.is_empty() {
            eprintln!("Ignored columns: {}", sheet.header.unknown.join(", "));
        }
        let opened = OpenedApp::open(settings)?;
        let import = block_on(self.import_rows(&opened, &sheet))??;
        Ok(if import.rows_failed > 0 { ExitCode::from(REFUSED_ROWS_EXIT_CODE) } else { ExitCode::SUCCESS })
    }

    fn source(&self) -> SheetSource {
        let path = self.file.clone();
        SheetSource {
            kind: self.kind,
            name: path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned(),
            date_order: self.date_order,
            mapping: ColumnMapping::default(),
            open: Box::new(move || open(&path)),
        }
    }

    fn explain(&self, error: SheetError) -> anyhow::Error {
        let path = self.file.display();
        match error {
            SheetError::AmbiguousDate { row, column } => anyhow!(
                "row {row}: {column} can be read in two ways; --date-order dmy reads the day first, --date-order mdy \
                 the month"
            ),
            SheetError::TooManyGems => anyhow!("{path} has more than {MAX_GEMS_ROWS} rows; import it in parts"),
            error @ SheetError::GemsTwice { .. } => error.into(),
            error @ (SheetError::Unreadable(_) | SheetError::Csv(_) | SheetError::Header(_)) => {
                anyhow::Error::new(error).context(format!("{path} cannot be read"))
            }
        }
    }

    async fn import_rows(&self, opened: &OpenedApp, sheet: &SheetFile) -> anyhow::Result<Import> {
        let mut import_state = self.begin_import(opened, &sheet.source).await?;
        if import_state.rows_read > 0 {
            eprintln!("Resuming after row {}.", human_count(import_state.rows_read));
        }
        let mut refused = RefusedRows::open(self.errors_file(), sheet, import_state.rows_read)?;
        let (row_count, rows_read) = (sheet.source.rows.unsigned_abs(), import_state.rows_read.unsigned_abs());
        let mut progress = Progress::new("rows", row_count, rows_read);
        let batches = sheet.rows_after(import_state.rows_read, ROWS_PER_TRANSACTION);
        for rows in batches.map_err(|error| self.explain(error))? {
            let rows: Arc<[SheetRow]> = rows.map_err(|error| self.explain(error))?.into();
            let batch = self.import_batch(opened, &sheet.source, &import_state, Arc::clone(&rows)).await?;
            refused.write(&rows, &batch.refused)?;
            progress.advance(rows.len() as u64);
            import_state = batch.import;
        }
        drop(progress);
        self.print_summary(&import_state, refused.finish()?);
        Ok(import_state)
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
        let (context, file, before) = (opened.context(), file.clone(), import_state.clone());
        if !self.dry_run {
            let imported = opened.app.db.write(move |tx| import_rows(tx, &context, &file, &before, &rows));
            return Ok(imported.await?);
        }
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

fn open(path: &Path) -> io::Result<Box<dyn Read>> {
    Ok(Box::new(File::open(path)?))
}

fn human_count(rows: i64) -> HumanCount {
    HumanCount(rows.unsigned_abs())
}

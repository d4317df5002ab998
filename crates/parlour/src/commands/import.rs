//! `parlour import`.

mod refused;
mod sheet_file;

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use indicatif::HumanCount;
use parlour_app::import::{Rehearsed, SheetRow, SourceFile, Taken, begin, columns, rehearse, take_in};
use parlour_domain::import::ImportKind;
use parlour_store::imports::Import;

use super::{Opened, block_on};
use crate::progress::Progress;
use refused::RefusedRows;
use sheet_file::SheetFile;

/// So many rows are one transaction: enough to be quick, few enough that nobody who books waits for it.
const AT_ONCE: usize = 250;

#[derive(Debug, Args)]
pub(crate) struct ImportFile {
    /// customers, services or bookings
    #[arg(value_parser = kind)]
    kind: ImportKind,
    /// CSV in UTF-8, its first line the names of the columns
    file: PathBuf,
    /// Say what would become of the rows, and change nothing
    #[arg(long)]
    dry_run: bool,
    /// Where to write the rows that cannot be taken, each with what is wrong with it [default: FILE.errors.csv]
    #[arg(long, value_name = "FILE")]
    errors: Option<PathBuf>,
}

fn kind(typed: &str) -> Result<ImportKind, String> {
    let known: Vec<_> = ImportKind::ALL.iter().map(|kind| kind.as_str()).collect();
    ImportKind::parse(typed).ok_or_else(|| format!("must be one of {}", known.join(", ")))
}

/// For `--help`.
pub(super) fn columns_of_each() -> String {
    let of_each = ImportKind::ALL.iter().map(|&kind| {
        let names =
            columns(kind).iter().map(|one| format!("{}{}", one.name, if one.is_required { "*" } else { "" }));
        format!("  {kind}: {}", names.collect::<Vec<_>>().join(", "))
    });
    format!("Columns, in any order (* must be there):\n{}", of_each.collect::<Vec<_>>().join("\n"))
}

impl ImportFile {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let sheet = SheetFile::examine(self.kind, &self.file)?;
        if !sheet.header.unknown.is_empty() {
            eprintln!("Not read: {}", sheet.header.unknown.join(", "));
        }
        let opened = Opened::now()?;
        block_on(self.take_in(&opened, &sheet))?
    }

    async fn take_in(&self, opened: &Opened, sheet: &SheetFile) -> anyhow::Result<()> {
        let mut so_far = self.begin(opened, &sheet.source).await?;
        if so_far.rows_read > 0 {
            eprintln!("Going on after row {}.", count(so_far.rows_read));
        }
        let mut refused = RefusedRows::open(self.errors_file(), sheet, so_far.rows_read)?;
        let (rows, already) = (sheet.source.rows.unsigned_abs(), so_far.rows_read.unsigned_abs());
        let mut progress = Progress::of("rows", rows, already);
        for rows in sheet.rows_after(so_far.rows_read, AT_ONCE)? {
            let rows: Arc<[SheetRow]> = rows?.into();
            let taken = self.take_some(opened, &sheet.source, &so_far, Arc::clone(&rows)).await?;
            refused.write(&rows, &taken.refused)?;
            progress.advance(rows.len() as u64);
            so_far = taken.import;
        }
        drop(progress);
        self.tell(&so_far, refused.finish()?);
        Ok(())
    }

    fn errors_file(&self) -> PathBuf {
        self.errors.clone().unwrap_or_else(|| {
            let mut name = self.file.clone().into_os_string();
            name.push(".errors.csv");
            name.into()
        })
    }

    /// A rehearsal always begins with the first row.
    async fn begin(&self, opened: &Opened, file: &SourceFile) -> anyhow::Result<Import> {
        if self.dry_run {
            return Ok(Import::untouched(file.rows));
        }
        let (occasion, file) = (opened.occasion(), file.clone());
        Ok(opened.app.db.write(move |tx| begin(tx, &occasion, &file)).await?)
    }

    async fn take_some(
        &self,
        opened: &Opened,
        file: &SourceFile,
        so_far: &Import,
        rows: Arc<[SheetRow]>,
    ) -> anyhow::Result<Taken> {
        let (occasion, before) = (opened.occasion(), so_far.clone());
        if !self.dry_run {
            let kind = file.kind;
            let taken = opened.app.db.write(move |tx| take_in(tx, &occasion, kind, &before, &rows));
            return Ok(taken.await?);
        }
        let file = file.clone();
        let rehearsal = opened.app.db.write(move |tx| rehearse(tx, &occasion, &file, &before, &rows));
        match rehearsal.await {
            Ok(never) => match never {},
            Err(Rehearsed::Whole(taken)) => Ok(taken),
            Err(Rehearsed::Not(refusal)) => Err(refusal.into()),
        }
    }

    fn tell(&self, import: &Import, refused: Option<PathBuf>) {
        let verb = if self.dry_run { "would be taken in" } else { "taken in" };
        println!(
            "{} {verb}, {} known already, {} refused.",
            count(import.rows_imported),
            count(import.rows_skipped),
            count(import.rows_failed)
        );
        if let Some(file) = refused {
            println!(
                "What is wrong with them stands in {}: correct it there and import that file.",
                file.display()
            );
        }
    }
}

fn count(rows: i64) -> HumanCount {
    HumanCount(rows.unsigned_abs())
}

//! Imports records of another system from a file, in batches. The progress is stored with the rows, so that an
//! interrupted import continues where it ended.

mod bookings;
mod bounded_rows;
mod browser_file;
mod checked_rows;
mod column;
mod customer_cells;
mod customers;
mod gems;
mod imported_row;
mod kinds;
mod mapping;
mod memberships;
mod rows;
mod services;
mod sheet;
mod sheet_file;
mod staff;
mod utf8_text;

pub use browser_file::{
    ApplyImportRefusal, CheckImportRefusal, ImportView, RunningImport, apply, begin_check, begin_run, discard_check,
    fail_run, file_name, finish_check, import_next_rows, list_newest, running_import, schedule_next_run, show,
};
pub use checked_rows::{CheckedImport, CheckedRows, RefusedRow};
pub use column::Column;
pub use kinds::{columns, example_file};
pub use mapping::{ColumnMapping, MappingRefusal};
pub use rows::{
    DryRunOutcome, ImportRefusal, ImportedBatch, ROWS_PER_TRANSACTION, SourceFile, begin_import, dry_run_rows,
    import_rows,
};
pub use sheet::{CellError, Header, HeaderRefusal, SheetRow};
pub use sheet_file::{MAX_GEMS_ROWS, OpenSheet, SheetError, SheetFile, SheetSource};

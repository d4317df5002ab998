//! The kinds of files: their columns, and what a row of each becomes.

use aws_lc_rs::digest::{SHA256, digest};
use parlour_app::request_context::RequestContext;
use parlour_domain::import::ImportKind;
use parlour_domain::text::to_hex;
use parlour_store::{DbError, Tx};

use super::column::Column;
use super::imported_row::{RowOutcome, SOURCE_ID, source_id_key};
use super::sheet::SheetRow;
use super::{bookings, customers, gems, memberships, services, staff};

/// The columns that a file may have, the required ones first.
pub fn columns(kind: ImportKind) -> &'static [Column] {
    match kind {
        ImportKind::Customers => customers::COLUMNS,
        ImportKind::Services => services::COLUMNS,
        ImportKind::Staff => staff::COLUMNS,
        ImportKind::Bookings => bookings::COLUMNS,
        ImportKind::Memberships => memberships::COLUMNS,
        ImportKind::Gems => gems::COLUMNS,
    }
}

/// A small file of this kind.
pub fn example_file(kind: ImportKind) -> &'static str {
    match kind {
        ImportKind::Customers => customers::EXAMPLE,
        ImportKind::Services => services::EXAMPLE,
        ImportKind::Staff => staff::EXAMPLE,
        ImportKind::Bookings => bookings::EXAMPLE,
        ImportKind::Memberships => memberships::EXAMPLE,
        ImportKind::Gems => gems::EXAMPLE,
    }
}

pub(super) fn import_row(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    kind: ImportKind,
    row: &SheetRow,
) -> Result<RowOutcome, DbError> {
    match kind {
        ImportKind::Customers => customers::import_row(tx, context, row),
        ImportKind::Services => services::import_row(tx, context, row),
        ImportKind::Staff => staff::import_row(tx, context, row),
        ImportKind::Bookings => bookings::import_row(tx, context, row),
        ImportKind::Memberships => memberships::import_row(tx, context, row),
        ImportKind::Gems => gems::import_row(tx, context, row),
    }
}

/// Identifies a row in another run: by its key, or else by its identity columns.
pub(super) fn row_key(kind: ImportKind, row: &SheetRow) -> String {
    if let Some(id) = row.cell(SOURCE_ID) {
        return source_id_key(id);
    }
    let identity = match kind {
        ImportKind::Customers => row.identity_text(customers::IDENTITY_COLUMNS),
        ImportKind::Services => row.identity_text(services::IDENTITY_COLUMNS),
        ImportKind::Staff => row.identity_text(staff::IDENTITY_COLUMNS),
        ImportKind::Bookings => row.identity_text(bookings::IDENTITY_COLUMNS),
        ImportKind::Memberships => row.identity_text(memberships::IDENTITY_COLUMNS),
        ImportKind::Gems => row.identity_text(gems::IDENTITY_COLUMNS),
    };
    format!("row:{}", to_hex(digest(&SHA256, identity.as_bytes()).as_ref()))
}

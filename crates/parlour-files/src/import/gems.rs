//! Imports the gems that customers have in another system, one row per customer.

use std::num::NonZeroI64;

use parlour_app::customers::{GrantGemsRefusal, adjust_gems};
use parlour_app::request_context::RequestContext;
use parlour_domain::ids::UserId;
use parlour_domain::text::required_text;
use parlour_store::{Conn, DbError, Tx};

use super::column::{Column, optional_column, required_column};
use super::customer_cells::find_customer;
use super::imported_row::{RowOutcome, SOURCE_ID};
use super::sheet::{CellError, RowParser, SheetRow, parse_integer};

const MAX_GEMS: i64 = 1_000_000;
/// The customer reads it in the list of transactions.
const DEFAULT_REASON: &str = "Balance from before";

pub(super) const COLUMNS: &[Column] = &[
    required_column("gems"),
    optional_column("customerSourceId"),
    optional_column("customerEmail"),
    optional_column("customerPhone"),
    optional_column("customerName"),
    optional_column("reason"),
    optional_column(SOURCE_ID),
];

pub(super) const EXAMPLE: &str = "\
gems,customerPhone,customerName,reason
120,98450 12345,Asha Rao,Balance from before";

/// Without the number: a corrected file does not add a second balance.
pub(super) const IDENTITY_COLUMNS: &[&str] = &["customerSourceId", "customerEmail", "customerPhone", "customerName"];

struct ParsedGems {
    customer: UserId,
    gems: NonZeroI64,
    reason: String,
}

/// The gems never expire and do not count as earned, as those that a manager grants.
pub(super) fn import_row(tx: &mut Tx<'_>, context: &RequestContext, row: &SheetRow) -> Result<RowOutcome, DbError> {
    let parsed = match parse_row(tx, row)? {
        Ok(parsed) => parsed,
        Err(errors) => return Ok(RowOutcome::Refused(errors)),
    };
    match adjust_gems(tx, context, &parsed.customer, parsed.gems, &parsed.reason) {
        Ok(_) => Ok(RowOutcome::Imported(parsed.customer.to_string())),
        Err(GrantGemsRefusal::Db(error)) => Err(error),
        Err(refusal @ (GrantGemsRefusal::Unknown | GrantGemsRefusal::InsufficientBalance)) => {
            Ok(RowOutcome::Refused(vec![CellError { column: "", message: refusal.to_string() }]))
        }
    }
}

fn parse_row(conn: &mut Conn<'_>, row: &SheetRow) -> Result<Result<ParsedGems, Vec<CellError>>, DbError> {
    let mut parser = RowParser::of(row);
    let gems = parser.required_column("gems", |text| parse_integer(text, 1, MAX_GEMS)).and_then(NonZeroI64::new);
    let reason = parser.optional_column("reason", |text| required_text(text, 500));
    let customer = find_customer(conn, row, &mut parser)?;
    let reason = reason.unwrap_or_else(|| DEFAULT_REASON.to_owned());
    let parsed = customer.zip(gems).map(|(customer, gems)| ParsedGems { customer, gems, reason });
    Ok(parser.finish(parsed))
}

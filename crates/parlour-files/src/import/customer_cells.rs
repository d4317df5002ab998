//! The cells that name a customer who is known already.

use parlour_domain::email_address::EmailAddress;
use parlour_domain::ids::UserId;
use parlour_domain::import::{ImportKind, parse_phone_cell};
use parlour_domain::text::fold_case;
use parlour_store::import_export::imports;
use parlour_store::users::user_records;
use parlour_store::{Conn, DbError};

use super::imported_row::source_id_key;
use super::sheet::{RowParser, SheetRow};

/// Finds the customer by the key of the other system, by e-mail or by phone. A name distinguishes customers who share a
/// phone.
pub(super) fn find_customer(
    conn: &mut Conn<'_>,
    row: &SheetRow,
    parser: &mut RowParser<'_>,
) -> Result<Option<UserId>, DbError> {
    if let Some(id) = row.cell("customerSourceId") {
        let found = imports::find_imported_record(conn, ImportKind::Customers, &source_id_key(id))?;
        if found.is_none() {
            parser.add_error("customerSourceId", "is the sourceId of no customer who was imported");
        }
        return Ok(found.map(UserId::new));
    }
    if row.cell("customerEmail").is_some() {
        let Some(email) = parser.optional_column("customerEmail", EmailAddress::parse) else {
            return Ok(None);
        };
        let found = user_records::by_email(conn, &email)?;
        if found.is_none() {
            parser.add_error("customerEmail", "is no customer's");
        }
        return Ok(found.map(|user| user.id));
    }
    let Some(phone) = parser.required_column("customerPhone", parse_phone_cell) else { return Ok(None) };
    let mut sharing = imports::list_customers_by_phone(conn, &phone)?;
    if let Some(name) = row.cell("customerName") {
        sharing.retain(|(_, known)| fold_case(known) == fold_case(name));
    }
    match sharing.len() {
        1 => return Ok(sharing.pop().map(|(id, _)| id)),
        0 => parser.add_error("customerPhone", "is no customer's"),
        _ => parser.add_error("customerName", "must tell who of those with this phone it is"),
    }
    Ok(None)
}

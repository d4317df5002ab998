//! Imports customers.

use chrono::NaiveDate;
use parlour_app::customers::{AddCustomerRefusal, NewCustomer, add};
use parlour_app::request_context::RequestContext;
use parlour_domain::customer::Gender;
use parlour_domain::email_address::EmailAddress;
use parlour_domain::import::parse_phone_cell;
use parlour_domain::text::required_name;
use parlour_store::{DbError, Tx};

use super::column::{Column, date_column, optional_column, required_column};
use super::imported_row::{RowOutcome, SOURCE_ID};
use super::sheet::{CellError, RowParser, SheetRow};

pub(super) const COLUMNS: &[Column] = &[
    required_column("name"),
    required_column("phone"),
    optional_column("email"),
    optional_column("gender"),
    date_column("dateOfBirth", false),
    optional_column(SOURCE_ID),
];

pub(super) const EXAMPLE: &str = "\
name,phone,email,gender,dateOfBirth
Asha Rao,98450 12345,asha@example.in,female,1990-02-28
\"Iyer, Meena\",+919845022222,,,31/12/1985";

/// A phone alone is not enough: families share one. Many customers have no e-mail.
pub(super) const IDENTITY_COLUMNS: &[&str] = &["name", "phone", "email"];

pub(super) fn import_row(tx: &mut Tx<'_>, context: &RequestContext, row: &SheetRow) -> Result<RowOutcome, DbError> {
    let new = match parse_row(row, context.now.ist_date()) {
        Ok(new) => new,
        Err(errors) => return Ok(RowOutcome::Refused(errors)),
    };
    match add(tx, context, &new) {
        Ok(customer) => Ok(RowOutcome::Imported(customer.id.to_string())),
        Err(AddCustomerRefusal::Db(error)) => Err(error),
        Err(taken @ AddCustomerRefusal::EmailTaken) => {
            Ok(RowOutcome::Refused(vec![CellError { column: "email", message: taken.to_string() }]))
        }
    }
}

fn parse_row(row: &SheetRow, today: NaiveDate) -> Result<NewCustomer, Vec<CellError>> {
    let mut parser = RowParser::of(row);
    let name = parser.required_column("name", |text| required_name(text, 120));
    let phone = parser.required_column("phone", parse_phone_cell);
    let email = parser.optional_column("email", EmailAddress::parse);
    let gender = parser.optional_column("gender", |text| {
        Gender::parse(&text.to_lowercase()).ok_or("must be female, male, other or undisclosed")
    });
    let date_of_birth = parser.optional_date("dateOfBirth");
    if date_of_birth.is_some_and(|date| date >= today) {
        parser.add_error("dateOfBirth", "must be in the past");
    }
    let new = name.zip(phone).map(|(name, phone)| NewCustomer { name, phone, email, gender, date_of_birth });
    parser.finish(new)
}

//! People whom the salon knew before.

use chrono::NaiveDate;
use parlour_domain::customer::Gender;
use parlour_domain::email::Email;
use parlour_domain::ist::parse_date;
use parlour_domain::phone::Phone;
use parlour_domain::text::filled;
use parlour_store::{DbError, Tx};

use super::sheet::{Cells, optional, required};
use super::{CellComplaint, Column, Outcome, SOURCE_ID, SheetRow};
use crate::customers::{AddRefusal, NewCustomer, add};
use crate::occasion::Occasion;

pub(super) const COLUMNS: &[Column] = &[
    required("name"),
    required("phone"),
    optional("email"),
    optional("gender"),
    optional("dateOfBirth"),
    optional(SOURCE_ID),
];

/// Families share a phone, and few have told their e-mail.
pub(super) const IDENTITY: &[&str] = &["name", "phone", "email"];

pub(super) fn take_in(tx: &mut Tx<'_>, occasion: &Occasion, row: &SheetRow) -> Result<Outcome, DbError> {
    let new = match read(row, occasion.now.ist_date()) {
        Ok(new) => new,
        Err(complaints) => return Ok(Outcome::Refused(complaints)),
    };
    match add(tx, occasion, &new) {
        Ok(customer) => Ok(Outcome::Became(customer.id.to_string())),
        Err(AddRefusal::Db(error)) => Err(error),
        Err(taken @ AddRefusal::EmailTaken) => {
            Ok(Outcome::Refused(vec![CellComplaint { column: "email", message: taken.to_string() }]))
        }
    }
}

fn read(row: &SheetRow, today: NaiveDate) -> Result<NewCustomer, Vec<CellComplaint>> {
    let mut cells = Cells::of(row);
    let name = cells.required("name", |text| filled(text, 120));
    let phone = cells.required("phone", Phone::parse);
    let email = cells.optional("email", Email::parse);
    let gender = cells.optional("gender", |text| {
        Gender::parse(&text.to_lowercase()).ok_or("must be female, male, other or undisclosed")
    });
    let date_of_birth = cells.optional("dateOfBirth", |text| match parse_date(text) {
        None => Err("must be a real date, written YYYY-MM-DD"),
        Some(date) if date >= today => Err("must be in the past"),
        Some(date) => Ok(date),
    });
    let new = name.zip(phone).map(|(name, phone)| NewCustomer { name, phone, email, gender, date_of_birth });
    cells.build(new)
}

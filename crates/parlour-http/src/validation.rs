//! Checks of fields after they were read.

use chrono::NaiveDate;
use parlour_domain::ist::whole_years;
use parlour_store::Conn;

use crate::error::{FieldError, FieldErrors, HttpError, NamedFieldError};
use crate::fields::Fields;
use crate::state::HttpState;

/// Adds what `check` finds wrong with the fields that could be read, so that all errors are reported together.
///
/// Nothing runs while every field is right: then the use case makes the same check within its transaction.
pub async fn check_readable<F, E, R>(state: &HttpState, fields: &mut Fields, check: F) -> Result<(), HttpError>
where
    F: Fn(&mut Conn<'_>) -> Result<Vec<E>, R> + Send + 'static,
    E: NamedFieldError + 'static,
    HttpError: From<R>,
    R: 'static,
{
    if fields.has_errors() {
        let found: Result<FieldErrors, HttpError> =
            state.app().db.read(move |conn| Ok(FieldErrors::of_use_case(check(conn)?))).await;
        fields.add_errors(found?);
    }
    Ok(())
}

/// Refuses a period that ends before it begins.
pub fn check_period(fields: &mut Fields, from: Option<NaiveDate>, to: Option<NaiveDate>) {
    if from.zip(to).is_some_and(|(from, to)| to < from) {
        fields.add_error::<()>("to", "must not be before from");
    }
}

const MAX_AGE_YEARS: i32 = 130;

/// Refuses a date of birth that is not in the past, or so long ago that it must be mistyped.
pub fn check_date_of_birth(fields: &mut Fields, born: Option<NaiveDate>, today: NaiveDate) {
    let Some(born) = born else { return };
    if born >= today {
        fields.add_error::<()>("dateOfBirth", FieldError::NotInThePast);
    } else if whole_years(born, today) > MAX_AGE_YEARS {
        fields.add_error::<()>("dateOfBirth", FieldError::TooManyYearsAgo(MAX_AGE_YEARS));
    }
}

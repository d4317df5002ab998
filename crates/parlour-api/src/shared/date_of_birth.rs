//! The date of birth of a customer.

use chrono::NaiveDate;
use parlour_domain::ist::whole_years;
use parlour_http::fields::Fields;

const MAX_AGE_YEARS: i32 = 130;

/// Refuses a date that is not in the past, or so long ago that it must be mistyped.
pub(crate) fn check_date_of_birth(fields: &mut Fields, born: Option<NaiveDate>, today: NaiveDate) {
    if born.is_some_and(|born| born >= today || whole_years(born, today) > MAX_AGE_YEARS) {
        fields.add_error::<()>("dateOfBirth", "must be a date in the past");
    }
}

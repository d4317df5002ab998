//! The refusals of use cases as the pages of their forms word them, by noun. The API words them in its error table.

/// Words refusals: `SomeRefusal |text| { Variant(field) => shown, … }`, where `shown` is what the page of the form says,
/// or `ErrorPage` where an error page says it. An error of the database, which every refusal can be, gets an error page.
macro_rules! page_refusals {
    ($($refusal:ident |$texts:ident| { $($variant:ident $(($($field:tt),+))? => $shown:expr,)+ })+) => {$(
        impl $crate::form::PageRefusal for $refusal {
            fn shown(&self, $texts: parlour_texts::Texts) -> $crate::form::ShownRefusal {
                match self {
                    $(Self::$variant $(($($field),+))? => $shown,)+
                    Self::Db(_) => $crate::form::ShownRefusal::ErrorPage,
                }
            }
        }
    )+};
}

mod accounts;
mod billing;
mod bookings;
mod branches;
mod catalogue;
mod customers;
mod files;
mod leads;
mod memberships;
mod staff;

use parlour_http::error::{FieldError, FieldErrors, NamedFieldError};

use crate::form::ShownRefusal;

pub use staff::new_staff_field_name;

fn conflict(sentence: impl Into<String>) -> ShownRefusal {
    ShownRefusal::Conflict(sentence.into())
}

fn rule(sentence: impl Into<String>) -> ShownRefusal {
    ShownRefusal::Rule(sentence.into())
}

fn fields<E: NamedFieldError + Clone>(errors: &[E]) -> ShownRefusal {
    ShownRefusal::Fields(FieldErrors::of_use_case(errors.to_vec()))
}

/// A sentence beside a field.
fn field(name: &str, sentence: &str) -> ShownRefusal {
    ShownRefusal::Fields(FieldErrors::of_field(name, FieldError::Sentence(sentence.to_owned())))
}

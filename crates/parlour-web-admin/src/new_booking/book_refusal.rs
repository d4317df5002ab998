//! Why a booking was not booked.

use crate::booking::SheetRefusal;
use parlour_app::bookings::{DeskRefusal, RequestRefusal};
use parlour_app::customers::AddCustomerRefusal;
use parlour_http::error::{FieldError, FieldErrors, HttpError};
use parlour_store::DbError;
use parlour_texts::Texts;
use parlour_web::form::{PageRefusal, ShownRefusal};

#[derive(Debug)]
pub(super) enum BookRefusal {
    /// Somebody of this name has the phone of the customer who is to be added.
    SamePhone(String),
    NobodyFree,
    Customer(AddCustomerRefusal),
    Request(RequestRefusal),
    Start(DeskRefusal),
    /// The desk is asked whether it means it.
    Asked(SheetRefusal),
}

impl From<AddCustomerRefusal> for BookRefusal {
    fn from(refusal: AddCustomerRefusal) -> Self {
        Self::Customer(refusal)
    }
}

impl From<RequestRefusal> for BookRefusal {
    fn from(refusal: RequestRefusal) -> Self {
        Self::Request(refusal)
    }
}

impl From<DeskRefusal> for BookRefusal {
    fn from(refusal: DeskRefusal) -> Self {
        Self::Start(refusal)
    }
}

impl From<SheetRefusal> for BookRefusal {
    fn from(refusal: SheetRefusal) -> Self {
        Self::Asked(refusal)
    }
}

impl From<DbError> for BookRefusal {
    fn from(error: DbError) -> Self {
        Self::Request(error.into())
    }
}

impl From<BookRefusal> for HttpError {
    fn from(refusal: BookRefusal) -> Self {
        match refusal {
            BookRefusal::SamePhone(_) | BookRefusal::NobodyFree => Self::internal("a refusal is shown on its page"),
            BookRefusal::Customer(refusal) => refusal.into(),
            BookRefusal::Request(refusal) => refusal.into(),
            BookRefusal::Start(refusal) => refusal.into(),
            BookRefusal::Asked(refusal) => refusal.into(),
        }
    }
}

impl PageRefusal for BookRefusal {
    fn shown(&self, texts: Texts) -> ShownRefusal {
        let text = texts.new_booking();
        match self {
            Self::SamePhone(name) => ShownRefusal::Conflict(text.same_phone_of(name)),
            Self::NobodyFree => {
                let sentence = FieldError::Sentence(text.nobody_free().to_owned());
                ShownRefusal::Fields(FieldErrors::of_field("staff", sentence))
            }
            Self::Customer(refusal) => refusal.shown(texts),
            Self::Request(refusal) => with_names_of_form(refusal.shown(texts)),
            Self::Start(refusal) => refusal.shown(texts),
            Self::Asked(refusal) => refusal.shown(texts),
        }
    }
}

fn with_names_of_form(shown: ShownRefusal) -> ShownRefusal {
    match shown {
        ShownRefusal::Fields(errors) => ShownRefusal::Fields(errors.renamed(|path| name_in_form(&path).to_owned())),
        sentence => sentence,
    }
}

/// The fields have short names here, which stand in addresses.
fn name_in_form(path: &str) -> &str {
    match path.split('.').next().unwrap_or(path) {
        "serviceIds" | "serviceType" => "s",
        "staffId" => "staff",
        "bookingDate" => "day",
        "startTime" => "time",
        "customerId" => "customer",
        "branchId" => "at",
        "guestName" => "guest",
        "notes" => "note",
        other => other,
    }
}

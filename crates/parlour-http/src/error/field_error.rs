//! What can be wrong with a field of a request.

use std::borrow::Cow;
use std::collections::BTreeMap;

use parlour_app::blocks::BlockFieldError;
use parlour_app::bookings::{BookingFieldError, CheckoutFieldError, LineFieldError, ReassignFieldError};
use parlour_app::branches::{BranchFieldError, LogoError};
use parlour_app::day_close::DayFieldError;
use parlour_app::invoices::CorrectionFieldError;
use parlour_app::memberships::{SaleFieldError, SessionFieldError};
use parlour_app::schedule::CopyFieldError;
use parlour_app::services::ServiceFieldError;
use parlour_app::setup::StarterFieldError;
use parlour_app::staff::StaffFieldError;
use parlour_domain::billing::credit::CreditFieldError;
use parlour_domain::billing::gstin::NotAGstin;
use parlour_domain::billing::invoice_document::NotAColour;
use parlour_domain::booking::StartTimeRefusal;
use parlour_domain::branch::{NotABranchCode, NotABranchPhone};
use parlour_domain::email_address::NotAnEmailAddress;
use parlour_domain::notification::push_endpoint::EndpointRefusal;
use parlour_domain::phone::NotAPhone;
use parlour_domain::report::period::PeriodRefusal;
use parlour_domain::service::NotASac;
use parlour_domain::staff::leave::LeavePeriodRefusal;
use parlour_domain::staff::shift::ShiftRefusal;
use parlour_domain::text::TextRefusal;

/// Field path to what is wrong with it, as the error envelope shows it.
pub type ErrorDetails = BTreeMap<String, Vec<String>>;

/// What is wrong with a field. Written out it is the English message of the API; pages word it themselves.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FieldError {
    #[error("is required")]
    Required,
    /// Nothing of a list of choices.
    #[error("must be chosen")]
    NotChosen,
    #[error("must not be empty")]
    EmptyList,
    #[error("must have at most {0} entries")]
    TooManyEntries(usize),
    #[error("must be a whole number")]
    NotAWholeNumber,
    #[error("must be a whole number from {min} to {max}")]
    OutOfRange { min: i64, max: i64 },
    #[error("must be a real date, written YYYY-MM-DD")]
    NotADate,
    #[error("must be a time of day, written HH:mm")]
    NotATime,
    #[error("must be {0}")]
    NotAChoice(String),
    #[error("must be a date in the past")]
    NotInThePast,
    /// A date of birth with a mistyped year.
    #[error("must be at most {0} years ago")]
    TooManyYearsAgo(i32),
    #[error("must be rupees, such as 1499 or 1,499.50")]
    NotRupees,
    #[error("must be more than 0")]
    NotAboveZero,
    #[error("is not a service of ours")]
    UnknownService,
    #[error(transparent)]
    Text(#[from] TextRefusal),
    #[error(transparent)]
    Phone(#[from] NotAPhone),
    #[error(transparent)]
    Email(#[from] NotAnEmailAddress),
    #[error(transparent)]
    Gstin(#[from] NotAGstin),
    #[error(transparent)]
    StartTime(#[from] StartTimeRefusal),
    #[error(transparent)]
    LeavePeriod(#[from] LeavePeriodRefusal),
    #[error(transparent)]
    Booking(#[from] BookingFieldError),
    #[error(transparent)]
    Line(#[from] LineFieldError),
    #[error(transparent)]
    Checkout(#[from] CheckoutFieldError),
    #[error(transparent)]
    Block(#[from] BlockFieldError),
    #[error(transparent)]
    Sale(#[from] SaleFieldError),
    #[error(transparent)]
    Session(#[from] SessionFieldError),
    #[error(transparent)]
    Credit(#[from] CreditFieldError),
    #[error(transparent)]
    Correction(#[from] CorrectionFieldError),
    #[error(transparent)]
    Day(#[from] DayFieldError),
    #[error(transparent)]
    Service(#[from] ServiceFieldError),
    #[error(transparent)]
    Staff(#[from] StaffFieldError),
    #[error(transparent)]
    Branch(#[from] BranchFieldError),
    /// A rule that only the API checks: its message.
    #[error("{0}")]
    Message(Cow<'static, str>),
    /// A rule that only a page checks: a whole sentence in the language of the page, which names the field.
    #[error("{0}")]
    Sentence(String),
}

impl From<&'static str> for FieldError {
    fn from(message: &'static str) -> Self {
        Self::Message(message.into())
    }
}

/// Refusals of values that no page has a field for.
macro_rules! messages {
    ($($refusal:ty)*) => {$(
        impl From<$refusal> for FieldError {
            fn from(refusal: $refusal) -> Self {
                refusal.to_string().into()
            }
        }
    )*};
}

messages! {
    CopyFieldError EndpointRefusal LogoError NotABranchCode NotABranchPhone NotAColour NotASac PeriodRefusal
    ReassignFieldError ShiftRefusal StarterFieldError
}

impl From<String> for FieldError {
    fn from(message: String) -> Self {
        Self::Message(message.into())
    }
}

/// A field error of a use case, which knows the field's name in the request.
pub trait NamedFieldError: Into<FieldError> {
    fn field_name(&self) -> Cow<'static, str>;
}

/// An id that names no service.
#[derive(Debug)]
pub struct UnknownService(Cow<'static, str>);

impl UnknownService {
    pub fn in_field(name: &'static str) -> Self {
        Self(name.into())
    }

    /// The entry of `serviceIds` with this index.
    pub fn at_index(index: usize) -> Self {
        Self(format!("serviceIds.{index}").into())
    }
}

impl From<UnknownService> for FieldError {
    fn from(_: UnknownService) -> Self {
        Self::UnknownService
    }
}

impl NamedFieldError for UnknownService {
    fn field_name(&self) -> Cow<'static, str> {
        self.0.clone()
    }
}

/// What is wrong with each field, in the order in which it was found. A path such as `lines.2.serviceId` leads to an
/// entry or a field inside a field.
#[derive(Debug, Clone, Default)]
pub struct FieldErrors(Vec<(String, FieldError)>);

impl FieldErrors {
    pub fn of_field(path: &str, error: impl Into<FieldError>) -> Self {
        Self(vec![(path.to_owned(), error.into())])
    }

    pub fn of_use_case<E: NamedFieldError>(errors: Vec<E>) -> Self {
        Self(errors.into_iter().map(|error| (error.field_name().into_owned(), error.into())).collect())
    }

    pub fn add(&mut self, path: impl Into<String>, error: impl Into<FieldError>) {
        self.0.push((path.into(), error.into()));
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn has(&self, path: &str) -> bool {
        self.0.iter().any(|(wrong, _)| wrong == path)
    }

    /// Whether this field, or a field or an entry inside it, is wrong.
    pub fn has_inside(&self, path: &str) -> bool {
        self.0.iter().any(|(wrong, _)| is_inside(wrong, path))
    }

    /// Adds what later checks found, except of fields that are known to be wrong already.
    pub(crate) fn add_later(&mut self, found: Self) {
        let found: Vec<_> = found.0.into_iter().filter(|(path, _)| !self.has(path)).collect();
        self.0.extend(found);
    }

    /// Adds the errors of an object inside, whose path is `path`.
    pub(crate) fn add_inside(&mut self, path: &str, inner: Self) {
        self.0.extend(inner.0.into_iter().map(|(name, error)| (format!("{path}.{name}"), error)));
    }

    pub fn iter(&self) -> impl Iterator<Item = (&str, &FieldError)> {
        self.0.iter().map(|(path, error)| (path.as_str(), error))
    }

    /// The same errors under the names that another request has for its fields.
    #[must_use]
    pub fn renamed(self, rename: impl Fn(String) -> String) -> Self {
        Self(self.0.into_iter().map(|(path, error)| (rename(path), error)).collect())
    }

    /// The messages of each field, as the error envelope shows them.
    pub(super) fn details(&self) -> ErrorDetails {
        let mut details = ErrorDetails::new();
        for (path, error) in self.iter() {
            details.entry(path.to_owned()).or_default().push(error.to_string());
        }
        details
    }
}

/// Whether `path` is the path of a field, or leads to an entry or a field inside it.
pub fn is_inside(path: &str, field: &str) -> bool {
    path.strip_prefix(field).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

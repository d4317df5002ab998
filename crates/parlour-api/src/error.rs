//! The one place where a refusal becomes a code and a status. Causes are logged, never sent.

use std::borrow::Cow;
use std::collections::BTreeMap;

use axum::response::{IntoResponse, Response};
use http::StatusCode;
use http::header::{HeaderValue, RETRY_AFTER};
use parlour_app::bookings::{
    CancelRefusal, Complaint, CompleteRefusal, DeskRefusal, RequestRefusal, RescheduleRefusal,
};
use parlour_app::customers::{
    AddRefusal, GiveRefusal, MakeTagRefusal, MergeRefusal, NoteRefusal, OverruleRefusal, TagRefusal,
};
use parlour_app::invoices::IssueRefusal;
use parlour_app::leads::{AdvanceRefusal, AssignRefusal, CaptureRefusal};
use parlour_app::memberships::{
    CancelMembershipRefusal, LineComplaint, SaleComplaint, SellRefusal, SessionRefusal,
};
use parlour_app::offers::OfferRefusal;
use parlour_app::once::OnceRefusal;
use parlour_app::outside::identity::IdentityError;
use parlour_app::profile::EraseRefusal;
use parlour_app::sign_in::SignInRefusal;
use parlour_store::DbError;
use serde::Serialize;
use utoipa::ToSchema;

/// What is said of an id that names no service.
pub(crate) const NO_SERVICE: &str = "is not a service of ours";

/// Field path to what is wrong with it.
pub(crate) type Details = BTreeMap<String, Vec<String>>;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Code {
    Validation,
    Unauthenticated,
    Forbidden,
    NotFound,
    MethodNotAllowed,
    Conflict,
    BookingAlreadyCancelled,
    BookingCancelWindowPassed,
    BookingInvalidStatusTransition,
    BookingMaxReschedules,
    OfferNotApplicable,
    OfferExpired,
    GemsServiceNotRedeemable,
    GemsInsufficientBalance,
    MembershipAlreadyActive,
    MembershipExpired,
    MembershipInsufficientHours,
    PayloadTooLarge,
    BusinessRule,
    RateLimited,
    Internal,
    Upstream,
    Unavailable,
    /// Nor will it be, until somebody sets it up.
    NotConfigured,
}

impl Code {
    /// Status, name, and whether the same request may succeed later.
    fn on_the_wire(self) -> (StatusCode, &'static str, bool) {
        match self {
            Self::Validation => (StatusCode::BAD_REQUEST, "VALIDATION_ERROR", false),
            Self::Unauthenticated => (StatusCode::UNAUTHORIZED, "UNAUTHENTICATED", false),
            Self::Forbidden => (StatusCode::FORBIDDEN, "FORBIDDEN", false),
            Self::NotFound => (StatusCode::NOT_FOUND, "NOT_FOUND", false),
            Self::MethodNotAllowed => (StatusCode::METHOD_NOT_ALLOWED, "METHOD_NOT_ALLOWED", false),
            Self::Conflict => (StatusCode::CONFLICT, "CONFLICT", false),
            Self::BookingAlreadyCancelled => (StatusCode::CONFLICT, "BOOKING_ALREADY_CANCELLED", false),
            Self::BookingCancelWindowPassed => (StatusCode::CONFLICT, "BOOKING_CANCEL_WINDOW_PASSED", false),
            Self::BookingInvalidStatusTransition => {
                (StatusCode::CONFLICT, "BOOKING_INVALID_STATUS_TRANSITION", false)
            }
            Self::GemsInsufficientBalance => (StatusCode::CONFLICT, "GEMS_INSUFFICIENT_BALANCE", false),
            Self::GemsServiceNotRedeemable => (StatusCode::CONFLICT, "GEMS_SERVICE_NOT_REDEEMABLE", false),
            Self::OfferExpired => (StatusCode::CONFLICT, "OFFER_EXPIRED", false),
            Self::OfferNotApplicable => (StatusCode::CONFLICT, "OFFER_NOT_APPLICABLE", false),
            Self::BookingMaxReschedules => (StatusCode::CONFLICT, "BOOKING_MAX_RESCHEDULES", false),
            Self::MembershipAlreadyActive => (StatusCode::CONFLICT, "MEMBERSHIP_ALREADY_ACTIVE", false),
            Self::MembershipExpired => (StatusCode::CONFLICT, "MEMBERSHIP_EXPIRED", false),
            Self::MembershipInsufficientHours => {
                (StatusCode::CONFLICT, "MEMBERSHIP_INSUFFICIENT_HOURS", false)
            }
            Self::PayloadTooLarge => (StatusCode::PAYLOAD_TOO_LARGE, "PAYLOAD_TOO_LARGE", false),
            Self::BusinessRule => (StatusCode::UNPROCESSABLE_ENTITY, "BUSINESS_RULE_VIOLATION", false),
            Self::RateLimited => (StatusCode::TOO_MANY_REQUESTS, "RATE_LIMITED", true),
            Self::Internal => (StatusCode::INTERNAL_SERVER_ERROR, "INTERNAL_ERROR", true),
            Self::Upstream => (StatusCode::BAD_GATEWAY, "UPSTREAM_ERROR", true),
            Self::Unavailable => (StatusCode::SERVICE_UNAVAILABLE, "SERVICE_UNAVAILABLE", true),
            Self::NotConfigured => (StatusCode::SERVICE_UNAVAILABLE, "SERVICE_UNAVAILABLE", false),
        }
    }
}

#[derive(Debug, Clone)]
pub(crate) struct ApiError {
    code: Code,
    message: Cow<'static, str>,
    details: Option<Details>,
    /// For the log.
    cause: Option<String>,
}

impl ApiError {
    pub(crate) fn new(code: Code, message: impl Into<Cow<'static, str>>) -> Self {
        Self { code, message: message.into(), details: None, cause: None }
    }

    pub(crate) fn invalid(details: Details) -> Self {
        let message = "Some fields are not valid.";
        Self { details: Some(details), ..Self::new(Code::Validation, message) }
    }

    pub(crate) fn invalid_field(field: &str, what: impl Into<String>) -> Self {
        Self::invalid(Details::from([(field.to_owned(), vec![what.into()])]))
    }

    pub(crate) fn not_found(what: &str) -> Self {
        Self::new(Code::NotFound, format!("{what} was not found."))
    }

    pub(crate) fn unauthenticated() -> Self {
        Self::new(Code::Unauthenticated, "Sign in to do this.")
    }

    fn internal(cause: impl Into<String>) -> Self {
        let cause = Some(cause.into());
        Self { cause, ..Self::new(Code::Internal, "Something went wrong on our side. Please try again.") }
    }

    pub(crate) fn panicked() -> Self {
        Self::internal("the handler panicked")
    }

    pub(crate) fn status(&self) -> StatusCode {
        self.code.on_the_wire().0
    }

    pub(crate) fn message(&self) -> &str {
        &self.message
    }

    /// What is wrong with the first of the fields, where fields are what is wrong.
    pub(crate) fn first_complaint(&self) -> Option<&str> {
        self.details.as_ref()?.values().flatten().next().map(String::as_str)
    }

    pub(crate) fn cause(&self) -> Option<&str> {
        self.cause.as_deref()
    }

    /// The contract's error envelope.
    pub(crate) fn envelope(&self, request_id: &str) -> String {
        let (status, code, retryable) = self.code.on_the_wire();
        let error = ErrorBody {
            code,
            message: &self.message,
            status_code: status.as_u16(),
            request_id,
            retryable,
            details: self.details.as_ref(),
        };
        // Strings and numbers always serialise.
        serde_json::to_string(&ErrorEnvelope { success: false, error }).unwrap_or_default()
    }
}

/// The answer to a request that failed.
#[derive(Serialize, ToSchema)]
pub(crate) struct ErrorEnvelope<'a> {
    #[schema(example = false)]
    success: bool,
    error: ErrorBody<'a>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ErrorBody<'a> {
    /// What went wrong, for programs.
    #[schema(example = "VALIDATION_ERROR")]
    code: &'a str,
    /// What went wrong, for people.
    message: &'a str,
    status_code: u16,
    /// The same as in the `x-request-id` header.
    #[schema(example = "req_8fk2mzq4wc7d")]
    request_id: &'a str,
    /// Whether the same request may succeed later.
    retryable: bool,
    /// Field path to what is wrong with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<std::collections::HashMap<String, Vec<String>>>, nullable = false)]
    details: Option<&'a Details>,
}

/// The front knows the request's id, so the envelope is written there.
impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = self.status().into_response();
        if self.code == Code::Unavailable {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("2"));
        }
        response.extensions_mut().insert(self);
        response
    }
}

impl From<DbError> for ApiError {
    fn from(error: DbError) -> Self {
        if error.is_passing() {
            let message = "The service is busy or being maintained. Please try again in a moment.";
            Self { cause: Some(error.to_string()), ..Self::new(Code::Unavailable, message) }
        } else {
            Self::internal(error.to_string())
        }
    }
}

impl From<OnceRefusal> for ApiError {
    fn from(refusal: OnceRefusal) -> Self {
        match refusal {
            OnceRefusal::OtherBody => Self::new(
                Code::BusinessRule,
                "This Idempotency-Key was already used for a different request.",
            ),
            OnceRefusal::Db(error) => error.into(),
        }
    }
}

impl From<CaptureRefusal> for ApiError {
    fn from(refusal: CaptureRefusal) -> Self {
        match refusal {
            CaptureRefusal::UnknownService => Self::invalid_field("serviceInterestedId", NO_SERVICE),
            CaptureRefusal::Once(refusal) => refusal.into(),
            CaptureRefusal::Db(error) => error.into(),
        }
    }
}

impl From<AdvanceRefusal> for ApiError {
    fn from(refusal: AdvanceRefusal) -> Self {
        match refusal {
            AdvanceRefusal::Unknown => Self::not_found("This lead"),
            AdvanceRefusal::NotAllowed(from, to) => {
                Self::new(Code::Conflict, format!("A lead that is {from} cannot become {to}."))
            }
            AdvanceRefusal::Db(error) => error.into(),
        }
    }
}

impl From<AssignRefusal> for ApiError {
    fn from(refusal: AssignRefusal) -> Self {
        match refusal {
            AssignRefusal::Unknown => Self::not_found("This lead"),
            AssignRefusal::NotOfTheTeam => Self::invalid_field("assignedTo", "must be somebody of the team"),
            AssignRefusal::Db(error) => error.into(),
        }
    }
}

impl From<OfferRefusal> for ApiError {
    fn from(refusal: OfferRefusal) -> Self {
        match refusal {
            OfferRefusal::Unknown => Self::not_found("This offer"),
            OfferRefusal::UnknownServices(places) => {
                let complaint = |place| (format!("serviceIds.{place}"), vec![NO_SERVICE.to_owned()]);
                Self::invalid(places.into_iter().map(complaint).collect())
            }
            OfferRefusal::Db(error) => error.into(),
        }
    }
}

impl From<RequestRefusal> for ApiError {
    fn from(refusal: RequestRefusal) -> Self {
        match refusal {
            RequestRefusal::NotPossible(complaints) => not_possible(&complaints),
            RequestRefusal::Once(refusal) => refusal.into(),
            RequestRefusal::Db(error) => error.into(),
        }
    }
}

fn not_possible(complaints: &[Complaint]) -> ApiError {
    let mut details = Details::new();
    for complaint in complaints {
        details.entry(field_of(complaint)).or_default().push(complaint.to_string());
    }
    ApiError::invalid(details)
}

/// The field of a booking's body that a complaint is about.
pub(crate) fn field_of(complaint: &Complaint) -> String {
    match complaint {
        Complaint::Branch => "branchId".to_owned(),
        Complaint::NobodyServes => "serviceType".to_owned(),
        Complaint::TooManyServices | Complaint::TooLong => "serviceIds".to_owned(),
        Complaint::Customer => "customerId".to_owned(),
        Complaint::Staff => "staffId".to_owned(),
        Complaint::UnknownService(place)
        | Complaint::ServiceNotOffered(place)
        | Complaint::OtherType(place, _) => format!("serviceIds.{place}"),
        Complaint::Date(_) => "bookingDate".to_owned(),
        Complaint::Start(_) => "startTime".to_owned(),
    }
}

impl From<DeskRefusal> for ApiError {
    fn from(refusal: DeskRefusal) -> Self {
        match refusal {
            DeskRefusal::Unknown => Self::not_found("This booking"),
            DeskRefusal::WrongStatus(status) => {
                let word = status.as_str().replace('_', " ");
                Self::new(
                    Code::BookingInvalidStatusTransition,
                    format!("This booking is {word}, which does not allow that."),
                )
            }
            DeskRefusal::NotAhead => {
                Self::new(Code::BookingAlreadyCancelled, "This booking can no longer be cancelled.")
            }
            DeskRefusal::UnknownStaff => Self::invalid_field("staffId", Complaint::Staff.to_string()),
            DeskRefusal::NotPossible(complaints) => not_possible(&complaints),
            DeskRefusal::Db(error) => error.into(),
        }
    }
}

impl From<CancelRefusal> for ApiError {
    fn from(refusal: CancelRefusal) -> Self {
        match refusal {
            CancelRefusal::Unknown => Self::not_found("This booking"),
            CancelRefusal::NotAhead => {
                Self::new(Code::BookingAlreadyCancelled, "This booking can no longer be cancelled.")
            }
            CancelRefusal::WindowPassed => Self::new(
                Code::BookingCancelWindowPassed,
                "It is too late to cancel this booking here. Please call the salon.",
            ),
            CancelRefusal::Db(error) => error.into(),
        }
    }
}

impl From<CompleteRefusal> for ApiError {
    fn from(refusal: CompleteRefusal) -> Self {
        match refusal {
            CompleteRefusal::Unknown => Self::not_found("This booking"),
            CompleteRefusal::UnknownOffer => Self::not_found("This offer"),
            CompleteRefusal::NotUnderWay => Self::new(
                Code::BookingInvalidStatusTransition,
                "Only a confirmed booking, or one in progress, can be completed.",
            ),
            CompleteRefusal::OfferExpired => {
                Self::new(Code::OfferExpired, "This offer is not running today.")
            }
            CompleteRefusal::OfferNotApplicable => Self::new(
                Code::OfferNotApplicable,
                "This offer does not apply: it is for other services, or the customer used one today.",
            ),
            CompleteRefusal::NotRedeemable => {
                Self::new(Code::GemsServiceNotRedeemable, "Gems cannot pay for that in this booking.")
            }
            CompleteRefusal::InsufficientGems => {
                Self::new(Code::GemsInsufficientBalance, "The customer does not have enough gems.")
            }
            CompleteRefusal::Issue(refusal) => refusal.into(),
            CompleteRefusal::Once(refusal) => refusal.into(),
            CompleteRefusal::Db(error) => error.into(),
        }
    }
}

impl From<IssueRefusal> for ApiError {
    fn from(refusal: IssueRefusal) -> Self {
        match refusal {
            IssueRefusal::Db(error) => error.into(),
            other => Self::internal(other.to_string()),
        }
    }
}

impl From<RescheduleRefusal> for ApiError {
    fn from(refusal: RescheduleRefusal) -> Self {
        match refusal {
            RescheduleRefusal::Unknown => Self::not_found("This booking"),
            RescheduleRefusal::NotAhead => {
                Self::new(Code::BookingInvalidStatusTransition, "This booking can no longer be moved.")
            }
            RescheduleRefusal::TooOften => Self::new(
                Code::BookingMaxReschedules,
                "This booking was moved twice already. Please call the salon.",
            ),
            RescheduleRefusal::NotPossible(complaints) => not_possible(&complaints),
            RescheduleRefusal::Db(error) => error.into(),
        }
    }
}

impl From<SellRefusal> for ApiError {
    fn from(refusal: SellRefusal) -> Self {
        match refusal {
            SellRefusal::NotPossible(complaints) => {
                let said = |complaint: &SaleComplaint| {
                    (field_of_sale(*complaint).to_owned(), vec![complaint.to_string()])
                };
                Self::invalid(complaints.iter().map(said).collect())
            }
            SellRefusal::NoPrimaryBranch => Self::not_found("The primary branch"),
            SellRefusal::AlreadyActive => {
                Self::new(Code::MembershipAlreadyActive, "This customer already has an active membership.")
            }
            SellRefusal::Issue(refusal) => refusal.into(),
            SellRefusal::Once(refusal) => refusal.into(),
            SellRefusal::Db(error) => error.into(),
        }
    }
}

/// The field of a membership's body that a complaint is about.
pub(crate) fn field_of_sale(complaint: SaleComplaint) -> &'static str {
    match complaint {
        SaleComplaint::UnknownCustomer => "customerId",
        SaleComplaint::TierNotOnSale => "tierId",
    }
}

impl From<SessionRefusal> for ApiError {
    fn from(refusal: SessionRefusal) -> Self {
        match refusal {
            SessionRefusal::Unknown => Self::not_found("This membership"),
            SessionRefusal::Over => {
                Self::new(Code::MembershipExpired, "This membership is over: no hours can be taken from it.")
            }
            SessionRefusal::NotPossible(complaints) => {
                let said =
                    |complaint: &LineComplaint| (field_of_line(*complaint), vec![complaint.to_string()]);
                Self::invalid(complaints.iter().map(said).collect())
            }
            SessionRefusal::NotStarted => {
                Self::new(Code::BusinessRule, "This membership had not begun on that day.")
            }
            SessionRefusal::InsufficientHours => {
                Self::new(Code::MembershipInsufficientHours, "This membership has not as many minutes left.")
            }
            SessionRefusal::NoPrimaryBranch => Self::not_found("The primary branch"),
            SessionRefusal::Issue(refusal) => refusal.into(),
            SessionRefusal::Once(refusal) => refusal.into(),
            SessionRefusal::Db(error) => error.into(),
        }
    }
}

/// The field of a session's body that a complaint is about.
pub(crate) fn field_of_line(complaint: LineComplaint) -> String {
    match complaint {
        LineComplaint::UnknownService(place) => format!("services.{place}.serviceId"),
        LineComplaint::UnknownStaff(place) => format!("services.{place}.staffId"),
    }
}

impl From<CancelMembershipRefusal> for ApiError {
    fn from(refusal: CancelMembershipRefusal) -> Self {
        match refusal {
            CancelMembershipRefusal::Unknown => Self::not_found("This membership"),
            CancelMembershipRefusal::NotActive => {
                Self::new(Code::Conflict, "Only an active membership can be cancelled.")
            }
            CancelMembershipRefusal::Db(error) => error.into(),
        }
    }
}

impl From<AddRefusal> for ApiError {
    fn from(refusal: AddRefusal) -> Self {
        match refusal {
            AddRefusal::EmailTaken => Self::new(Code::Conflict, "Someone with this e-mail is known already."),
            AddRefusal::Db(error) => error.into(),
        }
    }
}

impl From<OverruleRefusal> for ApiError {
    fn from(refusal: OverruleRefusal) -> Self {
        match refusal {
            OverruleRefusal::Unknown => Self::not_found("This customer"),
            OverruleRefusal::Db(error) => error.into(),
        }
    }
}

impl From<MergeRefusal> for ApiError {
    fn from(refusal: MergeRefusal) -> Self {
        let said = refusal.to_string();
        match refusal {
            MergeRefusal::Unknown => Self::not_found("This customer"),
            MergeRefusal::UnknownTarget => Self::invalid_field("intoId", said),
            MergeRefusal::NotACustomer | MergeRefusal::TwoMemberships => Self::new(Code::Conflict, said),
            MergeRefusal::Db(error) => error.into(),
        }
    }
}

impl From<NoteRefusal> for ApiError {
    fn from(refusal: NoteRefusal) -> Self {
        let said = refusal.to_string();
        match refusal {
            NoteRefusal::UnknownCustomer => Self::invalid_field("id", said),
            NoteRefusal::UnknownBooking => Self::invalid_field("bookingId", said),
            NoteRefusal::Db(error) => error.into(),
        }
    }
}

impl From<TagRefusal> for ApiError {
    fn from(refusal: TagRefusal) -> Self {
        let said = refusal.to_string();
        match refusal {
            TagRefusal::UnknownCustomer => Self::invalid_field("id", said),
            TagRefusal::UnknownTag => Self::invalid_field("tagId", said),
            TagRefusal::Db(error) => error.into(),
        }
    }
}

impl From<MakeTagRefusal> for ApiError {
    fn from(refusal: MakeTagRefusal) -> Self {
        match refusal {
            MakeTagRefusal::NameTaken => Self::new(Code::Conflict, "There is a tag of this name already."),
            MakeTagRefusal::Db(error) => error.into(),
        }
    }
}

impl From<GiveRefusal> for ApiError {
    fn from(refusal: GiveRefusal) -> Self {
        match refusal {
            GiveRefusal::Unknown => Self::not_found("This customer"),
            GiveRefusal::InsufficientBalance => {
                Self::new(Code::GemsInsufficientBalance, "The customer does not have enough gems.")
            }
            GiveRefusal::Db(error) => error.into(),
        }
    }
}

impl From<EraseRefusal> for ApiError {
    fn from(refusal: EraseRefusal) -> Self {
        let said = refusal.to_string();
        match refusal {
            EraseRefusal::NotConfirmed => Self::invalid_field("confirm", said),
            EraseRefusal::SignInTooOld => {
                Self::new(Code::Forbidden, "Sign in again first: this needs a recent sign-in.")
            }
            EraseRefusal::MembershipActive | EraseRefusal::LastOwner => Self::new(Code::Conflict, said),
            EraseRefusal::Db(error) => error.into(),
        }
    }
}

impl From<SignInRefusal> for ApiError {
    fn from(refusal: SignInRefusal) -> Self {
        match refusal {
            SignInRefusal::Raced => {
                Self::new(Code::Conflict, "Another sign-in was a moment earlier. Please try again.")
            }
            SignInRefusal::Db(error) => error.into(),
        }
    }
}

impl From<IdentityError> for ApiError {
    fn from(error: IdentityError) -> Self {
        let cause = Some(error.to_string());
        match error {
            IdentityError::Unreachable { .. } => {
                let message = "The sign-in provider cannot be reached. Please try again in a moment.";
                Self { cause, ..Self::new(Code::Upstream, message) }
            }
            IdentityError::Refused(_) | IdentityError::BadToken(_) => {
                let message = "The sign-in could not be confirmed. Please try again.";
                Self { cause, ..Self::new(Code::Unauthenticated, message) }
            }
        }
    }
}

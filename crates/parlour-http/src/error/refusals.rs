//! What the acts of the salon refuse, as codes and fields.

use chrono::NaiveTime;
use parlour_app::bookings::{
    BookingFieldError, CancelRefusal, CompleteRefusal, DeskRefusal, RequestRefusal, RescheduleRefusal,
};
use parlour_app::credit_notes::CreditRefusal;
use parlour_app::customers::{
    AddCustomerRefusal, AddNoteRefusal, BookingOverrideRefusal, CreateTagRefusal, GrantGemsRefusal,
    MergeRefusal, TagRefusal,
};
use parlour_app::holidays::HolidayRefusal;
use parlour_app::integrations::RetryRefusal;
use parlour_app::invoices::{IssueRefusal, SendInvoiceRefusal};
use parlour_app::leads::{AdvanceLeadRefusal, AssignLeadRefusal, CaptureLeadRefusal};
use parlour_app::leave::{DecideLeaveRefusal, LeaveRequestRefusal, WithdrawLeaveRefusal};
use parlour_app::memberships::{
    CancelMembershipRefusal, SaleFieldError, SellRefusal, SessionLineError, SessionRefusal,
};
use parlour_app::offers::OfferRefusal;
use parlour_app::schedule::SetWeekRefusal;

use super::{ErrorCode, FieldErrors, HttpError, UNKNOWN_SERVICE_MESSAGE};

impl From<CaptureLeadRefusal> for HttpError {
    fn from(refusal: CaptureLeadRefusal) -> Self {
        match refusal {
            CaptureLeadRefusal::UnknownService => {
                Self::invalid_field("serviceInterestedId", UNKNOWN_SERVICE_MESSAGE)
            }
            CaptureLeadRefusal::Db(error) => error.into(),
        }
    }
}

impl From<AdvanceLeadRefusal> for HttpError {
    fn from(refusal: AdvanceLeadRefusal) -> Self {
        match refusal {
            AdvanceLeadRefusal::Unknown => Self::not_found("This lead"),
            AdvanceLeadRefusal::NotAllowed(from, to) => {
                Self::new(ErrorCode::Conflict, format!("A lead that is {from} cannot become {to}."))
            }
            AdvanceLeadRefusal::Db(error) => error.into(),
        }
    }
}

impl From<AssignLeadRefusal> for HttpError {
    fn from(refusal: AssignLeadRefusal) -> Self {
        match refusal {
            AssignLeadRefusal::Unknown => Self::not_found("This lead"),
            AssignLeadRefusal::NotTeamMember => {
                Self::invalid_field("assignedTo", "must be somebody of the team")
            }
            AssignLeadRefusal::Db(error) => error.into(),
        }
    }
}

impl From<OfferRefusal> for HttpError {
    fn from(refusal: OfferRefusal) -> Self {
        match refusal {
            OfferRefusal::Unknown => Self::not_found("This offer"),
            OfferRefusal::UnknownServices(places) => {
                let field_error =
                    |place| (format!("serviceIds.{place}"), vec![UNKNOWN_SERVICE_MESSAGE.to_owned()]);
                Self::invalid(places.into_iter().map(field_error).collect())
            }
            OfferRefusal::Db(error) => error.into(),
        }
    }
}

impl From<SetWeekRefusal> for HttpError {
    fn from(refusal: SetWeekRefusal) -> Self {
        match refusal {
            SetWeekRefusal::Unknown => Self::not_found("This member of staff"),
            SetWeekRefusal::Db(error) => error.into(),
        }
    }
}

impl From<LeaveRequestRefusal> for HttpError {
    fn from(refusal: LeaveRequestRefusal) -> Self {
        match refusal {
            LeaveRequestRefusal::NotOnTheRoster => {
                Self::new(ErrorCode::Conflict, "You are not on the roster, so there is no leave to ask for.")
            }
            LeaveRequestRefusal::Taken => Self::new(
                ErrorCode::Conflict,
                "You have asked for some of these days already, or have them off.",
            ),
            LeaveRequestRefusal::Db(error) => error.into(),
        }
    }
}

impl From<DecideLeaveRefusal> for HttpError {
    fn from(refusal: DecideLeaveRefusal) -> Self {
        match refusal {
            DecideLeaveRefusal::Unknown => Self::not_found("This request for leave"),
            DecideLeaveRefusal::Decided => {
                Self::new(ErrorCode::Conflict, "This request for leave is decided already.")
            }
            DecideLeaveRefusal::Db(error) => error.into(),
        }
    }
}

impl From<WithdrawLeaveRefusal> for HttpError {
    fn from(refusal: WithdrawLeaveRefusal) -> Self {
        match refusal {
            WithdrawLeaveRefusal::Unknown => Self::not_found("This request for leave"),
            WithdrawLeaveRefusal::Decided => {
                Self::new(ErrorCode::Conflict, "This request for leave is decided already.")
            }
            WithdrawLeaveRefusal::Db(error) => error.into(),
        }
    }
}

impl From<HolidayRefusal> for HttpError {
    fn from(refusal: HolidayRefusal) -> Self {
        let said = refusal.to_string();
        match refusal {
            HolidayRefusal::Unknown => Self::not_found("This holiday"),
            HolidayRefusal::UnknownBranch => Self::invalid_field("branchId", said),
            HolidayRefusal::Taken => {
                Self::new(ErrorCode::Conflict, "The branch has a holiday that day already.")
            }
            HolidayRefusal::Db(error) => error.into(),
        }
    }
}

impl From<RetryRefusal> for HttpError {
    fn from(refusal: RetryRefusal) -> Self {
        match refusal {
            RetryRefusal::Unknown => Self::not_found("This work"),
            RetryRefusal::NotParked => Self::new(ErrorCode::Conflict, "This work is not parked."),
            RetryRefusal::AlreadyQueued => {
                Self::new(ErrorCode::Conflict, "The same work waits to be done already.")
            }
            RetryRefusal::Db(error) => error.into(),
        }
    }
}

impl From<RequestRefusal> for HttpError {
    fn from(refusal: RequestRefusal) -> Self {
        match refusal {
            RequestRefusal::InvalidFields(field_errors) => invalid_booking_fields(&field_errors),
            RequestRefusal::SlotUnavailable(nearest) => slot_unavailable(&nearest),
            RequestRefusal::Db(error) => error.into(),
        }
    }
}

fn invalid_booking_fields(field_errors: &[BookingFieldError]) -> HttpError {
    let mut details = FieldErrors::new();
    for field_error in field_errors {
        details.entry(booking_field_name(field_error)).or_default().push(field_error.to_string());
    }
    HttpError::invalid(details)
}

/// The nearest free times, up to three, stand where the field_error would.
fn slot_unavailable(nearest: &[NaiveTime]) -> HttpError {
    let message = match nearest {
        [] => "Nobody is free at this time, nor at another of this day.",
        _ => "Nobody is free at this time. Please choose another.",
    };
    let times = nearest.iter().map(|time| time.format("%H:%M").to_string()).collect();
    let details = Some(FieldErrors::from([("startTime".to_owned(), times)]));
    HttpError { details, ..HttpError::new(ErrorCode::BookingSlotUnavailable, message) }
}

/// The field of a booking's body that a field_error is about.
pub fn booking_field_name(field_error: &BookingFieldError) -> String {
    match field_error {
        BookingFieldError::Branch => "branchId".to_owned(),
        BookingFieldError::NoStaffForServiceType => "serviceType".to_owned(),
        BookingFieldError::TooManyServices | BookingFieldError::TooLong => "serviceIds".to_owned(),
        BookingFieldError::Customer => "customerId".to_owned(),
        BookingFieldError::Staff | BookingFieldError::StaffOfOtherBranch => "staffId".to_owned(),
        BookingFieldError::UnknownService(place)
        | BookingFieldError::ServiceNotOffered(place)
        | BookingFieldError::WrongServiceType(place, _) => format!("serviceIds.{place}"),
        BookingFieldError::Date(_) => "bookingDate".to_owned(),
        BookingFieldError::Start(_) => "startTime".to_owned(),
    }
}

impl From<DeskRefusal> for HttpError {
    fn from(refusal: DeskRefusal) -> Self {
        match refusal {
            DeskRefusal::Unknown => Self::not_found("This booking"),
            DeskRefusal::WrongStatus(status) => {
                let word = status.as_str().replace('_', " ");
                Self::new(
                    ErrorCode::BookingInvalidStatusTransition,
                    format!("This booking is {word}, which does not allow that."),
                )
            }
            DeskRefusal::NotUpcoming => {
                Self::new(ErrorCode::BookingAlreadyCancelled, "This booking can no longer be cancelled.")
            }
            DeskRefusal::UnknownStaff => Self::invalid_field("staffId", BookingFieldError::Staff.to_string()),
            DeskRefusal::InvalidFields(field_errors) => invalid_booking_fields(&field_errors),
            DeskRefusal::SlotUnavailable(nearest) => slot_unavailable(&nearest),
            DeskRefusal::Db(error) => error.into(),
        }
    }
}

impl From<CancelRefusal> for HttpError {
    fn from(refusal: CancelRefusal) -> Self {
        match refusal {
            CancelRefusal::Unknown => Self::not_found("This booking"),
            CancelRefusal::NotUpcoming => {
                Self::new(ErrorCode::BookingAlreadyCancelled, "This booking can no longer be cancelled.")
            }
            CancelRefusal::WindowPassed => Self::new(
                ErrorCode::BookingCancelWindowPassed,
                "It is too late to cancel this booking here. Please call the salon.",
            ),
            CancelRefusal::Db(error) => error.into(),
        }
    }
}

impl From<CompleteRefusal> for HttpError {
    fn from(refusal: CompleteRefusal) -> Self {
        match refusal {
            CompleteRefusal::Unknown => Self::not_found("This booking"),
            CompleteRefusal::UnknownOffer => Self::not_found("This offer"),
            CompleteRefusal::NotConfirmedOrInProgress => Self::new(
                ErrorCode::BookingInvalidStatusTransition,
                "Only a confirmed booking, or one in progress, can be completed.",
            ),
            CompleteRefusal::OfferExpired => {
                Self::new(ErrorCode::OfferExpired, "This offer is not running today.")
            }
            CompleteRefusal::OfferNotApplicable => Self::new(
                ErrorCode::OfferNotApplicable,
                "This offer does not apply: it is for other services, or the customer used one today.",
            ),
            CompleteRefusal::NotRedeemable => {
                Self::new(ErrorCode::GemsServiceNotRedeemable, "Gems cannot pay for that in this booking.")
            }
            CompleteRefusal::InsufficientGems => {
                Self::new(ErrorCode::GemsInsufficientBalance, "The customer does not have enough gems.")
            }
            CompleteRefusal::Issue(refusal) => refusal.into(),
            CompleteRefusal::Db(error) => error.into(),
        }
    }
}

impl From<IssueRefusal> for HttpError {
    fn from(refusal: IssueRefusal) -> Self {
        match refusal {
            IssueRefusal::Db(error) => error.into(),
            other => Self::internal(other.to_string()),
        }
    }
}

impl From<CreditRefusal> for HttpError {
    fn from(refusal: CreditRefusal) -> Self {
        match refusal {
            CreditRefusal::Unknown => Self::not_found("This invoice"),
            CreditRefusal::AlreadyCredited => {
                Self::new(ErrorCode::Conflict, "This invoice has a credit note already.")
            }
            CreditRefusal::NothingToCredit => Self::new(
                ErrorCode::BusinessRule,
                "Nothing was paid on this invoice, so there is nothing to credit.",
            ),
            CreditRefusal::Issue(refusal) => refusal.into(),
            CreditRefusal::Db(error) => error.into(),
        }
    }
}

impl From<SendInvoiceRefusal> for HttpError {
    fn from(refusal: SendInvoiceRefusal) -> Self {
        match refusal {
            SendInvoiceRefusal::Unknown => Self::not_found("This invoice"),
            SendInvoiceRefusal::NoEmail => Self::new(
                ErrorCode::BusinessRule,
                "This customer has no e-mail address to send the invoice to.",
            ),
            SendInvoiceRefusal::Db(error) => error.into(),
        }
    }
}

impl From<RescheduleRefusal> for HttpError {
    fn from(refusal: RescheduleRefusal) -> Self {
        match refusal {
            RescheduleRefusal::Unknown => Self::not_found("This booking"),
            RescheduleRefusal::NotUpcoming => {
                Self::new(ErrorCode::BookingInvalidStatusTransition, "This booking can no longer be moved.")
            }
            RescheduleRefusal::TooOften => Self::new(
                ErrorCode::BookingMaxReschedules,
                "This booking was moved twice already. Please call the salon.",
            ),
            RescheduleRefusal::InvalidFields(field_errors) => invalid_booking_fields(&field_errors),
            RescheduleRefusal::SlotUnavailable(nearest) => slot_unavailable(&nearest),
            RescheduleRefusal::Db(error) => error.into(),
        }
    }
}

impl From<SellRefusal> for HttpError {
    fn from(refusal: SellRefusal) -> Self {
        match refusal {
            SellRefusal::InvalidFields(field_errors) => {
                let said = |field_error: &SaleFieldError| {
                    (membership_sale_field_name(*field_error).to_owned(), vec![field_error.to_string()])
                };
                Self::invalid(field_errors.iter().map(said).collect())
            }
            SellRefusal::NoPrimaryBranch => Self::not_found("The primary branch"),
            SellRefusal::AlreadyActive => Self::new(
                ErrorCode::MembershipAlreadyActive,
                "This customer already has an active membership.",
            ),
            SellRefusal::Issue(refusal) => refusal.into(),
            SellRefusal::Db(error) => error.into(),
        }
    }
}

/// The field of a membership's body that a field_error is about.
pub fn membership_sale_field_name(field_error: SaleFieldError) -> &'static str {
    match field_error {
        SaleFieldError::UnknownCustomer => "customerId",
        SaleFieldError::TierNotOnSale => "tierId",
    }
}

impl From<SessionRefusal> for HttpError {
    fn from(refusal: SessionRefusal) -> Self {
        match refusal {
            SessionRefusal::Unknown => Self::not_found("This membership"),
            SessionRefusal::Over => Self::new(
                ErrorCode::MembershipExpired,
                "This membership is over: no hours can be taken from it.",
            ),
            SessionRefusal::InvalidFields(field_errors) => {
                let said = |field_error: &SessionLineError| {
                    (session_line_field_name(*field_error), vec![field_error.to_string()])
                };
                Self::invalid(field_errors.iter().map(said).collect())
            }
            SessionRefusal::NotStarted => {
                Self::new(ErrorCode::BusinessRule, "This membership had not begun on that day.")
            }
            SessionRefusal::InsufficientHours => Self::new(
                ErrorCode::MembershipInsufficientHours,
                "This membership has not as many minutes left.",
            ),
            SessionRefusal::NoPrimaryBranch => Self::not_found("The primary branch"),
            SessionRefusal::Issue(refusal) => refusal.into(),
            SessionRefusal::Db(error) => error.into(),
        }
    }
}

/// The field of a session's body that a field_error is about.
pub fn session_line_field_name(field_error: SessionLineError) -> String {
    match field_error {
        SessionLineError::UnknownService(place) => format!("services.{place}.serviceId"),
        SessionLineError::UnknownStaff(place) => format!("services.{place}.staffId"),
    }
}

impl From<CancelMembershipRefusal> for HttpError {
    fn from(refusal: CancelMembershipRefusal) -> Self {
        match refusal {
            CancelMembershipRefusal::Unknown => Self::not_found("This membership"),
            CancelMembershipRefusal::NotActive => {
                Self::new(ErrorCode::Conflict, "Only an active membership can be cancelled.")
            }
            CancelMembershipRefusal::Db(error) => error.into(),
        }
    }
}

impl From<AddCustomerRefusal> for HttpError {
    fn from(refusal: AddCustomerRefusal) -> Self {
        match refusal {
            AddCustomerRefusal::EmailTaken => {
                Self::new(ErrorCode::Conflict, "Someone with this e-mail is known already.")
            }
            AddCustomerRefusal::Db(error) => error.into(),
        }
    }
}

impl From<BookingOverrideRefusal> for HttpError {
    fn from(refusal: BookingOverrideRefusal) -> Self {
        match refusal {
            BookingOverrideRefusal::Unknown => Self::not_found("This customer"),
            BookingOverrideRefusal::Db(error) => error.into(),
        }
    }
}

impl From<MergeRefusal> for HttpError {
    fn from(refusal: MergeRefusal) -> Self {
        match refusal {
            MergeRefusal::Unknown => Self::not_found("This customer"),
            MergeRefusal::UnknownTarget => {
                Self::invalid_field("intoId", MergeRefusal::UnknownTarget.to_string())
            }
            MergeRefusal::NotACustomer => {
                Self::new(ErrorCode::Conflict, "Only customers can be merged, not members of the team.")
            }
            MergeRefusal::TwoMemberships => Self::new(
                ErrorCode::MembershipAlreadyActive,
                "Both customers have an active membership. Cancel one of them first.",
            ),
            MergeRefusal::Db(error) => error.into(),
        }
    }
}

impl From<AddNoteRefusal> for HttpError {
    fn from(refusal: AddNoteRefusal) -> Self {
        let said = refusal.to_string();
        match refusal {
            AddNoteRefusal::UnknownCustomer => Self::invalid_field("id", said),
            AddNoteRefusal::UnknownBooking => Self::invalid_field("bookingId", said),
            AddNoteRefusal::Db(error) => error.into(),
        }
    }
}

impl From<TagRefusal> for HttpError {
    fn from(refusal: TagRefusal) -> Self {
        let said = refusal.to_string();
        match refusal {
            TagRefusal::UnknownCustomer => Self::invalid_field("id", said),
            TagRefusal::UnknownTag => Self::invalid_field("tagId", said),
            TagRefusal::Db(error) => error.into(),
        }
    }
}

impl From<CreateTagRefusal> for HttpError {
    fn from(refusal: CreateTagRefusal) -> Self {
        match refusal {
            CreateTagRefusal::NameTaken => {
                Self::new(ErrorCode::Conflict, "There is a tag of this name already.")
            }
            CreateTagRefusal::Db(error) => error.into(),
        }
    }
}

impl From<GrantGemsRefusal> for HttpError {
    fn from(refusal: GrantGemsRefusal) -> Self {
        match refusal {
            GrantGemsRefusal::Unknown => Self::not_found("This customer"),
            GrantGemsRefusal::InsufficientBalance => {
                Self::new(ErrorCode::GemsInsufficientBalance, "The customer does not have enough gems.")
            }
            GrantGemsRefusal::Db(error) => error.into(),
        }
    }
}

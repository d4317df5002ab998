//! What the acts of the salon refuse, as codes and fields.

use chrono::NaiveTime;
use parlour_app::bookings::{
    CancelRefusal, Complaint, CompleteRefusal, DeskRefusal, RequestRefusal, RescheduleRefusal,
};
use parlour_app::customers::{
    AddRefusal, GiveRefusal, MakeTagRefusal, MergeRefusal, NoteRefusal, OverruleRefusal, TagRefusal,
};
use parlour_app::holidays::HolidayRefusal;
use parlour_app::integrations::RetryRefusal;
use parlour_app::invoices::{CreditRefusal, IssueRefusal, SendRefusal};
use parlour_app::leads::{AdvanceRefusal, AssignRefusal, CaptureRefusal};
use parlour_app::leave::{AskRefusal, DecideRefusal, WithdrawRefusal};
use parlour_app::memberships::{
    CancelMembershipRefusal, LineComplaint, SaleComplaint, SellRefusal, SessionRefusal,
};
use parlour_app::offers::OfferRefusal;
use parlour_app::schedule::SetWeekRefusal;

use super::{ApiError, Code, Details, NO_SERVICE};

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

impl From<SetWeekRefusal> for ApiError {
    fn from(refusal: SetWeekRefusal) -> Self {
        match refusal {
            SetWeekRefusal::Unknown => Self::not_found("This member of staff"),
            SetWeekRefusal::Db(error) => error.into(),
        }
    }
}

impl From<AskRefusal> for ApiError {
    fn from(refusal: AskRefusal) -> Self {
        match refusal {
            AskRefusal::NotOnTheRoster => {
                Self::new(Code::Conflict, "You are not on the roster, so there is no leave to ask for.")
            }
            AskRefusal::Taken => {
                Self::new(Code::Conflict, "You have asked for some of these days already, or have them off.")
            }
            AskRefusal::Db(error) => error.into(),
        }
    }
}

impl From<DecideRefusal> for ApiError {
    fn from(refusal: DecideRefusal) -> Self {
        match refusal {
            DecideRefusal::Unknown => Self::not_found("This request for leave"),
            DecideRefusal::Decided => Self::new(Code::Conflict, "This request for leave is decided already."),
            DecideRefusal::Db(error) => error.into(),
        }
    }
}

impl From<WithdrawRefusal> for ApiError {
    fn from(refusal: WithdrawRefusal) -> Self {
        match refusal {
            WithdrawRefusal::Unknown => Self::not_found("This request for leave"),
            WithdrawRefusal::Decided => {
                Self::new(Code::Conflict, "This request for leave is decided already.")
            }
            WithdrawRefusal::Db(error) => error.into(),
        }
    }
}

impl From<HolidayRefusal> for ApiError {
    fn from(refusal: HolidayRefusal) -> Self {
        let said = refusal.to_string();
        match refusal {
            HolidayRefusal::Unknown => Self::not_found("This holiday"),
            HolidayRefusal::UnknownBranch => Self::invalid_field("branchId", said),
            HolidayRefusal::Taken => Self::new(Code::Conflict, "The branch has a holiday that day already."),
            HolidayRefusal::Db(error) => error.into(),
        }
    }
}

impl From<RetryRefusal> for ApiError {
    fn from(refusal: RetryRefusal) -> Self {
        match refusal {
            RetryRefusal::Unknown => Self::not_found("This work"),
            RetryRefusal::NotParked => Self::new(Code::Conflict, "This work is not parked."),
            RetryRefusal::Waiting => Self::new(Code::Conflict, "The same work waits to be done already."),
            RetryRefusal::Db(error) => error.into(),
        }
    }
}

impl From<RequestRefusal> for ApiError {
    fn from(refusal: RequestRefusal) -> Self {
        match refusal {
            RequestRefusal::NotPossible(complaints) => not_possible(&complaints),
            RequestRefusal::SlotUnavailable(nearest) => slot_unavailable(&nearest),
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

/// The nearest free times, up to three, stand where the complaint would.
fn slot_unavailable(nearest: &[NaiveTime]) -> ApiError {
    let message = match nearest {
        [] => "Nobody is free at this time, nor at another of this day.",
        _ => "Nobody is free at this time. Please choose another.",
    };
    let times = nearest.iter().map(|time| time.format("%H:%M").to_string()).collect();
    let details = Some(Details::from([("startTime".to_owned(), times)]));
    ApiError { details, ..ApiError::new(Code::BookingSlotUnavailable, message) }
}

/// The field of a booking's body that a complaint is about.
pub(crate) fn field_of(complaint: &Complaint) -> String {
    match complaint {
        Complaint::Branch => "branchId".to_owned(),
        Complaint::NobodyServes => "serviceType".to_owned(),
        Complaint::TooManyServices | Complaint::TooLong => "serviceIds".to_owned(),
        Complaint::Customer => "customerId".to_owned(),
        Complaint::Staff | Complaint::StaffElsewhere => "staffId".to_owned(),
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
            DeskRefusal::SlotUnavailable(nearest) => slot_unavailable(&nearest),
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

impl From<CreditRefusal> for ApiError {
    fn from(refusal: CreditRefusal) -> Self {
        match refusal {
            CreditRefusal::Unknown => Self::not_found("This invoice"),
            CreditRefusal::AlreadyCredited => {
                Self::new(Code::Conflict, "This invoice has a credit note already.")
            }
            CreditRefusal::NothingToCredit => Self::new(
                Code::BusinessRule,
                "Nothing was paid on this invoice, so there is nothing to credit.",
            ),
            CreditRefusal::Issue(refusal) => refusal.into(),
            CreditRefusal::Db(error) => error.into(),
        }
    }
}

impl From<SendRefusal> for ApiError {
    fn from(refusal: SendRefusal) -> Self {
        match refusal {
            SendRefusal::Unknown => Self::not_found("This invoice"),
            SendRefusal::NoEmail => {
                Self::new(Code::BusinessRule, "This customer has no e-mail address to send the invoice to.")
            }
            SendRefusal::Db(error) => error.into(),
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
            RescheduleRefusal::SlotUnavailable(nearest) => slot_unavailable(&nearest),
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
        match refusal {
            MergeRefusal::Unknown => Self::not_found("This customer"),
            MergeRefusal::UnknownTarget => {
                Self::invalid_field("intoId", MergeRefusal::UnknownTarget.to_string())
            }
            MergeRefusal::NotACustomer => {
                Self::new(Code::Conflict, "Only customers can be merged, not members of the team.")
            }
            MergeRefusal::TwoMemberships => Self::new(
                Code::MembershipAlreadyActive,
                "Both customers have an active membership. Cancel one of them first.",
            ),
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

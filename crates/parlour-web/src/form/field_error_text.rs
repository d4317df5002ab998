//! What is wrong with a field, in words.

use parlour_app::blocks::BlockFieldError;
use parlour_app::bookings::{BookingFieldError, CheckoutFieldError, LineFieldError};
use parlour_app::invoices::CorrectionFieldError;
use parlour_app::memberships::{SaleFieldError, SessionFieldError};
use parlour_app::services::ServiceFieldError;
use parlour_app::staff::StaffFieldError;
use parlour_domain::billing::credit::CreditFieldError;
use parlour_domain::billing::gstin::NotAGstin;
use parlour_domain::booking::{MAX_DAYS_BACK_AT_DESK, MAX_SERVICES_PER_BOOKING, StartTimeRefusal};
use parlour_domain::service::ServiceType;
use parlour_domain::staff::leave::LeavePeriodRefusal;
use parlour_domain::text::TextRefusal;
use parlour_http::error::FieldError;
use parlour_texts::{FieldErrorTexts, Texts};

use crate::format::money;

/// A whole sentence. `field` is the label of the field.
pub fn field_error_text(error: &FieldError, field: &str, texts: Texts) -> String {
    let text = texts.field_error();
    match error {
        FieldError::Required | FieldError::Service(ServiceFieldError::GemsMissing) => text.required(field),
        FieldError::NotChosen => text.not_chosen(field),
        FieldError::EmptyList => text.empty_list(field),
        FieldError::TooManyEntries(most) => text.too_many(field, *most),
        FieldError::NotAWholeNumber => text.whole_number(field),
        FieldError::OutOfRange { min, max } => text.out_of_range(field, *min, *max),
        FieldError::NotADate => text.date(field),
        FieldError::NotATime => text.time(field),
        FieldError::NotAChoice(_)
        | FieldError::Service(ServiceFieldError::UnknownCategory)
        | FieldError::Staff(StaffFieldError::NotTeamMember) => text.choice(field),
        FieldError::NotInThePast => text.past_date(field),
        FieldError::TooManyYearsAgo(years) => text.too_many_years_ago(field, *years),
        FieldError::NotRupees => text.rupees(field),
        FieldError::NotAboveZero => text.above_zero(field),
        FieldError::UnknownService => text.unknown_service(field),
        FieldError::Text(refusal) => text_refusal(refusal, field, text),
        FieldError::Phone(_) => text.phone(field),
        FieldError::Email(_) => text.email(field),
        FieldError::Gstin(NotAGstin::Form) => text.gstin(field),
        FieldError::Gstin(NotAGstin::State) => text.gstin_state(field),
        FieldError::Gstin(NotAGstin::Check) => text.gstin_mistyped(field),
        FieldError::StartTime(refusal) => start_time(*refusal, field, texts),
        FieldError::LeavePeriod(refusal) => leave_period(*refusal, field, text),
        FieldError::Booking(error) => booking(*error, field, texts),
        FieldError::Line(error) => line(*error, field, text),
        FieldError::Checkout(error) => checkout(*error, field, text),
        FieldError::Block(error) => block(*error, field, text),
        FieldError::Sale(error) => sale(*error, field, text),
        FieldError::Session(error) => session(*error, field, text),
        FieldError::Credit(error) => credit(*error, field, text),
        FieldError::Correction(CorrectionFieldError::PaymentsDoNotAddUp(due_paise)) => {
            text.adds_up(field, &money(*due_paise))
        }
        FieldError::Day(_) | FieldError::Staff(StaffFieldError::UnknownBranch) => text.unknown_branch(field),
        // Rules of fields that no page has.
        FieldError::Branch(_) | FieldError::Message(_) => text.not_valid(field),
        FieldError::Sentence(sentence) => sentence.clone(),
    }
}

fn text_refusal(refusal: &TextRefusal, field: &str, text: FieldErrorTexts) -> String {
    match refusal {
        TextRefusal::Empty => text.empty(field),
        TextRefusal::TooLong(most) => text.too_long(field, *most),
        TextRefusal::Nul | TextRefusal::Unprintable => text.unprintable(field),
    }
}

fn start_time(refusal: StartTimeRefusal, field: &str, texts: Texts) -> String {
    let text = texts.field_error();
    match refusal {
        StartTimeRefusal::Past => text.future(field),
        StartTimeRefusal::PastDay => text.today_or_later(field),
        StartTimeRefusal::TooLongAgo => text.too_long_ago(field, MAX_DAYS_BACK_AT_DESK),
        StartTimeRefusal::TooFarAhead => text.too_far_ahead(field),
        StartTimeRefusal::ClosedDay => text.closed_day(field),
        StartTimeRefusal::Closed(hours) => {
            text.closed(field, &texts.format_time(hours.opens_at), &texts.format_time(hours.closes_at))
        }
        StartTimeRefusal::EndsTooLate => text.ends_too_late(field),
        StartTimeRefusal::OffGrid => text.off_grid(field),
        StartTimeRefusal::TooSoonToOffer => text.too_soon_to_offer(field),
    }
}

fn leave_period(refusal: LeavePeriodRefusal, field: &str, text: FieldErrorTexts) -> String {
    match refusal {
        LeavePeriodRefusal::Past => text.today_or_later(field),
        LeavePeriodRefusal::TooFar => text.within_two_years(field),
        LeavePeriodRefusal::EndsBeforeStart => text.before_first_day(field),
        LeavePeriodRefusal::TooLong => text.leave_too_long(field),
    }
}

fn booking(error: BookingFieldError, field: &str, texts: Texts) -> String {
    let text = texts.field_error();
    match error {
        BookingFieldError::Branch => text.branch_takes_no_bookings(field),
        BookingFieldError::NoStaffForServiceType => text.not_done_here(field),
        BookingFieldError::TooManyServices => text.too_many_services(field, MAX_SERVICES_PER_BOOKING),
        BookingFieldError::TooLong => text.visit_too_long(field),
        BookingFieldError::Customer => text.unknown_customer(field),
        BookingFieldError::Staff => text.not_staff(field),
        BookingFieldError::NoStaffInPast => text.staff_of_past_day(field),
        BookingFieldError::StaffOfOtherBranch | BookingFieldError::WishedStaff => text.staff_elsewhere(field),
        BookingFieldError::UnknownService(_) => text.unknown_service(field),
        BookingFieldError::ServiceNotOffered(_) => text.not_offered(field),
        BookingFieldError::WrongServiceType(_, kind) => other_type(kind, field, text),
        BookingFieldError::Date(refusal) | BookingFieldError::Start(refusal) => start_time(refusal, field, texts),
    }
}

fn line(error: LineFieldError, field: &str, text: FieldErrorTexts) -> String {
    match error {
        LineFieldError::UnknownService(_) => text.unknown_service(field),
        LineFieldError::ServiceNotOffered(_) => text.not_offered(field),
        LineFieldError::WrongServiceType(_, kind) => other_type(kind, field, text),
        LineFieldError::Staff(_) => text.not_staff(field),
        LineFieldError::TooExpensive => text.too_expensive(field),
        LineFieldError::TooLong => text.visit_too_long(field),
    }
}

fn other_type(kind: ServiceType, field: &str, text: FieldErrorTexts) -> String {
    match kind {
        ServiceType::Salon => text.salon_service(field),
        ServiceType::Spa => text.spa_service(field),
    }
}

fn checkout(error: CheckoutFieldError, field: &str, text: FieldErrorTexts) -> String {
    match error {
        CheckoutFieldError::NoPayment => text.payment_required(field),
        CheckoutFieldError::Payments(refusal) => text.adds_up(field, &money(refusal.due_paise)),
        CheckoutFieldError::UnknownTipStaff(_) => text.not_staff(field),
        CheckoutFieldError::DiscountExceedsSubtotal => text.above_subtotal(field),
        CheckoutFieldError::MembershipForSalon => text.hours_for_spa().to_owned(),
    }
}

fn block(error: BlockFieldError, field: &str, text: FieldErrorTexts) -> String {
    match error {
        BlockFieldError::Staff => text.not_staff(field),
        BlockFieldError::PastDay => text.today_or_later(field),
        BlockFieldError::EndsBeforeItStarts => text.after_start(field),
    }
}

fn sale(error: SaleFieldError, field: &str, text: FieldErrorTexts) -> String {
    match error {
        SaleFieldError::UnknownCustomer => text.unknown_customer(field),
        SaleFieldError::TierNotOnSale => text.tier_not_on_sale(field),
        SaleFieldError::UnknownBranch => text.branch_not_open(field),
        SaleFieldError::NoPayment => text.payment_unless_free(field),
        SaleFieldError::Payments(refusal) => text.adds_up(field, &money(refusal.due_paise)),
    }
}

fn session(error: SessionFieldError, field: &str, text: FieldErrorTexts) -> String {
    match error {
        SessionFieldError::UnknownBranch => text.branch_not_open(field),
        SessionFieldError::UnknownService(_) => text.unknown_service(field),
        SessionFieldError::UnknownStaff(_) => text.not_staff(field),
    }
}

fn credit(error: CreditFieldError, field: &str, text: FieldErrorTexts) -> String {
    match error {
        CreditFieldError::UnknownLine(_) => text.unknown_line(field),
        CreditFieldError::LineTwice(_) => text.line_twice(field),
        CreditFieldError::AmountTooSmall | CreditFieldError::LinesTooSmall => text.credit_too_small(field),
        CreditFieldError::AmountLeavesTooLittle | CreditFieldError::LinesLeaveTooLittle => {
            text.leaves_too_little(field)
        }
        CreditFieldError::RefundsDoNotAddUp(due_paise) => text.adds_up(field, &money(due_paise)),
    }
}

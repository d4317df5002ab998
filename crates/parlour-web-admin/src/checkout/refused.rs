//! What the page says of a checkout that was refused: beside the choice why it cannot be, beside the field what is wrong
//! with it, and above all why nothing can be billed.

use http::StatusCode;
use parlour_app::bookings::{CheckoutFieldError, CompleteRefusal};
use parlour_app::memberships::SessionRefusal;
use parlour_http::error::{FieldError, FieldErrors, HttpError};
use parlour_http::request::FormValues;
use parlour_http::sessions::FormRefusal;

use super::read::CheckoutRead;
use super::typed::{Method, Typed, label};
use parlour_texts::Texts;
use parlour_web::form::{FormState, PageRefusal, ShownRefusal};
use parlour_web::format::money;

/// The error is for an error page.
pub(super) fn refused_state(
    values: &FormValues,
    refusal: CompleteRefusal,
    (read, typed): (&CheckoutRead, &Typed),
    texts: Texts,
) -> Result<FormState, HttpError> {
    if let CompleteRefusal::InvalidFields(errors) = &refusal {
        return Ok(wrong_fields(values, errors, (read, typed), texts));
    }
    let Some(reason) = why_not_counted(&refusal, texts) else {
        return FormState::refused(values, FormRefusal::ByUseCase(refusal), texts, label);
    };
    let sentence = texts.checkout_refusals().not_counted(&reason);
    let errors = FieldErrors::of_field("less", FieldError::Sentence(sentence));
    let mut state = FormState::invalid(values, &errors, texts, label);
    state.status = StatusCode::CONFLICT;
    Ok(state)
}

/// Why what was chosen takes nothing off; `None` for a refusal that is not about the choice.
fn why_not_counted(refusal: &CompleteRefusal, texts: Texts) -> Option<String> {
    let text = texts.checkout_refusals();
    match refusal {
        CompleteRefusal::UnknownOffer | CompleteRefusal::Membership(SessionRefusal::Unknown) => {
            Some(text.gone().to_owned())
        }
        CompleteRefusal::DiscountAboveLimit => Some(text.above_limit().to_owned()),
        CompleteRefusal::OfferExpired
        | CompleteRefusal::OfferNotApplicable(_)
        | CompleteRefusal::NotInBooking
        | CompleteRefusal::NotRedeemable
        | CompleteRefusal::NothingRedeemable
        | CompleteRefusal::InsufficientGems
        | CompleteRefusal::Membership(
            SessionRefusal::Over | SessionRefusal::NotStarted | SessionRefusal::InsufficientHours,
        ) => match refusal.shown(texts) {
            ShownRefusal::Conflict(sentence) | ShownRefusal::Rule(sentence) => Some(sentence),
            ShownRefusal::Fields(_) | ShownRefusal::ErrorPage => None,
        },
        CompleteRefusal::Unknown
        | CompleteRefusal::InvalidFields(_)
        | CompleteRefusal::NotConfirmedOrInProgress
        | CompleteRefusal::DayClosed
        | CompleteRefusal::Membership(
            SessionRefusal::InvalidFields(_)
            | SessionRefusal::MinutesNotAllowed
            | SessionRefusal::NoPrimaryBranch
            | SessionRefusal::Issue(_)
            | SessionRefusal::Db(_),
        )
        | CompleteRefusal::Issue(_)
        | CompleteRefusal::Db(_) => None,
    }
}

/// The field errors of the use case by the names of the form's fields. A sum that is not the one that is due by now was
/// not typed, unless it was typed in parts.
fn wrong_fields(
    values: &FormValues,
    errors: &[CheckoutFieldError],
    (read, typed): (&CheckoutRead, &Typed),
    texts: Texts,
) -> FormState {
    let text = texts.checkout_refusals();
    let due = money(read.due_paise());
    let mut found = FieldErrors::default();
    for error in errors {
        match error {
            CheckoutFieldError::NoPayment | CheckoutFieldError::Payments(_) if typed.method == Method::Split => {
                found.add("parts", FieldError::Sentence(text.parts(&money(typed.sum_of_parts()), &due)));
            }
            CheckoutFieldError::NoPayment | CheckoutFieldError::Payments(_) => {
                return FormState::refused_as(values, StatusCode::CONFLICT, text.changed(&due));
            }
            CheckoutFieldError::DiscountExceedsSubtotal => found.add("rupees", *error),
            CheckoutFieldError::MembershipForSalon => found.add("less", *error),
            CheckoutFieldError::UnknownTipStaff(_) => {
                found.add("tip", FieldError::Sentence(text.tip_staff().to_owned()));
            }
        }
    }
    FormState::invalid(values, &found, texts, label)
}

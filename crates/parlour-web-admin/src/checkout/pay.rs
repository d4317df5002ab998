//! `/bookings/{id}/checkout`: what is due is shown while choosing, then it is taken.

use axum::response::Response;
use http::StatusCode;
use parlour_app::bookings::{Checkout, complete};
use parlour_domain::billing::invoice::PaymentMethod;
use parlour_domain::booking::BookingStatus;
use parlour_domain::ids::BookingId;
use parlour_http::error::{ErrorCode, FieldErrors, HttpError};
use parlour_http::fields::Fields;
use parlour_http::idempotency::FormBody;
use parlour_http::path_id::PathId;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Receptionist;

use super::read::TillRead;
use super::till::{OverPage, TillPage};
use super::typed::{Method, Typed, kept, refused};
use crate::desk::{DeskPage, refused_status};
use parlour_web::form::FormState;
use parlour_web::format::money;
use parlour_web::page::see_other;

type Desk = DeskPage<Receptionist>;

pub(super) async fn show(page: Desk, PathId(id): PathId<BookingId>) -> HttpResult {
    let typed = Typed::empty();
    let read = TillRead::find(&page, &id, &typed.reduction).await?;
    if read.found.booking.status == BookingStatus::Completed && read.invoice.is_some() {
        return Ok(see_other(&receipt_path(&id), None));
    }
    match &read.plain {
        Ok(plain) => page.show(&TillPage::new(&page, &read, plain, &typed, (None, FormState::default()))),
        Err(refusal) => page.show(&OverPage::new(&page, &read, refusal.message())),
    }
}

/// The address of the quote, opened again.
pub(super) async fn show_again(_: Desk, PathId(id): PathId<BookingId>) -> HttpResult {
    std::future::ready(Ok(see_other(&checkout_path(&id), None))).await
}

/// The page with what is due, which a script asks for while somebody chooses. What is not typed yet is no error.
pub(super) async fn quote(page: Desk, PathId(id): PathId<BookingId>, form: FormBody) -> HttpResult {
    let fields = form.fields();
    let (typed, _) = Typed::read(form.fields(), page.texts.checkout());
    let read = TillRead::find(&page, &id, &typed.reduction).await?;
    match read.chosen.clone() {
        Ok(_) => show_till(&page, &read, &typed, StatusCode::OK, (&fields, kept(&fields))),
        Err(error) => show_refused(&page, &read, &typed, (&fields, error)),
    }
}

pub(super) async fn submit(page: Desk, PathId(id): PathId<BookingId>, form: FormBody) -> HttpResult {
    let (typed, checked) = Typed::read(form.fields(), page.texts.checkout());
    let taken = match checked {
        Ok(()) => take(&page, &id, &form, typed.clone()).await,
        Err(error) => Err(error),
    };
    match taken {
        Ok(path) => Ok(see_other(&path, None)),
        Err(error) => {
            let read = TillRead::find(&page, &id, &typed.reduction).await?;
            show_refused(&page, &read, &typed, (&form.fields(), error))
        }
    }
}

async fn take(page: &Desk, id: &BookingId, form: &FormBody, typed: Typed) -> Result<String, HttpError> {
    let id = id.clone();
    let checkout = Checkout { tender: typed.tender(), reduction: typed.reduction.clone(), tips: typed.tips.clone() };
    let submitted = page.caller.submit_once(form, move |tx, context| {
        complete(tx, context, &id, &checkout)?;
        Ok(match typed.given.filter(|_| typed.method == Method::Whole(PaymentMethod::Cash)) {
            Some(given) => format!("{}?given={given}", receipt_path(&id)),
            None => receipt_path(&id),
        })
    });
    submitted.await
}

fn show_till(
    page: &Desk,
    read: &TillRead,
    typed: &Typed,
    status: StatusCode,
    (fields, form): (&Fields, FormState),
) -> Result<Response, HttpError> {
    match &read.plain {
        Ok(plain) => page.show_with(status, &TillPage::new(page, read, plain, typed, (Some(fields), form))),
        Err(refusal) => page.show_with(StatusCode::CONFLICT, &OverPage::new(page, read, refusal.message())),
    }
}

/// Says beside the choice why it cannot be, beside the field what is wrong with it, and above all why nothing can be
/// billed.
fn show_refused(
    page: &Desk,
    read: &TillRead,
    typed: &Typed,
    (fields, error): (&Fields, HttpError),
) -> Result<Response, HttpError> {
    let text = page.texts.checkout_refusals();
    let (status, shown) = match error.code() {
        ErrorCode::Validation => explain_fields(&error, page, read, typed),
        // Only the offer or the membership can be unknown: the visit was found.
        ErrorCode::NotFound => {
            (StatusCode::CONFLICT, HttpError::invalid_field("less", text.not_counted(text.gone())))
        }
        ErrorCode::OfferExpired
        | ErrorCode::OfferNotApplicable
        | ErrorCode::GemsServiceNotRedeemable
        | ErrorCode::GemsInsufficientBalance
        | ErrorCode::MembershipExpired
        | ErrorCode::MembershipInsufficientHours
        // The discount is larger than this person may give.
        | ErrorCode::Forbidden => {
            (StatusCode::CONFLICT, HttpError::invalid_field("less", text.not_counted(error.message())))
        }
        _ => match refused_status(&error) {
            Some(status) => (status, error),
            None => return Err(error),
        },
    };
    show_till(page, read, typed, status, (fields, refused(fields, &shown)))
}

/// The fields of the use case by the names of the form.
fn explain_fields(error: &HttpError, page: &Desk, read: &TillRead, typed: &Typed) -> (StatusCode, HttpError) {
    let text = page.texts.checkout_refusals();
    let due = read.chosen.as_ref().or(read.plain.as_ref()).map_or(0, |quote| quote.total_amount_paise);
    let mut found = FieldErrors::new();
    for (name, messages) in error.details().into_iter().flatten() {
        let (name, message) = match name.as_str() {
            "payments" | "paymentMethod" if typed.method == Method::Split => {
                ("parts", text.parts(&money(typed.sum_of_parts()), &money(due)))
            }
            "payments" | "paymentMethod" => {
                let message = text.changed(&money(due));
                return (StatusCode::CONFLICT, HttpError::new(ErrorCode::Conflict, message));
            }
            "discount.amountPaise" => ("rupees", text.above_subtotal().to_owned()),
            "membershipId" => ("less", text.hours_for_salon().to_owned()),
            tip if tip.starts_with("tips.") => ("tip", text.tip_staff().to_owned()),
            name => (name, messages.first().cloned().unwrap_or_default()),
        };
        found.insert(name.to_owned(), vec![message]);
    }
    (StatusCode::UNPROCESSABLE_ENTITY, HttpError::invalid(found))
}

pub(super) fn checkout_path(id: &BookingId) -> String {
    format!("/bookings/{}/checkout", id.as_str())
}

pub(super) fn receipt_path(id: &BookingId) -> String {
    format!("/bookings/{}/receipt", id.as_str())
}

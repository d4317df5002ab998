//! `/bookings/{id}/checkout`: what is due is shown while choosing, then it is taken.

use http::StatusCode;
use parlour_app::bookings::{Checkout, CompleteRefusal, complete};
use parlour_domain::billing::invoice::PaymentMethod;
use parlour_domain::booking::BookingStatus;
use parlour_domain::ids::BookingId;
use parlour_http::error::FieldErrors;
use parlour_http::form::FormBody;
use parlour_http::path_id::PathId;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::{FormRefusal, Receptionist};

use super::choices::reduction_value;
use super::page::{CheckoutPage, NotPossiblePage};
use super::read::CheckoutRead;
use super::refused::refused_state;
use super::typed::{Method, Typed, label};
use crate::desk::DeskPage;
use parlour_web::form::FormState;
use parlour_web::page::see_other;

type Desk = DeskPage<Receptionist>;

pub(super) async fn show(page: Desk, PathId(id): PathId<BookingId>) -> HttpResult {
    let mut typed = Typed::empty();
    let mut read = CheckoutRead::find(&page, &id, &typed.reduction).await?;
    if read.found.booking.status == BookingStatus::Completed && read.invoice.is_some() {
        return Ok(see_other(&receipt_path(&id), None));
    }
    let form = choose_suggested(&mut read, &mut typed);
    match &read.unreduced_quote {
        Ok(unreduced_quote) => page.show(&CheckoutPage::new(&page, &read, unreduced_quote, &typed, form)),
        Err(refusal) => page.show(&NotPossiblePage::new(&page, &read, refusal)),
    }
}

/// The form before anybody typed: what is suggested is chosen.
fn choose_suggested(read: &mut CheckoutRead, typed: &mut Typed) -> FormState {
    let Some(suggested) = &read.suggested else { return FormState::default() };
    typed.reduction = suggested.reduction.clone();
    read.chosen = Some(Ok(suggested.quote.clone()));
    FormState::new([("less", reduction_value(&suggested.reduction))])
}

/// The address of the quote, opened again.
pub(super) async fn show_again(_: Desk, PathId(id): PathId<BookingId>) -> HttpResult {
    std::future::ready(Ok(see_other(&checkout_path(&id), None))).await
}

/// The page with what is due, which a script asks for while somebody chooses. What is not typed yet is no error; a tip that is
/// no sum is one, for it counts nothing.
pub(super) async fn quote(page: Desk, PathId(id): PathId<BookingId>, form: FormBody) -> HttpResult {
    let (typed, checked) = Typed::read(&form.values, page.texts);
    let mut read = CheckoutRead::find(&page, &id, &typed.reduction).await?;
    match read.chosen.take() {
        Some(Err(refusal)) => {
            let state = refused_state(&form.values, refusal, (&read, &typed), page.texts)?;
            show_checkout(&page, &read, &typed, state)
        }
        chosen => {
            read.chosen = chosen;
            let errors = checked.err().unwrap_or_default();
            let wrong_tip = errors.iter().find(|(path, _)| *path == "tip").map(|(_, error)| error.clone());
            let state = match wrong_tip {
                Some(error) => {
                    FormState::invalid(&form.values, &FieldErrors::of_field("tip", error), page.texts, label)
                }
                None => FormState::typed(&form.values),
            };
            show_checkout(&page, &read, &typed, state)
        }
    }
}

pub(super) async fn submit(page: Desk, PathId(id): PathId<BookingId>, form: FormBody) -> HttpResult {
    let (typed, checked) = Typed::read(&form.values, page.texts);
    let checkout = Checkout { tender: typed.tender(), reduction: typed.reduction.clone(), tips: typed.tips.clone() };
    let given = typed.given.filter(|_| typed.method == Method::Whole(PaymentMethod::Cash));
    let (booking, path) = (id.clone(), receipt_path(&id));
    let path = given.map_or_else(|| path.clone(), |given| format!("{path}?given={given}"));
    let taken = page.form(&form, label).write(checked.map(|()| checkout), move |tx, context, checkout| {
        complete(tx, context, &booking, checkout)?;
        Ok::<_, CompleteRefusal>(path.clone())
    });
    let refusal = match taken.await?.result {
        Ok(path) => return Ok(see_other(&path, None)),
        Err(refusal) => refusal,
    };
    let read = CheckoutRead::find(&page, &id, &typed.reduction).await?;
    let state = match refusal {
        FormRefusal::InvalidFields(errors) => FormState::invalid(&form.values, &errors, page.texts, label),
        FormRefusal::SentBefore(_) => FormState::sent_before(&form.values, page.texts),
        FormRefusal::ByUseCase(refusal) => refused_state(&form.values, refusal, (&read, &typed), page.texts)?,
    };
    show_checkout(&page, &read, &typed, state)
}

fn show_checkout(page: &Desk, read: &CheckoutRead, typed: &Typed, form: FormState) -> HttpResult {
    match &read.unreduced_quote {
        Ok(unreduced_quote) => {
            page.show_with(form.status, &CheckoutPage::new(page, read, unreduced_quote, typed, form))
        }
        Err(refusal) => page.show_with(StatusCode::CONFLICT, &NotPossiblePage::new(page, read, refusal)),
    }
}

pub(crate) fn checkout_path(id: &BookingId) -> String {
    format!("/bookings/{}/checkout", id.as_str())
}

pub(super) fn receipt_path(id: &BookingId) -> String {
    format!("/bookings/{}/receipt", id.as_str())
}

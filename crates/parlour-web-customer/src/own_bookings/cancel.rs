//! Cancelling a booking, or withdrawing a request.

use askama::Template;
use parlour_app::bookings::{self as use_cases, CancelRefusal};
use parlour_domain::booking::{BookingStatus, has_come, is_late_cancellation};
use parlour_domain::ids::BookingId;
use parlour_http::error::{FieldError, FieldErrors};
use parlour_http::form::FormBody;
use parlour_http::path_id::PathId;
use parlour_http::request::{OptionalText, RequestShape};
use parlour_http::request_shape;
use parlour_http::respond::HttpResult;

use super::booking_parts::{booking_path, day_and_time, service_names, starts_at};
use super::booking_read::BookingRead;
use parlour_texts::Texts;
use parlour_web::flash::Flash;
use parlour_web::form::FormState;
use parlour_web::format::{full_number, tel_link};
use parlour_web::page::{Frame, PageContext, SignedInPage, Tab};

const MAX_TEXT_CHARS: usize = 500;

request_shape! {
    /// Besides `reason`, which is one of the texts of the page.
    struct CancelForm {
        text: OptionalText<MAX_TEXT_CHARS>,
    }
}

#[derive(Template)]
#[template(path = "cancel.html")]
pub(crate) struct CancelPage {
    pub(crate) frame: Frame,
    pub(crate) path: String,
    pub(crate) title: &'static str,
    pub(crate) what: String,
    pub(crate) possibility: Possibility,
    pub(crate) is_request: bool,
    pub(crate) is_late: bool,
    pub(crate) can_be_moved: bool,
    pub(crate) phone: Option<(String, String)>,
    pub(crate) form: FormState,
}

/// Whether the booking can be cancelled here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Possibility {
    Open,
    /// The branch no longer takes cancellations for this time.
    TooLate,
    /// It is over, or cancelled already.
    Over,
}

/// The label of a field.
pub(crate) fn label(name: &str, texts: Texts) -> &'static str {
    let text = texts.cancel_booking();
    if name == "text" { text.text_name() } else { text.reason_name() }
}

/// `/visits/{id}/cancel`
pub(super) async fn show(page: SignedInPage, PathId(id): PathId<BookingId>) -> HttpResult {
    show_with(&page, &id, FormState::default()).await
}

async fn show_with(page: &SignedInPage, id: &BookingId, form: FormState) -> HttpResult {
    let read = BookingRead::find(page, id).await?;
    page.render_with(form.status, &CancelPage::new(page, &read, form))
}

/// The form posts to its own page.
pub(super) async fn submit(page: SignedInPage, PathId(id): PathId<BookingId>, form: FormBody) -> HttpResult {
    let (user, booking) = (page.signed_in_user.id.clone(), id.clone());
    let cancelled = page.form(&form, label).write(read_reason(&form, page.texts), move |tx, context, reason| {
        use_cases::cancel(tx, context, &user, &booking, reason.as_deref())?;
        Ok::<_, CancelRefusal>(booking_path(&booking))
    });
    cancelled.await?.answer(Flash::OwnBookingCancelled, |state| show_with(&page, &id, state)).await
}

/// What the salon reads: the choice, what was typed, or both.
fn read_reason(form: &FormBody, texts: Texts) -> Result<Option<String>, FieldErrors> {
    let mut fields = form.fields();
    let readable = CancelForm::read(&mut fields);
    let reasons = texts.cancel_booking().reasons();
    let chosen = fields.optional("reason", |value| {
        let chosen = reasons.into_iter().find(|(known, _)| *known == value);
        chosen.ok_or_else(|| FieldError::NotAChoice(reasons.map(|(known, _)| known).join(" or ")))
    });
    let CancelForm { text } = fields.finish(|| CancelForm::complete(readable))?;
    Ok(match (chosen, text) {
        (None | Some(("other", _)), Some(text)) => Some(text),
        (Some((_, chosen)), Some(text)) => Some(format!("{chosen}: {text}")),
        (Some((_, chosen)), None) => Some(chosen.to_owned()),
        (None, None) => None,
    })
}

impl CancelPage {
    fn new(page: &PageContext, read: &BookingRead, form: FormState) -> Self {
        let (booking, now, texts) = (&read.found.booking, page.now(), page.texts);
        let text = texts.cancel_booking();
        let is_request = booking.status == BookingStatus::Pending;
        let possibility = if !booking.status.is_upcoming() || has_come(booking.arrived_at, starts_at(booking), now) {
            Possibility::Over
        } else if read.is_too_late_to_cancel(now) {
            Possibility::TooLate
        } else {
            Possibility::Open
        };
        let title = match possibility {
            Possibility::Open if is_request => text.withdraw_title(),
            Possibility::Open => text.title(),
            Possibility::TooLate => text.too_late_title(),
            Possibility::Over => text.over_title(),
        };
        let phone = read.phone().or(page.salon.phone.as_deref());
        Self {
            frame: page.frame(title, Tab::Bookings),
            path: booking_path(&booking.id),
            title,
            what: format!("{}, {}", day_and_time(starts_at(booking), now, texts), service_names(booking)),
            possibility,
            is_request,
            is_late: is_late_cancellation(starts_at(booking), now),
            can_be_moved: read.check_move_before_start(now).is_ok(),
            phone: phone.map(|phone| (tel_link(phone), text.call(&full_number(phone)))),
            form,
        }
    }

    fn is_open(&self) -> bool {
        self.possibility == Possibility::Open
    }

    fn is_too_late(&self) -> bool {
        self.possibility == Possibility::TooLate
    }
}

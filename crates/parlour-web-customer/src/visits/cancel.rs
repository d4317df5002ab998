//! Cancelling a visit, or withdrawing a request.

use askama::Template;
use http::StatusCode;
use parlour_app::bookings as use_cases;
use parlour_domain::booking::{BookingStatus, is_late_cancellation};
use parlour_domain::ids::BookingId;
use parlour_http::error::{ErrorCode, HttpError};
use parlour_http::idempotency::FormBody;
use parlour_http::path_id::PathId;
use parlour_http::respond::HttpResult;

use super::visit_parts::{day_and_time, service_names, starts_at, tel_link, visit_path};
use super::visit_read::VisitRead;
use parlour_texts::Texts;
use parlour_web::flash::Flash;
use parlour_web::form::FormState;
use parlour_web::page::{Frame, PageContext, SignedInPage, Tab, see_other};

const MAX_TEXT_CHARS: usize = 500;

#[derive(Template)]
#[template(path = "cancel.html")]
pub(crate) struct CancelPage {
    pub(crate) frame: Frame,
    pub(crate) path: String,
    pub(crate) title: &'static str,
    pub(crate) what: String,
    pub(crate) state: State,
    pub(crate) is_request: bool,
    pub(crate) is_late: bool,
    pub(crate) can_be_moved: bool,
    pub(crate) phone: Option<(String, String)>,
    pub(crate) form: FormState,
}

/// Whether the visit can be cancelled here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum State {
    Open,
    /// The branch no longer takes cancellations for this time.
    TooLate,
    /// It is over, or cancelled already.
    Over,
}

/// `/visits/{id}/cancel`
pub(super) async fn show(page: SignedInPage, PathId(id): PathId<BookingId>) -> HttpResult {
    let read = VisitRead::find(&page, &id).await?;
    page.render(&CancelPage::new(&page, &read, FormState::default()))
}

/// The form posts to its own page.
pub(super) async fn submit(page: SignedInPage, PathId(id): PathId<BookingId>, form: FormBody) -> HttpResult {
    let cancelled = match reason(&form, page.texts) {
        Ok(reason) => cancel(&page, &id, &form, reason).await,
        Err(error) => Err(error),
    };
    match cancelled {
        Ok(path) => Ok(see_other(&path, Some(Flash::BookingCancelled))),
        Err(error) if matches!(error.status(), StatusCode::BAD_REQUEST | StatusCode::CONFLICT) => {
            let read = VisitRead::find(&page, &id).await?;
            let is_field = error.code() == ErrorCode::Validation;
            let status = if is_field { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::CONFLICT };
            let state = FormState::refused(&form.fields(), &["reason", "text"], &error);
            page.render_with(status, &CancelPage::new(&page, &read, state))
        }
        Err(error) => Err(error),
    }
}

async fn cancel(
    page: &SignedInPage,
    id: &BookingId,
    form: &FormBody,
    reason: Option<String>,
) -> Result<String, HttpError> {
    let (user, id) = (page.signed_in.id.clone(), id.clone());
    page.caller
        .submit_once(form, move |tx, context| {
            use_cases::cancel(tx, context, &user, &id, reason.as_deref())?;
            Ok(visit_path(&id))
        })
        .await
}

/// What the salon reads: the choice, what was typed, or both.
fn reason(form: &FormBody, texts: Texts) -> Result<Option<String>, HttpError> {
    let text = texts.cancel_booking();
    let mut fields = form.fields();
    let chosen = fields.optional("reason", |value| {
        let chosen = text.reasons().into_iter().find(|(known, _)| *known == value);
        chosen.ok_or(text.unknown_reason())
    });
    let typed = fields.optional("text", |typed| {
        if typed.chars().count() <= MAX_TEXT_CHARS { Ok(typed.to_owned()) } else { Err(text.too_long()) }
    });
    fields.build(|| {
        Some(match (chosen, typed) {
            (None | Some(("other", _)), Some(typed)) => Some(typed),
            (Some((_, chosen)), Some(typed)) => Some(format!("{chosen}: {typed}")),
            (Some((_, chosen)), None) => Some(chosen.to_owned()),
            (None, None) => None,
        })
    })
}

impl CancelPage {
    fn new(page: &PageContext, read: &VisitRead, form: FormState) -> Self {
        let (booking, now, texts) = (&read.found.booking, page.now(), page.texts);
        let text = texts.cancel_booking();
        let is_request = booking.status == BookingStatus::Pending;
        let state = if !booking.status.is_upcoming() {
            State::Over
        } else if read.is_too_late_to_cancel(now) {
            State::TooLate
        } else {
            State::Open
        };
        let title = match state {
            State::Open if is_request => text.withdraw_title(),
            State::Open => text.title(),
            State::TooLate => text.too_late_title(),
            State::Over => text.over_title(),
        };
        let phone = read.phone().or(page.salon.phone.as_deref());
        Self {
            frame: page.frame(title, Tab::Visits),
            path: visit_path(&booking.id),
            title,
            what: format!("{}, {}", day_and_time(starts_at(booking), now, texts), service_names(booking)),
            state,
            is_request,
            is_late: is_late_cancellation(starts_at(booking), now),
            can_be_moved: read.can_be_moved(now),
            phone: phone.map(|phone| (tel_link(phone), text.call(phone))),
            form,
        }
    }

    /// The name of a field in the list of errors.
    fn label(&self, name: &str) -> &'static str {
        let text = self.frame.texts.cancel_booking();
        if name == "text" { text.text_name() } else { text.reason_name() }
    }

    fn is_open(&self) -> bool {
        self.state == State::Open
    }

    fn is_too_late(&self) -> bool {
        self.state == State::TooLate
    }
}

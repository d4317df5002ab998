//! What the desk does to a visit. Each form returns to where it was, or the visit's page shows why not.

use parlour_app::bookings as use_cases;
use parlour_app::customers::{self, NewNote};
use parlour_app::request_context::RequestContext;
use parlour_domain::auth::return_to::local_path_or_root;
use parlour_domain::ids::{BookingId, StaffId};
use parlour_http::error::{ErrorCode, HttpError};
use parlour_http::idempotency::FormBody;
use parlour_http::path_id::PathId;
use parlour_http::request::Text;
use parlour_http::request_shape;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Receptionist;
use parlour_store::Tx;
use parlour_store::bookings::{booking_records, desk_changes};

use super::page::show_page;
use super::read::VisitRead;
use super::refused::Refused;
use super::sheet::visit_path;
use crate::desk::{DeskPage, refused_status};
use parlour_web::flash::Flash;
use parlour_web::page::see_other;

/// A form of the sheet.
pub(super) struct Act {
    /// The last part of its address.
    pub(super) name: &'static str,
    pub(super) fields: &'static [&'static str],
    pub(super) flash: Flash,
}

request_shape! {
    struct PersonForm {
        staff_id: StaffId,
    }

    struct RejectForm {
        rejection_reason: Text<500>,
    }

    struct CancelForm {
        reason: Text<500>,
        /// Not ticked: nothing is sent.
        tell_customer: Option<bool>,
    }

    struct NoteForm {
        content: Text<1000>,
    }
}

pub(super) async fn approve(page: DeskPage<Receptionist>, PathId(id): PathId<BookingId>, form: FormBody) -> HttpResult {
    let act = Act { name: "approve", fields: &["staffId"], flash: Flash::VisitApproved };
    answer(&page, &id, &form, &act, form.parse(), |tx, context, id, PersonForm { staff_id }| {
        Ok(use_cases::approve(tx, context, id, staff_id).map(drop)?)
    })
    .await
}

pub(super) async fn reject(page: DeskPage<Receptionist>, PathId(id): PathId<BookingId>, form: FormBody) -> HttpResult {
    let act = Act { name: "reject", fields: &["rejectionReason"], flash: Flash::VisitRejected };
    answer(&page, &id, &form, &act, form.parse(), |tx, context, id, RejectForm { rejection_reason }| {
        Ok(use_cases::reject(tx, context, id, rejection_reason).map(drop)?)
    })
    .await
}

pub(super) async fn arrive(page: DeskPage<Receptionist>, PathId(id): PathId<BookingId>, form: FormBody) -> HttpResult {
    let act = Act { name: "arrive", fields: &[], flash: Flash::VisitArrived };
    let write = |tx: &mut Tx<'_>, context: &RequestContext, id: &BookingId, (): &()| {
        Ok(use_cases::arrive(tx, context, id).map(drop)?)
    };
    answer(&page, &id, &form, &act, Ok(()), write).await
}

pub(super) async fn start(page: DeskPage<Receptionist>, PathId(id): PathId<BookingId>, form: FormBody) -> HttpResult {
    let act = Act { name: "start", fields: &[], flash: Flash::VisitStarted };
    let write = |tx: &mut Tx<'_>, context: &RequestContext, id: &BookingId, (): &()| {
        Ok(use_cases::start(tx, context, id).map(drop)?)
    };
    answer(&page, &id, &form, &act, Ok(()), write).await
}

pub(super) async fn mark_no_show(
    page: DeskPage<Receptionist>,
    PathId(id): PathId<BookingId>,
    form: FormBody,
) -> HttpResult {
    let act = Act { name: "noshow", fields: &[], flash: Flash::VisitNoShow };
    let write = |tx: &mut Tx<'_>, context: &RequestContext, id: &BookingId, (): &()| {
        Ok(use_cases::mark_noshow(tx, context, id).map(drop)?)
    };
    answer(&page, &id, &form, &act, Ok(()), write).await
}

pub(super) async fn undo(page: DeskPage<Receptionist>, PathId(id): PathId<BookingId>, form: FormBody) -> HttpResult {
    let act = Act { name: "undo", fields: &[], flash: Flash::VisitUndone };
    let seen = Seen::read(&form, &page);
    let write = move |tx: &mut Tx<'_>, context: &RequestContext, id: &BookingId, (): &()| {
        seen.check(tx, id)?;
        Ok(use_cases::undo(tx, context, id).map(drop)?)
    };
    answer(&page, &id, &form, &act, Ok(()), write).await
}

pub(super) async fn assign(page: DeskPage<Receptionist>, PathId(id): PathId<BookingId>, form: FormBody) -> HttpResult {
    let act = Act { name: "assign", fields: &["staffId"], flash: Flash::VisitAssigned };
    answer(&page, &id, &form, &act, form.parse(), |tx, context, id, PersonForm { staff_id }| {
        Ok(use_cases::assign(tx, context, id, staff_id).map(drop)?)
    })
    .await
}

pub(super) async fn cancel(page: DeskPage<Receptionist>, PathId(id): PathId<BookingId>, form: FormBody) -> HttpResult {
    let act = Act { name: "cancel", fields: &["reason", "tellCustomer"], flash: Flash::VisitCancelled };
    answer(&page, &id, &form, &act, form.parse(), |tx, context, id, CancelForm { reason, tell_customer }| {
        let is_told = tell_customer.unwrap_or(false);
        Ok(use_cases::cancel_at_desk(tx, context, id, reason, is_told).map(drop)?)
    })
    .await
}

pub(super) async fn add_note(
    page: DeskPage<Receptionist>,
    PathId(id): PathId<BookingId>,
    form: FormBody,
) -> HttpResult {
    let act = Act { name: "note", fields: &["content"], flash: Flash::VisitNoteAdded };
    let author = page.user().clone();
    answer(&page, &id, &form, &act, form.parse(), move |tx, context, id, NoteForm { content }| {
        let booking = booking_records::find_booking(tx, id)?.ok_or_else(|| HttpError::not_found("This visit"))?;
        let note = NewNote { content: content.clone(), booking_id: Some(id.clone()) };
        Ok(customers::add_note(tx, context, &author, &booking.customer_id, &note).map(drop)?)
    })
    .await
}

/// The state of the visit that a form was made for. A form that replaces or takes back what it shows must not do so to what
/// somebody else has done meanwhile.
pub(super) struct Seen {
    updated_at: Option<i64>,
    refusal: &'static str,
}

impl Seen {
    pub(super) fn read(form: &FormBody, page: &DeskPage<Receptionist>) -> Self {
        let updated_at = form.fields().form_text("seen").parse().ok();
        Self { updated_at, refusal: page.texts.desk_booking().changed_meanwhile() }
    }

    pub(super) fn check(&self, tx: &mut Tx<'_>, id: &BookingId) -> Result<(), HttpError> {
        desk_changes::lock_booking(tx, id)?;
        let booking = booking_records::find_booking(tx, id)?.ok_or_else(|| HttpError::not_found("This visit"))?;
        match self.updated_at {
            Some(seen) if seen != booking.updated_at.millis() => Err(HttpError::new(ErrorCode::Conflict, self.refusal)),
            _ => Ok(()),
        }
    }
}

/// Does what a form asks for. `parsed` is what could be read of it.
pub(super) async fn answer<S: Send + 'static>(
    page: &DeskPage<Receptionist>,
    id: &BookingId,
    form: &FormBody,
    act: &Act,
    parsed: Result<S, HttpError>,
    write: impl Fn(&mut Tx<'_>, &RequestContext, &BookingId, &S) -> Result<(), HttpError> + Send + 'static,
) -> HttpResult {
    let written = match parsed {
        Ok(parsed) => {
            let (id, back) = (id.clone(), return_path(form, id));
            let write = move |tx: &mut Tx<'_>, context: &RequestContext| {
                write(tx, context, &id, &parsed)?;
                Ok(back.clone())
            };
            page.caller.submit_once(form, write).await
        }
        Err(error) => Err(error),
    };
    match written {
        Ok(path) => Ok(see_other(&path, Some(act.flash))),
        Err(error) => show_refused(page, id, form, act, error).await,
    }
}

/// Where the form returns to: the board, the requests, or the visit's own page.
fn return_path(form: &FormBody, id: &BookingId) -> String {
    let fields = form.fields();
    match local_path_or_root(Some(fields.form_text("back"))) {
        "/" => visit_path(id),
        path => path.to_owned(),
    }
}

async fn show_refused(
    page: &DeskPage<Receptionist>,
    id: &BookingId,
    form: &FormBody,
    act: &Act,
    error: HttpError,
) -> HttpResult {
    let Some(status) = refused_status(&error) else { return Err(error) };
    let mut refused = Refused::new(act.name, act.fields, &form.fields(), &error);
    let read = VisitRead::find(page, id).await?;
    if error.code() == ErrorCode::Conflict {
        refused = refused.with_lines_of_now();
    }
    // Two people answer the same request.
    let is_answer = matches!(act.name, "approve" | "reject" | "offer");
    if is_answer && error.code() == ErrorCode::BookingInvalidStatusTransition {
        let word = crate::status::VisitStatus::of(&read.found).word(page.texts.desk_status()).to_lowercase();
        refused = refused.saying(page.texts.desk_booking().answered_meanwhile(&word));
    }
    show_page(page, read, status, return_path(form, id), refused)
}

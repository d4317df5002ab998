//! What the desk does to a booking. Each form returns to where it was, or the booking's page shows why not.

use parlour_app::bookings as use_cases;
use parlour_app::bookings::{ChosenStaff, DeskRefusal};
use parlour_app::customers::{self, NewNote};
use parlour_app::request_context::RequestContext;
use parlour_domain::auth::return_to::local_path_or_root;
use parlour_domain::ids::{BookingId, StaffId};
use parlour_domain::ist::{Timestamp, parse_date};
use parlour_http::error::FieldErrors;
use parlour_http::form::FormBody;
use parlour_http::path_id::PathId;
use parlour_http::request::Text;
use parlour_http::request_shape;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Receptionist;
use parlour_http::shapes::bookings::DeskCancelBody;
use parlour_http::shapes::customers::NoteBody;
use parlour_store::Tx;
use parlour_store::bookings::{booking_records, desk_bookings, desk_changes};

use super::ask_first::{DayAct, PlanAct};
use super::page::show_page;
use super::question::{WantedBooking, ask_about_day, ask_about_no_show, ask_about_person, is_against_wish, is_sure};
use super::read::BookingRead;
use super::refused::{RefusedForm, label};
use super::sheet::booking_path;
use super::sheet_refusal::SheetRefusal;
use crate::checkout::checkout_path;
use crate::desk::DeskPage;
use parlour_web::flash::{Flash, kept_answer, see_other_after};

/// A form of the sheet that was sent.
pub(super) struct SentForm<'a, S> {
    /// The last part of its address, and the first part of the ids of its fields.
    pub(super) name: &'static str,
    pub(super) flash: Flash,
    pub(super) booking: &'a BookingId,
    pub(super) form: &'a FormBody,
    /// What could be read of it.
    pub(super) parsed: Result<S, FieldErrors>,
}

request_shape! {
    struct PersonForm {
        staff_id: StaffId,
    }

    struct RejectForm {
        rejection_reason: Text<500>,
    }
}

/// Whom the form of an approval or assignment names.
pub(crate) fn chosen_staff(form: &FormBody) -> Result<ChosenStaff, FieldErrors> {
    let PersonForm { staff_id } = form.parse()?;
    Ok(ChosenStaff { staff_id, against_wish: is_against_wish(form) })
}

pub(super) async fn approve(page: DeskPage<Receptionist>, PathId(id): PathId<BookingId>, form: FormBody) -> HttpResult {
    let is_sure = is_sure(&form);
    let sent = SentForm {
        name: "approve",
        flash: Flash::BookingApproved,
        booking: &id,
        form: &form,
        parsed: chosen_staff(&form),
    };
    submit(&page, sent, move |tx, context, id, chosen| {
        let approved = use_cases::approve(tx, context, id, chosen)?;
        if is_sure { Ok(()) } else { ask_about_person(tx, &approved, PlanAct::Approve, context.now) }
    })
    .await
}

pub(super) async fn reject(page: DeskPage<Receptionist>, PathId(id): PathId<BookingId>, form: FormBody) -> HttpResult {
    let sent =
        SentForm { name: "reject", flash: Flash::BookingRejected, booking: &id, form: &form, parsed: form.parse() };
    submit(&page, sent, |tx, context, id, RejectForm { rejection_reason }| {
        Ok(use_cases::reject(tx, context, id, rejection_reason).map(drop)?)
    })
    .await
}

pub(super) async fn arrive(page: DeskPage<Receptionist>, PathId(id): PathId<BookingId>, form: FormBody) -> HttpResult {
    let is_sure = is_sure(&form);
    let sent = SentForm { name: "arrive", flash: Flash::BookingArrived, booking: &id, form: &form, parsed: Ok(()) };
    submit(&page, sent, move |tx, context, id, ()| {
        let arrived = use_cases::arrive(tx, context, id)?;
        if is_sure { Ok(()) } else { ask_about_day(tx, &arrived, DayAct::Arrive, context.now) }
    })
    .await
}

pub(super) async fn start(page: DeskPage<Receptionist>, PathId(id): PathId<BookingId>, form: FormBody) -> HttpResult {
    let is_sure = is_sure(&form);
    let sent = SentForm { name: "start", flash: Flash::BookingStarted, booking: &id, form: &form, parsed: Ok(()) };
    submit(&page, sent, move |tx, context, id, ()| {
        let started = use_cases::start(tx, context, id)?;
        if is_sure { Ok(()) } else { ask_about_day(tx, &started, DayAct::Start, context.now) }
    })
    .await
}

pub(super) async fn mark_no_show(
    page: DeskPage<Receptionist>,
    PathId(id): PathId<BookingId>,
    form: FormBody,
) -> HttpResult {
    let is_sure = is_sure(&form);
    let sent = SentForm { name: "noshow", flash: Flash::BookingNoShow, booking: &id, form: &form, parsed: Ok(()) };
    submit(&page, sent, move |tx, context, id, ()| {
        let missed = use_cases::mark_noshow(tx, context, id)?;
        if is_sure { Ok(()) } else { ask_about_no_show(tx, &missed, context.now) }
    })
    .await
}

pub(super) async fn undo(page: DeskPage<Receptionist>, PathId(id): PathId<BookingId>, form: FormBody) -> HttpResult {
    let (seen, act) = (Seen::read(&form), UndoneAct::read(&form));
    let sent = SentForm { name: "undo", flash: Flash::BookingUndone, booking: &id, form: &form, parsed: Ok(()) };
    submit(&page, sent, move |tx, context, id, ()| {
        seen.check(tx, id)?;
        act.check(tx, id, context.now)?;
        Ok(use_cases::undo(tx, context, id).map(drop)?)
    })
    .await
}

pub(super) async fn assign(page: DeskPage<Receptionist>, PathId(id): PathId<BookingId>, form: FormBody) -> HttpResult {
    let (seen, is_sure) = (Seen::read(&form), is_sure(&form));
    // The undo of a message gives it back.
    let flash = if form.text("undo") == "true" { Flash::BookingUndone } else { Flash::BookingAssigned };
    let sent = SentForm { name: "assign", flash, booking: &id, form: &form, parsed: chosen_staff(&form) };
    submit(&page, sent, move |tx, context, id, chosen| {
        seen.check(tx, id)?;
        let given = use_cases::assign(tx, context, id, chosen)?;
        if is_sure { Ok(()) } else { ask_about_person(tx, &given, PlanAct::Assign, context.now) }
    })
    .await
}

pub(super) async fn cancel(page: DeskPage<Receptionist>, PathId(id): PathId<BookingId>, form: FormBody) -> HttpResult {
    let sent =
        SentForm { name: "cancel", flash: Flash::BookingCancelled, booking: &id, form: &form, parsed: form.parse() };
    submit(&page, sent, |tx, context, id, DeskCancelBody { reason, tell_customer }| {
        let is_told = tell_customer.unwrap_or(true);
        Ok(use_cases::cancel_at_desk(tx, context, id, reason, is_told).map(drop)?)
    })
    .await
}

pub(super) async fn add_note(
    page: DeskPage<Receptionist>,
    PathId(id): PathId<BookingId>,
    form: FormBody,
) -> HttpResult {
    let author = page.user().clone();
    let sent =
        SentForm { name: "note", flash: Flash::BookingNoteAdded, booking: &id, form: &form, parsed: form.parse() };
    submit(&page, sent, move |tx, context, id, NoteBody { content, .. }| {
        let booking = booking_records::find_booking(tx, id)?.ok_or(DeskRefusal::Unknown)?;
        let note = NewNote { content: content.clone(), booking_id: Some(id.clone()) };
        Ok(customers::add_note(tx, context, &author, &booking.customer_id, &note).map(drop)?)
    })
    .await
}

/// The state of the booking that a form was made for. A form that replaces or takes back what it shows must not do so to what
/// somebody else has done meanwhile.
pub(crate) struct Seen {
    updated_at: Option<i64>,
}

impl Seen {
    pub(crate) fn read(form: &FormBody) -> Self {
        Self { updated_at: form.text("seen").parse().ok() }
    }

    pub(crate) fn check(&self, tx: &mut Tx<'_>, id: &BookingId) -> Result<(), SheetRefusal> {
        desk_changes::lock_booking(tx, id)?;
        let booking = booking_records::find_booking(tx, id)?.ok_or(DeskRefusal::Unknown)?;
        match self.updated_at {
            Some(seen) if seen != booking.updated_at.millis() => Err(SheetRefusal::ChangedMeanwhile),
            _ => Ok(()),
        }
    }
}

/// The act that the message of an undo names: it must not take back what somebody else has done since.
struct UndoneAct {
    /// Empty on the sheet, whose form says what it has seen.
    named: String,
}

impl UndoneAct {
    fn read(form: &FormBody) -> Self {
        Self { named: form.text("act").to_owned() }
    }

    fn check(&self, tx: &mut Tx<'_>, id: &BookingId, now: Timestamp) -> Result<(), SheetRefusal> {
        if self.named.is_empty() {
            return Ok(());
        }
        let found = desk_bookings::find_desk_booking(tx, id)?.ok_or(DeskRefusal::Unknown)?;
        let act = use_cases::find_undoable(tx, &found.booking, now)?;
        if act.is_some_and(|act| act.as_str() == self.named) { Ok(()) } else { Err(SheetRefusal::ChangedMeanwhile) }
    }
}

/// Carries out a form of the sheet, and returns to where it was sent from; or shows the booking's page with what is wrong.
pub(super) async fn submit<S: Send + 'static>(
    page: &DeskPage<Receptionist>,
    sent: SentForm<'_, S>,
    write: impl Fn(&mut Tx<'_>, &RequestContext, &BookingId, &S) -> Result<(), SheetRefusal> + Send + 'static,
) -> HttpResult {
    let SentForm { name, flash, booking: id, form, parsed } = sent;
    let (booking, next, wanted) = (id.clone(), next_path(form, id), WantedBooking::read(form));
    let written = page.form(form, label).write(parsed, move |tx, context, parsed| {
        let done = write(tx, context, &booking, parsed);
        done.map_err(|refusal| wanted.ask_about_wish(tx, &booking, refusal, context.now))?;
        Ok::<_, SheetRefusal>(kept_answer(context.now, &next))
    });
    match written.await?.result {
        Ok(kept) => Ok(see_other_after(&kept, flash, id.as_str())),
        Err(refusal) => {
            let read = BookingRead::find(page, id, parse_date(form.text("bookingDate"))).await?;
            let refused = RefusedForm::new(name, form, refusal, &read, page.texts)?;
            show_page(page, read, return_path(form, id), refused)
        }
    }
}

/// Whether the button of the checkout sent the services: they are saved first.
pub(super) fn goes_to_checkout(form: &FormBody) -> bool {
    form.text("then") == "checkout"
}

fn next_path(form: &FormBody, id: &BookingId) -> String {
    if goes_to_checkout(form) { checkout_path(id) } else { return_path(form, id) }
}

/// Where the form returns to: the board, the requests, or the booking's own page.
fn return_path(form: &FormBody, id: &BookingId) -> String {
    match local_path_or_root(Some(form.text("back"))) {
        "/" => booking_path(id),
        path => path.to_owned(),
    }
}

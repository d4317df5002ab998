//! What the desk changes on a customer's page.

use std::num::NonZeroI64;

use axum::response::{IntoResponse, Redirect, Response};
use parlour_app::customers as use_cases;
use parlour_app::customers::{ContactPatch, NewNote, NoshowRecordPatch};
use parlour_app::request_context::RequestContext;
use parlour_domain::ids::{BookingId, TagId, UserId};
use parlour_http::error::{ErrorCode, HttpError};
use parlour_http::idempotency::FormBody;
use parlour_http::path_id::PathId;
use parlour_http::request::{Clearable, Int, Text};
use parlour_http::request_shape;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::{Manager, Receptionist};
use parlour_store::Tx;
use parlour_store::customers::customer_records;
use parlour_store::users::user_records;

use super::customer::{Forms, show_refused};
use super::tab::Tab;
use crate::desk::{DeskPage, refused_status};
use parlour_web::flash::Flash;
use parlour_web::form::FormState;
use parlour_web::page::see_other;

const MAX_GEMS: i64 = 1_000_000;
const MAX_NOSHOWS: i64 = 100_000;

request_shape! {
    struct TagForm {
        tag_id: TagId,
    }

    struct NoteForm {
        content: Text<1000>,
        booking_id: Option<BookingId>,
    }

    struct PinForm {
        pinned_note: Clearable<Text<500>>,
    }

    struct GemsForm {
        gems_amount: Int<1, MAX_GEMS>,
        reason: Text<500>,
    }

    struct NoshowsForm {
        noshow_count: Int<0, MAX_NOSHOWS>,
        booking_requires_approval: Option<bool>,
    }
}

/// Somebody who loads the address of a form again sees the page that it belongs to.
pub(super) async fn back_to_visits(_: DeskPage<Receptionist>, PathId(id): PathId<UserId>) -> Response {
    Redirect::to(&Tab::Visits.path(&id)).into_response()
}

pub(super) async fn back_to_notes(_: DeskPage<Receptionist>, PathId(id): PathId<UserId>) -> Response {
    Redirect::to(&Tab::Notes.path(&id)).into_response()
}

pub(super) async fn back_to_gems(_: DeskPage<Receptionist>, PathId(id): PathId<UserId>) -> Response {
    Redirect::to(&Tab::Gems.path(&id)).into_response()
}

/// The tab on which a form stands that is on all of them.
fn tab_of(body: &FormBody) -> Tab {
    Tab::parse(body.fields().form_text("tab"))
}

pub(super) async fn tag(page: DeskPage<Receptionist>, PathId(id): PathId<UserId>, body: FormBody) -> HttpResult {
    let tab = tab_of(&body);
    let done = match body.parse() {
        Ok(TagForm { tag_id }) => {
            let (by, customer) = (page.user().clone(), id.clone());
            let write = move |tx: &mut Tx<'_>, context: &RequestContext| {
                Ok(use_cases::tag(tx, context, &by, &customer, &tag_id)?)
            };
            submit(&page, &id, &body, tab, write).await
        }
        Err(error) => Err(error),
    };
    let refuse = |forms: &mut Forms, form| forms.tag = form;
    answer(&page, &id, &body, (tab, Flash::TagAdded, &["tagId"]), done, refuse).await
}

pub(super) async fn untag(page: DeskPage<Receptionist>, PathId(id): PathId<UserId>, body: FormBody) -> HttpResult {
    let tab = tab_of(&body);
    let done = match body.parse() {
        Ok(TagForm { tag_id }) => {
            let customer = id.clone();
            let write =
                move |tx: &mut Tx<'_>, context: &RequestContext| Ok(use_cases::untag(tx, context, &customer, &tag_id)?);
            submit(&page, &id, &body, tab, write).await
        }
        Err(error) => Err(error),
    };
    let refuse = |forms: &mut Forms, form| forms.tag = form;
    answer(&page, &id, &body, (tab, Flash::TagRemoved, &["tagId"]), done, refuse).await
}

pub(super) async fn write_note(page: DeskPage<Receptionist>, PathId(id): PathId<UserId>, body: FormBody) -> HttpResult {
    let done = match body.parse() {
        Ok(NoteForm { content, booking_id }) => {
            let (author, customer) = (page.user().clone(), id.clone());
            let new = NewNote { content, booking_id };
            let write = move |tx: &mut Tx<'_>, context: &RequestContext| {
                use_cases::add_note(tx, context, &author, &customer, &new)?;
                Ok(())
            };
            submit(&page, &id, &body, Tab::Notes, write).await
        }
        Err(error) => Err(error),
    };
    let refuse = |forms: &mut Forms, form| forms.note = form;
    answer(&page, &id, &body, (Tab::Notes, Flash::NoteSaved, &["content", "bookingId"]), done, refuse).await
}

/// Pins a text, or with an empty one none any more.
pub(super) async fn pin(page: DeskPage<Receptionist>, PathId(id): PathId<UserId>, body: FormBody) -> HttpResult {
    let mut flash = Flash::NotePinned;
    let pinned_meanwhile = page.texts.customer().pinned_meanwhile();
    let done = match body.parse() {
        Ok(PinForm { pinned_note }) => {
            if pinned_note == Some(None) {
                flash = Flash::NoteUnpinned;
            }
            let customer = id.clone();
            let patch = ContactPatch { pinned_note, ..ContactPatch::default() };
            let was = body.fields().form_texts("was").first().map(|was| (*was).to_owned());
            let write = move |tx: &mut Tx<'_>, context: &RequestContext| {
                user_records::lock_user(tx, &customer)?;
                let now = customer_records::find_customer_detail(tx, &customer)?.and_then(|detail| detail.pinned_note);
                // What somebody else has pinned meanwhile, such as an allergy, is not lost.
                if was.as_deref().is_some_and(|was| was != now.as_deref().unwrap_or_default().trim()) {
                    return Err(HttpError::new(ErrorCode::Conflict, pinned_meanwhile));
                }
                use_cases::change_contact(tx, context, &customer, &patch)?;
                Ok(())
            };
            submit(&page, &id, &body, Tab::Notes, write).await
        }
        Err(error) => Err(error),
    };
    let refuse = |forms: &mut Forms, form| forms.pin = form;
    answer(&page, &id, &body, (Tab::Notes, flash, &["pinnedNote"]), done, refuse).await
}

pub(super) async fn adjust_gems(page: DeskPage<Manager>, PathId(id): PathId<UserId>, body: FormBody) -> HttpResult {
    let done = match body.parse() {
        Ok(GemsForm { gems_amount, reason }) => {
            let takes = body.fields().form_text("direction") == "take";
            let amount = NonZeroI64::new(if takes { -gems_amount } else { gems_amount });
            let amount = amount.ok_or_else(|| HttpError::internal("a positive number is 0"))?;
            let customer = id.clone();
            let write = move |tx: &mut Tx<'_>, context: &RequestContext| {
                use_cases::adjust_gems(tx, context, &customer, amount, &reason)?;
                Ok(())
            };
            submit(&page, &id, &body, Tab::Gems, write).await
        }
        Err(error) => Err(error),
    };
    let refuse = |forms: &mut Forms, form| forms.gems = form;
    let names = ["gemsAmount", "direction", "reason"];
    answer(&page, &id, &body, (Tab::Gems, Flash::GemsChanged, &names), done, refuse).await
}

pub(super) async fn set_noshow_record(
    page: DeskPage<Manager>,
    PathId(id): PathId<UserId>,
    body: FormBody,
) -> HttpResult {
    let tab = tab_of(&body);
    let done = match body.parse() {
        Ok(NoshowsForm { noshow_count, booking_requires_approval }) => {
            let customer = id.clone();
            let patch = NoshowRecordPatch { noshow_count: Some(noshow_count), booking_requires_approval };
            let write = move |tx: &mut Tx<'_>, context: &RequestContext| {
                use_cases::set_noshow_record(tx, context, &customer, patch)?;
                Ok(())
            };
            submit(&page, &id, &body, tab, write).await
        }
        Err(error) => Err(error),
    };
    let refuse = |forms: &mut Forms, form| forms.noshows = form;
    let names = ["noshowCount", "bookingRequiresApproval"];
    answer(&page, &id, &body, (tab, Flash::NoshowsSaved, &names), done, refuse).await
}

/// Writes once, and returns the path of the tab.
async fn submit<R>(
    page: &DeskPage<R>,
    id: &UserId,
    body: &FormBody,
    tab: Tab,
    write: impl Fn(&mut Tx<'_>, &RequestContext) -> Result<(), HttpError> + Send + 'static,
) -> Result<String, HttpError> {
    let path = tab.path(id);
    page.caller
        .submit_once(body, move |tx, context| {
            write(tx, context)?;
            Ok(path.clone())
        })
        .await
}

/// To the tab with what was done, or the page again with what is wrong. `about` has the tab, what is text after it was
/// done, and the fields to show again.
async fn answer<R>(
    page: &DeskPage<R>,
    id: &UserId,
    body: &FormBody,
    about: (Tab, Flash, &[&str]),
    done: Result<String, HttpError>,
    refuse: impl FnOnce(&mut Forms, FormState),
) -> HttpResult {
    let (tab, flash, names) = about;
    let error = match done {
        Ok(path) => return Ok(see_other(&path, Some(flash))),
        Err(error) => error,
    };
    let Some(status) = refused_status(&error) else { return Err(error) };
    let form = FormState::refused(&body.fields(), names, &error);
    show_refused(page, id, tab, status, |forms| refuse(forms, form)).await
}

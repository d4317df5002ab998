//! What the desk changes on a customer's page.

use std::num::NonZeroI64;

use axum::response::{IntoResponse, Redirect, Response};
use parlour_app::customers as use_cases;
use parlour_app::customers::{
    AddNoteRefusal, ContactPatch, GrantGemsRefusal, NewNote, NoshowRecordPatch, NoshowRecordRefusal, TagRefusal,
};
use parlour_domain::ids::UserId;
use parlour_http::form::FormBody;
use parlour_http::path_id::PathId;
use parlour_http::request::{Int, RequestShape, Text};
use parlour_http::request_shape;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::{Manager, Receptionist};
use parlour_http::shapes::customers::{AssignBody, ContactBody, MAX_GEMS, NoshowRecordBody, NoteBody};
use parlour_store::customers::customer_records;
use parlour_store::users::user_records;

use super::customer::show_refused;
use super::labels::label;
use super::tab::Tab;
use crate::desk::DeskPage;
use parlour_web::flash::Flash;
use parlour_web::form::{ChangedMeanwhile, ChangedOrRefused};

request_shape! {
    /// Whether they are given or taken is another field.
    struct GemsForm {
        gems_amount: Int<1, MAX_GEMS>,
        reason: Text<500>,
    }
}

/// Somebody who loads the address of a form again sees the page that it belongs to.
pub(super) async fn back_to_bookings(_: DeskPage<Receptionist>, PathId(id): PathId<UserId>) -> Response {
    Redirect::to(&Tab::Bookings.path(&id)).into_response()
}

pub(super) async fn back_to_notes(_: DeskPage<Receptionist>, PathId(id): PathId<UserId>) -> Response {
    Redirect::to(&Tab::Notes.path(&id)).into_response()
}

pub(super) async fn back_to_gems(_: DeskPage<Receptionist>, PathId(id): PathId<UserId>) -> Response {
    Redirect::to(&Tab::Gems.path(&id)).into_response()
}

/// The tab on which a form stands that is on all of them.
fn tab_of(form: &FormBody) -> Tab {
    Tab::parse(form.text("tab"))
}

pub(super) async fn tag(page: DeskPage<Receptionist>, PathId(id): PathId<UserId>, form: FormBody) -> HttpResult {
    let tab = tab_of(&form);
    let (by, customer, path) = (page.user().clone(), id.clone(), tab.path(&id));
    let tagged = page.form(&form, label).write(form.parse(), move |tx, context, AssignBody { tag_id }| {
        use_cases::tag(tx, context, &by, &customer, tag_id)?;
        Ok::<_, TagRefusal>(path.clone())
    });
    let show = |state| show_refused(&page, &id, tab, |forms| forms.tag = state);
    tagged.await?.answer(Flash::TagAdded, show).await
}

pub(super) async fn untag(page: DeskPage<Receptionist>, PathId(id): PathId<UserId>, form: FormBody) -> HttpResult {
    let tab = tab_of(&form);
    let (customer, path) = (id.clone(), tab.path(&id));
    let untagged = page.form(&form, label).write(form.parse(), move |tx, context, AssignBody { tag_id }| {
        use_cases::untag(tx, context, &customer, tag_id)?;
        Ok::<_, TagRefusal>(path.clone())
    });
    let show = |state| show_refused(&page, &id, tab, |forms| forms.tag = state);
    untagged.await?.answer(Flash::TagRemoved, show).await
}

pub(super) async fn write_note(page: DeskPage<Receptionist>, PathId(id): PathId<UserId>, form: FormBody) -> HttpResult {
    let (author, customer) = (page.user().clone(), id.clone());
    let new = form.parse::<NoteBody>().map(NewNote::from);
    let written = page.form(&form, label).create(new, move |tx, context, new| {
        use_cases::add_note(tx, context, &author, &customer, new)?;
        Ok::<_, AddNoteRefusal>(Tab::Notes.path(&customer))
    });
    let show = |state| show_refused(&page, &id, Tab::Notes, |forms| forms.note = state);
    written.await?.answer(Flash::NoteSaved, show).await
}

/// Pins a text, or with an empty one none any more.
pub(super) async fn pin(page: DeskPage<Receptionist>, PathId(id): PathId<UserId>, form: FormBody) -> HttpResult {
    let flash = if form.text("pinnedNote").is_empty() { Flash::NoteUnpinned } else { Flash::NotePinned };
    let (customer, meanwhile) = (id.clone(), page.texts.customer().pinned_meanwhile());
    let was = form.texts("was").first().map(|was| (*was).to_owned());
    let pinned = page.form(&form, label).write(form.parse(), move |tx, context, ContactBody { pinned_note, .. }| {
        user_records::lock_user(tx, &customer)?;
        let now = customer_records::find_customer_detail(tx, &customer)?.and_then(|detail| detail.pinned_note);
        // What somebody else has pinned meanwhile, such as an allergy, is not lost.
        if was.as_deref().is_some_and(|was| was != now.as_deref().unwrap_or_default().trim()) {
            return Err(ChangedOrRefused::ChangedMeanwhile(ChangedMeanwhile(meanwhile.to_owned())));
        }
        let patch = ContactPatch { pinned_note: pinned_note.clone(), ..ContactPatch::default() };
        use_cases::change_contact(tx, context, &customer, &patch).map_err(ChangedOrRefused::Refused)?;
        Ok(Tab::Notes.path(&customer))
    });
    let show = |state| show_refused(&page, &id, Tab::Notes, |forms| forms.pin = state);
    pinned.await?.answer(flash, show).await
}

pub(super) async fn adjust_gems(page: DeskPage<Manager>, PathId(id): PathId<UserId>, form: FormBody) -> HttpResult {
    let takes = form.text("direction") == "take";
    let customer = id.clone();
    let adjusted = page.form(&form, label).create(form.parse(), move |tx, context, gems: &GemsForm| {
        let amount = if takes { -gems.gems_amount } else { gems.gems_amount };
        // The rule of the field refuses 0.
        if let Some(amount) = NonZeroI64::new(amount) {
            use_cases::adjust_gems(tx, context, &customer, amount, &gems.reason)?;
        }
        Ok::<_, GrantGemsRefusal>(Tab::Gems.path(&customer))
    });
    let show = |state| show_refused(&page, &id, Tab::Gems, |forms| forms.gems = state);
    adjusted.await?.answer(Flash::GemsChanged, show).await
}

pub(super) async fn set_noshow_record(
    page: DeskPage<Manager>,
    PathId(id): PathId<UserId>,
    form: FormBody,
) -> HttpResult {
    let tab = tab_of(&form);
    let (customer, path) = (id.clone(), tab.path(&id));
    let (mut fields, readable) = form.read::<NoshowRecordBody>();
    fields.require_present("noshowCount");
    let patch = fields.finish(|| NoshowRecordBody::complete(readable)).map(NoshowRecordPatch::from);
    let saved = page.form(&form, label).write(patch, move |tx, context, patch| {
        use_cases::set_noshow_record(tx, context, &customer, *patch)?;
        Ok::<_, NoshowRecordRefusal>(path.clone())
    });
    let show = |state| show_refused(&page, &id, tab, |forms| forms.noshows = state);
    saved.await?.answer(Flash::NoshowsSaved, show).await
}

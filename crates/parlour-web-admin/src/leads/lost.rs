//! Why a lead is lost.

use askama::Template;
use parlour_domain::ids::LeadId;
use parlour_domain::lead::LeadStatus;
use parlour_http::error::HttpError;
use parlour_http::path_id::PathId;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Receptionist;
use parlour_store::leads::lead_records;

use crate::desk::{DeskFrame, DeskPage, Place};
use parlour_web::form::FormState;
use parlour_web::lead_status::lead_status_word;

#[derive(Template)]
#[template(path = "leads/lost.html")]
struct LostPage {
    frame: DeskFrame,
    id: String,
    /// The status that is shown, as forms send it.
    seen: &'static str,
    /// Set if the lead cannot be lost any more.
    settled: Option<String>,
    form: FormState,
}

/// `/leads/{id}/lost`. The form posts to `/leads/{id}/status`.
pub(super) async fn show(page: DeskPage<Receptionist>, PathId(id): PathId<LeadId>) -> HttpResult {
    show_with(&page, id, FormState::default()).await
}

pub(super) async fn show_with(page: &DeskPage<Receptionist>, id: LeadId, form: FormState) -> HttpResult {
    let read = page.caller.read(move |conn, _| Ok(lead_records::by_id(conn, &id)?));
    let lead = read.await?.ok_or_else(|| HttpError::not_found("This lead"))?;
    let text = page.texts.leads();
    let can_be_lost = lead.status.can_become(LeadStatus::Lost);
    page.show_with(
        form.status,
        &LostPage {
            frame: page.desk_frame(text.lost_title(&lead.name), Place::Leads),
            id: lead.id.as_str().to_owned(),
            seen: lead.status.as_str(),
            settled: (!can_be_lost).then(|| text.lost_already(lead_status_word(lead.status, page.texts))),
            form,
        },
    )
}

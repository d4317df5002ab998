//! Why a lead is lost.

use askama::Template;
use http::StatusCode;
use parlour_domain::ids::LeadId;
use parlour_domain::lead::LeadStatus;
use parlour_http::error::HttpError;
use parlour_http::path_id::PathId;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Receptionist;
use parlour_store::leads::lead_records;

use super::card::status_word;
use crate::desk::{DeskFrame, DeskPage, Place};
use parlour_web::form::FormState;

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
    show_with(&page, id, StatusCode::OK, FormState::default()).await
}

pub(super) async fn show_with(
    page: &DeskPage<Receptionist>,
    id: LeadId,
    status: StatusCode,
    form: FormState,
) -> HttpResult {
    let read = page.caller.read(move |conn, _| Ok(lead_records::by_id(conn, &id)?));
    let lead = read.await?.ok_or_else(|| HttpError::not_found("This lead"))?;
    let text = page.texts.leads();
    let can_be_lost = lead.status.can_become(LeadStatus::Lost);
    page.show_with(
        status,
        &LostPage {
            frame: page.desk_frame(text.lost_title(&lead.name), Place::Leads),
            id: lead.id.as_str().to_owned(),
            seen: lead.status.as_str(),
            settled: (!can_be_lost).then(|| text.lost_already(status_word(lead.status, page.texts))),
            form,
        },
    )
}

impl LostPage {
    /// The name of a field in the list of errors.
    fn label(&self, name: &str) -> &'static str {
        let text = self.frame.texts.leads();
        if name == "reason" && !self.is_too_long() { text.why_name() } else { text.reason() }
    }

    /// Whether something was typed: then it is that which is wrong.
    fn is_too_long(&self) -> bool {
        !self.form.value("reason").is_empty()
    }
}

//! `/invoices/{id}/pdf`, of a credit note with `note`: opens the PDF, or looks again by itself until it is made.

use askama::Template;
use axum::response::{IntoResponse, Redirect};
use http::header::{HeaderName, HeaderValue};
use parlour_app::invoices::enqueue_missing_pdf;
use parlour_domain::ids::InvoiceId;
use parlour_http::error::HttpError;
use parlour_http::path_id::PathId;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Receptionist;
use parlour_store::billing::invoices::DocumentPdf;
use parlour_store::billing::{desk_invoices, invoice_documents};

use super::parts::invoice_path;
use crate::desk::{DeskFrame, DeskPage, Place};
use parlour_web::page::encode;

/// How often a page that waits for a PDF looks again by itself.
const MAX_LOOKS: u32 = 20;
const LOOK_AGAIN_SECONDS: u32 = 3;

#[derive(Template)]
#[template(path = "invoices/wait.html")]
pub(crate) struct WaitPage {
    pub(crate) frame: DeskFrame,
    pub(crate) about: String,
    pub(crate) address: String,
    pub(crate) invoice: String,
}

pub(super) async fn open(page: DeskPage<Receptionist>, PathId(id): PathId<InvoiceId>) -> HttpResult {
    let note = page.parameter("note").filter(|note| !note.contains('\0'));
    let found = find_pdf(&page, &id, note.clone()).await?;
    let api = format!("/api/billing/invoices/{id}");
    if found.url.is_some() {
        let path = match &note {
            Some(_) => format!("{api}/credit-notes/{}/pdf", found.id),
            None => format!("{api}/pdf"),
        };
        return Ok(Redirect::to(&path).into_response());
    }
    let own = invoice_path(&id);
    let looks = page.parameter("look").and_then(|text| text.parse::<u32>().ok()).unwrap_or(0);
    // Queued once: a job that is queued already is left alone.
    page.caller.write(move |tx, context| Ok(enqueue_missing_pdf(tx, context, &id)?)).await?;
    let text = page.texts.invoice_wait();
    let note = note.map(|note| format!("note={}", encode(&note)));
    let address = |look: Option<String>| {
        let query: Vec<String> = note.clone().into_iter().chain(look).collect();
        if query.is_empty() { format!("{own}/pdf") } else { format!("{own}/pdf?{}", query.join("&")) }
    };
    let is_last = looks >= MAX_LOOKS;
    let mut response = page.show(&WaitPage {
        frame: page.desk_frame(text.title(), Place::Invoices),
        about: if is_last { text.long().to_owned() } else { text.text(&found.number) },
        address: address(None),
        invoice: own.clone(),
    })?;
    if !is_last {
        let next = format!("{LOOK_AGAIN_SECONDS}; url={}", address(Some(format!("look={}", looks + 1))));
        let next = HeaderValue::try_from(next).map_err(|error| HttpError::internal(error.to_string()))?;
        // As a header: readers of the page are not moved by markup that they cannot stop.
        response.headers_mut().insert(HeaderName::from_static("refresh"), next);
    }
    Ok(response)
}

async fn find_pdf(
    page: &DeskPage<Receptionist>,
    id: &InvoiceId,
    note: Option<String>,
) -> Result<DocumentPdf, HttpError> {
    let id = id.clone();
    page.caller
        .read(move |conn, _| {
            let found = match &note {
                Some(note) => invoice_documents::find_credit_note_pdf(conn, &id, Some(note))?,
                None => desk_invoices::find_pdf(conn, &id)?,
            };
            found.ok_or_else(|| HttpError::not_found("This invoice"))
        })
        .await
}

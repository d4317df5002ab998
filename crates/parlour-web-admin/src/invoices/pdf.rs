//! `/invoices/{id}/pdf`, of a credit note with `note`: opens the PDF, or looks again by itself until it is made.

use askama::Template;
use parlour_domain::ids::InvoiceId;
use parlour_http::error::HttpError;
use parlour_http::path_id::PathId;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Receptionist;
use parlour_store::billing::invoices::DocumentPdf;
use parlour_store::billing::{desk_invoices, invoice_documents};

use super::parts::invoice_path;
use crate::desk::{DeskFrame, DeskPage, Place};
use parlour_web::pdf_wait::PdfWait;

#[derive(Template)]
#[template(path = "invoices/wait.html")]
pub(crate) struct WaitPage {
    pub(crate) frame: DeskFrame,
    pub(crate) about: String,
    pub(crate) address: String,
    pub(crate) invoice: String,
}

pub(super) async fn open(page: DeskPage<Receptionist>, PathId(id): PathId<InvoiceId>) -> HttpResult {
    let own = invoice_path(&id);
    let wait = PdfWait::of_page(&page, format!("{own}/pdf"));
    let found = find_pdf(&page, &id, wait.note.clone()).await?;
    let api = format!("/api/billing/invoices/{id}");
    if let Some(pdf) = wait.open_or_queue(&page.caller, id, &found, &api).await? {
        return Ok(pdf);
    }
    let text = page.texts.invoice_wait();
    let response = page.show(&WaitPage {
        frame: page.desk_frame(text.title(), Place::Invoices),
        about: if wait.is_last() { text.long().to_owned() } else { text.text(&found.number) },
        address: wait.address(),
        invoice: own,
    })?;
    wait.look_again(response)
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

//! The customer's own invoices.

use axum::response::Response;
use parlour_domain::ids::{InvoiceId, UserId};
use parlour_http::path_id::PathIdPair;
use parlour_http::sign_in_redirect::ReadOrSignIn;
use parlour_store::billing::invoice_documents;
use parlour_store::billing::invoices::{self, DocumentPdf, Invoice, InvoiceCursor};

use crate::prelude::*;
use crate::shared::files::redirect_to_pdf;
use crate::shared::invoice_cursor;

list_shape! { pub(crate) struct InvoiceList { invoices: Invoice } }

/// My invoices
///
/// Newest first. The whole list, unless `limit` or `cursor` asks for a part.
#[utoipa::path(
    get, path = "/api/invoices", tag = "Invoices", security(("session" = ["customer"])),
    params(ListParameters),
    responses((status = 200, body = Envelope<InvoiceList>)),
)]
pub(crate) async fn list(requested: ListRequest<Customer>) -> HttpResult {
    let read = |conn: &mut Conn<'_>, part: &ListPart<'_, InvoiceCursor>| {
        invoices::own_page(conn, part.reader, part.after, part.limit)
    };
    requested.answer_rows::<InvoiceList, _, _>(read, invoice_cursor).await
}

/// The PDF of one of my invoices
///
/// The PDF is made soon after the booking is completed. Until then this is 404, and the PDF is queued. The redirect is
/// valid for 15 minutes. A browser (`Accept: text/html`) without a session is sent to sign in first.
#[utoipa::path(
    get, path = "/api/invoices/{id}/pdf", tag = "Invoices", security(("session" = ["customer"])),
    responses((status = 303, description = "To the PDF, for 15 minutes", headers(("Location" = String)))),
)]
pub(crate) async fn pdf(reader: ReadOrSignIn, PathId(id): PathId<InvoiceId>) -> HttpResult {
    let named = id.clone();
    let read = move |conn: &mut Conn<'_>, user: &UserId| Ok(invoices::find_own_pdf(conn, &named, user)?);
    let found = reader.read(read).await;
    redirect_to_own_pdf(&reader.caller.state, id, found).await
}

/// The PDF of the newest credit note for one of my invoices
///
/// The PDF is made soon after the credit note. Until then this is 404, and the PDF is queued.
#[utoipa::path(
    get, path = "/api/invoices/{id}/credit-note/pdf", tag = "Invoices", security(("session" = ["customer"])),
    responses((status = 303, description = "To the PDF, for 15 minutes", headers(("Location" = String)))),
)]
pub(crate) async fn newest_credit_note_pdf(reader: ReadOrSignIn, PathId(id): PathId<InvoiceId>) -> HttpResult {
    redirect_to_credit_note(reader, id, None).await
}

/// The PDF of a credit note for one of my invoices
///
/// The PDF is made soon after the credit note. Until then this is 404, and the PDF is queued.
#[utoipa::path(
    get, path = "/api/invoices/{id}/credit-notes/{creditNoteId}/pdf", tag = "Invoices",
    security(("session" = ["customer"])),
    responses((status = 303, description = "To the PDF, for 15 minutes", headers(("Location" = String)))),
)]
pub(crate) async fn credit_note_pdf(
    reader: ReadOrSignIn,
    PathIdPair(id, note): PathIdPair<InvoiceId, String>,
) -> HttpResult {
    redirect_to_credit_note(reader, id, Some(note)).await
}

async fn redirect_to_credit_note(reader: ReadOrSignIn, id: InvoiceId, note: Option<String>) -> HttpResult {
    let named = id.clone();
    let read = move |conn: &mut Conn<'_>, user: &UserId| {
        Ok(invoice_documents::find_own_credit_note_pdf(conn, &named, note.as_deref(), user)?)
    };
    let found = reader.read(read).await;
    redirect_to_own_pdf(&reader.caller.state, id, found).await
}

async fn redirect_to_own_pdf(
    state: &HttpState,
    id: InvoiceId,
    found: Result<Option<DocumentPdf>, Response>,
) -> HttpResult {
    match found {
        Ok(found) => redirect_to_pdf(state, id, found).await,
        Err(answer) => Ok(answer),
    }
}

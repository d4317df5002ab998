//! What I have paid.

use axum::extract::State;
use axum::response::Response;
use parlour_domain::ids::{InvoiceId, UserId};
use parlour_domain::ist::parse_date;
use parlour_http::path_id::PathId;
use parlour_http::respond::{Envelope, HttpResult};
use parlour_http::sessions::{Customer, ReadAs};
use parlour_http::sign_in_redirect::ReadOrSignIn;
use parlour_http::state::HttpState;
use parlour_http::streamed_list::{ListRequest, StreamedList, write_rows};
use parlour_store::billing::invoice_documents;
use parlour_store::billing::invoices::{self, DocumentPdf, Invoice};
use parlour_store::db::json::PageEnd;
use parlour_store::{Conn, DbError};
use utoipa::ToSchema;

use crate::shared::files::redirect_to_pdf;

#[derive(ToSchema)]
#[expect(dead_code, reason = "the schema of what is written row by row")]
pub(crate) struct InvoiceList {
    invoices: Vec<Invoice>,
}

struct OwnInvoices;

impl StreamedList for OwnInvoices {
    const NAME: &'static str = "invoices";
    type Cursor = invoices::InvoiceCursor;

    fn write_page(
        &self,
        conn: &mut Conn<'_>,
        reader: &UserId,
        after: Option<&invoices::InvoiceCursor>,
        limit: i64,
        out: &mut Vec<u8>,
    ) -> Result<PageEnd<invoices::InvoiceCursor>, DbError> {
        let rows = invoices::own_page(conn, reader, after, limit + 1)?;
        let cursor_of =
            |row: &Invoice| invoices::InvoiceCursor { invoice_date: row.invoice_date, id: row.id.clone() };
        write_rows(rows, limit, cursor_of, out)
    }
}

/// My invoices
///
/// Newest first. All of them, unless `limit` or `cursor` say otherwise.
#[utoipa::path(
    get, path = "/api/invoices", tag = "Invoices", security(("session" = ["customer"])),
    params(
        ("limit" = Option<i64>, Query, minimum = 1, maximum = 1000, description = "At most this many"),
        ("cursor" = Option<String>, Query, description = "From the `Link` of the page before"),
    ),
    responses((
        status = 200, body = Envelope<InvoiceList>,
        headers(("Link" = String, description = "The next page, where `limit` has left some out")),
    )),
)]
pub(crate) async fn list(
    State(state): State<HttpState>,
    caller: ReadAs<Customer>,
    requested: ListRequest,
) -> HttpResult {
    requested.answer(&state, &caller, OwnInvoices).await
}

/// The PDF of one of my invoices
///
/// It is made soon after the visit; until then there is nothing here, and whoever looks has it made. The address to
/// which it leads is good for 15 minutes. A browser (`Accept: text/html`) without a session is led to sign in first.
#[utoipa::path(
    get, path = "/api/invoices/{id}/pdf", tag = "Invoices", security(("session" = ["customer"])),
    params(("id" = String, Path)),
    responses(
        (status = 303, description = "To the PDF, for 15 minutes", headers(("Location" = String))),
        (status = 404, response = crate::openapi::ErrorResponse),
    ),
)]
pub(crate) async fn pdf(
    State(state): State<HttpState>,
    reader: ReadOrSignIn,
    PathId(id): PathId,
) -> HttpResult {
    let id = InvoiceId::new(id);
    let named = id.clone();
    let read = move |conn: &mut Conn<'_>, user: &UserId| Ok(invoices::find_own_pdf(conn, &named, user)?);
    let found = reader.read(&state, read).await;
    redirect_to_own_pdf(&state, id, found).await
}

/// The PDF of the credit note for one of my invoices
///
/// It is made soon after the credit note, and is found as the invoice's own is.
#[utoipa::path(
    get, path = "/api/invoices/{id}/credit-note/pdf", tag = "Invoices", security(("session" = ["customer"])),
    params(("id" = String, Path)),
    responses(
        (status = 303, description = "To the PDF, for 15 minutes", headers(("Location" = String))),
        (status = 404, response = crate::openapi::ErrorResponse),
    ),
)]
pub(crate) async fn credit_note_pdf(
    State(state): State<HttpState>,
    reader: ReadOrSignIn,
    PathId(id): PathId,
) -> HttpResult {
    let id = InvoiceId::new(id);
    let named = id.clone();
    let read = move |conn: &mut Conn<'_>, user: &UserId| {
        Ok(invoice_documents::find_own_credit_note_pdf(conn, &named, user)?)
    };
    let found = reader.read(&state, read).await;
    redirect_to_own_pdf(&state, id, found).await
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

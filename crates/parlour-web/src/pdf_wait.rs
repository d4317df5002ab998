//! A page that opens the PDF of an invoice or a credit note, or looks again by itself until it is made.

use axum::response::{IntoResponse, Redirect, Response};
use parlour_app::invoices::enqueue_missing_pdf;
use parlour_domain::ids::InvoiceId;
use parlour_http::error::HttpError;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::SignedIn;
use parlour_store::billing::invoices::DocumentPdf;

use crate::page::{PageContext, encode, load_again};

/// How often the page looks again by itself.
const MAX_LOOKS: u32 = 20;
const LOOK_AGAIN_SECONDS: u32 = 3;

/// What the address of such a page says.
#[derive(Debug)]
pub struct PdfWait {
    /// The path of the page.
    path: String,
    /// The credit note, if its PDF is meant and not that of the invoice.
    pub note: Option<String>,
    /// How often the page has looked.
    looks: u32,
}

impl PdfWait {
    pub fn of_page(page: &PageContext, path: String) -> Self {
        Self {
            path,
            note: page.parameter("note").filter(|note| !note.contains('\0')),
            looks: page.parameter("look").and_then(|text| text.parse().ok()).unwrap_or(0),
        }
    }

    /// To the PDF, which is below `api`; `None` while it is not made.
    pub async fn open_or_queue(
        &self,
        caller: &SignedIn,
        id: InvoiceId,
        found: &DocumentPdf,
        api: &str,
    ) -> Result<Option<Response>, HttpError> {
        if found.url.is_none() {
            // Queued once: a job that is queued already is left alone.
            caller.write(move |tx, context| Ok(enqueue_missing_pdf(tx, context, &id)?)).await?;
            return Ok(None);
        }
        let path = match self.note {
            Some(_) => format!("{api}/credit-notes/{}/pdf", found.id),
            None => format!("{api}/pdf"),
        };
        Ok(Some(Redirect::to(&path).into_response()))
    }

    /// Whether the page looks no more by itself.
    pub fn is_last(&self) -> bool {
        self.looks >= MAX_LOOKS
    }

    /// Where the page looks again when it is told to.
    pub fn address(&self) -> String {
        self.address_with(None)
    }

    fn address_with(&self, look: Option<String>) -> String {
        let note = self.note.as_deref().map(|note| format!("note={}", encode(note)));
        let query: Vec<String> = note.into_iter().chain(look).collect();
        if query.is_empty() { self.path.clone() } else { format!("{}?{}", self.path, query.join("&")) }
    }

    /// Makes the page look again by itself.
    pub fn look_again(&self, response: Response) -> HttpResult {
        if self.is_last() {
            return Ok(response);
        }
        let address = self.address_with(Some(format!("look={}", self.looks + 1)));
        load_again(response, LOOK_AGAIN_SECONDS, &address)
    }
}

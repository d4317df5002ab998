//! What I have paid.

use axum::extract::State;
use axum::response::Response;
use parlour_domain::ids::{InvoiceId, UserId};
use parlour_domain::ist::parse_date;
use parlour_store::db::json::Page;
use parlour_store::invoices::{self, Invoice, Pdf};
use parlour_store::{Conn, DbError, invoice_papers};
use utoipa::ToSchema;

use super::follower::Follower;
use crate::both::files::lead_to_pdf;
use crate::id_path::Named;
use crate::listed::{Asked, List, Position, write_rows};
use crate::respond::{Answered, Envelope};
use crate::signed_in::{Customer, Reading};
use crate::web::Web;

#[derive(ToSchema)]
#[expect(dead_code, reason = "the schema of what is written row by row")]
pub(crate) struct InvoiceList {
    invoices: Vec<Invoice>,
}

struct OwnInvoices;

impl List for OwnInvoices {
    const NAME: &'static str = "invoices";
    type Position = invoices::Position;

    fn write_page(
        &self,
        conn: &mut Conn<'_>,
        reader: &UserId,
        after: Option<&invoices::Position>,
        limit: i64,
        out: &mut Vec<u8>,
    ) -> Result<Page<invoices::Position>, DbError> {
        let rows = invoices::own_page(conn, reader, after, limit + 1)?;
        let position_of =
            |row: &Invoice| invoices::Position { invoice_date: row.invoice_date, id: row.id.clone() };
        write_rows(rows, limit, position_of, out)
    }
}

impl Position for invoices::Position {
    fn written(&self) -> String {
        format!("{} {}", self.invoice_date, self.id)
    }

    fn read(written: &str) -> Option<Self> {
        let (invoice_date, id) = written.split_once(' ')?;
        Some(Self { invoice_date: parse_date(invoice_date)?, id: InvoiceId::new(id) })
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
pub(crate) async fn list(State(web): State<Web>, asker: Reading<Customer>, asked: Asked) -> Answered {
    asked.answer(&web, &asker, OwnInvoices).await
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
        (status = 404, response = crate::openapi::Failed),
    ),
)]
pub(crate) async fn pdf(State(web): State<Web>, follower: Follower, Named(id): Named) -> Answered {
    let id = InvoiceId::new(id);
    let named = id.clone();
    let read = move |conn: &mut Conn<'_>, user: &UserId| Ok(invoices::own_pdf(conn, &named, user)?);
    let found = follower.read(&web, read).await;
    lead_to_own(&web, id, found).await
}

/// The PDF of the credit note for one of my invoices
///
/// It is made soon after the credit note, and is found as the invoice's own is.
#[utoipa::path(
    get, path = "/api/invoices/{id}/credit-note/pdf", tag = "Invoices", security(("session" = ["customer"])),
    params(("id" = String, Path)),
    responses(
        (status = 303, description = "To the PDF, for 15 minutes", headers(("Location" = String))),
        (status = 404, response = crate::openapi::Failed),
    ),
)]
pub(crate) async fn credit_note_pdf(
    State(web): State<Web>,
    follower: Follower,
    Named(id): Named,
) -> Answered {
    let id = InvoiceId::new(id);
    let named = id.clone();
    let read = move |conn: &mut Conn<'_>, user: &UserId| {
        Ok(invoice_papers::own_credit_note_pdf(conn, &named, user)?)
    };
    let found = follower.read(&web, read).await;
    lead_to_own(&web, id, found).await
}

async fn lead_to_own(web: &Web, id: InvoiceId, found: Result<Option<Pdf>, Response>) -> Answered {
    match found {
        Ok(found) => lead_to_pdf(web, id, found).await,
        Err(answer) => Ok(answer),
    }
}

//! The PDF of an invoice with a QR code by which the customer pays.

use axum::response::{IntoResponse, Response};
use parlour_app::invoices::build_payable_invoice;
use parlour_domain::billing::invoice::pdf_file_name;
use parlour_domain::ids::InvoiceId;
use parlour_worker::jobs::render_unstored_pdf;

use crate::prelude::*;
use crate::shared::files::pdf_response;

/// None if there is nothing to pay by UPI, or no account to pay to. The PDF is not stored, because payments can be
/// corrected at any time.
pub(super) async fn payable_pdf(caller: &ReadAs<Receptionist>, id: &InvoiceId) -> Result<Option<Response>, HttpError> {
    let id = id.clone();
    let found = caller.read(move |conn, _| Ok(conn.in_snapshot(|conn| build_payable_invoice(conn, &id))?)).await?;
    let Some(document) = found else { return Ok(None) };
    let name = pdf_file_name(&document.number);
    let unanswered = || HttpError::new(ErrorCode::Upstream, "The PDF cannot be made at the moment. Please try again.");
    let pdf = render_unstored_pdf(caller.state.worker(), document).await.ok_or_else(unanswered)?;
    pdf_response(pdf.into_response(), &name).map(Some)
}

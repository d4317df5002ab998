//! Invoices at the desk: list, send, correct.

pub(super) mod credit_notes;
pub(super) mod day_close;
mod payable_pdf;
pub(super) mod payments;

use chrono::NaiveDate;
use parlour_app::invoices as use_cases;
use parlour_app::invoices::PaymentCorrection;
use parlour_domain::billing::invoice::{InvoiceType, MAX_CREDIT_REASON_LENGTH};
use parlour_domain::billing::invoice_document::InvoiceQrCode;
use parlour_domain::billing::payment::MAX_PAYMENTS;
use parlour_domain::ids::{InvoiceId, UserId};
use parlour_store::billing::desk_invoice_list::{self, InvoiceFilter, InvoiceSearch};
use parlour_store::billing::desk_invoices::{self, DeskInvoice, InvoiceLine};

use crate::prelude::*;
use crate::shared::files::redirect_to_pdf;
use payable_pdf::payable_pdf;
use payments::{PaymentBody, payments_of};

request_shape! {
    pub(crate) struct InvoicePdfQuery {
        qr: Option<InvoiceQrCode>,
    }

    pub(crate) struct InvoiceQuery {
        /// The first day, in India
        from: Option<NaiveDate>,
        /// The last day, in India
        to: Option<NaiveDate>,
        r#type: Option<InvoiceType>,
        /// Customer's name or invoice number
        q: Option<TrimmedText<120>>,
        page: Flat<ListPage>,
    }

    pub(crate) struct PaymentCorrectionBody {
        /// They add up to the total of the invoice.
        payments: ObjectList<PaymentBody, 1, MAX_PAYMENTS>,
        reason: Text<MAX_CREDIT_REASON_LENGTH>,
    }
}

#[derive(Serialize, ToSchema)]
pub(crate) struct BilledInvoices {
    invoices: Vec<DeskInvoice>,
}

/// Invoices
///
/// Newest first; within a day, the greater id first. `q` matches a part of the customer's present name, the beginning
/// of the invoice number, or the count at its end (`42` for `BLR/2627/000042`), ignoring case. An invoice must match
/// all filters.
#[utoipa::path(
    get, path = "/api/billing/invoices", tag = "Billing", security(("session" = ["receptionist"])),
    params(InvoiceQuery),
    responses((status = 200, body = PagedEnvelope<BilledInvoices>)),
)]
pub(crate) async fn list(caller: ReadAs<Receptionist>) -> HttpResult {
    let (filter, page) = caller.authorize_field_errors(parse_invoice_query(caller.query())).await?;
    let read = move |conn: &mut Conn<'_>, _: &UserId| desk_invoice_list::page(conn, &filter, page.size, page.offset());
    caller.answer_page(page, read, |invoices| BilledInvoices { invoices }).await
}

fn parse_invoice_query(query: Option<&str>) -> Result<(InvoiceFilter, ListPage), HttpError> {
    let mut fields = Fields::from_query(query);
    let query = InvoiceQuery::read(&mut fields);
    check_period(&mut fields, query.from, query.to);
    let search = InvoiceSearch::new(&query.q.unwrap_or_default());
    let filter = InvoiceFilter { from: query.from, to: query.to, invoice_type: query.r#type, search };
    fields.build(|| Some((filter, query.page)))
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct InvoiceDetail {
    #[serde(flatten)]
    invoice: DeskInvoice,
    lines: Vec<InvoiceLine>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct InvoiceView {
    invoice: InvoiceDetail,
}

/// An invoice with its lines
#[utoipa::path(
    get, path = "/api/billing/invoices/{id}", tag = "Billing", security(("session" = ["receptionist"])),
    responses((status = 200, body = Envelope<InvoiceView>)),
)]
pub(crate) async fn show(caller: ReadAs<Receptionist>, PathId(id): PathId<InvoiceId>) -> HttpResult {
    let found = caller.read(move |conn, _| Ok(conn.in_snapshot(|conn| detail(conn, &id))?)).await?;
    ok(InvoiceView { invoice: found.ok_or_else(|| HttpError::not_found("This invoice"))? })
}

fn detail(conn: &mut Conn<'_>, id: &InvoiceId) -> Result<Option<InvoiceDetail>, DbError> {
    let Some(invoice) = desk_invoices::by_id(conn, id)? else { return Ok(None) };
    Ok(Some(InvoiceDetail { invoice, lines: desk_invoices::list_lines(conn, id)? }))
}

/// The PDF of an invoice
///
/// The PDF is made soon after the booking is completed. Until then this is 404, and the PDF is queued. The redirect is
/// valid for 15 minutes.
///
/// With `qr=upi` the answer is a PDF with a QR code for what is recorded as paid by UPI without a reference, if the branch
/// has a UPI account; it is not stored.
#[utoipa::path(
    get, path = "/api/billing/invoices/{id}/pdf", tag = "Billing", security(("session" = ["receptionist"])),
    params(InvoicePdfQuery),
    responses(
        (status = 200, description = "The PDF with a QR code", body = Vec<u8>, content_type = "application/pdf"),
        (status = 303, description = "To the PDF, for 15 minutes", headers(("Location" = String))),
        (status = 502, response = ErrorResponse),
    ),
)]
pub(crate) async fn pdf(caller: ReadAs<Receptionist>, PathId(id): PathId<InvoiceId>) -> HttpResult {
    let query: InvoicePdfQuery = caller.parse_query().await?;
    if let Some(InvoiceQrCode::Upi) = query.qr
        && let Some(response) = payable_pdf(&caller, &id).await?
    {
        return Ok(response);
    }
    let named = id.clone();
    let found = caller.read(move |conn, _| Ok(desk_invoices::find_pdf(conn, &named)?)).await?;
    redirect_to_pdf(&caller.state, id, found).await
}

#[derive(Serialize, ToSchema)]
pub(crate) struct Queued {
    #[schema(example = true)]
    queued: bool,
}

/// Send an invoice again
///
/// The PDF is made and mailed soon. A second request while the first waits has no effect. 422 for a customer without
/// an e-mail address.
#[utoipa::path(
    post, path = "/api/billing/invoices/{id}/send", tag = "Billing", security(("session" = ["receptionist"])),
    responses((status = 200, body = Envelope<Queued>), (status = 422, response = ErrorResponse)),
)]
pub(crate) async fn send(caller: Receptionist, PathId(id): PathId<InvoiceId>, _: WithoutFields) -> HttpResult {
    caller.write(move |tx, context| Ok(use_cases::send(tx, context, &id)?)).await?;
    ok(Queued { queued: true })
}

/// Correct how an invoice was paid
///
/// Other methods or references, the same sum. 409 once the day of the invoice is closed, and after a credit note. The
/// PDF is made anew.
#[utoipa::path(
    patch, path = "/api/billing/invoices/{id}/payments", tag = "Billing", security(("session" = ["receptionist"])),
    request_body = PaymentCorrectionBody,
    responses((status = 200, body = Envelope<InvoiceView>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn correct_payments(
    caller: Receptionist,
    PathId(id): PathId<InvoiceId>,
    body: RequestBody,
) -> HttpResult {
    let (mut fields, partial) = body.read::<PaymentCorrectionBody>()?;
    let payments = payments_of(&fields, "payments", partial.payments.as_ref());
    let (checked, given) = (id.clone(), payments.clone());
    let check = move |conn: &mut Conn<'_>| match &given {
        Some(payments) => use_cases::validate_correction(conn, &checked, payments),
        None => Ok(Vec::new()),
    };
    check_readable(&caller.state, &mut fields, check).await?;
    let (body, payments) = fields.build(|| PaymentCorrectionBody::complete(partial).zip(payments))?;
    let correction = PaymentCorrection { payments, reason: body.reason };
    let write = caller.write(move |tx, context| {
        use_cases::correct_payments(tx, context, &id, &correction)?;
        Ok(detail(tx, &id)?)
    });
    ok(InvoiceView { invoice: write.await?.ok_or_else(|| HttpError::not_found("This invoice"))? })
}

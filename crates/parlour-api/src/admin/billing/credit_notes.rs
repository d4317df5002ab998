//! Credit notes at the desk.

use parlour_app::credit_notes as use_cases;
use parlour_app::credit_notes::{CreditFields, NewCreditNote};
use parlour_domain::billing::credit::{CreditRequest, MIN_CREDIT_PAISE, RequestedLine};
use parlour_domain::billing::invoice::MAX_CREDIT_REASON_LENGTH;
use parlour_domain::billing::money::MAX_PAISE;
use parlour_domain::billing::payment::MAX_PAYMENTS;
use parlour_domain::ids::InvoiceId;
use parlour_http::path_id::PathIdPair;
use parlour_store::billing::credit_notes::CreditNote;
use parlour_store::billing::invoice_documents;

use super::payments::{PaymentBody, payments_of};
use crate::prelude::*;
use crate::shared::files::redirect_to_pdf;

/// More lines than an invoice can have.
const MAX_LINES: usize = 100;

request_shape! {
    pub(crate) struct CreditBody {
        reason: Text<MAX_CREDIT_REASON_LENGTH>,
        /// Taken from the lines in order. It leaves nothing, or at least 100. Not together with lines.
        amount_paise: Option<Int<MIN_CREDIT_PAISE, MAX_PAISE>>,
        lines: Option<ObjectList<CreditLineBody, 1, MAX_LINES>>,
        /// They add up to the total of the credit note. By default the last payment is given back first.
        refunds: Option<ObjectList<PaymentBody, 0, MAX_PAYMENTS>>,
    }

    pub(crate) struct CreditLineBody {
        line_number: Int<1, MAX_PAISE>,
        /// By default everything that is left of the line.
        amount_paise: Option<Int<1, MAX_PAISE>>,
    }
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CreditNoteView {
    credit_note: CreditNote,
}

/// Credit an invoice
///
/// Everything that is left, or an amount, or some lines. 409 for more than is left and on a day that is closed, 422 for
/// an invoice on which nothing was paid. The invoice does not change. The customer keeps one earned gem per 100 INR
/// left, as far as the balance allows; gems that paid for a line are given back with the line or with the last note, and
/// never expire. The customer's spending is reduced. With the last note, the day's offer can be used again, and a
/// membership that the invoice paid for is cancelled. The booking still counts as completed.
#[utoipa::path(
    post, path = "/api/billing/invoices/{id}/credit-note", tag = "Billing", security(("session" = ["manager"])),
    params(IdempotencyKey),
    request_body = CreditBody,
    responses(
        (status = 201, body = Envelope<CreditNoteView>),
        (status = 409, response = ErrorResponse),
        (status = 422, response = ErrorResponse),
    ),
)]
pub(crate) async fn credit(caller: Manager, PathId(id): PathId<InvoiceId>, body: KeyedBody) -> HttpResult {
    let new = credit_note(&caller.state, &id, &body).await?;
    let manager = caller.user().clone();
    caller
        .write_once(&body, move |tx, context| {
            let credit_note = use_cases::credit(tx, context, &manager, &id, &new)?;
            let customer = credit_note.customer_id.clone();
            Ok(stored_created(CreditNoteView { credit_note })?.about(&customer))
        })
        .await
}

async fn credit_note(state: &HttpState, id: &InvoiceId, body: &RequestBody) -> Result<NewCreditNote, HttpError> {
    let (mut fields, partial) = body.read::<CreditBody>()?;
    if partial.amount_paise.is_some() && partial.lines.is_some() {
        fields.add_error::<()>("amountPaise", "cannot be combined with lines");
    }
    let lines = partial.lines.as_deref().map(|lines| lines.iter().filter_map(requested_line).collect::<Vec<_>>());
    let is_readable = !fields.has_error_in("amountPaise") && !fields.has_error_in("lines");
    let request = is_readable.then(|| match (partial.amount_paise, &lines) {
        (Some(paise), _) => CreditRequest::Amount(paise),
        (None, Some(lines)) => CreditRequest::Lines(lines.clone()),
        (None, None) => CreditRequest::Rest,
    });
    let refunds = payments_of(&fields, "refunds", partial.refunds.as_ref());
    let checked = CreditFields { request: request.clone(), lines: lines.unwrap_or_default(), refunds: refunds.clone() };
    let named = id.clone();
    let check = move |conn: &mut Conn<'_>| use_cases::validate_credit(conn, &named, &checked);
    check_readable(state, &mut fields, check).await?;
    let body = fields.build(|| CreditBody::complete(partial).zip(request.zip(refunds)));
    body.map(|(CreditBody { reason, .. }, (request, refunds))| NewCreditNote { reason, request, refunds })
}

/// `None` without a readable line number.
fn requested_line((index, partial): &(usize, <CreditLineBody as RequestShape>::Partial)) -> Option<RequestedLine> {
    let CreditLineBody { line_number, amount_paise } = CreditLineBody::complete(partial.clone())?;
    Some(RequestedLine { index: *index, line_number, amount_paise })
}

/// The PDF of an invoice's newest credit note
///
/// The PDF is made soon after the credit note. Until then this is 404, and the PDF is queued.
#[utoipa::path(
    get, path = "/api/billing/invoices/{id}/credit-note/pdf", tag = "Billing",
    security(("session" = ["receptionist"])),
    responses((status = 303, description = "To the PDF, for 15 minutes", headers(("Location" = String)))),
)]
pub(crate) async fn newest_pdf(caller: ReadAs<Receptionist>, PathId(id): PathId<InvoiceId>) -> HttpResult {
    let named = id.clone();
    let found = caller.read(move |conn, _| Ok(invoice_documents::find_credit_note_pdf(conn, &named, None)?)).await?;
    redirect_to_pdf(&caller.state, id, found).await
}

/// The PDF of a credit note
///
/// The PDF is made soon after the credit note. Until then this is 404, and the PDF is queued.
#[utoipa::path(
    get, path = "/api/billing/invoices/{id}/credit-notes/{creditNoteId}/pdf", tag = "Billing",
    security(("session" = ["receptionist"])),
    responses((status = 303, description = "To the PDF, for 15 minutes", headers(("Location" = String)))),
)]
pub(crate) async fn pdf(
    caller: ReadAs<Receptionist>,
    PathIdPair(id, note): PathIdPair<InvoiceId, String>,
) -> HttpResult {
    let named = id.clone();
    let read = caller.read(move |conn, _| Ok(invoice_documents::find_credit_note_pdf(conn, &named, Some(&note))?));
    redirect_to_pdf(&caller.state, id, read.await?).await
}

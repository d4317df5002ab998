//! What was billed: found, sent once more, given back.

use axum::extract::{RawQuery, State};
use parlour_app::invoices as acts;
use parlour_domain::ids::{InvoiceId, UserId};
use parlour_domain::invoice::{InvoiceType, LONGEST_REASON};
use parlour_domain::text::{at_most, filled};
use parlour_store::billing::{self, BilledInvoice, InvoiceLine};
use parlour_store::billing_list::{self, Search, Wanted};
use parlour_store::credit_notes::CreditNote;
use parlour_store::{Conn, DbError, invoice_papers};
use serde::Serialize;
use utoipa::ToSchema;

use crate::body::Body;
use crate::both::files::lead_to_pdf;
use crate::error::ApiError;
use crate::fields::{Fields, date, one_of};
use crate::id_path::Named;
use crate::openapi::Failed;
use crate::paging::ListPage;
use crate::respond::{Answered, Envelope, PagedEnvelope, answer, created, ok, ok_page};
use crate::signed_in::{Manager, Reading, Receptionist};
use crate::web::Web;

#[derive(Serialize, ToSchema)]
pub(crate) struct BilledInvoices {
    invoices: Vec<BilledInvoice>,
}

/// Invoices
///
/// Newest first; of one day, the one with the greater id first. `q` is part of the customer's name as it is now, or how
/// the number begins, or the count at its end (`42` for `BLR/2627/000042`); as it stands, whatever the case. All filters
/// count.
#[utoipa::path(
    get, path = "/api/billing/invoices", tag = "Billing", security(("session" = ["receptionist"])),
    params(
        ("from" = Option<NaiveDate>, Query, description = "The first day, in India"),
        ("to" = Option<NaiveDate>, Query, description = "The last day, in India"),
        ("type" = inline(Option<InvoiceType>), Query),
        ("q" = Option<String>, Query, max_length = 120, description = "Customer's name or invoice number"),
        ("page" = Option<i64>, Query, minimum = 1),
        ("pageSize" = Option<i64>, Query, minimum = 1, maximum = 100, description = "20 by default"),
    ),
    responses((status = 200, body = PagedEnvelope<BilledInvoices>)),
)]
pub(crate) async fn list(
    State(web): State<Web>,
    asker: Reading<Receptionist>,
    RawQuery(query): RawQuery,
) -> Answered {
    let (wanted, page) = asker.understood(&web, question(query.as_deref())).await?;
    let read = move |conn: &mut Conn<'_>, _: &UserId| {
        Ok(conn.in_one_state(|conn| billing_list::page(conn, &wanted, page.size, page.skipped()))?)
    };
    let (invoices, count) = asker.read(&web, read).await?;
    ok_page(BilledInvoices { invoices }, page, count)
}

fn question(query: Option<&str>) -> Result<(Wanted, ListPage), ApiError> {
    let mut fields = Fields::of_query(query);
    let (from, to) = (fields.optional("from", date), fields.optional("to", date));
    if from.zip(to).is_some_and(|(from, to)| to < from) {
        fields.refuse::<()>("to", "must not be before from");
    }
    let types = "service, membership_purchase or membership_session";
    let invoice_type = fields.optional("type", one_of(InvoiceType::parse, types));
    let search = fields.optional("q", |text| at_most(text.trim(), 120)).unwrap_or_default();
    let page = ListPage::of(&mut fields);
    let wanted = Wanted { from, to, invoice_type, search: Search::new(&search) };
    fields.build(|| Some((wanted, page)))
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct InvoiceDetail {
    #[serde(flatten)]
    invoice: BilledInvoice,
    lines: Vec<InvoiceLine>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct InvoiceView {
    invoice: InvoiceDetail,
}

/// An invoice, line by line
#[utoipa::path(
    get, path = "/api/billing/invoices/{id}", tag = "Billing", security(("session" = ["receptionist"])),
    params(("id" = String, Path)), responses((status = 200, body = Envelope<InvoiceView>)),
)]
pub(crate) async fn show(State(web): State<Web>, asker: Reading<Receptionist>, Named(id): Named) -> Answered {
    let id = InvoiceId::new(id);
    let found = asker.read(&web, move |conn, _| Ok(conn.in_one_state(|conn| detail(conn, &id))?)).await?;
    ok(InvoiceView { invoice: found.ok_or_else(|| ApiError::not_found("This invoice"))? })
}

fn detail(conn: &mut Conn<'_>, id: &InvoiceId) -> Result<Option<InvoiceDetail>, DbError> {
    let Some(invoice) = billing::by_id(conn, id)? else { return Ok(None) };
    Ok(Some(InvoiceDetail { invoice, lines: billing::lines(conn, id)? }))
}

/// The PDF of an invoice
///
/// It is made soon after the visit; until then there is nothing here, and whoever looks has it made. The address to
/// which it leads is good for 15 minutes.
#[utoipa::path(
    get, path = "/api/billing/invoices/{id}/pdf", tag = "Billing", security(("session" = ["receptionist"])),
    params(("id" = String, Path)),
    responses(
        (status = 303, description = "To the PDF, for 15 minutes", headers(("Location" = String))),
        (status = 404, response = Failed),
    ),
)]
pub(crate) async fn pdf(State(web): State<Web>, asker: Reading<Receptionist>, Named(id): Named) -> Answered {
    let id = InvoiceId::new(id);
    let named = id.clone();
    let found = asker.read(&web, move |conn, _| Ok(billing::pdf(conn, &named)?)).await?;
    lead_to_pdf(&web, id, found).await
}

/// The PDF of an invoice's credit note
///
/// It is made soon after the credit note; until then there is nothing here, and whoever looks has it made.
#[utoipa::path(
    get, path = "/api/billing/invoices/{id}/credit-note/pdf", tag = "Billing",
    security(("session" = ["receptionist"])), params(("id" = String, Path)),
    responses(
        (status = 303, description = "To the PDF, for 15 minutes", headers(("Location" = String))),
        (status = 404, response = Failed),
    ),
)]
pub(crate) async fn credit_note_pdf(
    State(web): State<Web>,
    asker: Reading<Receptionist>,
    Named(id): Named,
) -> Answered {
    let id = InvoiceId::new(id);
    let named = id.clone();
    let found = asker.read(&web, move |conn, _| Ok(invoice_papers::credit_note_pdf(conn, &named)?)).await?;
    lead_to_pdf(&web, id, found).await
}

#[derive(Serialize, ToSchema)]
pub(crate) struct Queued {
    #[schema(example = true)]
    queued: bool,
}

/// Send an invoice once more
///
/// It is made and mailed soon. Pressed again while that waits to be done, it is still done once. 422 for a customer
/// without an e-mail address.
#[utoipa::path(
    post, path = "/api/billing/invoices/{id}/send", tag = "Billing", security(("session" = ["receptionist"])),
    params(("id" = String, Path)),
    responses((status = 200, body = Envelope<Queued>), (status = 422, response = Failed)),
)]
pub(crate) async fn send(State(web): State<Web>, asker: Receptionist, Named(id): Named) -> Answered {
    let id = InvoiceId::new(id);
    asker.act(&web, move |tx, occasion| Ok(acts::send(tx, occasion, &id)?)).await?;
    ok(Queued { queued: true })
}

#[derive(ToSchema)]
#[expect(dead_code, reason = "the schema of what `credit` reads field by field")]
pub(crate) struct CreditBody {
    #[schema(min_length = 1, max_length = 500)]
    reason: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CreditNoteView {
    credit_note: CreditNote,
}

/// Credit an invoice
///
/// All of it, once: 409 the second time, 422 for a slip on which nothing was paid. The invoice stays as it is. Gems that
/// it earned are taken back as far as the customer still has as many, those redeemed are given back and never expire;
/// what was paid is no longer spent, the day's offer no longer used, and a membership that it paid for is cancelled. The
/// visit counts.
#[utoipa::path(
    post, path = "/api/billing/invoices/{id}/credit-note", tag = "Billing", security(("session" = ["manager"])),
    params(("id" = String, Path)), request_body = CreditBody,
    responses(
        (status = 201, body = Envelope<CreditNoteView>),
        (status = 409, response = Failed),
        (status = 422, response = Failed),
    ),
)]
pub(crate) async fn credit(State(web): State<Web>, asker: Manager, Named(id): Named, body: Body) -> Answered {
    let mut fields = body.fields()?;
    let reason = fields.required("reason", |text| filled(text, LONGEST_REASON));
    let reason = fields.build(|| reason)?;
    let (id, manager) = (InvoiceId::new(id), asker.user().clone());
    let act = move |tx: &mut parlour_store::Tx<'_>, occasion: &parlour_app::occasion::Occasion| {
        Ok(acts::credit(tx, occasion, &manager, &id, &reason)?)
    };
    let credit_note = asker.act(&web, act).await?;
    Ok(answer(created(CreditNoteView { credit_note })?))
}

//! A customer's notes, bookings, invoices and gems.

use parlour_app::customers as use_cases;
use parlour_domain::ids::UserId;
use parlour_http::shapes::customers::NoteBody;
use parlour_store::billing::invoices::InvoiceCursor;
use parlour_store::billing::invoices::{self, Invoice};
use parlour_store::bookings::customer_list::{self, CustomerPage};
use parlour_store::bookings::desk_bookings::DeskBooking;
use parlour_store::customers::customer_records::{self, CustomerNote, CustomerNoteCursor, CustomerNoteWithAuthor};
use parlour_store::gems::gems_accounts::{self, GemsSummary, GemsTransaction};

use super::check_customer_exists;
use crate::prelude::*;
use crate::shared::invoice_cursor;

#[derive(Serialize, ToSchema)]
pub(crate) struct NoteView {
    note: CustomerNote,
}

/// Add a note to a customer
#[utoipa::path(
    post, path = "/api/customers/{id}/notes", tag = "Customers", security(("session" = ["receptionist"])),
    request_body = NoteBody,
    responses((status = 201, body = Envelope<NoteView>)),
)]
pub(crate) async fn write_note(
    caller: Receptionist,
    PathId(customer): PathId<UserId>,
    body: RequestBody,
) -> HttpResult {
    let new = body.parse::<NoteBody>()?.into();
    let author = caller.user().clone();
    let note = caller.write(move |tx, context| Ok(use_cases::add_note(tx, context, &author, &customer, &new)?)).await?;
    created(NoteView { note })
}

list_shape! { pub(crate) struct CustomerNotes { notes: CustomerNoteWithAuthor } }

/// The notes on a customer
///
/// Newest first. The whole list, unless `limit` or `cursor` asks for a part.
#[utoipa::path(
    get, path = "/api/customers/{id}/notes", tag = "Customers", security(("session" = ["receptionist"])),
    params(ListParameters),
    responses((status = 200, body = Envelope<CustomerNotes>)),
)]
pub(crate) async fn notes(requested: ListRequest<Receptionist>, PathId(customer): PathId<UserId>) -> HttpResult {
    refuse_unknown_customer(&requested.caller, &customer).await?;
    let read = move |conn: &mut Conn<'_>, part: &ListPart<'_, CustomerNoteCursor>| {
        customer_records::list_notes(conn, &customer, part.after, part.limit)
    };
    let cursor_of =
        |note: &CustomerNoteWithAuthor| CustomerNoteCursor { created_at: note.created_at, id: note.id.clone() };
    requested.answer_rows::<CustomerNotes, _, _>(read, cursor_of).await
}

#[derive(Serialize, ToSchema)]
pub(crate) struct CustomerGems {
    summary: GemsSummary,
    /// Newest first.
    transactions: Vec<GemsTransaction>,
}

/// A customer's gems
#[utoipa::path(
    get, path = "/api/customers/{id}/gems", tag = "Customers", security(("session" = ["receptionist"])),
    params(ListPage),
    responses((status = 200, body = PagedEnvelope<CustomerGems>)),
)]
pub(crate) async fn gems(caller: ReadAs<Receptionist>, PathId(customer): PathId<UserId>) -> HttpResult {
    let page: ListPage = caller.parse_query().await?;
    let read = move |conn: &mut Conn<'_>, _: &UserId| {
        check_customer_exists(conn, &customer)?;
        // Only the customer's own request opens an account.
        let nothing = GemsSummary { balance: 0, total_earned: 0, total_redeemed: 0 };
        let summary = gems_accounts::find_summary(conn, &customer)?.unwrap_or(nothing);
        let count = customer_records::count_gems_transactions(conn, &customer)?;
        let transactions = gems_accounts::list_transactions(conn, &customer, page.offset(), page.size)?;
        Ok::<_, HttpError>((CustomerGems { summary, transactions }, count))
    };
    caller.answer_page(page, read, |gems| gems).await
}

list_shape! { pub(crate) struct CustomerBookings { bookings: DeskBooking } }

/// A customer's bookings
///
/// Newest first. The whole list, unless `limit` or `cursor` asks for a part.
#[utoipa::path(
    get, path = "/api/customers/{id}/bookings", tag = "Customers", security(("session" = ["receptionist"])),
    params(ListParameters),
    responses((status = 200, body = Envelope<CustomerBookings>)),
)]
pub(crate) async fn bookings(requested: ListRequest<Receptionist>, PathId(customer): PathId<UserId>) -> HttpResult {
    refuse_unknown_customer(&requested.caller, &customer).await?;
    let now = requested.caller.state.now();
    requested
        .answer::<CustomerBookings, _>(move |conn, part, out| {
            let page = CustomerPage { customer: &customer, after: part.after, limit: part.limit, now };
            customer_list::write_page_for_desk(conn, &page, out)
        })
        .await
}

list_shape! { pub(crate) struct CustomerInvoices { invoices: Invoice } }

/// A customer's invoices
///
/// Newest first. The whole list, unless `limit` or `cursor` asks for a part.
#[utoipa::path(
    get, path = "/api/customers/{id}/invoices", tag = "Customers", security(("session" = ["receptionist"])),
    params(ListParameters),
    responses((status = 200, body = Envelope<CustomerInvoices>)),
)]
pub(crate) async fn invoices(requested: ListRequest<Receptionist>, PathId(customer): PathId<UserId>) -> HttpResult {
    refuse_unknown_customer(&requested.caller, &customer).await?;
    let read = move |conn: &mut Conn<'_>, part: &ListPart<'_, InvoiceCursor>| {
        invoices::own_page(conn, &customer, part.after, part.limit)
    };
    requested.answer_rows::<CustomerInvoices, _, _>(read, invoice_cursor).await
}

async fn refuse_unknown_customer(caller: &ReadAs<Receptionist>, customer: &UserId) -> Result<(), HttpError> {
    let customer = customer.clone();
    caller.read(move |conn, _| check_customer_exists(conn, &customer)).await
}

//! What belongs to a customer: notes, bookings, invoices, gems.

use axum::extract::{RawQuery, State};
use parlour_app::customers as use_cases;
use parlour_app::customers::NewNote;
use parlour_domain::ids::{BookingId, UserId};
use parlour_domain::ist::Timestamp;
use parlour_domain::text::required_text;
use parlour_http::body::RequestBody;
use parlour_http::error::HttpError;
use parlour_http::fields::id;
use parlour_http::paging;
use parlour_http::path_id::PathId;
use parlour_http::respond::{Envelope, HttpResult, PagedEnvelope, ok_page, stored_created, to_response};
use parlour_http::sessions::{ReadAs, Receptionist};
use parlour_http::state::HttpState;
use parlour_http::streamed_list::{self, ListRequest, StreamedList, write_rows};
use parlour_store::billing::invoices::{self, Invoice};
use parlour_store::bookings::customer_list;
use parlour_store::bookings::desk_bookings::DeskBooking;
use parlour_store::customers::customer_records::{
    self, CustomerNote, CustomerNoteCursor, CustomerNoteWithAuthor,
};
use parlour_store::db::json::PageEnd;
use parlour_store::gems::gems_accounts::{self, GemsSummary, GemsTransaction};
use parlour_store::{Conn, DbError};
use serde::Serialize;
use utoipa::ToSchema;

use super::customers::check_customer_exists;

#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "the schema of what `write_note` reads field by field")]
pub(crate) struct NoteBody {
    #[schema(min_length = 1, max_length = 1000)]
    content: String,
    /// A visit of this customer that it is about.
    booking_id: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct NoteView {
    note: CustomerNote,
}

/// Write a note on a customer
#[utoipa::path(
    post, path = "/api/customers/{id}/notes", tag = "Customers", security(("session" = ["receptionist"])),
    params(("id" = String, Path)), request_body = NoteBody,
    responses((status = 201, body = Envelope<NoteView>)),
)]
pub(crate) async fn write_note(
    State(state): State<HttpState>,
    caller: Receptionist,
    PathId(customer): PathId,
    body: RequestBody,
) -> HttpResult {
    let mut fields = body.fields()?;
    let content = fields.required("content", |text| required_text(text, 1_000));
    let booking_id = fields.optional("bookingId", id(BookingId::new));
    let new = fields.build(|| Some(NewNote { content: content?, booking_id }))?;
    let (author, customer) = (caller.user().clone(), UserId::new(customer));
    let note = caller
        .write(&state, move |tx, context| Ok(use_cases::add_note(tx, context, &author, &customer, &new)?))
        .await?;
    Ok(to_response(stored_created(NoteView { note })?))
}

#[derive(ToSchema)]
#[expect(dead_code, reason = "the schema of what is written row by row")]
pub(crate) struct CustomerNotes {
    notes: Vec<CustomerNoteWithAuthor>,
}

struct NotesOfCustomer(UserId);

impl StreamedList for NotesOfCustomer {
    const NAME: &'static str = "notes";
    type Cursor = CustomerNoteCursor;

    fn write_page(
        &self,
        conn: &mut Conn<'_>,
        _: &UserId,
        after: Option<&CustomerNoteCursor>,
        limit: i64,
        out: &mut Vec<u8>,
    ) -> Result<PageEnd<CustomerNoteCursor>, DbError> {
        let rows = customer_records::list_notes(conn, &self.0, after, limit + 1)?;
        let cursor_of = |note: &CustomerNoteWithAuthor| CustomerNoteCursor {
            created_at: note.created_at,
            id: note.id.clone(),
        };
        write_rows(rows, limit, cursor_of, out)
    }
}

/// The notes on a customer
///
/// Newest first. All of them, unless `limit` or `cursor` say otherwise.
#[utoipa::path(
    get, path = "/api/customers/{id}/notes", tag = "Customers", security(("session" = ["receptionist"])),
    params(
        ("id" = String, Path),
        ("limit" = Option<i64>, Query, minimum = 1, maximum = 1000, description = "At most this many"),
        ("cursor" = Option<String>, Query, description = "From the `Link` of the page before"),
    ),
    responses((
        status = 200, body = Envelope<CustomerNotes>,
        headers(("Link" = String, description = "The next page, where `limit` has left some out")),
    )),
)]
pub(crate) async fn notes(
    State(state): State<HttpState>,
    caller: ReadAs<Receptionist>,
    PathId(customer): PathId,
    asked: ListRequest,
) -> HttpResult {
    let customer = existing_customer_id(&state, &caller, customer).await?;
    asked.answer(&state, &caller, NotesOfCustomer(customer)).await
}

#[derive(Serialize, ToSchema)]
pub(crate) struct CustomerGems {
    summary: GemsSummary,
    /// The newest first.
    transactions: Vec<GemsTransaction>,
}

/// A customer's gems
#[utoipa::path(
    get, path = "/api/customers/{id}/gems", tag = "Customers", security(("session" = ["receptionist"])),
    params(
        ("id" = String, Path),
        ("page" = Option<i64>, Query, minimum = 1),
        ("pageSize" = Option<i64>, Query, minimum = 1, maximum = 100, description = "20 by default"),
    ),
    responses((status = 200, body = PagedEnvelope<CustomerGems>)),
)]
pub(crate) async fn gems(
    State(state): State<HttpState>,
    caller: ReadAs<Receptionist>,
    PathId(customer): PathId,
    RawQuery(query): RawQuery,
) -> HttpResult {
    let page = caller.requested_page(&state, query.as_deref()).await?;
    let customer = UserId::new(customer);
    let read = move |conn: &mut Conn<'_>, _: &UserId| {
        conn.in_snapshot(|conn| {
            check_customer_exists(conn, &customer)?;
            // Only the customer's own look opens an account.
            let nothing = GemsSummary { balance: 0, total_earned: 0, total_redeemed: 0 };
            let summary = gems_accounts::find_summary(conn, &customer)?.unwrap_or(nothing);
            let count = customer_records::count_gems_transactions(conn, &customer)?;
            let transactions = gems_accounts::list_transactions(conn, &customer, page.offset(), page.size)?;
            Ok::<_, HttpError>((CustomerGems { summary, transactions }, count))
        })
    };
    let (gems, count) = caller.read(&state, read).await?;
    ok_page(gems, page, count)
}

#[derive(ToSchema)]
#[expect(dead_code, reason = "the schema of what is written row by row")]
pub(crate) struct CustomerBookings {
    bookings: Vec<DeskBooking>,
}

struct BookingsOfCustomer(UserId);

impl StreamedList for BookingsOfCustomer {
    const NAME: &'static str = "bookings";
    type Cursor = customer_list::BookingCursor;

    fn write_page(
        &self,
        conn: &mut Conn<'_>,
        _: &UserId,
        after: Option<&customer_list::BookingCursor>,
        limit: i64,
        out: &mut Vec<u8>,
    ) -> Result<PageEnd<customer_list::BookingCursor>, DbError> {
        customer_list::write_customer_page_for_desk(conn, &self.0, after, limit, out)
    }
}

/// A customer's bookings
///
/// Newest first. All of them, unless `limit` or `cursor` say otherwise.
#[utoipa::path(
    get, path = "/api/customers/{id}/bookings", tag = "Customers", security(("session" = ["receptionist"])),
    params(
        ("id" = String, Path),
        ("limit" = Option<i64>, Query, minimum = 1, maximum = 1000, description = "At most this many"),
        ("cursor" = Option<String>, Query, description = "From the `Link` of the page before"),
    ),
    responses((
        status = 200, body = Envelope<CustomerBookings>,
        headers(("Link" = String, description = "The next page, where `limit` has left some out")),
    )),
)]
pub(crate) async fn bookings(
    State(state): State<HttpState>,
    caller: ReadAs<Receptionist>,
    PathId(customer): PathId,
    asked: ListRequest,
) -> HttpResult {
    let customer = existing_customer_id(&state, &caller, customer).await?;
    asked.answer(&state, &caller, BookingsOfCustomer(customer)).await
}

#[derive(ToSchema)]
#[expect(dead_code, reason = "the schema of what is written row by row")]
pub(crate) struct CustomerInvoices {
    invoices: Vec<Invoice>,
}

struct InvoicesOfCustomer(UserId);

impl StreamedList for InvoicesOfCustomer {
    const NAME: &'static str = "invoices";
    type Cursor = invoices::InvoiceCursor;

    fn write_page(
        &self,
        conn: &mut Conn<'_>,
        _: &UserId,
        after: Option<&invoices::InvoiceCursor>,
        limit: i64,
        out: &mut Vec<u8>,
    ) -> Result<PageEnd<invoices::InvoiceCursor>, DbError> {
        let rows = invoices::own_page(conn, &self.0, after, limit + 1)?;
        let cursor_of =
            |row: &Invoice| invoices::InvoiceCursor { invoice_date: row.invoice_date, id: row.id.clone() };
        write_rows(rows, limit, cursor_of, out)
    }
}

/// A customer's invoices
///
/// Newest first. All of them, unless `limit` or `cursor` say otherwise.
#[utoipa::path(
    get, path = "/api/customers/{id}/invoices", tag = "Customers", security(("session" = ["receptionist"])),
    params(
        ("id" = String, Path),
        ("limit" = Option<i64>, Query, minimum = 1, maximum = 1000, description = "At most this many"),
        ("cursor" = Option<String>, Query, description = "From the `Link` of the page before"),
    ),
    responses((
        status = 200, body = Envelope<CustomerInvoices>,
        headers(("Link" = String, description = "The next page, where `limit` has left some out")),
    )),
)]
pub(crate) async fn invoices(
    State(state): State<HttpState>,
    caller: ReadAs<Receptionist>,
    PathId(customer): PathId,
    asked: ListRequest,
) -> HttpResult {
    let customer = existing_customer_id(&state, &caller, customer).await?;
    asked.answer(&state, &caller, InvoicesOfCustomer(customer)).await
}

async fn existing_customer_id(
    state: &HttpState,
    caller: &ReadAs<Receptionist>,
    id: String,
) -> Result<UserId, HttpError> {
    let customer = UserId::new(id);
    caller
        .read(state, move |conn, _| {
            check_customer_exists(conn, &customer)?;
            Ok(customer.clone())
        })
        .await
}

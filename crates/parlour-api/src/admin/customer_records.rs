//! What belongs to a customer: notes, bookings, invoices, gems.

use axum::extract::{RawQuery, State};
use parlour_app::customers::{self as acts, NewNote};
use parlour_domain::ids::{BookingId, UserId};
use parlour_domain::ist::Timestamp;
use parlour_domain::text::filled;
use parlour_store::customers::{self, CustomerNote, NotePosition, SignedNote};
use parlour_store::db::json::Page;
use parlour_store::desk_bookings::DeskBooking;
use parlour_store::gems::{self, GemsSummary, GemsTransaction};
use parlour_store::invoices::{self, Invoice};
use parlour_store::{Conn, DbError, booking_lists};
use serde::Serialize;
use utoipa::ToSchema;

use super::customers::known;
use crate::body::Body;
use crate::error::ApiError;
use crate::fields::id;
use crate::id_path::Named;
use crate::listed::{self, Asked, List, write_rows};
use crate::paging;
use crate::respond::{Answered, Envelope, PagedEnvelope, answer, created, ok_page};
use crate::signed_in::{Reading, Receptionist};
use crate::web::Web;

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
    State(web): State<Web>,
    asker: Receptionist,
    Named(customer): Named,
    body: Body,
) -> Answered {
    let mut fields = body.fields()?;
    let content = fields.required("content", |text| filled(text, 1_000));
    let booking_id = fields.optional("bookingId", id(BookingId::new));
    let new = fields.build(|| Some(NewNote { content: content?, booking_id }))?;
    let (author, customer) = (asker.user().clone(), UserId::new(customer));
    let note =
        asker.act(&web, move |tx, occasion| Ok(acts::note(tx, occasion, &author, &customer, &new)?)).await?;
    Ok(answer(created(NoteView { note })?))
}

#[derive(ToSchema)]
#[expect(dead_code, reason = "the schema of what is written row by row")]
pub(crate) struct CustomerNotes {
    notes: Vec<SignedNote>,
}

struct NotesOn(UserId);

impl List for NotesOn {
    const NAME: &'static str = "notes";
    type Position = NotePosition;

    fn write_page(
        &self,
        conn: &mut Conn<'_>,
        _: &UserId,
        after: Option<&NotePosition>,
        limit: i64,
        out: &mut Vec<u8>,
    ) -> Result<Page<NotePosition>, DbError> {
        let rows = customers::notes(conn, &self.0, after, limit + 1)?;
        let position_of =
            |note: &SignedNote| NotePosition { created_at: note.created_at, id: note.id.clone() };
        write_rows(rows, limit, position_of, out)
    }
}

impl listed::Position for NotePosition {
    fn written(&self) -> String {
        format!("{} {}", self.created_at.millis(), self.id)
    }

    fn read(written: &str) -> Option<Self> {
        let (millis, id) = written.split_once(' ')?;
        let created_at = Timestamp::from_millis(millis.parse().ok()?);
        let is_believable = (Timestamp::from_millis(0)..=Timestamp::FAR_FUTURE).contains(&created_at);
        is_believable.then(|| Self { created_at, id: id.to_owned() })
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
    State(web): State<Web>,
    asker: Reading<Receptionist>,
    Named(customer): Named,
    asked: Asked,
) -> Answered {
    let customer = must_exist(&web, &asker, customer).await?;
    asked.answer(&web, &asker, NotesOn(customer)).await
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
    State(web): State<Web>,
    asker: Reading<Receptionist>,
    Named(customer): Named,
    RawQuery(query): RawQuery,
) -> Answered {
    let page = paging::asked(&web, &asker, query.as_deref()).await?;
    let customer = UserId::new(customer);
    let read = move |conn: &mut Conn<'_>, _: &UserId| {
        conn.in_one_state(|conn| {
            known(conn, &customer)?;
            // Only the customer's own look opens an account.
            let nothing = GemsSummary { balance: 0, total_earned: 0, total_redeemed: 0 };
            let summary = gems::summary(conn, &customer)?.unwrap_or(nothing);
            let count = customers::count_gems_transactions(conn, &customer)?;
            let transactions = gems::transactions(conn, &customer, page.skipped(), page.size)?;
            Ok::<_, ApiError>((CustomerGems { summary, transactions }, count))
        })
    };
    let (gems, count) = asker.read(&web, read).await?;
    ok_page(gems, page, count)
}

#[derive(ToSchema)]
#[expect(dead_code, reason = "the schema of what is written row by row")]
pub(crate) struct CustomerBookings {
    bookings: Vec<DeskBooking>,
}

struct BookingsOf(UserId);

impl List for BookingsOf {
    const NAME: &'static str = "bookings";
    type Position = booking_lists::Position;

    fn write_page(
        &self,
        conn: &mut Conn<'_>,
        _: &UserId,
        after: Option<&booking_lists::Position>,
        limit: i64,
        out: &mut Vec<u8>,
    ) -> Result<Page<booking_lists::Position>, DbError> {
        booking_lists::write_page_for_desk(conn, &self.0, after, limit, out)
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
    State(web): State<Web>,
    asker: Reading<Receptionist>,
    Named(customer): Named,
    asked: Asked,
) -> Answered {
    let customer = must_exist(&web, &asker, customer).await?;
    asked.answer(&web, &asker, BookingsOf(customer)).await
}

#[derive(ToSchema)]
#[expect(dead_code, reason = "the schema of what is written row by row")]
pub(crate) struct CustomerInvoices {
    invoices: Vec<Invoice>,
}

struct InvoicesOf(UserId);

impl List for InvoicesOf {
    const NAME: &'static str = "invoices";
    type Position = invoices::Position;

    fn write_page(
        &self,
        conn: &mut Conn<'_>,
        _: &UserId,
        after: Option<&invoices::Position>,
        limit: i64,
        out: &mut Vec<u8>,
    ) -> Result<Page<invoices::Position>, DbError> {
        let rows = invoices::own_page(conn, &self.0, after, limit + 1)?;
        let position_of =
            |row: &Invoice| invoices::Position { invoice_date: row.invoice_date, id: row.id.clone() };
        write_rows(rows, limit, position_of, out)
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
    State(web): State<Web>,
    asker: Reading<Receptionist>,
    Named(customer): Named,
    asked: Asked,
) -> Answered {
    let customer = must_exist(&web, &asker, customer).await?;
    asked.answer(&web, &asker, InvoicesOf(customer)).await
}

async fn must_exist(web: &Web, asker: &Reading<Receptionist>, id: String) -> Result<UserId, ApiError> {
    let customer = UserId::new(id);
    asker
        .read(web, move |conn, _| {
            known(conn, &customer)?;
            Ok(customer.clone())
        })
        .await
}

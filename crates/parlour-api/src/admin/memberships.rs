//! AllMemberships at the desk: sold, looked at, used, cancelled.

use axum::extract::State;
use chrono::NaiveDate;
use parlour_app::memberships as use_cases;
use parlour_app::memberships::{MembershipSale, SessionLine, SessionRecord, SoldMembership};
use parlour_domain::billing::invoice::PaymentMethod;
use parlour_domain::billing::money::MAX_PAISE;
use parlour_domain::booking::MAX_SERVICES_PER_BOOKING;
use parlour_domain::ids::{MembershipId, ServiceId, StaffId, TierId, UserId};
use parlour_domain::ist::Timestamp;
use parlour_domain::membership::{
    MAX_SESSION_MINUTES, MAX_TOTAL_MINUTES, MAX_VALIDITY_DAYS, MembershipStatus, MembershipTerm,
};
use parlour_domain::text::{limited_text, required_text};
use parlour_http::body::RequestBody;
use parlour_http::error::{HttpError, membership_sale_field_name, session_line_field_name};
use parlour_http::fields::{Fields, date, id, one_of};
use parlour_http::idempotency::IdempotencyKey;
use parlour_http::path_id::PathId;
use parlour_http::respond::{Envelope, HttpResult, ok, stored_created};
use parlour_http::sessions::{Manager, ReadAs, Receptionist};
use parlour_http::state::HttpState;
use parlour_http::streamed_list::{self, StreamedList, write_rows};
use parlour_store::billing::invoices::Invoice;
use parlour_store::bookings::booking_records::Booking;
use parlour_store::db::json::PageEnd;
use parlour_store::memberships::membership_records::{
    self, ListedMembership, Membership, MembershipCursor, MembershipFilter, MembershipWithCustomer,
    SessionBooking, SessionService,
};
use parlour_store::memberships::tiers::{self, Tier};
use parlour_store::{Conn, DbError};
use serde::Serialize;
use utoipa::ToSchema;

use crate::openapi::ErrorResponse;

/// What is on sale
#[utoipa::path(
    get, path = "/api/membership-tiers", tag = "Memberships", security(("session" = ["receptionist"])),
    responses((status = 200, body = Envelope<Vec<Tier>>)),
)]
pub(crate) async fn tiers_on_sale(
    State(state): State<HttpState>,
    caller: ReadAs<Receptionist>,
) -> HttpResult {
    ok(caller.read(&state, |conn, _| Ok(tiers::list_active(conn)?)).await?)
}

/// AllMemberships
///
/// Newest first. All of them, unless `limit` or `cursor` say otherwise.
#[utoipa::path(
    get, path = "/api/memberships", tag = "Memberships", security(("session" = ["receptionist"])),
    params(
        ("tier" = Option<String>, Query, description = "The id of a tier"),
        ("status" = Option<MembershipStatus>, Query),
        ("limit" = Option<i64>, Query, minimum = 1, maximum = 1000, description = "At most this many"),
        ("cursor" = Option<String>, Query, description = "From the `Link` of the page before"),
    ),
    responses((
        status = 200, body = Envelope<Vec<ListedMembership>>,
        headers(("Link" = String, description = "The next page, where `limit` has left some out")),
    )),
)]
pub(crate) async fn list(
    State(state): State<HttpState>,
    caller: ReadAs<Receptionist>,
    mut requested: streamed_list::ListRequest,
) -> HttpResult {
    let tier = requested.fields.optional("tier", |text| Ok::<_, String>(TierId::new(text)));
    let status =
        requested.fields.optional("status", one_of(MembershipStatus::parse, "active, expired or cancelled"));
    requested.answer(&state, &caller, AllMemberships(MembershipFilter { tier, status })).await
}

struct AllMemberships(MembershipFilter);

impl StreamedList for AllMemberships {
    const NAME: &'static str = "memberships";
    const IS_WITHOUT_NAME: bool = true;
    type Cursor = MembershipCursor;

    fn write_page(
        &self,
        conn: &mut Conn<'_>,
        _: &UserId,
        after: Option<&MembershipCursor>,
        limit: i64,
        out: &mut Vec<u8>,
    ) -> Result<PageEnd<MembershipCursor>, DbError> {
        let rows = membership_records::page(conn, &self.0, after, limit + 1)?;
        let cursor_of = |ListedMembership { membership, .. }: &ListedMembership| MembershipCursor {
            created_at: membership.created_at,
            id: membership.id.clone(),
        };
        write_rows(rows, limit, cursor_of, out)
    }
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MembershipDetail {
    #[serde(flatten)]
    membership: MembershipWithCustomer,
    /// As it is today.
    tier: Tier,
    /// Newest first.
    #[schema(value_type = Vec<Booking<SessionService>>)]
    sessions: Vec<SessionBooking>,
}

/// A membership and what was had of it
#[utoipa::path(
    get, path = "/api/memberships/{id}", tag = "Memberships", security(("session" = ["receptionist"])),
    params(("id" = String, Path)), responses((status = 200, body = Envelope<MembershipDetail>)),
)]
pub(crate) async fn show(
    State(state): State<HttpState>,
    caller: ReadAs<Receptionist>,
    PathId(id): PathId,
) -> HttpResult {
    let id = MembershipId::new(id);
    let found = caller.read(&state, move |conn, _| Ok(conn.in_snapshot(|conn| detail(conn, &id))?)).await?;
    ok(found.ok_or_else(|| HttpError::not_found("This membership"))?)
}

fn detail(conn: &mut Conn<'_>, id: &MembershipId) -> Result<Option<MembershipDetail>, DbError> {
    let Some(found) = membership_records::find_with_customer(conn, id)? else { return Ok(None) };
    let MembershipWithCustomer { membership, .. } = &found;
    let lost = || DbError::Statement("a membership has no tier".into());
    let tier = tiers::by_id(conn, &membership.tier_id)?.ok_or_else(lost)?;
    let sessions = membership_records::list_own_sessions(conn, id, &membership.customer_id)?;
    Ok(Some(MembershipDetail { membership: found, tier, sessions }))
}

#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "the schema of what `sale` reads field by field")]
pub(crate) struct MembershipBody {
    #[schema(min_length = 1)]
    customer_id: String,
    /// One that is on sale.
    #[schema(min_length = 1)]
    tier_id: String,
    #[schema(minimum = 1, maximum = 52_560_000)]
    hours_minutes: i64,
    /// GST included.
    #[schema(minimum = 0, maximum = 10_000_000_000_i64)]
    price_paise: i64,
    start_date: NaiveDate,
    #[schema(minimum = 1, maximum = 36_500)]
    validity_days: i64,
    payment_method: PaymentMethod,
    #[schema(max_length = 500)]
    notes: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct MembershipSold {
    membership: Membership,
    invoice: Invoice,
}

/// Sell a membership
///
/// With its invoice, in one step. A customer has one active membership at a time.
#[utoipa::path(
    post, path = "/api/memberships", tag = "Memberships", security(("session" = ["receptionist"])),
    params(("Idempotency-Key" = Option<String>, Header, min_length = 1, max_length = 255)),
    request_body = MembershipBody,
    responses((status = 201, body = Envelope<MembershipSold>), (status = 404, response = ErrorResponse)),
)]
pub(crate) async fn create(
    State(state): State<HttpState>,
    caller: Receptionist,
    key: IdempotencyKey,
    body: RequestBody,
) -> HttpResult {
    let sale = sale(&state, body.fields()?).await?;
    let seller = caller.user().clone();
    caller
        .write_once(&state, &key, &body, move |tx, context| {
            let SoldMembership { membership, invoice } = use_cases::sell(tx, context, &seller, &sale)?;
            Ok(stored_created(MembershipSold { membership, invoice })?.about(&sale.customer_id))
        })
        .await
}

async fn sale(state: &HttpState, mut fields: Fields) -> Result<MembershipSale, HttpError> {
    let customer_id = fields.required("customerId", id(UserId::new));
    let tier_id = fields.required("tierId", id(TierId::new));
    let hours_minutes = fields.required_int("hoursMinutes", 1..=MAX_TOTAL_MINUTES);
    let price_paise = fields.required_int("pricePaise", 0..=MAX_PAISE);
    let start_date = fields.required("startDate", date);
    let validity_days = fields.required_int("validityDays", 1..=MAX_VALIDITY_DAYS);
    let term = start_date.zip(validity_days).and_then(|(start, days)| {
        MembershipTerm::of(start, days)
            .or_else(|| fields.add_error("validityDays", "must end before the year 10000"))
    });
    let payment_method = fields.required("paymentMethod", one_of(PaymentMethod::parse, "cash, upi or card"));
    let notes = fields.optional("notes", |text| limited_text(text, 500)).filter(|text| !text.is_empty());
    if fields.has_errors() {
        // The write is not requested where something cannot be read; what can be is looked at all the same.
        let (customer, tier) = (customer_id.clone(), tier_id.clone());
        let find_field_errors = move |conn: &mut Conn<'_>| {
            use_cases::validate_sale(conn, customer.as_ref(), tier.as_ref()).map_err(HttpError::from)
        };
        for field_error in state.app().db.read(find_field_errors).await? {
            fields.add_error::<()>(membership_sale_field_name(field_error), field_error);
        }
    }
    let (number_prefix, taxes) = (state.membership_prefix().to_owned(), state.taxes());
    fields.build(|| {
        Some(MembershipSale {
            customer_id: customer_id?,
            tier_id: tier_id?,
            hours_minutes: hours_minutes?,
            price_paise: price_paise?,
            term: term?,
            payment_method: payment_method?,
            notes,
            number_prefix,
            taxes,
        })
    })
}

#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "the schema of what `record` reads field by field")]
pub(crate) struct SessionBody {
    /// In the order of the visit.
    #[schema(min_items = 1, max_items = 20)]
    services: Vec<SessionLineBody>,
    /// Today or earlier; without one, today.
    booking_date: Option<NaiveDate>,
}

#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "the schema of what `line` reads field by field")]
pub(crate) struct SessionLineBody {
    #[schema(min_length = 1)]
    service_id: String,
    /// Who did it.
    #[schema(min_length = 1)]
    staff_id: String,
    #[schema(minimum = 1, maximum = 1_440)]
    duration_minutes: i64,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SessionRecorded {
    booking: Booking,
    /// Of 0 rupees.
    invoice: Invoice,
    remaining_minutes: i64,
}

/// Take a visit from a membership's hours
#[utoipa::path(
    post, path = "/api/memberships/{id}/sessions", tag = "Memberships", security(("session" = ["receptionist"])),
    params(("id" = String, Path), ("Idempotency-Key" = Option<String>, Header, min_length = 1, max_length = 255)),
    request_body = SessionBody, responses((status = 201, body = Envelope<SessionRecorded>)),
)]
pub(crate) async fn record_session(
    State(state): State<HttpState>,
    caller: Receptionist,
    key: IdempotencyKey,
    PathId(id): PathId,
    body: RequestBody,
) -> HttpResult {
    let record = record(&state, MembershipId::new(id), body.fields()?).await?;
    caller
        .write_once(&state, &key, &body, move |tx, context| {
            let recorded = use_cases::record_session(tx, context, &record)?;
            let use_cases::RecordedSession { booking, invoice, remaining_minutes } = recorded;
            let customer = booking.customer_id.clone();
            Ok(stored_created(SessionRecorded { booking, invoice, remaining_minutes })?.about(&customer))
        })
        .await
}

/// A line as far as it can be read.
type ReadLine = (Option<ServiceId>, Option<StaffId>, Option<i64>);

fn parse_session_line(fields: &mut Fields) -> ReadLine {
    let service_id = fields.required("serviceId", id(ServiceId::new));
    let staff_id = fields.required("staffId", id(StaffId::new));
    (service_id, staff_id, fields.required_int("durationMinutes", 1..=MAX_SESSION_MINUTES))
}

async fn record(
    state: &HttpState,
    membership_id: MembershipId,
    mut fields: Fields,
) -> Result<SessionRecord, HttpError> {
    let lines = fields.required_objects("services", MAX_SERVICES_PER_BOOKING, parse_session_line);
    let today = state.app().clock.now().ist_date();
    let booking_date = fields.optional("bookingDate", |text| {
        date(text).and_then(|day| if day > today { Err("must not be in the future") } else { Ok(day) })
    });
    if fields.has_errors() {
        let lines = lines.clone().unwrap_or_default();
        let find_field_errors = move |conn: &mut Conn<'_>| {
            let requested = lines.iter().map(|(index, (service, staff, _))| use_cases::SessionLineFields {
                index: *index,
                service: service.as_ref(),
                staff: staff.as_ref(),
            });
            use_cases::validate_lines(conn, requested).map_err(HttpError::from)
        };
        for field_error in state.app().db.read(find_field_errors).await? {
            fields.add_error::<()>(&session_line_field_name(field_error), field_error);
        }
    }
    let whole = |(_, (service_id, staff_id, minutes)): (usize, ReadLine)| {
        Some(SessionLine { service_id: service_id?, staff_id: staff_id?, duration_minutes: minutes? })
    };
    let taxes = state.taxes();
    fields.build(|| {
        let lines = lines?.into_iter().map(whole).collect::<Option<_>>()?;
        Some(SessionRecord { membership_id, lines, booking_date, taxes })
    })
}

#[derive(ToSchema)]
#[expect(dead_code, reason = "the schema of what `cancel` reads field by field")]
pub(crate) struct MembershipCancelBody {
    /// Is added to the notes.
    #[schema(min_length = 1, max_length = 500)]
    reason: String,
}

/// Cancel a membership
#[utoipa::path(
    post, path = "/api/memberships/{id}/cancel", tag = "Memberships", security(("session" = ["manager"])),
    params(("id" = String, Path)), request_body = MembershipCancelBody,
    responses((status = 200, body = Envelope<Membership>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn cancel(
    State(state): State<HttpState>,
    caller: Manager,
    PathId(id): PathId,
    body: RequestBody,
) -> HttpResult {
    let mut fields = body.fields()?;
    let reason = fields.required("reason", |text| required_text(text, 500));
    let reason = fields.build(|| reason)?;
    let id = MembershipId::new(id);
    ok(caller.write(&state, move |tx, context| Ok(use_cases::cancel(tx, context, &id, &reason)?)).await?)
}

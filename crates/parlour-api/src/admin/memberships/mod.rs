//! Memberships at the desk: list, sell, use, cancel.

pub(super) mod tier_changes;

use chrono::NaiveDate;
use parlour_app::memberships as use_cases;
use parlour_app::memberships::{MembershipSale, NewSession, SaleFields, SessionFields, SessionLine, SoldMembership};
use parlour_domain::billing::invoice::PaymentMethod;
use parlour_domain::billing::money::MAX_PAISE;
use parlour_domain::billing::payment::MAX_PAYMENTS;
use parlour_domain::booking::MAX_SERVICES_PER_BOOKING;
use parlour_domain::ids::{BookingId, BranchId, MembershipId, ServiceId, StaffId, TierId, UserId};
use parlour_domain::membership::{
    MAX_SESSION_MINUTES, MAX_TOTAL_MINUTES, MAX_VALIDITY_DAYS, MembershipStatus, MembershipTerm,
};
use parlour_http::path_id::PathIdPair;
use parlour_http::respond::stored_ok;
use parlour_http::shapes::memberships::{MembershipCancelBody, ReverseSessionBody};
use parlour_store::billing::invoices::Invoice;
use parlour_store::bookings::booking_records::Booking;
use parlour_store::memberships::membership_records::{
    self, ListedMembership, Membership, MembershipCursor, MembershipFilter, MembershipWithCustomer, SessionBooking,
    SessionService,
};
use parlour_store::memberships::tiers::{self, Tier};

use super::billing::payments::{PaymentBody, read_tender};
use crate::prelude::*;

/// Membership tiers on sale
///
/// With `all=1`, which only managers may ask for, also those that are no longer sold.
#[utoipa::path(
    get, path = "/api/membership-tiers", tag = "Memberships", security(("session" = ["receptionist"])),
    params(TierQuery),
    responses((status = 200, body = Envelope<Vec<Tier>>)),
)]
pub(crate) async fn tiers_on_sale(caller: ReadAs<Receptionist>) -> HttpResult {
    let TierQuery { all } = caller.parse_query().await?;
    if all == Some(1) {
        let manager = caller.with_role::<Manager>();
        return ok(manager.read(|conn, _| Ok(tiers::list_all(conn)?)).await?);
    }
    ok(caller.read(|conn, _| Ok(tiers::list_active(conn)?)).await?)
}

/// Memberships
///
/// Newest first. The whole list, unless `limit` or `cursor` asks for a part.
#[utoipa::path(
    get, path = "/api/memberships", tag = "Memberships", security(("session" = ["receptionist"])),
    params(MembershipQuery, ListParameters),
    responses((status = 200, body = Envelope<Vec<ListedMembership>>)),
)]
pub(crate) async fn list(mut requested: ListRequest<Receptionist>) -> HttpResult {
    let query = MembershipQuery::read(&mut requested.fields);
    let filter = MembershipFilter { tier: query.tier.map(TierId::new), status: query.status };
    let customer = query.customer_id.filter(|id| !id.is_empty()).map(UserId::new);
    let read = move |conn: &mut Conn<'_>, part: &ListPart<'_, MembershipCursor>| match &customer {
        Some(customer) => membership_records::page_of_customer(conn, customer, &filter, part.after, part.limit),
        None => membership_records::page(conn, &filter, part.after, part.limit),
    };
    let cursor_of = |ListedMembership { membership, .. }: &ListedMembership| MembershipCursor {
        created_at: membership.created_at,
        id: membership.id.clone(),
    };
    requested.answer_rows::<Vec<ListedMembership>, _, _>(read, cursor_of).await
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

/// A membership and its sessions
#[utoipa::path(
    get, path = "/api/memberships/{id}", tag = "Memberships", security(("session" = ["receptionist"])),
    responses((status = 200, body = Envelope<MembershipDetail>)),
)]
pub(crate) async fn show(caller: ReadAs<Receptionist>, PathId(id): PathId<MembershipId>) -> HttpResult {
    let found = caller.read(move |conn, _| Ok(conn.in_snapshot(|conn| detail(conn, &id))?)).await?;
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

request_shape! {
    pub(crate) struct TierQuery {
        /// `1` for those that are not sold too
        all: Option<QueryInt<0, 1>>,
    }

    pub(crate) struct MembershipQuery {
        /// The id of a tier
        tier: Option<AnyText>,
        status: Option<MembershipStatus>,
        /// The id of a customer
        customer_id: Option<AnyText>,
    }

    pub(crate) struct MembershipSaleBody {
        customer_id: UserId,
        /// A tier that is on sale.
        tier_id: TierId,
        hours_minutes: Int<1, MAX_TOTAL_MINUTES>,
        /// GST included.
        price_paise: Int<0, MAX_PAISE>,
        start_date: NaiveDate,
        validity_days: Int<1, MAX_VALIDITY_DAYS>,
        /// For one payment of the whole price.
        payment_method: Option<PaymentMethod>,
        /// Instead of the method: together the price. An empty list counts as absent.
        payments: Option<ObjectList<PaymentBody, 0, MAX_PAYMENTS>>,
        notes: OptionalText<500>,
        /// Where it is sold; the primary branch by default.
        branch_id: Option<BranchId>,
    }

    pub(crate) struct SessionBody {
        /// In the order in which they were done.
        services: ObjectList<SessionServiceBody, 1, MAX_SERVICES_PER_BOOKING>,
        /// Today or earlier; today by default.
        booking_date: Option<NaiveDate>,
        /// Where it was; the primary branch by default.
        branch_id: Option<BranchId>,
    }

    pub(crate) struct SessionServiceBody {
        service_id: ServiceId,
        /// Who did it.
        staff_id: StaffId,
        duration_minutes: Int<1, MAX_SESSION_MINUTES>,
    }
}

#[derive(Serialize, ToSchema)]
pub(crate) struct SoldMembershipView {
    membership: Membership,
    invoice: Invoice,
}

/// Sell a membership
///
/// The invoice is issued in the same step. A customer has at most one active membership. 409 while the day is closed.
#[utoipa::path(
    post, path = "/api/memberships", tag = "Memberships", security(("session" = ["receptionist"])),
    params(IdempotencyKey),
    request_body = MembershipSaleBody,
    responses((status = 201, body = Envelope<SoldMembershipView>), (status = 404, response = ErrorResponse)),
)]
pub(crate) async fn create(caller: Receptionist, body: KeyedBody) -> HttpResult {
    let sale = sale(&caller.state, &body).await?;
    let seller = caller.user().clone();
    caller
        .write_once(&body, move |tx, context| {
            let SoldMembership { membership, invoice } = use_cases::sell(tx, context, &seller, &sale)?;
            Ok(stored_created(SoldMembershipView { membership, invoice })?.about(&sale.customer_id))
        })
        .await
}

async fn sale(state: &HttpState, body: &RequestBody) -> Result<MembershipSale, HttpError> {
    let (mut fields, partial) = body.read::<MembershipSaleBody>()?;
    let term = partial.start_date.zip(partial.validity_days).and_then(|(start, days)| {
        MembershipTerm::of(start, days).or_else(|| fields.add_error("validityDays", "must end before the year 10000"))
    });
    let tender = read_tender(&mut fields, partial.payment_method, partial.payments.as_deref()).ok();
    let sale = SaleFields {
        customer: partial.customer_id.clone(),
        tier: partial.tier_id.clone(),
        branch: partial.branch_id.clone(),
        price_paise: partial.price_paise,
        tender: tender.clone(),
    };
    check_readable(state, &mut fields, move |conn| use_cases::validate_sale(conn, &sale)).await?;
    let (body, term) = fields.build(|| MembershipSaleBody::complete(partial).zip(term))?;
    Ok(MembershipSale {
        customer_id: body.customer_id,
        tier_id: body.tier_id,
        hours_minutes: body.hours_minutes,
        price_paise: body.price_paise,
        term,
        tender: tender.flatten(),
        branch_id: body.branch_id,
        notes: body.notes,
    })
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RecordedSessionView {
    booking: Booking,
    /// Its total is 0.
    invoice: Invoice,
    remaining_minutes: i64,
}

/// Record a session of a membership
#[utoipa::path(
    post, path = "/api/memberships/{id}/sessions", tag = "Memberships", security(("session" = ["receptionist"])),
    params(IdempotencyKey),
    request_body = SessionBody, responses((status = 201, body = Envelope<RecordedSessionView>)),
)]
pub(crate) async fn record_session(
    caller: Receptionist,
    PathId(id): PathId<MembershipId>,
    body: KeyedBody,
) -> HttpResult {
    let record = session_record(&caller.state, id, &body).await?;
    caller
        .write_once(&body, move |tx, context| {
            let recorded = use_cases::record_session(tx, context, &record)?;
            let use_cases::RecordedSession { booking, invoice, remaining_minutes } = recorded;
            let customer = booking.customer_id.clone();
            Ok(stored_created(RecordedSessionView { booking, invoice, remaining_minutes })?.about(&customer))
        })
        .await
}

async fn session_record(
    state: &HttpState,
    membership_id: MembershipId,
    body: &RequestBody,
) -> Result<NewSession, HttpError> {
    let (mut fields, partial) = body.read::<SessionBody>()?;
    if partial.booking_date.is_some_and(|day| day > state.today()) {
        fields.add_error::<()>("bookingDate", "must not be in the future");
    }
    let (lines, branch) = (partial.services.clone().unwrap_or_default(), partial.branch_id.clone());
    let check = move |conn: &mut Conn<'_>| {
        let requested = lines.iter().map(|(index, line)| use_cases::SessionLineFields {
            index: *index,
            service: line.service_id.as_ref(),
            staff: line.staff_id.as_ref(),
        });
        let session = SessionFields { branch: branch.as_ref(), lines: requested.collect() };
        use_cases::validate_session_fields(conn, &session)
    };
    check_readable(state, &mut fields, check).await?;
    let body = fields.build(|| SessionBody::complete(partial))?;
    let lines = body.services.into_iter().map(|(_, line)| {
        let SessionServiceBody { service_id, staff_id, duration_minutes } = SessionServiceBody::complete(line)?;
        Some(SessionLine { service_id, staff_id, duration_minutes })
    });
    let lost = || HttpError::internal("a session line without errors is not whole");
    let lines = lines.collect::<Option<_>>().ok_or_else(lost)?;
    let (booking_date, branch_id) = (body.booking_date, body.branch_id);
    Ok(NewSession { membership_id, lines, booking_date, branch_id })
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReversedSessionView {
    booking: Booking,
    /// The slip, which is void.
    invoice: Invoice,
    remaining_minutes: i64,
}

/// Reverse a session of a membership
///
/// The minutes return to the membership and the slip is void. A booking that was paid with hours at checkout is in
/// progress again, as it was before; a session that was only recorded is cancelled. 409 the second time.
#[utoipa::path(
    post, path = "/api/memberships/{id}/sessions/{bookingId}/reverse", tag = "Memberships",
    security(("session" = ["manager"])),
    params(IdempotencyKey),
    request_body = ReverseSessionBody,
    responses((status = 200, body = Envelope<ReversedSessionView>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn reverse_session(
    caller: Manager,
    PathIdPair(id, booking): PathIdPair<MembershipId, BookingId>,
    body: KeyedBody,
) -> HttpResult {
    let ReverseSessionBody { reason } = body.parse()?;
    caller
        .write_once(&body, move |tx, context| {
            let reversed = use_cases::reverse_session(tx, context, &id, &booking, &reason)?;
            let use_cases::ReversedSession { booking, invoice, remaining_minutes } = reversed;
            let customer = booking.customer_id.clone();
            Ok(stored_ok(ReversedSessionView { booking, invoice, remaining_minutes })?.about(&customer))
        })
        .await
}

/// Cancel a membership
#[utoipa::path(
    post, path = "/api/memberships/{id}/cancel", tag = "Memberships", security(("session" = ["manager"])),
    request_body = MembershipCancelBody,
    responses((status = 200, body = Envelope<Membership>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn cancel(caller: Manager, PathId(id): PathId<MembershipId>, body: RequestBody) -> HttpResult {
    let MembershipCancelBody { reason } = body.parse()?;
    ok(caller.write(move |tx, context| Ok(use_cases::cancel(tx, context, &id, &reason)?)).await?)
}

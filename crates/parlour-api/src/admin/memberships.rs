//! Memberships at the desk: sold, looked at, used, cancelled.

use axum::extract::State;
use chrono::NaiveDate;
use parlour_app::memberships::{self as acts, MembershipSale, SessionLine, SessionRecord, Sold};
use parlour_domain::booking::MOST_SERVICES;
use parlour_domain::ids::{MembershipId, ServiceId, StaffId, TierId, UserId};
use parlour_domain::invoice::PaymentMethod;
use parlour_domain::ist::Timestamp;
use parlour_domain::membership::{
    LONGEST_VALIDITY_DAYS, MOST_HOURS_MINUTES, MOST_SESSION_MINUTES, MembershipStatus, Term,
};
use parlour_domain::money::MOST_PAISE;
use parlour_domain::text::{at_most, filled};
use parlour_store::bookings::Booking;
use parlour_store::db::json::Page;
use parlour_store::invoices::Invoice;
use parlour_store::memberships::{
    self, Filter, ListedMembership, Membership, OwnedMembership, Position, SessionBooking, SessionService,
};
use parlour_store::tiers::{self, Tier};
use parlour_store::{Conn, DbError};
use serde::Serialize;
use utoipa::ToSchema;

use crate::body::Body;
use crate::error::{ApiError, field_of_line, field_of_sale};
use crate::fields::{Fields, date, id, one_of};
use crate::id_path::Named;
use crate::idempotency::ActKey;
use crate::listed::{self, List, write_rows};
use crate::openapi::Failed;
use crate::respond::{Answered, Envelope, created, ok};
use crate::signed_in::{Manager, Reading, Receptionist};
use crate::web::Web;

/// What is on sale
#[utoipa::path(
    get, path = "/api/membership-tiers", tag = "Memberships", security(("session" = ["receptionist"])),
    responses((status = 200, body = Envelope<Vec<Tier>>)),
)]
pub(crate) async fn tiers_on_sale(State(web): State<Web>, asker: Reading<Receptionist>) -> Answered {
    ok(asker.read(&web, |conn, _| Ok(tiers::on_sale(conn)?)).await?)
}

/// Memberships
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
    State(web): State<Web>,
    asker: Reading<Receptionist>,
    mut asked: listed::Asked,
) -> Answered {
    let tier = asked.fields.optional("tier", |text| Ok::<_, String>(TierId::new(text)));
    let status =
        asked.fields.optional("status", one_of(MembershipStatus::parse, "active, expired or cancelled"));
    asked.answer(&web, &asker, Memberships(Filter { tier, status })).await
}

struct Memberships(Filter);

impl List for Memberships {
    const NAME: &'static str = "memberships";
    const IS_BARE: bool = true;
    type Position = Position;

    fn write_page(
        &self,
        conn: &mut Conn<'_>,
        _: &UserId,
        after: Option<&Position>,
        limit: i64,
        out: &mut Vec<u8>,
    ) -> Result<Page<Position>, DbError> {
        let rows = memberships::page(conn, &self.0, after, limit + 1)?;
        let position_of = |ListedMembership { membership, .. }: &ListedMembership| Position {
            created_at: membership.created_at,
            id: membership.id.clone(),
        };
        write_rows(rows, limit, position_of, out)
    }
}

impl listed::Position for Position {
    fn written(&self) -> String {
        format!("{} {}", self.created_at.millis(), self.id)
    }

    fn read(written: &str) -> Option<Self> {
        let (millis, id) = written.split_once(' ')?;
        let created_at = Timestamp::from_millis(millis.parse().ok()?);
        let is_believable = (Timestamp::from_millis(0)..=Timestamp::FAR_FUTURE).contains(&created_at);
        is_believable.then(|| Self { created_at, id: MembershipId::new(id) })
    }
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MembershipDetail {
    #[serde(flatten)]
    membership: OwnedMembership,
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
pub(crate) async fn show(State(web): State<Web>, asker: Reading<Receptionist>, Named(id): Named) -> Answered {
    let id = MembershipId::new(id);
    let found = asker.read(&web, move |conn, _| Ok(conn.in_one_state(|conn| detail(conn, &id))?)).await?;
    ok(found.ok_or_else(|| ApiError::not_found("This membership"))?)
}

fn detail(conn: &mut Conn<'_>, id: &MembershipId) -> Result<Option<MembershipDetail>, DbError> {
    let Some(found) = memberships::with_owner(conn, id)? else { return Ok(None) };
    let OwnedMembership { membership, .. } = &found;
    let lost = || DbError::Statement("a membership has no tier".into());
    let tier = tiers::by_id(conn, &membership.tier_id)?.ok_or_else(lost)?;
    let sessions = memberships::own_sessions(conn, id, &membership.customer_id)?;
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
    responses((status = 201, body = Envelope<MembershipSold>), (status = 404, response = Failed)),
)]
pub(crate) async fn create(State(web): State<Web>, asker: Receptionist, key: ActKey, body: Body) -> Answered {
    let sale = sale(&web, body.fields()?).await?;
    let seller = asker.user().clone();
    asker
        .act_once(&web, &key, &body, move |tx, occasion| {
            let Sold { membership, invoice } = acts::sell(tx, occasion, &seller, &sale)?;
            Ok(created(MembershipSold { membership, invoice })?.about(&sale.customer_id))
        })
        .await
}

async fn sale(web: &Web, mut fields: Fields) -> Result<MembershipSale, ApiError> {
    let customer_id = fields.required("customerId", id(UserId::new));
    let tier_id = fields.required("tierId", id(TierId::new));
    let hours_minutes = fields.required_int("hoursMinutes", 1..=MOST_HOURS_MINUTES);
    let price_paise = fields.required_int("pricePaise", 0..=MOST_PAISE);
    let start_date = fields.required("startDate", date);
    let validity_days = fields.required_int("validityDays", 1..=LONGEST_VALIDITY_DAYS);
    let term = start_date.zip(validity_days).and_then(|(start, days)| {
        Term::of(start, days).or_else(|| fields.refuse("validityDays", "must end before the year 10000"))
    });
    let payment_method = fields.required("paymentMethod", one_of(PaymentMethod::parse, "cash, upi or card"));
    let notes = fields.optional("notes", |text| at_most(text, 500)).filter(|text| !text.is_empty());
    if fields.have_failed() {
        // The act is not asked where something cannot be read; what can be is looked at all the same.
        let (customer, tier) = (customer_id.clone(), tier_id.clone());
        let looked_at = move |conn: &mut Conn<'_>| {
            acts::examine_sale(conn, customer.as_ref(), tier.as_ref()).map_err(ApiError::from)
        };
        for complaint in web.app().db.read(looked_at).await? {
            fields.refuse::<()>(field_of_sale(complaint), complaint);
        }
    }
    let (number_prefix, taxes) = (web.membership_prefix().to_owned(), web.taxes());
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
    State(web): State<Web>,
    asker: Receptionist,
    key: ActKey,
    Named(id): Named,
    body: Body,
) -> Answered {
    let record = record(&web, MembershipId::new(id), body.fields()?).await?;
    asker
        .act_once(&web, &key, &body, move |tx, occasion| {
            let recorded = acts::record_session(tx, occasion, &record)?;
            let acts::Recorded { booking, invoice, remaining_minutes } = recorded;
            let customer = booking.customer_id.clone();
            Ok(created(SessionRecorded { booking, invoice, remaining_minutes })?.about(&customer))
        })
        .await
}

/// A line as far as it can be read.
type ReadLine = (Option<ServiceId>, Option<StaffId>, Option<i64>);

fn line(fields: &mut Fields) -> ReadLine {
    let service_id = fields.required("serviceId", id(ServiceId::new));
    let staff_id = fields.required("staffId", id(StaffId::new));
    (service_id, staff_id, fields.required_int("durationMinutes", 1..=MOST_SESSION_MINUTES))
}

async fn record(
    web: &Web,
    membership_id: MembershipId,
    mut fields: Fields,
) -> Result<SessionRecord, ApiError> {
    let lines = fields.required_objects("services", MOST_SERVICES, line);
    let today = web.app().clock.now().ist_date();
    let booking_date = fields.optional("bookingDate", |text| {
        date(text).and_then(|day| if day > today { Err("must not be in the future") } else { Ok(day) })
    });
    if fields.have_failed() {
        let lines = lines.clone().unwrap_or_default();
        let looked_at = move |conn: &mut Conn<'_>| {
            let asked =
                lines.iter().map(|(place, (service, staff, _))| (*place, service.as_ref(), staff.as_ref()));
            acts::examine_lines(conn, asked).map_err(ApiError::from)
        };
        for complaint in web.app().db.read(looked_at).await? {
            fields.refuse::<()>(&field_of_line(complaint), complaint);
        }
    }
    let whole = |(_, (service_id, staff_id, minutes)): (usize, ReadLine)| {
        Some(SessionLine { service_id: service_id?, staff_id: staff_id?, duration_minutes: minutes? })
    };
    let taxes = web.taxes();
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
    responses((status = 200, body = Envelope<Membership>), (status = 409, response = Failed)),
)]
pub(crate) async fn cancel(State(web): State<Web>, asker: Manager, Named(id): Named, body: Body) -> Answered {
    let mut fields = body.fields()?;
    let reason = fields.required("reason", |text| filled(text, 500));
    let reason = fields.build(|| reason)?;
    let id = MembershipId::new(id);
    ok(asker.act(&web, move |tx, occasion| Ok(acts::cancel(tx, occasion, &id, &reason)?)).await?)
}

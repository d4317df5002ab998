//! Memberships, and the visits that were taken from their hours.

use chrono::{NaiveDate, NaiveTime};
use parlour_db::{Conn, DbError, Tx, columns, insert, params, row, select, sql};
use parlour_domain::booking::opening_hours::WeeklyHours;
use parlour_domain::email_address::EmailAddress;
use parlour_domain::ids::{BookingId, BranchId, InvoiceId, MembershipId, ServiceId, StaffId, TierId, UserId};
use parlour_domain::ist::Timestamp;
use parlour_domain::membership::MembershipStatus;
use serde::Serialize;
use utoipa::ToSchema;

use crate::bookings::booking_records::{self, Booking};

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Membership {
    pub id: MembershipId,
    #[schema(example = "PRL-MEM-27-1-K7QXW")]
    pub membership_number: String,
    pub customer_id: UserId,
    pub tier_id: TierId,
    pub tier_name_snapshot: String,
    pub total_hours_minutes: i64,
    pub used_hours_minutes: i64,
    pub price_paid_paise: i64,
    pub starts_at: Timestamp,
    pub expires_at: Timestamp,
    pub status: MembershipStatus,
    pub created_by: UserId,
    pub invoice_id: InvoiceId,
    pub notes: Option<String>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}
row! { Membership {
    id, membership_number, customer_id, tier_id, tier_name_snapshot, total_hours_minutes, used_hours_minutes,
    price_paid_paise, starts_at, expires_at, status, created_by, invoice_id, notes, created_at, updated_at,
} }

/// A booking that was paid with hours, and who did what.
pub type SessionBooking = Booking<SessionService>;

/// A service of a session. It has no price: the hours were paid with the membership.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionService {
    pub booking_id: BookingId,
    pub service_id: ServiceId,
    pub staff_id: Option<StaffId>,
    pub service_name_snapshot: String,
    /// What hours paid for it.
    pub duration_minutes: i64,
    pub display_order: i64,
    pub staff_name: Option<String>,
}
row! { SessionService {
    booking_id, service_id, staff_id, service_name_snapshot,
    duration_minutes: "coalesce(s.membership_minutes, s.duration_minutes)", display_order, staff_name: "t.display_name",
} }

/// Every membership of a customer, newest first.
pub fn list_own_memberships(conn: &mut Conn<'_>, customer: &UserId) -> Result<Vec<Membership>, DbError> {
    conn.all(
        sql!(select!(Membership, ""), " from memberships where customer_id = $1 order by created_at desc, id desc"),
        params![customer],
    )
}

/// The sessions taken from a customer's membership, newest first.
pub fn list_own_sessions(
    conn: &mut Conn<'_>,
    id: &MembershipId,
    customer: &UserId,
) -> Result<Vec<SessionBooking>, DbError> {
    booking_records::collect_bookings(
        conn,
        sql!(
            select!(Booking, "b"), ", ", columns!(SessionService, "s"), " from bookings b
                 left join booking_services s on s.booking_id = b.id
                 left join staff t on t.id = s.staff_id
             where b.spa_membership_id = $1 and b.customer_id = $2 and b.is_membership_session and b.status = 'completed'
             order by b.created_at desc, b.id desc, s.display_order"
        ),
        params![id, customer],
    )
}

/// A membership as the desk's list shows it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListedMembership {
    #[serde(flatten)]
    pub membership: Membership,
    pub customer_name: String,
    /// As the tier is called today.
    pub tier_name: String,
}
row! { ListedMembership { membership: [Membership], customer_name: "u.name", tier_name: "t.name" } }

/// Where the next page of a newest-first list begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MembershipCursor {
    pub created_at: Timestamp,
    pub id: MembershipId,
}
parlour_db::cursor! { MembershipCursor { created_at, id } }

/// What a list is narrowed down to.
#[derive(Debug, Clone, Default)]
pub struct MembershipFilter {
    pub tier: Option<TierId>,
    pub status: Option<MembershipStatus>,
}

/// Memberships, newest first, from after a position on.
pub fn page(
    conn: &mut Conn<'_>,
    filter: &MembershipFilter,
    after: Option<&MembershipCursor>,
    limit: i64,
) -> Result<Vec<ListedMembership>, DbError> {
    let (created_at, id) = after.map_or((Timestamp::FAR_FUTURE, ""), |at| (at.created_at, at.id.as_str()));
    // Four texts, so that each finds its rows in order by an index.
    match (&filter.tier, filter.status) {
        (None, None) => conn.all(
            sql!(
                select!(ListedMembership, "m"),
                " from memberships m join users u on u.id = m.customer_id join membership_tiers t on t.id = m.tier_id
                 where (m.created_at, m.id) < ($1, $2) order by m.created_at desc, m.id desc limit $3"
            ),
            params![created_at, id, limit],
        ),
        (None, Some(status)) => conn.all(
            sql!(
                select!(ListedMembership, "m"),
                " from memberships m join users u on u.id = m.customer_id join membership_tiers t on t.id = m.tier_id
                 where m.status = $4 and (m.created_at, m.id) < ($1, $2)
                 order by m.created_at desc, m.id desc limit $3"
            ),
            params![created_at, id, limit, status],
        ),
        (Some(tier), None) => conn.all(
            sql!(
                select!(ListedMembership, "m"),
                " from memberships m join users u on u.id = m.customer_id join membership_tiers t on t.id = m.tier_id
                 where m.tier_id = $4 and (m.created_at, m.id) < ($1, $2)
                 order by m.created_at desc, m.id desc limit $3"
            ),
            params![created_at, id, limit, tier],
        ),
        (Some(tier), Some(status)) => conn.all(
            sql!(
                select!(ListedMembership, "m"),
                " from memberships m join users u on u.id = m.customer_id join membership_tiers t on t.id = m.tier_id
                 where m.tier_id = $4 and m.status = $5 and (m.created_at, m.id) < ($1, $2)
                 order by m.created_at desc, m.id desc limit $3"
            ),
            params![created_at, id, limit, tier, status],
        ),
    }
}

/// One customer's memberships, newest first, from after a position on.
pub fn page_of_customer(
    conn: &mut Conn<'_>,
    customer: &UserId,
    filter: &MembershipFilter,
    after: Option<&MembershipCursor>,
    limit: i64,
) -> Result<Vec<ListedMembership>, DbError> {
    let (created_at, id) = after.map_or((Timestamp::FAR_FUTURE, ""), |at| (at.created_at, at.id.as_str()));
    // One text for every filter: a customer has few.
    let tier = filter.tier.as_ref().map_or("", TierId::as_str);
    let status = filter.status.map_or("", MembershipStatus::as_str);
    conn.all(
        sql!(
            select!(ListedMembership, "m"),
            " from memberships m join users u on u.id = m.customer_id join membership_tiers t on t.id = m.tier_id
             where m.customer_id = $4 and (m.created_at, m.id) < ($1, $2) and ($5 = '' or m.tier_id = $5)
                 and ($6 = '' or m.status = $6)
             order by m.created_at desc, m.id desc limit $3"
        ),
        params![created_at, id, limit, customer, tier, status],
    )
}

/// A membership and whose it is.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MembershipWithCustomer {
    #[serde(flatten)]
    pub membership: Membership,
    pub customer_name: String,
    pub customer_email: Option<EmailAddress>,
}
row! { MembershipWithCustomer {
    membership: [Membership], customer_name: "u.name", customer_email: "u.email",
} }

pub fn find_with_customer(conn: &mut Conn<'_>, id: &MembershipId) -> Result<Option<MembershipWithCustomer>, DbError> {
    conn.one(
        sql!(
            select!(MembershipWithCustomer, "m"),
            " from memberships m join users u on u.id = m.customer_id where m.id = $1"
        ),
        params![id],
    )
}

pub fn by_id(conn: &mut Conn<'_>, id: &MembershipId) -> Result<Option<Membership>, DbError> {
    conn.one(sql!(select!(Membership, ""), " from memberships where id = $1"), params![id])
}

/// The membership, kept as it is until the transaction ends: of two changes that race, the second sees what the first
/// has made.
pub fn lock_membership(tx: &mut Tx<'_>, id: &MembershipId) -> Result<Option<Membership>, DbError> {
    tx.one(sql!(select!(Membership, ""), " from memberships where id = $1 for no key update"), params![id])
}

/// Whether there is such a person, who until the transaction ends is not erased: that is refused to members only.
pub fn lock_membership_customer(tx: &mut Tx<'_>, customer: &UserId) -> Result<bool, DbError> {
    tx.exists("select 1 from users where id = $1 and anonymised_at is null for no key update", params![customer])
}

/// The branch to which a membership or a session belongs.
#[derive(Debug, Clone)]
pub struct MembershipBranch {
    pub id: BranchId,
    pub code: String,
    pub number: i64,
    /// On every day, unless `hours` has those of the weekdays.
    pub closes_at: NaiveTime,
    pub hours: Option<WeeklyHours>,
}
row! { MembershipBranch { id, code, number, closes_at, hours } }

impl MembershipBranch {
    /// When the branch closes on a day. On a day on which it is closed, when it usually does.
    pub fn closing_time(&self, date: NaiveDate) -> NaiveTime {
        let hours = self.hours.as_ref().and_then(|hours| hours.on(date));
        hours.map_or(self.closes_at, |hours| hours.closes_at)
    }
}

pub fn find_primary_branch(conn: &mut Conn<'_>) -> Result<Option<MembershipBranch>, DbError> {
    conn.one(sql!(select!(MembershipBranch, ""), " from branches where is_primary"), params![])
}

pub fn find_operational_branch(conn: &mut Conn<'_>, id: &BranchId) -> Result<Option<MembershipBranch>, DbError> {
    conn.one(
        sql!(select!(MembershipBranch, ""), " from branches where id = $1 and status = 'operational'"),
        params![id],
    )
}

/// Whether the branch that is named, else the primary one, or the one where this person works sells on the terms of tiers
/// only.
pub fn has_tier_terms(conn: &mut Conn<'_>, branch: Option<&BranchId>, user: &UserId) -> Result<bool, DbError> {
    conn.exists(
        "select 1 from branches where desk_membership_terms = 'tier' and (id = $1 or ($1 is null and is_primary)
             or id in (select s.branch_id from staff s where s.user_id = $2 and s.is_active)) limit 1",
        params![branch, user],
    )
}

/// The customer's membership that is active and not over.
pub fn find_active(conn: &mut Conn<'_>, customer: &UserId, now: Timestamp) -> Result<Option<Membership>, DbError> {
    conn.one(
        sql!(
            select!(Membership, ""),
            " from memberships where customer_id = $1 and status = 'active' and expires_at > $2"
        ),
        params![customer, now],
    )
}

/// Writes that a customer's active membership is over if it is overdue; which one that was.
pub fn expire_overdue(tx: &mut Tx<'_>, customer: &UserId, now: Timestamp) -> Result<Option<MembershipId>, DbError> {
    tx.one_value(
        "update memberships set status = 'expired', ended_at = expires_at, updated_at = $2
         where customer_id = $1 and status = 'active' and expires_at <= $2 returning id",
        params![customer, now],
    )
}

/// False if the customer has an active one, or if the number is taken; nothing is written then.
pub fn insert(tx: &mut Tx<'_>, membership: &Membership) -> Result<bool, DbError> {
    insert! { tx.changes_row, "memberships", membership {
        id, membership_number, customer_id, tier_id, tier_name_snapshot, total_hours_minutes, used_hours_minutes,
        price_paid_paise, starts_at, expires_at, status, created_by, invoice_id, notes, created_at, updated_at,
    }, "on conflict do nothing" }
}

/// False if it is not active.
pub fn cancel(tx: &mut Tx<'_>, id: &MembershipId, notes: &str, now: Timestamp) -> Result<bool, DbError> {
    tx.changes_row(
        "update memberships set status = 'cancelled', ended_at = $3, notes = $2, updated_at = $3
         where id = $1 and status = 'active'",
        params![id, notes, now],
    )
}

//! Branches of the business.

use chrono::{NaiveDate, NaiveTime};
use parlour_db::{Conn, DbError, Tx, insert, params, row, select, sql};
use parlour_domain::billing::rounding::RoundInvoices;
use parlour_domain::booking::opening_hours::{OpeningHours, WeeklyHours, is_sold};
use parlour_domain::branch::{AvailabilityMode, BranchStatus};
use parlour_domain::ids::BranchId;
use parlour_domain::ist::Timestamp;
use parlour_domain::membership::DeskMembershipTerms;
use serde::Serialize;
use utoipa::ToSchema;

use crate::cache_topics::{self, CacheTopic};

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Branch {
    pub id: BranchId,
    pub code: String,
    pub number: i64,
    pub name: String,
    pub address: String,
    pub phone: Option<String>,
    pub gstin: Option<String>,
    pub gst_registered: bool,
    #[schema(value_type = BranchStatus)]
    pub status: String,
    pub is_primary: bool,
    #[serde(serialize_with = "parlour_domain::ist::serialize_hh_mm")]
    #[schema(value_type = String, example = "10:00")]
    pub opens_at: NaiveTime,
    #[serde(serialize_with = "parlour_domain::ist::serialize_hh_mm")]
    #[schema(value_type = String, example = "21:00")]
    pub closes_at: NaiveTime,
    /// Seven days, Monday first; null on a day on which it is closed. None: from `opensAt` to `closesAt` every day.
    #[schema(value_type = Option<Vec<Option<OpeningHours>>>, min_items = 7, max_items = 7)]
    pub hours: Option<WeeklyHours>,
    pub availability_mode: AvailabilityMode,
    /// None where customers may cancel at any time.
    pub cancel_window_minutes: Option<i64>,
    pub hold_minutes: i64,
    /// How many requests of one customer may wait for an answer; none for any number.
    pub max_pending_per_customer: Option<i64>,
    /// How much discount a receptionist may give by hand.
    pub desk_discount_percent: i64,
    /// On which terms a receptionist may sell memberships.
    pub desk_membership_terms: DeskMembershipTerms,
    pub round_invoices: RoundInvoices,
    /// The UPI account to which customers pay.
    #[schema(example = "salon@okbank")]
    pub upi_id: Option<String>,
    /// The payee that a payment app shows; none for the name of the branch.
    pub upi_name: Option<String>,
    /// The public address of its logo.
    pub logo_url: Option<String>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}
row! { Branch {
    id, code, number, name, address, phone, gstin, gst_registered, status, is_primary, opens_at, closes_at, hours,
    availability_mode, cancel_window_minutes, hold_minutes, max_pending_per_customer, desk_discount_percent,
    desk_membership_terms, round_invoices, upi_id, upi_name, logo_url, created_at, updated_at,
} }

impl Branch {
    pub fn is_live(&self) -> bool {
        self.availability_mode == AvailabilityMode::Live
    }

    /// Whether it takes customers.
    pub fn is_operational(&self) -> bool {
        self.status == BranchStatus::Operational.as_str()
    }

    /// `None` on a day on which it is closed.
    pub fn opening_hours(&self, date: NaiveDate) -> Option<OpeningHours> {
        let daily = OpeningHours { opens_at: self.opens_at, closes_at: self.closes_at };
        OpeningHours::on(date, daily, self.hours.as_ref())
    }

    /// Whether the pages propose this time.
    pub fn sells(&self, date: NaiveDate, start: NaiveTime, duration_minutes: i64) -> bool {
        is_sold(self.is_live(), self.opening_hours(date), start, duration_minutes)
    }
}

/// Branches that take customers, the primary one first.
pub fn list_operational(conn: &mut Conn<'_>) -> Result<Vec<Branch>, DbError> {
    conn.all(
        sql!(select!(Branch, ""), " from branches where status = 'operational' order by is_primary desc, number"),
        params![],
    )
}

/// All branches, also those that are closed or not open yet, the primary one first.
pub fn list_all(conn: &mut Conn<'_>) -> Result<Vec<Branch>, DbError> {
    conn.all(sql!(select!(Branch, ""), " from branches order by is_primary desc, number"), params![])
}

/// The fields of a branch that decide whether and when it accepts a booking.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each answers a question of its own")]
pub struct BranchBookingRules {
    pub code: String,
    pub is_operational: bool,
    /// The hours of every day, unless `hours` has those of the weekdays.
    pub opens_at: NaiveTime,
    pub closes_at: NaiveTime,
    pub hours: Option<WeeklyHours>,
    pub cancel_window_minutes: Option<i64>,
    /// Whether the branch has active staff for salon services.
    pub has_salon_staff: bool,
    pub has_spa_staff: bool,
    /// Whether the branch is live: it checks which staff are free and refuses overlapping bookings.
    pub is_live: bool,
    /// How long a pending request reserves staff time.
    pub hold_minutes: i64,
    /// How many requests of one customer may wait for an answer.
    pub max_pending_per_customer: Option<i64>,
}
row! { BranchBookingRules {
    code, is_operational: "b.status = 'operational'", opens_at, closes_at, hours, cancel_window_minutes, has_salon_staff: "exists (select 1 from staff where branch_id = b.id and is_active and serves_salon)", has_spa_staff: "exists (select 1 from staff where branch_id = b.id and is_active and serves_spa)", is_live: "b.availability_mode = 'live'",
    hold_minutes, max_pending_per_customer,
} }

impl BranchBookingRules {
    /// When the branch is open on a day; none if it is closed.
    pub fn opening_hours(&self, date: NaiveDate) -> Option<OpeningHours> {
        OpeningHours::on(date, self.daily_hours(), self.hours.as_ref())
    }

    /// The hours of a day whose weekday has none of its own.
    pub fn daily_hours(&self) -> OpeningHours {
        OpeningHours { opens_at: self.opens_at, closes_at: self.closes_at }
    }
}

pub fn find_for_booking(conn: &mut Conn<'_>, id: &BranchId) -> Result<Option<BranchBookingRules>, DbError> {
    conn.one(sql!(select!(BranchBookingRules, "b"), " from branches b where b.id = $1"), params![id])
}

/// The booking rules of a branch, which stay as they are until the transaction ends: a branch does not turn live while a
/// booking is being made.
pub fn lock_for_booking(tx: &mut Tx<'_>, id: &BranchId) -> Result<Option<BranchBookingRules>, DbError> {
    tx.one(sql!(select!(BranchBookingRules, "b"), " from branches b where b.id = $1 for share of b"), params![id])
}

/// The ids of the live branches.
pub fn list_live_branch_ids(conn: &mut Conn<'_>) -> Result<Vec<BranchId>, DbError> {
    conn.all_values("select id from branches where availability_mode = 'live'", params![])
}

/// The details of a branch that its invoices show, and how it rounds them.
#[derive(Debug, Clone)]
pub struct Seller {
    pub code: String,
    pub name: String,
    pub address: String,
    pub gstin: Option<String>,
    pub gst_registered: bool,
    pub round_invoices: RoundInvoices,
    /// How much discount a receptionist may give by hand.
    pub desk_discount_percent: i64,
}
row! { Seller { code, name, address, gstin, gst_registered, round_invoices, desk_discount_percent } }

pub fn find_seller(conn: &mut Conn<'_>, id: &BranchId) -> Result<Option<Seller>, DbError> {
    conn.one(sql!(select!(Seller, ""), " from branches where id = $1"), params![id])
}

/// The UPI account of a branch.
#[derive(Debug, Clone)]
pub struct UpiAccount {
    pub id: String,
    /// The payee that a payment app shows.
    pub payee: String,
}
row! { UpiAccount { id: "upi_id", payee: "coalesce(upi_name, name)" } }

/// None if the branch has no UPI account.
pub fn find_upi_account(conn: &mut Conn<'_>, branch: &BranchId) -> Result<Option<UpiAccount>, DbError> {
    conn.one(sql!(select!(UpiAccount, ""), " from branches where id = $1 and upi_id is not null"), params![branch])
}

pub fn insert(tx: &mut Tx<'_>, branch: &Branch) -> Result<(), DbError> {
    insert! { tx.run, "branches", branch {
        id, code, number, name, address, phone, gstin, gst_registered, status, is_primary, opens_at, closes_at, hours,
        availability_mode, cancel_window_minutes, hold_minutes, max_pending_per_customer, desk_discount_percent,
        desk_membership_terms, round_invoices, upi_id, upi_name, logo_url, created_at, updated_at,
    } }?;
    cache_topics::mark_topic_changed(tx, CacheTopic::Branches)
}

/// Whether the database has no branch yet, that is no data.
pub fn has_no_branches(conn: &mut Conn<'_>) -> Result<bool, DbError> {
    Ok(!conn.exists("select 1 from branches limit 1", params![])?)
}

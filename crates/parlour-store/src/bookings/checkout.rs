//! What a booking is billed from, and its completion.

use chrono::NaiveDate;
use parlour_db::{Conn, DbError, Tx, insert, params, row, select, sql};
use parlour_domain::booking::BookingStatus;
use parlour_domain::ids::{BookingId, BranchId, MembershipId, OfferId, ServiceId, StaffId, UserId};
use parlour_domain::ist::Timestamp;
use parlour_domain::offer::{OfferDiscount, OfferType, PricedLine};
use parlour_domain::service::ServiceType;

use crate::bookings::desk_changes::lock_customer_of_booking;

/// What decides whether and how a booking can be billed.
#[derive(Debug, Clone)]
pub struct CheckoutBooking {
    pub status: BookingStatus,
    pub service_type: ServiceType,
    pub branch_id: BranchId,
    pub customer_id: UserId,
    pub booking_number: String,
    pub booking_date: NaiveDate,
}
row! { CheckoutBooking { status, service_type, branch_id, customer_id, booking_number, booking_date } }

pub fn find_booking_for_checkout(conn: &mut Conn<'_>, id: &BookingId) -> Result<Option<CheckoutBooking>, DbError> {
    conn.one(sql!(select!(CheckoutBooking, ""), " from bookings where id = $1"), params![id])
}

/// Locks the booking until the transaction ends. Of two concurrent checkouts, the second finds it completed.
pub fn lock_booking_for_checkout(tx: &mut Tx<'_>, id: &BookingId) -> Result<Option<CheckoutBooking>, DbError> {
    lock_customer_of_booking(tx, id)?;
    tx.one(sql!(select!(CheckoutBooking, ""), " from bookings where id = $1 for update"), params![id])
}

/// A service as it was booked, and what the catalogue says of it today.
#[derive(Debug, Clone)]
pub struct CheckoutService {
    pub service_id: ServiceId,
    pub staff_id: Option<StaffId>,
    pub description: String,
    pub price_paise: i64,
    /// What a membership gives for it.
    pub membership_minutes: i64,
    pub sac: String,
    /// What it costs in gems, where gems can pay for it.
    pub gems_required: Option<i64>,
}
row! { CheckoutService { service_id, staff_id, description: "service_name_snapshot", price_paise: "price_at_booking_paise", membership_minutes: "coalesce(b.membership_minutes, b.duration_minutes)", sac: "s.sac", gems_required: "case when s.gems_redeemable then s.gems_required end" } }

impl CheckoutService {
    /// As an offer sees it.
    pub fn priced_line(&self) -> PricedLine {
        PricedLine { service_id: self.service_id.clone(), price_paise: self.price_paise }
    }
}

/// In the order of the booking.
pub fn list_services_to_bill(conn: &mut Conn<'_>, booking: &BookingId) -> Result<Vec<CheckoutService>, DbError> {
    conn.all(
        sql!(
            select!(CheckoutService, "b"),
            " from booking_services b join services s on s.id = b.service_id
             where b.booking_id = $1 order by b.display_order"
        ),
        params![booking],
    )
}

/// An offer as checkout sees it.
#[derive(Debug, Clone)]
pub struct OfferTerms {
    pub name: String,
    pub is_active: bool,
    pub start_date: NaiveDate,
    pub end_date: NaiveDate,
    pub offer_type: OfferType,
    pub percentage: Option<i64>,
    pub amount_paise: Option<i64>,
    pub combo_price_paise: Option<i64>,
}
row! { OfferTerms {
    name, is_active, start_date, end_date, offer_type, percentage: "discount_percentage", amount_paise: "discount_amount_paise", combo_price_paise,
} }

impl OfferTerms {
    pub fn discount(&self) -> OfferDiscount {
        OfferDiscount {
            offer_type: self.offer_type,
            percentage: self.percentage,
            amount_paise: self.amount_paise,
            combo_price_paise: self.combo_price_paise,
        }
    }
}

pub fn find_offer_terms(conn: &mut Conn<'_>, id: &OfferId) -> Result<Option<OfferTerms>, DbError> {
    conn.one(sql!(select!(OfferTerms, ""), " from offers where id = $1"), params![id])
}

pub fn list_service_ids_of_offer(conn: &mut Conn<'_>, id: &OfferId) -> Result<Vec<ServiceId>, DbError> {
    conn.all_values("select service_id from offer_services where offer_id = $1", params![id])
}

/// Whether the customer used an offer on that day.
pub fn has_used_offer(conn: &mut Conn<'_>, customer: &UserId, day: NaiveDate) -> Result<bool, DbError> {
    conn.exists("select 1 from offer_uses where customer_id = $1 and used_on = $2", params![customer, day])
}

/// The visits of a customer's day that were booked before, and are still to be paid, with the offer that each was promised.
pub fn list_promises_before(
    conn: &mut Conn<'_>,
    customer: &UserId,
    day: NaiveDate,
    (created_at, id): (Timestamp, &str),
) -> Result<Vec<(BookingId, OfferId)>, DbError> {
    conn.all(
        "select b.id, b.promised_offer_id from bookings b
         where b.customer_id = $1 and b.booking_date = $2 and b.status in ('pending', 'confirmed', 'in_progress')
             and (b.created_at < $3 or (b.created_at = $3 and b.id < $4)) and b.promised_offer_id is not null",
        params![customer, day, created_at, id],
    )
}

/// Records that a customer used an offer. False if they already used one, this or another, on that day.
pub fn record_offer_use(
    tx: &mut Tx<'_>,
    customer: &UserId,
    offer: &OfferId,
    booking: &BookingId,
    now: Timestamp,
) -> Result<bool, DbError> {
    insert! { tx.changes_row, "offer_uses", {
        customer_id: customer, used_on: now.ist_date(), offer_id: offer, booking_id: booking, created_at: now,
    }, "on conflict (customer_id, used_on) do nothing" }
}

pub fn complete_booking(
    tx: &mut Tx<'_>,
    booking: &BookingId,
    offer: Option<&OfferId>,
    now: Timestamp,
) -> Result<(), DbError> {
    tx.run(
        "update bookings set status = 'completed', completed_at = $2, offer_id = $3, updated_at = $2 where id = $1",
        params![booking, now, offer],
    )
}

/// Completes a booking that is paid with the hours of a membership. Its lines keep their prices, so that it can be put
/// back as it was.
pub fn complete_as_session(
    tx: &mut Tx<'_>,
    booking: &BookingId,
    membership: &MembershipId,
    minutes_taken: i64,
    now: Timestamp,
) -> Result<(), DbError> {
    tx.run(
        "update bookings set status = 'completed', completed_at = $2, is_membership_session = true,
             spa_membership_id = $3, total_amount_paise = 0, booking_number = booking_number || '-M',
             checked_out_with_membership = true, minutes_taken = $4, updated_at = $2 where id = $1",
        params![booking, now, membership, minutes_taken],
    )
}

//! Bookings with their services as they were when booked.

use chrono::{NaiveDate, NaiveTime};
use parlour_db::{
    AsSqlValue, Conn, CounterStatements, DbError, FromRow, Row, SqlValue, Tx, columns, insert, params, row, select, sql,
};
use parlour_domain::booking::BookingStatus;
use parlour_domain::booking::wish::WishedGender;
use parlour_domain::customer::Gender;
use parlour_domain::ids::{BookingId, BranchId, MembershipId, OfferId, ServiceId, StaffId, UserId};
use parlour_domain::ist::Timestamp;
use parlour_domain::service::ServiceType;
use serde::Serialize;
use utoipa::ToSchema;

/// A booking with the fields of the contract. `S` is the type of its services.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Booking<S = BookingService> {
    pub id: BookingId,
    #[schema(example = "BK-BLR-2703-H-00007")]
    pub booking_number: String,
    pub branch_id: BranchId,
    pub customer_id: UserId,
    pub status: BookingStatus,
    pub service_type: ServiceType,
    pub booking_date: NaiveDate,
    #[schema(value_type = String, example = "10:30:00")]
    pub start_time: NaiveTime,
    #[schema(value_type = String, example = "11:15:00")]
    pub end_time: NaiveTime,
    pub total_amount_paise: i64,
    pub total_duration_minutes: i64,
    pub notes: Option<String>,
    pub is_walkin: bool,
    pub is_membership_session: bool,
    pub offer_id: Option<OfferId>,
    pub spa_membership_id: Option<MembershipId>,
    pub confirmed_at: Option<Timestamp>,
    pub completed_at: Option<Timestamp>,
    pub cancelled_at: Option<Timestamp>,
    pub rejected_at: Option<Timestamp>,
    pub cancellation_reason: Option<String>,
    pub rejection_reason: Option<String>,
    pub reschedule_count: i64,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    /// Whom the customer asked for.
    pub wished_staff_id: Option<StaffId>,
    /// The gender that the customer asked for, where they named nobody.
    pub wished_staff_gender: Option<WishedGender>,
    /// Another time that the desk offers for a request, while the customer can accept it.
    pub offered_time: Option<OfferedTime>,
    /// The offer that the customer booked with. Pages only.
    #[serde(skip)]
    #[schema(ignore)]
    pub promised_offer_id: Option<OfferId>,
    /// Only the desk sees it.
    #[serde(skip)]
    #[schema(ignore)]
    pub arrived_at: Option<Timestamp>,
    /// When its staff said that it is over. Only the desk and its staff see it.
    #[serde(skip)]
    #[schema(ignore)]
    pub finished_at: Option<Timestamp>,
    /// How many acts of the desk were taken back.
    #[serde(skip)]
    #[schema(ignore)]
    pub undo_count: i64,
    /// In the order of the visit.
    pub services: Vec<S>,
}

impl<S> Booking<S> {
    /// The time that the customer can accept now.
    pub fn open_offer(&self, now: Timestamp) -> Option<&OfferedTime> {
        self.offered_time.as_ref().filter(|offered| offered.expires_at > now)
    }

    pub fn has_wish(&self) -> bool {
        self.wished_staff_id.is_some() || self.wished_staff_gender.is_some()
    }

    /// Whether somebody is whom the customer asked for, or nobody in particular was asked for.
    pub fn is_wished(&self, staff: &StaffId, gender: Gender) -> bool {
        self.wished_staff_id.as_ref().is_none_or(|wished| wished == staff)
            && self.wished_staff_gender.is_none_or(|wished| wished.gender() == gender)
    }

    /// Whether the customer asked for somebody of another gender.
    pub fn is_against_wish(&self, gender: Gender) -> bool {
        self.wished_staff_gender.is_some_and(|wished| wished.gender() != gender)
    }

    /// The booking as it is shown at this time: without an offer that has expired.
    #[must_use]
    pub fn shown_at(mut self, now: Timestamp) -> Self {
        self.offered_time = self.offered_time.filter(|offered| offered.expires_at > now);
        self
    }

    /// Adds what [`BookingState`] reads.
    pub(crate) fn set_state(&mut self, state: BookingState) {
        self.promised_offer_id = state.promised_offer_id;
        self.arrived_at = state.arrived_at;
        self.finished_at = state.finished_at;
        self.undo_count = state.undo_count;
        self.offered_time = state.offered_time;
    }
}

/// Another time that the desk offers for a request.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OfferedTime {
    pub booking_date: NaiveDate,
    #[schema(value_type = String, example = "10:30:00")]
    pub start_time: NaiveTime,
    pub staff_id: StaffId,
    pub staff_name: String,
    /// Until then the customer can accept it.
    pub expires_at: Timestamp,
    /// How many times were offered for this request, with this one.
    #[serde(skip)]
    #[schema(ignore)]
    pub number: i64,
}
row! { OfferedTime {
    booking_date: "b.offered_date", start_time: "b.offered_start_time", staff_id: "b.offered_staff_id",
    staff_name: "(select o.display_name from staff o where o.id = b.offered_staff_id)",
    expires_at: "b.offer_expires_at", number: "b.time_offer_count",
} }

/// The columns of the booking `b` that its JSON does not have as they are.
#[derive(Debug)]
pub(crate) struct BookingState {
    pub(crate) promised_offer_id: Option<OfferId>,
    pub(crate) arrived_at: Option<Timestamp>,
    pub(crate) finished_at: Option<Timestamp>,
    pub(crate) undo_count: i64,
    pub(crate) offered_time: Option<OfferedTime>,
}
row! { BookingState { promised_offer_id, arrived_at, finished_at, undo_count, offered_time: [Option<OfferedTime>] } }

/// A service as it was when booked.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BookingService {
    pub id: String,
    pub booking_id: BookingId,
    pub service_id: ServiceId,
    pub staff_id: Option<StaffId>,
    pub service_name_snapshot: String,
    pub price_at_booking_paise: i64,
    pub duration_minutes: i64,
    pub display_order: i64,
}

impl AsRef<Self> for BookingService {
    fn as_ref(&self) -> &Self {
        self
    }
}

impl AsRef<BookingService> for BookingServiceWithStaff {
    fn as_ref(&self) -> &BookingService {
        &self.service
    }
}

/// A service with the name of who does it, for reads.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BookingServiceWithStaff {
    #[serde(flatten)]
    pub service: BookingService,
    /// Null while nobody is assigned.
    pub staff_name: Option<String>,
}

/// Who does the service `s`.
pub(crate) const STAFF_NAME: &str = "(select t.display_name from staff t where t.id = s.staff_id)";

/// A booking as its customer reads it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CustomerBooking {
    #[serde(flatten)]
    pub booking: Booking<BookingServiceWithStaff>,
    pub branch_name: String,
    /// Pages only.
    #[serde(skip)]
    pub wish: ShownWish,
}

impl CustomerBooking {
    /// The booking as it is shown at this time: without an offer that has expired.
    #[must_use]
    pub fn shown_at(self, now: Timestamp) -> Self {
        Self { booking: self.booking.shown_at(now), ..self }
    }
}

/// The name of the branch of the booking `b`.
pub(crate) const BRANCH_NAME: &str = "(select h.name from branches h where h.id = b.branch_id)";

/// How the wish of the booking `b` is shown, besides its fields.
#[derive(Debug, Clone, Default)]
pub struct ShownWish {
    pub staff_name: Option<String>,
    /// Whether somebody does a service whom the customer did not ask for.
    pub is_unmet: bool,
}
row! { ShownWish { staff_name: (WISHED_STAFF_NAME), is_unmet: (IS_UNMET_WISH) } }

const WISHED_STAFF_NAME: &str = "(select w.display_name from staff w where w.id = b.wished_staff_id)";
const IS_UNMET_WISH: &str = "exists (select 1 from booking_services d join staff g on g.id = d.staff_id
     where d.booking_id = b.id and (g.id <> b.wished_staff_id or g.gender <> b.wished_staff_gender))";

row! { json Booking<S> {
    id, booking_number, branch_id, customer_id, status, service_type, booking_date, start_time, end_time,
    total_amount_paise, total_duration_minutes, notes, is_walkin, is_membership_session, offer_id, spa_membership_id,
    confirmed_at, completed_at, cancelled_at, rejected_at, cancellation_reason, rejection_reason, reschedule_count,
    created_at, updated_at, wished_staff_id, wished_staff_gender;
    offered_time, promised_offer_id, arrived_at, finished_at, undo_count, services
} }
row! { json BookingService {
    id, booking_id, service_id, staff_id, service_name_snapshot, price_at_booking_paise, duration_minutes,
    display_order,
} }
row! { BookingServiceWithStaff { service: [BookingService], staff_name: (STAFF_NAME) } }
row! { CustomerBooking {
    booking: [Booking<BookingServiceWithStaff>], branch_name: (BRANCH_NAME), wish: [ShownWish]
} }

/// Whoever's it is.
pub fn find_booking(conn: &mut Conn<'_>, id: &BookingId) -> Result<Option<Booking>, DbError> {
    let found = collect_bookings(
        conn,
        sql!(
            select!(Booking, "b"),
            ", ",
            columns!(BookingService, "s"),
            " from bookings b left join booking_services s on s.booking_id = b.id
             where b.id = $1 order by s.display_order"
        ),
        params![id],
    )?;
    Ok(found.into_iter().next())
}

/// A booking, if it is this customer's.
pub fn find_own_booking(conn: &mut Conn<'_>, id: &BookingId, customer: &UserId) -> Result<Option<Booking>, DbError> {
    let found = conn.all_grouped::<Booking, BookingId>(
        sql!(
            select!(Booking, "b"),
            ", ",
            columns!(BookingState, "b"),
            ", ",
            columns!(BookingService, "s"),
            " from bookings b left join booking_services s on s.booking_id = b.id
             where b.id = $1 and b.customer_id = $2 order by s.display_order"
        ),
        params![id, customer],
        |booking, columns| {
            booking.set_state(BookingState::from_row(columns)?);
            booking.services.extend(Option::<BookingService>::from_row(columns)?);
            Ok(())
        },
    )?;
    Ok(found.into_iter().next())
}

/// A booking as its customer reads it, if it is this customer's.
pub fn find_customer_booking(
    conn: &mut Conn<'_>,
    id: &BookingId,
    customer: &UserId,
) -> Result<Option<CustomerBooking>, DbError> {
    let found = conn.all_grouped::<CustomerBooking, BookingId>(
        sql!(
            select!(CustomerBooking, "b"),
            ", ",
            columns!(BookingState, "b"),
            ", ",
            columns!(BookingServiceWithStaff, "s"),
            " from bookings b left join booking_services s on s.booking_id = b.id
             where b.id = $1 and b.customer_id = $2 order by s.display_order"
        ),
        params![id, customer],
        |found, columns| {
            found.booking.set_state(BookingState::from_row(columns)?);
            found.booking.services.extend(Option::<BookingServiceWithStaff>::from_row(columns)?);
            Ok(())
        },
    )?;
    Ok(found.into_iter().next())
}

/// The time from which the age of a request counts: its creation, the reschedule that made it pending again, or the offer
/// of another time.
pub fn find_requested_at(conn: &mut Conn<'_>, id: &BookingId) -> Result<Option<Timestamp>, DbError> {
    conn.one_value("select requested_at from bookings where id = $1", params![id])
}

/// Whether somebody of the team made the booking.
pub fn is_made_at_desk(conn: &mut Conn<'_>, id: &BookingId) -> Result<bool, DbError> {
    conn.exists("select 1 from bookings where id = $1 and made_at_desk", params![id])
}

pub fn find_id_by_number(conn: &mut Conn<'_>, number: &str) -> Result<Option<BookingId>, DbError> {
    conn.one_value("select id from bookings where booking_number = $1", params![number])
}

/// How often the customer has moved a booking.
pub fn count_customer_moves(conn: &mut Conn<'_>, id: &BookingId) -> Result<i64, DbError> {
    conn.number("select customer_reschedule_count from bookings where id = $1", params![id])
}

/// Whether a customer has ever had a booking, whatever became of it.
pub fn has_booking(conn: &mut Conn<'_>, customer: &UserId) -> Result<bool, DbError> {
    conn.exists("select 1 from bookings where customer_id = $1 limit 1", params![customer])
}

/// The first coming booking of a customer that takes some of this time, at any branch.
pub fn find_upcoming_during(
    conn: &mut Conn<'_>,
    customer: &UserId,
    date: NaiveDate,
    (start_time, end_time): (NaiveTime, NaiveTime),
) -> Result<Option<BookingId>, DbError> {
    conn.one_value(
        "select id from bookings
         where customer_id = $1 and booking_date = $2 and start_time < $4 and end_time > $3
             and status in ('pending', 'confirmed')
         order by start_time, created_at limit 1",
        params![customer, date, start_time, end_time],
    )
}

/// Bookings and their services in one statement, so that they fit each other. Offered times are not read.
pub(crate) fn collect_bookings<S: Row>(
    conn: &mut Conn<'_>,
    sql: &'static str,
    params: &[SqlValue<'_>],
) -> Result<Vec<Booking<S>>, DbError> {
    conn.all_grouped::<Booking<S>, BookingId>(sql, params, |booking, columns| {
        booking.services.extend(Option::<S>::from_row(columns)?);
        Ok(())
    })
}

/// The fields of a locked booking that decide whether and how it can be changed.
#[derive(Debug, Clone)]
pub struct LockedBooking {
    pub status: BookingStatus,
    pub booking_date: NaiveDate,
    pub start_time: NaiveTime,
    pub total_duration_minutes: i64,
    pub customer_reschedule_count: i64,
    pub arrived_at: Option<Timestamp>,
    pub branch_id: BranchId,
}
row! { LockedBooking {
    status, booking_date, start_time, total_duration_minutes, customer_reschedule_count, arrived_at, branch_id,
} }

/// Locks a customer's own booking until the transaction ends. A concurrent change waits, and then
/// reads the changed booking.
pub fn lock_own_booking(tx: &mut Tx<'_>, id: &BookingId, customer: &UserId) -> Result<Option<LockedBooking>, DbError> {
    // Not `no key update`: the date that a move changes is part of a key.
    tx.one(
        sql!(select!(LockedBooking, ""), " from bookings where id = $1 and customer_id = $2 for update"),
        params![id, customer],
    )
}

/// How many requests of a customer wait for an answer at a branch.
pub fn count_pending(conn: &mut Conn<'_>, customer: &UserId, branch: &BranchId) -> Result<i64, DbError> {
    conn.number(
        "select count(*) from bookings where customer_id = $1 and branch_id = $2 and status = 'pending'",
        params![customer, branch],
    )
}

const BOOKING_COUNTERS: CounterStatements = CounterStatements {
    table: "booking_counters",
    count: "insert into booking_counters (branch_id, month, service_type, last_number) values ($1, $2, $3, 1)
         on conflict (branch_id, month, service_type) do update set last_number = booking_counters.last_number + 1
         returning last_number",
    count_to_expected:
        "insert into booking_counters (branch_id, month, service_type, last_number) values ($1, $2, $3, $4)
         on conflict (branch_id, month, service_type) do update
         set last_number = case when booking_counters.last_number = $4 - 1 then $4 else 0 end",
};

/// Who made a booking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BookingOrigin {
    Customer,
    /// Somebody of the team.
    Desk,
}

/// The next number of a branch, month and type. Other transactions wait for theirs until this one ends, so a number
/// that is not used after all is given to the next.
pub fn next_booking_number(tx: &mut Tx<'_>, branch: &BranchId, month: &str, kind: ServiceType) -> Result<i64, DbError> {
    tx.take_number(&BOOKING_COUNTERS, [branch.as_sql_value(), SqlValue::Text(month), kind.as_sql_value()])
}

/// Inserts a booking. The age of a request counts from its creation.
pub fn insert(tx: &mut Tx<'_>, booking: &Booking, origin: BookingOrigin) -> Result<(), DbError> {
    insert! { tx.run, "bookings", booking {
        id, booking_number, branch_id, customer_id, status, service_type, booking_date, start_time, end_time,
        total_amount_paise, total_duration_minutes, notes, is_walkin, is_membership_session, spa_membership_id,
        requested_at: booking.created_at, confirmed_at, completed_at, created_at, updated_at,
        wished_staff_id, wished_staff_gender, promised_offer_id, made_at_desk: origin == BookingOrigin::Desk,
    } }
}

/// What the desk has agreed for a line and no read shows.
#[derive(Debug, Clone, Copy)]
pub struct LineTerms {
    /// The time for tidying up after the service.
    pub buffer_minutes: i64,
    /// What a membership gives for it; none for its duration.
    pub membership_minutes: Option<i64>,
}
row! { LineTerms { buffer_minutes, membership_minutes } }

impl LineTerms {
    /// Of a service as the catalogue has it.
    pub fn of_catalogue(buffer_minutes: i64) -> Self {
        Self { buffer_minutes, membership_minutes: None }
    }
}

pub fn insert_service(
    tx: &mut Tx<'_>,
    service: &BookingService,
    booking_date: NaiveDate,
    terms: LineTerms,
) -> Result<(), DbError> {
    insert! { tx.run, "booking_services", service {
        id, booking_id, booking_date: booking_date, service_id, staff_id, service_name_snapshot,
        price_at_booking_paise, duration_minutes, buffer_minutes: terms.buffer_minutes,
        membership_minutes: terms.membership_minutes, display_order,
    } }
}

pub fn cancel(
    tx: &mut Tx<'_>,
    id: &BookingId,
    reason: Option<&str>,
    is_late: bool,
    now: Timestamp,
) -> Result<(), DbError> {
    tx.run(
        sql!(
            "update bookings set status = 'cancelled', cancelled_at = $2, cancellation_reason = $3,
                 is_late_cancellation = $4, updated_at = $2, ",
            NO_OFFERED_TIME,
            " where id = $1"
        ),
        params![id, now, reason, is_late],
    )
}

/// Ends the offer of another time, in an update of bookings.
pub(crate) const NO_OFFERED_TIME: &str =
    "offered_date = null, offered_start_time = null, offered_staff_id = null, offer_expires_at = null";

/// In an update that sets the date to $2: a customer who has arrived has not arrived for another day.
pub(crate) const ARRIVED_SAME_DAY: &str = "arrived_at = case when booking_date = $2 then arrived_at end";

/// A booking's new time.
#[derive(Debug, Clone, Copy)]
pub struct NewBookingTime {
    pub booking_date: NaiveDate,
    pub start_time: NaiveTime,
    pub end_time: NaiveTime,
}

pub fn reschedule_by_customer(
    tx: &mut Tx<'_>,
    id: &BookingId,
    to: NewBookingTime,
    now: Timestamp,
) -> Result<(), DbError> {
    tx.run(
        sql!(
            "update bookings set booking_date = $2, start_time = $3, end_time = $4,
                 reschedule_count = reschedule_count + 1, customer_reschedule_count = customer_reschedule_count + 1,
                 updated_at = $5, ",
            NO_OFFERED_TIME,
            " where id = $1"
        ),
        params![id, to.booking_date, to.start_time, to.end_time, now],
    )
}

/// Makes a booking pending again: no one is assigned, and its age counts from now.
pub fn reset_to_pending(tx: &mut Tx<'_>, id: &BookingId, now: Timestamp) -> Result<(), DbError> {
    tx.execute(
        "update bookings set status = 'pending', confirmed_at = null, arrived_at = null, requested_at = $2, updated_at = $2
         where id = $1",
        params![id, now],
    )?;
    tx.run("update booking_services set staff_id = null where booking_id = $1 and staff_id is not null", params![id])
}

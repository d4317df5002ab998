//! Exports all data about a user, for that user.

use chrono::{NaiveDate, NaiveTime};
use parlour_db::{Columns, Conn, DbError, params};
use parlour_domain::ids::UserId;
use parlour_domain::ist::Timestamp;
use serde_json::{Map, Value};

/// One table's rows about the person: its name in the export, the statement, and its columns.
struct ExportSection {
    name: &'static str,
    sql: &'static str,
    columns: &'static [(&'static str, ColumnKind)],
}

#[derive(Clone, Copy)]
enum ColumnKind {
    Text,
    Int,
    Bool,
    At,
    Date,
    Time,
}
use ColumnKind::{At, Bool, Date, Int, Text, Time};

const SECTIONS: &[ExportSection] = &[
    ExportSection {
        name: "identities",
        sql: "select issuer, created_at from identities where user_id = $1 order by created_at",
        columns: &[("issuer", Text), ("createdAt", At)],
    },
    ExportSection {
        name: "sessions",
        sql: "select app, user_agent, created_at, last_used_at, expires_at from sessions where user_id = $1
              order by created_at",
        columns: &[
            ("app", Text), ("userAgent", Text), ("signedInAt", At), ("lastUsedAt", At), ("expiresAt", At),
        ],
    },
    ExportSection {
        name: "deskDetails",
        sql: "select gstin, legal_name, billing_address, pinned_note from profiles where user_id = $1",
        columns: &[("gstin", Text), ("legalName", Text), ("billingAddress", Text), ("pinnedNote", Text)],
    },
    ExportSection {
        name: "bookings",
        sql: "select id, booking_number, branch_id, status, service_type, booking_date, start_time, end_time,
                  total_amount_paise, total_duration_minutes, notes, guest_name, wished_staff_id, wished_staff_gender, is_walkin, is_membership_session, confirmed_at,
                  completed_at, cancelled_at, rejected_at, cancellation_reason, rejection_reason, is_late_cancellation,
                  reschedule_count, arrived_at, finished_at, offered_date, offered_start_time, offer_expires_at, created_at, updated_at
              from bookings where customer_id = $1 order by created_at, id",
        columns: &[
            ("id", Text), ("bookingNumber", Text), ("branchId", Text), ("status", Text), ("serviceType", Text),
            ("bookingDate", Date), ("startTime", Time), ("endTime", Time), ("totalAmountPaise", Int),
            ("totalDurationMinutes", Int), ("notes", Text), ("guestName", Text), ("wishedStaffId", Text), ("wishedStaffGender", Text), ("isWalkin", Bool), ("isMembershipSession", Bool),
            ("confirmedAt", At), ("completedAt", At), ("cancelledAt", At), ("rejectedAt", At),
            ("cancellationReason", Text), ("rejectionReason", Text), ("isLateCancellation", Bool),
            ("rescheduleCount", Int), ("arrivedAt", At), ("finishedAt", At), ("offeredDate", Date), ("offeredStartTime", Time),
            ("offerExpiresAt", At), ("createdAt", At), ("updatedAt", At),
        ],
    },
    ExportSection {
        name: "bookingServices",
        sql: "select s.booking_id, s.service_name_snapshot, s.price_at_booking_paise, s.duration_minutes
              from booking_services s join bookings b on b.id = s.booking_id
              where b.customer_id = $1 order by b.created_at, b.id, s.display_order",
        columns: &[
            ("bookingId", Text), ("serviceNameSnapshot", Text), ("priceAtBookingPaise", Int), ("durationMinutes", Int),
        ],
    },
    ExportSection {
        name: "invoices",
        sql: "select id, invoice_number, invoice_type, invoice_date, customer_name, customer_gstin, customer_legal_name,
                  customer_address, subtotal_paise, discount_paise, rounding_paise, total_amount_paise, taxable_value_paise, gst_amount_paise,
                  coalesce(payment_method, 'cash'), payment_status, gems_earned, gems_redeemed, paid_at, created_at
              from invoices where customer_id = $1 order by created_at, id",
        columns: &[
            ("id", Text), ("invoiceNumber", Text), ("invoiceType", Text), ("invoiceDate", Date), ("customerName", Text),
            ("customerGstin", Text), ("customerLegalName", Text), ("customerAddress", Text), ("subtotalPaise", Int),
            ("discountPaise", Int), ("roundingPaise", Int), ("totalAmountPaise", Int), ("taxableValuePaise", Int), ("gstAmountPaise", Int), ("paymentMethod", Text), ("paymentStatus", Text),
            ("gemsEarned", Int), ("gemsRedeemed", Int), ("paidAt", At), ("createdAt", At),
        ],
    },
    ExportSection {
        name: "invoiceLines",
        sql: "select i.invoice_number, l.line_number, l.description, l.total_amount_paise, l.gems_redeemed
              from invoice_lines l join invoices i on i.id = l.invoice_id
              where i.customer_id = $1 order by i.created_at, i.id, l.line_number",
        columns: &[
            ("invoiceNumber", Text), ("lineNumber", Int), ("description", Text), ("totalAmountPaise", Int),
            ("gemsRedeemed", Int),
        ],
    },
    ExportSection {
        name: "invoicePayments",
        sql: "select i.invoice_number, p.payment_number, p.method, p.amount_paise, p.reference
              from invoice_payments p join invoices i on i.id = p.invoice_id
              where i.customer_id = $1 order by i.created_at, i.id, p.payment_number",
        columns: &[
            ("invoiceNumber", Text), ("paymentNumber", Int), ("method", Text), ("amountPaise", Int),
            ("reference", Text),
        ],
    },
    ExportSection {
        name: "creditNotes",
        sql: "select credit_note_number, credit_date, reason, total_amount_paise, created_at
              from credit_notes where customer_id = $1 order by created_at, id",
        columns: &[
            ("creditNoteNumber", Text), ("creditDate", Date), ("reason", Text), ("totalAmountPaise", Int),
            ("createdAt", At),
        ],
    },
    ExportSection {
        name: "creditNoteLines",
        sql: "select n.credit_note_number, l.line_number, l.total_amount_paise, l.gems_given_back
              from credit_note_lines l join credit_notes n on n.id = l.credit_note_id
              where n.customer_id = $1 order by n.created_at, n.id, l.line_number",
        columns: &[
            ("creditNoteNumber", Text), ("lineNumber", Int), ("totalAmountPaise", Int), ("gemsGivenBack", Int),
        ],
    },
    ExportSection {
        name: "creditNoteRefunds",
        sql: "select n.credit_note_number, r.refund_number, r.method, r.amount_paise, r.reference
              from credit_note_refunds r join credit_notes n on n.id = r.credit_note_id
              where n.customer_id = $1 order by n.created_at, n.id, r.refund_number",
        columns: &[
            ("creditNoteNumber", Text), ("refundNumber", Int), ("method", Text), ("amountPaise", Int),
            ("reference", Text),
        ],
    },
    ExportSection {
        name: "taxNumbers",
        sql: "select gstin from profiles where user_id = $1 and gstin is not null",
        columns: &[("gstin", Text)],
    },
    ExportSection {
        name: "gemsAccount",
        sql: "select balance, total_earned, total_redeemed, total_expired, total_adjusted, created_at
              from gems_accounts where user_id = $1",
        columns: &[
            ("balance", Int), ("totalEarned", Int), ("totalRedeemed", Int), ("totalExpired", Int),
            ("totalAdjusted", Int), ("createdAt", At),
        ],
    },
    ExportSection {
        name: "gems",
        sql: "select id, type, gems_amount, description, expires_at, created_at
              from gems_transactions where user_id = $1 order by created_at, id",
        columns: &[
            ("id", Text), ("type", Text), ("gemsAmount", Int), ("description", Text), ("expiresAt", At),
            ("createdAt", At),
        ],
    },
    ExportSection {
        name: "memberships",
        sql: "select id, membership_number, tier_name_snapshot, total_hours_minutes, used_hours_minutes, price_paid_paise,
                  starts_at, expires_at, status, notes, created_at
              from memberships where customer_id = $1 order by created_at, id",
        columns: &[
            ("id", Text), ("membershipNumber", Text), ("tierNameSnapshot", Text), ("totalHoursMinutes", Int),
            ("usedHoursMinutes", Int), ("pricePaidPaise", Int), ("startsAt", At), ("expiresAt", At), ("status", Text),
            ("notes", Text), ("createdAt", At),
        ],
    },
    ExportSection {
        name: "pushSubscriptions",
        sql: "select endpoint, is_active, created_at from push_subscriptions where user_id = $1 order by created_at, id",
        columns: &[("endpoint", Text), ("isActive", Bool), ("createdAt", At)],
    },
    ExportSection {
        name: "notesAboutYou",
        sql: "select content, created_at from customer_notes where customer_id = $1 order by created_at, id",
        columns: &[("content", Text), ("createdAt", At)],
    },
    ExportSection {
        name: "emails",
        sql: "select kind, status, sent_at, created_at from emails where user_id = $1 order by created_at, id",
        columns: &[("kind", Text), ("status", Text), ("sentAt", At), ("createdAt", At)],
    },
    ExportSection {
        name: "tags",
        sql: "select t.name, c.assigned_at from customer_tags c join tags t on t.id = c.tag_id
              where c.customer_id = $1 order by t.name_folded",
        columns: &[("name", Text), ("assignedAt", At)],
    },
    ExportSection {
        name: "leads",
        sql: "select l.id, l.name, l.phone, l.email, l.status, l.source, l.utm_source, l.utm_medium, l.utm_campaign,
                  l.utm_content, l.utm_term, l.created_at
              from leads l where l.customer_id = $1
                  or (l.customer_id is null and lower(l.email) =
                      (select u.email_folded from users u where u.id = $1 and u.email_verified))
              order by l.created_at, l.id",
        columns: &[
            ("id", Text), ("name", Text), ("phone", Text), ("email", Text), ("status", Text), ("source", Text),
            ("utmSource", Text), ("utmMedium", Text), ("utmCampaign", Text), ("utmContent", Text), ("utmTerm", Text),
            ("createdAt", At),
        ],
    },
    ExportSection {
        name: "notesOnLeads",
        sql: "select n.lead_id, n.content, n.created_at
              from leads l join lead_notes n on n.lead_id = l.id
              where l.customer_id = $1
                  or (l.customer_id is null and lower(l.email) =
                      (select u.email_folded from users u where u.id = $1 and u.email_verified))
              order by n.created_at, n.id",
        columns: &[("leadId", Text), ("content", Text), ("createdAt", At)],
    },
    ExportSection {
        name: "staff",
        sql: "select id, display_name, gender, serves_salon, serves_spa, is_active, created_at
              from staff where user_id = $1 order by created_at, id",
        columns: &[
            ("id", Text), ("displayName", Text), ("gender", Text), ("servesSalon", Bool), ("servesSpa", Bool),
            ("isActive", Bool), ("createdAt", At),
        ],
    },
    ExportSection {
        name: "leave",
        sql: "select l.start_date, l.end_date, l.reason, l.status, l.created_at
              from staff_leave l join staff s on s.id = l.staff_id where s.user_id = $1 order by l.created_at, l.id",
        columns: &[
            ("startDate", Date), ("endDate", Date), ("reason", Text), ("status", Text), ("createdAt", At),
        ],
    },
    ExportSection {
        name: "activity",
        sql: "select action, origin, address, created_at from audit_log
              where concerns_user_id = $1 and actor_id = $1 order by created_at, id",
        columns: &[("action", Text), ("origin", Text), ("address", Text), ("createdAt", At)],
    },
];

/// One named list per kind of record, each in the order it happened.
pub fn collect_personal_records(conn: &mut Conn<'_>, user: &UserId) -> Result<Map<String, Value>, DbError> {
    let mut records = Map::new();
    for section in SECTIONS {
        let rows = conn.all_with(section.sql, params![user], |columns| section.row(columns))?;
        records.insert(section.name.to_owned(), Value::Array(rows));
    }
    Ok(records)
}

impl ExportSection {
    fn row(&self, columns: &mut Columns<'_>) -> Result<Value, DbError> {
        let mut row = Map::new();
        for &(name, kind) in self.columns {
            let value = match kind {
                Text => columns.take::<Option<String>>()?.map(Value::from),
                Int => columns.take::<Option<i64>>()?.map(Value::from),
                Bool => columns.take::<Option<bool>>()?.map(Value::from),
                At => columns.take::<Option<Timestamp>>()?.map(|at| Value::from(at.to_string())),
                Date => columns.take::<Option<NaiveDate>>()?.map(|date| Value::from(date.to_string())),
                Time => columns.take::<Option<NaiveTime>>()?.map(|time| Value::from(time.to_string())),
            };
            row.insert(name.to_owned(), value.unwrap_or(Value::Null));
        }
        Ok(Value::Object(row))
    }
}

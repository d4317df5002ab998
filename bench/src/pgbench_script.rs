//! A `pgbench` script with Parlour's statements for `POST /api/bookings`, in the same order and with the same parameters.

use std::fmt::Write as _;

use anyhow::Context;
use parlour_domain::booking::{STALE_AFTER_MS, booking_number_month};
use parlour_domain::ist::Timestamp;
use serde_json::Value;

use crate::booking_customers::CUSTOMER_COUNT;

/// The number of connections that Parlour has to the database. More sessions would only wait for the row with the next
/// booking number of the branch, which is locked until the commit.
pub(crate) const SESSIONS: usize = 16;
/// Notes of the bookings of the script, as long as those of the benchmark's other bookings.
pub(crate) const NOTES: &str = "Asked for by pgbench, raw.";

/// Ids are increasing numbers; Parlour's ids increase too.
const SET_IDS: &str = r"\set serial :serial + 1
\set booking ((:run + 1000) * 1000 + :client_id) * 1000000000000 + :serial * 10
\set first_service :booking + 1
\set second_service :booking + 2
\set queued_job :booking + 3
\set notification :booking + 4
\set audit :booking + 5
";

/// The text of a script and the variables that it needs.
#[derive(Debug)]
pub(crate) struct PgbenchScript {
    pub(crate) text: String,
    /// Each as `name=value`.
    pub(crate) definitions: Vec<String>,
}

#[derive(Debug)]
enum Parameter {
    /// The same for every booking.
    Fixed(String),
    /// A variable of the script, different for every booking.
    Variable(&'static str),
    /// SQL text that cannot be the value of a variable.
    Constant(&'static str),
}
use Parameter::{Constant, Variable};

const NULL: Parameter = Constant("null");

fn fixed(value: &(impl ToString + ?Sized)) -> Parameter {
    Parameter::Fixed(value.to_string())
}

impl PgbenchScript {
    /// `model` is a booking as Parlour returns it, with two services.
    pub(crate) fn for_booking_like(model: &Value, now: Timestamp) -> anyhow::Result<Self> {
        let mut script = Self { text: SET_IDS.to_owned(), definitions: vec!["serial=0".to_owned()] };
        // Each session has customers of its own, so that sessions do not wait for each other's row locks.
        let customers = CUSTOMER_COUNT / SESSIONS;
        writeln!(script.text, "\\set token :client_id * {customers} + random(0, {})", customers - 1)?;
        let session_parameters = [Variable("token"), fixed("customer")];
        script.add(SELECT_SESSION, &session_parameters, "\\gset session_");
        script.text += "begin read write;\n";
        script.add_reads(model)?;
        script.add_inserts(model, now)?;
        script.add_notifications_and_audit(model, now);
        script.text += "commit;\n";
        Ok(script)
    }

    fn add_reads(&mut self, model: &Value) -> anyhow::Result<()> {
        self.add(LOCK_USER, &[Variable("session_user_id"), Variable("session_id")], ";");
        self.add(SELECT_BRANCH, &[field(model, "branchId")], ";");
        for service in services(model)? {
            self.add(SELECT_SERVICE, &[field(service, "serviceId")], ";");
        }
        Ok(())
    }

    fn add_inserts(&mut self, model: &Value, now: Timestamp) -> anyhow::Result<()> {
        let payload = format!("{{\"bookingId\":{}}}", model["id"]);
        let queued_job = [
            Variable("queued_job"),
            fixed("stale-booking-alert"),
            fixed(&payload),
            Variable("booking"),
            Variable("booking"),
            fixed(&now.plus_millis(STALE_AFTER_MS)),
            fixed(&now.plus_millis(STALE_AFTER_MS)),
            fixed(&now),
        ];
        self.add(INSERT_QUEUED_JOB, &queued_job, ";");
        let month = fixed(&booking_number_month(now.ist_date()));
        self.add(NEXT_BOOKING_NUMBER, &[field(model, "branchId"), month, field(model, "serviceType")], "\\gset");
        let booking = [
            Variable("booking"),
            Variable("last_number"),
            field(model, "branchId"),
            Variable("session_user_id"),
            field(model, "status"),
            field(model, "serviceType"),
            field(model, "bookingDate"),
            field(model, "startTime"),
            field(model, "endTime"),
            field(model, "totalAmountPaise"),
            field(model, "totalDurationMinutes"),
            fixed(NOTES),
            fixed("false"),
            fixed("false"),
            NULL,
            fixed(&now),
            NULL,
            NULL,
            fixed(&now),
            fixed(&now),
            NULL,
        ];
        self.add(INSERT_BOOKING, &booking, ";");
        for (service, id) in services(model)?.iter().zip(["first_service", "second_service"]) {
            let line = [
                Variable(id),
                Variable("booking"),
                field(model, "bookingDate"),
                field(service, "serviceId"),
                NULL,
                field(service, "serviceNameSnapshot"),
                field(service, "priceAtBookingPaise"),
                field(service, "durationMinutes"),
                fixed(&10),
                field(service, "displayOrder"),
            ];
            self.add(INSERT_BOOKING_SERVICE, &line, ";");
        }
        Ok(())
    }

    fn add_notifications_and_audit(&mut self, model: &Value, now: Timestamp) {
        let message = r#"{"kind":"request_received","number":"BK-BLR-2611-H-00001","date":"2099-12-31","start":"11:30:00","services":["Haircut & Blow-dry (Women)","Fringe Trim"]}"#;
        let notification = [
            Variable("notification"),
            Variable("booking"),
            fixed("booking_created"),
            fixed(message),
            fixed("push"),
            fixed("pending"),
            Variable("booking"),
            Constant("''"),
            fixed(&now),
        ];
        self.add(INSERT_FOR_RECEPTIONISTS, &notification, ";");
        self.add(INSERT_FOR_MANAGERS, &notification, ";");
        let audit = [
            Variable("audit"),
            Variable("session_user_id"),
            Variable("session_role"),
            fixed("customer"),
            fixed("booking.request"),
            fixed("booking"),
            Variable("booking"),
            Variable("session_user_id"),
            NULL,
            fixed(model),
            fixed("req_0123456789ab"),
            fixed("127.0.0.1"),
            fixed(&now),
        ];
        self.add(INSERT_AUDIT_ROW, &audit, ";");
    }

    /// Adds a statement. In the prepared protocol every variable in it becomes a parameter.
    fn add(&mut self, sql: &str, parameters: &[Parameter], end: &str) {
        let mut text = sql.to_owned();
        // In reverse order, because `$10` starts with `$1`.
        for (index, parameter) in parameters.iter().enumerate().rev() {
            let replacement = match parameter {
                Constant(text) => (*text).to_owned(),
                Variable(name) => format!(":{name}"),
                Parameter::Fixed(value) => {
                    let name = format!("fixed_{}", self.definitions.len());
                    self.definitions.push(format!("{name}={value}"));
                    format!(":{name}")
                }
            };
            text = text.replace(&format!("${}", index + 1), &replacement);
        }
        self.text += &[&text, " ", end, "\n"].concat();
    }
}

fn field(record: &Value, name: &str) -> Parameter {
    record[name].as_str().map_or_else(|| fixed(&record[name]), fixed)
}

fn services(model: &Value) -> anyhow::Result<&Vec<Value>> {
    model["services"].as_array().context("the booking has no services")
}

const SELECT_SESSION: &str =
    "select s.id, s.user_id, u.role, s.created_at, coalesce(s.authenticated_at, s.created_at), s.extended_at,
        coalesce(s.last_used_at, s.extended_at), s.expires_at
    from sessions s join users u on u.id = s.user_id
    where s.token_hash = $1 and s.app = $2 and u.anonymised_at is null";
const LOCK_USER: &str = "select 1 from users u join sessions s on s.user_id = u.id
    where u.id = $1 and u.anonymised_at is null and s.id = $2 for no key update";
const SELECT_BRANCH: &str =
    "select b.code, b.status = 'operational', b.opens_at, b.closes_at, b.hours, b.cancel_window_minutes,
        exists (select 1 from staff where branch_id = b.id and is_active and serves_salon),
        exists (select 1 from staff where branch_id = b.id and is_active and serves_spa),
        b.availability_mode = 'live', b.hold_minutes, b.max_pending_per_customer
    from branches b where b.id = $1 for share of b";
const SELECT_SERVICE: &str =
    "select s.id, s.name, c.service_type, s.is_active and c.is_active, s.price_paise, s.duration_minutes,
        s.buffer_minutes
    from services s join service_categories c on c.id = s.category_id where s.id = $1";
const NEXT_BOOKING_NUMBER: &str =
    "insert into booking_counters (branch_id, month, service_type, last_number) values ($1, $2, $3, 1)
    on conflict (branch_id, month, service_type) do update set last_number = booking_counters.last_number + 1
    returning last_number";
const INSERT_BOOKING: &str =
    "insert into bookings (id, booking_number, branch_id, customer_id, status, service_type, booking_date,
        start_time, end_time, total_amount_paise, total_duration_minutes, notes, is_walkin, is_membership_session,
        spa_membership_id, requested_at, confirmed_at, completed_at, created_at, updated_at, wished_staff_id)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)";
const INSERT_BOOKING_SERVICE: &str =
    "insert into booking_services (id, booking_id, booking_date, service_id, staff_id, service_name_snapshot,
        price_at_booking_paise, duration_minutes, buffer_minutes, display_order)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
const INSERT_QUEUED_JOB: &str =
    "insert into queued_jobs (id, kind, payload, subject, dedup_key, due_at, try_at, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8)
    on conflict (dedup_key) where done_at is null and parked_at is null do nothing";
const INSERT_FOR_RECEPTIONISTS: &str =
    "insert into notifications (id, user_id, booking_id, type, message, title, body, channel, status, subject, period,
        created_at)
    select cast($1 as text) || '.' || u.id, u.id, $2, $3, $4, '', '', $5, $6, $7, $8, $9
    from users u where u.role = 'receptionist' and u.anonymised_at is null and u.invitation_expires_at is null
    on conflict (user_id, type, subject, period) do nothing
    returning id, user_id";
const INSERT_FOR_MANAGERS: &str =
    "insert into notifications (id, user_id, booking_id, type, message, title, body, channel, status, subject, period,
        created_at)
    select cast($1 as text) || '.' || u.id, u.id, $2, $3, $4, '', '', $5, $6, $7, $8, $9
    from users u where u.role in ('manager', 'owner', 'developer') and u.anonymised_at is null
        and u.invitation_expires_at is null
        and not exists (select 1 from users r where r.role = 'receptionist' and r.anonymised_at is null
            and r.invitation_expires_at is null)
    on conflict (user_id, type, subject, period) do nothing
    returning id, user_id";
const INSERT_AUDIT_ROW: &str =
    "insert into audit_log (id, actor_id, actor_role, origin, action, record_type, record_id, concerns_user_id,
        before_json, after_json, request_id, address, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)";

#[cfg(test)]
mod tests {
    use parlour_testkit::checks::composed_sql;

    use super::*;

    /// The baseline is only fair if it sends the statements that Parlour sends.
    #[test]
    fn every_statement_is_in_the_store() {
        let known: Vec<String> = composed_sql::statements().iter().map(|sql| collapse_whitespace(sql)).collect();
        for sql in [
            SELECT_SESSION,
            LOCK_USER,
            SELECT_BRANCH,
            SELECT_SERVICE,
            NEXT_BOOKING_NUMBER,
            INSERT_BOOKING,
            INSERT_BOOKING_SERVICE,
            INSERT_QUEUED_JOB,
            INSERT_FOR_RECEPTIONISTS,
            INSERT_FOR_MANAGERS,
            INSERT_AUDIT_ROW,
        ] {
            let sql = collapse_whitespace(sql);
            assert!(known.contains(&sql), "not in the store: {sql}");
        }
    }

    fn collapse_whitespace(text: &str) -> String {
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn parameters_become_variables() {
        let mut script = PgbenchScript { text: String::new(), definitions: Vec::new() };
        let ten: Vec<Parameter> = (0..9).map(|number| fixed(&number)).chain([Variable("tenth")]).collect();
        script.add("select $1, $10, $2", &ten, ";");
        assert_eq!(script.text, "select :fixed_8, :tenth, :fixed_7 ;\n");
        assert_eq!(script.definitions[8], "fixed_8=0");
    }
}

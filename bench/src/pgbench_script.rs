//! A `pgbench` script with Parlour's statements for `POST /api/bookings`, in the same order and with the same parameters.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use anyhow::Context;
use parlour_domain::booking::{STALE_AFTER_MS, booking_number_month};
use parlour_domain::ist::Timestamp;
use parlour_testkit::checks::composed_sql;
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
    statements: BTreeSet<String>,
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
        let (text, definitions) = (SET_IDS.to_owned(), vec!["serial=0".to_owned()]);
        let mut script = Self { text, definitions, statements: store_statements() };
        // Each session has customers of its own, so that sessions do not wait for each other's row locks.
        let customers = CUSTOMER_COUNT / SESSIONS;
        writeln!(script.text, "\\set token :client_id * {customers} + random(0, {})", customers - 1)?;
        let session_parameters = [Variable("token"), fixed("customer")];
        script.add(statements::SELECT_SESSION, &session_parameters, "\\gset session_")?;
        script.text += "begin read write;\n";
        script.add_reads(model)?;
        script.add_inserts(model, now)?;
        script.add_notifications_and_audit(model, now)?;
        script.text += "commit;\n";
        Ok(script)
    }

    fn add_reads(&mut self, model: &Value) -> anyhow::Result<()> {
        self.add(statements::LOCK_USER, &[Variable("session_user_id"), Variable("session_id")], ";")?;
        self.add(statements::SELECT_BRANCH, &[field(model, "branchId")], ";")?;
        for service in services(model)? {
            self.add(statements::SELECT_SERVICE, &[field(service, "serviceId")], ";")?;
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
        self.add(statements::INSERT_QUEUED_JOB, &queued_job, ";")?;
        let month = fixed(&booking_number_month(now.ist_date()));
        self.add(
            statements::NEXT_BOOKING_NUMBER,
            &[field(model, "branchId"), month, field(model, "serviceType")],
            "\\gset",
        )?;
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
            NULL,
            NULL,
            fixed("false"),
        ];
        self.add(statements::INSERT_BOOKING, &booking, ";")?;
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
                NULL,
                field(service, "displayOrder"),
            ];
            self.add(statements::INSERT_BOOKING_SERVICE, &line, ";")?;
        }
        Ok(())
    }

    fn add_notifications_and_audit(&mut self, model: &Value, now: Timestamp) -> anyhow::Result<()> {
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
        self.add(statements::INSERT_FOR_RECEPTIONISTS, &notification, ";")?;
        self.add(statements::INSERT_FOR_MANAGERS, &notification, ";")?;
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
        self.add(statements::INSERT_AUDIT_ROW, &audit, ";")
    }

    /// Adds the one statement that has this part. In the prepared protocol every variable in it becomes a parameter.
    fn add(&mut self, part: &str, parameters: &[Parameter], end: &str) -> anyhow::Result<()> {
        let mut found = self.statements.iter().filter(|sql| sql.contains(part));
        let mut text = found.next().with_context(|| format!("the store has no statement with: {part}"))?.clone();
        anyhow::ensure!(found.next().is_none(), "several statements of the store have: {part}");
        let next_parameter = format!("${}", parameters.len() + 1);
        anyhow::ensure!(!text.contains(&next_parameter), "{text}: {next_parameter} is missing");
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
        Ok(())
    }
}

fn field(record: &Value, name: &str) -> Parameter {
    record[name].as_str().map_or_else(|| fixed(&record[name]), fixed)
}

fn services(model: &Value) -> anyhow::Result<&Vec<Value>> {
    model["services"].as_array().context("the booking has no services")
}

/// The statements of the store, each named by a part that no other has. They are read from its sources: the baseline is only
/// fair if it sends what Parlour sends.
mod statements {
    pub(super) const SELECT_SESSION: &str = "from sessions s join users u on u.id = s.user_id where s.token_hash = $1";
    pub(super) const LOCK_USER: &str = "and s.id = $2 for no key update";
    pub(super) const SELECT_BRANCH: &str = "from branches b where b.id = $1 for share of b";
    pub(super) const SELECT_SERVICE: &str =
        "s.buffer_minutes from services s join service_categories c on c.id = s.category_id where s.id = $1";
    pub(super) const NEXT_BOOKING_NUMBER: &str = "set last_number = booking_counters.last_number + 1";
    pub(super) const INSERT_BOOKING: &str = "is_walkin, is_membership_session, spa_membership_id, requested_at";
    pub(super) const INSERT_BOOKING_SERVICE: &str = "membership_minutes, display_order) values";
    pub(super) const INSERT_QUEUED_JOB: &str = "due_at, try_at, created_at) values";
    pub(super) const INSERT_FOR_RECEPTIONISTS: &str = "$9 from users u where u.role = 'receptionist'";
    pub(super) const INSERT_FOR_MANAGERS: &str = "$9 from users u where u.role in ('manager'";
    pub(super) const INSERT_AUDIT_ROW: &str = "insert into audit_log (id, actor_id";
}

fn store_statements() -> BTreeSet<String> {
    let collapse_whitespace = |sql: &String| sql.split_whitespace().collect::<Vec<_>>().join(" ");
    composed_sql::statements().iter().map(collapse_whitespace).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_become_variables() {
        let statements = BTreeSet::from(["select $1, $10, $2".to_owned()]);
        let mut script = PgbenchScript { text: String::new(), definitions: Vec::new(), statements };
        let ten: Vec<Parameter> = (0..9).map(|number| fixed(&number)).chain([Variable("tenth")]).collect();
        script.add("select", &ten, ";").unwrap();
        assert_eq!(script.text, "select :fixed_8, :tenth, :fixed_7 ;\n");
        assert_eq!(script.definitions[8], "fixed_8=0");
    }

    /// `make bench` is run too seldom to find a statement that has changed.
    #[test]
    fn every_statement_is_in_the_store() {
        let service = serde_json::json!({ "serviceId": "s" });
        let model = serde_json::json!({ "id": "b", "services": [service.clone(), service] });
        let now = Timestamp::from_millis(1_800_000_000_000);
        let script = PgbenchScript::for_booking_like(&model, now).unwrap();
        assert!(script.text.ends_with("commit;\n"), "{}", script.text);
    }
}

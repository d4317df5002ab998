//! Entries of the audit log.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use parlour_db::{DbError, params};
use parlour_domain::ids::UserId;
use parlour_domain::ist::Timestamp;
use serde_json::Value;

use crate::TestSalon;

/// The changes of a record by this action: actor, state before, state after.
pub async fn admin_changes_of_record(
    salon: &TestSalon,
    id: &str,
    action: &'static str,
) -> Vec<(Option<String>, Value, Value)> {
    let id = id.to_owned();
    let read = salon.app.db.read(move |conn| -> Result<_, DbError> {
        conn.all::<(Option<String>, Option<String>, Option<String>)>(
            "select actor_id, before_json, after_json from audit_log
             where record_id = $1 and action = $2 and origin = 'admin'",
            params![id, action],
        )
    });
    let parsed = |text: Option<String>| text.map_or(Value::Null, |text| serde_json::from_str(&text).expect("JSON"));
    let rows = read.await.expect("the log can be read").into_iter();
    rows.map(|(who, before, after)| (who, parsed(before), parsed(after))).collect()
}

/// Asserts that each change starts from the state in which another one ended.
#[track_caller]
pub fn assert_changes_are_serial(log: &[(Option<String>, Value, Value)], first: &Value, last: &Value) {
    let states = |states: Vec<&Value>| states.into_iter().map(Value::to_string).collect::<BTreeSet<_>>();
    let mut begun = states(log.iter().map(|(_, before, _)| before).collect());
    let mut ended = states(log.iter().map(|(.., after)| after).collect());
    assert_eq!((begun.len(), ended.len()), (log.len(), log.len()), "no change was lost");
    begun.insert(last.to_string());
    ended.insert(first.to_string());
    assert_eq!(begun, ended);
}

/// The last change by this action: actor, state before, state after.
pub async fn admin_change_by_action(salon: &TestSalon, action: &'static str) -> (Option<UserId>, Value, Value) {
    let read = salon.app.db.read(move |conn| {
        conn.one::<(Option<UserId>, Option<String>, Option<String>)>(
            "select concerns_user_id, before_json, after_json from audit_log where action = $1 and origin = 'admin'",
            params![action],
        )
    });
    let (concerns, before, after) = read.await.unwrap().expect("a line in the log");
    let json = |text: Option<String>| text.map_or(Value::Null, |text| serde_json::from_str(&text).unwrap());
    (concerns, json(before), json(after))
}

/// An audit entry that a job wrote.
#[derive(Debug, PartialEq, Eq)]
pub struct JobAuditEntry {
    pub record_id: String,
    pub concerns: Option<String>,
    pub before: Value,
    pub after: Value,
}

/// The audit entries of a job, ordered by record.
pub async fn job_audit_entries(salon: &TestSalon, action: &'static str) -> Vec<JobAuditEntry> {
    let read = salon.app.db.read(move |conn| {
        conn.all::<(String, Option<String>, Option<String>, Option<String>)>(
            "select record_id, concerns_user_id, before_json, after_json from audit_log
             where action = $1 and origin = 'job' and actor_id is null order by record_id",
            params![action],
        )
    });
    let json = |text: Option<String>| text.map_or(Value::Null, |text| serde_json::from_str(&text).unwrap());
    let lines = read.await.unwrap().into_iter();
    lines
        .map(|(record_id, concerns, before, after)| JobAuditEntry {
            record_id,
            concerns,
            before: json(before),
            after: json(after),
        })
        .collect()
}

/// The states before and after a change of a record.
pub async fn change_of_record(salon: &TestSalon, id: &str, action: &'static str) -> (Value, Value) {
    let id = id.to_owned();
    let read = salon.app.db.read(move |conn| -> Result<_, DbError> {
        conn.one::<(Option<String>, Option<String>)>(
            "select before_json, after_json from audit_log where record_id = $1 and action = $2",
            params![id, action],
        )
    });
    let (before, after) = read.await.unwrap().expect("a line in the log");
    let state = |state: Option<String>| state.map_or(Value::Null, |text| serde_json::from_str(&text).unwrap());
    (state(before), state(after))
}

/// The actions on a record in alphabetical order: the clock stands still, so the times do not order them.
pub async fn actions_on_record(salon: &TestSalon, record_id: &str) -> Vec<String> {
    let record_id = record_id.to_owned();
    let read = salon.app.db.read(move |conn| -> Result<Vec<(String,)>, DbError> {
        conn.all(
            "select action from audit_log where record_id = $1 and record_type <> 'refusal' order by action",
            params![record_id],
        )
    });
    read.await.expect("the log can be read").into_iter().map(|(action,)| action).collect()
}

/// A refused request in the audit log.
#[derive(Debug, Clone)]
pub struct RefusalEntry {
    pub action: String,
    pub origin: String,
    pub actor_id: Option<String>,
    pub record_id: String,
    pub concerns: Option<String>,
    pub before: Option<String>,
    pub after: Value,
    pub request_id: Option<String>,
    pub address: Option<String>,
    pub created_at: Timestamp,
}

/// All refusals in the log, by time, app and action. They are written in the background, so this waits until there are
/// so many, and a moment longer for more.
pub async fn refusals(salon: &TestSalon, count: usize) -> Vec<RefusalEntry> {
    let deadline = Instant::now() + Duration::from_secs(10);
    loop {
        let found = read_refusals(salon).await;
        if found.len() >= count {
            tokio::time::sleep(Duration::from_millis(150)).await;
            let found = read_refusals(salon).await;
            assert_eq!(found.len(), count, "{found:#?}");
            return found;
        }
        assert!(Instant::now() < deadline, "{count} refusals are expected: {found:#?}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

async fn read_refusals(salon: &TestSalon) -> Vec<RefusalEntry> {
    let sql = "select action, origin, actor_id, record_id, concerns_user_id, before_json, after_json, request_id,
                   address, created_at
               from audit_log where record_type = 'refusal' order by created_at, origin, action, id";
    let read = salon.app.db.read(move |conn| {
        conn.all_with(sql, params![], |columns| {
            Ok::<_, DbError>(RefusalEntry {
                action: columns.take()?,
                origin: columns.take()?,
                actor_id: columns.take()?,
                record_id: columns.take()?,
                concerns: columns.take()?,
                before: columns.take()?,
                after: columns
                    .take::<Option<String>>()?
                    .map_or(Value::Null, |after| serde_json::from_str(&after).expect("JSON")),
                request_id: columns.take()?,
                address: columns.take()?,
                created_at: columns.take()?,
            })
        })
    });
    read.await.expect("the log can be read")
}

//! What the stories of the back office have in common.

use std::collections::BTreeSet;

use parlour_domain::auth::role::Role;
use parlour_store::{DbError, params};
use parlour_testkit::{Person, Reply, TestSalon};
use serde_json::{Value, json};
use tokio::task::JoinSet;

pub(crate) fn keys(value: &Value) -> Vec<&str> {
    let mut keys: Vec<&str> = value.as_object().expect("an object").keys().map(String::as_str).collect();
    keys.sort_unstable();
    keys
}

/// The same with one field more, or another.
pub(crate) fn with(mut body: Value, field: &str, value: impl Into<Value>) -> Value {
    body[field] = value.into();
    body
}

/// The one record of an answer, under the only key that it has.
#[track_caller]
pub(crate) fn only(data: &Value, key: &str) -> Value {
    assert_eq!(keys(data), [key]);
    data[key].clone()
}

#[track_caller]
pub(crate) fn text<'a>(record: &'a Value, field: &str) -> &'a str {
    record[field].as_str().unwrap_or_else(|| panic!("{field} of {record}"))
}

/// What the log says was done to a record: who, before and after.
pub(crate) async fn logged(
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
    let parsed =
        |text: Option<String>| text.map_or(Value::Null, |text| serde_json::from_str(&text).expect("JSON"));
    let rows = read.await.expect("the log can be read").into_iter();
    rows.map(|(who, before, after)| (who, parsed(before), parsed(after))).collect()
}

/// Changes a record as often as there are patches, all at once, by somebody else each time: whoever acts is held until
/// their act is done, so one person alone never races.
pub(crate) async fn change_at_once(
    salon: &TestSalon,
    role: Role,
    path: &str,
    patches: Vec<Value>,
) -> Vec<Reply> {
    let mut people = Vec::new();
    for number in 0..patches.len() {
        people.push(salon.member(&format!("{role}{number}"), role).await);
    }
    at_once(
        people,
        patches,
        async |person: Person, path: String, patch| person.patch(&path, &patch).await,
        path,
    )
    .await
}

/// The same with records that are made.
pub(crate) async fn make_at_once(
    salon: &TestSalon,
    role: Role,
    path: &str,
    bodies: Vec<Value>,
) -> Vec<Reply> {
    let mut people = Vec::new();
    for number in 0..bodies.len() {
        people.push(salon.member(&format!("{role}{number}"), role).await);
    }
    at_once(people, bodies, async |person: Person, path: String, body| person.post(&path, &body).await, path)
        .await
}

async fn at_once<Act, Doing>(people: Vec<Person>, bodies: Vec<Value>, act: Act, path: &str) -> Vec<Reply>
where
    Act: Fn(Person, String, Value) -> Doing,
    Doing: Future<Output = Reply> + Send + 'static,
{
    let mut doing = JoinSet::new();
    for (person, body) in people.into_iter().zip(bodies) {
        doing.spawn(act(person, path.to_owned(), body));
    }
    doing.join_all().await
}

/// Each change begins where another has ended.
#[track_caller]
pub(crate) fn assert_queued(log: &[(Option<String>, Value, Value)], first: &Value, last: &Value) {
    let states = |states: Vec<&Value>| states.into_iter().map(Value::to_string).collect::<BTreeSet<_>>();
    let mut begun = states(log.iter().map(|(_, before, _)| before).collect());
    let mut ended = states(log.iter().map(|(.., after)| after).collect());
    assert_eq!((begun.len(), ended.len()), (log.len(), log.len()), "no change was lost");
    begun.insert(last.to_string());
    ended.insert(first.to_string());
    assert_eq!(begun, ended);
}

/// Values that are no text, no number, no yes or no, or not one that anybody means.
pub(crate) fn nonsense() -> Vec<Value> {
    vec![
        json!([]),
        json!({}),
        json!([null]),
        json!(-1),
        json!(1.5),
        json!(1e300),
        json!(9_223_372_036_854_775_807_i64),
        json!("a\u{0}b"),
        json!("x".repeat(3_000)),
    ]
}

/// What a list says of its pages.
pub(crate) fn pages(reply: &Reply) -> (i64, i64, i64) {
    let meta = &reply.json()["meta"];
    assert_eq!(keys(meta), ["page", "totalCount", "totalPages"]);
    let number = |name: &str| meta[name].as_i64().expect("a number");
    (number("page"), number("totalPages"), number("totalCount"))
}

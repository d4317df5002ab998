//! Fields of JSON bodies.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::Reply;

pub fn sorted_keys(value: &Value) -> Vec<&str> {
    let mut keys: Vec<&str> = value.as_object().expect("an object").keys().map(String::as_str).collect();
    keys.sort_unstable();
    keys
}

/// The body with one field added or replaced.
pub fn with_field(mut body: Value, field: &str, value: impl Into<Value>) -> Value {
    body[field] = value.into();
    body
}

/// The value of `key`, which must be the only key.
#[track_caller]
pub fn expect_only_field(data: &Value, key: &str) -> Value {
    assert_eq!(sorted_keys(data), [key]);
    data[key].clone()
}

#[track_caller]
pub fn text_field<'a>(record: &'a Value, field: &str) -> &'a str {
    record[field].as_str().unwrap_or_else(|| panic!("{field} of {record}"))
}

/// Values that are invalid for every kind of field.
pub fn invalid_values() -> Vec<Value> {
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

/// The page numbers and counts of a list response.
pub fn page_numbers(reply: &Reply) -> (i64, i64, i64) {
    let meta = &reply.json()["meta"];
    assert_eq!(sorted_keys(meta), ["page", "totalCount", "totalPages"]);
    let number = |name: &str| meta[name].as_i64().expect("a number");
    (number("page"), number("totalPages"), number("totalCount"))
}

#[track_caller]
pub fn assert_exact_fields(resource: &Value, fields: &[&str]) {
    let mut names: Vec<_> = resource.as_object().expect("an object").keys().map(String::as_str).collect();
    names.sort_unstable();
    assert_eq!(names, fields);
}

pub fn row_ids(rows: &[Value]) -> Vec<&str> {
    rows.iter().map(|row| row["id"].as_str().unwrap()).collect()
}

pub fn key_set(row: &Value) -> BTreeSet<&str> {
    row.as_object().expect("an object").keys().map(String::as_str).collect()
}

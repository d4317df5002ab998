use chrono::{NaiveDate, NaiveTime};
use parlour_domain::ids::{ServiceId, UserId};
use parlour_domain::phone::Phone;
use parlour_domain::service::ServiceType;
use serde_json::{Value, json};
use utoipa::PartialSchema as _;

use super::*;
use crate::fields::Fields;

request_shape! {
    struct Line {
        id: NonEmptyText,
    }

    /// Everything
    /// at once.
    struct Everything {
        /// Who it is.
        #[example = "Asha"]
        name: Text<5>,
        agreed: bool,
        start_time: Option<NaiveTime>,
        count: Option<Int<-1, 7>>,
        service_ids: TextList<ServiceId, 1, 4>,
        service_types: Option<TextList<ServiceType, 0, 4>>,
        kind: Option<ServiceType>,
        lines: Option<ObjectList<Line, 1, 6>>,
        keys: Object<Line>,
        birthday: Patch<NaiveDate>,
        limit: Patch<Int<1, 7>>,
        assigned_to: RequiredNullable<UserId>,
        notes: OptionalText<5>,
    }
}

type Partial = <Everything as RequestShape>::Partial;

fn read(given: Value) -> (Partial, Vec<(String, String)>) {
    let Value::Object(given) = given else { panic!("an object") };
    let mut fields = Fields::from_object(given);
    let partial = Everything::read(&mut fields);
    let errors = fields.build(|| Some(())).err().map(|error| error.field_errors().clone()).unwrap_or_default();
    (partial, errors.into_iter().map(|(name, messages)| (name, messages.join("; "))).collect())
}

fn complete() -> Value {
    json!({ "name": " Asha ", "agreed": true, "serviceIds": ["a"], "keys": { "id": "k" }, "assignedTo": null })
}

fn read_with(changes: Value) -> (Partial, Vec<(String, String)>) {
    let mut given = complete();
    let Value::Object(changes) = changes else { panic!("an object") };
    for (name, value) in changes {
        given[name] = value;
    }
    read(given)
}

fn error_of(name: &str, value: &Value) -> String {
    let (_, errors) = read_with(json!({ name: value }));
    let found: Vec<_> = errors.into_iter().map(|(field, message)| format!("{field} {message}")).collect();
    found.join(", ")
}

#[test]
fn a_complete_request_is_read() {
    let (partial, errors) = read(complete());
    assert!(errors.is_empty(), "{errors:?}");
    let whole = Everything::complete(partial).unwrap();
    assert_eq!((whole.name.as_str(), whole.agreed, whole.start_time), ("Asha", true, None));
    assert_eq!((whole.service_ids, whole.keys.id.as_str()), (vec![(0, ServiceId::new("a"))], "k"));
    assert_eq!((whole.birthday, whole.limit, whole.assigned_to), (None, None, None));
    assert_eq!((whole.count, whole.kind, whole.notes), (None, None, None));
    assert!(whole.service_types.is_none() && whole.lines.is_none());
}

#[test]
fn every_missing_field_is_named() {
    let (partial, errors) = read(json!({}));
    let names: Vec<_> = errors.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["agreed", "assignedTo", "keys", "keys.id", "name", "serviceIds"]);
    assert!(Everything::complete(partial).is_none());
}

#[test]
fn wrong_values_are_explained() {
    for (name, value, expected) in [
        ("name", json!(5), "name must be a string"),
        ("name", json!("  "), "name must not be empty"),
        ("name", json!("\u{200b}"), "name must not be empty"),
        ("name", json!("a\u{0}b"), "name must not contain NUL characters"),
        ("agreed", json!("yes"), "agreed must be true or false"),
        ("startTime", json!("24:00"), "startTime must be a time of day, written HH:mm"),
        ("kind", json!(""), "kind must be salon or spa"),
        ("count", json!(8), "count must be a whole number from -1 to 7"),
        ("count", json!(1.0), "count must be a whole number from -1 to 7"),
        ("count", json!(u64::MAX), "count must be a whole number from -1 to 7"),
        ("count", json!("1"), "count must be a whole number"),
        ("limit", json!(" "), "limit must be a whole number"),
        ("birthday", json!("2026-02-30"), "birthday must be a real date, written YYYY-MM-DD"),
        ("assignedTo", json!(""), "assignedTo must not be empty"),
        ("notes", json!("123456"), "notes must be at most 5 characters"),
        ("keys", json!(2), "keys must be an object"),
        ("keys", json!({ "id": 1 }), "keys.id must be a string"),
    ] {
        assert_eq!(error_of(name, &value), expected, "{name} {value}");
    }
}

#[test]
fn wrong_entries_are_named_by_their_index() {
    for (name, value, expected) in [
        ("serviceIds", json!([]), "serviceIds must not be empty"),
        ("serviceIds", json!(["a", "b", "c", "d", "e"]), "serviceIds must have at most 4 entries"),
        ("serviceIds", json!("a"), "serviceIds must be a list"),
        (
            "serviceTypes",
            json!(["spa", "", 5, "bar"]),
            "serviceTypes.1 must not be empty, \
            serviceTypes.2 must be a string, serviceTypes.3 must be salon or spa",
        ),
        ("lines", json!([]), "lines must not be empty"),
        (
            "lines",
            json!([{ "id": 5 }, {}, "b", { "id": "c" }]),
            "lines.0.id must be a string, \
            lines.1.id is required, lines.2 must be an object",
        ),
    ] {
        assert_eq!(error_of(name, &value), expected, "{name} {value}");
    }
    let (partial, _) = read_with(json!({ "serviceIds": ["a", "", 5, "b"] }));
    assert_eq!(partial.service_ids, Some(vec![(0, ServiceId::new("a")), (3, ServiceId::new("b"))]));
}

#[test]
fn null_is_absent_except_in_a_patch() {
    let (partial, errors) =
        read_with(json!({ "notes": null, "count": null, "kind": null, "birthday": null, "limit": null }));
    assert!(errors.is_empty(), "{errors:?}");
    assert_eq!((partial.notes, partial.count, partial.kind), (None, None, None));
    assert_eq!((partial.birthday, partial.limit), (Some(None), Some(None)));
    let (partial, _) = read_with(json!({ "birthday": " ", "limit": 7, "notes": "" }));
    assert_eq!((partial.birthday, partial.limit, partial.notes), (Some(None), Some(Some(7)), None));
}

#[test]
fn a_form_and_a_body_of_one_shape_have_the_same_fields() {
    request_shape! {
        struct Answers {
            phone: Phone,
            agreed: bool,
            home: Clearable<Phone>,
        }
    }
    fn read(mut fields: Fields) -> (<Answers as RequestShape>::Partial, String) {
        let partial = Answers::read(&mut fields);
        let errors: Vec<_> = fields.errors().iter().map(|(name, error)| format!("{name} {error}")).collect();
        (partial, errors.join(", "))
    }
    let form = |form: &str| read(FormValues::decode(form.as_bytes()).fields());
    let body = |body: Value| read(Fields::from_object(body.as_object().unwrap().clone()));

    // With the mark that a telephone puts before a number that is copied.
    let pasted = "%E2%80%AA98450+12345";
    let (typed, errors) = form(&format!("phone={pasted}&home={pasted}&agreed=on"));
    let phone = Phone::parse("9845012345").unwrap();
    let Answers { phone: typed_phone, agreed, home } = Answers::complete(typed).unwrap();
    assert_eq!((typed_phone, home, agreed, errors.as_str()), (phone.clone(), Some(Some(phone)), true, ""));
    let (sent, errors) = body(json!({ "phone": "\u{202a}98450 12345", "agreed": true }));
    assert!(sent.phone.is_none() && errors.starts_with("phone "), "{errors}");

    let (typed, errors) = form("phone=");
    assert_eq!((typed.agreed, errors.as_str()), (Some(false), "phone is required"), "a checkbox that is not ticked");
    let (_, errors) = body(json!({ "agreed": null }));
    assert_eq!(errors, "phone is required, agreed is required");
}

#[test]
fn the_schema_names_every_constraint() {
    let schema = serde_json::to_value(Everything::schema()).unwrap();
    assert_eq!(schema["description"], "Everything\nat once.");
    assert_eq!(schema["required"], json!(["name", "agreed", "serviceIds", "keys", "assignedTo"]));
    let properties = &schema["properties"];
    for (name, expected) in [
        (
            "name",
            json!({ "type": "string", "description": "Who it is.", "example": "Asha", "minLength": 1, "maxLength": 5 }),
        ),
        ("count", json!({ "type": ["integer", "null"], "format": "int64", "minimum": -1, "maximum": 7 })),
        ("kind", json!({ "oneOf": [{ "$ref": "#/components/schemas/ServiceType" }, { "type": "null" }] })),
        ("assignedTo", json!({ "type": ["string", "null"], "minLength": 1 })),
        ("keys", json!({ "$ref": "#/components/schemas/Line" })),
    ] {
        assert_eq!(properties[name], expected, "{name}");
    }
    assert_eq!(properties["serviceIds"]["minItems"], 1);
}

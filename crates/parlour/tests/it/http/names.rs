//! No name has control characters or characters that change the direction of writing, wherever it comes from.

use axum::http::Method;
use parlour_app::sign_in::{SessionClient, SignInRefusal, sign_in_with_identity};
use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_integrations::identity::Identity;
use parlour_testkit::actions::customers::CUSTOMERS_PATH;
use parlour_testkit::checks::database::find_text;
use parlour_testkit::{Person, TestSalon, test_on_both_engines};
use serde_json::{Map, Value, json};

use crate::parlour_binary::demo_on_current_engine;

const BAD_NAMES: [&str; 8] = [
    "Asha\u{7}Rao",
    "Asha\nRao",
    "Asha\u{9b}Rao",
    "Asha\u{202E}oaR",
    "\u{200F}Asha",
    "Asha\u{2066}Rao",
    "Asha\u{2028}Rao",
    "Asha\u{E000}",
];
/// With the joiners that Hindi needs.
const GOOD_NAME: &str = "क्\u{200D}षमा अ\u{200C}ग";

/// The properties of a request body, with those of the objects it is composed of.
fn properties(document: &Value, schema: &Value) -> Map<String, Value> {
    let schema = match schema["$ref"].as_str() {
        Some(reference) => document.pointer(reference.trim_start_matches('#')).expect("a known schema"),
        None => schema,
    };
    let parts = schema["allOf"].as_array().cloned().unwrap_or_default();
    let composed = parts.iter().flat_map(|part| properties(document, part));
    composed.chain(schema["properties"].as_object().cloned().unwrap_or_default()).collect()
}

/// Every request with a JSON body that has names: its method, its path and their fields.
async fn requests_with_names(person: &Person) -> Vec<(Method, String, Vec<String>)> {
    let document = person.get("/api/openapi.json").await.json();
    let mut found = Vec::new();
    for (path, operations) in document["paths"].as_object().expect("paths") {
        for (method, operation) in operations.as_object().expect("operations") {
            let body = &operation["requestBody"]["content"]["application/json"]["schema"];
            let fields = properties(&document, body).into_iter().map(|(name, _)| name);
            let names: Vec<String> = fields.filter(|field| field == "name" || field.ends_with("Name")).collect();
            if !names.is_empty() {
                found.push((method.to_uppercase().parse().expect("a method"), path.clone(), names));
            }
        }
    }
    found
}

#[test_on_both_engines]
async fn every_request_refuses_unprintable_names_and_says_where() {
    let salon = TestSalon::demo().await;
    let owner = salon.member("Olga", Role::Owner).await;
    let asha = salon.customer("Asha").await;
    let customer = json!({ "name": "Bina", "phone": "9812345678" });
    let id = owner.post(CUSTOMERS_PATH, &customer).await.expect_created()["customer"]["id"].clone();
    let mut count = 0;
    for person in [&owner, &asha] {
        for (method, path, names) in requests_with_names(person).await {
            let path = path.replace("{id}", id.as_str().expect("an id"));
            for bad in BAD_NAMES {
                let body: Map<String, Value> = names.iter().map(|name| (name.clone(), json!(bad))).collect();
                let refused = person.send(method.clone(), &path, Value::Object(body).to_string()).await;
                let fields = refused.expect_invalid_fields();
                for name in &names {
                    assert!(fields.contains(name), "{method} {path} takes {bad:?} as {name}: {fields:?}");
                }
            }
            let body: Map<String, Value> = names.iter().map(|name| (name.clone(), json!(GOOD_NAME))).collect();
            let answer = person.send(method.clone(), &path, Value::Object(body).to_string()).await;
            let wrong = answer.json()["error"]["details"].clone();
            assert!(names.iter().all(|name| wrong[name].is_null()), "{method} {path}: {wrong}");
            count += names.len();
        }
    }
    assert!(count >= 24, "only {count} names were tried");
}

#[test_on_both_engines]
async fn every_form_refuses_unprintable_names() {
    let salon = TestSalon::demo().await;
    let desk = salon.member("Ravi", Role::Receptionist).await;
    let asha = salon.customer("Asha").await;
    let customer = json!({ "name": "Bina", "phone": "9812345678" });
    let bina = desk.post(CUSTOMERS_PATH, &customer).await.expect_created()["customer"]["id"].clone();
    let edit = format!("/customers/{}/edit", bina.as_str().expect("an id"));
    let bad = "Zyx%E2%80%AEwvu";
    for (person, path, form) in [
        (&asha, "/me", format!("form=details&name={bad}&phone=9812345678")),
        (&asha, "/call-me", format!("name={bad}&phone=9812345678")),
        (&desk, "/customers/new", format!("name={bad}&phone=9812345679")),
        (&desk, &edit, format!("name={bad}&phone=9812345678")),
        (&desk, &edit, format!("name=Bina&legalName={bad}&phone=9812345678")),
        (&desk, "/leads/new", format!("name={bad}&phone=9812345678")),
        (&desk, "/bookings/new", format!("customer=new&name={bad}&phone=9812345678")),
        (&desk, "/bookings/new", format!("customer=x&guest={bad}")),
    ] {
        let refused = person.submit(path, form).await;
        assert!(refused.status.is_client_error(), "{path}: {}", refused.text());
        assert!(refused.text().contains("control characters"), "{path} does not say why: {}", refused.text());
    }
    assert_eq!(find_text(&salon, &["zyx\u{202E}wvu"]).await, [""; 0]);
}

#[test_on_both_engines]
#[expect(clippy::unused_async, reason = "a story is async, whether it waits or not")]
async fn commands_and_imports_refuse_unprintable_names() {
    let salon = demo_on_current_engine();
    for bad in BAD_NAMES {
        for command in [
            &["user", "add", "new@test.invalid", "staff", "--name", bad][..],
            &["session", "create", "--email", "new@test.invalid", "--name", bad],
        ] {
            let refused = salon.run(command);
            assert!(!refused.status.success() && refused.stderr.contains("control characters"), "{refused:?}");
        }
    }
    for (kind, rows) in [
        ("customers", "name,phone\nAsha\u{202E}Rao,9845011111\n"),
        ("services", "serviceType,category,name,durationMinutes,price\nsalon,Hair,Cut\u{202E},30,100\n"),
        ("services", "serviceType,category,name,durationMinutes,price\nsalon,Ha\u{7}ir,Cut,30,100\n"),
        ("staff", "name,serviceTypes\nAsha\u{2066}Rao,salon\n"),
    ] {
        std::fs::write(salon.folder().join("rows.csv"), rows).expect("written");
        let ran = salon.run(&["import", kind, "rows.csv"]);
        assert_eq!(ran.status.code(), Some(3), "{kind}: {ran:?}");
        let refused = std::fs::read_to_string(salon.folder().join("rows.csv.errors.csv")).expect("refused rows");
        assert!(refused.contains("control characters"), "{kind}: {refused}");
    }
}

#[test_on_both_engines]
async fn names_of_the_identity_provider_are_cleaned() {
    let salon = TestSalon::open().await;
    let context = salon.context();
    let name = |subject: &'static str, name: String| Identity {
        issuer: "https://identity.invalid".into(),
        subject: subject.into(),
        email: Some(format!("{subject}@test.invalid")),
        email_verified: true,
        name: Some(name),
        picture: None,
        signed_in_seconds_ago: None,
    };
    let signed_in = salon.app.db.write(move |tx| {
        for identity in [
            name("asha", "\u{202E}Asha\r\nRao\u{2069}".into()),
            name("tara", "\u{202E}\u{7}".into()),
            name("kshama", GOOD_NAME.into()),
        ] {
            sign_in_with_identity(tx, &context, &SessionClient::of_app(AppKind::Customer), &identity, None)?;
        }
        Ok::<_, SignInRefusal>(tx.all_values::<String>("select name from users order by email", &[])?)
    });
    assert_eq!(signed_in.await.expect("signed in"), ["Asha Rao", GOOD_NAME, "tara"]);
}

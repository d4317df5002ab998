//! A visitor leaves a name and a number.

use parlour_app::idempotency::{IdempotencyRefusal, StoredResponse, run_once_per_key};
use parlour_app::leads::{CaptureLeadRefusal, capture};
use parlour_db::{DbError, params, row};
use parlour_domain::ids::LeadId;
use parlour_domain::ist::Timestamp;
use parlour_domain::lead::{NewLead, Utm};
use parlour_domain::phone::Phone;
use parlour_store::idempotency::IdempotentRequest;
use parlour_testkit::checks::database::write_transaction;
use parlour_testkit::fixtures::catalogue::{insert_category_with_services, new_category, new_service};
use parlour_testkit::{Person, Reply, TestSalon, test_on_both_engines};
use serde_json::{Value, json};
use tokio::task::JoinSet;

const UTM_FIELDS: [&str; 5] = ["utmSource", "utmMedium", "utmCampaign", "utmContent", "utmTerm"];

#[derive(Debug, PartialEq)]
struct StoredLead {
    id: String,
    name: String,
    phone: String,
    email: Option<String>,
    service_interested_id: Option<String>,
    status: String,
    source: String,
    utm_source: Option<String>,
    utm_medium: Option<String>,
    utm_campaign: Option<String>,
    utm_content: Option<String>,
    utm_term: Option<String>,
    created_at: Timestamp,
    updated_at: Timestamp,
}
row! { StoredLead {
    id, name, phone, email, service_interested_id, status, source, utm_source, utm_medium, utm_campaign, utm_content,
    utm_term, created_at, updated_at,
} }

/// Every lead there is, oldest first.
async fn stored_leads(salon: &TestSalon) -> Vec<StoredLead> {
    let read = salon.app.db.read(|conn| -> Result<_, DbError> {
        conn.all(
            "select id, name, phone, email, service_interested_id, status, source, utm_source, utm_medium,
                 utm_campaign, utm_content, utm_term, created_at, updated_at
             from leads order by created_at, id",
            params![],
        )
    });
    read.await.expect("leads can be read")
}

async fn count_all(salon: &TestSalon, sql: &'static str) -> i64 {
    let read = salon.app.db.read(move |conn| conn.one::<(i64,)>(sql, params![]));
    read.await.expect("rows can be counted").expect("a count is one row").0
}

async fn lead_count(salon: &TestSalon) -> i64 {
    count_all(salon, "select count(*) from leads").await
}

/// What the landing page sends at least.
fn asha_lead() -> Value {
    json!({ "name": "Asha Rao", "phone": "9876543210" })
}

/// The same with one field more, or another.
fn asha_lead_with(field: &str, value: impl Into<Value>) -> Value {
    let mut body = asha_lead();
    body[field] = value.into();
    body
}

async fn post_lead(person: &Person, body: &Value) -> Reply {
    person.post("/api/leads", body).await
}

fn created_lead_id(reply: &Reply) -> String {
    reply.expect_created()["leadId"].as_str().expect("a lead's id").to_owned()
}

#[test_on_both_engines]
async fn a_lead_is_stored_and_only_its_id_returned() {
    let salon = TestSalon::open_at("2027-03-01 10:00").await;
    let reply = post_lead(&salon.visitor(), &asha_lead()).await;
    let id = created_lead_id(&reply);
    assert_eq!(reply.json(), json!({ "success": true, "data": { "leadId": id } }));
    assert_eq!(reply.header("cache-control"), Some("no-store"));
    let kept = StoredLead {
        id,
        name: "Asha Rao".to_owned(),
        phone: "+919876543210".to_owned(),
        email: None,
        service_interested_id: None,
        status: "new".to_owned(),
        source: "meta_ad".to_owned(),
        utm_source: None,
        utm_medium: None,
        utm_campaign: None,
        utm_content: None,
        utm_term: None,
        created_at: salon.now(),
        updated_at: salon.now(),
    };
    assert_eq!(stored_leads(&salon).await, [kept]);
}

#[test_on_both_engines]
async fn every_field_of_a_lead_is_stored() {
    let salon = TestSalon::open().await;
    let hair = new_category("hair", 1);
    insert_category_with_services(&salon.app, &hair, vec![new_service(&hair, "haircut", 1)]).await;
    let body = json!({
        "name": "  आशा राव  ", "phone": "+919876543210", "email": "asha@example.in",
        "serviceInterestedId": "service-haircut", "source": "google_ad", "utmSource": "google", "utmMedium": "cpc",
        "utmCampaign": "spring 2027", "utmContent": "blue & gold", "utmTerm": "hair spa near me",
    });
    post_lead(&salon.visitor(), &body).await.expect_created();
    let kept = stored_leads(&salon).await.remove(0);
    assert_eq!(kept.name, "आशा राव");
    assert_eq!(kept.email.as_deref(), Some("asha@example.in"));
    assert_eq!(kept.service_interested_id.as_deref(), Some("service-haircut"));
    assert_eq!(kept.source, "google_ad");
    let utm = [kept.utm_source, kept.utm_medium, kept.utm_campaign, kept.utm_content, kept.utm_term];
    assert_eq!(utm.map(Option::unwrap), ["google", "cpc", "spring 2027", "blue & gold", "hair spa near me"]);
}

#[test_on_both_engines]
async fn a_lead_is_audited_with_its_request_id() {
    let salon = TestSalon::open().await;
    let reply = post_lead(&salon.visitor().from_address("203.0.113.9"), &asha_lead()).await;
    let id = created_lead_id(&reply);
    let read = salon.app.db.read(|conn| -> Result<_, DbError> {
        conn.all::<(String, String, String, String)>(
            "select record_type, record_id, request_id, address from audit_log where action = 'lead.capture'",
            params![],
        )
    });
    let lines = read.await.unwrap();
    let request = reply.header("x-request-id").unwrap();
    assert_eq!(lines, [("lead".into(), id, request.into(), "203.0.113.9".into())]);
}

#[test_on_both_engines]
async fn a_refused_lead_writes_nothing() {
    let salon = TestSalon::open().await;
    post_lead(&salon.visitor(), &asha_lead_with("name", "")).await.expect_invalid_fields();
    let keyed = salon.visitor().with_header("idempotency-key", "k");
    post_lead(&keyed, &asha_lead_with("serviceInterestedId", "no-such-service")).await.expect_invalid_fields();
    assert_eq!(lead_count(&salon).await, 0);
    assert_eq!(count_all(&salon, "select count(*) from audit_log").await, 0);
    assert_eq!(count_all(&salon, "select count(*) from idempotency_keys").await, 0);
}

#[test_on_both_engines]
async fn a_lead_that_cannot_be_audited_is_not_stored_and_can_be_retried() {
    let salon = TestSalon::open().await;
    let visitor = salon.visitor().with_header("idempotency-key", "again");
    write_transaction(&salon.app, |tx| tx.execute("alter table audit_log rename to mislaid", params![]).map(drop))
        .await;
    let error = post_lead(&visitor, &asha_lead()).await.expect_error(500, "INTERNAL_ERROR");
    assert_eq!(error["retryable"], true);
    assert!(!error.to_string().contains("audit") && !error.to_string().contains("Asha"), "{error}");
    assert_eq!(lead_count(&salon).await, 0);
    write_transaction(&salon.app, |tx| tx.execute("alter table mislaid rename to audit_log", params![]).map(drop))
        .await;
    post_lead(&visitor, &asha_lead()).await.expect_created();
    assert_eq!(lead_count(&salon).await, 1);
    assert_eq!(count_all(&salon, "select count(*) from audit_log").await, 1);
}

#[test_on_both_engines]
async fn text_is_accepted_up_to_its_limit() {
    let salon = TestSalon::open().await;
    let visitor = salon.visitor();
    let bounds = [("name", 120), ("source", 40)].into_iter().chain(UTM_FIELDS.map(|field| (field, 120)));
    for (field, most) in bounds {
        // Characters count, not bytes.
        for letter in ["a", "ष", "💇"] {
            for length in [1, most - 1, most] {
                post_lead(&visitor, &asha_lead_with(field, letter.repeat(length))).await.expect_created();
            }
            let reply = post_lead(&visitor, &asha_lead_with(field, letter.repeat(most + 1))).await;
            assert_eq!(reply.expect_invalid_fields(), [field], "{letter}");
        }
    }
}

#[test_on_both_engines]
async fn a_name_is_trimmed_before_its_length_is_checked() {
    let salon = TestSalon::open().await;
    let visitor = salon.visitor();
    let longest = format!(" \t{}\u{a0}\n", "a".repeat(120));
    post_lead(&visitor, &asha_lead_with("name", longest)).await.expect_created();
    assert_eq!(stored_leads(&salon).await[0].name, "a".repeat(120));
    for blank in ["", " ", "\t\n", "\u{a0}\u{2003}"] {
        assert_eq!(
            post_lead(&visitor, &asha_lead_with("name", blank)).await.expect_invalid_fields(),
            ["name"],
            "{blank:?}"
        );
    }
}

#[test_on_both_engines]
async fn mobile_numbers_are_normalised() {
    let salon = TestSalon::open().await;
    for phone in ["9876543210", "09876543210", "+919876543210"] {
        post_lead(&salon.visitor(), &asha_lead_with("phone", phone)).await.expect_created();
    }
    let kept = stored_leads(&salon).await;
    assert_eq!(kept.len(), 3);
    assert!(kept.iter().all(|lead| lead.phone == "+919876543210"));
    for (first, digits) in [("6", "6000000000"), ("7", "7999999999"), ("8", "8123456789")] {
        post_lead(&salon.visitor(), &asha_lead_with("phone", digits)).await.expect_created();
        assert!(stored_leads(&salon).await.iter().any(|lead| lead.phone == format!("+91{digits}")), "{first}");
    }
}

#[test_on_both_engines]
async fn numbers_that_are_not_indian_mobiles_are_refused() {
    let salon = TestSalon::open().await;
    for phone in [
        "",
        " ",
        "987654321",
        "98765432101",
        "5876543210",
        "0123456789",
        "1800123456",
        "+19876543210",
        "+9198765432",
        "+91+919876543210",
        "+9109876543210",
        "009876543210",
        "98765x3210",
        "९८७६५४३२१०",
        "9876543210\u{0}",
        "9876543210;",
        "+91",
        "0",
    ] {
        let reply = post_lead(&salon.visitor(), &asha_lead_with("phone", phone)).await;
        assert_eq!(reply.expect_invalid_fields(), ["phone"], "{phone:?}");
    }
    assert_eq!(lead_count(&salon).await, 0);
}

#[test_on_both_engines]
async fn an_optional_email_must_be_valid() {
    let salon = TestSalon::open().await;
    for email in ["a@b.in", "asha.rao+salon@mail.example.co.in", "o'neil@example.com"] {
        post_lead(&salon.visitor(), &asha_lead_with("email", email)).await.expect_created();
    }
    for email in ["", "asha", "asha@", "@example.in", "a b@example.in", "a@b@c.in", "asha@example", "a@b.in\u{0}"] {
        let reply = post_lead(&salon.visitor(), &asha_lead_with("email", email)).await;
        assert_eq!(reply.expect_invalid_fields(), ["email"], "{email:?}");
    }
}

#[test_on_both_engines]
async fn the_service_of_interest_must_exist() {
    let salon = TestSalon::open().await;
    let hair = new_category("hair", 1);
    let old =
        parlour_store::catalogue::catalogue_records::Service { is_active: false, ..new_service(&hair, "perm", 2) };
    insert_category_with_services(&salon.app, &hair, vec![new_service(&hair, "haircut", 1), old]).await;
    // An advertisement may outlive what it advertises.
    for known in ["service-haircut", "service-perm"] {
        post_lead(&salon.visitor(), &asha_lead_with("serviceInterestedId", known)).await.expect_created();
    }
    for unknown in ["", "haircut", "no-such-service", "service-haircut\u{0}", "💇", &"x".repeat(5_000)] {
        let reply = post_lead(&salon.visitor(), &asha_lead_with("serviceInterestedId", unknown)).await;
        assert_eq!(reply.expect_invalid_fields(), ["serviceInterestedId"], "{unknown:.20}");
    }
    assert_eq!(lead_count(&salon).await, 2);
}

#[test_on_both_engines]
async fn null_is_treated_like_a_missing_field() {
    let salon = TestSalon::open().await;
    let mut body = asha_lead();
    for field in ["email", "serviceInterestedId", "source"].into_iter().chain(UTM_FIELDS) {
        body[field] = Value::Null;
    }
    post_lead(&salon.visitor(), &body).await.expect_created();
    let kept = stored_leads(&salon).await.remove(0);
    assert_eq!((kept.email, kept.utm_term, kept.source.as_str()), (None, None, "meta_ad"));
    for required in ["name", "phone"] {
        let reply = post_lead(&salon.visitor(), &asha_lead_with(required, Value::Null)).await;
        assert_eq!(reply.expect_invalid_fields(), [required]);
    }
}

#[test_on_both_engines]
async fn unknown_fields_are_ignored() {
    let salon = TestSalon::open().await;
    let mut body = asha_lead();
    body["id"] = json!("my-own-id");
    body["status"] = json!("won");
    body["assignedTo"] = json!(["anything", { "at": "all" }]);
    body["NAME"] = json!(12);
    let id = created_lead_id(&post_lead(&salon.visitor(), &body).await);
    assert_ne!(id, "my-own-id");
    assert_eq!(stored_leads(&salon).await[0].status, "new");
}

#[test_on_both_engines]
async fn a_field_of_the_wrong_type_is_named() {
    let salon = TestSalon::open().await;
    let fields = ["name", "phone", "email", "serviceInterestedId", "source"].into_iter().chain(UTM_FIELDS);
    for field in fields {
        for value in [json!(9_876_543_210_u64), json!(1.5), json!(true), json!([]), json!(["a"]), json!({})] {
            let reply = post_lead(&salon.visitor(), &asha_lead_with(field, value)).await;
            assert_eq!(reply.expect_invalid_fields(), [field]);
        }
    }
    assert_eq!(lead_count(&salon).await, 0);
}

#[test_on_both_engines]
async fn a_nul_character_is_refused_in_every_field() {
    let salon = TestSalon::open().await;
    let fields = ["name", "phone", "email", "serviceInterestedId", "source"].into_iter().chain(UTM_FIELDS);
    for field in fields {
        for text in ["\u{0}", "a\u{0}b", "9876543210\u{0}"] {
            let reply = post_lead(&salon.visitor(), &asha_lead_with(field, text)).await;
            assert_eq!(reply.expect_invalid_fields(), [field], "{text:?}");
        }
    }
}

#[test_on_both_engines]
async fn all_invalid_fields_are_reported_together() {
    let salon = TestSalon::open().await;
    assert_eq!(post_lead(&salon.visitor(), &json!({})).await.expect_invalid_fields(), ["name", "phone"]);
    let long = "x".repeat(121);
    let body = json!({
        "name": " ", "phone": 12, "email": "asha", "serviceInterestedId": "", "source": long, "utmSource": long,
        "utmMedium": long, "utmCampaign": false, "utmContent": "\u{0}", "utmTerm": [],
    });
    assert_eq!(
        post_lead(&salon.visitor(), &body).await.expect_invalid_fields(),
        [
            "email",
            "name",
            "phone",
            "serviceInterestedId",
            "source",
            "utmCampaign",
            "utmContent",
            "utmMedium",
            "utmSource",
            "utmTerm",
        ]
    );
}

#[test_on_both_engines]
async fn an_unknown_service_is_reported_with_other_invalid_fields() {
    let salon = TestSalon::open().await;
    let hair = new_category("hair", 1);
    insert_category_with_services(&salon.app, &hair, vec![new_service(&hair, "haircut", 1)]).await;
    let with_service = |id: &str| json!({ "name": "", "phone": "1", "serviceInterestedId": id });
    let reply = post_lead(&salon.visitor(), &with_service("nope")).await;
    assert_eq!(reply.expect_invalid_fields(), ["name", "phone", "serviceInterestedId"]);
    let alone = post_lead(&salon.visitor(), &asha_lead_with("serviceInterestedId", "nope")).await;
    let said = |reply: &Reply| reply.json()["error"]["details"]["serviceInterestedId"].clone();
    assert_eq!(said(&reply), said(&alone));
    let known = post_lead(&salon.visitor(), &with_service("service-haircut")).await;
    assert_eq!(known.expect_invalid_fields(), ["name", "phone"]);
}

#[test_on_both_engines]
async fn the_same_idempotency_key_and_body_make_one_lead() {
    let salon = TestSalon::open().await;
    let visitor = salon.visitor().with_header("idempotency-key", "3f1c-lead");
    let first = post_lead(&visitor, &asha_lead()).await;
    let again = post_lead(&visitor, &asha_lead()).await;
    assert_eq!(created_lead_id(&first), created_lead_id(&again));
    assert_eq!(first.json(), again.json());
    assert_ne!(first.header("x-request-id"), again.header("x-request-id"));
    assert_eq!(lead_count(&salon).await, 1);
    assert_eq!(count_all(&salon, "select count(*) from audit_log").await, 1);
}

#[test_on_both_engines]
async fn without_an_idempotency_key_every_lead_is_new() {
    let salon = TestSalon::open().await;
    let (first, second) =
        (post_lead(&salon.visitor(), &asha_lead()).await, post_lead(&salon.visitor(), &asha_lead()).await);
    assert_ne!(created_lead_id(&first), created_lead_id(&second));
    assert_eq!(lead_count(&salon).await, 2);
}

#[test_on_both_engines]
async fn another_body_or_another_key_makes_another_lead() {
    let salon = TestSalon::open().await;
    let visitor = salon.visitor().with_header("idempotency-key", "k1");
    let other_key = salon.visitor().with_header("idempotency-key", "k2");
    let ids = [
        created_lead_id(&post_lead(&visitor, &asha_lead()).await),
        created_lead_id(&post_lead(&visitor, &asha_lead_with("name", "Ravi")).await),
        created_lead_id(&post_lead(&other_key, &asha_lead()).await),
    ];
    assert!(ids[0] != ids[1] && ids[0] != ids[2] && ids[1] != ids[2]);
    // Each is still known by its own key and body.
    assert_eq!(created_lead_id(&post_lead(&visitor, &asha_lead()).await), ids[0]);
    assert_eq!(created_lead_id(&post_lead(&visitor, &asha_lead_with("name", "Ravi")).await), ids[1]);
    assert_eq!(lead_count(&salon).await, 3);
}

#[test_on_both_engines]
async fn an_idempotency_key_has_1_to_255_characters() {
    let salon = TestSalon::open().await;
    let with_key = |key: &str| salon.visitor().with_header("idempotency-key", key);
    for key in ["k", "a key with spaces, commas; and = signs", &"k".repeat(254), &"k".repeat(255)] {
        let first = post_lead(&with_key(key), &asha_lead()).await;
        assert_eq!(created_lead_id(&first), created_lead_id(&post_lead(&with_key(key), &asha_lead()).await), "{key}");
    }
    for key in ["", "\"\"", &"k".repeat(256), &"k".repeat(5_000)] {
        assert_eq!(
            post_lead(&with_key(key), &asha_lead()).await.expect_invalid_fields(),
            ["Idempotency-Key"],
            "{key:.20}"
        );
    }
    assert_eq!(lead_count(&salon).await, 4);
}

#[test_on_both_engines]
async fn a_quoted_idempotency_key_is_the_same_key() {
    let salon = TestSalon::open().await;
    let with_key = |key: &str| salon.visitor().with_header("idempotency-key", key);
    let plain = post_lead(&with_key("one"), &asha_lead()).await;
    let quoted = post_lead(&with_key("\"one\""), &asha_lead()).await;
    assert_eq!(created_lead_id(&plain), created_lead_id(&quoted));
    let longest = format!("\"{}\"", "k".repeat(255));
    post_lead(&with_key(&longest), &asha_lead()).await.expect_created();
}

#[test_on_both_engines]
async fn an_idempotency_key_is_valid_for_a_day() {
    let salon = TestSalon::open().await;
    let visitor = salon.visitor().with_header("idempotency-key", "daily");
    let first = created_lead_id(&post_lead(&visitor, &asha_lead()).await);
    salon.advance_seconds(24 * 3_600 - 1);
    assert_eq!(created_lead_id(&post_lead(&visitor, &asha_lead()).await), first);
    salon.advance_seconds(2);
    let second = created_lead_id(&post_lead(&visitor, &asha_lead()).await);
    assert_ne!(second, first);
    // From here on the key stands for the new one, for a day of its own.
    salon.advance_seconds(24 * 3_600 - 1);
    assert_eq!(created_lead_id(&post_lead(&visitor, &asha_lead()).await), second);
    assert_eq!(lead_count(&salon).await, 2);
}

#[test_on_both_engines]
async fn the_same_request_sent_concurrently_is_performed_once() {
    let salon = TestSalon::open().await;
    let visitor = salon.visitor().with_header("idempotency-key", "impatient");
    let mut sent = JoinSet::new();
    for _ in 0..16 {
        let visitor = visitor.clone();
        sent.spawn(async move { post_lead(&visitor, &asha_lead()).await });
    }
    let replies = sent.join_all().await;
    let id = created_lead_id(&post_lead(&visitor, &asha_lead()).await);
    for reply in &replies {
        if reply.status.as_u16() == 409 {
            reply.expect_error(409, "CONFLICT");
        } else {
            assert_eq!(created_lead_id(reply), id);
        }
    }
    assert!(replies.iter().any(|reply| reply.status.as_u16() == 201));
    assert_eq!(lead_count(&salon).await, 1);
}

#[test_on_both_engines]
async fn two_processes_with_the_same_key_make_one_lead() {
    let salon = TestSalon::open().await;
    let other = salon.open_in_second_process().await;
    let key = IdempotentRequest { scope: "leads".into(), key: "k".into(), body_hash: "hash".into(), user_id: None };
    let lead = NewLead {
        name: "Asha".to_owned(),
        phone: Phone::parse("9876543210").unwrap(),
        email: None,
        service_interested_id: None,
        source: "meta_ad".to_owned(),
        utm: Utm::default(),
    };
    let mut sent = JoinSet::new();
    for turn in 0..12 {
        let db = if turn % 2 == 0 { salon.app.db.clone() } else { other.db.clone() };
        let (key, lead, context) = (key.clone(), lead.clone(), salon.context());
        sent.spawn(async move {
            db.write(move |tx| -> Result<StoredResponse, IdempotencyRefusal> {
                run_once_per_key(tx, Some(&key), context.now, |tx| {
                    let id: LeadId = capture(tx, &context, &lead).map_err(|refusal| match refusal {
                        CaptureLeadRefusal::Db(error) => error,
                        CaptureLeadRefusal::UnknownService => unreachable!("no service is named"),
                    })?;
                    Ok(StoredResponse { status: 201, body: id.to_string() }.about_no_user())
                })
            })
            .await
        });
    }
    let answers: Vec<StoredResponse> = sent.join_all().await.into_iter().map(Result::unwrap).collect();
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
    assert_eq!(lead_count(&salon).await, 1);
}

#[test_on_both_engines]
async fn concurrent_requests_each_make_their_own_lead() {
    let salon = TestSalon::open().await;
    let mut sent = JoinSet::new();
    for number in 0..60 {
        let visitor = salon.visitor();
        sent.spawn(async move {
            created_lead_id(&post_lead(&visitor, &asha_lead_with("name", format!("Guest {number}"))).await)
        });
    }
    let mut ids = sent.join_all().await;
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), 60);
    assert_eq!(lead_count(&salon).await, 60);
}

#[test_on_both_engines]
async fn the_admin_app_takes_no_leads_without_a_session() {
    let salon = TestSalon::open().await;
    let reply = post_lead(&salon.admin_visitor(), &asha_lead()).await;
    assert!(reply.status.is_client_error(), "{}", reply.status);
    assert_eq!(lead_count(&salon).await, 0);
}

#[test_on_both_engines]
async fn signed_in_people_may_leave_a_lead_too() {
    let salon = TestSalon::open().await;
    post_lead(&salon.customer("Asha").await, &asha_lead()).await.expect_created();
}

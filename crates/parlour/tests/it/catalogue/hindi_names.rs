//! What the salon calls things in Hindi, and who reads it.

use parlour_domain::auth::role::Role;
use parlour_domain::notification::email_kind::EmailKind;
use parlour_testkit::actions::bookings::{
    approve_booking, create_booking, haircut_request, haircut_request_at, shown_booking,
};
use parlour_testkit::actions::emails::compose_email;
use parlour_testkit::actions::memberships::{TIERS_PATH, create_membership, ten_hour_sale};
use parlour_testkit::actions::people::{manager, receptionist};
use parlour_testkit::checks::json::{text_field, with_field};
use parlour_testkit::fixtures::small_salon::{PUNE, STYLIST, small_salon};
use parlour_testkit::fixtures::spa_salon::spa_salon;
use parlour_testkit::{Person, TestSalon, test_on_both_engines};
use serde_json::{Value, json};

/// What the service `cut` is called.
const IN_HINDI: &str = "हेयरकट";

/// A page as a browser asks for it whose owner prefers this language.
async fn page_in(language: &str, person: &Person, path: &str) -> String {
    let browser = person.clone().with_header("accept", "text/html").with_header("accept-language", language);
    let reply = browser.get(path).await;
    assert_eq!(reply.status, 200, "{path}: {}", reply.text());
    reply.text()
}

async fn patch_cut(manager: &Person, patch: &Value) {
    manager.patch("/api/services/service-cut", patch).await.expect_ok();
}

/// A customer who reads in Hindi.
async fn hindi_reader(salon: &TestSalon, name: &str) -> Person {
    let person = salon.customer(name).await;
    person.patch("/api/profile", &json!({ "language": "hi" })).await.expect_ok();
    person
}

fn march_offer() -> Value {
    json!({
        "name": "March", "offerType": "percentage", "discountPercentage": 20, "startDate": "2027-03-01",
        "endDate": "2027-03-31", "serviceIds": ["service-cut"],
    })
}

/// Path, name of the created record and body of everything that has a name in Hindi.
fn records_with_hindi() -> [(&'static str, &'static str, Value); 4] {
    let service =
        json!({ "categoryId": "category-hair", "name": "Beard", "durationMinutes": 20, "pricePaise": 40_000 });
    let tier =
        json!({ "name": "Ten", "defaultHoursMinutes": 600, "defaultPricePaise": 1_500_000, "defaultValidityDays": 90 });
    [
        ("/api/services/categories", "category", json!({ "name": "Nails", "serviceType": "salon" })),
        ("/api/services", "service", service),
        ("/api/offers", "offer", march_offer()),
        (TIERS_PATH, "tier", tier),
    ]
}

#[test_on_both_engines]
async fn texts_in_hindi_are_null_until_they_are_written_and_null_removes_them() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    for (path, key, body) in records_with_hindi() {
        let texts = |record: &Value| (record["nameHi"].clone(), record["descriptionHi"].clone());
        let plain = meera.post(path, &body).await.expect_created()[key].clone();
        assert_eq!(texts(&plain), (Value::Null, Value::Null), "{path}");
        let written = with_field(with_field(body, "nameHi", " नाम "), "descriptionHi", "कुछ\nशब्द। ");
        let created = meera.post(path, &written).await.expect_created()[key].clone();
        assert_eq!(texts(&created), (json!("नाम"), json!("कुछ\nशब्द।")), "{path}");
        let one = format!("{path}/{}", text_field(&created, "id"));
        let patched = async |patch: Value| texts(&meera.patch(&one, &patch).await.expect_ok()[key]);
        assert_eq!(patched(json!({ "name": "Other" })).await, (json!("नाम"), json!("कुछ\nशब्द।")), "{path}");
        assert_eq!(patched(json!({ "nameHi": null })).await, (Value::Null, json!("कुछ\nशब्द।")), "{path}");
        assert_eq!(patched(json!({ "nameHi": "फिर", "descriptionHi": " " })).await, (json!("फिर"), Value::Null));
        assert_eq!(patched(json!({ "nameHi": "", "descriptionHi": null })).await, (Value::Null, Value::Null), "{path}");
    }
}

#[test_on_both_engines]
async fn texts_in_hindi_have_the_limits_of_the_english_ones() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    for (path, key, body) in records_with_hindi() {
        let with_texts = |name: &str, description: &str| {
            with_field(with_field(body.clone(), "nameHi", name), "descriptionHi", description)
        };
        let longest = with_texts(&"ह".repeat(120), &"ह".repeat(1_000));
        let created = meera.post(path, &longest).await.expect_created()[key].clone();
        assert_eq!(created["descriptionHi"], "ह".repeat(1_000), "{path}");
        let one = format!("{path}/{}", text_field(&created, "id"));
        let too_long = with_texts(&"ह".repeat(121), &"ह".repeat(1_001));
        assert_eq!(meera.post(path, &too_long).await.expect_invalid_fields(), ["descriptionHi", "nameHi"], "{path}");
        let patch = json!({ "nameHi": too_long["nameHi"], "descriptionHi": too_long["descriptionHi"] });
        assert_eq!(meera.patch(&one, &patch).await.expect_invalid_fields(), ["descriptionHi", "nameHi"], "{path}");
        for wrong in [json!(5), json!(["नाम"]), json!("ना\u{202E}म"), json!("ना\nम")] {
            let refused = meera.patch(&one, &json!({ "nameHi": wrong })).await;
            assert_eq!(refused.expect_invalid_fields(), ["nameHi"], "{path} {wrong}");
        }
    }
}

#[test_on_both_engines]
async fn pages_in_hindi_show_hindi_and_pages_in_english_english() {
    let salon = small_salon().await;
    let (meera, olga) = (manager(&salon).await, salon.member("Olga", Role::Owner).await);
    patch_cut(&meera, &json!({ "nameHi": IN_HINDI, "descriptionHi": "वॉश के साथ।" })).await;
    let category = json!({ "nameHi": "बालों के लिए" });
    meera.patch("/api/services/categories/category-hair", &category).await.expect_ok();
    let offer = with_field(march_offer(), "nameHi", "मार्च ऑफ़र");
    let offer = meera.post("/api/offers", &offer).await.expect_created()["offer"].clone();
    let offer_path = format!("/offers/{}", text_field(&offer, "slug"));
    olga.patch("/api/salon", &json!({ "about": "Hair & skin", "aboutHi": "बाल और स्किन" })).await.expect_ok();

    let visitor = salon.visitor();
    let time_path = format!("/book/time?at={PUNE}&s=cut");
    let pages: [(&str, &[&str]); 6] = [
        ("/", &["बालों के लिए", "मार्च ऑफ़र", "\"description\":\"बाल और स्किन\""]),
        ("/book", &["बालों के लिए", "वॉश के साथ।"]),
        ("/services/cut", &["बालों के लिए", "वॉश के साथ।", "मार्च ऑफ़र", "\"name\":\"हेयरकट\""]),
        ("/call-me", &["बालों के लिए"]),
        (offer_path.as_str(), &["<h1>मार्च ऑफ़र</h1>"]),
        (time_path.as_str(), &[]),
    ];
    for (path, words) in pages {
        let (hindi, english) = (page_in("hi", &visitor, path).await, page_in("en", &visitor, path).await);
        for word in [IN_HINDI].iter().chain(words) {
            assert!(hindi.contains(word), "{path} in Hindi has no {word}");
            assert!(!english.contains(word), "{path} in English has {word}");
        }
    }
    // What has no name in Hindi is English on a page in Hindi, and says so.
    let (hindi, english) =
        (page_in("hi", &visitor, "/services/colour").await, page_in("en", &visitor, "/services/colour").await);
    assert!(hindi.contains("<h1 lang=\"en\">colour</h1>"), "{hindi}");
    assert!(english.contains("<h1>colour</h1>"), "{english}");
}

#[test_on_both_engines]
async fn a_changed_name_is_on_the_pages_at_once() {
    let salon = small_salon().await;
    let (meera, visitor) = (manager(&salon).await, salon.visitor());
    let heading = async |language: &str| {
        let page = page_in(language, &visitor, "/services/cut").await;
        let after = page.split_once("<h1").expect("a heading").1.to_owned();
        after.split_once("</h1>").expect("its end").0.to_owned()
    };
    assert_eq!([heading("hi").await, heading("en").await], [" lang=\"en\">cut", ">cut"]);
    for (name, shown) in [(json!(IN_HINDI), ">हेयरकट"), (json!("कटिंग"), ">कटिंग"), (Value::Null, " lang=\"en\">cut")]
    {
        patch_cut(&meera, &json!({ "nameHi": name })).await;
        assert_eq!([heading("hi").await, heading("en").await], [shown, ">cut"]);
    }
}

#[test_on_both_engines]
async fn a_service_is_found_by_either_name() {
    let salon = small_salon().await;
    patch_cut(&manager(&salon).await, &json!({ "nameHi": IN_HINDI })).await;
    for language in ["hi", "en"] {
        // The second is कट.
        for typed in ["cut", "%E0%A4%95%E0%A4%9F"] {
            let page = page_in(language, &salon.visitor(), &format!("/book?q={typed}")).await;
            assert!(page.contains("value=\"cut\"") && !page.contains("value=\"colour\""), "{typed} in {language}");
        }
    }
    // The script of the page looks at its text alone.
    let page = page_in("hi", &salon.visitor(), "/book").await;
    assert!(page.contains("<span lang=\"en\" hidden> cut</span>"), "{page}");
}

#[test_on_both_engines]
async fn a_booking_is_shown_to_its_customer_in_the_language_that_they_read() {
    let salon = small_salon().await;
    let (meera, desk) = (manager(&salon).await, receptionist(&salon).await);
    let (asha, kiran) = (hindi_reader(&salon, "Asha").await, salon.customer("Kiran").await);
    let id = create_booking(&asha, &haircut_request()).await;
    let other = create_booking(&kiran, &haircut_request_at("2027-03-05", "15:00")).await;
    for booking in [&id, &other] {
        approve_booking(&desk, booking, STYLIST).await.expect_ok();
    }
    // Written after the booking was made.
    patch_cut(&meera, &json!({ "nameHi": IN_HINDI })).await;
    for path in ["", "/ID", "/ID/cancel", "/ID/move"] {
        let path = format!("/visits{path}").replace("ID", &id);
        assert!(page_in("hi", &asha, &path).await.contains(IN_HINDI), "{path}");
        let others = page_in("en", &kiran, &path.replace(&id, &other)).await;
        assert!(others.contains("cut") && !others.contains(IN_HINDI), "{path}");
    }
    assert!(page_in("hi", &asha, "/notifications").await.contains(IN_HINDI));
    assert_eq!(shown_booking(&asha, &id).await["services"][0]["serviceNameSnapshot"], "cut", "as it was booked");

    let told = async |person: &Person| person.get("/api/notifications").await.expect_ok().to_string();
    assert!(told(&asha).await.contains(IN_HINDI) && !told(&kiran).await.contains(IN_HINDI));
    for (person, booking, title, word) in
        [(&asha, &id, "SUMMARY:PUN में हेयरकट", IN_HINDI), (&kiran, &other, "SUMMARY:cut at PUN", "cut")]
    {
        let file = person.get(&format!("/api/bookings/{booking}/calendar.ics")).await.text();
        assert!(file.contains(title), "{file}");
        let email = compose_email(&salon, EmailKind::BookingConfirmed, person.id(), booking, "0").await.unwrap();
        assert!(email.text.contains(word) && email.html.contains(word), "{}", email.text);
        assert_eq!(email.text.contains(IN_HINDI), word == IN_HINDI, "{}", email.text);
    }
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn a_name_that_does_not_tell_which_service_is_meant_stays_in_english() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    let asha = hindi_reader(&salon, "Asha").await;
    create_booking(&asha, &haircut_request()).await;
    let shows_hindi = async || page_in("hi", &asha, "/visits").await.contains(IN_HINDI);
    patch_cut(&meera, &json!({ "nameHi": IN_HINDI })).await;
    assert!(shows_hindi().await);
    let namesake = json!({
        "categoryId": "category-body", "name": "cut", "nameHi": "कटाई", "durationMinutes": 20, "pricePaise": 40_000,
    });
    let namesake = meera.post("/api/services", &namesake).await.expect_created()["service"]["id"].clone();
    let namesake = format!("/api/services/{}", namesake.as_str().unwrap());
    assert!(!shows_hindi().await, "two services are called so");
    for patch in [json!({ "nameHi": null }), json!({ "nameHi": IN_HINDI }), json!({ "name": "Leaf", "nameHi": "पत्ता" })]
    {
        meera.patch(&namesake, &patch).await.expect_ok();
        assert!(shows_hindi().await, "{patch}");
    }
    // It was booked under a name that is nobody's any more.
    patch_cut(&meera, &json!({ "name": "Trim" })).await;
    let page = page_in("hi", &asha, "/visits").await;
    assert!(!page.contains(IN_HINDI) && page.contains(" lang=\"en\">cut</a>"), "{page}");
}

#[test_on_both_engines]
async fn the_desk_reads_services_in_its_language() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    patch_cut(&meera, &json!({ "nameHi": IN_HINDI })).await;
    let (ravi, uma) = (receptionist(&salon).await, salon.member("Uma", Role::Receptionist).await);
    uma.patch("/api/me", &json!({ "language": "hi" })).await.expect_ok();
    let asha = salon.customer("Asha").await;
    let id = create_booking(&asha, &haircut_request()).await;
    create_booking(&asha, &haircut_request_at("2027-03-05", "15:00")).await;
    approve_booking(&ravi, &id, STYLIST).await.expect_ok();
    for path in [
        format!("/board?at={PUNE}&day=2027-03-05"),
        format!("/board?at={PUNE}&day=2027-03-05&view=list"),
        format!("/bookings/{id}"),
        "/bookings".to_owned(),
        format!("/requests?at={PUNE}"),
        "/bookings/new".to_owned(),
        "/leads/new".to_owned(),
        format!("/customers/{}", asha.id()),
    ] {
        assert!(page_in("hi", &uma, &path).await.contains(IN_HINDI), "{path}");
        let english = page_in("en", &ravi, &path).await;
        assert!(english.contains("cut") && !english.contains(IN_HINDI), "{path}");
    }
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn a_tier_is_shown_in_hindi_and_a_changed_name_at_once() {
    let salon = spa_salon().await;
    let (meera, desk) = (manager(&salon).await, receptionist(&salon).await);
    let asha = hindi_reader(&salon, "Asha").await;
    let membership = create_membership(&desk, &ten_hour_sale(&asha)).await;
    let rewards = async || page_in("hi", &asha, "/rewards").await;
    assert!(rewards().await.contains("<b lang=\"en\">GOLD</b>"));
    for name in ["गोल्ड", "सोना"] {
        meera.patch(&format!("{TIERS_PATH}/gold"), &json!({ "nameHi": name })).await.expect_ok();
        assert!(rewards().await.contains(&format!("<b>{name}</b>")), "{name}");
    }
    let email = compose_email(&salon, EmailKind::MembershipCreated, asha.id(), &membership, "").await.unwrap();
    assert!(email.text.contains("सोना") && !email.text.contains("GOLD"), "{}", email.text);
    meera.patch(&format!("{TIERS_PATH}/gold"), &json!({ "nameHi": null })).await.expect_ok();
    assert!(rewards().await.contains("<b lang=\"en\">GOLD</b>"));
    salon.run_due_jobs().await;
}

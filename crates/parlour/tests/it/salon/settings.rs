//! What an owner says of the salon itself, and where customers see it.

use parlour_domain::auth::role::Role;
use parlour_domain::notification::email_kind::EmailKind;
use parlour_testkit::actions::bookings::{approve_booking, create_booking, haircut_request};
use parlour_testkit::actions::emails::compose_email;
use parlour_testkit::actions::people::receptionist;
use parlour_testkit::checks::audit_log::{admin_changes_of_record, assert_changes_are_serial};
use parlour_testkit::checks::concurrency::patch_concurrently;
use parlour_testkit::checks::json::expect_only_field;
use parlour_testkit::fixtures::small_salon::{GOA, STYLIST, small_salon};
use parlour_testkit::{Person, TestSalon, test_on_both_engines};
use serde_json::{Value, json};

const SALON_PATH: &str = "/api/salon";

async fn owner(salon: &TestSalon) -> Person {
    salon.member("Olga", Role::Owner).await
}

fn nothing_said() -> Value {
    json!({ "name": null, "about": "", "aboutHi": null, "website": null, "invoiceFooter": "" })
}

async fn shown_salon(owner: &Person) -> Value {
    expect_only_field(&owner.get(SALON_PATH).await.expect_ok(), "salon")
}

async fn patched_salon(owner: &Person, patch: &Value) -> Value {
    expect_only_field(&owner.patch(SALON_PATH, patch).await.expect_ok(), "salon")
}

/// The name in the title of the first page, and in the manifest of both apps.
async fn shown_names(salon: &TestSalon) -> [String; 3] {
    let home = salon.visitor().get("/").await.text();
    let title = home.split_once("<title>").unwrap().1.split_once("</title>").unwrap().0;
    let title = title.rsplit_once(" · ").unwrap().1.to_owned();
    let name = |manifest: Value| manifest["name"].as_str().unwrap().to_owned();
    let customer = name(salon.visitor().get("/manifest.webmanifest").await.json());
    let desk = name(salon.admin_visitor().get("/manifest.webmanifest").await.json());
    [title, customer, desk]
}

#[test_on_both_engines]
async fn an_owner_says_what_the_salon_is() {
    let salon = small_salon().await;
    let olga = owner(&salon).await;
    assert_eq!(shown_salon(&olga).await, nothing_said());
    let given = json!({
        "name": " Aangan ", "about": "Hair and skin.\nSince 1998. ", "aboutHi": " बाल और स्किन। ", "website": " https://aangan.example/pune ",
        "invoiceFooter": "Thank you.\nWe exchange within a week.", "id": "mine",
    });
    let named = json!({
        "name": "Aangan", "about": "Hair and skin.\nSince 1998.", "aboutHi": "बाल और स्किन।", "website": "https://aangan.example/pune",
        "invoiceFooter": "Thank you.\nWe exchange within a week.",
    });
    assert_eq!(patched_salon(&olga, &given).await, named);
    assert_eq!(shown_salon(&olga).await, named);
    assert_eq!(patched_salon(&olga, &json!({ "about": null, "invoiceFooter": null })).await, named, "null is absent");
    let less = patched_salon(
        &olga,
        &json!({ "name": null, "website": "", "about": "", "aboutHi": null, "invoiceFooter": " " }),
    )
    .await;
    assert_eq!(less, nothing_said());
    let log = admin_changes_of_record(&salon, "salon", "salon.change").await;
    let who = || Some(olga.id().to_string());
    assert!(log.contains(&(who(), nothing_said(), named.clone())), "{log:?}");
    assert!(log.contains(&(who(), named, less)), "{log:?}");
    assert_eq!(log.len(), 3);
}

#[test_on_both_engines]
async fn all_invalid_fields_of_the_salon_are_reported_together() {
    let salon = small_salon().await;
    let olga = owner(&salon).await;
    let longest = json!({ "about": "a".repeat(300), "invoiceFooter": "a".repeat(200), "name": "a".repeat(120) });
    patched_salon(&olga, &longest).await;
    let wrong = json!({
        "name": "a".repeat(121), "about": "a".repeat(301), "aboutHi": "ह".repeat(301), "invoiceFooter": "a".repeat(201),
        "website": "http://aangan.example",
    });
    let fields = olga.patch(SALON_PATH, &wrong).await.expect_invalid_fields();
    assert_eq!(fields, ["about", "aboutHi", "invoiceFooter", "name", "website"]);
    for website in [json!(5), json!("aangan.example"), json!("javascript:alert(1)"), json!("https://"), json!([])] {
        let fields =
            olga.patch(SALON_PATH, &json!({ "website": website, "name": "Lost" })).await.expect_invalid_fields();
        assert_eq!(fields, ["website"]);
    }
    assert_eq!(shown_salon(&olga).await["name"], "a".repeat(120), "nothing of a refused change is kept");
}

#[test_on_both_engines]
async fn of_changes_at_the_same_time_none_is_lost() {
    let salon = small_salon().await;
    let patches = vec![
        json!({ "name": "Aangan" }),
        json!({ "about": "Hair" }),
        json!({ "aboutHi": "बाल" }),
        json!({ "website": "https://aangan.example" }),
        json!({ "invoiceFooter": "Thank you" }),
    ];
    for reply in patch_concurrently(&salon, Role::Owner, SALON_PATH, patches).await {
        reply.expect_ok();
    }
    let last = shown_salon(&owner(&salon).await).await;
    let all = json!({
        "name": "Aangan", "about": "Hair", "aboutHi": "बाल", "website": "https://aangan.example",
        "invoiceFooter": "Thank you",
    });
    assert_eq!(last, all);
    let log = admin_changes_of_record(&salon, "salon", "salon.change").await;
    assert_changes_are_serial(&log, &nothing_said(), &last);
}

#[test_on_both_engines]
async fn pages_bear_the_name_at_once() {
    let salon = small_salon().await;
    let olga = owner(&salon).await;
    assert_eq!(shown_names(&salon).await, ["PUN", "PUN", "PUN Desk"]);
    patched_salon(&olga, &json!({ "name": "Aangan", "about": "Hair & skin" })).await;
    assert_eq!(shown_names(&salon).await, ["Aangan", "Aangan", "Aangan Desk"]);
    let home = salon.visitor().get("/").await.text();
    assert!(home.contains("\"description\":\"Hair & skin\""), "{home}");
    patched_salon(&olga, &json!({ "name": null })).await;
    // Without a name of its own the salon is called as its primary branch is.
    olga.patch(&format!("/api/branches/{GOA}"), &json!({ "isPrimary": true })).await.expect_ok();
    assert_eq!(shown_names(&salon).await, ["GOA", "GOA", "GOA Desk"]);
}

#[test_on_both_engines]
async fn emails_are_signed_with_the_name_and_the_branch() {
    let salon = small_salon().await;
    let (olga, desk, asha) = (owner(&salon).await, receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&asha, &haircut_request()).await;
    approve_booking(&desk, &id, STYLIST).await.expect_ok();
    let confirmed = async || compose_email(&salon, EmailKind::BookingConfirmed, asha.id(), &id, "0").await.unwrap();
    assert!(confirmed().await.subject.ends_with(" at PUN"));
    patched_salon(&olga, &json!({ "name": "Aangan" })).await;
    let letter = confirmed().await;
    assert_eq!(letter.subject, "Confirmed: Fri 5 Mar, 11:00 am at Aangan");
    assert!(letter.text.contains("PUN, MG Road"), "{}", letter.text);
    assert!(letter.text.contains("\n-- \nPUN\nMG Road"), "{}", letter.text);
    assert!(letter.html.contains(">Aangan</td>"), "{}", letter.html);
    let calendar = String::from_utf8(letter.attachments[0].bytes.clone()).unwrap();
    assert!(calendar.contains("ORGANIZER;CN=\"Aangan\":mailto:"), "{calendar}");
}

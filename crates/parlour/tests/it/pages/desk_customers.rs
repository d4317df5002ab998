//! Customers: pages of the desk.

use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_testkit::actions::bookings::{
    cancel_booking, create_booking, haircut_request, haircut_request_at, haircut_request_with,
};
use parlour_testkit::actions::checkout::cash_payment;
use parlour_testkit::actions::customers::{CUSTOMERS_PATH, DirectoryCustomer, insert_directory_customers};
use parlour_testkit::actions::gems::adjust_gems;
use parlour_testkit::actions::invoices::{bill_booking, create_credit_note};
use parlour_testkit::actions::memberships::{
    create_membership, list_memberships, massage_session, record_session, ten_hour_sale,
};
use parlour_testkit::actions::people::{manager, receptionist, sign_in_through_provider};
use parlour_testkit::browser::{Browser, Page};
use parlour_testkit::checks::database::{count_rows, update_rows};
use parlour_testkit::chromium::{ChromiumOptions, Visitor, screens_with_pages};
use parlour_testkit::fixtures::spa_salon::insert_membership_tiers;
use parlour_testkit::{Engine, Person, TestSalon, run, test_on_both_engines};
use serde_json::{Value, json};

use super::visits::{link_target, listening_salon};

fn desk_browser(salon: &TestSalon, person: &Person) -> Browser {
    let mut browser = Browser::at(salon, AppKind::Admin);
    browser.sign_in_as(person);
    browser
}

/// Somebody who signs in and has a profile.
async fn signed_in_customer(salon: &TestSalon, name: &str) -> Person {
    let person = salon.customer(name).await;
    person.get("/api/gems").await.expect_ok();
    person
}

/// Somebody for whom a provider vouches, with a phone that nobody has proven.
async fn provider_customer(salon: &TestSalon, name: &str) -> Person {
    let person = salon.customer(name).await;
    let sql = "insert into identities (issuer, subject, user_id, created_at)
               select 'https://identity.invalid', id, id, created_at from users where id = $1";
    update_rows(salon, person.id().as_str(), sql).await;
    let told =
        json!({ "phone": "9845012345", "dateOfBirth": "1990-03-05", "gender": "female", "marketingConsent": false });
    person.post("/api/onboarding/complete", &told).await.expect_ok();
    person
}

async fn add_customer(desk: &Person, body: &Value) -> String {
    desk.post(CUSTOMERS_PATH, body).await.expect_created()["customer"]["id"].as_str().unwrap().to_owned()
}

async fn add_asha(desk: &Person) -> String {
    add_customer(desk, &json!({ "name": "Asha Rao", "phone": "9845012345", "email": "asha@test.invalid" })).await
}

async fn shown_customer(desk: &Person, id: &str) -> Value {
    desk.get(&format!("{CUSTOMERS_PATH}/{id}")).await.expect_ok()["customer"].clone()
}

async fn add_tag(boss: &Person, name: &str) -> String {
    let tag = boss.post("/api/tags", &json!({ "name": name, "color": "#b45309" })).await.expect_created();
    tag["tag"]["id"].as_str().unwrap().to_owned()
}

#[track_caller]
fn expect_texts(page: &Page, parts: &[&str]) {
    for part in parts {
        assert!(page.has_text(part), "{part} in {}", page.text());
    }
}

fn shown_names(page: &Page) -> Vec<String> {
    page.texts_of("tbody .grow a")
}

#[test_on_both_engines]
async fn the_directory_finds_people_by_name_and_last_digits_and_adds_whom_it_does_not_know() {
    let salon = listening_salon().await;
    let desk = receptionist(&salon).await;
    let mut browser = desk_browser(&salon, &desk);
    let page = browser.visit("/customers").await;
    expect_texts(&page, &["0 customers", "There are no customers yet."]);
    add_asha(&desk).await;
    add_customer(&desk, &json!({ "name": "Bina Shah", "phone": "9000012399" })).await;

    let page = browser.visit("/customers").await;
    expect_texts(&page, &["2 customers", "+91 98450 12345", "asha@test.invalid", "never"]);
    let search = |page: &Page, typed: &str| page.form_with("q").with("q", typed);
    for (typed, found) in
        [("2345", "Asha Rao"), ("98450-12345", "Asha Rao"), ("shah", "Bina Shah"), ("test.inv", "Asha Rao")]
    {
        let page = browser.submit_and_follow(&search(&page, typed)).await;
        assert_eq!(shown_names(&page), [found], "{typed}");
        expect_texts(&page, &["1 found"]);
    }
    assert_eq!(link_target(&page, "Call Asha Rao"), "tel:+919845012345");

    let nobody = browser.submit_and_follow(&search(&page, "Chandra")).await;
    expect_texts(&nobody, &["Nobody of that name. Add Chandra?"]);
    assert_eq!(link_target(&nobody, "Add customer"), "/customers/new?name=Chandra");
    let form = browser.click_link(&nobody, "Add customer").await.form_with("phone");
    assert_eq!(form.value("name"), Some("Chandra"));
    let nobody = browser.submit_and_follow(&search(&page, "98111 22233")).await;
    assert_eq!(link_target(&nobody, "Add customer"), "/customers/new?phone=98111+22233");
    let odd = browser.visit("/customers?q=%00&sort=nonsense&page=0&tag=unknown").await;
    expect_texts(&odd, &["0 found", "Nobody has this tag."]);
}

#[test_on_both_engines]
async fn the_directory_is_sorted_by_links_and_narrowed_by_tag() {
    let salon = listening_salon().await;
    let (desk, boss) = (receptionist(&salon).await, manager(&salon).await);
    let people = [
        DirectoryCustomer {
            id: "asha",
            name: "Asha",
            visits: 1,
            spent: 90_000,
            noshows: 0,
            ..DirectoryCustomer::default()
        },
        DirectoryCustomer {
            id: "binu",
            name: "Binu",
            visits: 9,
            spent: 50_000,
            noshows: 2,
            ..DirectoryCustomer::default()
        },
    ];
    insert_directory_customers(&salon, &people).await;
    let tag = add_tag(&boss, "Regular").await;
    boss.post(&format!("{CUSTOMERS_PATH}/binu/tags"), &json!({ "tagId": tag })).await.expect_created();
    let mut browser = desk_browser(&salon, &desk);
    let page = browser.visit("/customers").await;
    assert_eq!(shown_names(&page), ["Asha", "Binu"], "by spend");
    assert_eq!(page.texts_of("th[aria-sort=descending]"), ["Spent"]);
    for (heading, first) in
        [("Visits", "Binu"), ("No-shows", "Binu"), ("Name", "Asha"), ("Last visit", "Asha"), ("Gems", "Asha")]
    {
        let sorted = browser.click_link(&page, heading).await;
        assert_eq!(shown_names(&sorted)[0], first, "{heading}");
        assert_eq!(sorted.texts_of("th[aria-sort]"), [heading]);
    }
    let page = browser.submit_and_follow(&page.form_with("q").with("tag", "regular")).await;
    assert_eq!(shown_names(&page), ["Binu"]);
    assert_eq!(shown_names(&browser.click_link(&page, "Show everybody").await).len(), 2);
    let staff = salon.member("Sunil", Role::Staff).await;
    for path in ["/customers", "/customers/new", "/customers/asha", "/customers/asha/edit"] {
        assert_eq!(desk_browser(&salon, &staff).visit(path).await.status, 403, "{path}");
    }
}

#[test_on_both_engines]
async fn the_directory_has_pages() {
    let salon = listening_salon().await;
    let desk = receptionist(&salon).await;
    for number in 0..21 {
        add_customer(&desk, &json!({ "name": format!("Person {number:02}"), "phone": "9845012345" })).await;
    }
    let mut browser = desk_browser(&salon, &desk);
    let page = browser.visit("/customers?sort=name&q=person").await;
    expect_texts(&page, &["21 found", "Page 1 of 2"]);
    let next = browser.click_link(&page, "Next").await;
    assert_eq!(shown_names(&next), ["Person 20"]);
    assert_eq!(shown_names(&browser.click_link(&next, "Previous").await).len(), 20);
}

#[test_on_both_engines]
async fn adding_somebody_whose_phone_is_known_shows_who_has_it_first() {
    let salon = listening_salon().await;
    let desk = receptionist(&salon).await;
    let asha = add_asha(&desk).await;
    let mut browser = desk_browser(&salon, &desk);
    let form = browser.visit("/customers/new").await.form_with("phone");

    let wrong = form.clone().with("phone", "12").with("email", "nonsense").with("dateOfBirth", "2099-01-01");
    let page = browser.submit(&wrong).await.expect_status(422);
    for name in ["name", "phone", "email", "dateOfBirth"] {
        assert!(page.field_error(name).is_some(), "{name} in {}", page.text());
    }
    assert_eq!(page.form_with("phone").value("phone"), Some("12"), "what was typed is kept");

    let typed = |page: &Page| page.attributes_of("form[data-unsaved]", "data-unsaved");
    assert_eq!(typed(&page), ["typed"], "leaving would lose it");
    let filled = page.form_with("phone").with("name", "Asha's sister").with("phone", "098450 12345");
    let filled = filled.with("email", "").with("dateOfBirth", "1990-05-17").with("gender", "female");
    let page = browser.submit(&filled).await.expect_status(409);
    expect_texts(&page, &["Likely the same person", "Asha Rao", "no visits"]);
    assert_eq!(typed(&page), ["typed"], "nobody was added yet");
    assert_eq!(link_target(&page, "Open Asha Rao"), format!("/customers/{asha}"));
    let count = "select count(*) from profiles where phone = $1";
    assert_eq!(count_rows(&salon, "+919845012345", count).await, 1, "nobody was added yet");

    // With another phone the next person is asked about anew.
    let again = page.form_with_button("Add all the same");
    let added = browser.submit_and_follow(&again).await;
    assert_eq!(added.heading(), "Asha's sister");
    expect_texts(&added, &["The customer was added.", "17 May", "Female", "Duplicates 1"]);
    assert_eq!(count_rows(&salon, "+919845012345", count).await, 2);
    let repeated = browser.submit_and_follow(&again).await;
    assert_eq!(repeated.path(), added.path(), "a second tap adds nobody");
    assert_eq!(count_rows(&salon, "+919845012345", count).await, 2);

    let taken = form.with("name", "Somebody").with("phone", "9000000001").with("email", "ASHA@test.invalid");
    let page = browser.submit(&taken).await.expect_status(409);
    expect_texts(&page, &["Someone with this e-mail is known already.", "Asha Rao"]);
}

#[test_on_both_engines]
async fn a_customer_shows_figures_visits_and_what_they_agreed_to() {
    let salon = insert_membership_tiers(listening_salon().await).await;
    let desk = receptionist(&salon).await;
    let asha = salon.customer("Asha").await;
    let told =
        json!({ "phone": "9845012345", "dateOfBirth": "1990-03-05", "gender": "female", "marketingConsent": true });
    asha.post("/api/onboarding/complete", &told).await.expect_ok();
    bill_booking(&salon, &desk, &asha, &haircut_request(), &cash_payment()).await;
    let coming = create_booking(&asha, &haircut_request_at("2027-03-09", "12:00")).await;
    let membership = create_membership(&desk, &ten_hour_sale(&asha)).await;
    record_session(&desk, &membership, &massage_session(90)).await.expect_created();
    let path = format!("/customers/{}", asha.id());
    let mut browser = desk_browser(&salon, &desk);
    let page = browser.visit(&path).await;
    assert_eq!(page.heading(), "Asha");
    let agreed = "Offers agreed, 1 Mar 2027";
    expect_texts(&page, &["+91 98450 12345", "Birthday on Fri 5 Mar", "5 March", "Reminders on", agreed]);
    expect_texts(&page, &["no late cancellations", "8 h 30 min left of 10 h", "To be answered", "Done", "March 2027"]);
    assert_eq!(page.attributes_of("tbody a", "href").first(), Some(&format!("/bookings/{coming}")));
    assert_eq!(page.attributes_of(".phead a[data-key=n]", "href"), [format!("/bookings/new?customer={}", asha.id())]);
    assert_eq!(link_target(&page, "Sell membership"), format!("/memberships/sell?customer={}", asha.id()));
    assert_eq!(link_target(&page, "WhatsApp"), "https://wa.me/919845012345");
    assert!(page.forms().iter().all(|form| !form.has("noshowCount")), "only for managers");

    let invoices = browser.visit(&format!("{path}?tab=invoices")).await;
    expect_texts(&invoices, &["cash", "₹1,200", "Membership session"]);
    let tab = browser.visit(&format!("{path}?tab=membership")).await;
    expect_texts(&tab, &["Active", "Hours and sessions"]);
    assert_eq!(link_target(&tab, "Hours and sessions"), format!("/memberships/{membership}"));
    let gems = browser.visit(&format!("{path}?tab=gems")).await;
    expect_texts(&gems, &["Earned 12", "+12"]);
    assert!(gems.forms().iter().all(|form| !form.has("gemsAmount")), "only for managers");
    salon.leaves_due_jobs("nobody reads the invoice");
}

#[test_on_both_engines]
async fn older_visits_of_a_customer_are_one_link_away() {
    let salon = listening_salon().await;
    let (desk, asha) = (receptionist(&salon).await, signed_in_customer(&salon, "Asha").await);
    for day in 2..=24 {
        let id = create_booking(&asha, &haircut_request_at(&format!("2027-03-{day:02}"), "10:00")).await;
        cancel_booking(&asha, &id).await.expect_ok();
    }
    let mut browser = desk_browser(&salon, &desk);
    let first = browser.visit(&format!("/customers/{}", asha.id())).await;
    let second = browser.click_link(&first, "Older visits").await;
    let rows = |page: &Page| page.texts_of("tbody tr");
    assert_eq!((rows(&first).len(), rows(&second).len()), (20, 3));
    assert!(rows(&first)[0].contains("24 Mar") && rows(&second)[2].contains("2 Mar"), "{:?}", rows(&second));
    assert_eq!(rows(&browser.click_link(&second, "Newest visits").await), rows(&first));
}

#[test_on_both_engines]
async fn contact_details_are_corrected_or_refused_beside_their_fields() {
    let salon = listening_salon().await;
    let desk = receptionist(&salon).await;
    let (asha, _) = (
        add_asha(&desk).await,
        add_customer(&desk, &json!({ "name": "Bina", "phone": "9000000001", "email": "bina@test.invalid" })).await,
    );
    let mut browser = desk_browser(&salon, &desk);
    let page = browser.visit(&format!("/customers/{asha}")).await;
    let form = browser.click_link(&page, "Edit").await.form_with("gstin");
    assert_eq!((form.value("phone"), form.value("email")), (Some("+91 98450 12345"), Some("asha@test.invalid")));
    let wrong =
        form.clone().with("name", "").with("phone", "123").with("gstin", "nonsense").with("dateOfBirth", "2099-01-01");
    let page = browser.submit(&wrong).await.expect_status(422);
    for name in ["name", "phone", "gstin", "dateOfBirth"] {
        assert!(page.field_error(name).is_some(), "{name} in {}", page.text());
    }
    assert_eq!(shown_customer(&desk, &asha).await["phone"], "+919845012345", "nothing was saved");
    let page = browser.submit(&form.clone().with("email", "bina@test.invalid")).await.expect_status(409);
    expect_texts(&page, &["Someone with this e-mail is known already."]);

    let right =
        form.with("name", "Asha R. Rao").with("phone", "").with("gender", "other").with("legalName", "Rao & Co");
    let right = right.with("gstin", "29AAGCB7383J1Z4").with("billingAddress", "MG Road\r\nPune");
    let saved = browser.submit_and_follow(&right).await;
    expect_texts(&saved, &["The details were saved.", "Asha R. Rao", "no phone", "Rao & Co, 29AAGCB7383J1Z4"]);
    let shown = shown_customer(&desk, &asha).await;
    let of = |name: &str| shown[name].clone();
    assert_eq!(
        (of("phone"), of("gender"), of("billingAddress")),
        (Value::Null, json!("other"), json!("MG Road\nPune"))
    );
    assert_eq!(of("email"), "asha@test.invalid");

    let opens = "Whoever signs in with this address later sees everything of this customer";
    expect_texts(&browser.visit(&format!("/customers/{asha}/edit")).await, &[opens]);
    sign_in_through_provider(&salon, "asha", "asha@test.invalid", true).await;
    let page = browser.visit(&format!("/customers/{asha}/edit")).await;
    assert!(!page.has_text(opens), "it is theirs");
    let form = page.form_with("gstin");
    let page = browser.submit(&form.forge("email", "other@test.invalid")).await;
    assert!(page.status == 409 || page.has_text("only they can change it"), "{} {}", page.status, page.text());
    assert_eq!(browser.visit(&format!("/customers/{}/edit", desk.id())).await.status, 404, "no profile");
}

#[test_on_both_engines]
async fn tags_are_added_and_removed() {
    let salon = listening_salon().await;
    let (desk, boss) = (receptionist(&salon).await, manager(&salon).await);
    let asha = add_asha(&desk).await;
    let mut browser = desk_browser(&salon, &desk);
    let path = format!("/customers/{asha}?tab=notes");
    expect_texts(&browser.visit(&path).await, &["There is no other tag."]);
    let regular = add_tag(&boss, "Regular").await;
    add_tag(&boss, "Prefers Meera").await;
    let page = browser.visit(&path).await;
    let form = page.form_with_button("Add");
    let page = browser.submit_and_follow(&form.clone().with("tagId", &regular)).await;
    expect_texts(&page, &["The tag was added."]);
    assert_eq!((page.path(), page.url.query()), (format!("/customers/{asha}").as_str(), Some("tab=notes")));
    assert_eq!(shown_customer(&desk, &asha).await["tags"][0]["name"], "Regular");
    let page = browser.submit_and_follow(&page.form_with_button("Remove the tag Regular")).await;
    expect_texts(&page, &["The tag was removed."]);
    assert_eq!(shown_customer(&desk, &asha).await["tags"], json!([]));
    let refused = browser.submit(&form.forge("tagId", "unknown")).await.expect_status(422);
    expect_texts(&refused, &["This tag is not there any more."]);
}

#[test_on_both_engines]
async fn notes_are_written_about_a_visit_and_pinned() {
    let salon = listening_salon().await;
    let (desk, asha) = (receptionist(&salon).await, signed_in_customer(&salon, "Asha").await);
    let visit = create_booking(&asha, &haircut_request()).await;
    let foreign = create_booking(&salon.customer("Binu").await, &haircut_request()).await;
    let path = format!("/customers/{}?tab=notes", asha.id());
    let mut browser = desk_browser(&salon, &desk);
    let form = browser.visit(&path).await.form_with("content");
    let empty = browser.submit(&form.clone()).await.expect_status(422);
    assert!(empty.field_error("content").is_some(), "{}", empty.text());
    let page = browser.submit(&form.clone().with("content", "x").forge("bookingId", &foreign)).await.expect_status(422);
    assert!(page.field_error("bookingId").is_some(), "{}", page.text());
    let note = form.with("content", "Low ammonia only.\r\nParting on the left.").with("bookingId", &visit);
    let page = browser.submit_and_follow(&note).await;
    expect_texts(&page, &["The note was saved.", "Low ammonia only.", "Ravi, 1 Mar 2027"]);
    assert_eq!(link_target(&page, "about a visit"), format!("/bookings/{visit}"));

    let page = browser.submit_and_follow(&page.form_with_button("Pin the note of 1 Mar 2027")).await;
    expect_texts(&page, &["The note is shown first from now on."]);
    let id = asha.id().as_str();
    assert_eq!(shown_customer(&desk, id).await["pinnedNote"], "Low ammonia only.\nParting on the left.");
    let first = browser.visit(&format!("/customers/{id}")).await;
    assert_eq!(first.texts_of(".note.warn b"), ["Good to know"]);
    expect_texts(&first, &["Low ammonia only."]);
    let long = browser.visit(&path).await.form_with_button("Save pinned note").forge("pinnedNote", &"x".repeat(501));
    let refused = browser.submit(&long).await.expect_status(422);
    assert!(refused.field_error("pinnedNote").is_some(), "{}", refused.text());
    let page = browser.visit(&path).await;
    let page = browser.submit_and_follow(&page.form_with_button("Unpin")).await;
    expect_texts(&page, &["No note is pinned any more."]);
    assert_eq!(shown_customer(&desk, id).await["pinnedNote"], Value::Null);
}

#[test_on_both_engines]
async fn two_people_at_one_customer_lose_nothing() {
    let salon = listening_salon().await;
    let (desk, asha) = (receptionist(&salon).await, signed_in_customer(&salon, "Asha").await);
    let id = asha.id().as_str();
    let (notes, edit) = (format!("/customers/{id}?tab=notes"), format!("/customers/{id}/edit"));
    let (mut one, mut other) = (desk_browser(&salon, &desk), desk_browser(&salon, &desk));
    let (early, late) = (one.visit(&notes).await, other.visit(&notes).await);
    let pin = |page: &Page, text: &str| page.form_with_button("Save pinned note").with("pinnedNote", text);
    // A browser sends two characters for the end of a line, and counts one.
    let nuts = format!("Allergic to nuts.\r\n{}", "x".repeat(482));
    assert_eq!(one.submit_and_follow(&pin(&early, &nuts)).await.status, 200);
    let refused = other.submit(&pin(&late, "Likes tea.")).await.expect_status(409);
    expect_texts(&refused, &["Somebody pinned another text meanwhile.", "Allergic to nuts."]);
    assert_eq!(refused.form_with_button("Save pinned note").value("pinnedNote"), Some("Likes tea."));
    assert_eq!(shown_customer(&desk, id).await["pinnedNote"], nuts.replace('\r', ""));
    assert_eq!(other.submit_and_follow(&refused.form_with_button("Save pinned note")).await.status, 200);
    assert_eq!(shown_customer(&desk, id).await["pinnedNote"], "Likes tea.");

    let (early, late) = (one.visit(&edit).await, other.visit(&edit).await);
    assert_eq!(one.submit_and_follow(&early.form_with("legalName").with("name", "Asha Rao")).await.status, 200);
    let wrong = late.form_with("legalName").with("legalName", "Rao Traders").with("gstin", "29ABC");
    let refused = other.submit(&wrong).await.expect_status(422);
    assert_eq!(other.submit_and_follow(&refused.form_with("legalName").with("gstin", "")).await.status, 200);
    let stored = shown_customer(&desk, id).await;
    assert_eq!((&stored["name"], &stored["legalName"]), (&json!("Asha Rao"), &json!("Rao Traders")));

    let (early, late) = (one.visit(&edit).await, other.visit(&edit).await);
    assert_eq!(one.submit_and_follow(&early.form_with("legalName").with("name", "Asha R")).await.status, 200);
    let same = late.form_with("legalName").with("name", "A. Rao").with("gender", "male");
    let refused = other.submit(&same).await.expect_status(409);
    expect_texts(&refused, &["This was changed meanwhile: Name (now “Asha R”)."]);
    let form = refused.form_with("legalName");
    assert_eq!((form.value("name"), form.value("gender")), (Some("A. Rao"), Some("male")));
    assert_eq!(other.submit_and_follow(&form).await.status, 200);
    assert_eq!(shown_customer(&desk, id).await["name"], "A. Rao");
}

#[test_on_both_engines]
async fn a_manager_gives_and_takes_gems_and_the_front_desk_cannot() {
    let salon = listening_salon().await;
    let (desk, boss) = (receptionist(&salon).await, manager(&salon).await);
    let asha = add_asha(&desk).await;
    let path = format!("/customers/{asha}?tab=gems");
    let mut browser = desk_browser(&salon, &boss);
    let form = browser.visit(&path).await.form_with("gemsAmount");
    for (name, value) in [("gemsAmount", "0"), ("gemsAmount", "ten"), ("reason", "")] {
        let wrong = form.clone().with("gemsAmount", "5").with("reason", "Sorry").with(name, value);
        let page = browser.submit(&wrong).await.expect_status(422);
        assert!(page.field_error(name).is_some(), "{name} in {}", page.text());
    }
    let given = form.clone().with("gemsAmount", "50").with("reason", "Sorry for the wait");
    let page = browser.submit_and_follow(&given).await;
    expect_texts(&page, &["The gems were changed.", "Balance 50.", "Sorry for the wait", "+50"]);
    let take = page.form_with("gemsAmount").with("direction", "take").with("reason", "Mistake");
    let page = browser.submit(&take.clone().with("gemsAmount", "51")).await.expect_status(409);
    assert_eq!(page.form_with("gemsAmount").value("direction"), Some("take"), "{}", page.text());
    let page = browser.submit_and_follow(&take.with("gemsAmount", "20")).await;
    expect_texts(&page, &["Balance 30.", "−20"]);

    browser.sign_in_as(&desk);
    assert!(browser.visit(&path).await.forms().iter().all(|form| !form.has("gemsAmount")));
    assert_eq!(browser.submit(&given.forge("key", "another")).await.status, 403);
    assert_eq!(shown_customer(&desk, &asha).await["gemsBalance"], 30);
}

#[test_on_both_engines]
async fn a_manager_corrects_the_no_show_record() {
    let salon = listening_salon().await;
    let (desk, boss) = (receptionist(&salon).await, manager(&salon).await);
    let asha = add_asha(&desk).await;
    update_rows(
        &salon,
        &asha,
        "update profiles set noshow_count = 3, booking_requires_approval = true where user_id = $1",
    )
    .await;
    let path = format!("/customers/{asha}");
    let mut browser = desk_browser(&salon, &boss);
    let page = browser.visit(&path).await;
    expect_texts(&page, &["Every booking needs approval"]);
    let form = page.form_with("noshowCount");
    let page = browser.submit(&form.clone().with("noshowCount", "-1")).await.expect_status(422);
    assert!(page.field_error("noshowCount").is_some(), "{}", page.text());
    let saved =
        browser.submit_and_follow(&form.clone().with("noshowCount", "1").without("bookingRequiresApproval")).await;
    expect_texts(&saved, &["The no-show record was saved."]);
    let shown = shown_customer(&desk, &asha).await;
    assert_eq!((&shown["noshowCount"], &shown["bookingRequiresApproval"]), (&json!(1), &json!(false)));
    browser.sign_in_as(&desk);
    assert_eq!(browser.submit(&form.forge("key", "another")).await.status, 403);
}

#[test_on_both_engines]
async fn two_records_are_compared_and_merged_into_the_one_that_stays() {
    let salon = listening_salon().await;
    let (desk, boss, asha) = (receptionist(&salon).await, manager(&salon).await, salon.customer("Asha").await);
    let told =
        json!({ "phone": "9845012345", "dateOfBirth": "1990-03-05", "gender": "female", "marketingConsent": false });
    asha.post("/api/onboarding/complete", &told).await.expect_ok();
    bill_booking(&salon, &desk, &asha, &haircut_request(), &cash_payment()).await;
    let walk_in = add_customer(&desk, &json!({ "name": "Asha at the counter", "phone": "9845012345" })).await;
    let into = asha.id().to_string();
    let path = format!("/customers/{walk_in}");

    let mut browser = desk_browser(&salon, &desk);
    let page = browser.visit(&format!("{path}?tab=duplicates")).await;
    expect_texts(&page, &["Duplicates 1", "1 visit"]);
    assert!(page.links().iter().all(|link| !link.url.path().ends_with("/merge")), "only for managers");
    assert_eq!(browser.visit(&format!("{path}/merge?with={into}")).await.status, 403);

    browser.sign_in_as(&boss);
    let page = browser.visit(&format!("{path}?tab=duplicates")).await;
    let page = browser.click_link(&page, "Merge with Asha").await;
    expect_texts(
        &page,
        &[
            "Merge two records",
            "This record stays: Asha at the counter",
            "The other record stays: Asha",
            "₹1,200",
            "Together",
        ],
    );
    let form = page.form_with("intoId");
    assert_eq!(form.value("intoId"), Some(into.as_str()), "the record with more visits");
    let unsure = browser.submit(&form).await.expect_status(422);
    expect_texts(&unsure, &["Tick that both are one person."]);
    let form = form.with("sure", "true").with("keptName", "Asha");
    let odd = browser.submit(&form.clone().forge("intoId", desk.id().as_str())).await;
    assert_eq!(odd.status, 422, "{}", odd.text());
    let page = browser.submit_and_follow(&form).await;
    expect_texts(&page, &["The two records are one now."]);
    assert_eq!((page.path(), page.heading().as_str()), (format!("/customers/{into}").as_str(), "Asha"));
    assert_eq!(shown_customer(&desk, &into).await["totalVisits"], 1);
    let old = browser.visit(&path).await;
    assert_eq!(old.path(), format!("/customers/{into}"), "the old address leads to the record that stays");
    salon.leaves_due_jobs("nobody reads the invoice");
}

#[test_on_both_engines]
async fn a_tag_has_its_colour_beside_its_name_if_it_is_plain() {
    let salon = listening_salon().await;
    let (desk, boss) = (receptionist(&salon).await, manager(&salon).await);
    let asha = add_asha(&desk).await;
    let hostile = "red\" onload=\"alert(1)";
    for (name, color) in [("Regular", "#B45309"), ("Guest", "teal"), ("Shy", hostile), ("Loud", "url(https://x.in/)")] {
        let tag = boss.post("/api/tags", &json!({ "name": name, "color": color })).await.expect_created();
        assert_eq!(tag["tag"]["color"], color, "the API keeps what was sent");
        let tag = json!({ "tagId": tag["tag"]["id"] });
        desk.post(&format!("{CUSTOMERS_PATH}/{asha}/tags"), &tag).await.expect_created();
    }
    let mut browser = desk_browser(&salon, &desk);
    for path in [format!("/customers/{asha}"), "/customers".to_owned()] {
        let page = browser.visit(&path).await.expect_status(200);
        expect_texts(&page, &["Regular", "Guest", "Shy", "Loud"]);
        assert_eq!(page.attributes_of(".tag circle", "fill"), ["teal", "#b45309"], "{path}");
        assert!(page.attributes_of(".tag *", "onload").is_empty());
    }
}

/// A stranger types the phone of somebody else into a profile of their own.
#[test_on_both_engines]
async fn a_sign_in_gains_a_record_of_the_desk_only_with_the_name_of_the_one_that_stays() {
    let salon = listening_salon().await;
    let (desk, boss) = (receptionist(&salon).await, manager(&salon).await);
    let stranger = provider_customer(&salon, "Mallory").await;
    let victim = add_customer(&desk, &json!({ "name": "Asha Rao", "phone": "9845012345" })).await;
    let path = format!("/customers/{victim}");
    let mut browser = desk_browser(&salon, &boss);
    let page = browser.visit(&format!("{path}?tab=duplicates")).await;
    expect_texts(&page, &["same phone, unproven"]);
    let page = browser.click_link(&page, "Merge with Mallory").await;
    let access =
        "Whoever signs in as Mallory (mallory@test.invalid) then sees everything of Asha Rao (+91 98450 12345)";
    expect_texts(&page, &[access, "A phone number proves nothing"]);
    let form = page.form_with("intoId").with("sure", "true");
    for (into, names) in [(stranger.id().as_str(), ["", "Asha Rao"]), (victim.as_str(), ["", "Mallory"])] {
        for typed in names {
            let wrong = form.clone().with("intoId", into).with("keptName", typed);
            let page = browser.submit(&wrong).await.expect_status(422);
            let wrong = page.field_error("keptName").expect("an error");
            assert!(wrong.starts_with("Please type the name of the record that stays."), "{wrong}");
        }
    }
    let named = form.with("intoId", &victim).with("keptName", " asha  RAO ");
    let merged = browser.submit_and_follow(&named).await;
    expect_texts(&merged, &["The two records are one now."]);
    assert_eq!(merged.heading(), "Asha Rao");
}

/// A caller gives the desk the phone of somebody else, and an e-mail of their own.
#[test_on_both_engines]
async fn an_e_mail_with_which_somebody_can_sign_in_later_counts_as_a_sign_in() {
    let salon = listening_salon().await;
    let (desk, boss) = (receptionist(&salon).await, manager(&salon).await);
    let caller = json!({ "name": "Mallory", "phone": "9845012345", "email": "mallory@test.invalid" });
    let caller = add_customer(&desk, &caller).await;
    let victim = add_customer(&desk, &json!({ "name": "Asha Rao", "phone": "9845012345" })).await;
    let mut browser = desk_browser(&salon, &boss);
    for (shown, other) in [(&victim, &caller), (&caller, &victim)] {
        let page = browser.visit(&format!("/customers/{shown}/merge?with={other}")).await;
        let access =
            "Whoever signs in as Mallory (mallory@test.invalid) then sees everything of Asha Rao (+91 98450 12345)";
        let later = "Nobody has signed in with mallory@test.invalid yet. \
                     Whoever signs in with that address later is taken for Mallory.";
        expect_texts(&page, &[access, later, "A phone number proves nothing"]);
        let form = page.form_with("intoId").with("sure", "true");
        for (into, typed) in [(&caller, ""), (&caller, "Asha Rao"), (&victim, ""), (&victim, "Mallory")] {
            let wrong = form.clone().with("intoId", into).with("keptName", typed);
            let page = browser.submit(&wrong).await.expect_status(422);
            assert!(page.field_error("keptName").is_some(), "{typed} for {into}");
        }
    }
    let form = browser.visit(&format!("/customers/{victim}/merge?with={caller}")).await.form_with("intoId");
    let named = form.with("intoId", &victim).with("sure", "true").with("keptName", "Asha Rao");
    expect_texts(&browser.submit_and_follow(&named).await, &["The two records are one now."]);
    let signed_in = sign_in_through_provider(&salon, "mallory", "mallory@test.invalid", true).await;
    assert_eq!(signed_in.as_str(), victim, "which is why the name is asked for");

    // The record that stays keeps its own e-mail, and the other's opens nothing any more.
    let [one, two] = [("Bina", "bina@test.invalid"), ("Bina R", "bina.r@test.invalid")]
        .map(|(name, email)| json!({ "name": name, "phone": "9845054321", "email": email }));
    let (one, two) = (add_customer(&desk, &one).await, add_customer(&desk, &two).await);
    let page = browser.visit(&format!("/customers/{one}/merge?with={two}")).await;
    let ends = "gems and membership. The sign-in as Bina R (bina.r@test.invalid) ends.";
    expect_texts(&page, &["Whoever signs in as Bina (bina@test.invalid) then sees everything of Bina R", ends]);
    assert!(page.form_with("intoId").has("keptName"));
}

#[test_on_both_engines]
async fn records_of_the_desk_are_merged_without_a_name_and_the_api_asks_for_none() {
    let salon = listening_salon().await;
    let (desk, boss) = (receptionist(&salon).await, manager(&salon).await);
    let [one, two, three] = [
        add_customer(&desk, &json!({ "name": "Asha", "phone": "9845012345" })).await,
        add_customer(&desk, &json!({ "name": "Asha R", "phone": "9845012345" })).await,
        add_customer(&desk, &json!({ "name": "A Rao", "phone": "9845012345" })).await,
    ];
    let mut browser = desk_browser(&salon, &boss);
    let page = browser.visit(&format!("/customers/{one}/merge?with={two}")).await;
    expect_texts(&page, &["Nobody signs in with either record, so nobody gains access."]);
    assert!(!page.has_text("A phone number proves nothing"));
    let form = page.form_with("intoId").with("intoId", &one).with("sure", "true");
    assert!(!form.has("keptName"));
    expect_texts(&browser.submit_and_follow(&form).await, &["The two records are one now."]);
    let asha = provider_customer(&salon, "Asha").await;
    for from in [&one, &three] {
        let into = json!({ "intoId": asha.id().as_str() });
        boss.post(&format!("/api/customers/{from}/merge"), &into).await.expect_ok();
    }
}

#[test_on_both_engines]
async fn visits_move_with_a_merge_and_nobody_is_merged_with_herself() {
    let salon = listening_salon().await;
    let (desk, boss) = (receptionist(&salon).await, manager(&salon).await);
    let (one, two) = (signed_in_customer(&salon, "Asha").await, signed_in_customer(&salon, "Aasha").await);
    let visit = create_booking(&two, &haircut_request()).await;
    let path = format!("/customers/{}", one.id());
    let mut browser = desk_browser(&salon, &boss);
    let herself = browser.visit(&format!("{path}/merge?with={}", one.id())).await;
    expect_texts(&herself, &["This is the same record. Choose another one."]);
    assert!(herself.forms().iter().all(|form| !form.has("intoId")));

    let page = browser.visit(&format!("{path}?tab=duplicates")).await;
    expect_texts(&page, &["Nobody else has this phone."]);
    let search = page.forms().into_iter().find(|form| form.value("tab") == Some("duplicates")).unwrap();
    let found = browser.submit_and_follow(&search.with("q", "aasha")).await;
    let form = browser.click_link(&found, "Merge with Aasha").await.form_with("intoId");
    let form = form.with("sure", "true").with("keptName", "Asha");
    let forged = form.clone().forge("with", one.id().as_str()).forge("intoId", one.id().as_str());
    let refused = browser.submit(&forged).await.expect_status(422);
    expect_texts(&refused, &["Please choose another customer of ours."]);

    let merged = browser.submit_and_follow(&form.with("intoId", one.id().as_str())).await;
    assert_eq!(merged.heading(), "Asha");
    assert_eq!(merged.attributes_of("tbody a", "href"), [format!("/bookings/{visit}")]);
    let shown = desk.get(&format!("/api/bookings/{visit}")).await.expect_ok();
    assert!(shown.to_string().contains(one.id().as_str()), "{shown}");
    assert_eq!(browser.visit(&format!("{path}/merge?with=unknown")).await.status, 200);
}

#[test_on_both_engines]
async fn an_erased_customer_leaves_visits_and_invoices_without_a_name() {
    let salon = listening_salon().await;
    let (desk, boss) = (receptionist(&salon).await, manager(&salon).await);
    let asha = add_asha(&desk).await;
    let booked = haircut_request_with("customerId", asha.as_str());
    let booking = desk.post("/api/bookings", &booked).await.expect_created().to_string();
    let path = format!("/customers/{asha}");
    let mut browser = desk_browser(&salon, &desk);
    assert_eq!(browser.visit(&format!("{path}/erase")).await.status, 403);
    browser.sign_in_as(&boss);
    let page = browser.visit(&path).await;
    let form = browser.click_link(&page, "Erase this customer").await.form_with("confirm");
    let page = browser.submit(&form.clone().with("confirm", "9000000000")).await.expect_status(422);
    assert!(page.field_error("confirm").is_some(), "{}", page.text());
    let page = browser.submit_and_follow(&form.with("confirm", "98450 12345")).await;
    expect_texts(&page, &["The personal data was erased.", "0 customers"]);
    let page = browser.visit(&path).await;
    assert_eq!(page.heading(), "Erased customer");
    expect_texts(&page, &["erased on 1 Mar 2027", "cut", "Cancelled"]);
    assert!(!page.has_text("Asha") && booking.contains("bookingNumber"), "{}", page.text());
    expect_texts(&browser.visit(&format!("{path}?tab=invoices")).await, &["No invoices yet."]);
    assert_eq!(browser.visit(&format!("{path}/edit")).await.status, 404);
    assert_eq!(browser.visit("/customers/nobody").await.status, 404);
}

#[test_on_both_engines]
async fn memberships_are_listed_by_customer() {
    let salon = insert_membership_tiers(listening_salon().await).await;
    let (desk, asha, binu) = (receptionist(&salon).await, salon.customer("Asha").await, salon.customer("Binu").await);
    let id = create_membership(&desk, &ten_hour_sale(&asha)).await;
    create_membership(&desk, &ten_hour_sale(&binu)).await;
    let of = async |query: String| list_memberships(&desk, &query).await;
    let found = of(format!("?customerId={}", asha.id())).await;
    assert_eq!(found.iter().map(|entry| entry["id"].clone()).collect::<Vec<_>>(), [json!(id)]);
    assert_eq!(of(format!("?customerId={}&status=expired", asha.id())).await.len(), 0);
    let tier = found[0]["tierId"].as_str().unwrap();
    assert_eq!(of(format!("?customerId={}&status=active&tier={tier}", asha.id())).await.len(), 1);
    assert_eq!(of("?customerId=nobody".to_owned()).await.len(), 0);
    salon.leaves_due_jobs("nobody reads the invoices");
}

/// Names that are long, without spaces, or in other scripts.
async fn insert_awkward_people(salon: &TestSalon) {
    let long = "Venkatanarasimharajuvaripeta".repeat(4);
    let people = [
        DirectoryCustomer {
            id: "long",
            name: long.leak(),
            phone: Some("9845012345"),
            email: Some("averyveryverylongaddress.of.somebody.with.many.names@a-long-domain-name.test.invalid"),
            visits: 12,
            spent: 2_354_000,
            noshows: 1,
            last_visit: Some("2027-02-10T06:30:00Z"),
            gems: None,
        },
        DirectoryCustomer {
            id: "script",
            name: "அன்னபூர்ணா சுப்ரமணியன் 💅 अनन्या",
            phone: Some("9845012345"),
            ..DirectoryCustomer::default()
        },
    ];
    insert_directory_customers(salon, &people).await;
}

/// Asha with something on every tab, and people with awkward names. Returns the manager and the path of Asha's page.
async fn fill_salon(salon: &TestSalon) -> (Person, String) {
    let (desk, boss, asha) = (receptionist(salon).await, manager(salon).await, salon.customer("Asha").await);
    let told =
        json!({ "phone": "9845012345", "dateOfBirth": "1990-03-05", "gender": "female", "marketingConsent": true });
    asha.post("/api/onboarding/complete", &told).await.expect_ok();
    insert_awkward_people(salon).await;
    for name in ["Regular", "Prefers Meera"] {
        let tag = json!({ "tagId": add_tag(&boss, name).await });
        for id in ["long", asha.id().as_str()] {
            desk.post(&format!("{CUSTOMERS_PATH}/{id}/tags"), &tag).await.expect_created();
        }
    }
    add_tag(&boss, "VIP").await;
    bill_booking(salon, &desk, &asha, &haircut_request(), &cash_payment()).await;
    let other = bill_booking(salon, &desk, &asha, &haircut_request(), &cash_payment()).await;
    create_credit_note(&boss, &other).await;
    create_booking(&asha, &haircut_request()).await;
    adjust_gems(salon, &asha, 50).await;
    create_membership(&desk, &ten_hour_sale(&asha)).await;
    let own = format!("{CUSTOMERS_PATH}/{}", asha.id());
    let note = json!({ "content": "Low ammonia only. Parting on the left." });
    desk.post(&format!("{own}/notes"), &note).await.expect_created();
    desk.patch(&format!("{own}/contact"), &json!({ "pinnedNote": "Allergic to ammonia." })).await.expect_ok();
    salon.leaves_due_jobs("nobody reads the invoices");
    (boss, format!("/customers/{}", asha.id()))
}

#[test_on_both_engines]
async fn somebody_without_a_profile_has_a_page() {
    let salon = listening_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&asha, &haircut_request()).await;
    let mut browser = desk_browser(&salon, &desk);
    let page = browser.visit(&format!("/customers/{}", asha.id())).await.expect_status(200);
    assert_eq!(page.heading(), "Asha");
    assert!(page.has_text("Has signed in, and not told phone and birthday yet."), "{}", page.text());
    assert!(page.attributes_of("a[href]", "href").contains(&format!("/bookings/{id}")), "{}", page.body);
    let book = format!("/bookings/new?customer={}", asha.id());
    assert!(page.attributes_of("a.btn.main", "href").contains(&book), "{}", page.body);
    let invoices = browser.visit(&format!("/customers/{}?tab=invoices", asha.id())).await.expect_status(200);
    assert_eq!(invoices.texts_of("nav.tabs [aria-current]"), ["Invoices"]);
    let _ = browser.visit("/customers/nobody").await.expect_status(404);
    salon.leaves_due_jobs("nobody answers");
}

#[test]
fn pages_of_customers_are_without_fault_on_all_screens() {
    run(Engine::Sqlite, async || {
        let salon = insert_membership_tiers(listening_salon().await).await;
        let (boss, path) = fill_salon(&salon).await;
        let paths = [
            "/customers".to_owned(),
            "/customers?q=nobody".to_owned(),
            "/customers/new".to_owned(),
            path.clone(),
            format!("{path}?tab=notes"),
            format!("{path}?tab=invoices"),
            format!("{path}?tab=gems"),
            format!("{path}?tab=membership"),
            format!("{path}?tab=duplicates"),
            format!("{path}/merge?with=long"),
            format!("{path}/edit"),
            "/customers/long".to_owned(),
            "/customers/script".to_owned(),
            "/customers/long/erase".to_owned(),
        ];
        let screens =
            [ChromiumOptions::phone().width(320), ChromiumOptions::phone().dark(), ChromiumOptions::desktop()];
        for (options, paths) in screens_with_pages(&screens, &paths) {
            let visitor = Visitor::start(&salon, AppKind::Admin, options).await;
            visitor.sign_in_as(&boss).await;
            for path in paths {
                visitor.open(path).await;
            }
        }
    });
}

#[test]
fn a_receptionist_adds_a_customer_and_a_tag_in_the_browser() {
    run(Engine::Sqlite, async || {
        let salon = listening_salon().await;
        let (desk, boss) = (receptionist(&salon).await, manager(&salon).await);
        add_asha(&desk).await;
        add_tag(&boss, "VIP").await;
        let visitor = Visitor::start(&salon, AppKind::Admin, ChromiumOptions::desktop()).await;
        visitor.sign_in_as(&desk).await;
        visitor.open("/customers").await;
        visitor.click_link("Add customer").await;
        visitor.fill("name", "Bina").await;
        visitor.fill("phone", "98450 12345").await;
        visitor.ignore_console(|text| text.contains("409"));
        visitor.press_button("Add customer").await;
        visitor.wait_for_text("Likely the same person").await;
        visitor.press_button("Add all the same").await;
        visitor.wait_for_text("The customer was added.").await;
        visitor.click(".chead details summary").await;
        visitor.press_button("Add").await;
        visitor.wait_for_text("The tag was added.").await;
        assert!(visitor.has_text("VIP").await);
    });
}

//! The tabs of Settings: tiers and tags, and what all forms that add something have in common; without scripts.

use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_testkit::actions::people::{manager, receptionist};
use parlour_testkit::browser::{Browser, Page};
use parlour_testkit::checks::database::count_rows;
use parlour_testkit::fixtures::small_salon::PUNE;
use parlour_testkit::fixtures::spa_salon::insert_membership_tiers;
use parlour_testkit::{Person, TestSalon, test_on_both_engines};
use serde_json::{Value, json};

use super::visits::{link_target, listening_salon};

fn desk_browser(salon: &TestSalon, person: &Person) -> Browser {
    let mut browser = Browser::at(salon, AppKind::Admin);
    browser.sign_in_as(person);
    browser
}

#[track_caller]
fn assert_says(page: &Page, parts: &[&str]) {
    for part in parts {
        assert!(page.has_text(part), "{part} in {}", page.text());
    }
}

async fn find_tier(manager: &Person, name: &str) -> Value {
    let listed = manager.get("/api/membership-tiers?all=1").await.expect_ok();
    let tiers = listed.as_array().unwrap();
    tiers.iter().find(|tier| tier["name"] == name).unwrap_or_else(|| panic!("no tier {name}")).clone()
}

#[test_on_both_engines]
async fn settings_opens_on_the_first_tab_of_the_role() {
    let salon = listening_salon().await;
    let boss = manager(&salon).await;
    let mut browser = desk_browser(&salon, &boss);
    let page = browser.visit("/tiers").await.expect_status(200);
    assert_eq!(page.texts_of("nav.side a[aria-current=page]"), ["Settings"]);
    assert_eq!(page.texts_of("nav.tabs a[aria-current=page]"), ["Tiers"]);
    let first = page.attributes_of("nav.tabs a", "href").remove(0);
    assert_eq!(link_target(&page, "Settings"), first);
    assert!(browser.visit(&first).await.status == 200);
    let owner = salon.member("Olga", Role::Owner).await;
    let tabs_of_owner = desk_browser(&salon, &owner).visit("/tiers").await.texts_of("nav.tabs a");
    assert!(page.texts_of("nav.tabs a").iter().all(|tab| tabs_of_owner.contains(tab)), "{tabs_of_owner:?}");
    let desk = receptionist(&salon).await;
    let mut browser = desk_browser(&salon, &desk);
    for path in ["/tiers", "/tags"] {
        assert_eq!(browser.visit(path).await.status, 403, "{path}");
    }
    assert!(!browser.visit("/customers").await.has_text("Back office"));
    assert!(desk_browser(&salon, &boss).visit("/search?q=tiers").await.has_text("Tiers"));
    assert!(!browser.visit("/search?q=tiers").await.texts_of(".results a.hit").contains(&"Tiers".to_owned()));
}

#[test_on_both_engines]
async fn a_tier_is_added_changed_and_taken_off_sale() {
    let salon = insert_membership_tiers(listening_salon().await).await;
    let boss = manager(&salon).await;
    let mut browser = desk_browser(&salon, &boss);
    let page = browser.visit("/tiers/new").await;
    browser.check_page(&page).await;
    let form = page.form_with("validityDays").with("name", "Gold").with("hours", "many").with("price", "20000");
    let page = browser.submit_and_follow(&form).await.expect_status(422);
    assert_eq!(page.field_error("hours").as_deref(), Some("Hours must be written like 10, 2.5 or 1:40"));
    assert_eq!(page.field_error("validityDays").as_deref(), Some("Validity is required"));
    let form = page.form_with("validityDays").with("hours", "12.5").with("validityDays", "90");
    let page = browser.submit_and_follow(&form).await;
    assert_says(&page, &["The tier was added.", "Gold", "12 h 30 min", "₹20,000", "90 days"]);
    let added = find_tier(&boss, "Gold").await;
    assert_eq!((&added["defaultHoursMinutes"], &added["defaultPricePaise"]), (&json!(750), &json!(2_000_000)));

    let path = format!("/tiers/{}", added["id"].as_str().unwrap());
    let page = browser.visit(&path).await;
    browser.check_page(&page).await;
    let [first, second, third] = [(); 3].map(|()| page.form_with("validityDays"));
    let page = browser.submit_and_follow(&first.without("isActive")).await;
    assert_says(&page, &["The tier was saved.", "Off"]);
    let page = browser.submit_and_follow(&second.with("price", "21000")).await;
    assert_says(&page, &["The tier was saved.", "₹21,000"]);
    assert_eq!(find_tier(&boss, "Gold").await["isActive"], false, "what nobody touched stays as others made it");
    let page = browser.submit_and_follow(&third.with("price", "22000")).await.expect_status(409);
    assert_says(&page, &["This was changed meanwhile: Price with GST (now “₹21,000”)."]);
    let page = browser.submit_and_follow(&page.form_with("validityDays")).await;
    assert_says(&page, &["The tier was saved.", "₹22,000", "Off"]);
    let tier = format!("/api/membership-tiers/{}", added["id"].as_str().unwrap());
    boss.patch(&tier, &json!({ "defaultHoursMinutes": 100 })).await.expect_ok();
    let form = browser.visit(&path).await.form_with("validityDays");
    assert_eq!(form.value("hours"), Some("1:40"), "two thirds of an hour are no decimals");
    let page = browser.submit_and_follow(&form.with("validityDays", "60")).await;
    assert_says(&page, &["The tier was saved.", "1 h 40 min", "60 days"]);
    assert_eq!(find_tier(&boss, "Gold").await["defaultHoursMinutes"], 100);
}

#[test_on_both_engines]
async fn a_tag_is_made_and_changed_and_names_are_used_once() {
    let salon = listening_salon().await;
    let boss = manager(&salon).await;
    let mut browser = desk_browser(&salon, &boss);
    let page = browser.visit("/tags/new").await;
    browser.check_page(&page).await;
    let form = page.form_with("color").with("name", "Bride").with("description", "Wedding this year");
    let page = browser.submit_and_follow(&form.clone()).await;
    assert_says(&page, &["The tag was created.", "Bride", "Wedding this year"]);
    let again = browser.visit("/tags/new").await.form_with("color").with("name", "bride");
    let page = browser.submit_and_follow(&again).await.expect_status(422);
    assert_eq!(page.field_error("name").as_deref(), Some("There is a tag of this name already"));

    let tags = boss.get("/api/tags").await.expect_ok();
    let bride = tags["tags"].as_array().unwrap().iter().find(|tag| tag["name"] == "Bride").unwrap();
    let path = format!("/tags/{}", bride["id"].as_str().unwrap());
    let page = browser.visit(&path).await;
    browser.check_page(&page).await;
    let [first, second, third] = [(); 3].map(|()| page.form_with("color"));
    let page = browser.submit_and_follow(&first.with("color", "#1f6b46")).await;
    assert_says(&page, &["The tag was saved."]);
    let page = browser.submit_and_follow(&second.with("name", "Brides")).await;
    assert_says(&page, &["The tag was saved.", "Brides"]);
    let page = browser.submit_and_follow(&third.with("color", "#245a92")).await.expect_status(409);
    assert_says(&page, &["This was changed meanwhile: Colour (now “#1f6b46”)."]);
    let form = page.form_with("color");
    assert_eq!((form.value("name"), form.value("color")), (Some("Brides"), Some("#245a92")));
    assert_says(&browser.submit_and_follow(&form).await, &["The tag was saved.", "Brides"]);
}

/// A page that adds something: a control of its form, how it is filled in, what is corrected after it was sent, and the
/// table of what it adds.
type AddingForm<'a> = (&'a str, &'a str, &'a [(&'a str, &'a str)], (&'a str, &'a str), &'a str);

#[test_on_both_engines]
async fn a_form_that_was_sent_adds_no_second_one_when_it_is_sent_again_or_corrected() {
    let salon = listening_salon().await;
    let owner = salon.member("Olga", Role::Owner).await;
    let harini = salon.member("Harini", Role::Staff).await;
    let mut browser = desk_browser(&salon, &owner);
    let service = [("name", "Fringe"), ("price", "250"), ("durationMinutes", "15")];
    let offer =
        [("name", "Glow"), ("endDate", "2027-03-31"), ("discountPercentage", "20"), ("serviceIds", "service-cut")];
    let person =
        [("userId", harini.id().as_str()), ("displayName", "Harini"), ("branchId", PUNE), ("serviceTypes", "spa")];
    let branch = [("name", "Baner"), ("address", "Baner Road, Pune"), ("code", "BNR")];
    let tier = [("name", "Gold"), ("hours", "10"), ("price", "20000"), ("validityDays", "90")];
    let invitation = [("name", "Kiran"), ("email", "kiran@example.in")];
    let second = [("name", "Ravi"), ("email", "ravi@example.in"), ("serviceTypes", "salon")];
    let holiday = [("branchId", PUNE), ("date", "2027-03-08")];
    let forms: [AddingForm<'_>; 10] = [
        ("/services/new", "durationMinutes", &service, ("name", "Fringe trim"), "services"),
        (
            "/services/categories/new",
            "serviceType",
            &[("name", "Scrubs")],
            ("name", "Body scrubs"),
            "service_categories",
        ),
        ("/offers/new", "offerType", &offer, ("name", "Shine"), "offers"),
        ("/team/new", "displayName", &person, ("displayName", "Hari"), "staff"),
        ("/branches/new", "holdMinutes", &branch, ("code", "BAN"), "branches"),
        ("/tiers/new", "validityDays", &tier, ("price", "21000"), "membership_tiers"),
        ("/tags/new", "color", &[("name", "Bride")], ("name", "Brides"), "tags"),
        ("/users/new", "email", &invitation, ("email", "kiran@example.com"), "users"),
        ("/setup/team", "email", &second, ("email", "ravi@example.com"), "users"),
        ("/schedule/holidays", "date", &holiday, ("date", "2027-03-09"), "branch_holidays"),
    ];
    for (path, control, values, (corrected, value), table) in forms {
        let count: &'static str = format!("select count(*) from {table} where id <> $1").leak();
        let before = count_rows(&salon, "", count).await;
        let form = browser.visit(path).await.form_with(control);
        let form = values.iter().fold(form, |form, (name, value)| form.with(name, value));
        let form = if form.has_button("Save the offer") { form.press("Save the offer") } else { form };
        let sent = [browser.submit(&form).await, browser.submit(&form).await];
        assert!(sent[0].redirect_target().is_some(), "{path}: {}", sent[0].text());
        assert_eq!(sent[0].redirect_target(), sent[1].redirect_target(), "{path}: a second tap changes nothing");
        let page = browser.submit_and_follow(&form.with(corrected, value)).await;
        assert_eq!((page.status.as_u16(), count_rows(&salon, "", count).await), (422, before + 1), "{path}");
        assert_says(&page, &["This form was sent already."]);
        assert_eq!(page.form_with(control).value(corrected), Some(value), "{path}: what was typed stays");
    }
    salon.leaves_due_jobs("nobody reads the invitations");
}

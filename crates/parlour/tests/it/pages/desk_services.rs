//! The price list of the desk, without scripts.

use parlour_domain::auth::app_kind::AppKind;
use parlour_testkit::actions::offers::insert_offer;
use parlour_testkit::actions::people::{manager, receptionist};
use parlour_testkit::browser::{Browser, Page};
use parlour_testkit::fixtures::spa_salon::insert_membership_tiers;
use parlour_testkit::{Person, TestSalon, test_on_both_engines};
use serde_json::{Value, json};

use super::visits::listening_salon;

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

/// The service as the API shows it.
pub(super) async fn find_service(manager: &Person, name: &str) -> Value {
    let listed = manager.get("/api/services?pageSize=100").await.expect_ok();
    let categories = listed["categories"].as_array().unwrap().iter();
    let mut services = categories.flat_map(|category| category["services"].as_array().unwrap());
    services.find(|service| service["name"] == name).unwrap_or_else(|| panic!("no service {name}")).clone()
}

#[test_on_both_engines]
async fn a_service_is_added_and_changed_beside_the_list() {
    let salon = listening_salon().await;
    let boss = manager(&salon).await;
    let mut browser = desk_browser(&salon, &boss);
    let page = browser.visit("/services").await.expect_status(200);
    assert_eq!(page.texts_of("nav.side a[aria-current=page]"), ["Services"]);
    browser.check_page(&page).await;
    assert_says(&page, &["cut", "₹1,200"]);

    let page = browser.visit("/services/new?category=category-hair").await;
    browser.check_page(&page).await;
    let form = page.form_with("durationMinutes").with("name", "Fringe trim").with("price", "2x").with("sac", "12");
    let page = browser.submit_and_follow(&form).await.expect_status(422);
    assert_eq!(page.field_error("price").as_deref(), Some("Price with GST must be rupees, such as 1499 or 1,499.50"));
    assert_eq!(page.field_error("durationMinutes").as_deref(), Some("Duration is required"));
    assert!(page.field_error("sac").unwrap().contains("six digits"), "{}", page.text());
    let form = page.form_with("durationMinutes");
    assert_eq!(form.value("name"), Some("Fringe trim"), "what was typed stays");
    let form = form.with("price", "250").with("sac", "").with("durationMinutes", "15").with("gemsRequired", "25");
    let page = browser.submit_and_follow(&form).await.expect_status(200);
    assert_says(&page, &["The service was added.", "Fringe trim", "15 min", "₹250", "25 gems"]);
    let added = find_service(&boss, "Fringe trim").await;
    let figures = ["pricePaise", "durationMinutes", "sac", "gemsRedeemable", "gemsRequired", "isActive"];
    assert_eq!(
        figures.map(|name| added[name].clone()),
        [json!(25_000), json!(15), json!("999721"), json!(true), json!(25), json!(true)]
    );

    let path = format!("/services/{}", added["id"].as_str().unwrap());
    let page = browser.visit(&path).await;
    browser.check_page(&page).await;
    assert_says(&page, &["As customers see it", "or 25 gems"]);
    let form = page.form_with("durationMinutes").with("gemsRequired", "").without("isActive");
    let page = browser.submit_and_follow(&form).await;
    assert_says(&page, &["The service was saved."]);
    let changed = find_service(&boss, "Fringe trim").await;
    assert_eq!((&changed["isActive"], &changed["gemsRedeemable"]), (&json!(false), &json!(false)));
    assert!(!browser.visit("/services?off=0").await.has_text("Fringe trim"));
    assert_eq!(browser.visit("/services/nothing").await.status, 404);
}

#[test_on_both_engines]
async fn who_changes_the_same_field_second_is_told_and_loses_nothing() {
    let salon = listening_salon().await;
    let boss = manager(&salon).await;
    let mut browser = desk_browser(&salon, &boss);
    let first = browser.visit("/services/service-cut").await.form_with("durationMinutes");
    let patch = json!({ "pricePaise": 99_000, "durationMinutes": 50 });
    boss.patch("/api/services/service-cut", &patch).await.expect_ok();
    let second = first.with("description", "With a wash").with("price", "950");
    // What is shown again for another reason is still made for what it showed.
    let page = browser.submit_and_follow(&second.with("sac", "x")).await.expect_status(422);
    let page = browser.submit_and_follow(&page.form_with("durationMinutes").with("sac", "")).await.expect_status(409);
    assert_says(&page, &["This was changed meanwhile: Price with GST (now “₹990”)."]);
    let form = page.form_with("durationMinutes");
    let shown = ["description", "price", "durationMinutes"].map(|name| form.value(name));
    assert_eq!(shown, [Some("With a wash"), Some("950"), Some("50")]);
    assert_eq!(find_service(&boss, "cut").await["pricePaise"], 99_000);
    assert_says(&browser.submit_and_follow(&form).await, &["The service was saved.", "₹950"]);
    let saved = find_service(&boss, "cut").await;
    assert_eq!((&saved["description"], &saved["durationMinutes"]), (&json!("With a wash"), &json!(50)));
}

#[test_on_both_engines]
async fn changes_to_different_fields_of_a_service_and_a_category_both_stay() {
    let salon = listening_salon().await;
    let boss = manager(&salon).await;
    let mut browser = desk_browser(&salon, &boss);
    let page = browser.visit("/services/service-cut").await;
    let (first, second) = (page.form_with("durationMinutes"), page.form_with("durationMinutes"));
    let _ = browser.submit_and_follow(&first.with("price", "990").without("isActive")).await.expect_status(200);
    let _ = browser.submit_and_follow(&second.with("description", "With a wash")).await.expect_status(200);
    let saved = find_service(&boss, "cut").await;
    assert_eq!(
        ["pricePaise", "isActive", "description"].map(|name| saved[name].clone()),
        [json!(99_000), json!(false), json!("With a wash")]
    );

    let page = browser.visit("/services/categories/category-hair").await;
    let [first, second, third] = ["7", "8", "9"].map(|order| page.form_with("serviceType").with("displayOrder", order));
    let _ = browser.submit_and_follow(&first.with("description", "Cuts")).await.expect_status(200);
    let page = browser.submit_and_follow(&second).await.expect_status(409);
    assert_says(&page, &["This was changed meanwhile:", "(now “7”)"]);
    let again = third.with("displayOrder", "7").with("name", "All hair");
    let _ = browser.submit_and_follow(&again).await.expect_status(200);
    let form = browser.visit("/services/categories/category-hair").await.form_with("serviceType");
    let saved = ["name", "description", "displayOrder"].map(|name| form.value(name));
    assert_eq!(saved, [Some("All hair"), Some("Cuts"), Some("7")]);
}

#[test_on_both_engines]
async fn names_in_hindi_stand_in_a_part_of_the_form_that_is_closed_while_there_are_none() {
    let salon = insert_membership_tiers(listening_salon().await).await;
    let boss = manager(&salon).await;
    insert_offer(&salon, "spring", "percentage", 20, &["service-cut"]).await;
    let mut browser = desk_browser(&salon, &boss);
    for (path, control) in [
        ("/services/service-cut", "durationMinutes"),
        ("/services/categories/category-hair", "serviceType"),
        ("/tiers/gold", "validityDays"),
        ("/offers/spring", "offerType"),
    ] {
        let send = |page: &Page| {
            let form = page.form_with(control);
            if form.has_button("Save the offer") { form.press("Save the offer") } else { form }
        };
        let page = browser.visit(path).await.expect_status(200);
        browser.check_page(&page).await;
        assert_eq!(page.attributes_of("details.more-times", "open").len(), 0, "{path}");
        let form = send(&page).with("nameHi", &"ह".repeat(121)).with("descriptionHi", "छोटा।");
        let page = browser.submit_and_follow(&form).await.expect_status(422);
        assert!(page.field_error("nameHi").unwrap().contains("Name in Hindi must be at most 120"), "{}", page.text());
        assert_eq!(page.attributes_of("details.more-times", "open").len(), 1, "{path}: the field is in view");
        let _ = browser.submit_and_follow(&send(&page).with("nameHi", "नाम")).await.expect_status(200);
        let page = browser.visit(path).await;
        browser.check_page(&page).await;
        assert_eq!(page.attributes_of("#f-nameHi", "lang"), ["hi"]);
        let form = send(&page);
        let shown = ["nameHi", "descriptionHi"].map(|name| form.value(name));
        assert_eq!(shown, [Some("नाम"), Some("छोटा।")], "{path}");
        let emptied = form.with("nameHi", "").with("descriptionHi", " ");
        let _ = browser.submit_and_follow(&emptied).await.expect_status(200);
        assert_eq!(send(&browser.visit(path).await).value("nameHi"), Some(""), "{path}");
    }
    let cut = find_service(&boss, "cut").await;
    assert_eq!((&cut["nameHi"], &cut["descriptionHi"]), (&Value::Null, &Value::Null), "nothing, not an empty text");
}

#[test_on_both_engines]
async fn what_is_no_picture_is_said_beside_its_field() {
    let salon = listening_salon().await;
    let mut browser = desk_browser(&salon, &manager(&salon).await);
    let form = browser.visit("/services/service-cut").await.form_with("durationMinutes");
    let page = browser.submit_and_follow(&form.with_file("image", "cat.txt", b"a cat")).await.expect_status(422);
    assert!(page.field_error("image").unwrap().contains("must be a PNG, JPEG or WebP file"), "{}", page.text());
}

#[test_on_both_engines]
async fn a_category_is_added_and_switched_off_with_its_services() {
    let salon = listening_salon().await;
    let boss = manager(&salon).await;
    let mut browser = desk_browser(&salon, &boss);
    let page = browser.visit("/services/categories/new?kind=spa").await;
    browser.check_page(&page).await;
    let form = page.form_with("serviceType");
    assert_eq!(form.value("serviceType"), Some("spa"));
    let page = browser.submit_and_follow(&form.clone().with("name", "")).await.expect_status(422);
    assert_eq!(page.field_error("name").as_deref(), Some("Name is required"));
    let page = browser.submit_and_follow(&form.with("name", "Scrubs")).await;
    assert_says(&page, &["The category was added.", "Scrubs"]);

    let form = browser.visit("/services/categories/category-hair").await.form_with("serviceType");
    let page = browser.submit_and_follow(&form.without("isActive")).await;
    assert_says(&page, &["The category was saved."]);
    let listed = boss.get("/api/desk/services").await.expect_ok();
    assert!(!listed.to_string().contains("service-cut"), "{listed}");
    let desk = receptionist(&salon).await;
    assert_eq!(desk_browser(&salon, &desk).visit("/services").await.status, 403);
}

/// What the script sends after a row was dragged.
#[test_on_both_engines]
async fn the_order_of_a_category_is_saved() {
    let salon = listening_salon().await;
    let boss = manager(&salon).await;
    let reply = boss.submit("/services/order?kind=spa", "id=service-steam&id=service-massage").await;
    assert_eq!((reply.status.as_u16(), reply.header("location")), (303, Some("/services?kind=spa")));
    let order = async |name| find_service(&boss, name).await["displayOrder"].as_i64().unwrap();
    assert!(order("steam").await < order("massage").await);
    // What the list hides stays where it is, and other categories are not touched.
    boss.patch("/api/services/service-perm", &json!({ "displayOrder": 50 })).await.expect_ok();
    for (service, place) in [("cut", 40), ("wash", 60)] {
        boss.patch(&format!("/api/services/service-{service}"), &json!({ "displayOrder": place })).await.expect_ok();
    }
    boss.submit("/services/order?off=0", "id=service-wash&id=service-cut").await;
    let places = [order("wash").await, order("perm").await, order("cut").await];
    assert!(places.is_sorted(), "{places:?}");
    let mixed = "id=service-massage&id=service-cut";
    for wrong in ["id=service-steam&id=nothing", mixed, ""] {
        assert!(matches!(boss.submit("/services/order", wrong).await.status.as_u16(), 400 | 404), "{wrong}");
    }
    assert_eq!(order("steam").await, 10, "all or none");
}

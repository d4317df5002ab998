//! Sign-in, onboarding and the customer's own page.

use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_domain::customer::PRIVACY_NOTICE_VERSION;
use parlour_testkit::actions::people::own_profile;
use parlour_testkit::browser::{Browser, Form, Page};
use parlour_testkit::checks::database::count_rows;
use parlour_testkit::chromium::{ChromiumOptions, Visitor};
use parlour_testkit::{Engine, Person, SalonOptions, TestSalon, run, test_on_both_engines};
use reqwest::Url;
use serde_json::{Value, json};

fn url_of(salon: &TestSalon, path: &str) -> Url {
    Url::parse(&format!("{}{path}", salon.url(AppKind::Customer))).unwrap()
}

#[track_caller]
fn assert_leads_to(page: &Page, path: &str) {
    assert_eq!((page.status.as_u16(), page.headers["location"].to_str().unwrap()), (303, path), "{}", page.body);
}

/// A browser of somebody who has just signed in.
fn browser_of(salon: &TestSalon, person: &Person) -> Browser {
    let mut browser = Browser::at(salon, AppKind::Customer);
    browser.sign_in_as(person);
    browser
}

fn filled_onboarding(page: &Page) -> Form {
    let form = page.form_with("phone").with("phone", "90000 00014").with("dateOfBirth", "1994-02-11");
    form.with("gender", "female")
}

#[test_on_both_engines]
async fn the_sign_in_page_has_one_button_and_leads_back() {
    let salon = TestSalon::for_browsers().await;
    let mut browser = Browser::at(&salon, AppKind::Customer);
    for (asked, target) in [
        ("/visits?page=2", "/visits?page=2"),
        ("//evil.example", "/"),
        ("https://evil.example/", "/"),
        ("/\\evil.example", "/"),
    ] {
        let mut address = url_of(&salon, "/sign-in");
        address.query_pairs_mut().append_pair("returnTo", asked);
        let page = browser.get(&address).await;
        assert_eq!(page.status, 200);
        let button = page.link_named("Continue with Google").url;
        assert_eq!(button.path(), "/api/auth/sign-in");
        let pairs: Vec<_> = button.query_pairs().into_owned().collect();
        assert_eq!(pairs, [("returnTo".to_owned(), target.to_owned())], "{asked}");
    }
    let asha = salon.customer("Asha").await;
    browser.sign_in_as(&asha);
    assert_leads_to(&browser.get(&url_of(&salon, "/sign-in?returnTo=%2Fme%3Fa%3D1")).await, "/me?a=1");
    assert_leads_to(&browser.get(&url_of(&salon, "/sign-in?returnTo=%2F%2Fevil.example")).await, "/");
    assert_leads_to(&browser.get(&url_of(&salon, "/sign-in")).await, "/");
}

#[test_on_both_engines]
async fn whoever_is_signed_out_comes_back_to_their_page() {
    let salon = TestSalon::for_browsers().await;
    let mut browser = Browser::at(&salon, AppKind::Customer);
    for path in ["/me", "/onboarding", "/me/erase"] {
        let page = browser.visit(path).await;
        assert_eq!((page.path(), page.heading().starts_with("Welcome to")), ("/sign-in", true), "{path}");
    }
    let page = browser.visit("/me").await;
    let provider = browser.click_link(&page, "Continue with Google").await;
    let page = browser.submit_and_follow(&provider.form_with("person").with("person", "customer@demo.invalid")).await;
    assert_eq!((page.path(), page.status.as_u16()), ("/me", 200));
    assert!(page.has_text("customer@demo.invalid"), "{}", page.text());
}

#[test_on_both_engines]
async fn a_form_that_is_not_complete_is_shown_again() {
    let salon = TestSalon::for_browsers().await;
    let asha = salon.customer("Asha").await;
    let mut browser = browser_of(&salon, &asha);
    let page = browser.visit("/onboarding").await;
    assert_eq!(page.heading(), "Nice to meet you, Asha");
    let form = page.form_with("phone");
    assert!(form.values("marketingConsent").is_empty(), "consent is never ticked for somebody");
    assert_eq!(form.value("appointmentRemindersEnabled"), Some("true"));
    assert_eq!(form.value("membershipAlertsEnabled"), Some("true"));
    assert!(page.has_text(PRIVACY_NOTICE_VERSION), "the text that the consent refers to has a version");

    let wrong = form.with("phone", "90000 0014").with("dateOfBirth", "2030-01-01").without("membershipAlertsEnabled");
    let page = browser.submit(&wrong).await;
    assert_eq!(page.status, 422);
    assert!(page.field_error("phone").unwrap().contains("10-digit"), "{}", page.text());
    assert!(page.field_error("dateOfBirth").unwrap().contains("in the past"), "{}", page.text());
    assert_eq!(page.texts_of("div.errors li").len(), 3, "{:?}", page.texts_of("div.errors"));
    assert!(page.texts_of("div.errors").concat().contains("Gender is required"));
    assert_eq!(page.texts_of("div.errors h2"), ["Please correct these 3 things"]);
    let kept = page.form_with("phone");
    assert_eq!((kept.value("phone"), kept.value("dateOfBirth")), (Some("90000 0014"), Some("2030-01-01")));
    assert!(kept.values("membershipAlertsEnabled").is_empty());
    assert_eq!(own_profile(&asha).await["phone"], Value::Null, "nothing was saved");

    // A mistyped year is a date in the past: the reason says what is wrong with it.
    let filled = kept.with("phone", "90000 00014").with("gender", "other");
    let page = browser.submit(&filled.clone().with("dateOfBirth", "1890-02-11")).await.expect_status(422);
    let reason = "Date of birth must be at most 130 years ago. Please check the year";
    assert!(page.field_error("dateOfBirth").unwrap().contains(reason), "{}", page.text());
    assert_eq!(page.texts_of("div.errors h2"), ["Please correct this"]);

    let filled = filled.with("dateOfBirth", "1994-02-11");
    let page = browser.submit(&filled.with("marketingConsent", "true")).await;
    assert_leads_to(&page, "/");
    let profile = own_profile(&asha).await;
    assert_eq!(
        (&profile["phone"], &profile["dateOfBirth"], &profile["gender"]),
        (&json!("+919000000014"), &json!("1994-02-11"), &json!("other"))
    );
    assert_eq!((&profile["marketingConsent"], &profile["membershipAlertsEnabled"]), (&json!(true), &json!(false)));
    assert_eq!(profile["appointmentRemindersEnabled"], true);
    assert_leads_to(&browser.get(&url_of(&salon, "/onboarding")).await, "/me");
}

#[test_on_both_engines]
async fn onboarding_returns_to_where_the_customer_was() {
    let salon = TestSalon::for_browsers().await;
    let (address, when) =
        ("/book/review?s=haircut&day=2027-03-05&time=16%3A30&utm_campaign=holi", "Fri 5 Mar, 4:30 pm");
    let mut browser = Browser::at(&salon, AppKind::Customer);
    let mut start = url_of(&salon, "/sign-in");
    start.query_pairs_mut().append_pair("returnTo", address);
    let page = browser.open(start.as_str()).await;
    let provider = browser.click_link(&page, "Continue with Google").await;
    let known = provider.form_with("email").with("name", "Meera Iyer").with("email", "meera@example.in");
    let page = browser.submit_and_follow(&known).await;
    assert_eq!((page.path(), page.heading().as_str()), ("/onboarding", "Nice to meet you, Meera"));
    assert!(page.has_text(&format!("reach you about {when}")), "{}", page.text());
    let later = page.link_named("Later").url;
    assert_eq!(format!("{}?{}", later.path(), later.query().unwrap()), address);

    // A wrong field does not lose the way.
    let page = browser.submit(&filled_onboarding(&page).with("phone", "1")).await;
    assert_eq!(page.status, 422);
    // Nor does a second tap on the button, which saves once.
    let form = filled_onboarding(&page);
    for _ in 0..2 {
        assert_leads_to(&browser.submit(&form).await, address);
    }
    let saved = "select count(*) from audit_log where action = 'profile.onboard' and concerns_user_id = $1";
    let session: Value = serde_json::from_str(&browser.visit("/api/auth/session").await.body).unwrap();
    let user = session["data"]["user"]["id"].as_str().unwrap();
    assert_eq!((&session["data"]["user"]["onboarded"], count_rows(&salon, user, saved).await), (&json!(true), 1));
    let campaign = "select count(*) from profiles where user_id = $1 and utm_campaign = 'holi'";
    assert_eq!(count_rows(&salon, user, campaign).await, 1);
    assert_eq!(browser.cookie(&url_of(&salon, "/"), "__Host-parlour-after"), None);

    // Nobody is led to another site.
    let forged = form.forge("returnTo", "//evil.example").forge("key", "another");
    assert_leads_to(&browser.submit(&forged).await, "/");
}

#[test_on_both_engines]
async fn onboarding_can_be_left_for_later() {
    let salon = TestSalon::for_browsers().await;
    let asha = salon.customer("Asha").await;
    let mut browser = browser_of(&salon, &asha);
    let page = browser.visit("/me").await;
    assert!(page.has_text("Your profile is not complete yet."), "{}", page.text());
    let page = browser.click_link(&page, "Complete it").await;
    assert_eq!(page.path(), "/onboarding");
    assert!(!page.has_text("Your profile is not complete yet."), "not while they do it");
    assert_eq!(page.link_named("Later").url.path(), "/");
    let page = browser.submit_and_follow(&filled_onboarding(&page)).await;
    assert!(page.has_text("Your details were saved."), "{}", page.text());
    assert!(!browser.visit("/me").await.has_text("Your profile is not complete yet."));
}

#[test_on_both_engines]
async fn under_eighteen_nobody_agrees_to_offers() {
    let salon = TestSalon::for_browsers().await;
    let asha = salon.customer("Asha").await;
    let mut browser = browser_of(&salon, &asha);
    let page = browser.visit("/onboarding").await;
    // It is 1 March 2027: eighteen tomorrow.
    let minor = page.form_with("phone").with("dateOfBirth", "2009-03-02").with("marketingConsent", "true");
    let page = browser.submit(&minor).await;
    assert_eq!(page.status, 422, "the phone is missing");
    assert_eq!(page.attributes_of("input[name=marketingConsent]", "disabled").len(), 1);
    assert!(page.has_text("From 18 years on."), "{}", page.text());
    let adult = page.form_with("phone").with("dateOfBirth", "2009-03-01");
    assert_eq!(browser.submit(&adult).await.attributes_of("input[name=marketingConsent]", "disabled").len(), 0);

    // What the page does not offer is not taken either.
    let forged = filled_onboarding(&page).with("dateOfBirth", "2009-03-02").forge("marketingConsent", "true");
    assert_eq!(browser.submit(&forged).await.status, 303);
    assert_eq!(own_profile(&asha).await["marketingConsent"], false);
    let page = browser.visit("/me").await;
    assert_eq!(page.attributes_of("input[name=marketingConsent]", "disabled").len(), 1);
}

#[test_on_both_engines]
async fn details_are_changed_but_not_taken_back() {
    let salon = TestSalon::for_browsers().await;
    let asha = salon.customer("Asha").await;
    let mut browser = browser_of(&salon, &asha);
    let page = browser.visit("/me").await;
    // Somebody who left onboarding for later may also fill in a part.
    let page = browser.submit_and_follow(&page.form_with("name").with("name", "Asha  Rao")).await;
    assert!(page.has_text("Your details were saved."), "{}", page.text());
    let some = page.form_with("name").with("phone", "+91 98450 12345").with("gender", "female");
    let page = browser.submit_and_follow(&some.with("dateOfBirth", "1990-05-06")).await;
    let form = page.form_with("name");
    assert_eq!((form.value("phone"), form.value("gender")), (Some("98450 12345"), Some("female")));

    let page = browser.submit(&form.with("name", " ").without("phone").with("dateOfBirth", "1789-07-14")).await;
    assert_eq!(page.status, 422);
    assert_eq!(page.field_error("name").as_deref(), Some("Name is required"));
    assert_eq!(page.field_error("phone").as_deref(), Some("Mobile number is required"));
    assert!(page.field_error("dateOfBirth").is_some());
    let profile = own_profile(&asha).await;
    assert_eq!((&profile["phone"], &profile["dateOfBirth"]), (&json!("+919845012345"), &json!("1990-05-06")));

    let unknown = page.form_with("name").forge("form", "salary");
    assert_eq!(browser.submit(&unknown).await.status, 400);
}

#[test_on_both_engines]
async fn messages_are_chosen_and_each_answer_is_kept() {
    let salon = TestSalon::for_browsers().await;
    let asha = salon.customer("Asha").await;
    let mut browser = browser_of(&salon, &asha);
    let wants = async || {
        let profile = own_profile(&asha).await;
        ["appointmentRemindersEnabled", "membershipAlertsEnabled", "marketingConsent"].map(|name| profile[name] == true)
    };
    let page = browser.visit("/me").await;
    let form = page.form_with("marketingConsent").with("marketingConsent", "true");
    let page = browser.submit_and_follow(&form.without("appointmentRemindersEnabled")).await;
    assert!(page.has_text("Your choices were saved."), "{}", page.text());
    assert_eq!(wants().await, [false, true, true]);
    let page = browser.submit_and_follow(&page.form_with("marketingConsent").without("marketingConsent")).await;
    assert_eq!(wants().await, [false, true, false], "taken back as easily as given");
    assert!(page.form_with("marketingConsent").values("marketingConsent").is_empty());
    let history = "select count(*) from consents where purpose = 'marketing' and user_id = $1";
    assert_eq!(count_rows(&salon, asha.id().as_str(), history).await, 2);
}

#[test_on_both_engines]
async fn a_calendar_address_is_shown_once() {
    let salon = TestSalon::for_browsers().await;
    let asha = salon.customer("Asha").await;
    let mut browser = browser_of(&salon, &asha);
    let address_on = |page: &Page| page.attributes_of("#calendar-address", "value").pop();
    let page = browser.visit("/me").await;
    assert_eq!(address_on(&page), None);
    let page = browser.submit_and_follow(&page.form_with_button("Get an address")).await;
    let address = address_on(&page).unwrap();
    assert!(address.starts_with(salon.url(AppKind::Customer)), "{address}");
    let calendar = browser.open(&address).await;
    assert!(calendar.body.starts_with("BEGIN:VCALENDAR"), "{}", calendar.body);
    let page = browser.visit("/me").await;
    assert_eq!(address_on(&page), None, "it is shown only once");
    assert!(page.has_text("since 1 Mar 2027"), "{}", page.text());

    // A new address replaces the old one.
    let page = browser.submit_and_follow(&page.form_with_button("Get a new address")).await;
    let second = address_on(&page).unwrap();
    assert_eq!((browser.open(&address).await.status.as_u16(), browser.open(&second).await.status.as_u16()), (404, 200));
    let page = browser.submit_and_follow(&page.form_with_button("Switch off")).await;
    assert!(page.has_text("The calendar address no longer works."), "{}", page.text());
    assert_eq!(browser.open(&second).await.status, 404);
    assert!(page.forms().iter().any(|form| form.has_button("Get an address")));
}

#[test_on_both_engines]
async fn devices_are_signed_out_one_by_one_here_and_everywhere() {
    let salon = TestSalon::for_browsers().await;
    let (asha, kiran) = (salon.customer("Asha").await, salon.customer("Kiran").await);
    let lost = salon.customer("Asha").await;
    let at_desk = salon.person("Asha", Role::Customer, AppKind::Admin).await;
    let mut browser = browser_of(&salon, &asha);
    let page = browser.visit("/me").await;
    assert_eq!(page.texts_of("[aria-labelledby=devices] li").len(), 3, "{}", page.text());
    let sessions = lost.get("/api/auth/sessions").await.expect_ok();
    let current = sessions["sessions"].as_array().unwrap().iter().find(|one| one["current"] == true).unwrap().clone();
    let lost_id = current["id"].as_str().unwrap().to_owned();
    let forms = page.forms();
    let form = forms.iter().find(|form| form.value("session") == Some(&lost_id)).expect("a form for each device");
    let page = browser.submit_and_follow(form).await;
    assert!(page.has_text("That device is signed out."), "{}", page.text());
    assert_eq!(page.texts_of("[aria-labelledby=devices] li").len(), 2);
    lost.get("/api/profile").await.expect_error(401, "UNAUTHENTICATED");

    // Somebody else's session stays.
    let others = kiran.get("/api/auth/sessions").await.expect_ok();
    let other = page.form_with("session").forge("session", others["sessions"][0]["id"].as_str().unwrap());
    browser.submit(&other).await;
    kiran.get("/api/profile").await.expect_ok();

    let form = page.form_with_button("Sign out here");
    let page = browser.submit_and_follow(&form).await;
    assert_eq!(page.path(), "/");
    assert!(page.has_text("You are signed out."), "{}", page.text());
    asha.get("/api/profile").await.expect_error(401, "UNAUTHENTICATED");
    at_desk.get("/api/auth/session").await.expect_ok();
    // The same button again, from a page that was still open.
    assert_leads_to(&browser.submit(&form).await, "/");

    let asha = salon.customer("Asha").await;
    browser.sign_in_as(&asha);
    let page = browser.visit("/me").await;
    browser.submit_and_follow(&page.form_with_button("Sign out everywhere")).await;
    at_desk.get("/api/auth/session").await.expect_error(401, "UNAUTHENTICATED");
    assert_eq!(browser.visit("/me").await.path(), "/sign-in");
}

#[test_on_both_engines]
async fn an_ended_session_does_not_claim_to_sign_out_everywhere() {
    let salon = TestSalon::for_browsers().await;
    let (asha, lost) = (salon.customer("Asha").await, salon.customer("Asha").await);
    let mut browser = browser_of(&salon, &asha);
    let form = browser.visit("/me").await.form_with_button("Sign out everywhere");
    asha.post_empty("/api/auth/sign-out").await;
    asha.get("/api/profile").await.expect_error(401, "UNAUTHENTICATED");
    let page = browser.submit_and_follow(&form).await;
    assert_eq!((page.path(), page.url.query()), ("/sign-in", Some("returnTo=%2Fme")));
    assert!(page.has_text("your other devices still are signed in"), "{}", page.text());
    lost.get("/api/profile").await.expect_ok();
}

#[test_on_both_engines]
async fn erasing_needs_a_recent_sign_in_and_the_own_address() {
    let salon = TestSalon::for_browsers().await;
    let asha = salon.customer("Asha").await;
    let mut browser = browser_of(&salon, &asha);
    let page = browser.visit("/me").await;
    let page = browser.click_link(&page, "Erase my data").await;
    let form = page.form_with("confirm");
    let page = browser.submit(&form.clone().with("confirm", "kiran@test.invalid")).await;
    assert_eq!(page.status, 422);
    assert!(page.field_error("confirm").unwrap().contains("does not match your e-mail address"));
    assert_eq!(page.form_with("confirm").value("confirm"), Some("kiran@test.invalid"));

    salon.advance_seconds(601);
    let page = browser.submit(&form.clone().with("confirm", "asha@test.invalid")).await;
    assert_eq!(page.status, 409);
    let again = page.link_named("Sign in again").url;
    let asked: Vec<_> = again.query_pairs().into_owned().collect();
    assert_eq!(again.path(), "/api/auth/sign-in");
    assert!(asked.contains(&("returnTo".to_owned(), "/me/erase".to_owned())), "{again}");
    assert!(asked.contains(&("fresh".to_owned(), "1".to_owned())), "{again}");
    let page = browser.visit("/me/erase").await;
    assert!(page.forms().iter().all(|form| !form.has("confirm")) && page.has_text("Sign in again first"));
    asha.get("/api/profile").await.expect_ok();

    let asha = salon.customer("Asha").await;
    browser.sign_in_as(&asha);
    let page = browser.visit("/me/erase").await;
    let page = browser.submit_and_follow(&page.form_with("confirm").with("confirm", " Asha@Test.invalid ")).await;
    assert_eq!(page.path(), "/");
    assert!(page.has_text("Your data was erased."), "{}", page.text());
    asha.get("/api/profile").await.expect_error(401, "UNAUTHENTICATED");
    let left = "select count(*) from users where email = $1";
    assert_eq!(count_rows(&salon, "asha@test.invalid", left).await, 0);
}

#[test_on_both_engines]
async fn erasing_waits_until_the_membership_ends() {
    let salon = TestSalon::for_browsers().await;
    salon.leaves_due_jobs("the sale's e-mail is not what this is about");
    let (asha, desk) = (salon.customer("Asha").await, salon.member("Rita", Role::Receptionist).await);
    let mut browser = browser_of(&salon, &asha);
    let form = browser.visit("/me/erase").await.form_with("confirm").with("confirm", "asha@test.invalid");
    let tiers = desk.get("/api/membership-tiers").await.expect_ok();
    let sale = json!({
        "customerId": asha.id().as_str(), "tierId": tiers[0]["id"], "hoursMinutes": 600,
        "pricePaise": 1_800_000, "startDate": "2027-03-01", "validityDays": 180, "paymentMethod": "upi",
    });
    desk.post("/api/memberships", &sale).await.expect_created();
    let page = browser.submit(&form).await;
    assert_eq!(page.status, 409);
    assert!(page.has_text("Your membership is still active."), "{}", page.text());
    let page = browser.visit("/me/erase").await;
    assert!(page.has_text("Your membership is still active."), "said before somebody tries");
    assert!(page.forms().iter().all(|form| !form.has("confirm")));
    asha.get("/api/profile").await.expect_ok();
}

#[test_on_both_engines]
async fn the_data_can_be_downloaded_from_the_page() {
    let salon = TestSalon::for_browsers().await;
    let asha = salon.customer("Asha").await;
    let mut browser = browser_of(&salon, &asha);
    let page = browser.visit("/me").await;
    assert_eq!(page.attributes_of("a[download]", "href"), ["/api/profile/export"]);
    let export = browser.visit("/api/profile/export").await;
    assert!(export.body.contains("asha@test.invalid"), "{}", export.body);
}

#[test_on_both_engines]
async fn privacy_offline_and_manifest_name_the_salon() {
    let salon = TestSalon::for_browsers().await;
    let mut browser = Browser::at(&salon, AppKind::Customer);
    let page = browser.visit("/privacy").await;
    assert!(page.has_text(&format!("Version {PRIVACY_NOTICE_VERSION}")), "{}", page.text());
    assert!(page.has_text("Data Protection Board of India"));
    let name = page.texts_of("a.brand").concat();
    assert!(page.has_text(&format!("What {name} keeps about you")), "{}", page.text());
    assert_eq!(page.attributes_of("link[rel=canonical]", "href").len(), 1, "search engines may list it");

    let manifest: Value = serde_json::from_str(&browser.visit("/manifest.webmanifest").await.body).unwrap();
    assert_eq!(manifest["name"], name.as_str());
    assert_eq!((&manifest["start_url"], &manifest["display"]), (&json!("/"), &json!("standalone")));
    let icons = manifest["icons"].as_array().unwrap();
    assert_eq!(icons.len(), 3);
    for icon in icons {
        let reply = salon.visitor().get(icon["src"].as_str().unwrap()).await;
        assert_eq!((reply.status.as_u16(), reply.header("content-type")), (200, icon["type"].as_str()), "{icon}");
    }

    // The page is kept on the phone, so it says nothing about whoever is signed in.
    browser.sign_in_as(&salon.customer("Asha").await);
    let page = browser.visit("/offline").await;
    assert!(!page.has_text("Asha"), "{}", page.text());
    assert!(page.links().iter().any(|link| link.url.scheme() == "tel"), "{}", page.body);
    assert!(!page.attributes_of("link[rel=stylesheet]", "href").is_empty());
}

async fn account_story(options: ChromiumOptions) {
    let key = "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8";
    let salon = TestSalon::with(SalonOptions {
        listens: true,
        has_demo_data: true,
        push_key: Some(key.to_owned()),
        ..SalonOptions::default()
    })
    .await;
    let asha = salon.customer("Asha").await;
    let visitor = Visitor::start(&salon, AppKind::Customer, options).await;
    for path in ["/sign-in?returnTo=%2Fme", "/privacy", "/offline"] {
        visitor.open(path).await;
    }
    visitor.sign_in_as(&asha).await;
    visitor.open("/onboarding").await;
    visitor.tick("marketingConsent", "true").await;
    visitor.fill("dateOfBirth", "2015-03-01").await;
    visitor.wait_for("input[name=marketingConsent]:disabled").await;
    visitor.fill("dateOfBirth", "1994-02-11").await;
    visitor.wait_for("input[name=marketingConsent]:enabled").await;
    visitor.press_button("Save").await;
    visitor.wait_for_text("Mobile number is required").await;
    assert!(visitor.focused().await.contains("Please correct these 2 things"), "{}", visitor.focused().await);
    visitor.fill("phone", "9000000014").await;
    visitor.tick("gender", "female").await;
    visitor.press_button("Save").await;
    visitor.wait_for_path("/").await;

    visitor.open("/me").await;
    // Whether this browser can show messages or not, the page says so.
    visitor.wait_for("[data-push]:not([hidden]) small:not([hidden])").await;
    visitor.press_button("Get an address").await;
    visitor.wait_for("#calendar-address").await;
    visitor.open("/me/erase").await;
    visitor.fill("confirm", "nobody@test.invalid").await;
    visitor.press_button("Erase everything").await;
    visitor.wait_for_text("does not match your e-mail address").await;
    visitor.open("/me").await;
    visitor.press_button("Sign out everywhere").await;
    visitor.wait_for_text("You are signed out.").await;
    visitor.wait_until("nothing is kept on the device", "return localStorage.length === 0").await;
}

#[test]
fn without_a_network_the_next_visit_and_the_numbers_are_shown() {
    run(Engine::Sqlite, async || {
        let salon = TestSalon::for_browsers().await;
        salon.leaves_due_jobs("the e-mails about the visit are not what this is about");
        let asha = salon.customer("Asha").await;
        let branches = asha.get("/api/branches").await.expect_ok();
        let services = asha.get("/api/services").await.expect_ok();
        let request = json!({
            "branchId": branches["branches"][0]["id"], "serviceType": "salon", "bookingDate": "2027-03-05",
            "startTime": "11:00", "serviceIds": [services["categories"][0]["services"][0]["id"]],
        });
        asha.post("/api/bookings", &request).await.expect_created();
        let visitor = Visitor::start(&salon, AppKind::Customer, ChromiumOptions::phone()).await;
        visitor.sign_in_as(&asha).await;
        visitor.open("/").await;
        visitor.wait_until("a worker is active", "return !!navigator.serviceWorker.controller").await;
        let offline = json!({ "offline": true, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1 });
        visitor.cdp("Network.enable", &json!({})).await;
        visitor.cdp("Network.emulateNetworkConditions", &offline).await;
        visitor.ignore_console(|message| message.contains("ERR_INTERNET_DISCONNECTED"));
        visitor.open_unchecked("/visits").await;
        visitor.wait_for_text("You are offline").await;
        visitor.wait_for_text("FRI 5 MAR, 11:00 am").await;
        assert!(visitor.count("a[href^='tel:']").await > 0, "{}", visitor.text().await);

        // Whoever comes next, when the session is over, does not find it.
        visitor.wait_until("the visit is kept", "return !!localStorage.visit").await;
        // What becomes of a form that is sent now, the browser says itself: it can send the form again.
        let send = "const form = document.body.appendChild(document.createElement('form')); form.method = 'post';
            form.action = '/notifications'; form.submit()";
        visitor.execute(send, &[]).await;
        let is_own_page = "return !!document.body && !document.body.innerText.includes('You are offline')";
        visitor.wait_until("the browser's own page", is_own_page).await;
        let online = json!({ "offline": false, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1 });
        visitor.cdp("Network.emulateNetworkConditions", &online).await;
        visitor.cdp("Network.clearBrowserCookies", &json!({})).await;
        visitor.open("/").await;
        visitor.wait_until("nothing is kept", "return !localStorage.visit").await;
    });
}

#[test]
fn the_account_on_a_phone() {
    run(Engine::Sqlite, async || account_story(ChromiumOptions::phone()).await);
}

#[test]
fn the_account_on_a_narrow_dark_phone() {
    run(Engine::Sqlite, async || account_story(ChromiumOptions::phone().width(320).dark()).await);
}

#[test]
fn the_account_at_a_desk() {
    run(Engine::Sqlite, async || account_story(ChromiumOptions::desktop()).await);
}

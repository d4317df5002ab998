//! The first start in the browser: an owner finds the steps, the team waits for a branch.

use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_domain::email_address::EmailAddress;
use parlour_testkit::actions::emails::{emails_in_folder, mailer_to_folder};
use parlour_testkit::browser::{Browser, Form, Page};
use parlour_testkit::checks::audit_log::actions_on_record;
use parlour_testkit::checks::database::count_rows;
use parlour_testkit::chromium::{ChromiumOptions, Visitor, screens_with_pages};
use parlour_testkit::fixtures::small_salon::small_salon_with;
use parlour_testkit::{Engine, Person, SalonOptions, TestSalon, run, test_on_both_engines};
use parlour_worker::worker_context::Integrations;
use serde_json::{Value, json};

use super::first_visit::{choose_first_time, introduce_oneself, sign_in_as_new};

/// What the setup of a whole salon may take.
const MAX_CLICKS: usize = 40;
const MAX_TYPED_FIELDS: usize = 12;

fn browser_of(salon: &TestSalon, person: &Person) -> Browser {
    let mut browser = Browser::at(salon, AppKind::Admin);
    browser.sign_in_as(person);
    browser
}

fn listening() -> SalonOptions {
    SalonOptions { listens: true, ..SalonOptions::default() }
}

/// The steps with their states.
fn shown_steps(page: &Page) -> Vec<String> {
    let states = page.texts_of("ol.rows .tag");
    page.texts_of("ol.rows h2").into_iter().zip(states).map(|(step, state)| format!("{step}: {state}")).collect()
}

#[test_on_both_engines]
async fn without_a_branch_an_owner_sets_up_and_others_wait() {
    let salon = TestSalon::with(listening()).await;
    let owner = salon.member("Olga", Role::Owner).await;
    assert_eq!(owner.get("/").await.status, 303);
    let schedule = owner.get("/schedule").await.text();
    assert!(schedule.contains("There is no branch yet."), "{schedule}");
    let mut browser = browser_of(&salon, &owner);
    let page = browser.visit("/").await.expect_status(200);
    assert_eq!((page.path(), page.heading().as_str()), ("/setup", "Set up your salon"));
    assert_eq!(
        shown_steps(&page),
        ["Salon: To do", "Hours: To do", "Services: To do", "Team: To do", "Payments: To do"]
    );
    browser.check_page(&page).await;
    for role in [Role::Staff, Role::Receptionist, Role::Manager] {
        let person = salon.member(role.as_str(), role).await;
        let mut browser = browser_of(&salon, &person);
        let page = browser.visit("/").await.expect_status(200);
        assert_eq!((page.path(), page.heading().as_str()), ("/", "Please wait a little"), "{role}");
        browser.check_page(&page).await;
        assert_eq!(browser.visit("/setup").await.status, 403, "{role}");
    }
    // Somebody who does not belong to the team is told so, as ever.
    let asha = salon.person("Asha", Role::Customer, AppKind::Admin).await;
    assert!(!browser_of(&salon, &asha).visit("/").await.has_text("Please wait a little"));

    let branch = json!({ "code": "PUN", "name": "Aangan", "address": "MG Road, Pune", "opensAt": "09:00" });
    owner.post("/api/branches", &branch).await.expect_created();
    owner.post("/api/setup/skip", &json!({ "step": "payments" })).await.expect_ok();
    let page = browser.visit("/").await.expect_status(200);
    assert_eq!(page.path(), "/setup", "until it is finished");
    assert_eq!(
        shown_steps(&page),
        ["Salon: Done", "Hours: Done", "Services: To do", "Team: To do", "Payments: For later"]
    );
    let desk = salon.member(Role::Receptionist.as_str(), Role::Receptionist).await;
    let page = browser_of(&salon, &desk).visit("/").await.expect_status(200);
    assert_eq!(page.texts_of("nav.side a[aria-current=page]"), ["Board"]);
}

#[test_on_both_engines]
async fn pages_about_a_branch_lead_an_owner_to_open_one() {
    const PAGES: [&str; 5] = ["/board", "/requests", "/requests/declined", "/day-close", "/bookings/new"];
    let salon = TestSalon::with(listening()).await;
    let owner = salon.member("Olga", Role::Owner).await;
    let desk = salon.member("Rita", Role::Receptionist).await;
    let (mut of_owner, mut of_desk) = (browser_of(&salon, &owner), browser_of(&salon, &desk));
    for path in PAGES.into_iter().chain(["/schedule"]) {
        let page = of_owner.visit(path).await.expect_status(200);
        assert_eq!(page.texts_of(".empty p"), ["There is no branch yet."], "{path}");
        of_owner.check_page(&page).await;
        let page = of_owner.click_link(&page, "Set up your salon").await.expect_status(200);
        assert_eq!(page.path(), "/setup", "{path}");
    }
    for path in PAGES {
        let page = of_desk.visit(path).await.expect_status(200);
        let sentences = ["There is no branch yet.", "An owner opens the branches of the salon."];
        assert_eq!(page.texts_of(".empty p"), sentences, "{path}");
        assert!(page.texts_of(".empty a").is_empty(), "{path}");
    }
    let page = of_owner.visit("/day-close/movements").await.expect_status(200);
    assert_eq!(page.path(), "/day-close");

    let coming = json!({ "code": "PUN", "name": "Aangan", "address": "MG Road, Pune", "status": "coming_soon" });
    owner.post("/api/branches", &coming).await.expect_created();
    for path in ["/board", "/day-close", "/bookings/new"] {
        let page = of_owner.visit(path).await.expect_status(200);
        assert_eq!(page.texts_of(".empty p"), ["There is no branch that takes customers."], "{path}");
        assert_eq!(page.attributes_of(".empty a", "href"), ["/branches"], "{path}");
    }
    assert!(of_owner.visit("/requests").await.has_text("All answered."), "a branch that is coming can have requests");
}

#[test_on_both_engines]
async fn a_salon_that_takes_bookings_has_no_first_start() {
    let salon = small_salon_with(listening()).await;
    for (role, path, place) in
        [(Role::Receptionist, "/", "Board"), (Role::Owner, "/today", "Today"), (Role::Developer, "/today", "Today")]
    {
        let person = salon.member(role.as_str(), role).await;
        let page = browser_of(&salon, &person).visit("/").await.expect_status(200);
        assert_eq!((page.path(), page.texts_of("nav.side a[aria-current=page]")), (path, vec![place.to_owned()]));
    }
    let owner = salon.member("Olga", Role::Owner).await;
    let page = browser_of(&salon, &owner).visit("/setup").await.expect_status(200);
    assert!(page.has_text("Your salon takes bookings."), "{}", page.text());
}

/// An owner on a phone, whose clicks and typed fields are counted.
struct Counted {
    visitor: Visitor,
    clicks: usize,
    typed: usize,
}

impl Counted {
    async fn fill(&mut self, fields: &[(&str, &str)]) {
        self.typed += fields.len();
        for (name, text) in fields {
            self.visitor.fill(name, text).await;
        }
    }

    async fn choose(&mut self, name: &str, option: &str) {
        // A list is opened first.
        self.clicks += if self.visitor.count(&format!("select[name={name}]")).await > 0 { 2 } else { 1 };
        self.visitor.choose(name, option).await;
    }

    async fn untick(&mut self, name: &str, value: &str) {
        self.clicks += 1;
        self.visitor.untick(name, value).await;
    }

    async fn press(&mut self, button: &str) {
        self.clicks += 1;
        self.visitor.press_button(button).await;
    }

    /// By the way on at the end of a step, to the page with this heading.
    async fn go_on(&mut self, path: &str, heading: &str) {
        self.clicks += 1;
        self.visitor.click(".setbar .main").await;
        self.visitor.wait_for_path(path).await;
        assert_eq!(self.visitor.texts_of("h1").await, [heading]);
    }
}

#[track_caller]
fn assert_says(page: &Page, parts: &[&str]) {
    for part in parts {
        assert!(page.has_text(part), "{part} in {}", page.text());
    }
}

async fn only_branch(owner: &Person) -> Value {
    owner.get("/api/branches").await.expect_ok()["branches"][0].clone()
}

/// The salon before its first branch, an owner and their browser.
async fn empty_salon() -> (TestSalon, Person, Browser) {
    let salon = TestSalon::with(listening()).await;
    let owner = salon.member("Olga", Role::Owner).await;
    let browser = browser_of(&salon, &owner);
    (salon, owner, browser)
}

async fn open_branch(owner: &Person) {
    let branch = json!({ "code": "PUN", "name": "Aangan", "address": "MG Road, Pune" });
    owner.post("/api/branches", &branch).await.expect_created();
}

async fn choose_services(owner: &mut Counted) {
    for category in ["make-up-and-bridal", "bleach-and-detan", "ayurveda", "short-therapies"] {
        owner.untick("category", category).await;
    }
    owner.fill(&[("price.haircut-women", "700")]).await;
}

async fn invite_team(owner: &mut Counted) {
    owner.fill(&[("name", "Kiran Rao"), ("email", "kiran@example.in")]).await;
    owner.press("Invite").await;
    for part in [
        "The person is invited. No e-mail is set up here: please tell them yourself.",
        "Kiran Rao",
        "Can be booked",
        "Invited",
    ] {
        owner.visitor.wait_for_text(part).await;
    }
    owner.fill(&[("name", "Ravi Shah"), ("email", "ravi@example.in")]).await;
    owner.choose("role", "receptionist").await;
    owner.untick("bookable", "true").await;
    owner.press("Invite").await;
    owner.visitor.wait_for_text("Ravi Shah").await;
    owner.press("I do visits too").await;
    owner.visitor.wait_until_gone("form[action='/setup/team/me']").await;
}

async fn try_payments(owner: &mut Counted) {
    owner.fill(&[("upiId", "aangan@okbank")]).await;
    owner.press("Save and show a test code").await;
    for part in ["aangan@okbank", "₹1", "E-mail is not set up yet. Ask whoever installed Parlour to do it."] {
        owner.visitor.wait_for_text(part).await;
    }
    assert_eq!(owner.visitor.count("svg[role=img][aria-label]").await, 1);
}

/// From an empty database to a paid visit, with nothing but a browser.
#[test_on_both_engines]
async fn an_owner_sets_up_an_empty_salon_and_a_customer_visits_it() {
    let owner_email = EmailAddress::parse("lakshmi@example.in").ok();
    let salon = TestSalon::with(SalonOptions { owner_email, ..listening() }).await;
    salon.leaves_due_jobs("nobody reads the e-mails");
    let visitor = Visitor::start(&salon, AppKind::Admin, ChromiumOptions::phone()).await;
    visitor.open("/").await;
    sign_in_as_new(&visitor, "Lakshmi Rajan", "lakshmi@example.in").await;
    visitor.wait_for_path("/setup").await;
    let mut owner = Counted { visitor, clicks: 1, typed: 0 };
    owner.visitor.click_link("Go on").await;
    owner.visitor.wait_for_path("/setup/salon").await;
    owner
        .fill(&[
            ("salonName", "Aangan"),
            ("branchName", "Baner"),
            ("address", "12, Baner Road, Pune 411045"),
            ("phone", "020 4000 0112"),
            ("gstin", "27AAPFU0939F1ZV"),
        ])
        .await;
    owner.choose("colour", "#245A92").await;
    owner.go_on("/setup/hours", "When are you open?").await;
    owner.choose("mode", "live").await;
    owner.untick("open1", "true").await;
    owner.go_on("/setup/services", "What do you offer?").await;
    choose_services(&mut owner).await;
    owner.go_on("/setup/team", "Who works with you?").await;
    invite_team(&mut owner).await;
    owner.go_on("/setup/payments", "How are you paid?").await;
    try_payments(&mut owner).await;
    owner.go_on("/setup/ready", "Your salon is ready").await;
    let shown = owner.visitor.attribute(".door a.link", "href").await.unwrap_or_default();
    assert!(shown.starts_with(salon.url(AppKind::Customer)), "{shown}");
    owner.press("Open the board").await;
    owner.visitor.wait_for_path("/board").await;
    owner.visitor.wait_for_text("The desk is yours.").await;
    let Counted { visitor, clicks, typed } = owner;
    assert!(clicks <= MAX_CLICKS && typed <= MAX_TYPED_FIELDS, "{clicks} clicks, {typed} typed fields");

    expect_whole_setup(&salon).await;
    let id = book_first_visit(&visitor).await;
    pay_first_visit(&visitor, &id).await;
}

/// What was chosen is what the API shows.
async fn expect_whole_setup(salon: &TestSalon) {
    let olga = salon.member("Olga", Role::Owner).await;
    let setup = olga.get("/api/setup").await.expect_ok()["setup"].clone();
    let done = json!({ "salon": "done", "hours": "done", "services": "done", "team": "done", "payments": "done" });
    assert_eq!((&setup["steps"], &setup["isFinished"]), (&done, &json!(true)));
    let branch = only_branch(&olga).await;
    let fields = ["code", "name", "phone", "availabilityMode", "deskMembershipTerms", "brandColour", "upiId"];
    assert_eq!(
        fields.map(|field| branch[field].as_str().unwrap_or_default()),
        ["BAN", "Baner", "+912040000112", "live", "tier", "#245A92", "aangan@okbank"]
    );
    assert_eq!((&branch["hours"][1], &branch["hours"][0]["opensAt"]), (&Value::Null, &json!("10:00")));
    assert_eq!(olga.get("/api/salon").await.expect_ok()["salon"]["name"], "Aangan");
}

/// Somebody who has never been here books a haircut of today. Returns its id.
async fn book_first_visit(visitor: &Visitor) -> String {
    visitor.open_on(AppKind::Customer, "/book").await;
    choose_first_time(visitor, "haircut-for-women").await;
    sign_in_as_new(visitor, "Meera Iyer", "meera@example.in").await;
    introduce_oneself(visitor).await;
    visitor.press_button("Confirm").await;
    visitor.wait_for_text("We have your request").await;
    visitor.path().await.strip_prefix("/visits/").expect("the page of the visit").to_owned()
}

/// The desk gives the visit to whoever is free, and bills it.
async fn pay_first_visit(desk: &Visitor, id: &str) {
    desk.open(&format!("/bookings/{id}")).await;
    // Other forms of the visit have such a list, too.
    desk.click("form[action$='/approve'] option:not([value=''], [disabled])").await;
    desk.click("form[action$='/approve'] button").await;
    desk.wait_for_text("The visit is confirmed").await;
    desk.open(&format!("/bookings/{id}/checkout")).await;
    desk.choose("method", "cash").await;
    desk.fill("given", "1,000").await;
    desk.click("form[data-checkout] [type=submit]").await;
    desk.wait_for_path(&format!("/bookings/{id}/receipt")).await;
    for part in ["Tax invoice", "Meera Iyer", "₹700", "Change ₹300"] {
        desk.wait_for_text(part).await;
    }
}

#[test_on_both_engines]
async fn what_is_wrong_stands_beside_its_field_and_nothing_typed_is_lost() {
    let (salon, owner, mut browser) = empty_salon().await;
    let page = browser.visit("/setup/salon").await;
    let form = page.form_with("salonName").with("phone", "12").with("gstin", "27AAPFU0939F1ZX");
    let page = browser.submit_and_follow(&form.with("branchName", "Baner")).await.expect_status(422);
    for (name, said) in [
        ("salonName", "Name customers read is required"),
        ("address", "Address is required"),
        ("phone", "Phone must be an Indian number of 10 digits"),
        ("gstin", "GSTIN is mistyped"),
    ] {
        let error = page.field_error(name).unwrap_or_default();
        assert!(error.contains(said), "{name}: {error}");
    }
    let form = page.form_with("salonName");
    assert_eq!((form.value("branchName"), form.value("phone")), (Some("Baner"), Some("12")));
    assert_eq!(count_rows(&salon, "", "select count(*) from branches where id <> $1").await, 0);

    open_branch(&owner).await;
    let page = browser.visit("/setup/hours").await;
    let form = page.form_with("mode").with("closes0", "09:00").with("opens2", "");
    let page = browser.submit_and_follow(&form).await.expect_status(422);
    assert!(page.field_error("closes0").is_some_and(|error| error.contains("must close after it opens")));
    assert!(page.field_error("opens2").is_some_and(|error| error.contains("Wednesday: opens is required")));
    let closed = ["open0", "open1", "open2", "open3", "open4", "open5", "open6"];
    let form = closed.into_iter().fold(page.form_with("mode"), Form::without);
    let page = browser.submit_and_follow(&form).await.expect_status(422);
    assert_says(&page, &["The branch must be open on at least one day"]);

    let page = browser.visit("/setup/services?from=none").await;
    let page = browser.submit_and_follow(&page.form_with("service")).await.expect_status(422);
    assert_says(&page, &["Tick at least one service, or choose Later"]);
    let form = page.form_with("service").with("service", "beard-trim").with("price.beard-trim", "cheap");
    let page = browser.submit_and_follow(&form.with("minutes.beard-trim", "0")).await.expect_status(422);
    for name in ["price.beard-trim", "minutes.beard-trim"] {
        assert!(page.field_error(name).is_some(), "{name}: {}", page.text());
    }
    let form = page.form_with("service");
    assert_eq!((form.values("service"), form.value("price.beard-trim")), (vec!["beard-trim"], Some("cheap")));

    let page = browser.visit("/setup/team").await;
    let form = page.form_with("email").with("name", "Olga").with("email", "olga@test.invalid");
    let page = browser.submit_and_follow(&form).await.expect_status(422);
    assert!(page.field_error("email").is_some_and(|error| error.contains("known already")), "{}", page.text());
    let page = browser.submit_and_follow(&page.form_with("email").without("serviceTypes")).await.expect_status(422);
    assert_says(&page, &["Tick what they do, or that they cannot be booked"]);

    let page = browser.visit("/setup/payments").await;
    let page = browser.submit_and_follow(&page.form_with("upiId").with("upiId", "aangan")).await.expect_status(422);
    assert!(page.field_error("upiId").is_some_and(|error| error.contains("must be written name@bank")));
    assert_eq!(page.form_with("upiId").value("upiId"), Some("aangan"));
}

#[test_on_both_engines]
async fn the_buttons_beside_the_list_change_all_prices() {
    let (_salon, _, mut browser) = empty_salon().await;
    let page = browser.visit("/setup/services?from=spa").await;
    let form = page.form_with("service").with("price.abhyanga", "2,005").with("minutes.abhyanga", "75");
    let page = browser.submit_and_follow(&form.press("+10%")).await.expect_status(200);
    let form = page.form_with("service");
    assert_eq!((form.value("price.abhyanga"), form.value("minutes.abhyanga")), (Some("2210"), Some("75")));
    assert!(!form.values("service").contains(&"beard-trim") && form.values("service").contains(&"abhyanga"));
}

#[test_on_both_engines]
async fn every_step_can_wait_and_is_found_again() {
    let (salon, owner, mut browser) = empty_salon().await;
    for path in ["/setup/hours", "/setup/team", "/setup/payments"] {
        assert_eq!(browser.visit(path).await.path(), "/setup/salon", "{path} needs a branch");
    }
    let page = browser.visit("/setup/ready").await.expect_status(200);
    assert_eq!(page.heading(), "Almost there");
    assert!(!page.forms().iter().any(|form| form.has_button("Open the board")));
    open_branch(&owner).await;
    let mut page = browser.visit("/setup/hours").await;
    for next in ["/setup/services", "/setup/team", "/setup/payments", "/setup/ready"] {
        page = browser.submit_and_follow(&page.form_with_button("Later")).await.expect_status(200);
        assert_eq!(page.path(), next);
    }
    assert_says(&page, &["Before customers can book, this is still missing:", "When you have time"]);
    let later = "Later";
    assert!(
        !browser.visit("/setup/team").await.forms().iter().any(|form| form.has_button(later)),
        "it is left already"
    );
    let page = browser.visit("/setup").await;
    assert_eq!(
        shown_steps(&page),
        ["Salon: Done", "Hours: For later", "Services: For later", "Team: For later", "Payments: For later"]
    );
    let page = browser.click_link(&page, "Hours").await.expect_status(200);
    assert_eq!(page.path(), "/setup/hours");
    assert_eq!(actions_on_record(&salon, "team").await, ["setup.skip"]);
    // The hours that it has anyway are saved by going on.
    let _ = browser.submit_and_follow(&page.form_with("mode")).await.expect_status(200);
    assert_eq!(shown_steps(&browser.visit("/setup").await)[1], "Hours: Done");
    assert_eq!(only_branch(&owner).await["hours"], Value::Null, "the same every day");
}

#[test_on_both_engines]
async fn of_two_owners_the_second_is_told_what_changed() {
    let (salon, owner, mut first) = empty_salon().await;
    let mut second = browser_of(&salon, &salon.member("Omar", Role::Owner).await);
    let filled =
        |page: &Page, address: &str| page.form_with("salonName").with("salonName", "Aangan").with("address", address);
    let (of_first, of_second) = (first.visit("/setup/salon").await, second.visit("/setup/salon").await);
    let _ = first.submit_and_follow(&filled(&of_first, "MG Road, Pune")).await.expect_status(200);
    let page = second.submit_and_follow(&filled(&of_second, "Baner Road, Pune")).await.expect_status(409);
    assert_says(&page, &["This was changed meanwhile: Address (now “MG Road, Pune”)."]);
    assert_eq!(page.form_with("address").value("address"), Some("Baner Road, Pune"), "what was typed stays");
    assert_eq!(only_branch(&owner).await["address"], "MG Road, Pune");
    let _ = second.submit_and_follow(&page.form_with("address")).await.expect_status(200);
    assert_eq!(only_branch(&owner).await["address"], "Baner Road, Pune");
    assert_eq!(count_rows(&salon, "", "select count(*) from branches where id <> $1").await, 1);

    // Changes to different days both stay.
    let (of_first, of_second) = (first.visit("/setup/hours").await, second.visit("/setup/hours").await);
    let _ = first.submit_and_follow(&of_first.form_with("mode").with("opens0", "08:00")).await.expect_status(200);
    let _ = second.submit_and_follow(&of_second.form_with("mode").without("open6")).await.expect_status(200);
    let hours = only_branch(&owner).await["hours"].clone();
    assert_eq!((&hours[0]["opensAt"], &hours[1]["opensAt"]), (&json!("08:00"), &json!("10:00")));
    assert_eq!(hours[6], Value::Null);
}

#[test_on_both_engines]
async fn a_list_that_another_owner_has_taken_is_not_taken_twice() {
    let (salon, owner, mut browser) = empty_salon().await;
    let page = browser.visit("/setup/services?from=spa").await;
    let trim = json!({ "key": "beard-trim", "pricePaise": 20_000, "durationMinutes": 25 });
    owner.post("/api/setup/catalogue", &json!({ "services": [trim] })).await.expect_created();
    let page = browser.submit_and_follow(&page.form_with("service")).await.expect_status(409);
    assert_says(&page, &["There are services already", "Customers find 1 service in your catalogue."]);
    assert_eq!(count_rows(&salon, "", "select count(*) from services where id <> $1").await, 1);
}

#[test_on_both_engines]
async fn the_payments_wait_while_only_another_branch_has_an_account() {
    let salon = small_salon_with(listening()).await;
    let owner = salon.member("Olga", Role::Owner).await;
    let account = json!({ "upiId": "goa@okbank" });
    owner.patch("/api/branches/branch-goa", &account).await.expect_ok();
    let mut browser = browser_of(&salon, &owner);
    assert_eq!(shown_steps(&browser.visit("/setup").await)[4], "Payments: To do");
    let page = browser.visit("/setup/payments").await;
    browser.check_page(&page).await;
    assert_says(&page, &["This is the account of PUN."]);
    let _ = browser.submit_and_follow(&page.form_with("upiId").with("upiId", "pune@okbank")).await.expect_status(200);
    assert_eq!(shown_steps(&browser.visit("/setup").await)[4], "Payments: Done");
}

#[test_on_both_engines]
async fn a_test_e_mail_goes_to_the_owner() {
    let folder = tempfile::tempdir().unwrap();
    let integrations = Integrations { mail: mailer_to_folder(folder.path()), ..Integrations::default() };
    let salon = TestSalon::with_integrations(listening(), integrations).await;
    let owner = salon.member("Olga", Role::Owner).await;
    open_branch(&owner).await;
    let mut browser = browser_of(&salon, &owner);
    let page = browser.visit("/setup/payments").await;
    let form = page.form_with_button("Send me a test");
    let page = browser.submit_and_follow(&form).await.expect_status(200);
    assert_says(&page, &["The e-mail is on its way."]);
    let page = browser.submit_and_follow(&form).await.expect_status(200);
    assert_says(&page, &["The test was asked for already"]);
    let sent = emails_in_folder(folder.path());
    assert!(matches!(&sent[..], [email] if email.contains("olga@test.invalid")), "{sent:?}");
    assert_eq!(actions_on_record(&salon, "mail").await, ["integration.test"]);
}

#[test_on_both_engines]
async fn the_salon_itself_has_a_page() {
    let salon = small_salon_with(listening()).await;
    let owner = salon.member("Olga", Role::Owner).await;
    let (mut first, mut second) = (browser_of(&salon, &owner), browser_of(&salon, &owner));
    let (page, of_second) = (first.visit("/salon").await, second.visit("/salon").await);
    assert_eq!(page.texts_of("h1"), ["Settings"]);
    assert_eq!(page.texts_of("nav.tabs a[aria-current=page]"), ["Salon"]);
    let form = page.form_with("website").with("name", "Aangan").with("website", "http://aangan.in");
    let page = first.submit_and_follow(&form).await.expect_status(422);
    assert!(page.field_error("website").is_some_and(|error| error.contains("must begin with https://")));
    let form = page.form_with("website").with("website", "https://aangan.in");
    let page = first.submit_and_follow(&form).await.expect_status(200);
    assert_says(&page, &["The salon was saved."]);
    assert!(page.title().ends_with("Aangan"), "{}", page.title());
    let settings = owner.get("/api/salon").await.expect_ok()["salon"].clone();
    assert_eq!((&settings["name"], &settings["website"]), (&json!("Aangan"), &json!("https://aangan.in")));

    let form = of_second.form_with("website").with("name", "Chandni").with("about", "By the lake.");
    let page = second.submit_and_follow(&form).await.expect_status(409);
    assert_says(&page, &["This was changed meanwhile: Name (now “Aangan”)."]);
    let form = page.form_with("website");
    assert_eq!((form.value("name"), form.value("about")), (Some("Chandni"), Some("By the lake.")));
    assert_eq!(form.value("website"), Some("https://aangan.in"), "what nobody touched is as it is now");
    let _ = second.submit_and_follow(&form).await.expect_status(200);
    let settings = owner.get("/api/salon").await.expect_ok()["salon"].clone();
    assert_eq!(
        (&settings["name"], &settings["about"], &settings["website"]),
        (&json!("Chandni"), &json!("By the lake."), &json!("https://aangan.in"))
    );
    let manager = salon.member("Mira", Role::Manager).await;
    assert_eq!(browser_of(&salon, &manager).visit("/salon").await.status, 403);
}

/// Nothing is wider than the screen, and everything can be read.
#[test]
fn every_step_is_without_fault_on_all_screens() {
    run(Engine::Sqlite, async || {
        let salon = TestSalon::with(listening()).await;
        let owner = salon.member("Olga", Role::Owner).await;
        let branch = json!({ "code": "PUN", "name": "Aangan", "address": "MG Road, Pune", "upiId": "aangan@okbank" });
        owner.post("/api/branches", &branch).await.expect_created();
        let paths = [
            "/setup",
            "/salon",
            "/setup/salon",
            "/setup/hours",
            "/setup/services",
            "/setup/team",
            "/setup/payments",
            "/setup/ready",
        ];
        let screens = [ChromiumOptions::phone().width(320).dark(), ChromiumOptions::desktop()];
        for (options, paths) in screens_with_pages(&screens, &paths) {
            let visitor = Visitor::start(&salon, AppKind::Admin, options).await;
            visitor.sign_in_as(&owner).await;
            for path in paths {
                visitor.open(path).await;
            }
        }
    });
}

/// With scripts a form that is left half filled asks, and what goes on does not.
#[test]
fn what_is_typed_is_not_lost_by_leaving() {
    run(Engine::Sqlite, async || {
        let salon = TestSalon::with(listening()).await;
        let owner = salon.member("Olga", Role::Owner).await;
        let visitor = Visitor::start(&salon, AppKind::Admin, ChromiumOptions::desktop()).await;
        visitor.sign_in_as(&owner).await;
        visitor.open("/setup/salon").await;
        visitor.fill("salonName", "Aangan").await;
        visitor.fill("address", "MG Road, Pune").await;
        visitor.click_link("Back").await;
        visitor.wait_for("dialog[data-part=unsaved][open]").await;
        visitor.click("dialog[open] [data-stay]").await;
        visitor.click(".setbar .main").await;
        visitor.wait_for_path("/setup/hours").await;
        let branch = only_branch(&owner).await;
        assert_eq!(branch["name"], "Aangan");
        // A form that is saved as a whole names what is not saved.
        visitor.open_unchecked(&format!("/branches/{}", branch["id"].as_str().unwrap())).await;
        visitor.fill("phone", "98450 12345").await;
        visitor.wait_for("div[data-changes]:not([hidden]) [data-fields=phone]:not([hidden])").await;
    });
}

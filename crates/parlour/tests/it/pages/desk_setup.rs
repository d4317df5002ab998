//! The first start in the browser: an owner finds the steps, the team waits for a branch.

use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_domain::email_address::EmailAddress;
use parlour_testkit::actions::emails::{emails_in_folder, mailer_to_folder};
use parlour_testkit::browser::{Browser, Form, Page};
use parlour_testkit::checks::audit_log::actions_on_record;
use parlour_testkit::checks::database::count_rows;
use parlour_testkit::chromium::{ChromiumOptions, Visitor};
use parlour_testkit::fixtures::small_salon::small_salon_with;
use parlour_testkit::{Engine, Person, SalonOptions, TestSalon, run, test_on_both_engines};
use parlour_worker::worker_context::Integrations;
use serde_json::{Value, json};

use super::desk_visit::act;

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

/// An owner whose clicks and typed fields are counted.
struct Counted {
    browser: Browser,
    clicks: usize,
    typed: usize,
}

impl Counted {
    async fn follow(&mut self, page: &Page, link: &str) -> Page {
        self.clicks += 1;
        self.browser.click_link(page, link).await.expect_status(200)
    }

    fn types(&mut self, form: Form, fields: &[(&str, &str)]) -> Form {
        self.typed += fields.len();
        fields.iter().fold(form, |form, (name, text)| form.with(name, text))
    }

    fn clicks(&mut self, clicks: usize, form: Form) -> Form {
        self.clicks += clicks;
        form
    }

    async fn send(&mut self, form: &Form) -> Page {
        self.clicks += 1;
        self.browser.submit_and_follow(form).await.expect_status(200)
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

#[test_on_both_engines]
async fn an_owner_sets_up_an_empty_salon_and_a_customer_visits_it() {
    let owner_email = EmailAddress::parse("lakshmi@example.in").ok();
    let salon = TestSalon::with(SalonOptions { owner_email, ..listening() }).await;
    salon.leaves_due_jobs("nobody reads the e-mails");
    let mut owner = Counted { browser: Browser::at(&salon, AppKind::Admin), clicks: 0, typed: 0 };
    let page = owner.browser.visit("/").await;
    let provider = owner.browser.click_link(&page, "Continue with Google").await;
    let new = provider.form_with("email").with("name", "Lakshmi Rajan").with("email", "lakshmi@example.in");
    let page = owner.browser.submit_and_follow(&new).await.expect_status(200);
    assert_eq!((page.path(), page.heading().as_str()), ("/setup", "Set up your salon"));

    let page = owner.follow(&page, "Go on").await;
    let form = owner.types(
        page.form_with("salonName"),
        &[
            ("salonName", "Aangan"),
            ("branchName", "Baner"),
            ("address", "12, Baner Road, Pune 411045"),
            ("phone", "020 4000 0112"),
            ("gstin", "27AAPFU0939F1ZV"),
        ],
    );
    let form = owner.clicks(1, form.with("colour", "#245A92"));
    let page = owner.send(&form).await;
    assert_eq!((page.path(), page.heading().as_str()), ("/setup/hours", "When are you open?"));

    let form = page.form_with("mode").with("mode", "live").without("open1");
    let form = owner.clicks(2, form);
    let page = owner.send(&form).await;
    assert_eq!((page.path(), page.heading().as_str()), ("/setup/services", "What do you offer?"));

    let form = page.form_with("service");
    let left_out = ["make-up-and-bridal", "bleach-and-detan", "ayurveda", "short-therapies"];
    let categories = form.options("category").into_iter().map(|(key, _)| key);
    let kept: Vec<String> = categories.filter(|key| !left_out.contains(&key.as_str())).collect();
    let kept: Vec<&str> = kept.iter().map(String::as_str).collect();
    let form = owner.clicks(left_out.len(), form.with_all("category", &kept));
    let form = owner.types(form, &[("price.haircut-women", "700")]);
    let page = owner.send(&form).await;
    assert_eq!((page.path(), page.heading().as_str()), ("/setup/team", "Who works with you?"));

    let invited = page.form_with("email");
    let form = owner.types(invited, &[("name", "Kiran Rao"), ("email", "kiran@example.in")]);
    let page = owner.send(&form).await;
    assert_says(&page, &["The invitation is on its way by e-mail.", "Kiran Rao", "Can be booked", "Invited"]);
    let form = owner.types(page.form_with("email"), &[("name", "Ravi Shah"), ("email", "ravi@example.in")]);
    let form = owner.clicks(3, form.with("role", "receptionist").without("bookable"));
    let page = owner.send(&form).await;
    let page = owner.send(&page.form_with_button("I do visits too")).await;
    assert!(!page.has_text("I do visits too"), "{}", page.text());
    let page = owner.follow(&page, "Go on to the payments").await;

    let form = owner.types(page.form_with("upiId"), &[("upiId", "aangan@okbank")]);
    let page = owner.send(&form.press("Save and show a test code")).await;
    assert_says(&page, &["aangan@okbank", "₹1", "E-mail is not set up on this server. PARLOUR_MAIL_URL does it."]);
    assert_eq!(page.attributes_of("svg[role=img]", "aria-label").len(), 1, "{}", page.body);
    let page = owner.send(&page.form_with("upiId")).await;
    assert_eq!((page.path(), page.heading().as_str()), ("/setup/ready", "Your salon is ready"));
    let public = salon.url(AppKind::Customer);
    assert!(page.links().iter().any(|link| link.url.as_str().starts_with(public)), "{:?}", page.links());
    let page = owner.send(&page.form_with_button("Open the board")).await;
    assert_eq!(page.path(), "/board");
    assert_says(&page, &["The desk is yours."]);
    assert!(owner.clicks <= MAX_CLICKS && owner.typed <= MAX_TYPED_FIELDS, "{} {}", owner.clicks, owner.typed);

    expect_whole_setup(&salon).await;
    let id = book_first_visit(&salon).await;
    pay_first_visit(&mut owner.browser, &id).await;
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

/// The desk gives the visit to whoever is free, and bills it.
async fn pay_first_visit(desk: &mut Browser, id: &str) {
    let page = desk.visit(&format!("/bookings/{id}")).await.expect_status(200);
    let form = act(&page, "Approve");
    let staff = form.options("staffId").into_iter().map(|(id, _)| id).find(|id| !id.is_empty());
    let page = desk.submit_and_follow(&form.with("staffId", &staff.expect("somebody is free"))).await;
    assert_says(&page, &["The visit is confirmed", "₹700"]);
    let page = desk.visit(&format!("/bookings/{id}/checkout")).await.expect_status(200);
    let form = page.form_with("expected").with("given", "1,000");
    let receipt = desk.submit_and_follow(&form).await.expect_status(200);
    assert_eq!(receipt.path(), format!("/bookings/{id}/receipt"));
    assert_says(&receipt, &["Tax invoice", "Meera Iyer", "₹700", "Change ₹300"]);
}

/// Somebody who has never been here books a haircut of today. Returns its id.
async fn book_first_visit(salon: &TestSalon) -> String {
    let mut browser = Browser::at(salon, AppKind::Customer);
    let page = browser.visit("/book").await.expect_status(200);
    let form = page.form_with("s").with("s", "haircut-for-women");
    let page = browser.submit_and_follow(&form.press("Choose a time")).await;
    let form = page.form_with("time");
    let (time, _) = form.options("time").into_iter().next().expect("a free time");
    let review = browser.submit_and_follow(&form.with("time", &time)).await;
    let provider = browser.click_link(&review, "Continue with Google").await;
    let new = provider.form_with("email").with("name", "Meera Iyer").with("email", "meera@example.in");
    let page = browser.submit_and_follow(&new).await;
    let form = page.form_with("phone").with("phone", "90000 00014").with("dateOfBirth", "1994-02-11");
    let page = browser.submit_and_follow(&form.with("gender", "female")).await;
    let page = browser.submit_and_follow(&page.form_with("note").press("Confirm")).await;
    page.path().strip_prefix("/visits/").expect("the page of the visit").to_owned()
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
    browser.submit_and_follow(&page.form_with("mode")).await.expect_status(200);
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
    first.submit_and_follow(&filled(&of_first, "MG Road, Pune")).await.expect_status(200);
    let page = second.submit_and_follow(&filled(&of_second, "Baner Road, Pune")).await.expect_status(409);
    assert_says(&page, &["This was changed meanwhile: Address (now “MG Road, Pune”)."]);
    assert_eq!(page.form_with("address").value("address"), Some("Baner Road, Pune"), "what was typed stays");
    assert_eq!(only_branch(&owner).await["address"], "MG Road, Pune");
    second.submit_and_follow(&page.form_with("address")).await.expect_status(200);
    assert_eq!(only_branch(&owner).await["address"], "Baner Road, Pune");
    assert_eq!(count_rows(&salon, "", "select count(*) from branches where id <> $1").await, 1);

    // Changes to different days both stay.
    let (of_first, of_second) = (first.visit("/setup/hours").await, second.visit("/setup/hours").await);
    first.submit_and_follow(&of_first.form_with("mode").with("opens0", "08:00")).await.expect_status(200);
    second.submit_and_follow(&of_second.form_with("mode").without("open6")).await.expect_status(200);
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
async fn a_test_e_mail_goes_to_the_owner() {
    let folder = tempfile::tempdir().unwrap();
    let integrations = Integrations { mail: mailer_to_folder(folder.path()), ..Integrations::default() };
    let salon = TestSalon::with_integrations(listening(), integrations).await;
    let owner = salon.member("Olga", Role::Owner).await;
    open_branch(&owner).await;
    let mut browser = browser_of(&salon, &owner);
    let page = browser.visit("/setup/payments").await;
    let page = browser.submit_and_follow(&page.form_with_button("Send me a test")).await.expect_status(200);
    assert_says(&page, &["The e-mail is on its way."]);
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
    assert_eq!(page.texts_of("h1"), ["Salon"]);
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
    second.submit_and_follow(&form).await.expect_status(200);
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
fn every_step_fits_a_small_dark_phone_and_a_desktop() {
    run(Engine::Sqlite, async || {
        let salon = TestSalon::with(listening()).await;
        let owner = salon.member("Olga", Role::Owner).await;
        let branch = json!({ "code": "PUN", "name": "Aangan", "address": "MG Road, Pune", "upiId": "aangan@okbank" });
        owner.post("/api/branches", &branch).await.expect_created();
        for options in [ChromiumOptions::phone().width(320).dark(), ChromiumOptions::desktop()] {
            let visitor = Visitor::start(&salon, AppKind::Admin, options).await;
            visitor.sign_in_as(&owner).await;
            let steps =
                ["salon", "hours", "services", "team", "payments", "ready"].map(|step| format!("/setup/{step}"));
            for path in ["/setup".to_owned(), "/salon".to_owned()].into_iter().chain(steps) {
                visitor.open(&path).await;
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
        assert_eq!(only_branch(&owner).await["name"], "Aangan");
    });
}

//! The screens of the back office, each once: without fault on phones and desktops, with long words, and small. And what is
//! done most there, without scripts; by keys alone it is in `keyboard`.

use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_testkit::actions::people::{developer, staff_member_in_pune};
use parlour_testkit::browser::Browser;
use parlour_testkit::chromium::{ChromiumOptions, Visitor, screens_with_pages};
use parlour_testkit::fixtures::small_salon::{PUNE, STYLIST};
use parlour_testkit::{Engine, Person, SalonOptions, TestSalon, run};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::desk_branches::find_branch;
use super::desk_files::{CUSTOMERS_CSV, form_for, send};
use super::desk_offers::newest_offer;
use super::desk_schedule::{KIRAN, ask_for_leave, shifts_of};
use super::desk_services::find_service;
use super::desk_users::find_user;
use super::desk_visit::desk_browser;
use super::visits::listening_salon;
use crate::browser_files::salon_with_files;

/// Brotli, without what the page loads: `parlour-web` has a limit for that.
const MAX_PAGE_BYTES: usize = 8_000;

const PAGES: [&str; 11] = [
    "/schedule",
    "/schedule/holidays",
    "/services",
    "/offers",
    "/team",
    "/users",
    "/branches",
    "/tiers",
    "/tags",
    "/imports",
    "/exports",
];

/// Lists whose rows open beside them or on pages of their own, and the beginning of the addresses of these.
const LISTS: [(&str, &str); 8] = [
    ("/services", "/services/"),
    ("/services", "/services/categories/"),
    ("/offers", "/offers/"),
    ("/team", "/team/"),
    ("/users", "/users/"),
    ("/branches", "/branches/"),
    ("/tiers", "/tiers/"),
    ("/tags", "/tags/"),
];

/// Screens that other stories look at in a real browser: `desk_reports`, `desk_setup`, `desk_own` and `desk_developer`.
pub(super) const SEEN_ELSEWHERE: [&str; 23] = [
    "/today",
    "/reports/sales",
    "/reports/sales?from=2026-04-01&at=all",
    "/reports/services",
    "/reports/staff",
    "/reports/utilisation",
    "/reports/customers",
    "/reports/leads",
    "/reports/memberships",
    "/reports/gst",
    "/reports/day-close",
    "/salon",
    "/setup",
    "/setup/salon",
    "/setup/hours",
    "/setup/services",
    "/setup/team",
    "/setup/payments",
    "/setup/ready",
    "/my",
    "/my/leave",
    "/logs",
    "/integrations",
];

/// The demo salon, with a folder for its files.
pub(super) async fn full_salon() -> (TestSalon, TempDir) {
    let options = SalonOptions { listens: true, has_demo_data: true, ..SalonOptions::default() };
    let (salon, storage) = salon_with_files(options).await;
    salon.leaves_due_jobs("the screens are as they are before");
    (salon, storage)
}

/// The first row of a list.
pub(super) async fn first_row(browser: &mut Browser, list: &str, below: &str) -> String {
    let page = browser.visit(list).await.expect_status(200);
    let is_row = |path: &str| {
        let id = path.strip_prefix(below);
        id.is_some_and(|id| !id.contains('/') && !["new", "holidays", "sell"].contains(&id))
    };
    let row = page.links().into_iter().find(|link| is_row(link.url.path()));
    row.unwrap_or_else(|| panic!("{list} has no row {below}…")).url.path().to_owned()
}

/// The addresses of all other screens.
pub(super) async fn screens(salon: &TestSalon, person: &Person) -> Vec<String> {
    let mut browser = desk_browser(salon, person);
    let mut paths: Vec<String> = PAGES.map(str::to_owned).into();
    paths.push(first_row(&mut browser, "/schedule", "/schedule/").await);
    let asked = person.get("/api/schedule/leave").await.expect_ok();
    paths.push(format!("/schedule/leave/{}", asked["leave"][0]["id"].as_str().expect("a request for leave")));
    for (list, below) in LISTS {
        let row = first_row(&mut browser, list, below).await;
        paths.extend([format!("{below}new"), row]);
    }
    let form = form_for(&mut browser, "customers").await;
    paths.push(send(&mut browser, form, CUSTOMERS_CSV).await.expect_status(200).path().to_owned());
    paths
}

#[test]
fn the_back_office_is_without_fault_on_all_screens() {
    run(Engine::Sqlite, async || {
        let (salon, _storage) = full_salon().await;
        let owner = salon.member("Olga", Role::Owner).await;
        let paths = screens(&salon, &owner).await;
        let screens = [
            ChromiumOptions::phone().width(320),
            ChromiumOptions::phone().dark(),
            ChromiumOptions::desktop(),
            ChromiumOptions::desktop().dark(),
        ];
        for (options, paths) in screens_with_pages(&screens, &paths) {
            let visitor = Visitor::start(&salon, AppKind::Admin, options).await;
            visitor.sign_in_as(&owner).await;
            for path in paths {
                visitor.open(path).await;
            }
        }
    });
}

/// Words that are 40 % longer, on the narrowest phone.
#[test]
fn long_words_fit_into_the_back_office() {
    run(Engine::Sqlite, async || {
        let (salon, _storage) = full_salon().await;
        let dev = developer(&salon).await;
        let paths = screens(&salon, &dev).await;
        let visitor = Visitor::start(&salon, AppKind::Admin, ChromiumOptions::phone().width(320)).await;
        visitor.sign_in_as(&dev).await;
        visitor.set_cookie("lang", "qps").await;
        // The names that are only read aloud stay short, and so differ from what is shown: axe would say so.
        for path in paths.iter().map(String::as_str).chain(SEEN_ELSEWHERE) {
            visitor.open_unchecked(path).await;
            let fault = visitor.overflow().await;
            assert!(fault.is_none(), "{path}: {fault:?}");
        }
    });
}

#[test]
fn screens_of_the_back_office_are_small() {
    run(Engine::Sqlite, async || {
        let (salon, _storage) = full_salon().await;
        let dev = developer(&salon).await;
        let paths = screens(&salon, &dev).await;
        let dev = dev.with_header("accept", "text/html").with_header("accept-encoding", "br");
        let mut heavy = Vec::new();
        for path in paths.iter().map(String::as_str).chain(SEEN_ELSEWHERE) {
            let reply = dev.get(path).await;
            assert_eq!((reply.status.as_u16(), reply.header("content-encoding")), (200, Some("br")), "{path}");
            if reply.bytes.len() > MAX_PAGE_BYTES {
                heavy.push(format!("{path}: {} bytes", reply.bytes.len()));
            }
        }
        assert!(heavy.is_empty(), "{heavy:?}");
    });
}

/// A small salon in which Kiran has asked for leave, and its owner.
pub(super) async fn salon_with_asked_leave() -> (TestSalon, Person) {
    let salon = listening_salon().await;
    let kiran = staff_member_in_pune(&salon, "Kiran", Role::Staff).await;
    ask_for_leave(&kiran).await;
    salon.leaves_due_jobs("nobody reads the e-mails");
    let owner = salon.member("Olga", Role::Owner).await;
    (salon, owner)
}

/// What the API shows after the story below, and after the same by keys.
pub(super) async fn expect_changes(owner: &Person) {
    assert_eq!(find_service(owner, "cut").await["pricePaise"], 135_000);
    let given = owner.get("/api/schedule/leave?status=approved").await.expect_ok();
    assert_eq!(given["leave"].as_array().map(Vec::len), Some(1), "{given}");
    let monday = json!([{ "weekday": 1, "startTime": "10:00", "endTime": "19:00", "breaks": [] }]);
    for staff in [STYLIST, KIRAN] {
        assert_eq!(shifts_of(owner, staff).await, monday, "{staff}");
    }
    let offer = newest_offer(owner).await;
    assert_eq!(
        ["name", "discountPercentage", "serviceIds", "endDate"].map(|field| offer[field].clone()),
        [json!("Glow"), json!(20), json!(["service-cut"]), json!("2027-04-04T00:00:00.000Z")]
    );
    let invited = find_user(owner, "Harini").await.map(|user| user["role"].clone());
    assert_eq!(invited, Some(Value::from("manager")));
    assert_eq!(find_branch(owner, PUNE).await["hours"][0]["opensAt"], "09:00");
}

#[test]
fn an_owner_runs_the_salon_without_scripts() {
    run(Engine::Sqlite, async || {
        let (salon, owner) = salon_with_asked_leave().await;
        let options = ChromiumOptions::phone().without_scripts();
        let visitor = Visitor::start(&salon, AppKind::Admin, options).await;
        visitor.sign_in_as(&owner).await;

        visitor.open("/services").await;
        visitor.click("a[href^='/services/service-cut?']").await;
        visitor.wait_for_path("/services/service-cut").await;
        visitor.fill("price", "1,350").await;
        visitor.press_button("Save the service").await;
        visitor.wait_for_text("The service was saved.").await;

        visitor.open("/schedule").await;
        visitor.press_button("Give leave").await;
        visitor.wait_for_text("The leave is given.").await;

        visitor.open(&format!("/schedule/{STYLIST}")).await;
        visitor.tick("works0", "true").await;
        visitor.fill("to0-0", "19:00").await;
        visitor.tick("copyTo", KIRAN).await;
        visitor.press_button("Save the working hours").await;
        visitor.wait_for_text("The working hours were saved.").await;

        visitor.open("/offers/new").await;
        visitor.fill("name", "Glow").await;
        visitor.fill("discountPercentage", "20").await;
        visitor.tick("serviceIds", "service-cut").await;
        visitor.fill("endDate", "2027-04-04").await;
        visitor.press_button("Save the offer").await;
        visitor.wait_for_text("The offer was added.").await;

        visitor.open("/users/new").await;
        visitor.fill("name", "Harini").await;
        visitor.fill("email", "harini@example.in").await;
        // The filter of the list has the same name.
        visitor.click("label:has(input[name=role][value=manager])").await;
        visitor.press_button("Send the invitation").await;
        visitor.wait_for_text("The person is invited. No e-mail is set up here: please tell them yourself.").await;

        visitor.open(&format!("/branches/{PUNE}")).await;
        visitor.fill("opens0", "09:00").await;
        visitor.press_button("Save the branch").await;
        visitor.wait_for_text("The branch was saved.").await;
        expect_changes(&owner).await;
    });
}

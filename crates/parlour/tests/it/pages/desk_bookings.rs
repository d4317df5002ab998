//! The list of bookings: pages of the desk.

use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_testkit::actions::bookings::{create_booking, haircut_request_at, set_booking_status};
use parlour_testkit::actions::people::receptionist;
use parlour_testkit::browser::{Browser, Page};
use parlour_testkit::checks::database::write_transaction;
use parlour_testkit::chromium::{ChromiumOptions, Visitor, screens_with_pages};
use parlour_testkit::fixtures::small_salon::{GOA, PUNE, STYLIST, small_salon_with};
use parlour_testkit::{Engine, Person, SalonOptions, TestSalon, run, test_on_both_engines};
use serde_json::{Value, json};

struct Story {
    salon: TestSalon,
    desk: Person,
}

impl Story {
    fn browser(&self) -> Browser {
        let mut browser = Browser::at(&self.salon, AppKind::Admin);
        browser.sign_in_as(&self.desk);
        browser
    }
}

async fn empty_story() -> Story {
    let salon = small_salon_with(SalonOptions { listens: true, ..SalonOptions::default() }).await;
    let desk = receptionist(&salon).await;
    Story { salon, desk }
}

/// Asha has a confirmed haircut and a massage in Pune, Binu a haircut in Goa.
async fn story() -> Story {
    let story = empty_story().await;
    let asha = add_customer(&story.desk, "Asha Rao", "9845012345").await;
    let binu = add_customer(&story.desk, "Binu", "9845054321").await;
    book(
        &story.desk,
        &json!({ "customerId": asha, "branchId": PUNE, "serviceType": "salon", "bookingDate": "2027-03-05",
        "startTime": "11:00", "serviceIds": ["service-cut"], "staffId": STYLIST, "guestName": "Her mother" }),
    )
    .await;
    book(
        &story.desk,
        &json!({ "customerId": asha, "branchId": PUNE, "serviceType": "spa", "bookingDate": "2027-03-09",
        "startTime": "15:00", "serviceIds": ["service-massage"] }),
    )
    .await;
    book(
        &story.desk,
        &json!({ "customerId": binu, "branchId": GOA, "serviceType": "salon", "bookingDate": "2027-03-07",
        "startTime": "12:30", "serviceIds": ["service-colour"] }),
    )
    .await;
    story
}

async fn add_customer(desk: &Person, name: &str, phone: &str) -> String {
    let added = desk.post("/api/customers", &json!({ "name": name, "phone": phone })).await.expect_created();
    added["customer"]["id"].as_str().expect("an id").to_owned()
}

async fn book(desk: &Person, body: &Value) {
    desk.post("/api/bookings", body).await.expect_created();
}

/// The services of the rows, in their order.
fn rows(page: &Page) -> Vec<String> {
    page.texts_of("tbody td[data-l=Services]")
}

#[test_on_both_engines]
async fn the_list_shows_every_visit_with_its_sum() {
    let story = story().await;
    let page = story.browser().visit("/bookings?at=all").await;
    assert_eq!(
        (page.heading().as_str(), rows(&page)),
        ("Bookings", vec!["cut".into(), "colour".into(), "massage".into()])
    );
    for part in ["Fri 5 Mar", "11:00 am", "Asha Rao", "for Her mother", "stylist", "Confirmed", "₹1,200", "nobody yet"]
    {
        assert!(page.has_text(part), "{part} in {}", page.text());
    }
    assert!(page.has_text("3 visits on this page") && page.has_text("₹6,700.50"), "{}", page.text());
    story.salon.leaves_due_jobs("nobody reads the letter");
}

#[test_on_both_engines]
async fn each_filter_narrows_the_list_and_stays_in_the_form() {
    let story = story().await;
    let mut browser = story.browser();
    for (query, expected) in [
        ("", vec!["cut", "massage"]),
        ("at=branch-goa", vec!["colour"]),
        ("at=all&status=confirmed", vec!["cut"]),
        ("at=all&type=spa", vec!["massage"]),
        ("at=all&type=salon&status=pending", vec!["colour"]),
        ("at=all&from=2027-03-06&to=2027-03-07", vec!["colour"]),
        ("at=all&from=2027-03-07", vec!["massage", "colour"]),
        ("at=all&to=2027-03-05", vec!["cut"]),
        ("at=all&q=asha", vec!["massage", "cut"]),
        ("at=all&q=54321", vec!["colour"]),
        ("at=all&q=asha&status=confirmed&type=salon&from=2027-03-01&to=2027-03-31", vec!["cut"]),
        ("at=all&q=S-00001", vec!["massage"]),
        ("at=branch-goa&q=asha", vec![]),
    ] {
        let page = browser.visit(&format!("/bookings?{query}")).await.expect_status(200);
        assert_eq!(rows(&page), expected, "{query}: {}", page.text());
    }
    let page = browser.visit("/bookings?at=all").await;
    let form =
        page.form_with("from").with("status", "pending").with("from", "2027-03-08").with("q", "Rao").press("Show");
    let page = browser.submit(&form).await.expect_status(200);
    assert_eq!(rows(&page), ["massage"]);
    let form = page.form_with("from");
    assert_eq!(
        (form.value("status"), form.value("from"), form.value("q")),
        (Some("pending"), Some("2027-03-08"), Some("Rao"))
    );
    story.salon.leaves_due_jobs("nobody reads the letter");
}

/// What is over, or does not take place, is one link away.
#[test_on_both_engines]
async fn the_next_visit_stands_first() {
    let story = empty_story().await;
    let asha = story.salon.customer("Asha").await;
    let mut made = Vec::new();
    for (day, time) in
        [("2027-03-09", "12:00"), ("2027-03-01", "11:00"), ("2027-03-01", "16:00"), ("2027-03-02", "10:00")]
    {
        made.push(create_booking(&asha, &haircut_request_at(day, time)).await);
    }
    set_booking_status(&story.salon, &made[3], "cancelled").await;
    // To 12:00, when the first visit is over.
    story.salon.advance_seconds(2 * 3_600);
    let mut browser = story.browser();
    let page = browser.visit("/bookings").await;
    let paths = |page: &Page| page.attributes_of("td.num a", "href");
    let of = |some: &[usize]| some.iter().map(|at| format!("/bookings/{}", made[*at])).collect::<Vec<_>>();
    assert_eq!(paths(&page), of(&[2, 0]));
    assert!(page.has_text("To come, the next visit first."), "{}", page.text());
    let numbers = |file: &Page| -> Vec<String> {
        file.body.lines().skip(1).filter_map(|line| Some(line.split_once(',')?.0.to_owned())).collect()
    };
    let file = browser.click_link(&page, "CSV").await.expect_status(200);
    assert_eq!(numbers(&file), page.texts_of("td.num a"), "the file has what the page lists");
    let earlier = browser.click_link(&page, "Today and earlier, in every status").await;
    let (mut shown, mut expected) = (paths(&earlier), of(&[1, 2]));
    // They were made in the same moment, so either may come first.
    shown.sort();
    expected.sort();
    assert_eq!(shown, expected);
    assert!(earlier.has_text("The latest day first."), "{}", earlier.text());
    assert_eq!(paths(&browser.visit("/bookings?status=cancelled").await), of(&[3]));
    story.salon.leaves_due_jobs("nobody answers");
}

#[test_on_both_engines]
async fn what_is_empty_says_so() {
    let story = empty_story().await;
    let mut browser = story.browser();
    assert!(browser.visit("/bookings").await.has_text("No visit is to come."));
    assert!(browser.visit("/bookings?status=rejected").await.has_text("No visit is like that."));
    assert!(browser.visit("/bookings?q=nobody").await.has_text("No visit is found by “nobody” here."));
    let wrong = browser.visit("/bookings?from=2027-03-02&to=2027-03-01").await.expect_status(422);
    assert!(wrong.has_text("The first day must not be after the last."), "{}", wrong.text());
    for strange in ["/bookings?after=x&status=no&type=no&at=no", "/bookings?q=%25&after=9999-12-31~1~x"] {
        assert_eq!(browser.visit(strange).await.status, 200);
    }
    browser.sign_in_as(&story.salon.member("Tara", Role::Staff).await);
    assert_eq!(browser.visit("/bookings").await.status, 403);
    assert_eq!(browser.visit("/bookings.csv").await.status, 403);
}

/// Thirty haircuts on three days.
async fn many_bookings(story: &Story) {
    let asha = story.salon.customer("Asha").await;
    for number in 0..30 {
        let date = format!("2027-03-{:02}", 10 + number % 3);
        create_booking(&asha, &haircut_request_at(&date, &format!("{:02}:00", 10 + number % 9))).await;
    }
}

#[test_on_both_engines]
async fn a_long_list_has_pages_and_a_file() {
    let story = empty_story().await;
    many_bookings(&story).await;
    let mut browser = story.browser();
    for query in ["", "?q=asha", "?status=pending", "?type=salon", "?from=2027-03-10&to=2027-03-12&q=asha"] {
        let page = browser.visit(&format!("/bookings{query}")).await;
        let mut numbers = page.texts_of("td.num a");
        assert_eq!(numbers.len(), 25, "{query}");
        let next = browser.click_link(&page, "Next").await;
        numbers.extend(next.texts_of("td.num a"));
        assert!(next.links().iter().all(|link| link.text != "Next"), "{query}");
        numbers.sort();
        numbers.dedup();
        assert_eq!(numbers.len(), 30, "{query}");
        assert_eq!(browser.click_link(&next, "To the first page").await.texts_of("tbody tr").len(), 25);
    }
    let file = browser.visit("/bookings.csv?from=2027-03-12&status=pending").await.expect_status(200);
    let lines: Vec<&str> = file.body.lines().collect();
    assert!(
        lines[0].ends_with("Number,Day,Time,Status,Type,Customer,Phone,Guest,Services,With,Total (INR)"),
        "{}",
        lines[0]
    );
    assert_eq!(lines.len(), 11);
    assert!(
        lines[1].contains(",2027-03-12,") && lines[1].ends_with(",pending,salon,Asha,,,cut,,1200.00"),
        "{}",
        lines[1]
    );
    story.salon.leaves_due_jobs("nobody answers");
}

#[test_on_both_engines]
async fn programs_ask_by_branch_days_and_text() {
    let story = story().await;
    let services = async |query: &str| -> Vec<String> {
        let found = story.desk.get(&format!("/api/bookings?{query}")).await.expect_ok();
        let bookings = found["bookings"].as_array().expect("bookings");
        bookings
            .iter()
            .map(|one| one["services"][0]["serviceNameSnapshot"].as_str().expect("a name").to_owned())
            .collect()
    };
    for (query, expected) in [
        ("branchId=branch-goa", vec!["colour"]),
        ("branchId=nowhere", vec![]),
        ("from=2027-03-06", vec!["massage", "colour"]),
        ("to=2027-03-06", vec!["cut"]),
        ("from=2027-03-06&to=2027-03-08&branchId=branch-pune", vec![]),
        ("q=rao&status=confirmed", vec!["cut"]),
        ("q=rao&serviceType=spa", vec!["massage"]),
        ("q=rao&date=2027-03-05", vec!["cut"]),
        ("q=rao&date=2027-03-05&from=2027-03-06", vec![]),
        ("q=rao&date=never", vec![]),
        ("branchId=branch-pune&limit=1", vec!["massage"]),
    ] {
        assert_eq!(services(query).await, expected, "{query}");
    }
    // The same rows as without the new parameters.
    let all = story.desk.get("/api/bookings").await.expect_ok();
    assert_eq!(story.desk.get("/api/bookings?from=2027-01-01").await.expect_ok(), all);
    story.desk.get("/api/bookings?from=tomorrow").await.expect_error(400, "VALIDATION_ERROR");
    story.salon.leaves_due_jobs("nobody reads the letter");
}

/// So many people of one name that their visits are looked for among the newest.
#[test_on_both_engines]
async fn a_common_name_finds_the_newest() {
    let story = story().await;
    write_transaction(&story.salon.app, |tx| {
        for number in 0..401 {
            let id: &'static str = format!("rao-{number}").leak();
            let one =
                parlour_testkit::actions::customers::DirectoryCustomer { id, name: "Many Rao", ..Default::default() };
            one.insert(tx, parlour_domain::ist::Timestamp::from_millis(1_800_000_000_000))?;
        }
        Ok(())
    })
    .await;
    let page = story.browser().visit("/bookings?at=all&q=rao").await;
    assert_eq!(rows(&page), ["massage", "cut"]);
    story.salon.leaves_due_jobs("nobody reads the letter");
}

#[test]
fn the_list_is_without_fault_on_all_screens() {
    run(Engine::Sqlite, async || {
        let story = story().await;
        let cancelled = story.desk.get("/api/bookings?branchId=branch-goa").await.expect_ok();
        set_booking_status(&story.salon, cancelled["bookings"][0]["id"].as_str().expect("an id"), "cancelled").await;
        let screens = [
            ChromiumOptions::phone().width(320),
            ChromiumOptions::phone().dark(),
            ChromiumOptions::desktop(),
            ChromiumOptions::desktop().dark(),
        ];
        for (options, _) in screens_with_pages(&screens, &["/bookings"]) {
            let visitor = Visitor::start(&story.salon, AppKind::Admin, options).await;
            visitor.sign_in_as(&story.desk).await;
            visitor.open("/bookings?at=all").await;
            visitor.choose("status", "Confirmed").await;
            visitor.wait_until("the filter", "return location.search.includes('status=confirmed')").await;
            visitor.wait_for_text("1 visit on this page").await;
            visitor.open("/bookings?q=nobody").await;
        }
        story.salon.leaves_due_jobs("nobody reads the letter");
    });
}

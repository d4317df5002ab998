//! What people do to forms: they tap twice, go back, leave tabs open, are signed out, are too slow, zoom, paste and have
//! no scripts.

use parlour_db::params;
use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::rate_limit::Quota;
use parlour_http::limits::Quotas;
use parlour_store::cache_topics::{self, CacheTopic};
use parlour_testkit::actions::bookings::{create_booking, haircut_request_at, list_own_bookings, shown_booking};
use parlour_testkit::actions::gems::{adjust_gems, make_service_redeemable};
use parlour_testkit::actions::memberships::{create_membership, massage_session, record_session, ten_hour_sale};
use parlour_testkit::actions::offers::insert_offer;
use parlour_testkit::actions::people::receptionist;
use parlour_testkit::browser::Browser;
use parlour_testkit::checks::database::{count_rows, write_transaction};
use parlour_testkit::chromium::{ChromiumOptions, Visitor};
use parlour_testkit::fixtures::live_salon::{FRIDAY, insert_daily_shifts, insert_stylist};
use parlour_testkit::fixtures::small_salon::PUNE;
use parlour_testkit::fixtures::spa_salon::insert_membership_tiers;
use parlour_testkit::{Engine, run, test_on_both_engines};
use serde_json::json;

use super::booking::{book, browser_of, expect_redirect, live_salon, live_salon_with, review_path};

#[test_on_both_engines]
async fn two_taps_book_once() {
    let salon = live_salon().await;
    let asha = salon.customer("Asha").await;
    let (mut thumb, mut other_thumb) = (browser_of(&salon, &asha), browser_of(&salon, &asha));
    let page = thumb.visit(&review_path(FRIDAY, "10:00")).await;
    let form = page.form_with_button("Confirm").press("Confirm");
    let (first, second) = tokio::join!(thumb.submit(&form), other_thumb.submit(&form));
    let target = first.expect_status(303).redirect_target();
    assert_eq!(second.expect_status(303).redirect_target(), target, "both show the visit");
    assert_eq!(list_own_bookings(&asha).await.len(), 1);
    // A slow answer is asked for again: the same.
    assert_eq!(thumb.submit(&form).await.expect_status(303).redirect_target(), target);
    assert_eq!(list_own_bookings(&asha).await.len(), 1);
}

#[test_on_both_engines]
async fn going_back_and_confirming_again_asks_first() {
    let salon = live_salon().await;
    let asha = salon.customer("Asha").await;
    let mut browser = browser_of(&salon, &asha);
    let id = book(&mut browser, FRIDAY, "10:00").await;
    // The page is not kept by the browser, so going back makes a new form.
    let page = browser.visit(&review_path(FRIDAY, "10:00")).await.expect_status(200);
    let page = browser.submit(&page.form_with("note").with("note", "Hello").press("Confirm")).await.expect_status(409);
    assert!(page.has_text("You already have a visit at this time."), "{}", page.text());
    assert_eq!(page.link_named("Open that visit").url.path(), format!("/visits/{id}"));
    assert_eq!(page.form_with("note").value("note"), Some("Hello"));
    assert_eq!(list_own_bookings(&asha).await.len(), 1);
    // It may be meant: for a friend. One person cannot do both, so another time is offered.
    let page = browser.submit(&page.form_with("again").press("Book it once more")).await.expect_status(409);
    assert!(page.has_text("Somebody was quicker"), "{}", page.text());
    // A browser that has kept the page sends the form that has worked already, with another time.
    let page = browser.visit(&review_path(FRIDAY, "12:00")).await;
    let form = page.form_with_button("Confirm");
    let booked = expect_redirect(&mut browser, &form.clone().press("Confirm")).await;
    let page = browser.submit(&form.with("time", "14:00").press("Confirm")).await.expect_status(422);
    assert!(page.has_text("This form was sent already, and a visit was booked with it."), "{}", page.text());
    assert_eq!(page.link_named("Open that visit").url.path(), booked.path());
    assert_eq!(list_own_bookings(&asha).await.len(), 2);
    expect_redirect(&mut browser, &page.form_with("again").press("Book it once more")).await;
    assert_eq!(list_own_bookings(&asha).await.len(), 3);
}

#[test_on_both_engines]
async fn a_visit_during_another_asks_first() {
    let salon = live_salon().await;
    insert_stylist(&salon, "staff-meera", "female").await;
    insert_daily_shifts(&salon, "staff-meera", "10:00", "19:00").await;
    let asha = salon.customer("Asha").await;
    let mut browser = browser_of(&salon, &asha);
    let id = book(&mut browser, FRIDAY, "12:00").await;
    // One that begins as the other ends is no question.
    book(&mut browser, FRIDAY, "12:45").await;
    let page = browser.visit(&review_path(FRIDAY, "11:30")).await.expect_status(200);
    let page = browser.submit(&page.form_with("note").press("Confirm")).await.expect_status(409);
    assert!(page.has_text("You already have a visit at 12:00 pm: cut. Book both?"), "{}", page.text());
    assert_eq!(page.link_named("Open that visit").url.path(), format!("/visits/{id}"));
    assert_eq!(list_own_bookings(&asha).await.len(), 2);
    let form = page.form_with("again").press("Book both");
    expect_redirect(&mut browser, &form).await;
    assert_eq!(list_own_bookings(&asha).await.len(), 3);
    // The API asks nothing.
    create_booking(&asha, &haircut_request_at("2027-03-06", "12:00")).await;
    create_booking(&asha, &haircut_request_at("2027-03-06", "12:00")).await;
}

#[test_on_both_engines]
async fn a_tab_that_was_left_open_does_not_book_at_an_old_price() {
    let salon = live_salon().await;
    let asha = salon.customer("Asha").await;
    let mut browser = browser_of(&salon, &asha);
    let open = browser.visit(&review_path(FRIDAY, "10:00")).await;
    write_transaction(&salon.app, |tx| {
        tx.execute("update services set price_paise = 150000 where id = 'service-cut'", params![])?;
        cache_topics::mark_topic_changed(tx, CacheTopic::Catalogue)
    })
    .await;
    let page = browser.submit(&open.form_with("note").with("note", "Fringe").press("Confirm")).await.expect_status(409);
    assert!(page.has_text("A price has changed") && page.has_text("₹1,500"), "{}", page.text());
    assert_eq!(page.form_with("note").value("note"), Some("Fringe"), "what was typed stays");
    assert!(list_own_bookings(&asha).await.is_empty());
    expect_redirect(&mut browser, &page.form_with("note").press("Confirm")).await;
    assert_eq!(list_own_bookings(&asha).await[0]["totalAmountPaise"], 150_000);

    // A tab from yesterday: its time has passed.
    let open = browser.visit(&review_path("2027-03-02", "10:00")).await;
    salon.advance_seconds(3 * 24 * 3_600);
    let page = browser.submit_and_follow(&open.form_with("note").with("note", "Late").press("Confirm")).await;
    assert_eq!(page.path(), "/book/time");
    assert!(page.has_text("That time is not possible any more."), "{}", page.text());
    let page = browser.visit(&review_path("2027-03-09", "10:00")).await;
    assert_eq!(page.form_with("note").value("note"), Some("Late"), "the note goes with the visitor");
    // And one whose service has gone.
    write_transaction(&salon.app, |tx| {
        tx.execute("update services set is_active = false where id = 'service-cut'", params![])?;
        cache_topics::mark_topic_changed(tx, CacheTopic::Catalogue)
    })
    .await;
    let page = browser.submit(&page.form_with("note").press("Confirm")).await.expect_status(409);
    assert!(page.has_text("cut is not offered at the moment."), "{}", page.text());
    salon.leaves_due_jobs("nobody answers the request, which is not the point");
}

#[test_on_both_engines]
async fn an_offer_that_ends_before_the_confirmation_is_not_lost_silently() {
    let salon = live_salon().await;
    insert_offer(&salon, "summer", "percentage", 20, &["service-cut"]).await;
    let asha = salon.customer("Asha").await;
    let mut browser = browser_of(&salon, &asha);
    let open = browser.visit(&format!("{}&offer=summer", review_path(FRIDAY, "10:00"))).await;
    for text in ["Price, GST included ₹1,200", "summer −₹240", "To pay at the counter ₹960"] {
        assert!(open.has_text(text), "{text} in {}", open.text());
    }
    // It takes off less than was shown, and then nothing.
    for (change, said, sum) in [
        ("update offers set discount_percentage = 10 where id = 'summer'", "A price has changed", "₹1,080"),
        (
            "update offers set is_active = false where id = 'summer'",
            "Your offer does not come off this visit",
            "₹1,200",
        ),
    ] {
        let open = browser.visit(&format!("{}&offer=summer", review_path(FRIDAY, "10:00"))).await;
        write_transaction(&salon.app, move |tx| {
            tx.execute(change, params![])?;
            cache_topics::mark_topic_changed(tx, CacheTopic::Offers)
        })
        .await;
        let form = open.form_with("note").with("note", "Fringe").press("Confirm");
        let page = browser.submit(&form).await.expect_status(409);
        assert!(page.has_text(said) && page.has_text(sum), "{}", page.text());
        assert_eq!(page.form_with("note").value("note"), Some("Fringe"), "what was typed stays");
        assert!(list_own_bookings(&asha).await.is_empty());
        if sum == "₹1,200" {
            expect_redirect(&mut browser, &page.form_with("note").press("Confirm")).await;
        }
    }
    assert_eq!(list_own_bookings(&asha).await.len(), 1);
    let count = "select count(*) from bookings where promised_offer_id = $1";
    assert_eq!(count_rows(&salon, "summer", count).await, 0);
}

#[test_on_both_engines]
async fn signing_in_again_in_the_middle_loses_nothing() {
    let salon = live_salon().await;
    let asha = salon.customer("Asha").await;
    let mut browser = browser_of(&salon, &asha);
    let long_note = "कृपया खुशबू वाला तेल न लगाएँ। ".repeat(16);
    let open = browser.visit(&review_path(FRIDAY, "10:00")).await;
    browser.sign_out();
    let form = open.form_with("note").with("note", &long_note).press("Confirm");
    let answer = browser.submit(&form).await.expect_status(303);
    let target = answer.redirect_target().unwrap();
    assert_eq!(target.path(), "/sign-in");
    let (_, return_to) = target.query_pairs().find(|(name, _)| name == "returnTo").unwrap();
    assert!(return_to.starts_with("/book/review?") && return_to.len() <= 2_000, "{return_to}");
    assert!(list_own_bookings(&asha).await.is_empty());
    browser.sign_in_as(&asha);
    let page = browser.visit(&return_to).await.expect_status(200);
    assert_eq!(page.form_with("note").value("note").map(str::trim), Some(long_note.trim()));
    expect_redirect(&mut browser, &page.form_with("note").press("Confirm")).await;
    let booked = list_own_bookings(&asha).await;
    assert_eq!(booked[0]["notes"], long_note.trim());
    let page = browser.visit(&review_path(FRIDAY, "12:00")).await;
    assert_eq!(page.form_with("note").value("note"), Some(""), "the next visit has a note of its own");

    // The same while a visit is moved.
    let id = booked[0]["id"].as_str().unwrap();
    let open = browser.visit(&format!("/visits/{id}/move?day={FRIDAY}")).await;
    browser.sign_out();
    let answer = browser.submit(&open.form_with("time").with("time", "15:00")).await.expect_status(303);
    let target = answer.redirect_target().unwrap();
    let (_, return_to) = target.query_pairs().find(|(name, _)| name == "returnTo").unwrap();
    browser.sign_in_as(&asha);
    let page = browser.visit(&return_to).await;
    assert_eq!(page.form_with("time").value("time"), Some("15:00"), "the time is still chosen");
    expect_redirect(&mut browser, &page.form_with("time")).await;
    assert_eq!(shown_booking(&asha, id).await["startTime"], "15:00:00");
}

#[test_on_both_engines]
async fn a_kept_note_is_shown_to_its_writer_only() {
    let salon = live_salon().await;
    let (asha, binu) = (salon.customer("Asha").await, salon.customer("Binu").await);
    let mut browser = browser_of(&salon, &asha);
    let path = review_path(FRIDAY, "10:00");
    let shown_note = async |browser: &mut Browser| {
        browser.visit(&path).await.expect_status(200).form_with("note").value("note").map(str::to_owned)
    };
    // Signed out in the middle: the next person at this device does not read the note, its writer does.
    let form = browser.visit(&path).await.form_with("note").with("note", "A rash on my neck").press("Confirm");
    browser.sign_out();
    assert_eq!(browser.submit(&form).await.status, 303);
    browser.sign_in_as(&binu);
    assert_eq!(shown_note(&mut browser).await.as_deref(), Some(""));
    browser.sign_in_as(&asha);
    assert_eq!(shown_note(&mut browser).await.as_deref(), Some("A rash on my neck"));
    // Whoever signs out leaves nothing.
    let me = browser.visit("/me").await;
    assert_eq!(browser.submit(&me.form_with_button("Sign out here")).await.status, 303);
    let again = salon.customer("Asha").await;
    browser.sign_in_as(&again);
    assert_eq!(shown_note(&mut browser).await.as_deref(), Some(""));
}

#[test_on_both_engines]
async fn a_time_that_was_just_taken_is_answered_with_the_nearest() {
    let salon = live_salon().await;
    let (asha, ravi) = (salon.customer("Asha").await, salon.customer("Ravi").await);
    let mut browser = browser_of(&salon, &asha);
    let open = browser.visit(&review_path(FRIDAY, "10:00")).await;
    create_booking(&ravi, &haircut_request_at(FRIDAY, "10:00")).await;
    let page = browser.submit(&open.form_with("note").with("note", "Fringe").press("Confirm")).await.expect_status(409);
    assert!(page.has_text("this time was just taken"), "{}", page.text());
    let form = page.form_with("nearest");
    let times: Vec<String> = form.options("nearest").into_iter().map(|(_, text)| text).collect();
    assert_eq!(times, ["Take 10:45 am", "Take 11:00 am", "Take 11:15 am"]);
    expect_redirect(&mut browser, &form.press("Take 10:45 am")).await;
    let booked = list_own_bookings(&asha).await;
    assert_eq!((&booked[0]["startTime"], &booked[0]["notes"]), (&"10:45:00".into(), &"Fringe".into()));

    // The whole day is gone.
    let open = browser.visit(&review_path("2027-03-06", "10:00")).await;
    let desk = salon.member("Desk", parlour_domain::auth::role::Role::Receptionist).await;
    let block = json!({
        "staffId": parlour_testkit::fixtures::small_salon::STYLIST, "date": "2027-03-06", "startTime": "10:00",
        "endTime": "19:00",
    });
    desk.post("/api/desk/blocks", &block).await.expect_created();
    let page = browser.submit(&open.form_with("note").press("Confirm")).await.expect_status(409);
    assert!(page.has_text("no other time for this visit that day"), "{}", page.text());
    assert!(!page.has_text("Try it with anyone"), "that is what was tried");
    let page = browser.click_link(&page, "See other days").await;
    assert!(page.has_text("Nobody is free on Sat 6 Mar. Nearest: Sun 7 Mar, 10:00 am"), "{}", page.text());
}

#[test_on_both_engines]
async fn asking_too_often_keeps_the_visit_and_the_note() {
    let salon = live_salon_with(Quotas::default()).await;
    let asha = salon.customer("Asha").await;
    let mut browser = browser_of(&salon, &asha);
    let first = browser.visit(&review_path(FRIDAY, "10:00")).await.form_with_button("Confirm").press("Confirm");
    let visit = expect_redirect(&mut browser, &first).await;
    for _ in 0..4 {
        assert_eq!(expect_redirect(&mut browser, &first).await, visit);
    }
    let open = browser.visit(&review_path(FRIDAY, "12:00")).await;
    let page = browser.submit(&open.form_with("note").with("note", "Fringe").press("Confirm")).await.expect_status(429);
    assert_eq!(page.headers.get("retry-after").map(reqwest::header::HeaderValue::as_bytes), Some(b"60".as_slice()));
    assert!(page.has_text("Please wait a minute and try again."), "{}", page.text());
    assert_eq!(list_own_bookings(&asha).await.len(), 1);
    // The answer to the first may have got lost: it is asked for again.
    let again = browser.submit(&first).await.expect_status(303);
    assert_eq!(again.redirect_target(), Some(visit));
    assert_eq!(again.headers.get("retry-after"), None);
    salon.advance_seconds(61);
    expect_redirect(&mut browser, &page.form_with("note").press("Confirm")).await;
    let booked = list_own_bookings(&asha).await;
    assert!(booked.iter().any(|one| one["startTime"] == "12:00:00" && one["notes"] == "Fringe"), "{booked:?}");
}

#[test_on_both_engines]
async fn looking_for_times_too_often_waits_and_tries_again() {
    let one_a_minute = Quota { count: 1, window_seconds: 60 };
    let salon = live_salon_with(Quotas { free_times: Some(one_a_minute), ..Quotas::OFF }).await;
    let mut browser = Browser::at(&salon, AppKind::Customer);
    let path = format!("/book/time?at={PUNE}&s=cut");
    assert_eq!(browser.visit(&path).await.status, 200);
    salon.advance_seconds(20);
    let page = browser.visit(&path).await.expect_status(429);
    assert!(page.has_text("One moment, please") && page.has_text("tries again by itself"), "{}", page.text());
    assert_eq!(page.headers.get("refresh").map(reqwest::header::HeaderValue::as_bytes), Some(b"40".as_slice()));
    assert!(page.link_named("Try again").url.as_str().ends_with(&path));
    salon.advance_seconds(40);
    assert_eq!(browser.visit(&path).await.status, 200);
}

#[test_on_both_engines]
async fn asking_for_a_call_too_often_keeps_what_was_typed() {
    let salon = live_salon_with(Quotas::default()).await;
    let mut browser = Browser::at(&salon, AppKind::Customer);
    for number in 0..5 {
        let form = browser.visit("/call-me").await.form_with("phone").with("name", "Binu");
        expect_redirect(&mut browser, &form.with("phone", &format!("984501234{number}"))).await;
    }
    let form = browser.visit("/call-me?service=cut").await.form_with("phone").with("name", "Asha");
    let page = browser.submit(&form.with("phone", "9845012345")).await.expect_status(429);
    assert!(page.has_text("Please wait a minute and try again."), "{}", page.text());
    let form = page.form_with("phone");
    let typed = ["name", "phone", "service"].map(|name| form.value(name));
    assert_eq!(typed, [Some("Asha"), Some("9845012345"), Some("cut")]);
    assert_eq!(count_rows(&salon, "Asha", "select count(*) from leads where name = $1").await, 0);
    salon.advance_seconds(61);
    expect_redirect(&mut browser, &form).await;
    assert_eq!(count_rows(&salon, "Asha", "select count(*) from leads where name = $1").await, 1);
    salon.leaves_due_jobs("nobody calls, which is not the point");
}

#[test_on_both_engines]
async fn too_many_open_requests_are_a_sentence() {
    let salon = live_salon().await;
    let asha = salon.customer("Asha").await;
    write_transaction(&salon.app, |tx| {
        tx.execute("update branches set max_pending_per_customer = 1 where id = 'branch-pune'", params![])?;
        cache_topics::mark_topic_changed(tx, CacheTopic::Branches)
    })
    .await;
    let mut browser = browser_of(&salon, &asha);
    book(&mut browser, FRIDAY, "10:00").await;
    let page = browser.visit(&review_path(FRIDAY, "12:00")).await;
    let page = browser.submit(&page.form_with("note").press("Confirm")).await.expect_status(422);
    assert!(page.has_text("still wait for our answer"), "{}", page.text());
    assert_eq!(list_own_bookings(&asha).await.len(), 1);
}

/// People paste from a chat, and browsers fill in what they know, the number with its country code and spaces.
#[test_on_both_engines]
async fn what_is_pasted_or_filled_in_by_the_browser_is_understood() {
    let salon = live_salon().await;
    let mut browser = Browser::at(&salon, AppKind::Customer);
    for (name, phone) in
        [("  Asha   Rao ", " 98765 43210 "), ("Asha Rao", "+91 98765-43211"), ("Asha Rao", "09876543212")]
    {
        let page = browser.visit("/call-me").await.expect_status(200);
        let hints = page.attributes_of("form input", "autocomplete");
        assert!(hints.contains(&"name".to_owned()) && hints.contains(&"tel".to_owned()), "{hints:?}");
        let form = page.form_with("phone").with("name", name).with("phone", phone);
        // Fields that the page does not have are filled in too, by some browsers.
        expect_redirect(&mut browser, &form.forge("email2", "x@example.in")).await;
    }
    let stored = "select count(*) from leads where phone like $1 || '%' and name like 'Asha%'";
    assert_eq!(count_rows(&salon, "+91987654321", stored).await, 3);
    // The address of a page, pasted with a space after it and with fields that mean nothing.
    let page = browser.visit(&format!("{}%20&fbclid=abc&with=", review_path(FRIDAY, "10:00"))).await.expect_status(200);
    assert!(page.has_text("10:00 – 10:45 am"), "{}", page.text());
}

/// Book and move in a real browser that runs no script.
#[test]
fn without_scripts_everything_works() {
    run(Engine::Sqlite, async || {
        let salon = live_salon().await;
        let asha = salon.customer("Asha").await;
        let visitor = Visitor::start(&salon, AppKind::Customer, ChromiumOptions::phone().without_scripts()).await;
        visitor.sign_in_as(&asha).await;
        visitor.open(&format!("/book/time?at={PUNE}&s=cut&day={FRIDAY}")).await;
        visitor.press_button("12:00 pm").await;
        visitor.wait_for_path("/book/review").await;
        visitor.fill("note", "No perfume").await;
        visitor.press_button("Confirm").await;
        let booked = list_own_bookings(&asha).await;
        assert_eq!(booked[0]["notes"], "No perfume");
        let id = booked[0]["id"].as_str().unwrap().to_owned();
        visitor.open(&format!("/visits/{id}/move?day={FRIDAY}")).await;
        visitor.tick("time", "13:00").await;
        visitor.press_button("Move visit").await;
        visitor.wait_for_path(&format!("/visits/{id}")).await;
        assert_eq!(shown_booking(&asha, &id).await["startTime"], "13:00:00");
    });
}

/// What is wider than the window, if the page can be scrolled sideways.
const TOO_WIDE: &str = "const root = document.documentElement, width = root.clientWidth;
    if (root.scrollWidth <= width) return [];
    const sticksOut = element => element.getBoundingClientRect().right > width && !element.closest('.days, .who');
    return [...document.querySelectorAll('body *')].filter(sticksOut).map(element => element.outerHTML.slice(0, 80));";

/// What is wider than its window or the box that clips it.
const CUT_OFF: &str = "const root = document.documentElement, width = root.clientWidth;
    const sticksOut = element => element.getBoundingClientRect().right > width + 1 && !element.closest('.days, .who, .offers, svg, .vh');
    return [...document.querySelectorAll('body *')].filter(sticksOut).map(element => element.outerHTML.slice(0, 80));";

/// Words that are 40 % longer, on the narrowest phone; text twice as large; a window zoomed to 200 %.
#[test]
fn long_words_and_large_text_fit() {
    run(Engine::Sqlite, async || {
        let salon = live_salon().await;
        let asha = salon.customer("Asha").await;
        let id = create_booking(&asha, &haircut_request_at(FRIDAY, "10:00")).await;
        let address = format!("{}@test.invalid", "asha".repeat(15));
        write_transaction(&salon.app, move |tx| {
            tx.execute("update users set email = $1 where email = 'asha@test.invalid'", params![address])?;
            Ok(())
        })
        .await;
        let visitor = Visitor::start(&salon, AppKind::Customer, ChromiumOptions::phone().width(320)).await;
        visitor.sign_in_as(&asha).await;
        let pages = [
            format!("/book/time?at={PUNE}&s=cut"),
            review_path(FRIDAY, "12:00"),
            format!("/visits/{id}/move"),
            "/book".to_owned(),
            format!("/visits/{id}"),
        ];
        for path in ["/me", "/me/erase"] {
            visitor.open(path).await;
        }
        visitor.set_cookie("lang", "qps").await;
        for path in &pages {
            visitor.open(path).await;
            visitor.save_screenshot(&format!("long-words-{}", path.split('?').next().unwrap().replace('/', "-"))).await;
        }
        visitor.set_cookie("lang", "en").await;
        let usual = json!({ "width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": true });
        visitor.cdp("Emulation.setDeviceMetricsOverride", &usual).await;
        let large = "document.documentElement.style.fontSize = '200%'";
        for path in &pages[..3] {
            visitor.open_unchecked(path).await;
            visitor.execute(large, &[]).await;
            assert_eq!(visitor.execute(TOO_WIDE, &[]).await, json!([]), "{path}");
        }
        let narrow = json!({ "width": 360, "height": 780, "deviceScaleFactor": 1, "mobile": true });
        visitor.cdp("Emulation.setDeviceMetricsOverride", &narrow).await;
        for path in [&format!("/visits/{id}"), &format!("/visits/{id}/cancel"), "/rewards", "/me", &pages[1]] {
            visitor.open_unchecked(path).await;
            visitor.execute(large, &[]).await;
            assert_eq!(visitor.execute(TOO_WIDE, &[]).await, json!([]), "{path}");
            let skip = "return document.querySelector('.skip').getBoundingClientRect().bottom";
            assert!(visitor.execute(skip, &[]).await.as_f64().unwrap() <= 0.0, "{path}: the skip link is hidden");
        }
    });
}

#[test]
fn a_window_at_200_percent_shows_everything() {
    run(Engine::Sqlite, async || {
        let salon = live_salon().await;
        let asha = salon.customer("Asha").await;
        // A zoom of 200 % halves the width in CSS pixels.
        let visitor = Visitor::start(&salon, AppKind::Customer, ChromiumOptions::desktop().width(683)).await;
        visitor.sign_in_as(&asha).await;
        visitor.open(&format!("/book/time?at={PUNE}&s=cut&day={FRIDAY}")).await;
        visitor.press_button("10:30 am").await;
        visitor.wait_for_path("/book/review").await;
        visitor.press_button("Confirm").await;
        assert_eq!(list_own_bookings(&asha).await.len(), 1);
    });
}

/// Of somebody with gems and a membership; the way to the messages stays as well.
#[test]
fn rewards_in_large_text_fit() {
    run(Engine::Sqlite, async || {
        let salon = insert_membership_tiers(live_salon().await).await;
        let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
        make_service_redeemable(&salon, "service-cut", 10).await;
        make_service_redeemable(&salon, "service-colour", 400).await;
        let membership = create_membership(&desk, &ten_hour_sale(&asha)).await;
        record_session(&desk, &membership, &massage_session(90)).await.expect_created();
        adjust_gems(&salon, &asha, 100).await;
        let id = create_booking(&asha, &haircut_request_at(FRIDAY, "10:00")).await;
        let visitor = Visitor::start(&salon, AppKind::Customer, ChromiumOptions::phone().width(320)).await;
        visitor.sign_in_as(&asha).await;
        for width in [320, 390] {
            let size = json!({ "width": width, "height": 844, "deviceScaleFactor": 1, "mobile": true });
            visitor.cdp("Emulation.setDeviceMetricsOverride", &size).await;
            for path in ["/", "/rewards", "/visits", "/me", &format!("/visits/{id}")] {
                visitor.open_unchecked(path).await;
                visitor.execute("document.documentElement.style.fontSize = '200%'", &[]).await;
                assert_eq!(visitor.execute(TOO_WIDE, &[]).await, json!([]), "{path} at {width}");
                assert_eq!(visitor.execute(CUT_OFF, &[]).await, json!([]), "{path} at {width}");
                let bell =
                    "const { left, right, top, bottom } = document.querySelector('.bellbtn').getBoundingClientRect();
                    return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;";
                assert_eq!(visitor.execute(bell, &[]).await, true, "{path} at {width}");
            }
        }
        salon.leaves_due_jobs("nobody reads the e-mails");
    });
}

/// A finger taps once more when the next page is there already: the first moment of a page takes no taps.
#[test]
fn a_late_second_tap_does_not_hit_the_next_page() {
    run(Engine::Sqlite, async || {
        let salon = live_salon().await;
        let asha = salon.customer("Asha").await;
        let visitor = Visitor::start(&salon, AppKind::Customer, ChromiumOptions::desktop().width(390)).await;
        visitor.sign_in_as(&asha).await;
        visitor.open(&review_path(FRIDAY, "12:00")).await;
        // The first moment again, and for as long as this looks.
        let first_moment = "document.body.style.setProperty('animation', 'none', 'important');
            document.body.getBoundingClientRect();
            document.body.style.removeProperty('animation');
            for (const animation of document.body.getAnimations()) animation.pause();
            const { left, top, width, height } = document.querySelector('.bar button').getBoundingClientRect();
            return [left + width / 2, top + height / 2];";
        let place = visitor.execute(first_moment, &[]).await;
        let tap = async || {
            for kind in ["mousePressed", "mouseReleased"] {
                let event = json!({ "type": kind, "x": place[0], "y": place[1], "button": "left", "clickCount": 1 });
                visitor.cdp("Input.dispatchMouseEvent", &event).await;
            }
        };
        tap().await;
        visitor.execute("for (const animation of document.body.getAnimations()) animation.finish();", &[]).await;
        assert_eq!(visitor.path().await, "/book/review");
        assert!(list_own_bookings(&asha).await.is_empty());
        tap().await;
        visitor.wait_until("the visit is shown", "return location.pathname.startsWith('/visits/')").await;
        assert_eq!(list_own_bookings(&asha).await.len(), 1);
    });
}

/// A finger taps twice within a moment; the script lets the first tap through only.
#[test]
fn a_double_tap_in_a_browser_books_once() {
    run(Engine::Sqlite, async || {
        let salon = live_salon().await;
        let asha = salon.customer("Asha").await;
        let visitor = Visitor::start(&salon, AppKind::Customer, ChromiumOptions::phone()).await;
        visitor.sign_in_as(&asha).await;
        visitor.open(&review_path(FRIDAY, "12:00")).await;
        let taps = "const button = document.querySelector('.bar button'); button.click(); button.click();";
        visitor.execute(taps, &[]).await;
        visitor.wait_until("the visit is shown", "return location.pathname.startsWith('/visits/')").await;
        assert_eq!(list_own_bookings(&asha).await.len(), 1);
        // Back in the browser's own way, and forward again.
        visitor.back().await;
        visitor.wait_for_path("/book/review").await;
        assert_eq!(list_own_bookings(&asha).await.len(), 1);
    });
}

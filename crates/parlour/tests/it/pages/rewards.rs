//! The pages of rewards, invoices and notifications.

use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::ist::DAY_MS;
use parlour_testkit::actions::bookings::{approve_booking, create_booking, haircut_request};
use parlour_testkit::actions::checkout::cash_payment;
use parlour_testkit::actions::gems::{earn_gems, make_service_redeemable, redeem_gems};
use parlour_testkit::actions::invoices::{bill_booking, create_credit_note};
use parlour_testkit::actions::memberships::{create_membership, massage_session, record_session, ten_hour_sale};
use parlour_testkit::actions::people::{manager, receptionist};
use parlour_testkit::checks::database::{count_rows, update_rows, write_transaction};
use parlour_testkit::chromium::{ChromiumOptions, Visitor, screens_with_pages};
use parlour_testkit::fixtures::small_salon::{STYLIST, insert_catalogue};
use parlour_testkit::fixtures::spa_salon::insert_membership_tiers;
use parlour_testkit::{Engine, SalonOptions, TestSalon, run, test_on_both_engines};

use super::visits::{browser_of, link_target, listening_salon, onboarded_customer};

#[test_on_both_engines]
async fn somebody_new_learns_how_gems_are_earned() {
    let salon = listening_salon().await;
    let asha = salon.customer("Asha").await;
    let page = browser_of(&salon, &asha).visit("/rewards").await;
    assert_eq!(page.heading(), "Rewards");
    for part in ["1 gem for every ₹100. Use them at the counter.", "0 gems", "No gems yet.", "Ask us at the counter."]
    {
        assert!(page.has_text(part), "{part} in {}", page.text());
    }
    let accounts = "select count(*) from gems_accounts where user_id = $1";
    assert_eq!(count_rows(&salon, asha.id().as_str(), accounts).await, 0, "looking changes nothing");
}

/// A salon to which gems and invoices can be added without bookings.
async fn salon_for_gems() -> TestSalon {
    let salon = TestSalon::with(SalonOptions { listens: true, ..SalonOptions::default() }).await;
    write_transaction(&salon.app, insert_catalogue).await;
    salon
}

#[test_on_both_engines]
async fn gems_show_what_they_buy_and_when_they_expire() {
    let salon = salon_for_gems().await;
    let asha = salon.customer("Asha").await;
    make_service_redeemable(&salon, "service-cut", 30).await;
    make_service_redeemable(&salon, "service-colour", 100).await;
    earn_gems(&salon, &asha, 500_000).await;
    salon.advance_seconds(1);
    redeem_gems(&salon, &asha, 5).await.unwrap();
    let mut browser = browser_of(&salon, &asha);
    let page = browser.visit("/rewards").await;
    for part in
        ["45 gems", "Earned 50", "Used 5", "30 gems", "instead of ₹1,200", "Yours whenever you like", "45 of 100 gems"]
    {
        assert!(page.has_text(part), "{part} in {}", page.text());
    }
    assert_eq!(page.attributes_of("progress", "value"), ["45"]);
    assert!(!page.has_text("expire"), "not for a year");
    assert_eq!(page.texts_of("ul.hist b"), ["−5", "+50"]);
    salon.advance_seconds(330 * DAY_MS / 1_000);
    browser.sign_in_as(&salon.customer("Asha").await);
    let page = browser.visit("/rewards").await;
    assert!(page.has_text("Till 29 Feb 2028") && page.has_text("45 expire"), "{}", page.text());
}

#[test_on_both_engines]
async fn the_history_of_gems_has_pages() {
    let salon = salon_for_gems().await;
    let asha = salon.customer("Asha").await;
    for _ in 0..21 {
        earn_gems(&salon, &asha, 10_000).await;
    }
    let mut browser = browser_of(&salon, &asha);
    let page = browser.visit("/rewards").await;
    assert_eq!(page.texts_of("ul.hist b").len(), 20);
    let older = browser.click_link(&page, "Older").await;
    assert_eq!(older.texts_of("ul.hist b"), ["+1"]);
    assert_eq!(browser.click_link(&older, "Newer").await.texts_of("ul.hist b").len(), 20);
}

#[test_on_both_engines]
async fn a_membership_shows_the_hours_that_are_left() {
    let salon = insert_membership_tiers(listening_salon().await).await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_membership(&desk, &ten_hour_sale(&asha)).await;
    record_session(&desk, &id, &massage_session(90)).await.expect_created();
    let page = browser_of(&salon, &asha).visit("/rewards").await;
    for part in ["Active", "8 h 30 min left of 10 h", "1 h 30 min used", "massage"] {
        assert!(page.has_text(part), "{part} in {}", page.text());
    }
    assert_eq!(page.attributes_of("progress.good", "value"), ["510"]);
    assert_eq!(link_target(&page, "Book a spa visit"), "/book?type=spa");
    salon.leaves_due_jobs("nobody reads the invoice");
}

#[test_on_both_engines]
async fn invoices_lead_to_their_pdf_or_wait_for_it() {
    let salon = listening_salon().await;
    let (desk, boss) = (receptionist(&salon).await, manager(&salon).await);
    let (asha, binu) = (salon.customer("Asha").await, salon.customer("Binu").await);
    let mut browser = browser_of(&salon, &asha);
    assert!(browser.visit("/invoices").await.has_text("No invoices yet."));
    let id = bill_booking(&salon, &desk, &asha, &haircut_request(), &cash_payment()).await;
    let note = create_credit_note(&boss, &id).await;
    let (number, note_id) = (note["creditNoteNumber"].as_str().unwrap(), note["id"].as_str().unwrap());

    let page = browser.visit("/invoices").await;
    for part in ["1 Mar 2027, Visit, paid by cash", "₹1,200", "being made", &format!("Credit note {number}, ₹1,200")]
    {
        assert!(page.has_text(part), "{part} in {}", page.text());
    }
    let wait = format!("/invoices/{id}/wait");
    let note_wait = format!("{wait}?note={note_id}");
    assert_eq!(link_target(&page, &format!("PDF of {number}")), note_wait);
    let page = browser.visit(&wait).await;
    assert_eq!(
        (page.heading().as_str(), page.headers["refresh"].to_str().unwrap()),
        ("The PDF is being made", format!("3; url={wait}?look=1").as_str())
    );
    let refresh = browser.visit(&format!("{note_wait}&look=3")).await.headers["refresh"].clone();
    assert_eq!(refresh.to_str().unwrap(), format!("3; url={note_wait}&look=4"));
    let page = browser.visit(&format!("{wait}?look=20")).await;
    assert!(!page.headers.contains_key("refresh") && page.has_text("It takes longer than usual."), "{}", page.text());

    update_rows(&salon, &id, "update invoices set pdf_url = 'https://files.invalid/1' where id = $1").await;
    update_rows(&salon, note_id, "update credit_notes set pdf_url = 'https://files.invalid/2' where id = $1").await;
    let page = browser.visit("/invoices").await;
    assert!(!page.has_text("being made"), "{}", page.text());
    let paths = [format!("/api/invoices/{id}/credit-notes/{note_id}/pdf"), format!("/api/invoices/{id}/pdf")];
    assert_eq!(page.attributes_of(".rows a", "href"), paths);
    for (path, target) in [(&note_wait, &paths[0]), (&wait, &paths[1])] {
        let reply = asha.get(path).await;
        assert_eq!((reply.status.as_u16(), reply.header("location")), (303, Some(target.as_str())));
        assert_eq!(binu.get(path).await.status, 404);
    }
    assert!(browser_of(&salon, &binu).visit("/invoices").await.has_text("No invoices yet."));
    salon.leaves_due_jobs("the PDF is made by hand");
}

#[test_on_both_engines]
async fn older_invoices_are_one_link_away() {
    let salon = salon_for_gems().await;
    let asha = salon.customer("Asha").await;
    for _ in 0..21 {
        earn_gems(&salon, &asha, 10_000).await;
    }
    let mut browser = browser_of(&salon, &asha);
    let first = browser.visit("/invoices").await;
    let second = browser.click_link(&first, "Older invoices").await;
    let numbers = [first.texts_of(".rows h3"), second.texts_of(".rows h3")];
    assert_eq!((numbers[0].len(), numbers[1].len()), (20, 1));
    assert!(!numbers[0].contains(&numbers[1][0]), "each once");
    assert_eq!(browser.click_link(&second, "Newest invoices").await.texts_of(".rows h3"), numbers[0]);
}

#[test_on_both_engines]
async fn opening_a_notification_marks_it_as_read_and_leads_to_its_visit() {
    let salon = listening_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let mut browser = browser_of(&salon, &asha);
    assert!(browser.visit("/notifications").await.has_text("Nothing new."));
    let ids = [create_booking(&asha, &haircut_request()).await, create_booking(&asha, &haircut_request()).await];
    for id in &ids {
        approve_booking(&desk, id, STYLIST).await.expect_ok();
        salon.advance_seconds(1);
    }
    let page = browser.visit("/notifications").await;
    let unread = page.texts_of("li.new h3");
    assert_eq!(unread.len(), page.texts_of("ul.feed li").len());
    let before = unread.len();
    let opened = page.attributes_of("li.new a.go", "href")[0].clone();
    assert_eq!(browser.visit(&opened).await.path(), format!("/visits/{}", ids[1]));
    let page = browser.visit("/notifications").await;
    assert_eq!(page.texts_of("li.new h3").len(), before - 1);
    let part = browser.visit("/notifications?part=feed").await;
    assert!(part.body.trim_start().starts_with("<section id=\"feed\""), "{}", part.body);

    let binu = salon.customer("Binu").await;
    assert_eq!(binu.get(&opened).await.status, 404, "somebody else's");
    let page = browser.submit_and_follow(&page.form_with_button("Mark all as read")).await;
    assert!(page.has_text("Everything is marked as read."), "{}", page.text());
    assert_eq!((page.texts_of("li.new h3").len(), page.texts_of("ul.feed li").len()), (0, before));
    assert!(page.forms().iter().all(|form| !form.has_button("Mark all as read")), "nothing is left to mark");
}

#[test]
fn pages_of_rewards_are_without_fault_on_all_screens() {
    run(Engine::Sqlite, async || {
        let salon = insert_membership_tiers(listening_salon().await).await;
        let (desk, boss, asha) =
            (receptionist(&salon).await, manager(&salon).await, onboarded_customer(&salon, "Asha").await);
        make_service_redeemable(&salon, "service-cut", 10).await;
        make_service_redeemable(&salon, "service-colour", 400).await;
        let membership = create_membership(&desk, &ten_hour_sale(&asha)).await;
        record_session(&desk, &membership, &massage_session(90)).await.expect_created();
        let invoice = bill_booking(&salon, &desk, &asha, &haircut_request(), &cash_payment()).await;
        let other = bill_booking(&salon, &desk, &asha, &haircut_request(), &cash_payment()).await;
        create_credit_note(&boss, &other).await;
        let binu = onboarded_customer(&salon, "Binu").await;
        let wait = format!("/invoices/{invoice}/wait?look=20");
        let of_asha = ["/rewards", "/invoices", "/notifications", &wait].map(|path| (&asha, path));
        let of_binu = ["/rewards", "/invoices", "/notifications", "/visits"].map(|path| (&binu, path));
        let screens =
            [ChromiumOptions::phone().width(320), ChromiumOptions::phone().dark(), ChromiumOptions::desktop()];
        for (options, pages) in screens_with_pages(&screens, &[of_asha, of_binu].concat()) {
            let visitor = Visitor::start(&salon, AppKind::Customer, options).await;
            for (person, path) in pages {
                visitor.sign_in_as(person).await;
                visitor.open(path).await;
            }
        }
        salon.leaves_due_jobs("nobody reads the invoices");
    });
}

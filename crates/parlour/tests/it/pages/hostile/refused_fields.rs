//! Forms and addresses whose parts contradict each other, or cannot be meant.

use parlour_domain::auth::app_kind::AppKind;
use parlour_testkit::actions::bookings::{create_booking, haircut_request};
use parlour_testkit::actions::checkout::create_confirmed_booking;
use parlour_testkit::actions::people::{manager, receptionist};
use parlour_testkit::browser::{Browser, Page};
use parlour_testkit::checks::database::count_rows;
use parlour_testkit::chromium::{ChromiumOptions, Visitor};
use parlour_testkit::fixtures::small_salon::STYLIST;
use parlour_testkit::fixtures::spa_salon::insert_membership_tiers;
use parlour_testkit::{Engine, Person, TestSalon, run, test_on_both_engines};
use url::form_urlencoded::byte_serialize;

use super::super::visits::listening_salon;

fn desk_of(salon: &TestSalon, person: &Person) -> Browser {
    let mut browser = Browser::at(salon, AppKind::Admin);
    browser.sign_in_as(person);
    browser
}

#[track_caller]
fn expect_refused(page: &Page, said: &str) {
    assert_eq!(page.status, 422, "{}", page.text());
    assert!(page.has_text(said), "{said} in {}", page.text());
}

async fn invoices_of(salon: &TestSalon, id: &str) -> i64 {
    count_rows(salon, id, "select count(*) from invoices where booking_id = $1").await
}

/// Without scripts every field of the checkout is on the page at once.
#[test_on_both_engines]
async fn parts_of_a_payment_beside_another_way_to_pay_are_refused() {
    let salon = listening_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_confirmed_booking(&salon, &asha, &haircut_request()).await;
    let mut browser = desk_of(&salon, &desk);
    let page = browser.visit(&format!("/bookings/{id}/checkout")).await.expect_status(200);
    let form = page.form_with("expected");
    let said = "Amounts are filled in, but another way to pay is chosen.";
    for method in ["cash", "upi", "card"] {
        let filled = form.clone().with("method", method).with_all("partAmount", &["700", "500", "", ""]);
        let refused = browser.submit(&filled).await;
        expect_refused(&refused, said);
        let again = refused.form_with("expected");
        assert_eq!(again.value("method"), Some(method), "what was chosen stays");
        assert_eq!(again.values("partAmount")[..2], ["700", "500"], "what was typed stays");
    }
    let alone = form.clone().with("method", "split").with_all("partAmount", &["1200", "", "", ""]);
    let alone = alone.with_all("partReference", &["", "UPI-42", "", ""]);
    expect_refused(&browser.submit(&alone).await, "A reference stands beside an empty amount.");
    assert_eq!(invoices_of(&salon, &id).await, 0, "nothing was billed");
    // Both at once is what was meant.
    let parts = form.with("method", "split").with_all("partAmount", &["700", "500", "", ""]);
    assert_eq!(browser.submit(&parts).await.status, 303);
    assert_eq!(invoices_of(&salon, &id).await, 1);
    salon.leaves_due_jobs("nobody reads the invoice");
}

/// With scripts only the chosen way to pay is on the page, and only it is sent.
#[test]
fn parts_that_are_not_shown_are_not_sent() {
    run(Engine::Sqlite, async || {
        let salon = listening_salon().await;
        let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
        let id = create_confirmed_booking(&salon, &asha, &haircut_request()).await;
        let visitor = Visitor::start(&salon, AppKind::Admin, ChromiumOptions::desktop()).await;
        visitor.sign_in_as(&desk).await;
        visitor.open(&format!("/bookings/{id}/checkout")).await;
        visitor.wait_until("only cash is shown", "return document.querySelector('[data-when=split]').hidden").await;
        visitor.press("4").await;
        visitor.wait_until("parts are shown", "return !document.querySelector('[data-when=split]').hidden").await;
        let fill = "const [part] = document.getElementsByName('partAmount'); part.value = '700'; \
                    part.dispatchEvent(new Event('input', { bubbles: true }))";
        visitor.execute(fill, &[]).await;
        let cash = "const cash = document.querySelector('[name=method][value=cash]'); cash.click()";
        visitor.execute(cash, &[]).await;
        visitor.wait_until("cash is shown", "return document.querySelector('[data-when=split]').hidden").await;
        visitor.execute("document.querySelector('.sf button').click()", &[]).await;
        visitor.wait_for_path(&format!("/bookings/{id}/receipt")).await;
        assert_eq!(invoices_of(&salon, &id).await, 1);
        salon.leaves_due_jobs("nobody reads the invoice");
    });
}

#[test_on_both_engines]
async fn days_that_are_none_are_said_and_show_nothing() {
    let salon = listening_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    create_booking(&asha, &haircut_request()).await;
    let mut browser = desk_of(&salon, &desk);
    for list in ["bookings", "invoices"] {
        for (query, said) in [
            ("from=2027-02-30", &["The first day is not a day of the calendar."][..]),
            ("to=x", &["The last day is not a day of the calendar."]),
            (
                "from=1.3.2027&to=%01",
                &["The first day is not a day of the calendar.", "The last day is not a day of the calendar."],
            ),
            ("from=2027-03-09&to=2027-03-08", &["The first day"]),
        ] {
            let page = browser.visit(&format!("/{list}?{query}")).await;
            for said in said {
                expect_refused(&page, said);
            }
            assert_eq!(page.texts_of("tbody tr"), Vec::<String>::new(), "{list}?{query}");
            let below = page.texts_of(".empty").concat();
            assert!(below.starts_with("Show all") && !below.contains(" yet"), "{list}?{query}: {below}");
            // A file cannot say it: the list does.
            let page = browser.visit(&format!("/{list}.csv?{query}")).await;
            assert_eq!((page.path(), page.status.as_u16()), (&*format!("/{list}"), 422), "{list}.csv?{query}");
        }
        let page = browser.visit(&format!("/{list}?from=&to=+&at=all")).await.expect_status(200);
        assert!(!page.has_text("is not a day"), "{}", page.text());
        assert!(
            browser.visit(&format!("/{list}.csv?from=2027-03-01")).await.expect_status(200).body.contains("Number,")
        );
    }
    salon.leaves_due_jobs("nobody reads the e-mails");
}

/// Nobody books for the year 9999, nor for one with a digit too many.
#[test_on_both_engines]
async fn the_desk_books_at_most_two_years_ahead() {
    let salon = listening_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let mut browser = desk_of(&salon, &desk);
    let said = "must be at most 2 years from today";
    let new = |day: &str| format!("customer={}&s=service-cut&at=branch-pune&time=11:00&day={day}", asha.id());
    let desk = desk.with_header("accept", "text/html");
    for day in ["9999-12-31", "2029-03-02"] {
        let reply = desk.submit("/bookings/new", new(day)).await;
        assert!(reply.status == 422 && reply.text().contains(said), "{day}: {} {}", reply.status, reply.text());
    }
    assert_eq!(desk.submit("/bookings/new", new("2029-03-01")).await.status, 303);
    let id = create_booking(&asha, &haircut_request()).await;
    let form = format!("bookingDate=9999-12-31&startTime=11:00&staffId={STYLIST}");
    for address in [format!("/bookings/{id}/move"), format!("/bookings/{id}/offer"), format!("/board/{id}/place")] {
        let reply = desk.submit(&address, form.clone()).await;
        assert!(reply.status == 422 && reply.text().contains(said), "{address}: {} {}", reply.status, reply.text());
    }
    let page = browser.visit(&format!("/bookings/{id}")).await;
    // An id or a key may have four nines by chance, but no such year before a hyphen.
    assert!(!page.body.contains("9999-12"), "{}", page.text());
    salon.leaves_due_jobs("nobody reads the e-mails");
}

#[test_on_both_engines]
async fn a_membership_from_a_past_day_is_sold_by_a_manager() {
    let salon = insert_membership_tiers(listening_salon().await).await;
    let asha = salon.customer("Asha").await;
    let (desk, mira) = (receptionist(&salon).await, manager(&salon).await);
    let path = format!("/memberships/sell?customer={}", asha.id());
    for (person, is_refused) in [(&desk, true), (&mira, false)] {
        let mut browser = desk_of(&salon, person);
        let page = browser.visit(&path).await.expect_status(200);
        let form = page.form_with("hours").with("startDate", "2027-02-01").with("paymentMethod", "cash");
        let sold = browser.submit(&form).await;
        if is_refused {
            expect_refused(&sold, "A membership must begin today or later. A manager sells from a past day.");
        } else {
            assert_eq!(sold.status, 303, "{}", sold.text());
        }
    }
    salon.leaves_due_jobs("nobody reads the invoice");
}

/// Numbers as they are copied from a contact or a chat.
#[test_on_both_engines]
async fn pasted_phone_numbers_are_taken() {
    let salon = listening_salon().await;
    let desk = receptionist(&salon).await.with_header("accept", "text/html");
    let asha = salon.customer("Asha").await.with_header("accept", "text/html");
    let visitor = salon.visitor().with_header("accept", "text/html");
    for (pasted, hour) in
        ["\u{202a}+91 98765 43210\u{202c}", "\u{200b}98765\u{a0}43210", "+91\u{a0}98765\u{2011}43210"].iter().zip(11..)
    {
        let phone: String = byte_serialize(pasted.as_bytes()).collect();
        let fields = format!("name=Asha&phone={phone}");
        let asked = visitor.submit("/call-me", fields.clone()).await;
        assert_eq!(asked.status, 303, "{pasted:?} {}", asked.text());
        let added = desk.submit("/leads/new", fields.clone()).await;
        assert_eq!(added.status, 303, "{pasted:?} {}", added.text());
        let profile = format!("phone={phone}&dateOfBirth=1990-05-01&gender=female");
        let completed = asha.submit("/onboarding", profile).await;
        assert_eq!(completed.status, 303, "{pasted:?} {}", completed.text());
        let visit = format!(
            "customer=new&name=Binu&phone={phone}&anyway=1&s=service-cut&at=branch-pune&day=2027-03-05&time={hour}:00"
        );
        let booked = desk.submit("/bookings/new", visit).await;
        assert_eq!(booked.status, 303, "{pasted:?} {}", booked.text());
    }
    let stored = "select count(*) from leads where phone = '+919876543210' and name <> $1";
    assert_eq!(count_rows(&salon, "", stored).await, 6);
    salon.leaves_due_jobs("nobody reads the e-mails");
}

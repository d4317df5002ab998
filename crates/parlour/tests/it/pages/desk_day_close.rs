//! Day close: pages of the desk.

use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_domain::ist::DAY_MS;
use parlour_testkit::actions::bookings::{
    create_booking, haircut_request, haircut_request_at, haircut_request_with, post_booking_action,
};
use parlour_testkit::actions::checkout::{cash_payment, complete_booking, create_confirmed_booking};
use parlour_testkit::actions::counter::{
    close_day, create_walk_in, credit_part, desk_day_close, method_row, move_cash, payment,
};
use parlour_testkit::actions::invoices::{bill_booking, bill_haircut, correct_payments};
use parlour_testkit::actions::people::{manager, receptionist};
use parlour_testkit::browser::{Browser, Form, Page};
use parlour_testkit::chromium::{ChromiumOptions, Visitor};
use parlour_testkit::fixtures::small_salon::{GOA, PUNE, STYLIST};
use parlour_testkit::{Engine, Person, TestSalon, run, test_on_both_engines};
use serde_json::{Value, json};

use super::desk_invoices::{desk_browser, expect_refusal, expect_texts};
use super::visits::{link_target, listening_salon};

const TODAY: &str = "2027-03-01";

fn path_of(date: &str) -> String {
    format!("/day-close?at={PUNE}&day={date}")
}

/// The close that the interface shows for a day in Pune.
async fn stored_close(desk: &Person, date: &str) -> Value {
    desk_day_close(desk, PUNE, date).await["dayClose"].clone()
}

/// The form that closes a day, with a float of 2,000 rupees.
#[track_caller]
fn close_form(page: &Page) -> Form {
    page.form_with("counted").with("float", "2000")
}

/// The form that says yes to what was asked.
#[track_caller]
fn confirm_form(asked: &Page) -> Form {
    asked.form_with_button("Yes, close the day").press("Yes, close the day")
}

async fn confirm(browser: &mut Browser, asked: &Page) -> Page {
    browser.submit_and_follow(&confirm_form(asked)).await
}

/// Counts, and says yes.
async fn close(browser: &mut Browser, form: Form) -> Page {
    let asked = browser.submit(&form).await.expect_status(200);
    confirm(browser, &asked).await
}

/// A haircut in cash with a tip, and another with a colouring by UPI and card, of which 100.50 rupees are given back
/// in cash.
async fn day_of_sales(salon: &TestSalon) {
    let (desk, boss) = (receptionist(salon).await, manager(salon).await);
    let (asha, binu) = (salon.customer("Asha").await, salon.customer("Binu").await);
    let tip = json!({
        "paymentMethod": "cash", "tips": [{ "staffId": STYLIST, "method": "cash", "amountPaise": 5_000 }],
    });
    bill_booking(salon, &desk, &asha, &haircut_request(), &tip).await;
    let services = haircut_request_with("serviceIds", json!(["service-cut", "service-colour"]));
    let split = json!({ "payments": [payment("upi", 200_000), payment("card", 170_050)] });
    let id = bill_booking(salon, &desk, &binu, &services, &split).await;
    let refund = json!({ "amountPaise": 10_050, "refunds": [payment("cash", 10_050)] });
    credit_part(&boss, &id, &refund).await.expect_created();
}

#[test_on_both_engines]
async fn a_day_is_closed_to_the_paisa_without_scripts() {
    let salon = listening_salon().await;
    let desk = receptionist(&salon).await;
    day_of_sales(&salon).await;
    let mut browser = desk_browser(&salon, &desk);
    let page = browser.visit("/day-close").await;
    expect_texts(&page, &["Monday 1 March, PUN", "No cash moved apart from sales.", "No earlier day was closed."]);
    assert_eq!(
        page.texts_of("dl.kpis .kpi"),
        [
            "Taken ₹4,800 2 invoices, 1 refund of ₹100.50, tips ₹50",
            "UPI ₹2,000 1 invoice",
            "Card ₹1,700.50 1 invoice",
            "Cash ₹1,099.50 1 invoice, 1 refund of ₹100.50, tips ₹50",
        ]
    );
    let milk = page.form_with("direction").with("direction", "out").with("amount", "140.25").with("reason", "Milk");
    let page = browser.submit_and_follow(&milk).await;
    expect_texts(&page, &["The cash was recorded.", "Milk", "Ravi", "−₹140.25"]);
    let refused = browser.submit(&milk.with("amount", "240.25")).await;
    expect_refusal(&refused, 422, "This form was sent already.");
    // 1,200 paid, 50 tipped, 100.50 given back, 140.25 for milk.
    expect_texts(&page, &["Tips in cash ₹50", "Refunds in cash −₹100.50", "Cash of the day ₹1,009.25"]);

    let form =
        close_form(&page).with("piece-500", "5").with("piece-100", "4").with("piece-50", "1").with("piece-5", "9");
    // It is asked once more, with the figures that are stored then.
    let asked = browser.submit(&form.with("note", "Fourteen rupees missing")).await.expect_status(200);
    assert_eq!(asked.heading(), "Close Monday 1 March?");
    assert_eq!(stored_close(&desk, TODAY).await, Value::Null, "nobody has said yes");
    let sums = asked.texts_of("dl.sums dd");
    let page = confirm(&mut browser, &asked).await;
    assert_eq!(page.path(), "/day-close");
    assert_eq!(page.texts_of("dl.sums dd"), sums, "the same figures before and after");
    expect_texts(
        &page,
        &[
            "The day is closed.",
            "By Ravi, Mon 1 Mar, 10:00 am.",
            "Fourteen rupees missing",
            "Float in the morning ₹2,000",
        ],
    );
    expect_texts(&page, &["Should be there, with the float ₹3,009.25", "Cash counted ₹2,995", "Difference −₹14.25"]);
    let close = stored_close(&desk, TODAY).await;
    assert_eq!(
        (&close["expectedCashPaise"], &close["countedCashPaise"], &close["differencePaise"], &close["note"]),
        (&json!(300_925), &json!(299_500), &json!(-1_425), &json!("Fourteen rupees missing"))
    );
    assert!(page.forms().iter().all(|form| !form.has("counted") && !form.has("direction")), "nothing is left to count");
    salon.leaves_due_jobs("nobody reads the invoices");
}

#[test_on_both_engines]
async fn what_is_open_stands_on_the_page_and_a_large_difference_is_explained() {
    let salon = listening_salon().await;
    let (desk, boss) = (receptionist(&salon).await, manager(&salon).await);
    let (asha, binu) = (salon.customer("Asha").await, salon.customer("Binu").await);
    let here = create_walk_in(&salon, &desk, &asha, PUNE, &["service-cut"]).await;
    post_booking_action(&desk, &here, "start").await.expect_ok();
    for time in ["16:00", "17:30"] {
        create_confirmed_booking(&salon, &binu, &haircut_request_at(TODAY, time)).await;
    }
    let mut browser = desk_browser(&salon, &desk);
    let page = browser.visit(&path_of(TODAY)).await;
    let open =
        ["1 visit is not paid yet: ₹1,200.", "2 visits are still to come. After closing, they cannot be checked out."];
    expect_texts(&page, &open);
    assert_eq!(page.texts_of("ul.to-come li"), ["4:00 pm, Binu, confirmed ₹1,200", "5:30 pm, Binu, confirmed ₹1,200"]);

    let form = close_form(&page).with("counted", "1,899.99");
    let refused = browser.submit(&form).await;
    expect_refusal(&refused, 422, "The difference is −₹100.01: say why in the note.");
    let at_the_limit = browser.submit(&form.clone().with("counted", "1,900")).await.expect_status(200);
    assert_eq!(at_the_limit.heading(), "Close Monday 1 March?", "₹100 need no note");
    expect_texts(&at_the_limit, &open);
    let again = browser.submit(&confirm_form(&at_the_limit).press("Count again")).await.expect_status(200);
    assert_eq!(again.form_with("counted").value("counted"), Some("1,900"), "what was typed stays");

    // Cash comes meanwhile: what was confirmed is not what would be stored.
    let asked = browser.submit(&form.with("note", "A note fell behind the drawer")).await.expect_status(200);
    move_cash(&boss, PUNE, 5_000, "Change").await.expect_created();
    let changed = browser.submit(&confirm_form(&asked)).await.expect_status(200);
    expect_texts(&changed, &["The sums have changed since you confirmed them.", "Difference −₹150.01"]);
    expect_texts(&changed, &["Because of the difference, only a manager can open it again."]);
    assert_eq!(stored_close(&desk, TODAY).await, Value::Null);
    let closed = confirm(&mut browser, &changed).await;
    expect_texts(
        &closed,
        &["The day is closed.", "A note fell behind the drawer", "A manager can open this day again."],
    );
    assert!(!closed.has_text("Open the day again"), "the cash did not agree: {}", closed.text());

    // What stayed open is still said, and where another visit would be begun.
    let left = "2 visits are still to come. They cannot be checked out until the day is opened again.";
    expect_texts(&closed, &["1 visit is not paid yet: ₹1,200.", left]);
    let walk_in = format!("/bookings/new?at={PUNE}&walkin=1");
    let not_yet = "This day is closed already: the visit cannot be checked out until a manager opens the day again.";
    expect_texts(&browser.visit(&walk_in).await, &[not_yet]);
    let board = browser.visit(&format!("/board?at={PUNE}&day={TODAY}")).await;
    assert_eq!(link_target(&board, "Day closed"), path_of(TODAY));
    assert!(!browser.visit(&format!("/board?at={PUNE}&day=2027-03-02")).await.has_text("Day closed"));
    let tomorrow = format!("/bookings/new?at={PUNE}&day=2027-03-02");
    assert!(!browser.visit(&tomorrow).await.has_text(not_yet), "tomorrow is open");
    // A visit is moved to the closed day after a question.
    let later = create_confirmed_booking(&salon, &binu, &haircut_request_at("2027-03-02", "11:00")).await;
    let page = browser.visit(&format!("/bookings/{later}")).await;
    let form = page.form_with_button("Move the visit").with("bookingDate", TODAY).with("startTime", "18:30");
    let asked = browser.submit(&form).await.expect_status(409);
    expect_texts(&asked, &["Today is closed already: the visit cannot be checked out until the day is opened again."]);
    assert!(asked.forms().iter().any(|form| form.has_button("Move anyway")));

    // The checkout that is refused leads here, and a manager opens the day.
    let over = browser.visit(&format!("/bookings/{here}/checkout")).await;
    expect_texts(
        &over,
        &["Today is closed at this branch. Ask a manager to open the day again, then check this visit out."],
    );
    assert_eq!(link_target(&over, "Open the day close"), path_of(TODAY));
    let close = stored_close(&desk, TODAY).await;
    let path = format!("/day-close/{}/reopen?at={PUNE}&day={TODAY}", close["id"].as_str().unwrap());
    let mut office = desk_browser(&salon, &boss);
    let form = office.visit(&path_of(TODAY)).await.form_with("why").with("why", "To pay");
    assert_eq!(form.target().path(), path.split_once('?').unwrap().0);
    assert_eq!(browser.submit(&form).await.status, 403);
    office.submit_and_follow(&form).await;
    assert_eq!(browser.visit(&format!("/bookings/{here}/checkout")).await.status, 200);
    salon.leaves_due_jobs("nobody comes");
}

#[test_on_both_engines]
async fn what_cannot_be_a_count_is_refused_beside_its_field() {
    let salon = listening_salon().await;
    let desk = receptionist(&salon).await;
    let mut browser = desk_browser(&salon, &desk);
    let page = browser.visit(&path_of(TODAY)).await;
    let form = page.form_with("counted");
    let page = browser.submit(&form.clone().with("float", "")).await;
    expect_refusal(&page, 422, "Float in the morning is required");
    expect_refusal(&page, 422, "Cash counted is required");
    let page =
        browser.submit(&form.clone().with("float", "2000").with("counted", "2,5").with("piece-20", "half")).await;
    expect_refusal(&page, 422, "Cash counted must be rupees");
    expect_refusal(&page, 422, "How many of ₹20 must be a whole number");
    assert_eq!(page.form_with("counted").value("piece-20"), Some("half"), "typed values stay");
    let page = browser.submit(&form.clone().with("float", "0").with("counted", "600").with("piece-500", "1")).await;
    expect_refusal(&page, 422, "Cash counted differs from the notes and coins, which are ₹500.");
    let long = "a".repeat(501);
    let page = browser.submit(&close_form(&page).with("counted", "500").with("note", &long)).await;
    expect_refusal(&page, 422, "Note must be at most 500 characters");
    assert_eq!(stored_close(&desk, TODAY).await, Value::Null);

    let page = browser.visit(&path_of(TODAY)).await;
    let movement = page.form_with("direction");
    let page = browser.submit(&movement.clone().with("amount", "0").with("reason", "")).await;
    for sentence in ["Please choose paid in or paid out", "Amount in ₹ must be more than ₹0", "The reason is required"]
    {
        expect_refusal(&page, 422, sentence);
    }
    let elsewhere = movement.with("direction", "in").with("amount", "5").with("reason", "Coins").forge("branch", GOA);
    assert_eq!(browser.submit(&elsewhere).await.status, 404, "a form never changes another branch");
    assert_eq!(desk_day_close(&desk, PUNE, TODAY).await["cashMovements"], json!([]));
    let stylist = salon.member("Sita", Role::Staff).await;
    assert_eq!(desk_browser(&salon, &stylist).visit("/day-close").await.status, 403);
}

#[test_on_both_engines]
async fn of_two_people_who_close_a_day_at_once_one_wins() {
    let salon = listening_salon().await;
    let (ravi, devi) = (receptionist(&salon).await, salon.member("Devi", Role::Receptionist).await);
    let mut browsers = [desk_browser(&salon, &ravi), desk_browser(&salon, &devi)];
    let [one, other] = &mut browsers;
    let (first, second) = (one.visit(&path_of(TODAY)).await, other.visit(&path_of(TODAY)).await);
    let first = one.submit(&close_form(&first).with("counted", "2000").with("note", "By Ravi")).await;
    let second = other.submit(&close_form(&second).with("counted", "1999").with("note", "By Devi")).await;
    let (first, second) = (confirm_form(&first), confirm_form(&second));
    let (first, second) = tokio::join!(one.submit(&first), other.submit(&second));
    let (won, lost) = if first.status == 303 { (first, second) } else { (second, first) };
    assert_eq!(won.status, 303, "{}", won.text());
    expect_refusal(&lost, 409, "This day is closed already.");
    let close = stored_close(&ravi, TODAY).await;
    expect_texts(&lost, &["Closed", close["note"].as_str().unwrap()]);
    assert!(lost.forms().iter().all(|form| !form.has("counted")), "{}", lost.text());
}

#[test_on_both_engines]
async fn a_sale_after_the_close_waits_until_the_day_is_open_again() {
    let salon = listening_salon().await;
    let (ravi, boss, asha) = (receptionist(&salon).await, manager(&salon).await, salon.customer("Asha").await);
    let devi = salon.member("Devi", Role::Receptionist).await;
    let mut browser = desk_browser(&salon, &ravi);
    let invoice = bill_haircut(&salon, &ravi, &asha).await;
    let page = browser.visit(&path_of(TODAY)).await;
    let late = page.form_with("direction").with("direction", "in").with("amount", "100").with("reason", "Change");
    let page = close(&mut browser, close_form(&page).with("counted", "3,200")).await;
    expect_texts(&page, &["It agrees to the paisa.", "Today is closed: cash can be recorded again tomorrow"]);

    let booking = create_walk_in(&salon, &ravi, &asha, PUNE, &["service-cut"]).await;
    assert_eq!(complete_booking(&ravi, &booking, &cash_payment()).await.status, 409);
    assert_eq!(correct_payments(&ravi, &invoice, &json!([payment("upi", 120_000)])).await.status, 409);
    expect_refusal(&browser.submit(&late).await, 409, "This day is closed.");
    // Who may open it is not sent to a manager.
    let over = browser.visit(&format!("/bookings/{booking}/checkout")).await;
    expect_texts(&over, &["Today is closed at this branch. Open the day again, then check this visit out."]);
    let new = browser.visit(&format!("/bookings/new?at={PUNE}")).await;
    expect_texts(&new, &["the visit cannot be checked out until you open the day again."]);

    let reopen = browser.visit(&path_of(TODAY)).await.form_with("why").with("why", "A bill was forgotten");
    let page = desk_browser(&salon, &devi).visit(&path_of(TODAY)).await;
    assert!(!page.has_text("Open the day again"), "somebody else closed it: {}", page.text());
    assert_eq!(desk_browser(&salon, &devi).submit(&reopen).await.status, 403);
    let mut office = desk_browser(&salon, &boss);
    let form = office.visit(&path_of(TODAY)).await.form_with("why");
    expect_refusal(&office.submit(&form.clone().with("why", "")).await, 422, "The reason is required");
    let page = office.submit_and_follow(&form.with("why", "A bill was forgotten")).await;
    expect_texts(&page, &["The day is open again.", "Count the drawer", "Still open"]);
    assert_eq!(stored_close(&ravi, TODAY).await, Value::Null);
    expect_refusal(&browser.submit(&reopen).await, 409, "This day is open again already.");

    complete_booking(&ravi, &booking, &cash_payment()).await.expect_ok();
    let page = browser.visit(&path_of(TODAY)).await;
    expect_texts(&page, &["Cash ₹2,400", "Cash of the day ₹2,400"]);
    close(&mut browser, close_form(&page).with("counted", "4400")).await;
    assert_eq!(stored_close(&ravi, TODAY).await["differencePaise"], 0);
    let page = browser.visit(&path_of(TODAY)).await;
    assert!(page.has_text("Open the day again"), "whoever closed it can open it the same day");
    salon.advance_seconds(DAY_MS / 1_000);
    let mut browser = desk_browser(&salon, &receptionist(&salon).await);
    assert!(!browser.visit(&path_of(TODAY)).await.has_text("Open the day again"), "but not a day later");
    salon.leaves_due_jobs("nobody reads the invoices");
}

#[test_on_both_engines]
async fn a_corrected_method_moves_between_the_figures() {
    let salon = listening_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = bill_haircut(&salon, &desk, &asha).await;
    let mut browser = desk_browser(&salon, &desk);
    expect_texts(&browser.visit("/day-close").await, &["Cash ₹1,200 1 invoice", "UPI ₹0"]);
    let form = browser.visit(&format!("/invoices/{id}/payments")).await.form_with("amount-1");
    browser.submit_and_follow(&form.with("method-1", "upi").with("reason", "It was UPI")).await;
    expect_texts(
        &browser.visit("/day-close").await,
        &["Cash ₹0 0 invoices", "UPI ₹1,200 1 invoice", "Cash of the day ₹0"],
    );
    let report = desk_day_close(&desk, PUNE, TODAY).await;
    assert_eq!(method_row(&report, "upi")["netPaise"], 120_000);
    salon.leaves_due_jobs("nobody reads the invoices");
}

#[test_on_both_engines]
async fn visits_that_are_not_paid_are_still_open() {
    let salon = listening_salon().await;
    let (desk, asha, binu) = (receptionist(&salon).await, salon.customer("Asha").await, salon.customer("Binu").await);
    let here = create_walk_in(&salon, &desk, &asha, PUNE, &["service-cut"]).await;
    post_booking_action(&desk, &here, "start").await.expect_ok();
    let due = create_walk_in(&salon, &desk, &binu, PUNE, &["service-wash"]).await;
    let page = desk_browser(&salon, &desk).visit("/day-close").await;
    let mut open = page.texts_of("ul.todo li");
    open.sort();
    assert_eq!(open, ["Asha, checkout ₹1,200", "Binu, confirmed ₹300"]);
    expect_texts(&page, &["2 visits are not paid yet: ₹1,500."]);
    assert_eq!(link_target(&page, "Asha, checkout"), format!("/bookings/{here}/checkout"));
    assert_eq!(link_target(&page, "Binu, confirmed"), format!("/bookings/{due}"));

    // A request that nobody answered is no unpaid visit, also after its time.
    let asked = create_booking(&salon.customer("Chitra").await, &haircut_request_at(TODAY, "11:00")).await;
    salon.advance_seconds(2 * 3_600);
    let page = desk_browser(&salon, &desk).visit("/day-close").await;
    expect_texts(&page, &["2 visits are not paid yet: ₹1,500.", "1 request is not answered yet."]);
    assert_eq!(link_target(&page, "11:00 am, Chitra, to be answered"), format!("/bookings/{asked}"));
    assert!(page.has_text("After closing, its visit cannot be checked out."), "{}", page.text());
    // The day after, what is paid belongs to another day.
    salon.advance_seconds(24 * 3_600);
    let page = desk_browser(&salon, &desk).visit(&path_of(TODAY)).await;
    expect_texts(&page, &["1 request is not answered yet."]);
    assert!(!page.has_text("cannot be checked out"), "{}", page.text());
    salon.leaves_due_jobs("nobody comes");
}

#[test_on_both_engines]
async fn earlier_days_are_listed_by_branch_and_suggest_the_float() {
    let salon = listening_salon().await;
    let desk = receptionist(&salon).await;
    for day in 10..=21 {
        close_day(&desk, PUNE, &format!("2027-02-{day}"), 200_000 + day).await.expect_created();
    }
    close_day(&desk, GOA, "2027-02-25", 200_000).await.expect_created();
    let mut browser = desk_browser(&salon, &desk);
    let page = browser.visit(&path_of(TODAY)).await;
    assert_eq!(page.form_with("float").value("float"), Some("2000"), "as on the last day");
    let days = page.texts_of("tbody td a");
    assert_eq!((days.len(), days[0].as_str()), (10, "Sun 21 Feb"), "Goa is another branch");
    assert!(page.texts_of("tbody tr")[0].contains("₹2,000.21 ₹0.21 Ravi"), "{:?}", page.texts_of("tbody tr"));
    let older = browser.click_link(&page, "Older").await;
    assert_eq!(older.texts_of("tbody td a"), ["Thu 11 Feb", "Wed 10 Feb"]);
    let closed = browser.click_link(&older, "Wed 10 Feb").await;
    expect_texts(&closed, &["Wednesday 10 February, PUN", "Difference ₹0.10"]);
    let next = browser.click_link(&closed, "The day after").await;
    expect_texts(&next, &["Thursday 11 February, PUN"]);
    let page = browser.submit_and_follow(&next.form_with("day").with("at", GOA).with("day", "2027-02-25")).await;
    expect_texts(&page, &["Thursday 25 February, GOA", "It agrees to the paisa."]);
    let page = browser.visit("/day-close?day=2099-01-01").await;
    expect_texts(&page, &["Monday 1 March, GOA"]);
    assert!(page.links().iter().all(|link| link.text != "The day after"), "tomorrow has not begun");
}

#[test]
fn the_drawer_is_counted_while_somebody_types() {
    run(Engine::Sqlite, async || {
        let salon = listening_salon().await;
        let (desk, boss) = (receptionist(&salon).await, manager(&salon).await);
        day_of_sales(&salon).await;
        close_day(&desk, PUNE, "2027-02-28", 199_000).await.expect_created();
        move_cash(&desk, PUNE, -14_025, "Milk").await.expect_created();
        create_walk_in(&salon, &desk, &salon.customer("Chitra").await, PUNE, &["service-cut"]).await;
        let visitor = Visitor::start(&salon, AppKind::Admin, ChromiumOptions::desktop()).await;
        visitor.sign_in_as(&desk).await;
        visitor.open("/day-close").await;
        for (piece, count) in [("500", "5"), ("200", "2"), ("100", "1"), ("5", "1")] {
            visitor.fill(&format!("piece-{piece}"), count).await;
        }
        assert_eq!(visitor.texts_of("[data-out=expected]").await, ["₹3,009.25"]);
        assert_eq!(visitor.texts_of("[data-out=counted]").await, ["₹3,005"]);
        assert_eq!(visitor.texts_of("[data-out=difference]").await, ["−₹4.25"]);
        visitor.wait_for("[data-off]:not([hidden])").await;
        visitor.check_page().await;
        // What is no number of pieces is not added up.
        for wrong in ["1x", "-50"] {
            visitor.fill("piece-5", wrong).await;
            assert_eq!(visitor.texts_of("[data-out=counted]").await, [""], "{wrong}");
            visitor.wait_for("#f-piece-5[aria-invalid=true]").await;
        }
        visitor.fill("piece-5", "1").await;
        visitor.fill("counted", "3009.25").await;
        visitor.wait_for("[data-agrees]:not([hidden])").await;
        visitor.fill("float", "2001").await;
        assert_eq!(visitor.texts_of("[data-out=difference]").await, ["−₹1"]);
        visitor.fill("float", "2000").await;
        visitor.fill("piece-5", "").await;
        visitor.fill("counted", "3000").await;
        visitor.press_button("Close the day").await;
        visitor.wait_for_text("Close Monday 1 March?").await;
        visitor.check_page().await;
        // Whoever wants to count again finds what was typed.
        visitor.press_button("Count again").await;
        visitor.wait_for("[data-off]:not([hidden])").await;
        assert_eq!(visitor.texts_of("[data-out=difference]").await, ["−₹9.25"]);
        visitor.fill("counted", "2000").await;
        visitor.wait_for("[name=note]:required").await;
        visitor.fill("counted", "3000").await;
        visitor.wait_for("[name=note]:not(:required)").await;
        visitor.press_button("Close the day").await;
        visitor.press_button("Yes, close the day").await;
        visitor.wait_for_text("The day is closed.").await;
        assert_eq!(stored_close(&desk, TODAY).await["differencePaise"], -925);
        visitor.cdp("Emulation.setEmulatedMedia", &json!({ "media": "print" })).await;
        let shown = "return [...document.querySelectorAll('.app_kind, .btn, .act, .filters')].filter(e => e.checkVisibility()).length";
        assert_eq!(visitor.execute(shown, &[]).await, json!(0), "paper has no buttons");
        for options in [ChromiumOptions::desktop().dark(), ChromiumOptions::phone(), ChromiumOptions::phone().dark()] {
            let visitor = Visitor::start(&salon, AppKind::Admin, options).await;
            visitor.sign_in_as(&boss).await;
            visitor.open("/day-close").await;
            visitor.open(&path_of("2027-02-27")).await;
        }
        salon.leaves_due_jobs("nobody reads the invoices");
    });
}

//! Invoices: pages of the desk.

use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_testkit::actions::bookings::{haircut_request, haircut_request_with};
use parlour_testkit::actions::checkout::cash_payment;
use parlour_testkit::actions::counter::{credit_part, payment};
use parlour_testkit::actions::gems::{
    adjust_gems, earn_gems, make_service_redeemable, shown_gems_balance, verified_gems_balance,
};
use parlour_testkit::actions::invoices::{
    bill_booking, bill_cut_and_colour, bill_haircut, create_credit_note, insert_day_close, shown_invoice,
    stored_payments,
};
use parlour_testkit::actions::memberships::{create_membership, membership_detail, ten_hour_sale};
use parlour_testkit::actions::offers::insert_offer;
use parlour_testkit::actions::people::{manager, receptionist};
use parlour_testkit::browser::{Browser, Page};
use parlour_testkit::checks::database::{count_rows, update_rows, write_transaction};
use parlour_testkit::chromium::{ChromiumOptions, Visitor, screens_with_pages};
use parlour_testkit::fixtures::small_salon::{PUNE, insert_catalogue};
use parlour_testkit::fixtures::spa_salon::insert_membership_tiers;
use parlour_testkit::{Engine, Person, SalonOptions, TestSalon, run, test_on_both_engines};
use serde_json::json;

use super::visits::{link_target, listening_salon};

pub(super) fn desk_browser(salon: &TestSalon, person: &Person) -> Browser {
    let mut browser = Browser::at(salon, AppKind::Admin);
    browser.sign_in_as(person);
    browser
}

#[track_caller]
pub(super) fn expect_texts(page: &Page, texts: &[&str]) {
    for text in texts {
        assert!(page.has_text(text), "{text} in {}", page.text());
    }
}

/// The status of a refused form, and the sentence above it.
#[track_caller]
pub(super) fn expect_refusal(page: &Page, status: u16, sentence: &str) {
    assert_eq!(page.status.as_u16(), status, "{}", page.text());
    let shown = page.texts_of("div.errors").concat();
    assert!(shown.contains(sentence), "{sentence} in {shown}");
}

async fn number_of(desk: &Person, id: &str) -> String {
    shown_invoice(desk, id).await["invoiceNumber"].as_str().unwrap().to_owned()
}

#[test_on_both_engines]
async fn the_list_shows_what_was_sold_and_finds_it_again() {
    let salon = listening_salon().await;
    let (desk, boss) = (receptionist(&salon).await, manager(&salon).await);
    let (asha, binu) = (salon.customer("Asha").await, salon.customer("Binu").await);
    let mut browser = desk_browser(&salon, &desk);
    assert!(browser.visit("/invoices").await.has_text("No invoices yet."));
    let credited = bill_haircut(&salon, &desk, &asha).await;
    create_credit_note(&boss, &credited).await;
    let payments = json!({ "payments": [payment("upi", 100_000), payment("cash", 20_000)] });
    let split = bill_booking(&salon, &desk, &binu, &haircut_request(), &payments).await;
    credit_part(&boss, &split, &json!({ "amountPaise": 10_000 })).await.expect_created();

    let page = browser.visit("/invoices").await;
    assert_eq!(page.texts_of("tbody tr").len(), 2);
    let rows = page.texts_of("tbody tr").join("\n");
    for part in ["Asha", "Binu", "UPI, Cash", "₹1,200", "Credited", "₹100 credited", "Visit", "Mon 1 Mar"] {
        assert!(rows.contains(part), "{part} in {rows}");
    }
    assert_eq!(page.texts_of("tr.void").len(), 1, "only what is credited whole is void");
    let found = async |browser: &mut Browser, query: &str| {
        browser.visit(&format!("/invoices?{query}")).await.texts_of("td.num a")
    };
    let (one, two) = (number_of(&desk, &credited).await, number_of(&desk, &split).await);
    assert_eq!(found(&mut browser, "q=ash").await, [one.as_str()]);
    assert_eq!(found(&mut browser, &format!("q={two}")).await, [two.as_str()]);
    assert_eq!(found(&mut browser, "type=service&from=2027-03-01&to=2027-03-01").await.len(), 2);
    assert_eq!(found(&mut browser, "from=2027-03-02").await.len(), 0);
    assert_eq!(found(&mut browser, "to=2027-02-28&q=asha").await.len(), 0);
    let page = browser.visit("/invoices?type=membership_purchase").await;
    assert!(page.has_text("No invoice matches this.") && page.has_text("Show all invoices"), "{}", page.text());
    let page = browser.visit("/invoices?from=2027-03-02&to=2027-03-01").await;
    expect_refusal(&page, 422, "The first day must not be after the last.");
    let page = browser.visit("/invoices?older=nonsense&type=gift").await;
    assert_eq!(page.texts_of("tbody tr").len(), 2, "what cannot be read is left out");
    let form = page.form_with("from").with("from", "2027-03-01").with("to", "2027-03-01").with("q", "binu");
    let page = browser.submit_and_follow(&form).await;
    assert_eq!(page.texts_of("td.num a"), [two]);
    assert_eq!(page.texts_of(".seg [aria-current]"), ["Today"], "{}", page.url);
    assert!(!page.has_text("invoices,"), "sums are of days, not of what was searched");

    let page = browser.visit("/invoices?from=2027-03-01&to=2027-03-01").await;
    assert!(page.has_text("₹2,400 in 2 invoices, ₹1,300 credited"), "{}", page.text());
    assert!(!browser.visit("/invoices?to=2027-03-01").await.has_text("in 2 invoices"), "only of some weeks");
    let file = browser.click_link(&page, "CSV").await.expect_status(200);
    let lines: Vec<&str> = file.body.lines().collect();
    assert!(lines[0].ends_with("Number,Day,Customer,For,Paid by,Total (INR),Credited (INR),State"), "{}", lines[0]);
    let mut rest = lines[1..].to_vec();
    rest.sort_unstable_by_key(|line| line.contains("Binu"));
    let [first, second] = [
        format!("{one},2027-03-01,Asha,Visit,Cash,1200.00,1200.00,Credited"),
        format!("{},2027-03-01,Binu,Visit,\"UPI, Cash\",1200.00,100.00,₹100 credited", number_of(&desk, &split).await),
    ];
    assert_eq!(rest, [first, second]);
    salon.leaves_due_jobs("nobody reads the invoices");
}

#[test_on_both_engines]
async fn older_invoices_are_one_link_away_in_every_list() {
    let salon = TestSalon::with(SalonOptions { listens: true, ..SalonOptions::default() }).await;
    write_transaction(&salon.app, insert_catalogue).await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    for _ in 0..21 {
        earn_gems(&salon, &asha, 10_000).await;
    }
    let mut browser = desk_browser(&salon, &desk);
    for query in ["", "?type=service", "?q=asha", "?q=PN/2627&type=service&from=2027-03-01"] {
        let page = browser.visit(&format!("/invoices{query}")).await;
        let mut numbers = page.texts_of("td.num a");
        assert_eq!(numbers.len(), 20, "{query}");
        let older = browser.click_link(&page, "Older").await;
        numbers.extend(older.texts_of("td.num a"));
        assert!(numbers.is_sorted_by(|one, next| one > next), "newest first and each once: {numbers:?}");
        assert_eq!(numbers.len(), 21, "{query}");
        let newest = browser.click_link(&older, "Newest").await;
        assert_eq!(newest.texts_of("tbody tr").len(), 20, "{query} is kept");
    }
}

#[test_on_both_engines]
async fn an_invoice_shows_lines_tax_and_both_parties() {
    let salon = listening_salon().await;
    let (desk, boss, asha) = (receptionist(&salon).await, manager(&salon).await, salon.customer("Asha").await);
    let services = haircut_request_with("serviceIds", json!(["service-cut", "service-colour"]));
    let checkout = json!({
        "payments": [{ "method": "upi", "amountPaise": 300_050, "reference": "UTR 4711" }, payment("card", 70_000)],
    });
    let id = bill_booking(&salon, &desk, &asha, &services, &checkout).await;
    let stored = shown_invoice(&desk, &id).await;
    let mut browser = desk_browser(&salon, &desk);
    let list = browser.visit("/invoices").await;
    let page = browser.click_link(&list, stored["invoiceNumber"].as_str().unwrap()).await;
    assert_eq!(page.heading(), stored["invoiceNumber"].as_str().unwrap());
    let tax = "CGST 2.5%";
    expect_texts(&page, &["Visit, 1 Mar 2027", "cut", "colour", "999721", "₹2,500.50", "₹3,700.50", tax, "SGST 2.5%"]);
    expect_texts(&page, &["UPI UTR 4711", "₹3,000.50", "Card", "MG Road", "37 gems earned", "Paid"]);
    assert_eq!(link_target(&page, "Asha"), format!("/customers/{}", asha.id()));
    assert_eq!(link_target(&page, "The visit"), format!("/bookings/{}", stored["bookingId"].as_str().unwrap()));
    assert_eq!(link_target(&page, "Correct the payments"), format!("/invoices/{id}/payments"));
    assert!(page.links().iter().all(|link| link.text != "Credit note"), "a receptionist does not credit");
    let page = desk_browser(&salon, &boss).visit(&format!("/invoices/{id}")).await;
    assert_eq!(link_target(&page, "Credit note"), format!("/invoices/{id}/credit-note"));
    let stylist = salon.member("Sita", Role::Staff).await;
    for path in ["/invoices".to_owned(), format!("/invoices/{id}")] {
        assert_eq!(desk_browser(&salon, &stylist).visit(&path).await.status, 403, "{path}");
    }
    assert_eq!(browser.visit("/invoices/none").await.status, 404);
    salon.leaves_due_jobs("nobody reads the invoice");
}

#[test_on_both_engines]
async fn an_invoice_is_sent_unless_there_is_no_address() {
    let salon = listening_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = bill_haircut(&salon, &desk, &asha).await;
    salon.run_due_jobs().await;
    let mut browser = desk_browser(&salon, &desk);
    let path = format!("/invoices/{id}");
    let form = browser.visit(&path).await.form_with_button("Send by e-mail");
    let page = browser.submit_and_follow(&form).await;
    assert_eq!(page.path(), path);
    assert!(page.has_text("The invoice is on its way by e-mail."), "{}", page.text());
    let sent = "select count(*) from audit_log where record_id = $1 and action = 'invoice.send'";
    assert_eq!(count_rows(&salon, &id, sent).await, 1);
    browser.submit_and_follow(&form).await;
    assert_eq!(count_rows(&salon, &id, sent).await, 1, "a second tap does nothing");

    update_rows(
        &salon,
        asha.id().as_str(),
        "update users set email = null, email_folded = null, email_verified = false where id = $1",
    )
    .await;
    let page = browser.submit(&form.forge("key", "another")).await;
    expect_refusal(&page, 422, "This customer has no e-mail address to send the invoice to.");
    assert!(
        page.has_text("The customer has no e-mail address.") && !page.has_text("Send by e-mail"),
        "{}",
        page.text()
    );
    salon.leaves_due_jobs("nobody reads the invoice");
}

#[test_on_both_engines]
async fn a_wrong_payment_method_is_corrected_until_the_day_is_closed() {
    let salon = listening_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = bill_haircut(&salon, &desk, &asha).await;
    let path = format!("/invoices/{id}");
    let mut browser = desk_browser(&salon, &desk);
    let page = browser.visit(&path).await;
    let page = browser.click_link(&page, "Correct the payments").await;
    let form = page.form_with("amount-1");
    assert_eq!((form.value("method-1"), form.value("amount-1")), (Some("cash"), Some("1200")));

    let wrong = form.clone().with("method-1", "upi").with("amount-1", "1,000").with("reason", "It was UPI");
    let page = browser.submit(&wrong).await;
    expect_refusal(&page, 422, "The payments must add up to ₹1,200, and are ₹1,000");
    let form = page.form_with("amount-1");
    assert_eq!(
        (form.value("amount-1"), form.value("reason")),
        (Some("1,000"), Some("It was UPI")),
        "typed values stay"
    );
    let page = browser.submit(&form.clone().with("amount-2", "two hundred").with("reason", "")).await;
    expect_refusal(&page, 422, "Payment 2: Amount in ₹ must be rupees, such as 1499 or 1,499.50");
    expect_refusal(&page, 422, "The reason is required");
    assert_eq!(stored_payments(&salon, &id).await, [("cash".to_owned(), 120_000)], "nothing was written");

    let right =
        form.with("amount-2", "200").with("method-2", "cash").with("reference-1", "UTR 99").with("reason", "UPI");
    let page = browser.submit_and_follow(&right).await;
    assert_eq!(page.path(), path);
    expect_texts(&page, &["The payments were corrected.", "UPI UTR 99", "₹1,000", "₹200"]);
    let expected = [("upi".to_owned(), 100_000), ("cash".to_owned(), 20_000)];
    assert_eq!(stored_payments(&salon, &id).await, expected);
    assert_eq!(shown_invoice(&desk, &id).await["paymentMethod"], "upi");

    let stale = browser.visit(&format!("{path}/payments")).await.form_with("amount-1").with("reason", "Again");
    insert_day_close(&salon, PUNE, "2027-03-01", &desk).await;
    expect_refusal(&browser.submit(&stale).await, 409, "The day of this invoice is closed.");
    assert_eq!(stored_payments(&salon, &id).await, expected);
    let page = browser.visit(&format!("{path}/payments")).await;
    assert_eq!(page.path(), path, "the invoice says why not");
    expect_texts(&page, &["The day of this invoice is closed: its payments stay as they are."]);
    salon.leaves_due_jobs("nobody reads the invoice");
}

#[test_on_both_engines]
async fn an_invoice_is_credited_in_two_parts_and_not_a_third_time() {
    let salon = listening_salon().await;
    let (desk, boss, asha) = (receptionist(&salon).await, manager(&salon).await, salon.customer("Asha").await);
    let id = bill_cut_and_colour(&salon, &desk, &asha).await;
    let (path, credit) = (format!("/invoices/{id}"), format!("/invoices/{id}/credit-note"));
    let mut browser = desk_browser(&salon, &boss);
    let page = browser.visit(&credit).await;
    expect_texts(&page, &["₹3,700.50 of this invoice is left.", "37 gems that were earned are taken back."]);
    assert_eq!(page.texts_of("dl.sums .total dd"), ["₹3,700.50"]);

    let choice = page.form_with("what").with("what", "parts");
    expect_refusal(&browser.submit_and_follow(&choice).await, 422, "What you choose must have at least one line");
    let wrong = choice.clone().with("amount-2", "lots");
    expect_refusal(&browser.submit_and_follow(&wrong).await, 422, "for colour must be rupees");
    let too_much = choice.clone().with("amount-2", "2,500.51");
    expect_refusal(&browser.submit_and_follow(&too_much).await, 409, "Less than that is left of this invoice.");
    let page = browser.submit_and_follow(&choice.with("amount-2", "500.50")).await;
    expect_texts(&page, &["5 gems that were earned are taken back.", "As it was paid: Cash ₹500.50"]);
    assert_eq!(page.texts_of("dl.sums .total dd"), ["₹500.50"]);
    assert_eq!(shown_invoice(&desk, &id).await["creditedPaise"], 0, "looking changes nothing");
    let first = page.form_with_button("Credit ₹500.50");
    let page = browser.submit(&first).await;
    expect_refusal(&page, 422, "Reason is required");
    let first = page.form_with_button("Credit ₹500.50").with("reason", "Too dark").with("refund", "upi");
    let page = browser.submit_and_follow(&first).await;
    assert_eq!(page.path(), path);
    expect_texts(&page, &["The credit note was issued.", "Too dark", "Given back: UPI ₹500.50", "5 gems taken back"]);
    expect_texts(&page, &["₹500.50 credited", "It has a credit note: its payments stay as they are."]);
    assert_eq!(verified_gems_balance(&salon, &asha).await, 32);

    let page = browser.visit(&credit).await;
    expect_texts(&page, &["Everything that is left", "₹3,200 of this invoice is left."]);
    let rest = page.form_with_button("Credit ₹3,200").with("reason", "Came back twice");
    let page = browser.submit_and_follow(&rest).await;
    assert_eq!(page.texts_of("ul.rows h3").len(), 2, "{}", page.text());
    assert!(page.links().iter().all(|link| link.text != "Credit note"), "nothing is left to credit");
    let stored = shown_invoice(&desk, &id).await;
    assert_eq!((&stored["creditedPaise"], stored["creditNotes"].as_array().unwrap().len()), (&json!(370_050), 2));
    assert_eq!(shown_gems_balance(&asha).await, 0);

    let sentence = "This invoice is credited whole already.";
    expect_refusal(&browser.submit(&rest.forge("key", "third")).await, 409, sentence);
    let page = browser.visit(&credit).await;
    expect_refusal(&page, 409, sentence);
    assert!(page.forms().iter().all(|form| !form.has("reason")), "no form is left");
    assert_eq!(shown_invoice(&desk, &id).await["creditNotes"].as_array().unwrap().len(), 2);
    salon.leaves_due_jobs("nobody reads the notes");
}

#[test_on_both_engines]
async fn a_credit_note_is_looked_at_again_if_the_invoice_changed_meanwhile() {
    let salon = listening_salon().await;
    let (desk, boss, asha) = (receptionist(&salon).await, manager(&salon).await, salon.customer("Asha").await);
    let id = bill_haircut(&salon, &desk, &asha).await;
    let mut browser = desk_browser(&salon, &boss);
    let credit = format!("/invoices/{id}/credit-note");
    let form = browser.visit(&credit).await.form_with_button("Credit ₹1,200").with("reason", "Wrong colour");
    credit_part(&boss, &id, &json!({ "amountPaise": 50_000 })).await.expect_created();
    for refund in ["", "card"] {
        let page = browser.submit(&form.clone().with("refund", refund)).await;
        expect_refusal(&page, 409, "This invoice was changed meanwhile.");
        assert!(page.form_with("reason").has_button("Credit ₹700"), "{}", page.text());
        assert_eq!(page.form_with("reason").value("reason"), Some("Wrong colour"));
    }
    assert_eq!(shown_invoice(&desk, &id).await["creditedPaise"], 50_000);
    insert_day_close(&salon, PUNE, "2027-03-01", &desk).await;
    expect_refusal(&browser.visit(&credit).await, 409, "Today is closed at this branch.");
    salon.leaves_due_jobs("nobody reads the notes");
}

#[test_on_both_engines]
async fn the_page_says_before_that_gems_offers_and_hours_are_reversed() {
    let salon = insert_membership_tiers(listening_salon().await).await;
    let (desk, boss) = (receptionist(&salon).await, manager(&salon).await);
    let (asha, binu) = (salon.customer("Asha").await, salon.customer("Binu").await);
    let mut browser = desk_browser(&salon, &boss);
    make_service_redeemable(&salon, "service-cut", 30).await;
    adjust_gems(&salon, &asha, 40).await;
    let checkout = json!({ "redeemGems": true, "gemsRedeemedServiceId": "service-cut" });
    let id = bill_booking(&salon, &desk, &asha, &haircut_request(), &checkout).await;
    let page = browser.visit(&format!("/invoices/{id}/credit-note")).await;
    expect_texts(&page, &["30 gems that were redeemed are given back.", "No money goes back.", "30 gems paid for it"]);
    let form = page.form_with_button("Give the gems back").with("reason", "Not done");
    expect_texts(&browser.submit_and_follow(&form).await, &["30 gems given back", "Credited"]);
    assert_eq!(verified_gems_balance(&salon, &asha).await, 40);

    insert_offer(&salon, "spring", "percentage", 20, &["service-cut"]).await;
    let checkout = json!({ "paymentMethod": "cash", "offerId": "spring" });
    let id = bill_booking(&salon, &desk, &binu, &haircut_request(), &checkout).await;
    let page = browser.visit(&format!("/invoices/{id}")).await;
    expect_texts(&page, &["Offer: spring", "−₹240"]);
    let page = browser.visit(&format!("/invoices/{id}/credit-note")).await;
    expect_texts(&page, &["The customer can use an offer again on that day.", "₹960"]);

    let membership = create_membership(&desk, &ten_hour_sale(&binu)).await;
    let list = browser.visit("/invoices?type=membership_purchase").await;
    let number = list.texts_of("td.num a").concat();
    let page = browser.click_link(&list, &number).await;
    assert_eq!(link_target(&page, "The membership"), format!("/memberships/{membership}"));
    let page = browser.click_link(&page, "Credit note").await;
    expect_texts(&page, &["The membership ends, with the hours that are left of it.", "As it was paid: UPI ₹18,000"]);
    let form = page.form_with_button("Credit ₹18,000").with("reason", "Moves away");
    browser.submit_and_follow(&form).await;
    assert_eq!(membership_detail(&desk, &membership).await["status"], "cancelled");
    salon.leaves_due_jobs("nobody reads the notes");
}

#[test_on_both_engines]
async fn the_visit_of_a_credited_invoice_is_opened_again() {
    let salon = listening_salon().await;
    let (desk, boss, asha) = (receptionist(&salon).await, manager(&salon).await, salon.customer("Asha").await);
    let id = bill_haircut(&salon, &desk, &asha).await;
    let path = format!("/invoices/{id}");
    let (mut browser, mut other) = (desk_browser(&salon, &boss), desk_browser(&salon, &desk));
    assert!(!browser.visit(&path).await.has_text("Open the visit again"), "it is not credited");
    create_credit_note(&boss, &id).await;
    let form = browser.visit(&path).await.form_with("why");
    expect_refusal(&browser.submit(&form).await, 422, "The reason is required");
    assert!(!other.visit(&path).await.has_text("Open the visit again"), "a receptionist may not");
    let form = form.with("why", "It was a wash");
    assert_eq!(other.submit(&form).await.status, 403);

    let page = browser.submit_and_follow(&form).await;
    expect_texts(&page, &["The visit is open again.", "In progress", "Opened again by"]);
    let visit = page.path().to_owned();
    assert!(!browser.visit(&path).await.has_text("Open the visit again"), "it is open");
    expect_refusal(
        &browser.submit(&form.forge("key", "another")).await,
        409,
        "Only a visit that is done can be reopened.",
    );
    let page = browser.visit(&format!("{visit}/checkout")).await;
    browser.submit_and_follow(&page.form_with("expected").with("method", "upi")).await;
    assert!(!browser.visit(&path).await.has_text("Open the visit again"), "another invoice is its own now");
    salon.leaves_due_jobs("nobody reads the invoices");
}

#[test_on_both_engines]
async fn only_managers_credit_whatever_is_sent() {
    let salon = listening_salon().await;
    let (desk, boss, asha) = (receptionist(&salon).await, manager(&salon).await, salon.customer("Asha").await);
    let id = bill_haircut(&salon, &desk, &asha).await;
    let credit = format!("/invoices/{id}/credit-note");
    let form = desk_browser(&salon, &boss).visit(&credit).await.form_with("reason").with("reason", "Mine");
    let mut browser = desk_browser(&salon, &desk);
    assert_eq!(browser.visit(&credit).await.status, 403);
    assert_eq!(browser.submit(&form).await.status, 403);
    assert_eq!(shown_invoice(&desk, &id).await["creditedPaise"], 0);
    salon.leaves_due_jobs("nobody reads the invoice");
}

#[test_on_both_engines]
async fn a_pdf_opens_or_is_waited_for() {
    let salon = listening_salon().await;
    let (desk, boss, asha) = (receptionist(&salon).await, manager(&salon).await, salon.customer("Asha").await);
    let id = bill_haircut(&salon, &desk, &asha).await;
    let note = create_credit_note(&boss, &id).await;
    let note = note["id"].as_str().unwrap();
    let mut browser = desk_browser(&salon, &desk);
    let own = format!("/invoices/{id}/pdf");
    let page = browser.visit(&own).await;
    assert_eq!(page.headers["refresh"].to_str().unwrap(), format!("3; url={own}?look=1"));
    assert!(page.has_text("opens here as soon as it is made."), "{}", page.text());
    let page = browser.visit(&format!("{own}?note={note}&look=20")).await;
    assert!(!page.headers.contains_key("refresh") && page.has_text("It takes longer than usual."), "{}", page.text());
    update_rows(&salon, &id, "update invoices set pdf_url = 'https://files.invalid/1' where id = $1").await;
    update_rows(&salon, note, "update credit_notes set pdf_url = 'https://files.invalid/2' where id = $1").await;
    let api = format!("/api/billing/invoices/{id}");
    for (path, target) in
        [(own.clone(), format!("{api}/pdf")), (format!("{own}?note={note}"), format!("{api}/credit-notes/{note}/pdf"))]
    {
        let reply = desk.get(&path).await;
        assert_eq!((reply.status.as_u16(), reply.header("location")), (303, Some(target.as_str())));
    }
    assert_eq!(browser.visit(&format!("{own}?note=none")).await.status, 404);
    salon.leaves_due_jobs("the PDF is made by hand");
}

#[test]
fn invoices_are_without_fault_on_all_screens() {
    run(Engine::Sqlite, async || {
        let salon = listening_salon().await;
        let (desk, boss) = (receptionist(&salon).await, manager(&salon).await);
        let (asha, binu) = (salon.customer("Asha").await, salon.customer("Binu").await);
        let whole = bill_haircut(&salon, &desk, &asha).await;
        create_credit_note(&boss, &whole).await;
        bill_booking(&salon, &desk, &binu, &haircut_request(), &cash_payment()).await;
        let id = bill_cut_and_colour(&salon, &desk, &asha).await;
        credit_part(&boss, &id, &json!({ "lines": [{ "lineNumber": 1, "amountPaise": 20_000 }] }))
            .await
            .expect_created();
        let one = format!("/invoices/{id}");
        let paths = [
            "/invoices".to_owned(),
            one.clone(),
            format!("{one}/credit-note?what=parts&line=1&amount-2=100"),
            "/invoices?q=nobody".to_owned(),
            format!("{one}/pdf?look=20"),
        ];
        for (options, paths) in
            screens_with_pages(&[ChromiumOptions::desktop(), ChromiumOptions::phone().dark()], &paths)
        {
            let visitor = Visitor::start(&salon, AppKind::Admin, options).await;
            visitor.sign_in_as(&boss).await;
            for path in paths {
                visitor.open(path).await;
            }
        }
        let visitor = Visitor::start(&salon, AppKind::Admin, ChromiumOptions::desktop()).await;
        visitor.sign_in_as(&desk).await;
        visitor.open("/invoices").await;
        visitor.choose("type", "Membership").await;
        visitor.wait_for_text("No invoice matches this.").await;
        visitor.open("/invoices?q=binu").await;
        visitor.click("tbody td:first-child a").await;
        visitor.click_link("Correct the payments").await;
        visitor.check_page().await;
        salon.leaves_due_jobs("nobody reads the invoices");
    });
}

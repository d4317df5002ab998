//! Checkout and receipt at the desk.

use std::collections::HashSet;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_testkit::actions::bookings::{
    create_booking, haircut_request, haircut_request_with, massage_request, post_booking_action, shown_booking,
};
use parlour_testkit::actions::checkout::{
    cash_payment, close_day_in_pune, complete_booking, create_confirmed_booking, set_billing_rules, shown_quote,
};
use parlour_testkit::actions::counter::{
    create_walk_in, method_row, money_row_counts, paise, rows, sum_by_method, tips_in_row,
};
use parlour_testkit::actions::gems::{adjust_gems, make_service_redeemable, shown_gems_balance};
use parlour_testkit::actions::invoices::{create_credit_note, invoice_id_by_number, reopen_booking, shown_invoice};
use parlour_testkit::actions::memberships::{create_membership, membership_detail, ten_hour_sale};
use parlour_testkit::actions::offers::insert_offer;
use parlour_testkit::actions::people::{manager, receptionist};
use parlour_testkit::browser::{Browser, Form, Page};
use parlour_testkit::checks::database::{count_rows, update_rows};
use parlour_testkit::chromium::{ChromiumOptions, Visitor, screens_with_pages};
use parlour_testkit::fixtures::small_salon::{GOA, PUNE};
use parlour_testkit::fixtures::spa_salon::insert_membership_tiers;
use parlour_testkit::{Engine, Person, TestSalon, run, test_on_both_engines};
use serde_json::{Value, json};

use super::visits::{link_target, listening_salon};

fn desk_of(salon: &TestSalon, person: &Person) -> Browser {
    let mut browser = Browser::at(salon, AppKind::Admin);
    browser.sign_in_as(person);
    browser
}

/// A salon that is registered for GST and paid by UPI, its receptionist, a customer and her confirmed haircut.
async fn salon_with_haircut() -> (TestSalon, Person, Person, String) {
    let salon = listening_salon().await;
    let sql = "update branches set gst_registered = true, gstin = '27AAPFU0939F1ZV', upi_id = 'salon.pune@okbank',
               upi_name = 'Salon & Co' where id = $1";
    update_rows(&salon, PUNE, sql).await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_confirmed_booking(&salon, &asha, &haircut_request()).await;
    salon.leaves_due_jobs("nobody reads the invoices");
    (salon, desk, asha, id)
}

async fn open_checkout(browser: &mut Browser, id: &str) -> Page {
    browser.visit(&format!("/bookings/{id}/checkout")).await.expect_status(200)
}

fn form_of(page: &Page) -> Form {
    page.form_with("expected")
}

/// Presses the main button, which is the first.
async fn take(browser: &mut Browser, form: &Form) -> Page {
    browser.submit(form).await
}

async fn work_out(browser: &mut Browser, form: Form) -> Page {
    browser.submit(&form.press("Work out")).await
}

#[track_caller]
fn expect_texts(page: &Page, texts: &[&str]) {
    for text in texts {
        assert!(page.has_text(text), "{text} in {}", page.text());
    }
}

/// The invoice on a receipt, as the API shows it.
async fn billed(desk: &Person, receipt: &Page) -> Value {
    let number = receipt.texts_of("dd.num")[0].clone();
    shown_invoice(desk, &invoice_id_by_number(desk, &number).await).await
}

async fn invoices_of(salon: &TestSalon, id: &str) -> i64 {
    count_rows(salon, id, "select count(*) from invoices where booking_id = $1").await
}

#[test_on_both_engines]
async fn cash_is_taken_and_the_receipt_says_what_to_give_back() {
    let (salon, desk, asha, id) = salon_with_haircut().await;
    let mut browser = desk_of(&salon, &desk);
    let page = open_checkout(&mut browser, &id).await;
    expect_texts(
        &page,
        &["Asha", "cut", "stylist, 45 min", "Total of the invoice ₹1,200", "earns 12 gems", "of it CGST 2.5% ₹28.57"],
    );
    assert_eq!(form_of(&page).value("method"), Some("cash"));
    let typed = |page: &Page| page.attributes_of("form[data-unsaved]", "data-unsaved");
    assert_eq!(typed(&page), [""], "nothing is typed");
    let short = take(&mut browser, &form_of(&page).with("given", "1,000")).await.expect_status(422);
    expect_texts(&short, &["Cash given is less than ₹1,200", "₹200 is missing"]);
    assert_eq!(form_of(&short).value("given"), Some("1,000"), "what was typed stays");
    assert_eq!(typed(&short), ["typed"], "leaving would lose it");
    assert_eq!(invoices_of(&salon, &id).await, 0);

    let receipt = browser.submit_and_follow(&form_of(&short).with("given", "₹2,000")).await;
    assert_eq!(receipt.path(), format!("/bookings/{id}/receipt"));
    let sums = ["Tax invoice", "Asha", "₹1,200", "Paid by Cash", "Cash given ₹2,000", "Change ₹800", "12 gems earned"];
    expect_texts(&receipt, &sums);
    expect_texts(&receipt, &["GSTIN 27AAPFU0939F1ZV", "CGST 2.5% ₹28.57, SGST 2.5% ₹28.57", "The PDF is being made."]);
    let invoice = billed(&desk, &receipt).await;
    assert_eq!((paise(&invoice, "totalAmountPaise"), &invoice["paymentMethod"]), (120_000, &json!("cash")));
    assert_eq!(shown_gems_balance(&asha).await, 12);

    // Later, the receipt is the same without the change, and the checkout leads to it.
    let again = browser.visit(&format!("/bookings/{id}/checkout")).await;
    let again = browser.follow(again, |_| false).await;
    assert!(again.path().ends_with("/receipt") && !again.has_text("Change"), "{}", again.text());
    let weeks = link_target(&again, "In 6 weeks, Mon 12 Apr");
    assert_eq!(
        weeks,
        format!("/bookings/new?at=branch-pune&customer={}&service=service-cut&day=2027-04-12", asha.id().as_str())
    );
    update_rows(&salon, &id, "update invoices set pdf_url = 'https://files.invalid/1' where booking_id = $1").await;
    let again = browser.visit(&format!("/bookings/{id}/receipt")).await;
    let api = format!("/api/billing/invoices/{}/pdf", invoice["id"].as_str().unwrap());
    assert_eq!(link_target(&again, "PDF"), api);

    // Its page names its branch to somebody who works with another one.
    browser.visit(&format!("/board?at={GOA}")).await;
    let page = browser.visit(&format!("/invoices/{}", invoice["id"].as_str().unwrap())).await.expect_status(200);
    assert_eq!(page.texts_of("details.where summary .t"), ["PUN"]);
}

#[test_on_both_engines]
async fn a_receipt_is_sent_again_where_there_is_an_address() {
    let (salon, desk, asha, id) = salon_with_haircut().await;
    complete_booking(&desk, &id, &cash_payment()).await.expect_ok();
    salon.run_due_jobs().await;
    let mut browser = desk_of(&salon, &desk);
    let receipt = browser.visit(&format!("/bookings/{id}/receipt")).await.expect_status(200);
    let form = receipt.form_with("key");
    let sent = browser.submit_and_follow(&form).await;
    assert!(sent.has_text("The invoice is on its way by e-mail."), "{}", sent.text());
    let audited = "select count(*) from audit_log where action = 'invoice.send' and actor_id = $1";
    assert_eq!(count_rows(&salon, desk.id().as_str(), audited).await, 1);

    update_rows(
        &salon,
        asha.id().as_str(),
        "update users set email = null, email_folded = null, email_verified = false where id = $1",
    )
    .await;
    let refused = browser.submit(&receipt.form_with("key").forge("key", "another")).await.expect_status(422);
    expect_texts(&refused, &["There is no e-mail address to send it to."]);
    assert!(refused.texts_of(".errors p")[0].contains("e-mail"), "{}", refused.text());
    let staff = salon.member("Sunita", Role::Staff).await;
    for path in ["checkout", "receipt"] {
        let page = desk_of(&salon, &staff).visit(&format!("/bookings/{id}/{path}")).await;
        assert_eq!(page.status, 403, "{path}");
    }
    assert_eq!(browser.visit("/bookings/nobody/receipt").await.status, 404);
    assert_eq!(browser.visit("/bookings/nobody/checkout").await.status, 404);
}

#[test_on_both_engines]
async fn what_is_due_is_worked_out_without_scripts_and_without_writing() {
    let (salon, desk, asha, _) = salon_with_haircut().await;
    insert_offer(&salon, "Monday calm", "percentage", 20, &["service-cut"]).await;
    insert_offer(&salon, "Long colour", "percentage", 50, &["service-colour"]).await;
    set_billing_rules(&salon, 0, "rupee").await;
    let id = create_confirmed_booking(
        &salon,
        &asha,
        &haircut_request_with("serviceIds", json!(["service-cut", "service-wash", "service-small-03"])),
    )
    .await;
    let before = money_row_counts(&salon).await;
    let mut browser = desk_of(&salon, &desk);
    let page = open_checkout(&mut browser, &id).await;
    let offered: Vec<String> = form_of(&page).options("less").into_iter().map(|(value, _)| value).collect();
    assert_eq!(offered, ["none", "offer:Monday calm"], "an offer for other services and a discount are not offered");
    expect_texts(&page, &["Monday calm", "−₹240", "Only a manager may give a discount here."]);
    let plain = work_out(&mut browser, form_of(&page).with("less", "none")).await;
    expect_texts(&plain, &["Subtotal ₹1,501.03", "Rounding −₹0.03", "Total of the invoice ₹1,501"]);

    let page = work_out(&mut browser, form_of(&page).with("less", "offer:Monday calm").with("tip", "50")).await;
    expect_texts(
        &page,
        &["Monday calm −₹240", "Total of the invoice ₹1,261", "Tip, stylist, Cash ₹50", "To take ₹1,311"],
    );
    let quote = shown_quote(&desk, &id, &json!({ "offerId": "Monday calm" })).await;
    assert_eq!(form_of(&page).value("expected"), Some(quote["totalAmountPaise"].to_string().as_str()));
    assert_eq!(form_of(&page).value("less"), Some("offer:Monday calm"));
    assert_eq!(money_row_counts(&salon).await, before, "a quote writes nothing");
    // Opened again, the address of the quote is the checkout.
    let again = browser.visit(&format!("/bookings/{id}/checkout/quote")).await;
    assert_eq!(browser.follow(again, |_| false).await.path(), format!("/bookings/{id}/checkout"));

    let receipt =
        browser.submit_and_follow(&form_of(&page).with("method", "card").with_all("reference", &["", "77"])).await;
    expect_texts(&receipt, &["Monday calm −₹240", "₹1,261", "Paid by Card, 77", "Tip, stylist, Card ₹50"]);
    let invoice = billed(&desk, &receipt).await;
    assert_eq!((paise(&invoice, "totalAmountPaise"), paise(&invoice, "discountPaise")), (126_100, 24_000));
    assert_eq!(invoice["payments"], json!([{ "method": "card", "amountPaise": 126_100, "reference": "77" }]));
}

#[test_on_both_engines]
async fn gems_pay_for_a_line_if_there_are_enough() {
    let (salon, desk, asha, _) = salon_with_haircut().await;
    make_service_redeemable(&salon, "service-cut", 30).await;
    make_service_redeemable(&salon, "service-wash", 80).await;
    adjust_gems(&salon, &asha, 50).await;
    let services = json!(["service-cut", "service-wash"]);
    let id = create_confirmed_booking(&salon, &asha, &haircut_request_with("serviceIds", services)).await;
    let mut browser = desk_of(&salon, &desk);
    let page = open_checkout(&mut browser, &id).await;
    expect_texts(&page, &["30 gems for cut 50 in the purse, 20 stay −₹1,200", "80 gems for wash Only 50 in the purse"]);
    let form = form_of(&page);
    assert!(form.options("less").iter().all(|(value, _)| value != "gems:service-wash"), "they are too few");

    // Too many for the purse; and somebody else spends them meanwhile.
    let refused = take(&mut browser, &form.clone().forge("less", "gems:service-wash")).await.expect_status(409);
    assert!(refused.texts_of("#e-less")[0].contains("The sum is shown without it."), "{}", refused.text());
    expect_texts(&refused, &["Total of the invoice ₹1,500"]);
    assert_eq!(form_of(&refused).value("less"), Some("none"));
    let chosen = work_out(&mut browser, form.with("less", "gems:service-cut")).await.expect_status(200);
    expect_texts(&chosen, &["30 gems −₹1,200", "Total of the invoice ₹300"]);
    adjust_gems(&salon, &asha, -40).await;
    let refused = take(&mut browser, &form_of(&chosen)).await.expect_status(409);
    expect_texts(&refused, &["30 gems for cut Only 10 in the purse", "Total of the invoice ₹1,500"]);
    assert_eq!(invoices_of(&salon, &id).await, 0);

    adjust_gems(&salon, &asha, 40).await;
    let page = open_checkout(&mut browser, &id).await;
    let chosen = work_out(&mut browser, form_of(&page).with("less", "gems:service-cut")).await;
    let receipt = browser.submit_and_follow(&form_of(&chosen)).await;
    expect_texts(&receipt, &["30 gems −₹1,200", "Total of the invoice ₹300"]);
    assert_eq!(billed(&desk, &receipt).await["gemsRedeemed"], 30);
    assert_eq!(shown_gems_balance(&asha).await, 20 + 3);
}

#[test_on_both_engines]
async fn hours_of_a_membership_pay_for_a_spa_visit() {
    let (salon, desk, asha, haircut) = salon_with_haircut().await;
    let salon = insert_membership_tiers(salon).await;
    let membership = create_membership(&desk, &ten_hour_sale(&asha)).await;
    let id = create_confirmed_booking(&salon, &asha, &massage_request()).await;
    let mut browser = desk_of(&salon, &desk);
    let hours = format!("hours:{membership}");
    let page = open_checkout(&mut browser, &haircut).await;
    assert!(!page.has_text("Hours of the membership"), "not for a haircut");
    let refused = take(&mut browser, &form_of(&page).forge("less", &hours)).await.expect_status(422);
    expect_texts(&refused, &["Hours of a membership pay for spa visits only."]);

    let page = open_checkout(&mut browser, &id).await;
    expect_texts(&page, &["Hours of the membership Takes 1 h, 9 h stay −₹3,000"]);
    let chosen = work_out(&mut browser, form_of(&page).with("less", &hours)).await.expect_status(200);
    expect_texts(&chosen, &["Hours of the membership −₹3,000", "Total of the invoice ₹0"]);
    let receipt = browser.submit_and_follow(&form_of(&chosen)).await;
    expect_texts(&receipt, &["Membership session", "Total of the invoice ₹0"]);
    assert!(!receipt.has_text("Paid by"), "{}", receipt.text());
    assert_eq!(membership_detail(&desk, &membership).await["usedHoursMinutes"], 60);
}

#[test_on_both_engines]
async fn parts_that_do_not_add_up_are_refused() {
    let (salon, desk, _, id) = salon_with_haircut().await;
    let mut browser = desk_of(&salon, &desk);
    let page = open_checkout(&mut browser, &id).await;
    let split = form_of(&page).with("method", "split").with_all("partAmount", &["500", "600", "", "", ""]);
    let refused = take(&mut browser, &split).await.expect_status(422);
    expect_texts(&refused, &["The parts make ₹1,100, and ₹1,200 is due.", "₹100 is left"]);
    assert_eq!(form_of(&refused).values("partAmount"), ["500", "600", "", "", ""]);
    let wrong = take(&mut browser, &form_of(&refused).with_all("partAmount", &["500", "sixty", "", "", ""])).await;
    expect_texts(&wrong.expect_status(422), &["A part of the payment must be rupees, such as 1499 or 1,499.50"]);
    let none = take(&mut browser, &form_of(&refused).with_all("partAmount", &["", "", "", "", ""])).await;
    expect_texts(&none.expect_status(422), &["The parts make ₹0, and ₹1,200 is due."]);
    assert_eq!(invoices_of(&salon, &id).await, 0);

    let form = form_of(&refused)
        .with_all("partMethod", &["card"; 5])
        .with_all("partAmount", &["500", "600.50", "99.50", "", ""])
        .with_all("partReference", &["", "1111", "2222", "", ""]);
    let receipt = browser.submit_and_follow(&form).await;
    expect_texts(&receipt, &["Paid by Card ₹500", "Paid by Card, 1111 ₹600.50", "Paid by Card, 2222 ₹99.50"]);
    let invoice = billed(&desk, &receipt).await;
    assert_eq!(sum_by_method(rows(&invoice, "payments"), "card"), 120_000);
    assert_eq!((rows(&invoice, "payments").len(), &invoice["paymentMethod"]), (3, &json!("card")));
}

#[test_on_both_engines]
async fn two_taps_make_one_invoice_and_a_second_person_learns_of_it() {
    let (salon, desk, _, id) = salon_with_haircut().await;
    let other = manager(&salon).await;
    let (mut thumb, mut other_thumb) = (desk_of(&salon, &desk), desk_of(&salon, &desk));
    let mut colleague = desk_of(&salon, &other);
    let open = open_checkout(&mut colleague, &id).await;
    let form = form_of(&open_checkout(&mut thumb, &id).await).with("given", "1200");
    let (first, second) = tokio::join!(thumb.submit(&form), other_thumb.submit(&form));
    let target = first.expect_status(303).redirect_target();
    assert_eq!(second.expect_status(303).redirect_target(), target, "both show the receipt");
    assert_eq!(invoices_of(&salon, &id).await, 1);

    let late = take(&mut colleague, &form_of(&open).with("method", "upi")).await.expect_status(409);
    assert_eq!(late.heading(), "This visit cannot be checked out");
    let number = thumb.get(&target.unwrap()).await.texts_of("dd.num")[0].clone();
    expect_texts(&late, &[&format!("It was checked out already: invoice {number}, ₹1,200.")]);
    let invoice = invoice_id_by_number(&desk, &number).await;
    assert_eq!(link_target(&late, "Open the invoice"), format!("/invoices/{invoice}"));
    assert_eq!(link_target(&late, "Open the receipt"), format!("/bookings/{id}/receipt"));
    assert_eq!(invoices_of(&salon, &id).await, 1);
}

#[test_on_both_engines]
async fn an_offer_or_a_price_that_changed_meanwhile_is_said_before_anything_is_taken() {
    let (salon, desk, _, id) = salon_with_haircut().await;
    insert_offer(&salon, "Monday calm", "percentage", 20, &["service-cut"]).await;
    let mut browser = desk_of(&salon, &desk);
    let page = open_checkout(&mut browser, &id).await;
    // Without scripts the sum of the page is not that of the choice: it is shown first.
    let without = take(&mut browser, &form_of(&page).with("less", "none")).await.expect_status(409);
    expect_texts(&without, &["The sum has changed: ₹1,200 is due now. Please look again, then take it."]);
    assert_eq!(form_of(&without).value("less"), Some("none"));
    let first = take(&mut browser, &form_of(&without).with("less", "offer:Monday calm")).await.expect_status(409);
    expect_texts(&first, &["The sum has changed: ₹960 is due now."]);
    assert_eq!(form_of(&first).value("less"), Some("offer:Monday calm"));

    update_rows(&salon, "Monday calm", "update offers set end_date = '2027-02-28' where id = $1").await;
    let expired = take(&mut browser, &form_of(&first)).await.expect_status(409);
    assert_eq!(expired.texts_of("#e-less"), ["This offer is not running today. The sum is shown without it."]);
    assert_eq!(form_of(&expired).value("less"), Some("none"));
    let gone = take(&mut browser, &form_of(&expired).forge("less", "offer:unknown")).await.expect_status(409);
    assert!(gone.texts_of("#e-less")[0].starts_with("This is not offered any more."), "{}", gone.text());

    let price = "update booking_services set price_at_booking_paise = 150000 where booking_id = $1";
    update_rows(&salon, &id, price).await;
    let changed = take(&mut browser, &form_of(&expired)).await.expect_status(409);
    expect_texts(&changed, &["The sum has changed: ₹1,500 is due now."]);
    assert_eq!(invoices_of(&salon, &id).await, 0);
    let receipt = browser.submit_and_follow(&form_of(&changed)).await;
    assert_eq!(paise(&billed(&desk, &receipt).await, "totalAmountPaise"), 150_000);
}

#[test_on_both_engines]
async fn the_offer_that_was_promised_comes_before_a_larger_one() {
    let (salon, desk, asha, id) = salon_with_haircut().await;
    insert_offer(&salon, "calm", "percentage", 10, &["service-cut"]).await;
    insert_offer(&salon, "large", "flat", 40_000, &["service-cut"]).await;
    make_service_redeemable(&salon, "service-cut", 30).await;
    adjust_gems(&salon, &asha, 50).await;
    // She booked with this one.
    update_rows(&salon, &id, "update bookings set promised_offer_id = 'calm' where id = $1").await;

    let mut browser = desk_of(&salon, &desk);
    let page = open_checkout(&mut browser, &id).await;
    assert_eq!(form_of(&page).value("less"), Some("offer:calm"));
    expect_texts(&page, &["“calm” is chosen: it was promised when this visit was booked.", "−₹120"]);
    expect_texts(&page, &["Promised when the visit was booked", "Total of the invoice ₹1,080"]);

    // It ends before it is used: that is said, and the largest of the others is taken.
    update_rows(&salon, "calm", "update offers set end_date = '2027-02-28' where id = $1").await;
    let page = open_checkout(&mut browser, &id).await;
    let lost =
        "“calm” was promised when this visit was booked, but does not apply now. This offer is not running today.";
    expect_texts(
        &page,
        &[lost, "“large” is chosen: of today’s offers it takes off most.", "Total of the invoice ₹800"],
    );
    update_rows(&salon, "large", "update offers set end_date = '2027-02-28' where id = $1").await;
    let page = open_checkout(&mut browser, &id).await;
    assert_eq!(form_of(&page).value("less"), Some("none"), "gems are never spent unasked");
    assert!(page.texts_of("[data-part=suggestion] p").is_empty(), "{}", page.text());

    update_rows(&salon, "calm", "update offers set end_date = '2027-04-30' where id = $1").await;
    let page = open_checkout(&mut browser, &id).await;
    let receipt = browser.submit_and_follow(&form_of(&page)).await;
    expect_texts(&receipt, &["calm −₹120", "Total of the invoice ₹1,080"]);
    assert_eq!(shown_booking(&desk, &id).await["offerId"], "calm");

    // It is put right: the promise still holds.
    update_rows(&salon, "large", "update offers set end_date = '2027-04-30' where id = $1").await;
    let meera = manager(&salon).await;
    create_credit_note(&meera, billed(&desk, &receipt).await["id"].as_str().unwrap()).await;
    reopen_booking(&meera, &id).await.expect_ok();
    assert_eq!(shown_booking(&desk, &id).await["offerId"], Value::Null);
    let page = open_checkout(&mut browser, &id).await;
    expect_texts(&page, &["“calm” is chosen: it was promised when this visit was booked."]);
}

#[test_on_both_engines]
async fn the_receptionist_takes_off_what_was_chosen_for_her() {
    let (salon, desk, _, id) = salon_with_haircut().await;
    insert_offer(&salon, "Monday calm", "percentage", 20, &["service-cut"]).await;
    let mut browser = desk_of(&salon, &desk);
    let page = open_checkout(&mut browser, &id).await;
    expect_texts(&page, &["To charge without it, choose “No offer or discount”."]);
    let plain = work_out(&mut browser, form_of(&page).with("less", "none")).await.expect_status(200);
    assert!(plain.texts_of("[data-part=suggestion] p").is_empty(), "{}", plain.text());
    let receipt = browser.submit_and_follow(&form_of(&plain)).await;
    let invoice = billed(&desk, &receipt).await;
    assert_eq!((paise(&invoice, "totalAmountPaise"), &invoice["offerId"]), (120_000, &Value::Null));
}

#[test_on_both_engines]
async fn hours_are_chosen_where_they_suffice() {
    let (salon, desk, asha, _) = salon_with_haircut().await;
    let salon = insert_membership_tiers(salon).await;
    let membership = create_membership(&desk, &ten_hour_sale(&asha)).await;
    let id = create_confirmed_booking(&salon, &asha, &massage_request()).await;
    let mut browser = desk_of(&salon, &desk);
    let page = open_checkout(&mut browser, &id).await;
    assert_eq!(form_of(&page).value("less"), Some(format!("hours:{membership}").as_str()));
    expect_texts(&page, &["The hours of the membership are chosen: they pay for all of this visit.", "−₹3,000"]);
    expect_texts(&page, &["Total of the invoice ₹0"]);

    let used = "update memberships set used_hours_minutes = total_hours_minutes - 59 where id = $1";
    update_rows(&salon, &membership, used).await;
    let page = open_checkout(&mut browser, &id).await;
    assert_eq!(form_of(&page).value("less"), Some("none"));
    expect_texts(&page, &["Total of the invoice ₹3,000"]);
}

#[test_on_both_engines]
async fn a_discount_beyond_the_limit_needs_a_manager() {
    let (salon, desk, _, id) = salon_with_haircut().await;
    let boss = manager(&salon).await;
    set_billing_rules(&salon, 10, "none").await;
    let (mut browser, mut office) = (desk_of(&salon, &desk), desk_of(&salon, &boss));
    let page = open_checkout(&mut browser, &id).await;
    expect_texts(&page, &["You may give up to 10%, which is ₹120. A manager may give more."]);
    let by_hand = form_of(&page).with("less", "hand");
    let wrong = take(&mut browser, &by_hand).await.expect_status(422);
    expect_texts(&wrong, &["Percent or rupees are needed, one of the two", "The reason is required"]);
    let wrong = take(&mut browser, &by_hand.clone().with("percent", "ten").with("reason", "Late")).await;
    expect_texts(&wrong.expect_status(422), &["Percent must be a whole number from 1 to 100"]);
    // While it is typed, the sum is shown without complaint.
    let typing = work_out(&mut browser, by_hand.clone().with("percent", "10")).await.expect_status(200);
    expect_texts(&typing, &["Discount by hand −₹120", "Total of the invoice ₹1,080"]);

    let asked = by_hand.with("percent", "15").with("reason", "She waited");
    let refused = take(&mut browser, &asked).await.expect_status(409);
    let sentence = "This discount is larger than the desk may give here. A manager can give it.";
    assert!(refused.texts_of("#e-less")[0].starts_with(sentence), "{}", refused.text());
    assert_eq!(form_of(&refused).value("reason"), Some("She waited"));
    assert_eq!(invoices_of(&salon, &id).await, 0);

    let page = open_checkout(&mut office, &id).await;
    expect_texts(&page, &["Percent or rupees, with a reason"]);
    let asked = form_of(&page).with("less", "hand").with("rupees", "1,300").with("reason", "She waited");
    let refused = take(&mut office, &asked).await.expect_status(422);
    expect_texts(&refused, &["Rupees of the discount must not be more than the subtotal"]);
    let quoted = work_out(&mut office, form_of(&refused).with("rupees", "180")).await.expect_status(200);
    let receipt = office.submit_and_follow(&form_of(&quoted)).await;
    expect_texts(&receipt, &["Discount by hand −₹180", "Total of the invoice ₹1,020"]);
    let invoice = billed(&desk, &receipt).await;
    assert_eq!(invoice["discountReason"], "She waited");
    assert_eq!(invoice["discountedBy"], boss.id().as_str());
}

/// What the QR code of a page says.
#[track_caller]
pub(super) fn scanned(page: &Page) -> String {
    let [path] = &page.attributes_of(".qr path", "d")[..] else { panic!("one code in {}", page.text()) };
    read_code(path)
}

/// Reads the squares of a code back: `M2 0h7v1h-7z` is seven in row 0 from column 2.
#[track_caller]
pub(super) fn read_code(path: &str) -> String {
    let mut dark = HashSet::new();
    for run in path.split('z').filter(|run| !run.is_empty()) {
        let numbers: Vec<usize> =
            run.split(|letter: char| !letter.is_ascii_digit()).filter_map(|number| number.parse().ok()).collect();
        let [column, row, length, ..] = numbers[..] else { panic!("{run}") };
        dark.extend((column..column + length).map(|column| (column, row)));
    }
    let side = 1 + dark.iter().map(|(column, row)| *column.max(row)).max().unwrap();
    let grid = rqrr::SimpleGrid::from_func(side, |column, row| dark.contains(&(column, row)));
    rqrr::Grid::new(grid).decode().expect("a code that can be read").1
}

#[test_on_both_engines]
async fn the_code_to_scan_asks_for_the_exact_amount() {
    let (salon, desk, _, id) = salon_with_haircut().await;
    let mut browser = desk_of(&salon, &desk);
    let page = open_checkout(&mut browser, &id).await;
    let quote = shown_quote(&desk, &id, &json!({})).await;
    assert_eq!(scanned(&page), quote["upiUri"].as_str().unwrap());
    let link = |amount: &str| {
        let number = quote["upiUri"].as_str().unwrap().rsplit('=').next().unwrap();
        format!("upi://pay?pa=salon.pune@okbank&pn=Salon%20%26%20Co&am={amount}&cu=INR&tn={number}&tr={number}")
    };
    assert_eq!(scanned(&page), link("1200.00"));
    // A tip that is paid by UPI is scanned with it.
    let form = form_of(&page).with("method", "upi").with("tip", "50.50");
    let page = work_out(&mut browser, form).await;
    assert_eq!(scanned(&page), link("1250.50"));
    expect_texts(&page, &["₹1,250.50", "with a tip of ₹50.50", "salon.pune@okbank"]);
    let page = work_out(&mut browser, form_of(&page).with("tipMethod", "cash")).await;
    assert_eq!(scanned(&page), link("1200.00"));
    // Of a bill in parts, only the part by UPI.
    let form = form_of(&page).with("method", "split").with_all("partAmount", &["188", "1012", "", "", ""]);
    let split = work_out(&mut browser, form).await;
    assert_eq!(scanned(&split), link("1012.00"));
    expect_texts(&split, &["The parts are complete", "Tip, stylist, Cash ₹50.50"]);
    // A tip for which nothing is chosen is paid as the largest part, and that is said.
    let as_largest = work_out(&mut browser, form_of(&split).with("tipMethod", "")).await;
    expect_texts(&as_largest, &["Tip, stylist, UPI ₹50.50"]);

    let form = form_of(&split).with_all("partReference", &["", "412345678901", "", "", ""]);
    let receipt = browser.submit_and_follow(&form).await;
    expect_texts(&receipt, &["Paid by UPI, 412345678901 ₹1,012", "Tip, stylist, Cash ₹50.50"]);
    update_rows(&salon, PUNE, "update branches set upi_id = null where id = $1").await;
    let id = create_confirmed_booking(&salon, &salon.customer("Binu").await, &haircut_request()).await;
    let page = open_checkout(&mut browser, &id).await;
    assert!(page.attributes_of(".qr path", "d").is_empty());
    expect_texts(&page, &["This branch has no UPI account yet"]);
}

#[test_on_both_engines]
async fn tips_stand_beside_the_invoice() {
    let (salon, desk, _, id) = salon_with_haircut().await;
    let boss = manager(&salon).await;
    let mut browser = desk_of(&salon, &desk);
    let page = open_checkout(&mut browser, &id).await;
    let wrong = take(&mut browser, &form_of(&page).with("tip", "lots")).await.expect_status(422);
    expect_texts(&wrong, &["A tip must be rupees, such as 1499 or 1,499.50"]);
    let wrong = work_out(&mut browser, form_of(&page).with("tip", "lots")).await.expect_status(422);
    expect_texts(&wrong, &["A tip must be rupees, such as 1499 or 1,499.50"]);
    let forged = form_of(&page).forge("tipStaff", "nobody").with("tip", "10");
    expect_texts(
        &take(&mut browser, &forged).await.expect_status(422),
        &["A tip can only be for somebody who works here now"],
    );
    let receipt = browser.submit_and_follow(&form_of(&page).with("tip", "100").with("given", "1500")).await;
    expect_texts(&receipt, &["Total of the invoice ₹1,200", "Tip, stylist, Cash ₹100", "Change ₹200"]);
    let invoice = billed(&desk, &receipt).await;
    assert_eq!(paise(&invoice, "totalAmountPaise"), 120_000);
    let report = boss.get("/api/reports/day-close?date=2027-03-01&branchId=branch-pune").await.expect_ok();
    assert_eq!(tips_in_row(&method_row(&report["report"], "cash")), 10_000);
}

#[test_on_both_engines]
async fn a_visit_that_cannot_be_billed_says_why() {
    let (salon, desk, asha, id) = salon_with_haircut().await;
    let mut browser = desk_of(&salon, &desk);
    let request = create_booking(&asha, &haircut_request()).await;
    // Somebody works with another branch.
    browser.visit(&format!("/board?at={GOA}")).await;
    let page = open_checkout(&mut browser, &request).await;
    assert_eq!(page.heading(), "This visit cannot be checked out");
    assert_eq!(page.texts_of("details.where summary .t"), ["PUN"], "the branch of the visit");
    assert!(page.text().contains("Only a confirmed visit, or one that has begun, is checked out."), "{}", page.text());
    assert_eq!(link_target(&page, "Back to the visit"), format!("/bookings/{request}"));
    let open = open_checkout(&mut browser, &id).await;
    close_day_in_pune(&salon, &desk).await;
    let closed = take(&mut browser, &form_of(&open)).await.expect_status(409);
    assert!(closed.text().to_lowercase().contains("closed"), "{}", closed.text());
    assert_eq!(open_checkout(&mut browser, &id).await.heading(), "This visit cannot be checked out");
    assert_eq!(invoices_of(&salon, &id).await, 0);
    let unknown = form_of(&open).forge("method", "cheque").forge("less", "luck");
    assert_eq!(take(&mut browser, &unknown).await.status, 409);
}

#[test]
fn cash_from_the_visit_takes_three_clicks_at_most() {
    run(Engine::Sqlite, async || {
        let (salon, desk, asha, _) = salon_with_haircut().await;
        let id = create_walk_in(&salon, &desk, &asha, PUNE, &["service-cut"]).await;
        post_booking_action(&desk, &id, "start").await.expect_ok();
        let visitor = Visitor::start(&salon, AppKind::Admin, ChromiumOptions::desktop()).await;
        visitor.sign_in_as(&desk).await;
        visitor.open(&format!("/bookings/{id}")).await;
        let mut clicks = 0;
        for css in ["button[name=then][value=checkout]", "input[value=cash]", "form[data-checkout] [type=submit]"] {
            visitor.click(css).await;
            clicks += 1;
        }
        visitor.wait_for_path(&format!("/bookings/{id}/receipt")).await;
        assert!(clicks <= 3 && visitor.has_text("Paid by Cash").await);
        assert_eq!(invoices_of(&salon, &id).await, 1);
    });
}

#[test]
fn the_sum_follows_what_is_chosen_and_keys_choose_the_payment() {
    run(Engine::Sqlite, async || {
        let (salon, desk, asha, id) = salon_with_haircut().await;
        insert_offer(&salon, "Monday calm", "percentage", 20, &["service-cut"]).await;
        make_service_redeemable(&salon, "service-cut", 30).await;
        adjust_gems(&salon, &asha, 50).await;
        set_billing_rules(&salon, 10, "none").await;
        let visitor = Visitor::start(&salon, AppKind::Admin, ChromiumOptions::desktop()).await;
        visitor.sign_in_as(&desk).await;
        // A choice that is refused is answered with 409, and what is wrong in a field with 422.
        visitor.ignore_console(|text| text.contains("409") || text.contains("422"));
        visitor.open(&format!("/bookings/{id}/checkout")).await;
        visitor.wait_for_text("of today’s offers it takes off most").await;
        visitor.click("input[name=less][value=none]").await;
        visitor.wait_until("nobody said so", "return !document.querySelector('[data-part=suggestion] p')").await;
        visitor.click("input[value='offer:Monday calm']").await;
        visitor.wait_for_text("of today’s offers it takes off most").await;
        visitor
            .wait_until("the sum follows", "return document.querySelector('[data-part=due]').textContent === '₹960'")
            .await;
        visitor.press("2").await;
        visitor.wait_for(".qr svg").await;
        visitor.press_button("₹200").await;
        visitor
            .wait_until("it is taken", "return document.querySelector('[data-part=due]').textContent === '₹1,160'")
            .await;
        visitor.press_button("₹200").await;
        visitor.wait_until("no tip", "return document.querySelector('[data-part=due]').textContent === '₹960'").await;
        visitor.press_button("₹50").await;
        visitor.wait_until("₹50", "return document.querySelector('[data-part=due]').textContent === '₹1,010'").await;
        visitor.fill("tip", "40").await;
        visitor
            .wait_until("the tip is added", "return document.querySelector('[data-part=due]').textContent === '₹1,000'")
            .await;
        let path = visitor.attribute(".qr path", "d").await.unwrap();
        assert!(read_code(&path).contains("&am=1000.00&"), "{}", read_code(&path));
        visitor.check_page().await;
        // A tip that is no sum is said beside it at once.
        visitor.fill("tip", "lots").await;
        visitor.wait_for("#e-tip").await;
        visitor.fill("tip", "40").await;
        visitor.wait_until("it is right", "return !document.querySelector('#e-tip, .field.wrong')").await;
        // What was wrong when it was sent goes once it is right.
        visitor.click(".pay label:has([value=split])").await;
        visitor.fill("partAmount", "500").await;
        visitor.click(".sf button.main").await;
        visitor.wait_for("#e-parts").await;
        visitor.fill("partAmount", "960").await;
        let is_right = "return !document.querySelector('#e-parts, [data-part=errors], .field.wrong')";
        visitor.wait_until("the parts are right", is_right).await;
        // A discount that is too large is said beside the choice.
        visitor.click("input[value=hand]").await;
        visitor.fill("percent", "15").await;
        visitor.wait_for("#e-less").await;
        visitor.fill("percent", "5").await;
        visitor
            .wait_until(
                "the discount is counted",
                "return document.querySelector('[data-part=due]').textContent === '₹1,180'",
            )
            .await;
        assert_eq!(visitor.count("#e-less").await, 0);
        visitor.click("input[value='offer:Monday calm']").await;
        visitor
            .wait_until(
                "the offer is counted",
                "return document.querySelector('[data-part=due]').textContent === '₹1,000'",
            )
            .await;
        visitor.press("1").await;
        visitor.fill("given", "1,500").await;
        visitor.wait_for_text("Change ₹500").await;
        visitor.press("Enter").await;
        visitor.wait_for_path(&format!("/bookings/{id}/receipt")).await;
        visitor.wait_for_text("Change ₹500").await;
        assert_eq!(invoices_of(&salon, &id).await, 1);
    });
}

#[test]
fn checkout_and_receipt_are_without_fault_on_all_screens() {
    run(Engine::Sqlite, async || {
        let (salon, desk, asha, id) = salon_with_haircut().await;
        insert_offer(&salon, "Monday calm", "percentage", 20, &["service-cut"]).await;
        make_service_redeemable(&salon, "service-cut", 30).await;
        adjust_gems(&salon, &asha, 50).await;
        let services = json!(["service-cut", "service-colour"]);
        let paid = create_confirmed_booking(&salon, &asha, &haircut_request_with("serviceIds", services)).await;
        complete_booking(&desk, &paid, &cash_payment()).await.expect_ok();
        let request = create_booking(&asha, &haircut_request()).await;
        let screens = [
            ChromiumOptions::phone().width(320),
            ChromiumOptions::desktop().dark(),
            ChromiumOptions::desktop().without_scripts(),
            ChromiumOptions::phone(),
            ChromiumOptions::phone().dark(),
        ];
        let paths = [
            format!("/bookings/{id}/checkout"),
            format!("/bookings/{paid}/receipt?given=400000"),
            format!("/bookings/{request}/checkout"),
        ];
        for (options, paths) in screens_with_pages(&screens, &paths) {
            let visitor = Visitor::start(&salon, AppKind::Admin, options).await;
            visitor.sign_in_as(&desk).await;
            for path in paths {
                visitor.open(path).await;
                if path.contains(&id) {
                    visitor.click("input[value=split]").await;
                    visitor.click("input[value=upi]").await;
                }
            }
        }
    });
}

#[test]
fn a_receipt_is_printed_on_80_mm_paper() {
    run(Engine::Sqlite, async || {
        let (salon, desk, _, id) = salon_with_haircut().await;
        complete_booking(&desk, &id, &cash_payment()).await.expect_ok();
        let visitor = Visitor::start(&salon, AppKind::Admin, ChromiumOptions::desktop()).await;
        visitor.sign_in_as(&desk).await;
        visitor.open(&format!("/bookings/{id}/receipt")).await;
        let options = json!({ "preferCSSPageSize": true, "printBackground": true });
        let printed = visitor.cdp("Page.printToPDF", &options).await;
        let pdf = STANDARD.decode(printed["data"].as_str().unwrap()).unwrap();
        let text = String::from_utf8_lossy(&pdf);
        let boxes: Vec<&str> = text.split("/MediaBox [").skip(1).map(|rest| rest.split(']').next().unwrap()).collect();
        assert_eq!(boxes.len(), 1, "one page: {boxes:?}");
        let sides: Vec<f64> = boxes[0].split_whitespace().filter_map(|number| number.parse().ok()).collect();
        // A point is a 72nd of an inch.
        assert!((sides[2] - 80.0 / 25.4 * 72.0).abs() < 1.0, "80 mm wide: {sides:?}");
    });
}

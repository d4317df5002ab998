//! What letters say, from the database: and that nobody gets one about what is no more.

use parlour_domain::email_address::EmailAddress;
use parlour_domain::ids::UserId;
use parlour_domain::notification::email_kind::EmailKind;
use parlour_store::notifications::email_recipients;
use parlour_testkit::actions::bookings::{
    approve_booking, cancel_booking, create_booking, haircut_request, haircut_request_with, patch_booking,
    reschedule_booking,
};
use parlour_testkit::actions::checkout::complete_booking;
use parlour_testkit::actions::emails::{CUSTOMER_URL, compose_email};
use parlour_testkit::actions::memberships::{post_membership, ten_hour_sale};
use parlour_testkit::actions::people::{receptionist, set_marketing_consent, sign_in_through_provider};
use parlour_testkit::checks::database::update_rows;
use parlour_testkit::checks::json::with_field;
use parlour_testkit::fixtures::small_salon::{STYLIST, small_salon};
use parlour_testkit::fixtures::spa_salon::spa_salon;
use parlour_testkit::test_on_both_engines;
use parlour_worker::emails::EmailMessage;
use serde_json::json;

fn calendar_attachment(letter: &EmailMessage) -> (&str, String) {
    let file = &letter.attachments[0];
    assert_eq!(file.name, "visit.ics");
    (&file.content_type, String::from_utf8(file.bytes.clone()).unwrap())
}

#[test_on_both_engines]
async fn booking_emails_follow_the_booking_and_are_skipped_when_outdated() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&asha, &haircut_request()).await;
    let about = async |kind, period| compose_email(&salon, kind, asha.id(), &id, period).await;
    assert_eq!(about(EmailKind::BookingConfirmed, "0").await, None, "nobody has confirmed it");

    approve_booking(&desk, &id, STYLIST).await.expect_ok();
    let confirmed = about(EmailKind::BookingConfirmed, "0").await.unwrap();
    assert_eq!(confirmed.subject, "Confirmed: Fri 5 Mar, 11:00 am at PUN");
    assert!(confirmed.text.contains("- cut (45 min): ₹1,200\n"), "{}", confirmed.text);
    assert!(confirmed.text.contains("PUN, MG Road"), "{}", confirmed.text);
    let (kind, calendar) = calendar_attachment(&confirmed);
    assert_eq!(kind, "text/calendar; charset=utf-8; method=PUBLISH");
    for line in ["METHOD:PUBLISH", "STATUS:CONFIRMED", "SEQUENCE:0", "ORGANIZER;CN=\"PUN\":mailto:desk@example.in"] {
        assert!(calendar.split("\r\n").any(|found| found == line), "{line} is not in {calendar}");
    }

    reschedule_booking(&asha, &id, "2027-03-06", "12:00").await.expect_ok();
    assert_eq!(about(EmailKind::BookingConfirmed, "0").await, None, "it has moved since");
    let moved = about(EmailKind::BookingRescheduled, "1").await.unwrap();
    assert_eq!(moved.subject, "To be confirmed: Sat 6 Mar, 12:00 pm at PUN");
    approve_booking(&desk, &id, STYLIST).await.expect_ok();
    let moved = about(EmailKind::BookingRescheduled, "1").await.unwrap();
    assert!(moved.subject.starts_with("New time: "), "{}", moved.subject);
    assert!(about(EmailKind::BookingConfirmed, "1").await.is_some());

    cancel_booking(&asha, &id).await.expect_ok();
    for kind in [EmailKind::BookingConfirmed, EmailKind::BookingRescheduled] {
        assert_eq!(about(kind, "1").await, None, "{kind}");
    }
    let cancelled = about(EmailKind::BookingCancelled, "").await.unwrap();
    let (kind, calendar) = calendar_attachment(&cancelled);
    assert!(kind.ends_with("method=CANCEL"), "{kind}");
    for line in ["METHOD:CANCEL", "STATUS:CANCELLED", "SEQUENCE:2"] {
        assert!(calendar.split("\r\n").any(|found| found == line), "{line} is not in {calendar}");
    }
    let kiran = salon.customer("Kiran").await;
    let of_another = compose_email(&salon, EmailKind::BookingCancelled, kiran.id(), &id, "").await;
    assert_eq!(of_another, None, "a letter tells only its owner");
}

#[test_on_both_engines]
async fn a_rejection_email_has_the_desk_s_reason() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&asha, &haircut_request()).await;
    patch_booking(&desk, &id, &json!({ "action": "reject", "rejectionReason": "<b>Full</b> & shut" }))
        .await
        .expect_ok();
    let rejected = compose_email(&salon, EmailKind::BookingRejected, asha.id(), &id, "").await.unwrap();
    assert!(rejected.text.contains("    <b>Full</b> & shut\n"), "{}", rejected.text);
    assert!(rejected.html.contains("&#60;b&#62;Full&#60;/b&#62; &#38; shut"), "{}", rejected.html);
    assert!(rejected.attachments.is_empty());
}

#[test_on_both_engines]
async fn a_reminder_is_composed_only_near_the_booking_and_if_wanted() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&asha, &haircut_request()).await;
    approve_booking(&desk, &id, STYLIST).await.expect_ok();
    let near = async |kind| compose_email(&salon, kind, asha.id(), &id, "").await;
    assert_eq!(near(EmailKind::Reminder24h).await, None, "it is days away");
    // Thursday, 11:00.
    salon.advance_seconds((3 * 24 + 1) * 3_600);
    assert_eq!(near(EmailKind::Reminder24h).await.unwrap().subject, "Reminder: Fri 5 Mar, 11:00 am at PUN");
    assert_eq!(near(EmailKind::Reminder1h).await, None);
    salon.advance_seconds(23 * 3_600 + 60);
    assert_eq!(near(EmailKind::Reminder1h).await.unwrap().subject, "See you at 11:00 am at PUN");
    asha.patch("/api/profile", &json!({ "appointmentRemindersEnabled": false })).await.expect_ok();
    assert_eq!(near(EmailKind::Reminder1h).await, None, "they have switched it off");
    asha.patch("/api/profile", &json!({ "appointmentRemindersEnabled": true })).await.expect_ok();
    assert!(near(EmailKind::Reminder1h).await.is_some());
    salon.advance_seconds(3_600);
    assert_eq!(near(EmailKind::Reminder1h).await, None, "it has begun");
}

#[test_on_both_engines]
async fn an_invoice_email_has_the_totals_and_a_link_to_the_pdf() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&asha, &haircut_request()).await;
    approve_booking(&desk, &id, STYLIST).await.expect_ok();
    complete_booking(&desk, &id, &json!({ "paymentMethod": "upi" })).await.expect_ok();
    let invoices = asha.get("/api/invoices").await.expect_ok();
    let invoice = invoices["invoices"][0]["id"].as_str().unwrap();
    let number = invoices["invoices"][0]["invoiceNumber"].as_str().unwrap();
    let brought = compose_email(&salon, EmailKind::Invoice, asha.id(), invoice, "").await.unwrap();
    assert_eq!(brought.subject, format!("Bill of supply {number} from PUN"), "nobody knows a GSTIN");
    assert!(brought.text.contains("Total: ₹1,200") && !brought.text.contains("GST"), "{}", brought.text);
    let registered = "update invoices set seller_gstin = '27AAPFU0939F1ZV' where id = $1";
    update_rows(&salon, invoice, registered).await;
    let brought = compose_email(&salon, EmailKind::Invoice, asha.id(), invoice, "").await.unwrap();
    assert_eq!(brought.subject, format!("Invoice {number} from PUN"));
    for told in ["- cut: ₹1,200\n", "Total, with ₹57.14 GST: ₹1,200", "Paid by: UPI", "Thank you for your visit."]
    {
        assert!(brought.text.contains(told), "{told} is not in {}", brought.text);
    }
    assert!(brought.text.contains(&format!("{CUSTOMER_URL}/api/invoices/{invoice}/pdf")), "{}", brought.text);
    let kiran = salon.customer("Kiran").await;
    assert_eq!(compose_email(&salon, EmailKind::Invoice, kiran.id(), invoice, "").await, None);
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn marketing_emails_need_consent() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&asha, &haircut_request()).await;
    approve_booking(&desk, &id, STYLIST).await.expect_ok();
    complete_booking(&desk, &id, &json!({ "paymentMethod": "cash" })).await.expect_ok();
    let both = async || {
        let birthday = compose_email(&salon, EmailKind::BirthdayOffer, asha.id(), "", "2027").await;
        (birthday, compose_email(&salon, EmailKind::ReviewRequest, asha.id(), &id, "").await)
    };
    assert_eq!(both().await, (None, None));
    set_marketing_consent(&asha, true).await;
    let (birthday, review) = both().await;
    let (birthday, review) = (birthday.unwrap(), review.unwrap());
    assert_eq!(birthday.subject, "Happy birthday, Asha!");
    assert_eq!(review.subject, "How was your visit to PUN?");
    let way_out = birthday.unsubscribe_url.unwrap();
    assert!(way_out.starts_with(&format!("{CUSTOMER_URL}/unsubscribe/")), "{way_out}");
    assert_eq!(review.unsubscribe_url.as_deref(), Some(way_out.as_str()), "one person has one address");
    set_marketing_consent(&asha, false).await;
    assert_eq!(both().await, (None, None));
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn no_email_is_sent_to_an_unverified_address() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&asha, &haircut_request()).await;
    approve_booking(&desk, &id, STYLIST).await.expect_ok();
    let confirmed = async || compose_email(&salon, EmailKind::BookingConfirmed, asha.id(), &id, "0").await;
    assert!(confirmed().await.is_some());
    // What a provider did not verify identifies nobody.
    let sql = "update users set email_folded = null, email_verified = false where id = $1";
    update_rows(&salon, asha.id().as_str(), sql).await;
    assert_eq!(confirmed().await, None);
}

/// Whoever signs in may claim any address; whoever stands at the desk says their own.
#[test_on_both_engines]
async fn mail_goes_to_addresses_that_are_verified_or_typed_at_the_desk() {
    let salon = small_salon().await;
    let desk = receptionist(&salon).await;
    let claimed = sign_in_through_provider(&salon, "claims", "victim@test.invalid", false).await;
    let verified = sign_in_through_provider(&salon, "proves", "prover@test.invalid", true).await;
    let walk_in = json!({ "name": "Binu", "phone": "9845012345", "email": "binu@test.invalid" });
    let walk_in = desk.post("/api/customers", &walk_in).await.expect_created()["customer"]["id"].clone();
    let typed = UserId::new(walk_in.as_str().unwrap());
    for (user, address) in
        [(claimed, None), (verified, Some("prover@test.invalid")), (typed, Some("binu@test.invalid"))]
    {
        let reader = user.clone();
        let read = salon.app.db.read(move |conn| email_recipients::find_mail_address(conn, &reader));
        assert_eq!(read.await.unwrap().as_ref().map(EmailAddress::as_str), address);
        let visit = with_field(haircut_request_with("staffId", STYLIST), "customerId", user.as_str());
        let visit = create_booking(&desk, &visit).await;
        let composed = compose_email(&salon, EmailKind::BookingConfirmed, &user, &visit, "0").await;
        assert_eq!(composed.is_some(), address.is_some(), "{user}");
    }
}

#[test_on_both_engines]
async fn membership_emails_have_the_terms() {
    let salon = spa_salon().await;
    let (asha, desk) = (salon.customer("Asha").await, receptionist(&salon).await);
    set_marketing_consent(&asha, false).await;
    let sold = post_membership(&desk, &ten_hour_sale(&asha)).await.expect_created();
    let id = sold["membership"]["id"].as_str().unwrap().to_owned();
    let number = sold["membership"]["membershipNumber"].as_str().unwrap();
    let about = async |kind| compose_email(&salon, kind, asha.id(), &id, "").await;
    let created = about(EmailKind::MembershipCreated).await.unwrap();
    assert_eq!(created.subject, format!("Your GOLD membership {number}"));
    for told in ["Hours: 10 h\n", "Paid: ₹18,000\n", "Valid until: Friday, 27 August 2027\n"] {
        assert!(created.text.contains(told), "{told} is not in {}", created.text);
    }
    assert!(created.text.contains("Your membership has begun."), "{}", created.text);
    let invoice = sold["membership"]["invoiceId"].as_str().unwrap();
    let billed = compose_email(&salon, EmailKind::Invoice, asha.id(), invoice, "").await.unwrap();
    assert!(billed.text.contains("Thank you for becoming a member."), "{}", billed.text);
    let tara = salon.customer("Tara").await;
    let later = with_field(ten_hour_sale(&tara), "startDate", "2027-04-01");
    let later = post_membership(&desk, &later).await.expect_created()["membership"]["id"].as_str().unwrap().to_owned();
    let ready = compose_email(&salon, EmailKind::MembershipCreated, tara.id(), &later, "").await.unwrap();
    let told = "Your membership is ready and begins on Thursday, 1 April 2027.";
    assert!(ready.text.contains(told), "{}", ready.text);
    assert_eq!(about(EmailKind::MembershipExpired).await, None, "it goes on");

    salon.advance_seconds(200 * 24 * 3_600);
    let expired = about(EmailKind::MembershipExpired).await.unwrap();
    assert_eq!(expired.subject, "Your GOLD membership has ended");
    assert!(expired.text.contains("Hours used: 0 min of 10 h\n"), "{}", expired.text);
    // Her session has long ended.
    let sql = "update profiles set membership_alerts_enabled = false where user_id = $1";
    update_rows(&salon, asha.id().as_str(), sql).await;
    assert_eq!(about(EmailKind::MembershipExpired).await, None);
    salon.run_due_jobs().await;
}

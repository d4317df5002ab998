//! The desk sells memberships.

use std::collections::BTreeSet;

use parlour_app::memberships::sell;
use parlour_app::request_context::RequestContext;
use parlour_app::rng::SharedRng;
use parlour_db::params;
use parlour_domain::auth::app_kind::AppKind;
use parlour_testkit::actions::invoices::invoice_numbers;
use parlour_testkit::actions::jobs::open_membership_jobs;
use parlour_testkit::actions::memberships::{
    MEMBERSHIPS_PATH, TIERS_PATH, create_membership, list_memberships, massage_session, membership_detail,
    membership_row_counts, one_hour_sale, post_membership, record_session, ten_hour_sale,
};
use parlour_testkit::actions::people::receptionist;
use parlour_testkit::checks::audit_log::{actions_on_record, change_of_record};
use parlour_testkit::checks::database::{count_rows, update_rows, write_transaction};
use parlour_testkit::checks::json::{key_set, row_ids, with_field};
use parlour_testkit::checks::time::parse_timestamp;
use parlour_testkit::fixtures::small_salon::PUNE;
use parlour_testkit::fixtures::spa_salon::{spa_salon, spa_salon_at};
use parlour_testkit::test_on_both_engines;
use serde_json::{Value, json};

use crate::parlour_binary::sqlite_installation;

#[test_on_both_engines]
async fn a_sale_returns_the_membership_and_its_invoice() {
    let salon = spa_salon().await;
    let (asha, desk) = (salon.customer("Asha").await, receptionist(&salon).await);
    let body = with_field(ten_hour_sale(&asha), "notes", "Prefers mornings");
    let data = post_membership(&desk, &body).await.expect_created();
    let (membership, invoice) = (&data["membership"], &data["invoice"]);
    assert_eq!(key_set(&data), BTreeSet::from(["invoice", "membership"]));
    let number = membership["membershipNumber"].as_str().unwrap();
    let code = number.strip_prefix("PRL-MEM-27-1-").expect(number);
    assert!(code.len() == 5 && code.bytes().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit()), "{number}");
    assert_eq!(
        *membership,
        json!({
            "id": membership["id"], "membershipNumber": number, "customerId": asha.id().as_str(), "tierId": "gold",
            "tierNameSnapshot": "GOLD", "totalHoursMinutes": 600, "usedHoursMinutes": 0, "pricePaidPaise": 1_800_000,
            "startsAt": "2027-02-28T18:30:00.000Z", "expiresAt": "2027-08-27T18:30:00.000Z", "status": "active",
            "createdBy": desk.id().as_str(), "invoiceId": invoice["id"], "notes": "Prefers mornings",
            "createdAt": "2027-03-01T04:30:00.000Z", "updatedAt": "2027-03-01T04:30:00.000Z",
        })
    );
    assert_eq!(
        *invoice,
        json!({
            "id": invoice["id"], "invoiceNumber": "PUN/2627/000001", "branchId": PUNE, "bookingId": null,
            "customerId": asha.id().as_str(), "subtotalPaise": 1_800_000, "discountPaise": 0,
            "taxableValuePaise": 1_714_286, "gstAmountPaise": 85_714, "totalAmountPaise": 1_800_000,
            "invoiceType": "membership_purchase", "paymentMethod": "upi", "paymentStatus": "paid", "gemsEarned": 0,
            "paidAt": "2027-03-01T04:30:00.000Z", "invoiceDate": "2027-03-01",
            "createdAt": "2027-03-01T04:30:00.000Z", "discountReason": null, "discountedBy": null,
            "roundingPaise": 0, "creditedPaise": 0, "voidedAt": null,
            "creditNotes": [], "payments": [{ "method": "upi", "amountPaise": 1_800_000, "reference": null }],
        })
    );
    let id = membership["id"].as_str().unwrap();
    assert_eq!(membership_detail(&desk, id).await["membershipNumber"], number, "what was answered is what is stored");
    let gems = "select count(*) from gems_transactions where user_id = $1";
    assert_eq!(count_rows(&salon, asha.id().as_str(), gems).await, 0);
    let lines = "select count(*) from invoice_lines where invoice_id = $1 and sac = '999721'
                 and total_amount_paise = 1800000 and cgst_paise = 42857";
    assert_eq!(count_rows(&salon, invoice["id"].as_str().unwrap(), lines).await, 1);
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn a_sale_notifies_the_customer_and_enqueues_the_expiry_job() {
    let salon = spa_salon().await;
    let (asha, desk) = (salon.customer("Asha").await, receptionist(&salon).await);
    let data = post_membership(&desk, &ten_hour_sale(&asha)).await.expect_created();
    let id = data["membership"]["id"].as_str().unwrap();
    let feed = asha.get("/api/notifications").await.expect_ok();
    let notices = feed["notifications"].as_array().unwrap();
    assert_eq!(notices.len(), 1);
    assert_eq!((&notices[0]["type"], &notices[0]["status"]), (&json!("membership_created"), &json!("pending")));
    let told = notices[0]["body"].as_str().unwrap();
    assert!(told.contains("GOLD, 10 h, until 27 Aug 2027"), "{told}");
    let later = ("membership-expired-notice".to_owned(), json!({ "membershipId": id }));
    assert_eq!(open_membership_jobs(&salon, id).await, [(later.0, later.1, parse_timestamp("2027-08-27T19:30:00Z"))]);
    assert_eq!(actions_on_record(&salon, id).await, ["membership.sell"]);
    assert_eq!(change_of_record(&salon, id, "membership.sell").await, (Value::Null, data["membership"].clone()));
    let invoice = data["invoice"]["id"].as_str().unwrap();
    assert_eq!(change_of_record(&salon, invoice, "invoice.issue").await, (Value::Null, data["invoice"].clone()));
    let by = "select count(*) from audit_log where actor_id = $1 and origin = 'admin' and request_id is not null
              and address is not null and concerns_user_id is not null";
    assert_eq!(count_rows(&salon, desk.id().as_str(), by).await, 2);
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn tax_rate_financial_year_and_number_follow_the_sale_date() {
    for (wall, invoice, number, taxable, gst) in [
        ("2025-09-21 23:59", "PUN/2526/000001", "PRL-MEM-25-1-", 1_525_424, 274_576),
        ("2025-09-22 00:00", "PUN/2526/000001", "PRL-MEM-25-1-", 1_714_286, 85_714),
        ("2027-03-31 23:59", "PUN/2627/000001", "PRL-MEM-27-1-", 1_714_286, 85_714),
        ("2027-04-01 00:00", "PUN/2728/000001", "PRL-MEM-27-1-", 1_714_286, 85_714),
        ("2027-12-31 23:59", "PUN/2728/000001", "PRL-MEM-27-1-", 1_714_286, 85_714),
        ("2028-01-01 00:00", "PUN/2728/000001", "PRL-MEM-28-1-", 1_714_286, 85_714),
    ] {
        let salon = spa_salon_at(wall).await;
        let (asha, desk) = (salon.customer("Asha").await, receptionist(&salon).await);
        let data = post_membership(&desk, &ten_hour_sale(&asha)).await.expect_created();
        assert_eq!(data["invoice"]["invoiceNumber"], invoice, "{wall}");
        assert_eq!(data["invoice"]["taxableValuePaise"], taxable, "{wall}");
        assert_eq!(data["invoice"]["gstAmountPaise"], gst, "{wall}");
        let drawn = data["membership"]["membershipNumber"].as_str().unwrap();
        assert!(drawn.starts_with(number), "{wall}: {drawn}");
        salon.run_due_jobs().await;
    }
}

#[test_on_both_engines]
async fn a_branch_without_gst_charges_no_tax_and_a_free_sale_costs_nothing() {
    let salon = spa_salon().await;
    let (asha, tara, desk) = (salon.customer("Asha").await, salon.customer("Tara").await, receptionist(&salon).await);
    let gift = post_membership(&desk, &with_field(ten_hour_sale(&tara), "pricePaise", 0)).await.expect_created();
    assert_eq!(gift["membership"]["pricePaidPaise"], 0);
    assert_eq!((&gift["invoice"]["totalAmountPaise"], &gift["invoice"]["gstAmountPaise"]), (&json!(0), &json!(0)));
    update_rows(&salon, PUNE, "update branches set gst_registered = false where id = $1").await;
    let invoice = post_membership(&desk, &ten_hour_sale(&asha)).await.expect_created()["invoice"].clone();
    assert_eq!((&invoice["taxableValuePaise"], &invoice["gstAmountPaise"]), (&json!(1_800_000), &json!(0)));
    assert_eq!(invoice["invoiceNumber"], "PUN/2627/000002");
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn fields_of_a_sale_outside_their_limits_are_refused() {
    let salon = spa_salon().await;
    let (asha, desk) = (salon.customer("Asha").await, receptionist(&salon).await);
    let before = membership_row_counts(&salon).await;
    let long = "x".repeat(501);
    for (field, values) in [
        ("customerId", vec![json!(null), json!(""), json!(5), json!("nobody"), json!("a\u{0}b")]),
        ("tierId", vec![json!(null), json!(""), json!(5), json!("bronze"), json!("founders")]),
        ("hoursMinutes", vec![json!(null), json!(0), json!(-60), json!(1.5), json!("600"), json!(52_560_001)]),
        ("pricePaise", vec![json!(null), json!(-1), json!(0.5), json!("0"), json!(10_000_000_001_i64)]),
        ("startDate", vec![json!(null), json!(""), json!("2027-02-29"), json!("01-03-2027"), json!(20_270_301)]),
        ("validityDays", vec![json!(null), json!(0), json!(-1), json!(36_501), json!("180"), json!(1e300)]),
        ("paymentMethod", vec![json!(null), json!(""), json!("cheque"), json!("UPI"), json!(1)]),
        ("notes", vec![json!(long), json!(5), json!("a\u{0}b")]),
    ] {
        for value in values {
            let reply = post_membership(&desk, &with_field(ten_hour_sale(&asha), field, value.clone())).await;
            assert_eq!(reply.expect_invalid_fields(), [field], "{field} = {value}");
        }
    }
    let beyond = with_field(ten_hour_sale(&asha), "startDate", "9999-12-31");
    assert_eq!(post_membership(&desk, &beyond).await.expect_invalid_fields(), ["validityDays"]);
    let all = ["customerId", "hoursMinutes", "paymentMethod", "pricePaise", "startDate", "tierId", "validityDays"];
    assert_eq!(desk.post_empty(MEMBERSHIPS_PATH).await.expect_invalid_fields(), all);
    let body = json!({ "customerId": "nobody", "tierId": "founders", "notes": 5 });
    let mut with_notes = all.to_vec();
    with_notes.insert(2, "notes");
    assert_eq!(
        post_membership(&desk, &body).await.expect_invalid_fields(),
        with_notes,
        "what can be read is looked at too"
    );
    let both = with_field(with_field(ten_hour_sale(&asha), "customerId", "nobody"), "tierId", "founders");
    assert_eq!(post_membership(&desk, &both).await.expect_invalid_fields(), ["customerId", "tierId"]);
    assert_eq!(membership_row_counts(&salon).await, before, "nothing refused leaves a trace");
}

#[test_on_both_engines]
async fn fields_of_a_sale_at_their_limits_are_accepted() {
    let salon = spa_salon().await;
    let desk = receptionist(&salon).await;
    for (name, field, value) in [
        ("a", "hoursMinutes", json!(1)),
        ("b", "hoursMinutes", json!(52_560_000)),
        ("c", "pricePaise", json!(10_000_000_000_i64)),
        ("d", "validityDays", json!(1)),
        ("e", "validityDays", json!(36_500)),
        ("f", "notes", json!("आ".repeat(500))),
        ("g", "startDate", json!("9899-01-01")),
        ("h", "startDate", json!("1999-01-01")),
        ("i", "notes", json!(null)),
        ("j", "notes", json!("")),
        ("k", "tierId", json!("silver")),
        ("l", "paymentMethod", json!("card")),
    ] {
        let customer = salon.customer(name).await;
        let data = post_membership(&desk, &with_field(ten_hour_sale(&customer), field, value)).await.expect_created();
        assert_eq!(membership_detail(&desk, data["membership"]["id"].as_str().unwrap()).await["status"], "active");
    }
    // Whoever works here may be a customer too, and even sell to themselves.
    post_membership(&desk, &ten_hour_sale(&desk)).await.expect_created();
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn without_a_primary_branch_sales_and_sessions_are_refused() {
    let salon = spa_salon().await;
    let (asha, tara, desk) = (salon.customer("Asha").await, salon.customer("Tara").await, receptionist(&salon).await);
    let id = create_membership(&desk, &ten_hour_sale(&asha)).await;
    update_rows(&salon, PUNE, "update branches set is_primary = false where id = $1").await;
    let before = membership_row_counts(&salon).await;
    post_membership(&desk, &ten_hour_sale(&tara)).await.expect_error(404, "NOT_FOUND");
    record_session(&desk, &id, &massage_session(60)).await.expect_error(404, "NOT_FOUND");
    assert_eq!(membership_row_counts(&salon).await, before);
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn an_erased_customer_cannot_buy() {
    let salon = spa_salon().await;
    let (asha, desk) = (salon.customer("Asha").await, receptionist(&salon).await);
    asha.post("/api/profile/erase", &json!({ "confirm": "asha@test.invalid" })).await.expect_ok();
    assert_eq!(post_membership(&desk, &ten_hour_sale(&asha)).await.expect_invalid_fields(), ["customerId"]);
}

#[test_on_both_engines]
async fn an_overdue_membership_expires_when_the_next_is_sold() {
    let salon = spa_salon().await;
    let (asha, desk) = (salon.customer("Asha").await, receptionist(&salon).await);
    let short = with_field(ten_hour_sale(&asha), "validityDays", 1);
    let first = create_membership(&desk, &short).await;
    // A minute before midnight it is valid, at midnight it is over, whatever is stored.
    salon.advance_seconds(14 * 3_600 - 60);
    record_session(&desk, &first, &massage_session(10)).await.expect_created();
    post_membership(&desk, &ten_hour_sale(&asha)).await.expect_error(409, "MEMBERSHIP_ALREADY_ACTIVE");
    salon.advance_seconds(60);
    record_session(&desk, &first, &massage_session(10)).await.expect_error(409, "MEMBERSHIP_EXPIRED");
    assert_eq!(membership_detail(&desk, &first).await["status"], "active", "reads show what is stored");

    post_membership(&desk, &with_field(ten_hour_sale(&asha), "tierId", "founders")).await.expect_invalid_fields();
    assert_eq!(membership_detail(&desk, &first).await["status"], "active", "a refused sale changes nothing");
    let second = create_membership(&desk, &ten_hour_sale(&asha)).await;
    assert_eq!(membership_detail(&desk, &first).await["status"], "expired");
    let states = (json!({ "status": "active" }), json!({ "status": "expired" }));
    assert_eq!(change_of_record(&salon, &first, "membership.expire").await, states);
    let ended = "select count(*) from memberships where id = $1 and ended_at = expires_at";
    assert_eq!(count_rows(&salon, &first, ended).await, 1);
    assert_eq!(open_membership_jobs(&salon, &first).await.len(), 1, "the customer still hears that it is over");
    assert_eq!(row_ids(&list_memberships(&desk, "?status=active").await), [&second]);
    assert_eq!(row_ids(&list_memberships(&desk, "?status=expired").await), [&first]);
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn a_repeated_request_sells_once() {
    let salon = spa_salon().await;
    let (asha, tara) = (salon.customer("Asha").await, salon.customer("Tara").await);
    let desk = receptionist(&salon).await.with_header("idempotency-key", "impatient");
    let first = post_membership(&desk, &ten_hour_sale(&asha)).await.expect_created();
    assert_eq!(post_membership(&desk, &ten_hour_sale(&asha)).await.expect_created(), first);
    post_membership(&desk, &ten_hour_sale(&tara)).await.expect_error(422, "BUSINESS_RULE_VIOLATION");
    assert_eq!(invoice_numbers(&salon).await, ["PUN/2627/000001"]);
    let id = first["membership"]["id"].as_str().unwrap();
    let session = record_session(&desk, id, &massage_session(60)).await.expect_created();
    assert_eq!(record_session(&desk, id, &massage_session(60)).await.expect_created(), session);
    record_session(&desk, id, &massage_session(61)).await.expect_error(422, "BUSINESS_RULE_VIOLATION");
    assert_eq!(membership_detail(&desk, id).await["usedHoursMinutes"], 60);
    salon.run_due_jobs().await;
}

/// A number is drawn, and now and then one that is taken.
#[test_on_both_engines]
async fn a_membership_number_already_in_use_is_drawn_again() {
    let salon = spa_salon().await;
    let (asha, tara) = (salon.customer("Asha").await, salon.customer("Tara").await);
    let desk = receptionist(&salon).await;
    let draws = |seed| RequestContext { rng: SharedRng::seeded(seed), ..salon.context() };
    let (first, drawn, seller) = (one_hour_sale(asha.id()), draws(7), desk.id().clone());
    let number = salon.app.db.write(move |tx| sell(tx, &drawn, &seller, &first)).await.unwrap();
    let number = number.membership.membership_number;
    let id = list_memberships(&desk, "").await[0]["id"].as_str().unwrap().to_owned();
    // Other ids, so that it is the number that stands in the way.
    let (second, drawn, seller) = (one_hour_sale(tara.id()), draws(7), desk.id().clone());
    write_transaction(&salon.app, move |tx| {
        tx.execute("delete from invoice_lines", params![])?;
        tx.execute("delete from invoices", params![])?;
        tx.execute("delete from notifications", params![])?;
        tx.execute("delete from audit_log", params![])?;
        tx.execute("delete from queued_jobs", params![])?;
        tx.execute("update memberships set id = 'moved', invoice_id = 'moved' where id = $1", params![id])?;
        Ok(())
    })
    .await;
    let again = salon.app.db.write(move |tx| sell(tx, &drawn, &seller, &second)).await.unwrap();
    assert_ne!(again.membership.membership_number, number);
    assert_eq!(list_memberships(&desk, "").await.len(), 2);
    salon.run_due_jobs().await;
}

#[tokio::test]
async fn the_configured_prefix_and_tax_rate_are_used() {
    let salon = sqlite_installation().with("PARLOUR_MEMBERSHIP_PREFIX", "SPA").with("PARLOUR_GST_RATE", "12.5");
    let process = salon.serve(&["--demo"]);
    let cookie = process.session("desk@test.invalid", "manager");
    let me = process.get_as(&cookie, AppKind::Admin, "/api/auth/session").await.expect_ok();
    let tiers = process.get_as(&cookie, AppKind::Admin, TIERS_PATH).await.expect_ok();
    assert!(tiers.as_array().is_some_and(|tiers| tiers.len() >= 3), "{tiers}");
    let body = json!({
        "customerId": me["user"]["id"], "tierId": tiers[0]["id"], "hoursMinutes": 60, "pricePaise": 112_500,
        "startDate": "2027-03-01", "validityDays": 30, "paymentMethod": "cash",
    });
    let sale = process.send_request(AppKind::Admin, reqwest::Method::POST, MEMBERSHIPS_PATH, |request| {
        request.header("cookie", &cookie).json(&body)
    });
    let sold = sale.await.unwrap().expect_created();
    let number = sold["membership"]["membershipNumber"].as_str().unwrap();
    assert!(number.starts_with("SPA-MEM-"), "{number}");
    assert_eq!(sold["invoice"]["taxableValuePaise"], 100_000);
    assert_eq!(sold["invoice"]["gstAmountPaise"], 12_500);
}

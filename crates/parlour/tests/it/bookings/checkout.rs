//! The counter: a visit is over, an offer or gems are taken off, an invoice is written.

use std::collections::BTreeSet;

use parlour_app::bookings::{Checkout, Reduction, complete};
use parlour_db::{Conn, DbError, params};
use parlour_domain::auth::role::Role;
use parlour_domain::billing::invoice::PaymentMethod;
use parlour_domain::billing::payment::Tender;
use parlour_domain::ids::{BookingId, UserId};
use parlour_testkit::actions::bookings::{
    create_booking, haircut_request, haircut_request_at, haircut_request_with, massage_request, set_booking_status,
    shown_booking,
};
use parlour_testkit::actions::checkout::{cash_payment, complete_booking, create_confirmed_booking};
use parlour_testkit::actions::gems::{adjust_gems, make_service_redeemable, shown_gems_balance};
use parlour_testkit::actions::jobs::open_booking_jobs;
use parlour_testkit::actions::offers::insert_offer;
use parlour_testkit::actions::people::receptionist;
use parlour_testkit::checks::audit_log::actions_on_record;
use parlour_testkit::checks::database::{count_rows, update_rows, write_transaction};
use parlour_testkit::fixtures::small_salon::{small_salon, small_salon_at};
use parlour_testkit::{Person, TestSalon, test_on_both_engines};
use serde_json::{Value, json};
use tokio::task::JoinHandle;

/// Two dozen at the desk: one person's own requests wait for each other and would prove nothing.
async fn sign_in_24_receptionists(salon: &TestSalon) -> Vec<Person> {
    let mut desks = Vec::new();
    for number in 0..24 {
        desks.push(salon.member(&format!("desk{number}"), Role::Receptionist).await);
    }
    desks
}

async fn invoice_numbers_in_order(salon: &TestSalon) -> Vec<String> {
    let read = |conn: &mut Conn<'_>| -> Result<_, DbError> {
        conn.all::<(String,)>("select invoice_number from invoices order by invoice_number", params![])
    };
    salon.app.db.read(read).await.unwrap().into_iter().map(|(number,)| number).collect()
}

#[test_on_both_engines]
async fn completing_a_booking_writes_invoice_gems_and_jobs() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let body = haircut_request_with("serviceIds", json!(["service-cut", "service-colour"]));
    let id = create_confirmed_booking(&salon, &asha, &body).await;
    let done = complete_booking(&desk, &id, &json!({ "paymentMethod": "upi" })).await.expect_ok();
    assert_eq!(done["booking"]["status"], "completed");
    assert_eq!(done["booking"]["completedAt"], "2027-03-01T04:30:00.000Z");
    // 370050 × 5 / 210, halves up: 8811 twice.
    assert_eq!(
        done["invoice"],
        json!({ "id": done["invoiceId"], "invoiceNumber": "PUN/2627/000001", "totalPaise": 370_050, "gstPaise": 17_622 })
    );
    assert_eq!((&done["gemsEarned"], &done["discountPaise"]), (&json!(37), &json!(0)));
    assert_eq!(shown_gems_balance(&asha).await, 37);
    let invoice = &asha.get("/api/invoices").await.expect_ok()["invoices"][0];
    assert_eq!(invoice["subtotalPaise"], 370_050);
    assert_eq!(invoice["taxableValuePaise"], 352_428);
    assert_eq!((&invoice["paymentMethod"], &invoice["invoiceType"]), (&json!("upi"), &json!("service")));
    let lines = "select count(*) from invoice_lines l join invoices i on i.id = l.invoice_id where i.booking_id = $1";
    assert_eq!(count_rows(&salon, &id, lines).await, 2);
    let tax = "select cast(sum(l.cgst_paise + l.sgst_paise) as bigint) from invoice_lines l
               join invoices i on i.id = l.invoice_id where i.booking_id = $1";
    assert_eq!(count_rows(&salon, &id, tax).await, 17_622);
    let profile = asha.get("/api/profile").await.expect_ok()["profile"].clone();
    assert_eq!((&profile["totalVisits"], &profile["totalSpentPaise"]), (&json!(1), &json!(370_050)));
    assert_eq!(profile["firstVisitAt"], profile["lastVisitAt"]);
    assert_eq!(profile["consecutiveCompletedBookings"], 1);
    let mut work: Vec<_> = open_booking_jobs(&salon, &id).await.into_iter().map(|(kind, ..)| kind).collect();
    work.sort();
    assert_eq!(work, ["invoice-pdf", "post-service-followup"]);
    assert!(actions_on_record(&salon, &id).await.contains(&"booking.complete".to_owned()));
    complete_booking(&desk, &id, &cash_payment()).await.expect_error(409, "BOOKING_INVALID_STATUS_TRANSITION");
    assert_eq!(invoice_numbers_in_order(&salon).await.len(), 1);
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn an_invalid_checkout_is_refused_and_writes_nothing() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    insert_offer(&salon, "tenth", "percentage", 10, &["service-cut"]).await;
    insert_offer(&salon, "for-colour", "flat", 5_000, &["service-colour"]).await;
    let id = create_confirmed_booking(&salon, &asha, &haircut_request()).await;
    for (body, fields) in [
        (json!({}), vec!["paymentMethod"]),
        (json!({ "paymentMethod": "cheque" }), vec!["paymentMethod"]),
        (json!({ "paymentMethod": "cash", "offerId": "" }), vec!["offerId"]),
        (json!({ "paymentMethod": "cash", "offerId": "tenth", "redeemGems": true }), vec!["offerId"]),
        (
            json!({ "paymentMethod": "cash", "offerId": "tenth", "gemsRedeemedServiceId": "service-cut" }),
            vec!["offerId"],
        ),
        (json!({ "paymentMethod": 1, "redeemGems": "yes" }), vec!["paymentMethod", "redeemGems"]),
    ] {
        assert_eq!(complete_booking(&desk, &id, &body).await.expect_invalid_fields(), fields, "{body}");
    }
    let with = |field: &str, value: Value| {
        let mut body = cash_payment();
        body[field] = value;
        body
    };
    for (body, status, code) in [
        (with("offerId", json!("nope")), 404, "NOT_FOUND"),
        (with("offerId", json!("for-colour")), 409, "OFFER_NOT_APPLICABLE"),
        (with("redeemGems", json!(true)), 409, "GEMS_SERVICE_NOT_REDEEMABLE"),
        (with("gemsRedeemedServiceId", json!("service-colour")), 409, "GEMS_SERVICE_NOT_REDEEMABLE"),
    ] {
        complete_booking(&desk, &id, &body).await.expect_error(status, code);
    }
    make_service_redeemable(&salon, "service-cut", 100).await;
    adjust_gems(&salon, &asha, 99).await;
    complete_booking(&desk, &id, &with("redeemGems", json!(true))).await.expect_error(409, "GEMS_INSUFFICIENT_BALANCE");
    write_transaction(&salon.app, |tx| {
        tx.execute("update offers set is_active = false where id = 'tenth'", params![]).map(drop)
    })
    .await;
    complete_booking(&desk, &id, &with("offerId", json!("tenth"))).await.expect_error(409, "OFFER_EXPIRED");
    complete_booking(&desk, "nope", &cash_payment()).await.expect_error(404, "NOT_FOUND");
    assert_eq!(shown_booking(&asha, &id).await["status"], "confirmed");
    assert_eq!(invoice_numbers_in_order(&salon).await, Vec::<String>::new());
    let done = complete_booking(&desk, &id, &cash_payment()).await.expect_ok();
    assert_eq!(done["invoice"]["invoiceNumber"], "PUN/2627/000001");
    for status in ["pending", "cancelled", "no_show", "rejected"] {
        let other = create_booking(&asha, &haircut_request()).await;
        set_booking_status(&salon, &other, status).await;
        complete_booking(&desk, &other, &cash_payment()).await.expect_error(409, "BOOKING_INVALID_STATUS_TRANSITION");
    }
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn a_customer_can_use_one_offer_a_day() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    insert_offer(&salon, "fifth", "percentage", 20, &["service-cut", "service-colour"]).await;
    insert_offer(&salon, "combo", "combo_price", 300_000, &["service-cut", "service-colour"]).await;
    let with_offer = |id: &str| json!({ "paymentMethod": "card", "offerId": id });
    let both = haircut_request_with("serviceIds", json!(["service-cut", "service-colour", "service-wash"]));
    let (first, second) =
        (create_confirmed_booking(&salon, &asha, &both).await, create_confirmed_booking(&salon, &asha, &both).await);
    let done = complete_booking(&desk, &first, &with_offer("fifth")).await.expect_ok();
    // 20 % of 370050 of 400050.
    assert_eq!((&done["discountPaise"], &done["invoice"]["totalPaise"]), (&json!(74_010), &json!(326_040)));
    assert_eq!((&done["gemsEarned"], &done["booking"]["offerId"]), (&json!(32), &json!("fifth")));
    complete_booking(&desk, &second, &with_offer("combo")).await.expect_error(409, "OFFER_NOT_APPLICABLE");
    let tara = salon.customer("Tara").await;
    let hers = create_confirmed_booking(&salon, &tara, &both).await;
    complete_booking(&desk, &hers, &with_offer("combo")).await.expect_ok();
    salon.advance_seconds(14 * 3600);
    let done = complete_booking(&desk, &second, &with_offer("combo")).await.expect_ok();
    assert_eq!((&done["discountPaise"], &done["invoice"]["totalPaise"]), (&json!(70_050), &json!(330_000)));
    let spa = create_confirmed_booking(&salon, &tara, &massage_request()).await;
    complete_booking(&desk, &spa, &with_offer("fifth")).await.expect_error(409, "OFFER_NOT_APPLICABLE");
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn gems_pay_for_a_service_and_the_rest_earns_new_ones() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    make_service_redeemable(&salon, "service-cut", 120).await;
    make_service_redeemable(&salon, "service-wash", 30).await;
    adjust_gems(&salon, &asha, 200).await;
    let body = haircut_request_with("serviceIds", json!(["service-wash", "service-cut", "service-colour"]));
    let id = create_confirmed_booking(&salon, &asha, &body).await;
    // The dearest that the balance covers: the cut, not the wash.
    let done = complete_booking(&desk, &id, &json!({ "paymentMethod": "cash", "redeemGems": true })).await.expect_ok();
    assert_eq!((&done["invoice"]["totalPaise"], &done["discountPaise"]), (&json!(280_050), &json!(0)));
    assert_eq!(shown_gems_balance(&asha).await, 200 - 120 + 28);
    let id = create_confirmed_booking(&salon, &asha, &body).await;
    let wash = json!({ "paymentMethod": "cash", "gemsRedeemedServiceId": "service-wash" });
    let done = complete_booking(&desk, &id, &wash).await.expect_ok();
    assert_eq!(done["invoice"]["totalPaise"], 370_050);
    assert_eq!(shown_gems_balance(&asha).await, 108 - 30 + 37);
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn of_two_dozen_concurrent_completions_one_succeeds() {
    let salon = small_salon().await;
    let (desks, asha) = (sign_in_24_receptionists(&salon).await, salon.customer("Asha").await);
    for round in 1..=3 {
        let id = create_confirmed_booking(&salon, &asha, &haircut_request()).await;
        let asked: Vec<_> = (0..24)
            .map(|at| {
                let (desk, id) = (desks[at].clone(), id.clone());
                tokio::spawn(async move {
                    // Half of them say that nobody came.
                    let reply = if at % 2 == 0 {
                        complete_booking(&desk, &id, &cash_payment()).await
                    } else {
                        desk.post_empty(&format!("/api/bookings/{id}/noshow")).await
                    };
                    (at % 2 == 0, reply.status.as_u16())
                })
            })
            .collect();
        let mut completed = None;
        for asked in asked {
            match asked.await.unwrap() {
                (is_completion, 200) => assert_eq!(completed.replace(is_completion), None, "two winners"),
                (_, status) => assert_eq!(status, 409),
            }
        }
        let invoices = "select count(*) from invoices where booking_id = $1";
        assert_eq!(count_rows(&salon, &id, invoices).await, i64::from(completed == Some(true)), "{round}");
    }
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn an_offer_and_gems_are_spent_once_under_concurrency() {
    let salon = small_salon().await;
    let (desks, asha) = (sign_in_24_receptionists(&salon).await, salon.customer("Asha").await);
    insert_offer(&salon, "tenth", "percentage", 10, &["service-cut"]).await;
    make_service_redeemable(&salon, "service-cut", 100).await;
    adjust_gems(&salon, &asha, 250).await;
    for (body, winners, code) in [
        (json!({ "paymentMethod": "cash", "offerId": "tenth" }), 1, "OFFER_NOT_APPLICABLE"),
        // 250 gems pay for two; what is paid for with gems earns none.
        (json!({ "paymentMethod": "cash", "redeemGems": true }), 2, "GEMS_INSUFFICIENT_BALANCE"),
    ] {
        let mut visits = Vec::new();
        for _ in 0..24 {
            visits.push(create_confirmed_booking(&salon, &asha, &haircut_request()).await);
        }
        let balance = shown_gems_balance(&asha).await.as_i64().unwrap();
        let asked: Vec<_> = visits
            .into_iter()
            .zip(&desks)
            .map(|(id, desk)| {
                let (desk, body) = (desk.clone(), body.clone());
                tokio::spawn(async move { complete_booking(&desk, &id, &body).await })
            })
            .collect();
        let mut won = 0;
        for asked in asked {
            let reply = asked.await.unwrap();
            if reply.status == 200 {
                won += 1;
            } else {
                reply.expect_error(409, code);
            }
        }
        assert_eq!(won, winners, "{body}");
        let expected = if winners == 1 { balance + 10 } else { balance - 200 };
        assert_eq!(shown_gems_balance(&asha).await, expected, "{body}");
        assert_totals_are_exact(&salon, &asha).await;
    }
    salon.run_due_jobs().await;
}

/// What was paid is what was spent, and gems add up from every side.
async fn assert_totals_are_exact(salon: &TestSalon, customer: &Person) {
    let wrong = "select count(*) from profiles p left join gems_accounts a on a.user_id = p.user_id
         where p.user_id = $1 and (p.total_spent_paise
                 <> (select coalesce(sum(total_amount_paise), 0) from invoices where customer_id = $1)
             or p.total_visits <> (select count(*) from invoices where customer_id = $1)
             or p.gems_balance <> a.balance
             or a.balance <> (select sum(gems_amount) from gems_transactions where user_id = $1)
             or a.balance <> (select sum(remaining) from gems_lots where user_id = $1))";
    assert_eq!(count_rows(salon, customer.id().as_str(), wrong).await, 0);
}

#[test_on_both_engines]
async fn expired_gems_cannot_be_redeemed_and_valid_ones_can() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    make_service_redeemable(&salon, "service-cut", 120).await;
    make_service_redeemable(&salon, "service-wash", 30).await;
    adjust_gems(&salon, &asha, 100).await;
    let (hers, now) = (asha.id().clone(), salon.now());
    write_transaction(&salon.app, move |tx| {
        tx.execute(
            "update gems_lots set earned_at = $2, expires_at = $3 where user_id = $1",
            params![hers, now.plus_days(-365), now],
        )
        .map(drop)
    })
    .await;
    adjust_gems(&salon, &asha, 40).await;
    let body = haircut_request_with("serviceIds", json!(["service-wash", "service-cut"]));
    let id = create_confirmed_booking(&salon, &asha, &body).await;
    let cut = json!({ "paymentMethod": "cash", "gemsRedeemedServiceId": "service-cut" });
    complete_booking(&desk, &id, &cut).await.expect_error(409, "GEMS_INSUFFICIENT_BALANCE");
    let done = complete_booking(&desk, &id, &json!({ "paymentMethod": "cash", "redeemGems": true })).await.expect_ok();
    assert_eq!(done["invoice"]["totalPaise"], 120_000, "the wash, not the cut");
    assert_eq!(shown_gems_balance(&asha).await, 140 - 30 + 12);
    assert_totals_are_exact(&salon, &asha).await;
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn concurrent_checkouts_of_one_customer_keep_exact_totals() {
    let salon = small_salon().await;
    let (desks, asha) = (sign_in_24_receptionists(&salon).await, salon.customer("Asha").await);
    make_service_redeemable(&salon, "service-wash", 10).await;
    adjust_gems(&salon, &asha, 120).await;
    let both = haircut_request_with("serviceIds", json!(["service-wash", "service-cut"]));
    let mut asked = Vec::new();
    for (at, desk) in desks.into_iter().enumerate() {
        let id = create_confirmed_booking(&salon, &asha, &both).await;
        let body = json!({ "paymentMethod": "card", "redeemGems": at % 2 == 0 });
        asked.push((desk, id, body));
    }
    let asked = asked.into_iter().map(|(desk, id, body)| {
        tokio::spawn(async move { complete_booking(&desk, &id, &body).await.expect_ok()["gemsEarned"].as_i64() })
    });
    let mut earned = 0;
    for asked in asked.collect::<Vec<_>>() {
        earned += asked.await.unwrap().unwrap();
    }
    assert_eq!(earned, 12 * 12 + 12 * 15);
    // The 120 that she had are spent.
    assert_eq!(shown_gems_balance(&asha).await, earned);
    assert_totals_are_exact(&salon, &asha).await;
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn an_invoice_has_the_gstin_of_the_customer() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    asha.patch("/api/profile", &json!({ "gender": "female" })).await.expect_ok();
    let registration = "update profiles set gstin = '29AABCU9603R1ZJ' where user_id = $1";
    update_rows(&salon, asha.id().as_str(), registration).await;
    let id = create_confirmed_booking(&salon, &asha, &haircut_request()).await;
    complete_booking(&desk, &id, &cash_payment()).await.expect_ok();
    let said = "select count(*) from invoices where booking_id = $1 and customer_gstin = '29AABCU9603R1ZJ'
                and customer_name = 'Asha' and seller_name = 'PUN' and gst_rate_basis_points = 500";
    assert_eq!(count_rows(&salon, &id, said).await, 1);
    salon.run_due_jobs().await;
}

/// Billed, and all of it taken back at the last moment.
fn complete_and_roll_back(salon: &TestSalon, id: &str) -> JoinHandle<()> {
    let (db, context, id) = (salon.app.db.clone(), salon.context(), BookingId::new(id));
    let tender = Some(Tender::Whole(PaymentMethod::Cash));
    let checkout = Checkout { reduction: Reduction::None, tender, tips: Vec::new() };
    tokio::spawn(async move {
        let billed = db.write(move |tx| -> Result<(), DbError> {
            let done = complete(tx, &context, &id, &checkout).is_ok();
            Err(DbError::Statement(format!("taken back: {done}")))
        });
        assert!(billed.await.unwrap_err().to_string().contains("taken back: true"));
    })
}

#[test_on_both_engines]
async fn invoices_are_numbered_without_gaps_by_branch_and_financial_year() {
    let salon = small_salon_at("2027-03-31 23:40").await;
    let desks = sign_in_24_receptionists(&salon).await;
    let mut visits = Vec::new();
    for at in 0..60 {
        let customer = salon.customer(&format!("guest{at}")).await;
        let branch = if at % 3 == 0 { "branch-goa" } else { "branch-pune" };
        let mut body = haircut_request_at("2027-04-05", "11:00");
        body["branchId"] = json!(branch);
        visits.push(create_confirmed_booking(&salon, &customer, &body).await);
    }
    let (in_vain, billed) = visits.split_at(12);
    for visits in billed.chunks(24) {
        let asked: Vec<_> = visits
            .iter()
            .zip(&desks)
            .map(|(id, desk)| {
                let (desk, id) = (desk.clone(), id.clone());
                tokio::spawn(async move { complete_booking(&desk, &id, &cash_payment()).await.status.as_u16() })
            })
            .collect();
        // At the same time others draw numbers and give them back.
        let taken_back: Vec<_> = in_vain.iter().map(|id| complete_and_roll_back(&salon, id)).collect();
        for asked in asked {
            assert_eq!(asked.await.unwrap(), 200);
        }
        for asked in taken_back {
            asked.await.unwrap();
        }
        salon.advance_seconds(30 * 60);
    }
    for id in in_vain {
        let left = "select (select count(*) from bookings where id = $1 and status <> 'confirmed')
                        + (select count(*) from audit_log where record_id = $1 and action = 'booking.complete')
                        + (select count(*) from queued_jobs where subject = 'booking:' || $1 and kind = 'invoice-pdf')
                        + (select count(*) from bookings b join profiles p on p.user_id = b.customer_id
                           where b.id = $1 and p.total_visits > 0)";
        assert_eq!(count_rows(&salon, id, left).await, 0);
    }
    let numbers: BTreeSet<String> = invoice_numbers_in_order(&salon).await.into_iter().collect();
    for (prefix, many) in [("PUN/2627/", 16), ("GOA/2627/", 8), ("PUN/2728/", 16), ("GOA/2728/", 8)] {
        let expected: Vec<String> = (1..=many).map(|number| format!("{prefix}{number:06}")).collect();
        let found: Vec<String> = numbers.iter().filter(|number| number.starts_with(prefix)).cloned().collect();
        assert_eq!(found, expected);
    }
    assert!(numbers.iter().all(|number| number.len() <= 16));
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn before_22_september_2025_the_rate_was_18_per_cent() {
    let salon = small_salon_at("2025-09-21 23:50").await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let body = haircut_request_at("2025-10-01", "11:00");
    let (old, new) =
        (create_confirmed_booking(&salon, &asha, &body).await, create_confirmed_booking(&salon, &asha, &body).await);
    let done = complete_booking(&desk, &old, &cash_payment()).await.expect_ok();
    assert_eq!((&done["invoice"]["totalPaise"], &done["invoice"]["gstPaise"]), (&json!(120_000), &json!(18_306)));
    salon.advance_seconds(600);
    let done = complete_booking(&desk, &new, &cash_payment()).await.expect_ok();
    assert_eq!(done["invoice"]["gstPaise"], 5_714);
    write_transaction(&salon.app, |tx| tx.execute("update branches set gst_registered = false", params![]).map(drop))
        .await;
    let untaxed = create_confirmed_booking(&salon, &asha, &body).await;
    assert_eq!(complete_booking(&desk, &untaxed, &cash_payment()).await.expect_ok()["invoice"]["gstPaise"], 0);
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn only_the_desk_completes_and_a_repeated_request_counts_once() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_confirmed_booking(&salon, &asha, &haircut_request()).await;
    complete_booking(&salon.admin_visitor(), &id, &cash_payment()).await.expect_error(401, "UNAUTHENTICATED");
    for role in [Role::Customer, Role::Staff] {
        complete_booking(&salon.member(role.as_str(), role).await, &id, &cash_payment())
            .await
            .expect_error(403, "FORBIDDEN");
    }
    let desk = desk.with_header("idempotency-key", "till-1");
    let first = complete_booking(&desk, &id, &cash_payment()).await.expect_ok();
    assert_eq!(complete_booking(&desk, &id, &cash_payment()).await.expect_ok(), first);
    complete_booking(&desk, &id, &json!({ "paymentMethod": "upi" })).await.expect_error(422, "BUSINESS_RULE_VIOLATION");
    let owner: &UserId = asha.id();
    assert_eq!(first["booking"]["customerId"], owner.as_str());
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn a_customer_erased_before_checkout_is_billed_without_a_name() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_confirmed_booking(&salon, &asha, &haircut_request()).await;
    desk.post_empty(&format!("/api/bookings/{id}/start")).await.expect_ok();
    asha.post("/api/profile/erase", &json!({ "confirm": "asha@test.invalid" })).await.expect_ok();
    let done = complete_booking(&desk, &id, &cash_payment()).await.expect_ok();
    assert_eq!(done["invoice"]["totalPaise"], 120_000);
    let named = "select count(*) from invoices where booking_id = $1 and customer_name = 'Erased customer'";
    assert_eq!(count_rows(&salon, &id, named).await, 1);
    salon.run_due_jobs().await;
}

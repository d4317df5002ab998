//! The slip of a session says `cash`, and no payment is counted for it.

use parlour_testkit::actions::memberships::{create_membership, massage_session, record_session, ten_hour_sale};
use parlour_testkit::actions::people::{manager, receptionist};
use parlour_testkit::fixtures::spa_salon::spa_salon;
use parlour_testkit::test_on_both_engines;

#[test_on_both_engines]
async fn a_session_slip_says_cash_and_is_no_payment() {
    let salon = spa_salon().await;
    let (asha, desk) = (salon.customer("Asha").await, receptionist(&salon).await);
    let membership = create_membership(&desk, &ten_hour_sale(&asha)).await;
    let slip = record_session(&desk, &membership, &massage_session(60)).await.expect_created()["invoice"].clone();
    assert_eq!(slip["paymentMethod"], "cash");

    let own = asha.get("/api/invoices").await.expect_ok();
    // Both have the date of today, so their order is that of their ids.
    let mut methods: Vec<&str> = own["invoices"]
        .as_array()
        .unwrap()
        .iter()
        .map(|invoice| invoice["paymentMethod"].as_str().unwrap_or("none"))
        .collect();
    methods.sort_unstable();
    assert_eq!(methods, ["cash", "upi"]);
    let export = asha.get("/api/profile/export").await.expect_ok();
    let exported = export["invoices"].as_array().unwrap().iter();
    assert!(exported.into_iter().all(|invoice| !invoice["paymentMethod"].is_null()));

    let meera = manager(&salon).await;
    let report = &meera.get("/api/reports/day-close").await.expect_ok()["report"];
    let cash = report["methods"].as_array().unwrap().iter().find(|row| row["paymentMethod"] == "cash").unwrap();
    assert_eq!(cash["invoiceCount"], 0, "nothing was paid in cash");
    salon.run_due_jobs().await;
}

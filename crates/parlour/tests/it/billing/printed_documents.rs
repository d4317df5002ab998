//! What the documents of sales show: payments, rounding, discounts, billing details, hours and credits.

use parlour_app::invoices::{BillingDocument, build_credit_note_document, build_document, build_payable_invoice};
use parlour_db::params;
use parlour_domain::auth::role::Role;
use parlour_domain::billing::invoice_document::InvoiceDocument;
use parlour_domain::ids::InvoiceId;
use parlour_testkit::actions::invoices::{bill_haircut, create_credit_note, invoice_id_by_number};
use parlour_testkit::actions::memberships::{create_membership, massage_session, record_session, ten_hour_sale};
use parlour_testkit::actions::people::{manager, receptionist};
use parlour_testkit::checks::database::{update_rows, write_transaction};
use parlour_testkit::checks::pdf::{assert_contains_all, pdf_text};
use parlour_testkit::fixtures::small_salon::{PUNE, small_salon};
use parlour_testkit::fixtures::spa_salon::insert_membership_tiers;
use parlour_testkit::{Person, TestSalon, test_on_both_engines};
use serde_json::json;

async fn salon_with_gstin() -> TestSalon {
    let salon = insert_membership_tiers(small_salon().await).await;
    update_rows(&salon, PUNE, "update branches set gstin = '27AAPFU0939F1ZV' where id = $1").await;
    salon
}

async fn invoice_document(salon: &TestSalon, id: &str) -> InvoiceDocument {
    let id = InvoiceId::new(id);
    let read = salon.app.db.read(move |conn| build_document(conn, &id, &BillingDocument::Invoice));
    read.await.unwrap().unwrap()
}

async fn credit_note_document(salon: &TestSalon, id: &str) -> InvoiceDocument {
    let id = id.to_owned();
    salon.app.db.read(move |conn| build_credit_note_document(conn, &id)).await.unwrap().unwrap()
}

fn printed(document: &InvoiceDocument) -> String {
    pdf_text(&parlour_invoicing::render(document).unwrap())
}

/// Replaces the payments of an invoice: the method, the amount and the reference of each.
async fn pay(salon: &TestSalon, invoice: &str, payments: &'static [(&str, i64, Option<&str>)]) {
    let invoice = invoice.to_owned();
    write_transaction(&salon.app, move |tx| {
        tx.execute("delete from invoice_payments where invoice_id = $1", params![invoice])?;
        for ((method, paise, reference), number) in payments.iter().zip(1_i64..) {
            tx.execute(
                "insert into invoice_payments (invoice_id, payment_number, method, amount_paise, reference)
                 values ($1, $2, $3, $4, $5)",
                params![invoice, number, *method, *paise, *reference],
            )?;
        }
        Ok(())
    })
    .await;
}

#[test_on_both_engines]
async fn an_invoice_shows_payments_rounding_and_the_reason_of_a_discount() {
    let salon = salon_with_gstin().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = bill_haircut(&salon, &desk, &asha).await;
    for sql in [
        "update invoices set discount_paise = 11970, discount_reason = 'Late by an hour', discounted_by = customer_id,
             taxable_value_paise = 102886, cgst_paise = 2572, sgst_paise = 2572, gst_amount_paise = 5144,
             rounding_paise = -30, total_amount_paise = 108000 where id = $1",
        "update invoice_lines set discount_paise = 11970, total_amount_paise = 108030, taxable_value_paise = 102886,
             cgst_paise = 2572, sgst_paise = 2572 where invoice_id = $1",
    ] {
        update_rows(&salon, &id, sql).await;
    }
    pay(&salon, &id, &[("upi", 58_000, Some("412233445566")), ("cash", 50_000, None)]).await;
    let text = printed(&invoice_document(&salon, &id).await);
    assert_contains_all(
        &text,
        &[
            "Discount: Late by an hour",
            "−₹119.70",
            "Rounding",
            "−₹0.30",
            "₹1,080.00",
            "Paid by UPI, ref. 412233445566",
            "₹580.00",
            "Paid by cash",
            "₹500.00",
        ],
    );
    // A bill of supply adds up too.
    update_rows(&salon, &id, "update invoices set seller_gstin = null where id = $1").await;
    assert_contains_all(&printed(&invoice_document(&salon, &id).await), &["BILL OF SUPPLY", "−₹0.30", "₹1,080.00"]);
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn the_name_and_the_last_lines_of_the_salon_are_printed() {
    let salon = salon_with_gstin().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = bill_haircut(&salon, &desk, &asha).await;
    assert_eq!(invoice_document(&salon, &id).await.brand.salon_name, None);
    let owner = salon.member("Olga", Role::Owner).await;
    let said = json!({ "name": "Aangan", "invoiceFooter": "Thank you for your visit.\nCome again soon." });
    owner.patch("/api/salon", &said).await.expect_ok();
    let document = invoice_document(&salon, &id).await;
    assert_eq!(document.seller.name, "PUN", "the seller stays who it was");
    let text = printed(&document);
    assert_contains_all(&text, &["Aangan", "PUN", "MG Road", "Thank you for your visit.", "Come again soon."]);
    // A salon that is called like the seller is named once.
    owner.patch("/api/salon", &json!({ "name": "PUN", "invoiceFooter": "" })).await.expect_ok();
    let brand = invoice_document(&salon, &id).await.brand;
    assert_eq!((brand.salon_name, brand.footer), (None, None));
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn billing_details_are_printed_as_they_were_on_the_day() {
    let salon = salon_with_gstin().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = bill_haircut(&salon, &desk, &asha).await;
    let give = "update profiles set billing_address = '9 New Road\nPune' where user_id = $1";
    update_rows(&salon, asha.id().as_str(), give).await;
    let document = invoice_document(&salon, &id).await;
    assert_eq!((document.customer.legal_name, document.customer.address), (None, None), "given after the sale");
    update_rows(
        &salon,
        &id,
        "update invoices set customer_legal_name = 'Rao Exports LLP', customer_address = '1 Old Road, Pune',
             customer_gstin = '29AAGCB7383J1Z4' where id = $1",
    )
    .await;
    let text = printed(&invoice_document(&salon, &id).await);
    assert_contains_all(
        &text,
        &["Rao Exports LLP", "1 Old Road, Pune", "GSTIN 29AAGCB7383J1Z4", "Maharashtra (27)", "CGST at 2.5%"],
    );
    // The law asks for the address on an invoice of ₹50,000.
    let mut sale = ten_hour_sale(&asha);
    sale["pricePaise"] = json!(5_000_000);
    create_membership(&desk, &sale).await;
    let large = invoice_id_by_number(&desk, "PUN/2627/000002").await;
    let address = invoice_document(&salon, &large).await.customer.address;
    assert_eq!(address.as_deref(), Some("9 New Road\nPune"));
    salon.run_due_jobs().await;
}

async fn session_of(desk: &Person, membership: &str, minutes: i64, number: &str) -> String {
    record_session(desk, membership, &massage_session(minutes)).await.expect_created();
    invoice_id_by_number(desk, number).await
}

#[test_on_both_engines]
async fn membership_documents_show_validity_and_hours_left() {
    let salon = salon_with_gstin().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let membership = create_membership(&desk, &ten_hour_sale(&asha)).await;
    let sold = invoice_id_by_number(&desk, "PUN/2627/000001").await;
    let text = printed(&invoice_document(&salon, &sold).await);
    assert_contains_all(&text, &["10 h", "1 March 2027", "27 August 2027"]);
    let first = session_of(&desk, &membership, 90, "PUN/2627/S00001").await;
    salon.advance_seconds(60);
    let second = session_of(&desk, &membership, 60, "PUN/2627/S00002").await;
    for (slip, left) in [(&first, "8 h 30 min of 10 h"), (&second, "7 h 30 min of 10 h")] {
        assert_contains_all(&printed(&invoice_document(&salon, slip).await), &["HOURS LEFT", left, "27 August 2027"]);
    }
    for (id, sql) in [
        (&second, "update invoices set voided_at = created_at where id = $1"),
        (&membership, "update memberships set used_hours_minutes = used_hours_minutes - 60 where id = $1"),
    ] {
        update_rows(&salon, id, sql).await;
    }
    let text = printed(&invoice_document(&salon, &second).await);
    assert_contains_all(&text, &["This slip is void"]);
    assert!(!text.contains("HOURS LEFT"), "{text}");
    assert_contains_all(&printed(&invoice_document(&salon, &first).await), &["8 h 30 min of 10 h"]);
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn a_credit_note_in_part_prints_its_own_lines_and_refunds() {
    let salon = salon_with_gstin().await;
    let (desk, meera, asha) = (receptionist(&salon).await, manager(&salon).await, salon.customer("Asha").await);
    let id = bill_haircut(&salon, &desk, &asha).await;
    let note = create_credit_note(&meera, &id).await["id"].as_str().unwrap().to_owned();
    assert_contains_all(&printed(&credit_note_document(&salon, &note).await), &["₹1,200.00", "Total credited"]);
    let part = note.clone();
    write_transaction(&salon.app, move |tx| {
        for sql in [
            "update credit_notes set total_amount_paise = 42000, taxable_value_paise = 40000, cgst_paise = 1000,
                 sgst_paise = 1000, gst_amount_paise = 2000 where id = $1",
            "delete from credit_note_lines where credit_note_id = $1",
            "delete from credit_note_refunds where credit_note_id = $1",
            "insert into credit_note_lines (credit_note_id, line_number, total_amount_paise, taxable_value_paise,
                 cgst_paise, sgst_paise) values ($1, 1, 42000, 40000, 1000, 1000)",
            "insert into credit_note_refunds (credit_note_id, refund_number, method, amount_paise, reference)
             values ($1, 1, 'upi', 40000, '998877665544')",
            "insert into credit_note_refunds (credit_note_id, refund_number, method, amount_paise)
             values ($1, 2, 'cash', 2000)",
        ] {
            tx.execute(sql, params![part])?;
        }
        Ok(())
    })
    .await;
    let text = printed(&credit_note_document(&salon, &note).await);
    let said = ["Part of ₹1,200.00", "₹420.00", "Refunded by UPI, ref. 998877665544", "₹400.00", "Refunded by cash"];
    assert_contains_all(&text, &said);
    assert!(!text.contains("carries no tax"), "{text}");
    let note_id = note.clone();
    write_transaction(&salon.app, move |tx| {
        for sql in [
            "update credit_notes set carries_tax = false, taxable_value_paise = 42000, cgst_paise = 0, sgst_paise = 0,
                 gst_amount_paise = 0 where id = $1",
            "update credit_note_lines set taxable_value_paise = 42000, cgst_paise = 0, sgst_paise = 0
             where credit_note_id = $1",
        ] {
            tx.execute(sql, params![note_id])?;
        }
        Ok(())
    })
    .await;
    let text = printed(&credit_note_document(&salon, &note).await);
    assert_contains_all(&text, &["This credit note carries no tax", "₹420.00"]);
    assert!(!text.contains("CGST at"), "{text}");
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn a_payment_link_asks_for_upi_payments_without_a_reference() {
    let salon = salon_with_gstin().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = bill_haircut(&salon, &desk, &asha).await;
    let payable = async || {
        let id = InvoiceId::new(id.as_str());
        salon.app.db.read(move |conn| build_payable_invoice(conn, &id)).await.unwrap()
    };
    pay(&salon, &id, &[("upi", 70_000, None), ("cash", 50_000, None)]).await;
    assert_eq!(payable().await, None, "no account to pay to");
    update_rows(&salon, PUNE, "update branches set upi_id = 'salon@okbank', upi_name = 'Salon Pune' where id = $1")
        .await;
    let upi = payable().await.unwrap().upi.unwrap();
    assert_eq!(upi.amount_paise, 70_000);
    let begins = "upi://pay?pa=salon@okbank&pn=Salon%20Pune&am=700.00&cu=INR&tn=BK-PUN-";
    assert!(upi.uri.starts_with(begins), "{}", upi.uri);
    assert_eq!(invoice_document(&salon, &id).await.upi, None, "only on request");
    pay(&salon, &id, &[("upi", 70_000, Some("412233445566")), ("cash", 50_000, None)]).await;
    assert_eq!(payable().await, None, "it is paid");
    salon.run_due_jobs().await;
}

//! One search for the desk: customers, bookings, invoices and leads.

use parlour_db::params;
use parlour_domain::auth::role::Role;
use parlour_testkit::actions::bookings::{
    create_booking, get_booking, haircut_request, haircut_request_at, haircut_request_with,
};
use parlour_testkit::actions::customers::{DirectoryCustomer, insert_directory_customers};
use parlour_testkit::actions::invoices::{bill_haircut, shown_invoice};
use parlour_testkit::actions::offers::insert_offer;
use parlour_testkit::actions::people::receptionist;
use parlour_testkit::checks::database::{update_rows, write_transaction};
use parlour_testkit::checks::json::assert_exact_fields;
use parlour_testkit::fixtures::small_salon::{GOA, small_salon};
use parlour_testkit::{Person, TestSalon, test_on_both_engines};
use serde_json::{Value, json};

const KINDS: [&str; 4] = ["bookings", "customers", "invoices", "leads"];

async fn search(desk: &Person, typed: &str) -> Value {
    let query: String = url::form_urlencoded::byte_serialize(typed.as_bytes()).collect();
    let found = desk.get(&format!("/api/desk/search?q={query}")).await.expect_ok();
    assert_exact_fields(&found, &KINDS);
    found
}

async fn found_ids(desk: &Person, typed: &str, kind: &str) -> Vec<String> {
    let found = search(desk, typed).await;
    found[kind].as_array().unwrap().iter().map(|one| one["id"].as_str().unwrap().to_owned()).collect()
}

async fn customer_with_phone(salon: &TestSalon, name: &str, phone: &str) -> Person {
    let person = salon.customer(name.split(' ').next().unwrap()).await;
    person.patch("/api/profile", &json!({ "name": name, "phone": phone })).await.expect_ok();
    person
}

async fn create_lead(desk: &Person, name: &str, phone: &str) -> String {
    let lead = desk.post("/api/leads", &json!({ "name": name, "phone": phone })).await.expect_created();
    lead["leadId"].as_str().unwrap().to_owned()
}

const NOTHING: [&str; 0] = [];

#[test_on_both_engines]
async fn a_name_is_found_whatever_its_spaces() {
    let salon = small_salon().await;
    let desk = receptionist(&salon).await;
    let priya = customer_with_phone(&salon, "Lakshmi Priya Zqx", "98450 12345").await;
    let meena = customer_with_phone(&salon, "Meenazqx", "98450 54321").await;
    // Somebody who is not in the directory yet.
    let late = salon.customer("Late").await;
    update_rows(&salon, late.id().as_str(), "update users set name_folded = 'late comer zqx' where id = $1").await;
    let lead = create_lead(&desk, "Lakshmi  Priya Zqx", "99000 12345").await;
    for (customer, typed) in [
        (&priya, ["lakshmipriya zqx", "lakshmi priyazqx", "laks hmi", "priya zqx"]),
        (&meena, ["meena zqx", "meenazqx", "mee nazqx", "Meena Z"]),
        (&late, ["latecomer zqx", "late comerzqx", "la te", "late comer zqx"]),
    ] {
        let visit = create_booking(customer, &haircut_request()).await;
        for typed in typed {
            assert!(found_ids(&desk, typed, "bookings").await.contains(&visit), "{typed}");
            let is_known = customer.id() != late.id();
            let found = found_ids(&desk, typed, "customers").await;
            assert_eq!(found.contains(&customer.id().to_string()), is_known, "{typed}");
        }
    }
    for typed in ["lakshmipriya zqx", "lak shmi"] {
        assert_eq!(found_ids(&desk, typed, "leads").await, std::slice::from_ref(&lead), "{typed}");
    }
}

#[test_on_both_engines]
async fn a_person_is_found_with_everything_of_theirs() {
    let salon = small_salon().await;
    let desk = receptionist(&salon).await;
    let asha = customer_with_phone(&salon, "Asha Rao", "98450 12345").await;
    let tara = customer_with_phone(&salon, "Tara Sen", "98450 99999").await;
    let late = create_booking(&asha, &haircut_request_at("2027-03-09", "11:00")).await;
    salon.advance_seconds(1);
    let early = create_booking(&asha, &haircut_request()).await;
    let other = create_booking(&tara, &haircut_request()).await;
    let billed = bill_haircut(&salon, &desk, &asha).await;
    let lead = create_lead(&desk, "Asharani  Dev", "+91 99000 12345").await;
    salon.advance_seconds(1);
    let newer = create_lead(&desk, "Sharif Ashar", "99000 77777").await;
    let invoice = shown_invoice(&desk, &billed).await;
    let visit = invoice["bookingId"].as_str().unwrap().to_owned();
    for typed in ["asha rao", "ASHARAO", " Asha   rao ", "98450 12345", "+91 98450-12345", "098450 12345"] {
        let found = search(&desk, typed).await;
        assert_eq!(found["customers"].as_array().unwrap().len(), 1, "{typed}");
        assert_eq!(found["customers"][0]["id"], asha.id().as_str(), "{typed}");
        let bookings: Vec<&str> =
            found["bookings"].as_array().unwrap().iter().map(|one| one["id"].as_str().unwrap()).collect();
        assert_eq!(bookings[0], late, "the latest day first");
        assert_eq!(bookings.len(), 3, "{typed}");
        assert!(bookings.contains(&&*early) && bookings.contains(&&*visit) && !bookings.contains(&&*other));
        assert_eq!(found["invoices"].as_array().unwrap().len(), 1, "{typed}");
        assert_eq!(found["invoices"][0]["id"], billed.as_str());
    }
    let found = search(&desk, "98450").await;
    assert_eq!(found["customers"].as_array().unwrap().len(), 2);
    assert_eq!((found["bookings"].as_array().unwrap().len(), found["leads"].as_array().unwrap().len()), (4, 0));
    assert_eq!(found_ids(&desk, "asha", "leads").await, [&*newer, &*lead], "newest first");
    for typed in ["Asharani Dev", "asharanidev", "990 00 12345", "12345", "09900012345"] {
        assert_eq!(found_ids(&desk, typed, "leads").await, [&*lead], "{typed}");
    }
    let directory = desk.get("/api/customers?q=asha%20rao").await.expect_ok()["customers"][0].clone();
    let found = search(&desk, "asha rao").await;
    assert_eq!(found["customers"][0], directory, "as in the directory");
    let seen = get_booking(&desk, &late).await.expect_ok()["booking"].clone();
    let expected = json!({
        "id": late, "bookingNumber": seen["bookingNumber"], "branchId": seen["branchId"],
        "customerId": asha.id().as_str(), "customerName": "Asha Rao", "customerPhone": "+919845012345",
        "guestName": null, "status": "pending", "bookingDate": "2027-03-09", "startTime": "11:00:00",
        "totalAmountPaise": 120_000,
    });
    assert_eq!(found["bookings"][0], expected);
    let expected = json!({
        "id": billed, "invoiceNumber": invoice["invoiceNumber"], "invoiceType": "service",
        "invoiceDate": invoice["invoiceDate"], "bookingId": visit, "customerId": asha.id().as_str(),
        "customerName": "Asha Rao", "totalAmountPaise": 120_000, "paymentStatus": "paid",
    });
    assert_eq!(found["invoices"][0], expected);
    let lead_row = search(&desk, "asharani").await["leads"][0].clone();
    assert_exact_fields(&lead_row, &["createdAt", "id", "name", "phone", "status"]);
    assert_eq!((&lead_row["phone"], &lead_row["status"]), (&json!("+919900012345"), &json!("new")));
    salon.leaves_due_jobs("an invoice is printed");
}

#[test_on_both_engines]
async fn bookings_and_invoices_are_found_by_number() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let mut ids = Vec::new();
    for _ in 0..12 {
        ids.push(create_booking(&asha, &haircut_request()).await);
        salon.advance_seconds(1);
    }
    let in_goa = create_booking(&asha, &haircut_request_with("branchId", GOA)).await;
    for typed in ["BK-PUN-2703-H-00007", "bk-pun-2703-h-00007", " pun-2703-h-00007", "PUN-2703-H-00007"] {
        assert_eq!(found_ids(&desk, typed, "bookings").await, [&*ids[6]], "{typed}");
    }
    for typed in ["00007", "007", "0007", "h-00007", "-00007"] {
        assert_eq!(found_ids(&desk, typed, "bookings").await, [&*ids[6]], "{typed}");
    }
    assert_eq!(found_ids(&desk, "h-00001", "bookings").await, [&*in_goa, &*ids[0]], "of every branch, newest first");
    assert_eq!(found_ids(&desk, "GOA-2703-H-00001", "bookings").await, [&*in_goa]);
    for typed in ["00099", "S-00007", "X-PUN-2703-H-00007", "00007-M", "PUN-2703-H-%07", "PUN-2703-H-_0007"] {
        assert_eq!(found_ids(&desk, typed, "bookings").await, NOTHING, "{typed}");
    }
    write_transaction(&salon.app, {
        let id = ids[6].clone();
        move |tx| {
            tx.execute("update bookings set booking_number = 'BK-PUN-2703-S-00007-M' where id = $1", params![id])
                .map(drop)
        }
    })
    .await;
    for typed in ["BK-PUN-2703-S-00007-M", "BK-PUN-2703-S-00007", "s-00007", "007", "007-m"] {
        assert_eq!(found_ids(&desk, typed, "bookings").await, [&*ids[6]], "{typed}");
    }
    assert_eq!(found_ids(&desk, "asha", "bookings").await.len(), 8, "at most eight");
    let (first, second) = (bill_haircut(&salon, &desk, &asha).await, bill_haircut(&salon, &desk, &asha).await);
    let number = shown_invoice(&desk, &second).await["invoiceNumber"].as_str().unwrap().to_owned();
    assert!(number.ends_with("/000002"), "{number}");
    for typed in [number.as_str(), &number.to_lowercase(), "000002", "2", &number[4..]] {
        let typed = if typed == "2" { "02" } else { typed };
        assert_eq!(found_ids(&desk, typed, "invoices").await, [&*second], "{typed}");
    }
    let mut both = found_ids(&desk, "PUN/", "invoices").await;
    both.sort();
    let mut expected = vec![first, second];
    expected.sort();
    assert_eq!(both, expected);
    for typed in ["GOA/", "000003", "2526/000002"] {
        assert_eq!(found_ids(&desk, typed, "invoices").await, NOTHING, "{typed}");
    }
    salon.leaves_due_jobs("invoices are printed");
}

/// Whoever signs in can book, and is in the directory only later.
#[test_on_both_engines]
async fn a_booking_of_somebody_without_a_profile_is_found_by_name() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&asha, &haircut_request()).await;
    assert_eq!(found_ids(&desk, "ash", "bookings").await, [&*id]);
    assert_eq!(found_ids(&desk, "ash", "customers").await, NOTHING, "as in the directory");
    asha.get("/api/profile").await.expect_ok();
    assert_eq!(found_ids(&desk, "ash", "bookings").await, [&*id]);
    asha.post("/api/profile/erase", &json!({ "confirm": "asha@test.invalid" })).await.expect_ok();
    assert_eq!(found_ids(&desk, "ash", "bookings").await, NOTHING);
}

#[test_on_both_engines]
async fn erased_people_are_not_found() {
    let salon = small_salon().await;
    let desk = receptionist(&salon).await;
    let asha = customer_with_phone(&salon, "Asha", "98450 12345").await;
    let lead = create_lead(&desk, "Asha", "98450 12345").await;
    let id = create_booking(&asha, &haircut_request_with("leadId", lead)).await;
    bill_haircut(&salon, &desk, &asha).await;
    asha.post("/api/profile/erase", &json!({ "confirm": "asha@test.invalid" })).await.expect_ok();
    for typed in ["asha", "98450", "9845012345", "erased", "Erased customer", "0000", "0000000000"] {
        let found = search(&desk, typed).await;
        for kind in ["customers", "bookings", "leads"] {
            assert_eq!(found[kind], json!([]), "{typed}: {kind}");
        }
        if typed != "0000" && typed != "0000000000" {
            assert_eq!(found["invoices"], json!([]), "{typed}");
        }
    }
    let found = search(&desk, "BK-PUN-2703-H-00001").await;
    assert_eq!((&found["bookings"][0]["id"], &found["bookings"][0]["customerPhone"]), (&json!(id), &Value::Null));
    assert_eq!(found["bookings"][0]["customerName"], "Erased customer");
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn a_search_that_many_match_shows_the_newest() {
    let salon = small_salon().await;
    let desk = receptionist(&salon).await;
    let people: Vec<DirectoryCustomer> = (0..450).map(many_customer).collect();
    insert_directory_customers(&salon, &people).await;
    let (asha, tara) = (salon.customer("Manyasha").await, salon.customer("Tara").await);
    let mut ids = Vec::new();
    for day in 1..=9 {
        ids.push(create_booking(&asha, &haircut_request_at(&format!("2027-04-{day:02}"), "11:00")).await);
        create_booking(&tara, &haircut_request_at(&format!("2027-04-{day:02}"), "12:00")).await;
    }
    let billed = bill_haircut(&salon, &desk, &asha).await;
    ids.reverse();
    let found = search(&desk, "many").await;
    assert_eq!(found["customers"].as_array().unwrap().len(), 8);
    let shown: Vec<_> = found["bookings"].as_array().unwrap().iter().map(|one| one["id"].clone()).collect();
    assert_eq!(shown, ids[..8]);
    assert_eq!(found["invoices"].as_array().unwrap().len(), 1);
    assert_eq!(found["invoices"][0]["id"], billed.as_str());
    salon.leaves_due_jobs("an invoice is printed");
}

fn many_customer(number: usize) -> DirectoryCustomer {
    let id: &'static str = format!("many-{number:03}").leak();
    DirectoryCustomer { id, name: "Many Others", ..DirectoryCustomer::default() }
}

#[test_on_both_engines]
async fn a_search_has_2_to_100_characters() {
    let salon = small_salon().await;
    let desk = receptionist(&salon).await;
    for query in ["", "?q=", "?q=%20%20", "?q=a", "?q=%20a%20", "?q=%00ab", &format!("?q={}", "x".repeat(101))] {
        let reply = desk.get(&format!("/api/desk/search{query}")).await;
        assert_eq!(reply.expect_invalid_fields(), ["q"], "{query}");
    }
    for typed in ["ab", "%%", "__", "\"\"", "''", "!!", "a*", "é\"", "-- ", "(1", &"x".repeat(100)] {
        search(&desk, typed).await;
    }
    for path in ["/api/desk/search?q=ab", "/api/desk/search", "/api/desk/offers"] {
        salon.admin_visitor().get(path).await.expect_error(401, "UNAUTHENTICATED");
        salon.member("Mina", Role::Staff).await.get(path).await.expect_error(403, "FORBIDDEN");
    }
}

#[test_on_both_engines]
async fn the_desk_sees_the_offers_of_today() {
    let salon = small_salon().await;
    let desk = receptionist(&salon).await;
    insert_offer(&salon, "cuts", "percentage", 10, &["service-cut"]).await;
    for (id, sql) in [
        ("off", "update offers set is_active = false where id = $1"),
        ("over", "update offers set start_date = '2027-01-01', end_date = '2027-02-28' where id = $1"),
        ("coming", "update offers set start_date = '2027-03-02' where id = $1"),
        (
            "today",
            "update offers set start_date = '2027-03-01', end_date = '2027-03-01', display_order = 0 where id = $1",
        ),
    ] {
        insert_offer(&salon, id, "flat", 5_000, &["service-wash", "service-cut"]).await;
        update_rows(&salon, id, sql).await;
    }
    let data = desk.get("/api/desk/offers").await.expect_ok();
    assert_exact_fields(&data, &["offers"]);
    let ids: Vec<&str> = data["offers"].as_array().unwrap().iter().map(|one| one["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["today", "cuts"]);
    assert_eq!(data["offers"][0]["serviceIds"], json!(["service-wash", "service-cut"]));
    let manager = salon.member("Mira", Role::Manager).await;
    let all = manager.get("/api/offers").await.expect_ok()["offers"].clone();
    for offer in data["offers"].as_array().unwrap() {
        assert!(all.as_array().unwrap().contains(offer), "as in the list of offers");
    }
}

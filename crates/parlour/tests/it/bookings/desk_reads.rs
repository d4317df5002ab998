//! The desk looks at everybody's bookings, and at what it needs beside them.

use parlour_db::params;
use parlour_domain::auth::role::Role;
use parlour_testkit::actions::bookings::{
    BOOKING_STATUSES, BOOKINGS_PATH, approve_booking, create_booking, desk_booking_fields, get_booking,
    haircut_request, haircut_request_at, haircut_request_with, listed_bookings, massage_request, next_page_path,
    read_service_fields, set_booking_status, shown_booking, two_customers_with_250_bookings, without_read_fields,
};
use parlour_testkit::actions::people::receptionist;
use parlour_testkit::checks::database::write_transaction;
use parlour_testkit::checks::json::assert_exact_fields;
use parlour_testkit::fixtures::small_salon::{GOA, PUNE, STYLIST, STYLIST_IN_GOA, THERAPIST, small_salon};
use parlour_testkit::{Person, test_on_both_engines};
use serde_json::{Value, json};

/// In the order in which the desk sees them.
async fn listed_ids(desk: &Person, query: &str) -> Vec<String> {
    let listed = listed_bookings(&desk.get(&format!("{BOOKINGS_PATH}?{query}")).await);
    listed.iter().map(|one| one["id"].as_str().unwrap().to_owned()).collect()
}

#[test_on_both_engines]
async fn the_desk_sees_all_bookings_with_their_customers() {
    let salon = small_salon().await;
    let desk = receptionist(&salon).await;
    let (asha, tara) = (salon.customer("Asha").await, salon.customer("Tara").await);
    let odd = "Quiet \"chair\" \\ back\u{7f}\u{1}\n\ttab, é, आशा, 💇";
    let several = haircut_request_with("serviceIds", json!(["service-wash", "service-cut", "service-colour"]));
    let mut request_body = several.clone();
    request_body["notes"] = odd.into();
    let first = create_booking(&asha, &request_body).await;
    salon.advance_seconds(1);
    let later_day = create_booking(&tara, &haircut_request_at("2027-03-09", "12:00")).await;
    salon.advance_seconds(1);
    let same_day = create_booking(&tara, &massage_request()).await;
    let listed = listed_bookings(&desk.get(BOOKINGS_PATH).await);
    let order: Vec<_> = listed.iter().map(|one| one["id"].as_str().unwrap()).collect();
    assert_eq!(order, [&*later_day, &*same_day, &*first], "the latest day first, then the newest");
    for entry in &listed {
        assert_exact_fields(entry, &desk_booking_fields());
        let reply = get_booking(&desk, entry["id"].as_str().unwrap()).await;
        assert_eq!(reply.expect_ok()["booking"], *entry);
        assert_exact_fields(&reply.json(), &["data", "success"]);
        for row in entry["services"].as_array().unwrap() {
            assert_exact_fields(row, &read_service_fields());
        }
    }
    let seen = &listed[2];
    assert_eq!((&seen["customerName"], &seen["customerEmail"]), (&json!("Asha"), &json!("asha@test.invalid")));
    assert_eq!(seen["notes"], odd);
    assert_eq!(listed[0]["customerName"], "Tara");
    let names: Vec<_> = seen["services"].as_array().unwrap().iter().map(|row| &row["serviceNameSnapshot"]).collect();
    assert_eq!(names, ["wash", "cut", "colour"]);
    let own = shown_booking(&asha, &first).await;
    assert_eq!(own["services"], seen["services"]);
    assert_eq!(without_read_fields(own), without_read_fields(seen.clone()), "otherwise as the customer sees it");
    let reply = desk.get(BOOKINGS_PATH).await;
    assert_exact_fields(&reply.json(), &["data", "success"]);
    assert_eq!((reply.header("link"), reply.header("cache-control")), (None, Some("no-store")));
}

#[test_on_both_engines]
async fn a_customer_without_email_is_shown_without() {
    let salon = small_salon().await;
    let desk = receptionist(&salon).await;
    let asha = salon.customer("Asha").await;
    let id = create_booking(&asha, &haircut_request()).await;
    write_transaction(&salon.app, |tx| {
        tx.execute(
            "update users set email = null, email_folded = null, email_verified = false where name = $1",
            params!["Asha"],
        )
        .map(drop)
    })
    .await;
    let listed = listed_bookings(&desk.get(BOOKINGS_PATH).await);
    assert_eq!(listed[0]["customerEmail"], Value::Null);
    assert_eq!(get_booking(&desk, &id).await.expect_ok()["booking"]["customerEmail"], Value::Null);
}

#[test_on_both_engines]
async fn filters_are_exact_and_combine() {
    let salon = small_salon().await;
    let desk = receptionist(&salon).await;
    let asha = salon.customer("Asha").await;
    let mut made = Vec::new();
    for status in BOOKING_STATUSES {
        for (request_body, kind) in [(haircut_request(), "salon"), (massage_request(), "spa")] {
            for date in ["2027-03-05", "2027-03-09"] {
                let mut request_body = request_body.clone();
                request_body["bookingDate"] = date.into();
                let id = create_booking(&asha, &request_body).await;
                set_booking_status(&salon, &id, status).await;
                made.push((status, kind, date, id));
                salon.advance_seconds(1);
            }
        }
    }
    let all = listed_ids(&desk, "").await;
    assert_eq!(all.len(), 28);
    let choices =
        |some: &[&'static str]| -> Vec<Option<&'static str>> { some.iter().copied().map(Some).chain([None]).collect() };
    for status in choices(&BOOKING_STATUSES) {
        for kind in choices(&["salon", "spa"]) {
            for date in choices(&["2027-03-05", "2027-03-09", "2027-03-06"]) {
                let asked = [("status", status), ("serviceType", kind), ("date", date)];
                let query: Vec<_> =
                    asked.iter().filter_map(|(name, value)| Some(format!("{name}={}", (*value)?))).collect();
                let is_meant = |one: &&(&str, &str, &str, String)| {
                    status.is_none_or(|wanted| wanted == one.0)
                        && kind.is_none_or(|wanted| wanted == one.1)
                        && date.is_none_or(|wanted| wanted == one.2)
                };
                let meant: Vec<_> = made.iter().filter(is_meant).map(|one| &one.3).collect();
                let expected: Vec<_> = all.iter().filter(|id| meant.contains(id)).cloned().collect();
                assert_eq!(listed_ids(&desk, &query.join("&")).await, expected, "{query:?}");
            }
        }
    }
    for unknown in [
        "status=PENDING",
        "status=pending%20",
        "status=",
        "status=nope",
        "serviceType=hair",
        "serviceType=",
        "date=2027-3-5",
        "date=2027-02-30",
        "date=today",
        "date=",
        "date=2027-03-05T00:00:00Z",
        "date=2027-03-05&status=nope",
        "status=pending&serviceType=nope",
    ] {
        assert_eq!(listed_ids(&desk, unknown).await, Vec::<String>::new(), "{unknown}");
    }
    assert_eq!(listed_ids(&desk, "customerId=nobody").await, all, "what is no filter filters nothing");
    assert_eq!(desk.get(&format!("{BOOKINGS_PATH}?status=%00")).await.expect_invalid_fields(), ["status"]);
}

#[test_on_both_engines]
async fn five_hundred_bookings_are_listed_whole_or_in_pages() {
    let salon = small_salon().await;
    let desk = receptionist(&salon).await;
    two_customers_with_250_bookings(&salon).await;
    let asha = salon.customer("Asha").await;
    let last = create_booking(&asha, &haircut_request_at("2027-03-09", "12:00")).await;
    let reply = desk.get(BOOKINGS_PATH).await;
    assert_eq!(reply.header("link"), None);
    let whole = listed_bookings(&reply);
    assert_eq!(whole.len(), 501);
    assert_eq!(whole[0]["id"], last.as_str(), "the latest day first");
    let place = |one: &Value| {
        let of = |name: &str| one[name].as_str().unwrap().to_owned();
        (of("bookingDate"), of("createdAt"), of("id"))
    };
    assert!(whole.windows(2).all(|pair| place(&pair[0]) > place(&pair[1])), "no row twice, all in order");
    for entry in &whole[1..] {
        assert_exact_fields(entry, &desk_booking_fields());
        let number: usize = entry["id"].as_str().unwrap()[5..].parse().unwrap();
        let services = entry["services"].as_array().unwrap();
        assert_eq!(services.len(), number % 3 + 1);
        assert!(services.iter().all(|row| row["bookingId"] == entry["id"]));
    }
    for (query, found) in [("", 501), ("date=2027-03-05&", 500), ("status=pending&serviceType=salon&", 501)] {
        for limit in [90, 250, 500, 501] {
            let mut page = Some(format!("{BOOKINGS_PATH}?{query}limit={limit}"));
            let mut read = Vec::new();
            while let Some(path) = page {
                let reply = desk.get(&path).await;
                let shown = listed_bookings(&reply);
                assert!(!shown.is_empty() && shown.len() <= limit);
                read.extend(shown);
                page = next_page_path(&reply);
            }
            assert_eq!(read, whole[501 - found..], "{query} by {limit}");
        }
    }
    for wrong in ["cursor=x", "limit=0", "limit=1001", "cursor=MjAyNy0wMy0wNSAx"] {
        let named = wrong.split('=').next().unwrap();
        assert_eq!(desk.get(&format!("{BOOKINGS_PATH}?{wrong}")).await.expect_invalid_fields(), [named], "{wrong}");
    }
}

#[test_on_both_engines]
async fn only_the_desk_lists_all_bookings() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    let id = create_booking(&asha, &haircut_request()).await;
    let one = format!("{BOOKINGS_PATH}/{id}");
    let board = format!("/api/desk/board?date=2027-03-05&branchId={PUNE}");
    let paths =
        [BOOKINGS_PATH, &one, "/api/desk/staff", "/api/desk/branches", "/api/desk/services", &board, "/api/desk/board"];
    let stranger = salon.admin_visitor();
    let (stylist, manager) = (salon.member("Mina", Role::Staff).await, salon.member("Omar", Role::Manager).await);
    for path in paths {
        stranger.get(path).await.expect_error(401, "UNAUTHENTICATED");
        stylist.get(path).await.expect_error(403, "FORBIDDEN");
    }
    for path in &paths[..6] {
        manager.get(path).await.expect_ok();
    }
    let desk = receptionist(&salon).await;
    for missing in ["nothing", "%00", "..%2F"] {
        desk.get(&format!("{BOOKINGS_PATH}/{missing}")).await.expect_error(404, "NOT_FOUND");
    }
}

#[test_on_both_engines]
async fn the_desk_lists_staff_with_branch_and_service_types() {
    let salon = small_salon().await;
    let desk = receptionist(&salon).await;
    let data = desk.get("/api/desk/staff").await.expect_ok();
    let of = |id: &str, branch: &str, name: &str, does: &str| {
        json!({
            "id": id, "userId": id, "branchId": branch, "displayName": name, "gender": "undisclosed",
            "serviceTypes": [does], "isActive": true,
        })
    };
    let staff: Vec<_> = data["staff"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|one| one["branchId"] == PUNE || one["branchId"] == GOA)
        .cloned()
        .collect();
    assert_eq!(
        staff,
        [
            of(STYLIST_IN_GOA, GOA, "stylist", "salon"),
            of(STYLIST, PUNE, "stylist", "salon"),
            of(THERAPIST, PUNE, "therapist", "spa"),
        ],
        "the therapist in Goa has left"
    );
    let branches = desk.get("/api/desk/branches").await.expect_ok()["branches"].clone();
    assert_eq!(branches.as_array().map(Vec::len), Some(2));
    assert_eq!(
        branches[0],
        json!({
            "id": PUNE, "code": "PUN", "number": 1, "name": "PUN", "address": "MG Road", "phone": null,
            "status": "operational", "isPrimary": true, "opensAt": "10:00", "closesAt": "21:00", "availabilityMode": "open",
            "hours": null, "cancelWindowMinutes": null, "holdMinutes": 30,
        })
    );
    assert_eq!(branches[1]["id"], GOA);
    let here = desk.get("/api/desk/services").await.expect_ok();
    assert_eq!(here, salon.visitor().get("/api/services").await.expect_ok(), "the catalogue");
}

#[test_on_both_engines]
async fn the_desk_s_lists_are_paged_like_the_directory() {
    let salon = small_salon().await;
    let desk = receptionist(&salon).await;
    // The stylists and therapists of branches that are not open are staff too.
    for (path, list, many) in [("/api/desk/staff", "staff", 7), ("/api/desk/branches", "branches", 2)] {
        let reply = desk.get(path).await;
        assert_eq!(reply.json()["meta"], json!({ "page": 1, "totalPages": 1, "totalCount": many }));
        let whole = reply.expect_ok()[list].as_array().unwrap().clone();
        assert_eq!(whole.len(), many);
        for (at, one) in whole.iter().enumerate() {
            let reply = desk.get(&format!("{path}?pageSize=1&page={}", at + 1)).await;
            assert_eq!(reply.expect_ok()[list], json!([one]));
            let meta = json!({ "page": at + 1, "totalPages": many, "totalCount": many });
            assert_eq!(reply.json()["meta"], meta);
        }
        let beyond = desk.get(&format!("{path}?page=99")).await;
        assert_eq!(beyond.expect_ok()[list], json!([]));
        assert_eq!(beyond.json()["meta"]["totalCount"], many);
        for (query, wrong) in [("page=0", vec!["page"]), ("page=x&pageSize=101", vec!["page", "pageSize"])] {
            assert_eq!(desk.get(&format!("{path}?{query}")).await.expect_invalid_fields(), wrong);
        }
        salon.admin_visitor().get(&format!("{path}?page=0")).await.expect_error(401, "UNAUTHENTICATED");
    }
    let services = desk.get("/api/desk/services").await;
    assert_exact_fields(&services.json(), &["data", "success"]);
}

#[test_on_both_engines]
async fn the_day_board_shows_bookings_by_staff() {
    let salon = small_salon().await;
    let desk = receptionist(&salon).await;
    let asha = salon.customer("Asha").await;
    let late = create_booking(&asha, &haircut_request_at("2027-03-05", "15:00")).await;
    let early = create_booking(&asha, &haircut_request()).await;
    for id in [&late, &early] {
        approve_booking(&desk, id, STYLIST).await.expect_ok();
    }
    let helped = create_booking(&asha, &massage_request()).await;
    approve_booking(&desk, &helped, STYLIST_IN_GOA).await.expect_ok();
    let waiting = create_booking(&asha, &haircut_request()).await;
    for status in ["cancelled", "rejected"] {
        let id = create_booking(&asha, &haircut_request()).await;
        set_booking_status(&salon, &id, status).await;
    }
    create_booking(&asha, &haircut_request_with("branchId", GOA)).await;
    create_booking(&asha, &haircut_request_at("2027-03-06", "15:00")).await;
    let board = desk.get(&format!("/api/desk/board?date=2027-03-05&branchId={PUNE}")).await.expect_ok();
    assert_exact_fields(&board, &["board", "holiday", "unassigned"]);
    let rows: Vec<_> = board["board"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| {
            assert_exact_fields(row, &["blocks", "bookings", "leave", "shifts", "staff"]);
            let ids: Vec<_> = row["bookings"].as_array().unwrap().iter().map(|one| one["id"].clone()).collect();
            (row["staff"]["id"].clone(), ids)
        })
        .collect();
    assert_eq!(
        rows,
        [
            (json!(STYLIST_IN_GOA), vec![json!(helped)]),
            (json!(STYLIST), vec![json!(early), json!(late)]),
            (json!(THERAPIST), vec![]),
        ]
    );
    let unassigned = board["unassigned"].as_array().unwrap();
    assert_eq!(unassigned.len(), 1);
    assert_eq!(unassigned[0], get_booking(&desk, &waiting).await.expect_ok()["booking"]);
    let empty = desk.get("/api/desk/board?date=2027-03-05&branchId=nowhere").await.expect_ok();
    assert_eq!(empty, json!({ "board": [], "holiday": null, "unassigned": [] }));
    for (query, wrong) in [
        ("", vec!["branchId", "date"]),
        ("date=2027-02-30&branchId=x", vec!["date"]),
        ("date=2027-03-05&branchId=", vec!["branchId"]),
    ] {
        assert_eq!(desk.get(&format!("/api/desk/board?{query}")).await.expect_invalid_fields(), wrong, "{query}");
    }
}

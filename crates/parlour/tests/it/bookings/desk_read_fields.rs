//! What reads of a booking add: whom the desk has before it, who does the services, and where the customer goes.

use parlour_testkit::actions::bookings::{
    BOOKINGS_PATH, approve_booking, assign_staff, create_booking, get_booking, haircut_request, haircut_request_at,
    list_own_bookings, listed_bookings, massage_request, read_service_fields, shown_booking,
};
use parlour_testkit::actions::memberships::{cancel_membership, create_membership, ten_hour_sale};
use parlour_testkit::actions::people::{manager, receptionist};
use parlour_testkit::checks::database::update_rows;
use parlour_testkit::checks::json::assert_exact_fields;
use parlour_testkit::fixtures::small_salon::{PUNE, STYLIST, THERAPIST};
use parlour_testkit::fixtures::spa_salon::spa_salon;
use parlour_testkit::{Person, TestSalon, test_on_both_engines};
use serde_json::{Value, json};

/// The booking in every read that the desk has of it.
async fn all_desk_reads(desk: &Person, customer: &Person, id: &str) -> Vec<Value> {
    let seen = get_booking(desk, id).await.expect_ok()["booking"].clone();
    let (date, status, kind) = (&seen["bookingDate"], &seen["status"], &seen["serviceType"]);
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let mut lists = vec![format!("/api/customers/{}/bookings", customer.id())];
    for query in [
        String::new(),
        format!("date={}", text(date)),
        format!("status={}", text(status)),
        format!("serviceType={}", text(kind)),
        format!("date={}&status={}", text(date), text(status)),
    ] {
        lists.push(format!("{BOOKINGS_PATH}?{query}"));
    }
    let mut reads = vec![seen.clone()];
    for path in lists {
        let listed = listed_bookings(&desk.get(&path).await);
        reads.extend(listed.into_iter().filter(|one| one["id"] == id));
    }
    let board = desk.get(&format!("/api/desk/board?date={}&branchId={PUNE}", text(date))).await.expect_ok();
    let of_staff = board["board"].as_array().unwrap().iter().flat_map(|row| row["bookings"].as_array().unwrap());
    let on_board = of_staff.chain(board["unassigned"].as_array().unwrap()).filter(|one| one["id"] == id);
    reads.extend(on_board.cloned());
    assert!(reads.len() >= 8, "one of the reads does not have it");
    reads
}

async fn add_tag(salon: &TestSalon, desk: &Person, customer: &Person, name: &str, color: &str) {
    let boss = manager(salon).await;
    let tag = boss.post("/api/tags", &json!({ "name": name, "color": color })).await.expect_created();
    let tag_id = tag["tag"]["id"].as_str().unwrap_or_else(|| panic!("{tag}")).to_owned();
    let path = format!("/api/customers/{}/tags", customer.id());
    let reply = desk.post(&path, &json!({ "tagId": tag_id })).await;
    assert!(reply.status.is_success(), "{}", reply.text());
}

#[test_on_both_engines]
async fn every_read_of_the_desk_shows_the_customer() {
    let salon = spa_salon().await;
    let desk = receptionist(&salon).await;
    let (asha, tara) = (salon.customer("Asha").await, salon.customer("Tara").await);
    let id = create_booking(&asha, &haircut_request()).await;
    for person in [&asha, &tara] {
        person.get("/api/profile").await.expect_ok();
    }
    let other = create_booking(&tara, &haircut_request_at("2027-03-05", "15:00")).await;
    for seen in all_desk_reads(&desk, &asha, &id).await {
        assert_eq!((&seen["customerPhone"], &seen["customerNoshowCount"]), (&Value::Null, &json!(0)));
        assert_eq!((&seen["customerTags"], &seen["hasActiveMembership"]), (&json!([]), &json!(false)));
        assert_eq!((&seen["guestName"], &seen["services"][0]["staffName"]), (&Value::Null, &Value::Null));
    }
    asha.patch("/api/profile", &json!({ "phone": "98450 12345" })).await.expect_ok();
    update_rows(&salon, asha.id().as_str(), "update profiles set noshow_count = 2 where user_id = $1").await;
    add_tag(&salon, &desk, &asha, "VIP \"gold\"", "#b45309").await;
    add_tag(&salon, &desk, &asha, "allergies", "red").await;
    let membership = create_membership(&desk, &ten_hour_sale(&asha)).await;
    approve_booking(&desk, &id, STYLIST).await.expect_ok();
    let tags = json!([
        { "slug": "allergies", "name": "allergies", "color": "red" },
        { "slug": "vip-\"gold\"", "name": "VIP \"gold\"", "color": "#b45309" },
    ]);
    for seen in all_desk_reads(&desk, &asha, &id).await {
        assert_eq!((&seen["customerPhone"], &seen["customerNoshowCount"]), (&json!("+919845012345"), &json!(2)));
        assert_eq!((&seen["customerTags"], &seen["hasActiveMembership"]), (&tags, &json!(true)));
        assert_eq!(seen["services"][0]["staffName"], "stylist");
        assert_exact_fields(&seen["services"][0], &read_service_fields());
    }
    for seen in all_desk_reads(&desk, &tara, &other).await {
        assert_eq!((&seen["customerTags"], &seen["hasActiveMembership"]), (&json!([]), &json!(false)));
    }
    cancel_membership(&manager(&salon).await, &membership, "Moves away").await.expect_ok();
    for seen in all_desk_reads(&desk, &asha, &id).await {
        assert_eq!(seen["hasActiveMembership"], false);
    }
    salon.leaves_due_jobs("an invoice is printed");
}

#[test_on_both_engines]
async fn customers_see_where_they_go_and_who_does_it() {
    let salon = spa_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&asha, &massage_request()).await;
    let seen = shown_booking(&asha, &id).await;
    assert_eq!((&seen["branchName"], &seen["services"][0]["staffName"]), (&json!("PUN"), &Value::Null));
    for (staff, name) in [(THERAPIST, "therapist"), (STYLIST, "stylist")] {
        assign_staff(&desk, &id, staff).await.expect_ok();
        let seen = shown_booking(&asha, &id).await;
        assert_eq!((&seen["branchName"], &seen["services"][0]["staffName"]), (&json!("PUN"), &json!(name)));
        assert_eq!(list_own_bookings(&asha).await[0], seen);
        for field in ["customerPhone", "customerTags", "guestName", "hasActiveMembership", "customerNoshowCount"] {
            assert!(seen.get(field).is_none(), "{field} is for the desk");
        }
    }
}

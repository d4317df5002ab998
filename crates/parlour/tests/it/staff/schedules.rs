//! Who works when: weeks, the day board, holidays, and one's own days.

use axum::http::Method;
use parlour_domain::auth::role::Role;
use parlour_testkit::actions::bookings::{
    approve_booking, cancel_booking, create_booking, haircut_request, haircut_request_at,
};
use parlour_testkit::actions::people::{manager, receptionist, staff_member_in_pune};
use parlour_testkit::checks::audit_log::actions_on_record;
use parlour_testkit::checks::database::count_rows;
use parlour_testkit::fixtures::small_salon::{GOA, PUNE, STYLIST, small_salon};
use parlour_testkit::{Person, Reply, test_on_both_engines};
use serde_json::{Value, json};
use tokio::task::JoinSet;

const HOLIDAYS_PATH: &str = "/api/schedule/holidays";

async fn put_week(manager: &Person, staff: &str, shifts: &Value) -> Reply {
    let body = json!({ "shifts": shifts });
    manager.send(Method::PUT, &format!("/api/schedule/{staff}"), body.to_string()).await
}

async fn shown_week(manager: &Person, staff: &str) -> Value {
    manager.get(&format!("/api/schedule/{staff}")).await.expect_ok()["shifts"].clone()
}

/// From Monday to Friday, with a lunch.
fn usual_week() -> Value {
    let day = |weekday: i64| {
        json!({
            "weekday": weekday, "startTime": "10:00", "endTime": "19:00",
            "breaks": [{ "startTime": "16:00", "endTime": "16:15" }, { "startTime": "13:00", "endTime": "13:45" }],
        })
    };
    (1..=5).map(day).collect()
}

#[test_on_both_engines]
async fn a_week_is_replaced_as_a_whole_and_read_in_order() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    assert_eq!(shown_week(&meera, STYLIST).await, json!([]));
    let written = put_week(&meera, STYLIST, &usual_week()).await.expect_ok();
    let monday = json!({
        "weekday": 1, "startTime": "10:00", "endTime": "19:00",
        "breaks": [
            { "startTime": "13:00", "endTime": "13:45" }, { "startTime": "16:00", "endTime": "16:15" },
        ],
    });
    assert_eq!((&written["shifts"][0], written["shifts"].as_array().unwrap().len()), (&monday, 5));
    assert_eq!(shown_week(&meera, STYLIST).await, written["shifts"]);
    let again = put_week(&meera, STYLIST, &written["shifts"]).await.expect_ok();
    assert_eq!(again, written, "what was read can be written");

    let other = json!([
        { "weekday": 7, "startTime": "14:00", "endTime": "23:59" },
        { "weekday": 7, "startTime": "00:00", "endTime": "14:00", "breaks": null },
    ]);
    let written = put_week(&meera, STYLIST, &other).await.expect_ok();
    assert_eq!(
        written["shifts"],
        json!([
            { "weekday": 7, "startTime": "00:00", "endTime": "14:00", "breaks": [] },
            { "weekday": 7, "startTime": "14:00", "endTime": "23:59", "breaks": [] },
        ])
    );
    assert_eq!(shown_week(&meera, STYLIST).await, written["shifts"]);
    assert_eq!(count_rows(&salon, STYLIST, "select count(*) from staff_shifts where staff_id = $1").await, 2);
    assert_eq!(count_rows(&salon, "", "select count(*) from staff_shift_breaks where shift_id <> $1").await, 0);
    assert_eq!(shown_week(&meera, "staff-therapist-branch-pune").await, json!([]));

    assert_eq!(put_week(&meera, STYLIST, &json!([])).await.expect_ok(), json!({ "shifts": [] }));
    assert_eq!(actions_on_record(&salon, STYLIST).await, ["staff.set_week"; 4]);
    let kept = "select count(*) from audit_log where record_id = $1 and before_json like '%14:00%23:59%'
                    and after_json = '{\"shifts\":[]}'";
    assert_eq!(count_rows(&salon, STYLIST, kept).await, 1);
}

#[test_on_both_engines]
async fn all_invalid_times_are_reported_with_their_path() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    put_week(&meera, STYLIST, &usual_week()).await.expect_ok();
    let before = shown_week(&meera, STYLIST).await;
    let wrong = json!([
        { "weekday": 1, "startTime": "10:00", "endTime": "14:00", "breaks": [
            { "startTime": "09:00", "endTime": "10:30" }, { "startTime": "11:00", "endTime": "10:45" }, "lunch",
            { "startTime": "13:30", "endTime": "14:01" }, { "startTime": "13:45", "endTime": "13:50" } ] },
        { "weekday": 1, "startTime": "13:59", "endTime": "21:00" },
        { "weekday": 0, "startTime": "25:00" },
        "Tuesday",
        { "weekday": 2.0, "startTime": "10:00", "endTime": "10:00", "breaks": "none" },
        { "weekday": 2, "startTime": "10:00", "endTime": "10:00" },
        { "weekday": 2, "startTime": "10:00", "endTime": "11:00", "breaks": [{}] },
    ]);
    assert_eq!(
        put_week(&meera, STYLIST, &wrong).await.expect_invalid_fields(),
        [
            "shifts.0.breaks.0.startTime",
            "shifts.0.breaks.1.endTime",
            "shifts.0.breaks.2",
            "shifts.0.breaks.3.endTime",
            "shifts.0.breaks.4.startTime",
            "shifts.1.startTime",
            "shifts.2.endTime",
            "shifts.2.startTime",
            "shifts.2.weekday",
            "shifts.3",
            "shifts.4.breaks",
            "shifts.4.endTime",
            "shifts.4.weekday",
            "shifts.5.endTime",
            "shifts.6.breaks.0.endTime",
            "shifts.6.breaks.0.startTime",
        ]
    );
    let many: Value = (0..51).map(|_| usual_week()[0].clone()).collect();
    for body in [&many, &json!(null), &json!("week")] {
        assert_eq!(put_week(&meera, STYLIST, body).await.expect_invalid_fields(), ["shifts"]);
    }
    let mut restless = usual_week();
    restless[0]["breaks"] = (0..13).map(|_| restless[0]["breaks"][0].clone()).collect();
    assert_eq!(put_week(&meera, STYLIST, &restless).await.expect_invalid_fields(), ["shifts.0.breaks"]);
    assert_eq!(shown_week(&meera, STYLIST).await, before);
    put_week(&meera, "nobody", &usual_week()).await.expect_error(404, "NOT_FOUND");
    meera.get("/api/schedule/nobody").await.expect_error(404, "NOT_FOUND");
}

#[test_on_both_engines]
async fn of_concurrent_weeks_one_is_stored_completely() {
    let salon = small_salon().await;
    let mut managers = Vec::new();
    for number in 0..6 {
        managers.push(salon.member(&format!("manager{number}"), Role::Manager).await);
    }
    let mut writing = JoinSet::new();
    for number in 0..24 {
        let meera = managers[number % 6].clone();
        let days = (1..=7).map(move |weekday| {
            json!({ "weekday": weekday, "startTime": format!("{number:02}:00"),
                    "endTime": format!("{number:02}:59"),
                    "breaks": [{ "startTime": format!("{number:02}:10"), "endTime": format!("{number:02}:20") }] })
        });
        writing.spawn(async move { put_week(&meera, STYLIST, &days.collect()).await });
    }
    let replies: Vec<Value> = writing.join_all().await.iter().map(Reply::expect_ok).collect();
    let kept = shown_week(&managers[0], STYLIST).await;
    assert_eq!(kept.as_array().unwrap().len(), 7);
    assert_eq!(replies.iter().filter(|reply| reply["shifts"] == kept).count(), 1);
    assert_eq!(actions_on_record(&salon, STYLIST).await.len(), 24);
}

#[test_on_both_engines]
async fn the_day_board_shows_shifts_leave_and_bookings() {
    let salon = small_salon().await;
    let (meera, desk, asha) = (manager(&salon).await, receptionist(&salon).await, salon.customer("Asha").await);
    let kiran = staff_member_in_pune(&salon, "Kiran", Role::Staff).await;
    put_week(&meera, STYLIST, &usual_week()).await.expect_ok();
    // 2027-03-05 is a Friday.
    let mine = create_booking(&asha, &haircut_request()).await;
    approve_booking(&desk, &mine, STYLIST).await.expect_ok();
    let open = create_booking(&asha, &haircut_request_at("2027-03-05", "15:00")).await;
    let gone = create_booking(&asha, &haircut_request_at("2027-03-05", "16:00")).await;
    cancel_booking(&asha, &gone).await.expect_ok();
    let asked = json!({ "startDate": "2027-03-04", "endDate": "2027-03-05", "reason": "A wedding" });
    let leave = kiran.post("/api/me/leave", &asked).await.expect_created()["leave"].clone();

    let board = async |date: &str, branch: &str| {
        meera.get(&format!("/api/schedule?date={date}&branchId={branch}")).await.expect_ok()
    };
    let friday = board("2027-03-05", PUNE).await;
    let rows = friday["board"].as_array().unwrap().clone();
    let names: Vec<_> = rows.iter().map(|row| row["staff"]["displayName"].as_str().unwrap()).collect();
    assert_eq!(names, ["kiran", "stylist", "therapist"]);
    assert_eq!((&rows[0]["shifts"], &rows[0]["leave"]), (&json!([]), &json!([leave])));
    assert_eq!(rows[1]["shifts"][0]["weekday"], 5);
    assert_eq!(rows[1]["shifts"].as_array().unwrap().len(), 1);
    assert_eq!(rows[1]["shifts"][0]["breaks"][0], json!({ "startTime": "13:00", "endTime": "13:45" }));
    let booked = rows[1]["bookings"].as_array().unwrap();
    assert_eq!((booked.len(), &booked[0]["id"], &booked[0]["customerName"]), (1, &json!(mine), &json!("Asha")));
    assert_eq!((&friday["unassigned"][0]["id"], &friday["holiday"]), (&json!(open), &json!(null)));
    assert_eq!(friday["unassigned"].as_array().unwrap().len(), 1);

    // The desk sees the same day, but not why somebody would like to be away.
    let mut for_the_desk = friday.clone();
    for_the_desk["board"][0]["leave"][0]["reason"] = json!(null);
    let seen = desk.get(&format!("/api/desk/board?date=2027-03-05&branchId={PUNE}")).await.expect_ok();
    assert_eq!(seen, for_the_desk);

    let holiday = json!({ "branchId": PUNE, "date": "2027-03-06", "name": "Maha Shivaratri" });
    let holiday = meera.post(HOLIDAYS_PATH, &holiday).await.expect_created()["holiday"].clone();
    let saturday = board("2027-03-06", PUNE).await;
    assert_eq!(saturday["holiday"], holiday);
    assert_eq!(saturday["board"][1]["shifts"], json!([]));
    assert_eq!(saturday["board"][0]["leave"], json!([]));
    let elsewhere = board("2027-03-06", GOA).await;
    assert_eq!((&elsewhere["holiday"], elsewhere["board"].as_array().unwrap().len()), (&json!(null), 1));
    assert_eq!(board("2027-03-06", "nowhere").await["board"], json!([]));

    // What is refused is no leave.
    let path = format!("/api/schedule/leave/{}", leave["id"].as_str().unwrap());
    meera.patch(&path, &json!({ "action": "reject" })).await.expect_ok();
    assert_eq!(board("2027-03-05", PUNE).await["board"][0]["leave"], json!([]));
    assert_eq!(meera.get("/api/schedule?date=5").await.expect_invalid_fields(), ["branchId", "date"]);
}

#[test_on_both_engines]
async fn staff_see_only_their_own_days() {
    let salon = small_salon().await;
    let (meera, desk, asha) = (manager(&salon).await, receptionist(&salon).await, salon.customer("Asha").await);
    let (kiran, sita) = (
        staff_member_in_pune(&salon, "Kiran", Role::Staff).await,
        staff_member_in_pune(&salon, "Sita", Role::Staff).await,
    );
    put_week(&meera, "staff-kiran", &usual_week()).await.expect_ok();
    let id = create_booking(&asha, &haircut_request()).await;
    approve_booking(&desk, &id, "staff-kiran").await.expect_ok();
    let gone = create_booking(&asha, &haircut_request_at("2027-03-05", "16:00")).await;
    approve_booking(&desk, &gone, "staff-kiran").await.expect_ok();
    cancel_booking(&asha, &gone).await.expect_ok();
    let asked = json!({ "startDate": "2027-03-08", "endDate": "2027-03-08" });
    let leave = kiran.post("/api/me/leave", &asked).await.expect_created()["leave"].clone();
    let holiday = json!({ "branchId": PUNE, "date": "2027-03-09" });
    let holiday = meera.post(HOLIDAYS_PATH, &holiday).await.expect_created()["holiday"].clone();

    let own = kiran.get("/api/me/schedule?from=2027-03-05&to=2027-03-09").await.expect_ok();
    let days: Vec<_> = own["shifts"].as_array().unwrap().iter().map(|shift| shift["date"].clone()).collect();
    assert_eq!(days, ["2027-03-05", "2027-03-08", "2027-03-09"]);
    assert_eq!(own["shifts"][0]["startTime"], "10:00");
    assert_eq!((&own["leave"], &own["holidays"]), (&json!([leave]), &json!([holiday])));
    assert_eq!(
        own["bookings"],
        json!([{
            "id": id, "bookingNumber": "BK-PUN-2703-H-00001", "branchId": PUNE, "status": "confirmed",
            "serviceType": "salon", "bookingDate": "2027-03-05", "startTime": "11:00:00", "endTime": "11:45:00",
            "finishedAt": null, "notes": null, "customerName": "Asha", "guestName": null, "wishedStaffId": null,
            "wishedStaffGender": null,
            "services": [{
                "serviceId": "service-cut", "serviceNameSnapshot": "cut", "durationMinutes": 45, "displayOrder": 1,
                "isOwn": true,
            }],
        }])
    );
    // Two weeks from today on, unless something else is asked for.
    let usual_days = kiran.get("/api/me/schedule").await.expect_ok();
    let shifts = usual_days["shifts"].as_array().unwrap();
    assert_eq!(
        (&shifts[0]["date"], &shifts[9]["date"], shifts.len()),
        (&json!("2027-03-01"), &json!("2027-03-12"), 10)
    );
    let nothing = json!({ "shifts": [], "leave": [], "holidays": [holiday], "bookings": [], "blocks": [] });
    assert_eq!(sita.get("/api/me/schedule").await.expect_ok(), nothing);
    let nothing = json!({ "shifts": [], "leave": [], "holidays": [], "bookings": [], "blocks": [] });
    assert_eq!(meera.get("/api/me/schedule").await.expect_ok(), nothing);

    for (query, wrong) in [
        ("from=2027-03-05&to=2027-03-04", "to"),
        ("from=2027-03-01&to=2027-06-01", "to"),
        ("from=today", "from"),
        ("to=2027-02-30", "to"),
        ("to=2027-02-28", "to"),
    ] {
        assert_eq!(kiran.get(&format!("/api/me/schedule?{query}")).await.expect_invalid_fields(), [wrong], "{query}");
    }
    kiran.get("/api/me/schedule?from=2027-03-01&to=2027-05-31").await.expect_ok();
    // The last Friday that can be written, and not what comes after it.
    let last = kiran.get("/api/me/schedule?from=9999-12-31").await.expect_ok();
    assert_eq!((&last["shifts"][0]["date"], last["shifts"].as_array().unwrap().len()), (&json!("9999-12-31"), 1));
    asha.get("/api/me/schedule").await.expect_error(404, "NOT_FOUND");
}

#[test_on_both_engines]
async fn holidays_are_added_removed_and_listed_in_order() {
    let salon = small_salon().await;
    let (meera, asha) = (manager(&salon).await, salon.customer("Asha").await);
    create_booking(&asha, &haircut_request()).await;
    let gone = create_booking(&asha, &haircut_request_at("2027-03-05", "15:00")).await;
    cancel_booking(&asha, &gone).await.expect_ok();
    let add = async |branch: &str, date: &str| {
        meera.post(HOLIDAYS_PATH, &json!({ "branchId": branch, "date": date, "name": "  Holi " })).await
    };
    let added = add(PUNE, "2027-03-05").await.expect_created();
    let friday = added["holiday"].clone();
    assert_eq!(
        added,
        json!({
            "holiday": { "id": friday["id"], "branchId": PUNE, "date": "2027-03-05", "name": "Holi",
                         "createdAt": "2027-03-01T04:30:00.000Z" },
            "affectedCount": 1,
        })
    );
    add(PUNE, "2027-03-05").await.expect_error(409, "CONFLICT");
    for (branch, date) in [(GOA, "2027-03-05"), (PUNE, "2027-03-01"), (PUNE, "2027-08-15")] {
        assert_eq!(add(branch, date).await.expect_created()["affectedCount"], 0);
    }
    let wrong = json!({ "branchId": "", "date": "2027-02-28", "name": "x".repeat(121) });
    assert_eq!(meera.post(HOLIDAYS_PATH, &wrong).await.expect_invalid_fields(), ["branchId", "date", "name"]);
    assert_eq!(add("nowhere", "2027-03-05").await.expect_invalid_fields(), ["branchId"]);

    let days = async |query: &str| {
        let reply = meera.get(&format!("{HOLIDAYS_PATH}?{query}")).await;
        let data = reply.expect_ok();
        let days: Vec<_> = data["holidays"]
            .as_array()
            .unwrap()
            .iter()
            .map(|day| format!("{} {}", day["date"].as_str().unwrap(), day["branchId"].as_str().unwrap()))
            .collect();
        (days, reply.json()["meta"].clone())
    };
    let (all, meta) = days("").await;
    assert_eq!(
        all,
        ["2027-03-01 branch-pune", "2027-03-05 branch-goa", "2027-03-05 branch-pune", "2027-08-15 branch-pune"]
    );
    assert_eq!(meta, json!({ "page": 1, "totalPages": 1, "totalCount": 4 }));
    let (some, meta) = days("branchId=branch-pune&from=2027-03-02&to=2027-12-31&pageSize=1&page=2").await;
    assert_eq!(some, ["2027-08-15 branch-pune"]);
    assert_eq!(meta, json!({ "page": 2, "totalPages": 2, "totalCount": 2 }));
    assert_eq!(days("branchId=nowhere").await.0, Vec::<String>::new());
    let refused = meera.get(&format!("{HOLIDAYS_PATH}?from=2027-03-02&to=2027-03-01&page=0")).await;
    assert_eq!(refused.expect_invalid_fields(), ["page", "to"]);

    let id = friday["id"].as_str().unwrap();
    let path = format!("{HOLIDAYS_PATH}/{id}");
    assert_eq!(meera.send(Method::DELETE, &path, "").await.expect_ok(), json!({ "ok": true }));
    meera.send(Method::DELETE, &path, "").await.expect_error(404, "NOT_FOUND");
    assert_eq!(days("to=2027-03-31").await.0, ["2027-03-01 branch-pune", "2027-03-05 branch-goa"]);
    assert_eq!(actions_on_record(&salon, id).await, ["holiday.add", "holiday.remove"]);
    add(PUNE, "2027-03-05").await.expect_created();
}

#[test_on_both_engines]
async fn concurrent_requests_add_a_holiday_once() {
    let salon = small_salon().await;
    let mut closing = JoinSet::new();
    for number in 0..24 {
        let meera = salon.member(&format!("manager{number}"), Role::Manager).await;
        let body = json!({ "branchId": PUNE, "date": "2027-03-05", "name": format!("Reason {number}") });
        closing.spawn(async move { meera.post(HOLIDAYS_PATH, &body).await });
    }
    let replies = closing.join_all().await;
    let (added, refused): (Vec<_>, Vec<_>) = replies.iter().partition(|reply| reply.status == 201);
    assert_eq!((added.len(), refused.len()), (1, 23));
    for reply in refused {
        reply.expect_error(409, "CONFLICT");
    }
    let id = added[0].expect_created()["holiday"]["id"].clone();
    assert_eq!(actions_on_record(&salon, id.as_str().unwrap()).await, ["holiday.add"]);
    let logged = "select count(*) from audit_log where record_type = $1";
    assert_eq!(count_rows(&salon, "holiday", logged).await, 1);
}

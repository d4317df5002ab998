//! The desk looks after leads.

use parlour_db::{DbError, params};
use parlour_domain::auth::role::Role;
use parlour_domain::ist::{DAY_MS, Timestamp};
use parlour_testkit::actions::bookings::{create_booking, haircut_request_with};
use parlour_testkit::actions::people::receptionist;
use parlour_testkit::checks::audit_log::actions_on_record;
use parlour_testkit::checks::database::{count_rows, update_rows, write_transaction};
use parlour_testkit::checks::json::sorted_keys;
use parlour_testkit::fixtures::small_salon::small_salon;
use parlour_testkit::{Person, Reply, TestSalon, test_on_both_engines};
use serde_json::{Value, json};
use tokio::task::JoinSet;

const LEADS_PATH: &str = "/api/leads";
const LEAD_STATUSES: [&str; 6] = ["new", "contacted", "follow_up", "booked", "won", "lost"];
const LEAD_FIELDS: [&str; 17] = [
    "assignedTo",
    "convertedBookingId",
    "createdAt",
    "email",
    "id",
    "lastContactedAt",
    "name",
    "phone",
    "serviceInterestedId",
    "source",
    "status",
    "updatedAt",
    "utmCampaign",
    "utmContent",
    "utmMedium",
    "utmSource",
    "utmTerm",
];

fn asha_lead() -> Value {
    json!({ "name": "Asha Rao", "phone": "9876543210" })
}

fn asha_lead_with(field: &str, value: impl Into<Value>) -> Value {
    let mut body = asha_lead();
    body[field] = value.into();
    body
}

/// The lead's own fields and these.
fn lead_fields_and(more: &[&'static str]) -> Vec<&'static str> {
    let mut fields = [&LEAD_FIELDS[..], more].concat();
    fields.sort_unstable();
    fields
}

/// The id of a new lead that was put into a status, with nothing else that belongs to it.
async fn create_lead_in_status(salon: &TestSalon, desk: &Person, status: &'static str) -> String {
    let id = create_lead(desk, &asha_lead()).await;
    let lead = id.clone();
    write_transaction(&salon.app, move |tx| {
        tx.execute("update leads set status = $2 where id = $1", params![lead, status]).map(drop)
    })
    .await;
    id
}

async fn create_lead(desk: &Person, body: &Value) -> String {
    desk.post(LEADS_PATH, body).await.expect_created()["leadId"].as_str().expect("a lead's id").to_owned()
}

async fn list_leads(desk: &Person, query: &str) -> Vec<Value> {
    let data = desk.get(&format!("{LEADS_PATH}{query}")).await.expect_ok();
    assert_eq!(sorted_keys(&data), ["leads"]);
    data["leads"].as_array().expect("a list").clone()
}

fn lead_ids(leads: &[Value]) -> Vec<&str> {
    leads.iter().map(|lead| lead["id"].as_str().expect("an id")).collect()
}

async fn lead_detail(desk: &Person, id: &str) -> Value {
    desk.get(&format!("{LEADS_PATH}/{id}")).await.expect_ok()
}

async fn change_lead_status(desk: &Person, id: &str, body: Value) -> Reply {
    desk.patch(&format!("{LEADS_PATH}/{id}"), &body).await
}

async fn assign_lead(desk: &Person, id: &str, body: Value) -> Reply {
    desk.post(&format!("{LEADS_PATH}/{id}/assign"), &body).await
}

async fn post_note(desk: &Person, id: &str, content: impl Into<Value>) -> Reply {
    desk.post(&format!("{LEADS_PATH}/{id}/notes"), &json!({ "content": content.into() })).await
}

/// What the log says of an act on a lead: who, before and after.
async fn lead_audit_entries(
    salon: &TestSalon,
    lead: &str,
    action: &'static str,
) -> Vec<(Option<String>, Option<Value>, Option<Value>)> {
    let lead = lead.to_owned();
    let read = salon.app.db.read(move |conn| -> Result<_, DbError> {
        conn.all::<(Option<String>, Option<String>, Option<String>)>(
            "select actor_id, before_json, after_json from audit_log
             where record_id = $1 and action = $2 and record_type = 'lead' and origin = 'admin'
             order by created_at, id",
            params![lead, action],
        )
    });
    let parsed = |text: Option<String>| text.map(|text| serde_json::from_str(&text).expect("JSON"));
    let rows = read.await.expect("the log can be read").into_iter();
    rows.map(|(who, before, after)| (who, parsed(before), parsed(after))).collect()
}

#[test_on_both_engines]
async fn the_desk_captures_a_lead() {
    let salon = small_salon().await;
    let desk = receptionist(&salon).await;
    let body = json!({
        "name": "  Asha Rao ", "phone": "09876543210", "email": "asha@example.in",
        "serviceInterestedId": "service-cut", "source": "manual", "utmSource": "poster", "utmTerm": "",
    });
    let reply = desk.post(LEADS_PATH, &body).await;
    let id = reply.expect_created()["leadId"].as_str().unwrap().to_owned();
    assert_eq!(reply.json(), json!({ "success": true, "data": { "leadId": id } }));
    let now = salon.now().to_string();
    let expected = json!({
        "id": id, "name": "Asha Rao", "phone": "+919876543210", "email": "asha@example.in",
        "serviceInterestedId": "service-cut", "status": "new", "source": "manual", "utmSource": "poster",
        "utmMedium": null, "utmCampaign": null, "utmContent": null, "utmTerm": null, "assignedTo": null,
        "convertedBookingId": null, "lastContactedAt": null, "createdAt": now, "updatedAt": now,
        "serviceName": "cut", "daysSinceCapture": 0, "isStale": false,
    });
    assert_eq!(list_leads(&desk, "").await, [expected]);
    let log = lead_audit_entries(&salon, &id, "lead.capture").await;
    assert_eq!(log, [(Some(desk.id().to_string()), None, None)], "what was captured stands in the lead");
}

#[test_on_both_engines]
async fn a_lead_captured_by_the_desk_has_source_manual() {
    let salon = small_salon().await;
    let desk = receptionist(&salon).await;
    for source in [json!("manual"), Value::Null] {
        create_lead(&desk, &asha_lead_with("source", source)).await;
    }
    create_lead(&desk, &asha_lead()).await;
    assert!(list_leads(&desk, "").await.iter().all(|lead| lead["source"] == "manual"));
    for source in [json!(""), json!("Manual"), json!("meta_ad"), json!(" manual"), json!(5), json!(["manual"])] {
        let reply = desk.post(LEADS_PATH, &asha_lead_with("source", source.clone())).await;
        assert_eq!(reply.expect_invalid_fields(), ["source"], "{source}");
    }
    let everything = json!({
        "name": "x".repeat(121), "phone": "1", "email": "asha", "serviceInterestedId": "nope", "source": "web",
        "utmSource": "x".repeat(121), "utmMedium": 1,
    });
    assert_eq!(
        desk.post(LEADS_PATH, &everything).await.expect_invalid_fields(),
        ["email", "name", "phone", "serviceInterestedId", "source", "utmMedium", "utmSource"]
    );
    let unknown = desk.post(LEADS_PATH, &asha_lead_with("serviceInterestedId", "nope")).await;
    assert_eq!(unknown.expect_invalid_fields(), ["serviceInterestedId"]);
    assert_eq!(list_leads(&desk, "").await.len(), 3);
}

#[test_on_both_engines]
async fn a_repeated_request_captures_one_lead() {
    let salon = small_salon().await;
    let ravi = receptionist(&salon).await.with_header("idempotency-key", "call-1");
    let mira = salon.member("Mira", Role::Receptionist).await.with_header("idempotency-key", "call-1");
    let first = create_lead(&ravi, &asha_lead()).await;
    assert_eq!(create_lead(&ravi, &asha_lead()).await, first);
    ravi.post(LEADS_PATH, &asha_lead_with("name", "Usha")).await.expect_error(422, "BUSINESS_RULE_VIOLATION");
    assert_ne!(create_lead(&mira, &asha_lead()).await, first, "a key is its sender's own");
    assert_eq!(list_leads(&ravi, "").await.len(), 2);
}

#[test_on_both_engines]
async fn the_newest_lead_comes_first() {
    let salon = small_salon().await;
    let desk = receptionist(&salon).await;
    let mut by_status = Vec::new();
    for status in LEAD_STATUSES.iter().chain(&LEAD_STATUSES) {
        by_status.insert(0, (create_lead_in_status(&salon, &desk, status).await, *status));
        salon.advance_seconds(60);
    }
    let all = list_leads(&desk, "").await;
    assert_eq!(lead_ids(&all), by_status.iter().map(|(id, _)| id.as_str()).collect::<Vec<_>>());
    for lead in &all {
        assert_eq!(sorted_keys(lead), lead_fields_and(&["daysSinceCapture", "isStale", "serviceName"]));
    }
    for status in LEAD_STATUSES {
        let some = list_leads(&desk, &format!("?status={status}")).await;
        let expected = by_status.iter().filter(|(_, of)| *of == status).map(|(id, _)| id.as_str());
        assert_eq!(lead_ids(&some), expected.collect::<Vec<_>>(), "{status}");
        assert!(some.iter().all(|lead| lead["status"] == status));
    }
    for unknown in ["", "open", "NEW", "new,lost", "new%00"] {
        let reply = desk.get(&format!("{LEADS_PATH}?status={unknown}")).await;
        assert_eq!(reply.expect_invalid_fields(), ["status"], "{unknown}");
    }
    let both = desk.get("/api/leads?status=open&limit=0&cursor=x").await;
    assert_eq!(both.expect_invalid_fields(), ["cursor", "limit", "status"]);
}

#[test_on_both_engines]
async fn a_long_list_is_returned_whole_or_in_pages() {
    let salon = small_salon().await;
    let desk = receptionist(&salon).await;
    write_transaction(&salon.app, |tx| {
        for number in 0..230_i64 {
            // Some at the same moment: then the id decides.
            let at = Timestamp::from_millis(1_790_000_000_000 + number / 3);
            let status = if number % 2 == 0 { "new" } else { "lost" };
            tx.execute(
                "insert into leads (id, name, phone, status, source, created_at, updated_at)
                 values ($1, 'Asha', '+919876543210', $2, 'manual', $3, $3)",
                params![format!("lead-{number:03}"), status, at],
            )?;
        }
        Ok(())
    })
    .await;
    let newest_first: Vec<String> = (0..230).rev().map(|number| format!("lead-{number:03}")).collect();
    assert_eq!(lead_ids(&list_leads(&desk, "").await), newest_first);
    for (query, expected) in
        [("", newest_first.clone()), ("status=new&", newest_first.iter().skip(1).step_by(2).cloned().collect())]
    {
        let mut page = Some(format!("{LEADS_PATH}?{query}limit=50"));
        let mut read = Vec::new();
        while let Some(path) = page {
            let reply = desk.get(&path).await;
            let leads = reply.expect_ok()["leads"].as_array().unwrap().clone();
            assert!(leads.len() <= 50);
            read.extend(leads);
            assert!(read.len() <= 230, "no end to it");
            let link = reply.header("link");
            page = link.map(|link| link[1..].split_once('>').expect("an address").0.to_owned());
        }
        assert_eq!(lead_ids(&read), expected, "{query}");
    }
}

#[test_on_both_engines]
async fn lead_status_changes_follow_the_transition_table() {
    let salon = small_salon().await;
    let desk = receptionist(&salon).await;
    let allowed: [&[&str]; 6] = [
        &["contacted", "booked", "lost"],
        &["follow_up", "booked", "lost"],
        &["booked", "lost"],
        &["won", "lost"],
        &[],
        &[],
    ];
    for (from, allowed) in LEAD_STATUSES.into_iter().zip(allowed) {
        for to in LEAD_STATUSES {
            let id = create_lead_in_status(&salon, &desk, from).await;
            let before = lead_detail(&desk, &id).await;
            salon.advance_seconds(1);
            let reply = change_lead_status(&desk, &id, json!({ "status": to, "reason": "Too far away" })).await;
            if allowed.contains(&to) {
                let lead = reply.expect_ok()["lead"].clone();
                assert_eq!(sorted_keys(&lead), LEAD_FIELDS, "{from} to {to}");
                assert_eq!(lead["status"], to);
                assert_eq!(lead["updatedAt"], salon.now().to_string());
                let stamped = if to == "contacted" { json!(salon.now().to_string()) } else { Value::Null };
                assert_eq!(lead["lastContactedAt"], stamped, "{from} to {to}");
                assert_eq!(actions_on_record(&salon, &id).await, ["lead.advance", "lead.capture", "lead.note"]);
            } else {
                reply.expect_error(409, "CONFLICT");
                assert_eq!(lead_detail(&desk, &id).await, before, "{from} to {to}");
                assert_eq!(actions_on_record(&salon, &id).await, ["lead.capture"]);
            }
        }
    }
}

#[test_on_both_engines]
async fn a_status_change_is_validated() {
    let salon = small_salon().await;
    let desk = receptionist(&salon).await;
    let id = create_lead_in_status(&salon, &desk, "new").await;
    for status in [json!(""), json!("open"), json!("NEW"), json!(1), Value::Null] {
        let reply = change_lead_status(&desk, &id, json!({ "status": status })).await;
        assert_eq!(reply.expect_invalid_fields(), ["status"], "{status}");
    }
    assert_eq!(change_lead_status(&desk, &id, json!({})).await.expect_invalid_fields(), ["status"]);
    let both = change_lead_status(&desk, &id, json!({ "status": "open", "reason": "x".repeat(501) })).await;
    assert_eq!(both.expect_invalid_fields(), ["reason", "status"]);
    let long = change_lead_status(&desk, &id, json!({ "status": "contacted", "reason": "ष".repeat(501) })).await;
    assert_eq!(long.expect_invalid_fields(), ["reason"]);
    let lost = change_lead_status(&desk, &id, json!({ "status": "lost", "reason": "x".repeat(501) })).await;
    let said = lost.expect_error(400, "VALIDATION_ERROR")["details"].clone();
    assert_eq!(said, json!({ "reason": ["must be at most 500 characters"] }), "it is not missing as well");
    for reason in [json!(1), json!(["no"]), json!("a\u{0}b")] {
        let reply = change_lead_status(&desk, &id, json!({ "status": "contacted", "reason": reason })).await;
        assert_eq!(reply.expect_invalid_fields(), ["reason"], "{reason}");
    }
    assert_eq!(lead_detail(&desk, &id).await["lead"]["status"], "new");
    change_lead_status(&desk, "nobody", json!({ "status": "contacted" })).await.expect_error(404, "NOT_FOUND");
}

#[test_on_both_engines]
async fn the_reason_for_losing_a_lead_becomes_a_note() {
    let salon = small_salon().await;
    let desk = receptionist(&salon).await;
    let id = create_lead_in_status(&salon, &desk, "contacted").await;
    for reason in [Value::Null, json!(""), json!(" \t\n"), json!("\u{a0}")] {
        let reply = change_lead_status(&desk, &id, json!({ "status": "lost", "reason": reason })).await;
        assert_eq!(reply.expect_invalid_fields(), ["reason"], "{reason}");
    }
    assert_eq!(change_lead_status(&desk, &id, json!({ "status": "lost" })).await.expect_invalid_fields(), ["reason"]);
    assert_eq!(lead_detail(&desk, &id).await["notes"], json!([]));
    let reason = "ष".repeat(500);
    change_lead_status(&desk, &id, json!({ "status": "lost", "reason": reason })).await.expect_ok();
    let notes = lead_detail(&desk, &id).await["notes"].clone();
    assert_eq!(notes[0]["content"], reason);
    assert_eq!((&notes[0]["authorName"], notes.as_array().unwrap().len()), (&json!("Ravi"), 1));
    let short = create_lead_in_status(&salon, &desk, "booked").await;
    change_lead_status(&desk, &short, json!({ "status": "lost", "reason": " x " })).await.expect_ok();
    assert_eq!(lead_detail(&desk, &short).await["notes"][0]["content"], "x");
    let without = create_lead_in_status(&salon, &desk, "new").await;
    for body in [json!({ "status": "contacted" }), json!({ "status": "follow_up", "reason": " " })] {
        change_lead_status(&desk, &without, body).await.expect_ok();
    }
    assert_eq!(lead_detail(&desk, &without).await["notes"], json!([]), "elsewhere nobody has to say why");
}

/// Whole days since its capture, and whether the only lead is stale. Signs in for it: sessions do not live that long.
async fn shown_lead_age(salon: &TestSalon) -> (i64, bool) {
    let lead = list_leads(&receptionist(salon).await, "").await.remove(0);
    (lead["daysSinceCapture"].as_i64().unwrap(), lead["isStale"].as_bool().unwrap())
}

#[test_on_both_engines]
async fn a_lead_becomes_stale_exactly_at_its_limit() {
    let salon = small_salon().await;
    let forward = |millis: i64| salon.app.clock.advance_millis(millis);
    let id = create_lead(&receptionist(&salon).await, &asha_lead()).await;
    assert_eq!(shown_lead_age(&salon).await, (0, false));
    forward(DAY_MS - 1);
    assert_eq!(shown_lead_age(&salon).await, (0, false));
    forward(1);
    assert_eq!(shown_lead_age(&salon).await, (1, true));
    let mut day = 1;
    for (status, days) in [("contacted", 3), ("follow_up", 2), ("booked", 7)] {
        change_lead_status(&receptionist(&salon).await, &id, json!({ "status": status })).await.expect_ok();
        if status != "contacted" {
            // Only `contacted` is a contact: for the others the days are counted from one that we put there.
            let (lead, now) = (id.clone(), salon.now());
            write_transaction(&salon.app, move |tx| {
                tx.execute("update leads set last_contacted_at = $2 where id = $1", params![lead, now]).map(drop)
            })
            .await;
        }
        forward(days * DAY_MS - 1);
        assert_eq!(shown_lead_age(&salon).await, (day + days - 1, false), "{status}");
        forward(1);
        day += days;
        assert_eq!(shown_lead_age(&salon).await, (day, true), "{status}");
    }
    change_lead_status(&receptionist(&salon).await, &id, json!({ "status": "won" })).await.expect_ok();
    assert_eq!(shown_lead_age(&salon).await, (day, false), "what is won is over");
}

#[test_on_both_engines]
async fn only_a_change_to_contacted_sets_the_contact_time() {
    let salon = small_salon().await;
    let desk = receptionist(&salon).await;
    let id = create_lead(&desk, &asha_lead()).await;
    salon.advance_seconds(60);
    let contacted = salon.now().to_string();
    change_lead_status(&desk, &id, json!({ "status": "contacted" })).await.expect_ok();
    for status in ["follow_up", "booked", "won"] {
        salon.advance_seconds(60);
        let lead = change_lead_status(&desk, &id, json!({ "status": status })).await.expect_ok()["lead"].clone();
        assert_eq!(lead["lastContactedAt"], contacted, "{status}");
    }
    let gone = create_lead_in_status(&salon, &desk, "new").await;
    change_lead_status(&desk, &gone, json!({ "status": "lost", "reason": "Wrong number" })).await.expect_ok();
    let reached = "select count(*) from leads where id = $1 and first_contacted_at is null and lost_at is not null";
    assert_eq!(count_rows(&salon, &gone, reached).await, 1, "the funnel counts the stages that were reached");
}

#[test_on_both_engines]
async fn a_lead_is_shown_with_its_notes_booking_and_assignee() {
    let salon = small_salon().await;
    let desk = receptionist(&salon).await;
    let mira = salon.member("Mira", Role::Staff).await;
    let id = create_lead(&desk, &asha_lead_with("serviceInterestedId", "service-cut")).await;
    let data = lead_detail(&desk, &id).await;
    assert_eq!(sorted_keys(&data), ["lead", "notes"]);
    assert_eq!(
        sorted_keys(&data["lead"]),
        lead_fields_and(&["assignedToName", "convertedBookingNumber", "notes", "serviceName"])
    );
    assert_eq!(data["lead"]["serviceName"], "cut");
    assert_eq!(data["lead"]["assignedToName"], Value::Null);
    assert_eq!(data["lead"]["convertedBookingNumber"], Value::Null);
    assert_eq!((&data["notes"], &data["lead"]["notes"]), (&json!([]), &json!([])));
    for content in ["first", "second", "third"] {
        salon.advance_seconds(1);
        post_note(&desk, &id, content).await.expect_created();
    }
    assign_lead(&desk, &id, json!({ "assignedTo": mira.id().as_str() })).await.expect_ok();
    let asha = salon.customer("Asha").await;
    let booking = create_booking(&asha, &haircut_request_with("leadId", id.as_str())).await;
    let data = lead_detail(&desk, &id).await;
    let lead = &data["lead"];
    assert_eq!((&lead["status"], &lead["convertedBookingId"]), (&json!("booked"), &json!(booking)));
    assert_eq!(lead["convertedBookingNumber"], "BK-PUN-2703-H-00001");
    assert_eq!((&lead["assignedToName"], &lead["assignedTo"]), (&json!("Mira"), &json!(mira.id().as_str())));
    assert_eq!(data["notes"], lead["notes"]);
    let contents: Vec<_> = lead["notes"].as_array().unwrap().iter().map(|note| &note["content"]).collect();
    assert_eq!(contents, ["third", "second", "first"]);
    let note = &lead["notes"][0];
    assert_eq!(sorted_keys(note), ["authorId", "authorName", "content", "createdAt", "id", "leadId"]);
    assert_eq!((&note["authorName"], &note["leadId"]), (&json!("Ravi"), &json!(id)));
    desk.get("/api/leads/nobody").await.expect_error(404, "NOT_FOUND");
    desk.get("/api/leads/%00").await.expect_error(404, "NOT_FOUND");
}

#[test_on_both_engines]
async fn a_lead_is_assigned_to_a_team_member() {
    let salon = small_salon().await;
    let desk = receptionist(&salon).await;
    let id = create_lead(&desk, &asha_lead()).await;
    for &role in Role::ALL.iter().filter(|role| **role >= Role::Staff) {
        let member = salon.member(&format!("{role}-two"), role).await;
        salon.advance_seconds(1);
        let data = assign_lead(&desk, &id, json!({ "assignedTo": member.id().as_str() })).await.expect_ok();
        assert_eq!(sorted_keys(&data["lead"]), LEAD_FIELDS);
        assert_eq!(data["lead"]["assignedTo"], member.id().as_str(), "{role}");
        assert_eq!(data["lead"]["updatedAt"], salon.now().to_string());
        assert_eq!((&data["lead"]["status"], &data["lead"]["lastContactedAt"]), (&json!("new"), &Value::Null));
    }
    let kept = lead_detail(&desk, &id).await;
    let asha = salon.customer("Asha").await;
    let nobodies = [json!(asha.id().as_str()), json!("nobody"), json!(""), json!(5), json!([]), json!("a\u{0}")];
    for nobody in nobodies {
        let reply = assign_lead(&desk, &id, json!({ "assignedTo": nobody })).await;
        assert_eq!(reply.expect_invalid_fields(), ["assignedTo"], "{nobody}");
    }
    assert_eq!(assign_lead(&desk, &id, json!({})).await.expect_invalid_fields(), ["assignedTo"]);
    assert_eq!(lead_detail(&desk, &id).await, kept);
    let freed = assign_lead(&desk, &id, json!({ "assignedTo": null })).await.expect_ok();
    assert_eq!(freed["lead"]["assignedTo"], Value::Null);
    for to in [json!(desk.id().as_str()), Value::Null] {
        assign_lead(&desk, "nobody", json!({ "assignedTo": to })).await.expect_error(404, "NOT_FOUND");
    }
}

#[test_on_both_engines]
async fn a_former_team_member_cannot_be_assigned_leads() {
    let salon = small_salon().await;
    let desk = receptionist(&salon).await;
    let mira = salon.member("Mira", Role::Staff).await;
    let id = create_lead(&desk, &asha_lead()).await;
    update_rows(&salon, mira.id().as_str(), "update users set anonymised_at = created_at where id = $1").await;
    let reply = assign_lead(&desk, &id, json!({ "assignedTo": mira.id().as_str() })).await;
    assert_eq!(reply.expect_invalid_fields(), ["assignedTo"]);
}

#[test_on_both_engines]
async fn a_note_has_an_author_and_1_to_1000_characters() {
    let salon = small_salon().await;
    let desk = receptionist(&salon).await;
    let id = create_lead(&desk, &asha_lead()).await;
    let reply = post_note(&desk, &id, "  Wants a call after six. ").await;
    let data = reply.expect_created();
    assert_eq!(sorted_keys(&data), ["note"]);
    let note = &data["note"];
    assert_eq!(sorted_keys(note), ["authorId", "content", "createdAt", "id", "leadId"]);
    assert_eq!((&note["leadId"], &note["content"]), (&json!(id), &json!("Wants a call after six.")));
    assert_eq!(note["authorId"], desk.id().as_str());
    assert_eq!(note["createdAt"], salon.now().to_string());
    for letter in ["a", "ष", "💇"] {
        for length in [1, 999, 1_000] {
            post_note(&desk, &id, format!(" {} ", letter.repeat(length))).await.expect_created();
        }
        assert_eq!(post_note(&desk, &id, letter.repeat(1_001)).await.expect_invalid_fields(), ["content"]);
    }
    for content in [json!(""), json!(" \n"), Value::Null, json!(1), json!(["a"]), json!("a\u{0}")] {
        assert_eq!(post_note(&desk, &id, content.clone()).await.expect_invalid_fields(), ["content"], "{content}");
    }
    let all = "select count(*) from lead_notes where lead_id = $1";
    assert_eq!(count_rows(&salon, &id, all).await, 10);
}

#[test_on_both_engines]
async fn a_note_on_an_unknown_lead_is_a_500_as_in_the_contract() {
    let salon = small_salon().await;
    let desk = receptionist(&salon).await;
    let error = post_note(&desk, "nobody", "Called.").await.expect_error(500, "INTERNAL_ERROR");
    assert_eq!(error["retryable"], true);
    assert_eq!(post_note(&desk, "nobody", "").await.expect_invalid_fields(), ["content"]);
    assert_eq!(actions_on_record(&salon, "nobody").await, Vec::<String>::new());
    assert_eq!(count_rows(&salon, "nobody", "select count(*) from lead_notes where lead_id = $1").await, 0);
}

#[test_on_both_engines]
async fn lead_routes_are_for_the_desk_only() {
    let salon = small_salon().await;
    let id = create_lead(&receptionist(&salon).await, &asha_lead()).await;
    let ask_for_all = async |person: &Person| {
        let step = json!({ "status": "contacted" });
        vec![
            person.get(LEADS_PATH).await,
            person.get("/api/leads?status=open").await,
            person.post(LEADS_PATH, &json!({})).await,
            person.get(&format!("{LEADS_PATH}/{id}")).await,
            change_lead_status(person, &id, step).await,
            assign_lead(person, &id, json!({ "assignedTo": null })).await,
            post_note(person, &id, "x").await,
        ]
    };
    for reply in ask_for_all(&salon.admin_visitor()).await {
        reply.expect_error(401, "UNAUTHENTICATED");
    }
    for role in [Role::Customer, Role::Staff] {
        for reply in ask_for_all(&salon.member(role.as_str(), role).await).await {
            reply.expect_error(403, "FORBIDDEN");
        }
    }
    assert_eq!(actions_on_record(&salon, &id).await, ["lead.capture"]);
    for &role in Role::ALL.iter().filter(|role| **role >= Role::Receptionist) {
        assert_eq!(list_leads(&salon.member(role.as_str(), role).await, "").await.len(), 1, "{role}");
    }
}

#[test_on_both_engines]
async fn the_audit_log_has_lead_changes_without_personal_data() {
    let salon = small_salon().await;
    let desk = receptionist(&salon).await;
    let id = create_lead(&desk, &asha_lead_with("email", "asha@example.in")).await;
    let now = salon.now().to_string();
    let ravi = desk.id().to_string();
    change_lead_status(&desk, &id, json!({ "status": "contacted" })).await.expect_ok();
    assign_lead(&desk, &id, json!({ "assignedTo": ravi })).await.expect_ok();
    let note = post_note(&desk, &id, "Asha has moved.").await.expect_created()["note"]["id"].clone();
    let progress = |status: &str, to: Option<&str>, at: Option<&str>| {
        Some(json!({ "status": status, "assignedTo": to, "lastContactedAt": at }))
    };
    let contacted = progress("contacted", None, Some(&now));
    let assigned = progress("contacted", Some(&ravi), Some(&now));
    let who = Some(ravi.clone());
    let advanced = lead_audit_entries(&salon, &id, "lead.advance").await;
    assert_eq!(advanced, [(who.clone(), progress("new", None, None), contacted.clone())]);
    assert_eq!(lead_audit_entries(&salon, &id, "lead.assign").await, [(who.clone(), contacted, assigned)]);
    assert_eq!(lead_audit_entries(&salon, &id, "lead.note").await, [(who, None, Some(json!({ "noteId": note })))]);
}

/// Everyone moves the same lead at once. Somebody else each time: whoever acts is held until their act is done, so one
/// person alone never races.
async fn change_status_concurrently(salon: &TestSalon, id: &str, bodies: Vec<Value>) -> Vec<Reply> {
    let mut requests = Vec::new();
    for (number, body) in bodies.into_iter().enumerate() {
        requests.push((salon.member(&format!("desk{number}"), Role::Receptionist).await, body));
    }
    let mut moving = JoinSet::new();
    for (desk, body) in requests {
        let id = id.to_owned();
        moving.spawn(async move { change_lead_status(&desk, &id, body).await });
    }
    moving.join_all().await
}

#[test_on_both_engines]
async fn of_twenty_four_concurrent_contacts_one_succeeds() {
    let salon = small_salon().await;
    let desk = receptionist(&salon).await;
    let id = create_lead(&desk, &asha_lead()).await;
    let replies =
        change_status_concurrently(&salon, &id, vec![json!({ "status": "contacted", "reason": "Called." }); 24]).await;
    let (moved, refused): (Vec<_>, Vec<_>) = replies.iter().partition(|reply| reply.status == 200);
    assert_eq!((moved.len(), refused.len()), (1, 23));
    for reply in refused {
        reply.expect_error(409, "CONFLICT");
    }
    assert_eq!(actions_on_record(&salon, &id).await, ["lead.advance", "lead.capture", "lead.note"]);
    assert_eq!(lead_detail(&desk, &id).await["notes"].as_array().unwrap().len(), 1);
}

#[test_on_both_engines]
async fn booking_and_losing_a_lead_concurrently_is_applied_one_after_another() {
    let salon = small_salon().await;
    let desk = receptionist(&salon).await;
    let id = create_lead_in_status(&salon, &desk, "contacted").await;
    let (book, lose) = (json!({ "status": "booked" }), json!({ "status": "lost", "reason": "Too far" }));
    let requests = (0..24).map(|number| if number % 2 == 0 { book.clone() } else { lose.clone() }).collect();
    let replies = change_status_concurrently(&salon, &id, requests).await;
    let became = |status: &str| {
        let went = |reply: &&Reply| reply.status == 200 && reply.expect_ok()["lead"]["status"] == status;
        replies.iter().filter(went).count()
    };
    // A booked lead can still be lost, a lost one is over.
    assert_eq!(became("lost"), 1);
    assert!(became("booked") <= 1);
    let data = lead_detail(&desk, &id).await;
    assert_eq!((&data["lead"]["status"], &data["notes"][0]["content"]), (&json!("lost"), &json!("Too far")));
    let log = lead_audit_entries(&salon, &id, "lead.advance").await;
    assert_eq!(log.len(), 1 + became("booked"));
    let steps: Vec<_> = log
        .iter()
        .map(|(_, before, after)| {
            let status = |state: &Option<Value>| state.as_ref().unwrap()["status"].as_str().unwrap().to_owned();
            (status(before), status(after))
        })
        .collect();
    let from = if became("booked") == 1 { "booked" } else { "contacted" };
    assert!(steps.contains(&(from.to_owned(), "lost".to_owned())), "{steps:?}");
}

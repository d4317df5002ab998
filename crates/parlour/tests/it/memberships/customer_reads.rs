//! A customer looks at their membership.

use parlour_db::{DbError, Tx, params};
use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_domain::ids::{TierId, UserId};
use parlour_domain::ist::{parse_date, parse_time};
use parlour_store::memberships::tiers::{self, Tier};
use parlour_testkit::checks::database::write_transaction;
use parlour_testkit::checks::time::parse_timestamp;
use parlour_testkit::fixtures::small_salon::{PUNE, THERAPIST, small_salon};
use parlour_testkit::{Person, TestSalon, test_on_both_engines};
use serde_json::{Value, json};

const MEMBERSHIP_PATH: &str = "/api/membership";
const RECEPTIONIST_ID: &str = "desk";

/// A small salon, on 1 March 2027, that sells packages of spa hours.
async fn salon_with_tiers() -> TestSalon {
    let salon = small_salon().await;
    write_transaction(&salon.app, |tx| {
        let gold = Tier {
            id: TierId::new("gold"),
            name: "Gold".into(),
            slug: "gold".into(),
            description: String::new(),
            name_hi: None,
            description_hi: None,
            default_hours_minutes: 1_440,
            default_price_paise: 3_900_000,
            default_validity_days: 365,
            sac_code: "999721".into(),
            is_active: true,
            display_order: 1,
            created_at: parse_timestamp("2026-01-01T04:30:00Z"),
            updated_at: parse_timestamp("2026-01-01T04:30:00Z"),
        };
        tiers::insert(tx, &gold)?;
        tx.execute(
            "insert into users (id, name, name_folded, role, created_at, updated_at)
             values ($1, 'Ravi', 'ravi', 'receptionist', '2026-01-01T04:30:00.000Z', '2026-01-01T04:30:00.000Z')",
            params![RECEPTIONIST_ID],
        )
        .map(drop)
    })
    .await;
    salon
}

/// A membership of ten hours, sold at that moment for half a year.
#[derive(Clone, Copy)]
struct MembershipFixture {
    id: &'static str,
    status: &'static str,
    at: &'static str,
    notes: Option<&'static str>,
}

impl MembershipFixture {
    fn new(id: &'static str, status: &'static str, at: &'static str) -> Self {
        Self { id, status, at, notes: None }
    }

    fn insert(self, tx: &mut Tx<'_>, customer: &UserId) -> Result<(), DbError> {
        let sold = parse_timestamp(self.at);
        let ended = (self.status != "active").then(|| sold.plus_days(90));
        tx.execute(
            "insert into memberships (id, membership_number, customer_id, tier_id, tier_name_snapshot,
                 total_hours_minutes, used_hours_minutes, price_paid_paise, starts_at, expires_at, status, ended_at,
                 created_by, invoice_id, notes, created_at, updated_at)
             values ($1, $2, $3, 'gold', 'Gold of then', 600, 150, 1800000, $4, $5, $6, $7, $8, $9, $10, $4, $11)",
            params![
                self.id,
                format!("PRL-MEM-{}", self.id),
                customer,
                sold,
                sold.plus_days(180),
                self.status,
                ended,
                RECEPTIONIST_ID,
                format!("invoice-{}", self.id),
                self.notes,
                ended.unwrap_or(sold)
            ],
        )
        .map(drop)
    }
}

async fn insert_membership(salon: &TestSalon, customer: &Person, sold: MembershipFixture) {
    let customer = customer.id().clone();
    write_transaction(&salon.app, move |tx| sold.insert(tx, &customer)).await;
}

/// A booking against a membership; a session is one that was taken from its hours.
#[derive(Clone, Copy)]
struct SessionFixture {
    id: &'static str,
    membership: &'static str,
    status: &'static str,
    is_session: bool,
    at: &'static str,
    /// Service and who did it, in the order of the visit.
    services: &'static [(&'static str, Option<&'static str>)],
}

impl SessionFixture {
    fn new(id: &'static str, membership: &'static str, at: &'static str) -> Self {
        let services = &[("massage", Some(THERAPIST))];
        Self { id, membership, status: "completed", is_session: true, at, services }
    }

    fn insert(self, tx: &mut Tx<'_>, customer: &UserId) -> Result<(), DbError> {
        let (made, day) = (parse_timestamp(self.at), parse_date("2027-02-20"));
        tx.execute(
            "insert into bookings (id, booking_number, branch_id, customer_id, status, service_type, booking_date,
                 start_time, end_time, total_amount_paise, total_duration_minutes, notes, is_membership_session,
                 spa_membership_id, requested_at, completed_at, cancelled_at, created_at, updated_at)
             values ($1, $2, $3, $4, $5, 'spa', $6, $7, $8, 0, 80, 'Firm', $9, $10, $11, $12, $13, $11, $11)",
            params![
                self.id,
                format!("BK-{}-M", self.id),
                PUNE,
                customer,
                self.status,
                day,
                parse_time("10:10"),
                parse_time("11:30"),
                self.is_session,
                self.membership,
                made,
                (self.status == "completed").then_some(made),
                (self.status == "cancelled").then_some(made)
            ],
        )?;
        // Written last to first, so that only their order can bring them into order.
        let in_order: Vec<_> = (0_i64..).zip(self.services).collect();
        for (order, (service, staff)) in in_order.into_iter().rev() {
            tx.execute(
                "insert into booking_services (id, booking_id, booking_date, service_id, staff_id,
                     service_name_snapshot, price_at_booking_paise, duration_minutes, display_order)
                 values ($1, $2, $3, $4, $5, $6, 300000, 40, $7)",
                params![
                    format!("{}-{order}", self.id),
                    self.id,
                    day,
                    format!("service-{service}"),
                    *staff,
                    format!("{service} of then"),
                    order
                ],
            )?;
        }
        Ok(())
    }
}

async fn insert_session(salon: &TestSalon, customer: &Person, taken: SessionFixture) {
    let customer = customer.id().clone();
    write_transaction(&salon.app, move |tx| taken.insert(tx, &customer)).await;
}

async fn get_membership(person: &Person) -> Value {
    person.get(MEMBERSHIP_PATH).await.expect_ok()
}

fn listed_ids(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|row| row["id"].as_str().unwrap()).collect()
}

fn no_membership() -> Value {
    json!({ "active": null, "past": [], "sessions": [] })
}

#[test_on_both_engines]
async fn without_a_membership_the_answer_is_empty() {
    let salon = salon_with_tiers().await;
    salon.visitor().get(MEMBERSHIP_PATH).await.expect_error(401, "UNAUTHENTICATED");
    assert_eq!(get_membership(&salon.customer("Asha").await).await, no_membership());
}

#[test_on_both_engines]
async fn an_active_membership_shows_exactly_the_contract_s_fields() {
    let salon = salon_with_tiers().await;
    let asha = salon.customer("Asha").await;
    let sold = MembershipFixture {
        notes: Some("Prefers mornings"),
        ..MembershipFixture::new("new", "active", "2027-01-31T18:30:00Z")
    };
    insert_membership(&salon, &asha, sold).await;
    let active = json!({
        "id": "new", "membershipNumber": "PRL-MEM-new", "customerId": asha.id().as_str(), "tierId": "gold",
        "tierNameSnapshot": "Gold of then", "totalHoursMinutes": 600, "usedHoursMinutes": 150,
        "pricePaidPaise": 1_800_000, "startsAt": "2027-01-31T18:30:00.000Z", "expiresAt": "2027-07-30T18:30:00.000Z",
        "status": "active", "createdBy": RECEPTIONIST_ID, "invoiceId": "invoice-new", "notes": "Prefers mornings",
        "createdAt": "2027-01-31T18:30:00.000Z", "updatedAt": "2027-01-31T18:30:00.000Z",
    });
    assert_eq!(get_membership(&asha).await, json!({ "active": active, "past": [], "sessions": [] }));
}

#[test_on_both_engines]
async fn past_memberships_are_newest_first_and_without_sessions() {
    let salon = salon_with_tiers().await;
    let asha = salon.customer("Asha").await;
    insert_membership(&salon, &asha, MembershipFixture::new("middle", "cancelled", "2026-02-01T18:30:00Z")).await;
    insert_membership(&salon, &asha, MembershipFixture::new("oldest", "expired", "2025-02-01T18:30:00Z")).await;
    insert_membership(&salon, &asha, MembershipFixture::new("latest-b", "expired", "2026-08-01T18:30:00Z")).await;
    insert_membership(&salon, &asha, MembershipFixture::new("latest-a", "cancelled", "2026-08-01T18:30:00Z")).await;
    insert_session(&salon, &asha, SessionFixture::new("then", "latest-b", "2026-08-20T06:30:00Z")).await;
    let seen = get_membership(&asha).await;
    assert_eq!((&seen["active"], &seen["sessions"]), (&Value::Null, &json!([])));
    assert_eq!(listed_ids(&seen["past"]), ["latest-b", "latest-a", "middle", "oldest"]);
    let row = &seen["past"][2];
    assert_eq!((&row["status"], &row["notes"]), (&"cancelled".into(), &Value::Null));
    assert_eq!(row.as_object().unwrap().len(), 16, "every field is there: {row}");

    insert_membership(&salon, &asha, MembershipFixture::new("now", "active", "2026-01-01T18:30:00Z")).await;
    let seen = get_membership(&asha).await;
    assert_eq!((&seen["active"]["id"], &seen["sessions"]), (&"now".into(), &json!([])));
    assert_eq!(listed_ids(&seen["past"]), ["latest-b", "latest-a", "middle", "oldest"]);
}

#[test_on_both_engines]
async fn an_overdue_membership_is_shown_with_its_stored_status() {
    let salon = salon_with_tiers().await;
    let asha = salon.customer("Asha").await;
    insert_membership(&salon, &asha, MembershipFixture::new("overdue", "active", "2026-01-31T18:30:00Z")).await;
    insert_session(&salon, &asha, SessionFixture::new("then", "overdue", "2026-03-01T06:30:00Z")).await;
    let seen = get_membership(&asha).await;
    assert_eq!(seen["active"]["expiresAt"], "2026-07-30T18:30:00.000Z");
    assert_eq!((&seen["active"]["status"], listed_ids(&seen["sessions"])), (&"active".into(), vec!["then"]));
}

#[test_on_both_engines]
async fn a_session_shows_exactly_the_contract_s_fields() {
    let salon = salon_with_tiers().await;
    let asha = salon.customer("Asha").await;
    insert_membership(&salon, &asha, MembershipFixture::new("now", "active", "2027-01-31T18:30:00Z")).await;
    let services: &[_] = &[("steam", None), ("massage", Some(THERAPIST)), ("cut", Some(THERAPIST))];
    insert_session(
        &salon,
        &asha,
        SessionFixture { services, ..SessionFixture::new("visit", "now", "2027-02-20T06:00:00Z") },
    )
    .await;
    let service = |order: i64, name: &str, staff: Option<&str>, staff_name: Option<&str>| {
        json!({
            "bookingId": "visit", "serviceId": format!("service-{name}"), "staffId": staff, "durationMinutes": 40,
            "serviceNameSnapshot": format!("{name} of then"), "displayOrder": order, "staffName": staff_name,
        })
    };
    assert_eq!(
        get_membership(&asha).await["sessions"],
        json!([{
            "id": "visit", "bookingNumber": "BK-visit-M", "branchId": PUNE, "customerId": asha.id().as_str(),
            "status": "completed", "serviceType": "spa", "bookingDate": "2027-02-20", "startTime": "10:10:00",
            "endTime": "11:30:00", "totalAmountPaise": 0, "totalDurationMinutes": 80, "notes": "Firm",
            "isWalkin": false, "isMembershipSession": true, "offerId": null, "spaMembershipId": "now",
            "confirmedAt": null, "completedAt": "2027-02-20T06:00:00.000Z", "cancelledAt": null, "rejectedAt": null,
            "cancellationReason": null, "rejectionReason": null, "rescheduleCount": 0, "offeredTime": null,
            "wishedStaffId": null, "wishedStaffGender": null, "createdAt": "2027-02-20T06:00:00.000Z", "updatedAt": "2027-02-20T06:00:00.000Z",
            "services": [
                service(0, "steam", None, None),
                service(1, "massage", Some(THERAPIST), Some("therapist")),
                service(2, "cut", Some(THERAPIST), Some("therapist")),
            ],
        }])
    );
}

#[test_on_both_engines]
async fn only_completed_sessions_of_the_active_membership_are_shown() {
    let salon = salon_with_tiers().await;
    let asha = salon.customer("Asha").await;
    insert_membership(&salon, &asha, MembershipFixture::new("before", "expired", "2026-01-31T18:30:00Z")).await;
    insert_membership(&salon, &asha, MembershipFixture::new("now", "active", "2027-01-31T18:30:00Z")).await;
    let two: &[_] = &[("massage", Some(THERAPIST)), ("steam", None)];
    for taken in [
        SessionFixture::new("first", "now", "2027-02-01T06:00:00Z"),
        SessionFixture { services: two, ..SessionFixture::new("third-a", "now", "2027-02-03T06:00:00Z") },
        SessionFixture { services: two, ..SessionFixture::new("third-b", "now", "2027-02-03T06:00:00Z") },
        SessionFixture { services: &[], ..SessionFixture::new("second", "now", "2027-02-02T06:00:00Z") },
        SessionFixture::new("earlier", "before", "2026-02-01T06:00:00Z"),
        SessionFixture { status: "cancelled", ..SessionFixture::new("called-off", "now", "2027-02-04T06:00:00Z") },
        SessionFixture { status: "pending", ..SessionFixture::new("asked-for", "now", "2027-02-05T06:00:00Z") },
        SessionFixture { is_session: false, ..SessionFixture::new("paid-for", "now", "2027-02-06T06:00:00Z") },
    ] {
        insert_session(&salon, &asha, taken).await;
    }
    let seen = get_membership(&asha).await;
    assert_eq!(listed_ids(&seen["sessions"]), ["third-b", "third-a", "second", "first"], "newest first");
    let services: Vec<_> = seen["sessions"].as_array().unwrap().iter().map(|one| &one["services"]).collect();
    assert_eq!(services.iter().map(|list| list.as_array().unwrap().len()).collect::<Vec<_>>(), [2, 2, 0, 1]);
    for (session, services) in ["third-b", "third-a"].iter().zip(&services) {
        assert!(services.as_array().unwrap().iter().all(|one| one["bookingId"] == *session), "{services}");
    }
}

#[test_on_both_engines]
async fn nobody_sees_another_customer_s_membership() {
    let salon = salon_with_tiers().await;
    let (asha, tara) = (salon.customer("Asha").await, salon.customer("Tara").await);
    let desk = salon.person("Meera", Role::Receptionist, AppKind::Customer).await;
    insert_membership(&salon, &asha, MembershipFixture::new("ashas", "active", "2027-01-31T18:30:00Z")).await;
    insert_membership(&salon, &asha, MembershipFixture::new("ashas-past", "expired", "2026-01-31T18:30:00Z")).await;
    insert_session(&salon, &asha, SessionFixture::new("ashas-visit", "ashas", "2027-02-01T06:00:00Z")).await;
    for other in [&tara, &desk] {
        assert_eq!(get_membership(other).await, no_membership());
    }
    let at_the_desk = salon.member("Owner", Role::Owner).await;
    at_the_desk.get(MEMBERSHIP_PATH).await.expect_error(404, "NOT_FOUND");

    insert_membership(&salon, &desk, MembershipFixture::new("desks", "active", "2027-01-31T18:30:00Z")).await;
    insert_session(&salon, &desk, SessionFixture::new("desks-visit", "desks", "2027-02-02T06:00:00Z")).await;
    // A visit of somebody else, written down against the wrong membership.
    insert_session(&salon, &tara, SessionFixture::new("taras-visit", "desks", "2027-02-03T06:00:00Z")).await;
    for (person, active, visit) in [(&desk, "desks", "desks-visit"), (&asha, "ashas", "ashas-visit")] {
        let seen = get_membership(person).await;
        assert_eq!((&seen["active"]["id"], listed_ids(&seen["sessions"])), (&active.into(), vec![visit]));
    }
    assert_eq!(get_membership(&tara).await, no_membership());
}

#[test_on_both_engines]
async fn hundreds_of_sessions_are_returned_completely() {
    let salon = salon_with_tiers().await;
    let asha = salon.customer("Asha").await;
    insert_membership(&salon, &asha, MembershipFixture::new("now", "active", "2027-01-31T18:30:00Z")).await;
    let customer = asha.id().clone();
    write_transaction(&salon.app, move |tx| {
        (0..300).try_for_each(|number: i64| {
            let id = format!("visit-{number:03}").leak();
            let services: &[_] = &[("massage", Some(THERAPIST)), ("steam", None)];
            SessionFixture { services, ..SessionFixture::new(id, "now", "2027-02-01T06:00:00Z") }.insert(tx, &customer)
        })
    })
    .await;
    let seen = get_membership(&asha).await;
    let expected: Vec<_> = (0..300).rev().map(|number| format!("visit-{number:03}")).collect();
    assert_eq!(listed_ids(&seen["sessions"]), expected);
    let services = seen["sessions"].as_array().unwrap().iter().map(|one| one["services"].as_array().unwrap());
    assert!(services.into_iter().all(|services| services.len() == 2));
}

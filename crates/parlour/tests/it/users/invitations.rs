//! The owner invites somebody, who has the role from the first verified sign-in on.

use axum::body::Body;
use axum::http::Method;
use parlour_db::params;
use parlour_domain::auth::role::Role;
use parlour_domain::ids::UserId;
use parlour_domain::job::Job;
use parlour_domain::notification::email_kind::EmailKind;
use parlour_store::users::user_list;
use parlour_testkit::actions::emails::compose_email;
use parlour_testkit::actions::people::sign_in_through_provider;
use parlour_testkit::checks::audit_log::actions_on_record;
use parlour_testkit::checks::json::{expect_only_field, text_field};
use parlour_testkit::{Person, Reply, TestSalon, test_on_both_engines};
use serde_json::{Value, json};

const USERS_PATH: &str = "/api/users";
const RAVI: &str = "ravi.rao@test.invalid";
const DAY_SECONDS: i64 = 24 * 60 * 60;

fn invitation(role: Role) -> Value {
    json!({ "email": RAVI, "name": "Ravi Rao", "role": role.as_str() })
}

async fn invite_ravi(owner: &Person, role: Role) -> UserId {
    let user = expect_only_field(&owner.post(USERS_PATH, &invitation(role)).await.expect_created(), "user");
    UserId::new(text_field(&user, "id"))
}

async fn withdraw(person: &Person, id: &UserId) -> Reply {
    person.send(Method::DELETE, &format!("{USERS_PATH}/{id}"), Body::empty()).await
}

async fn role_of(salon: &TestSalon, id: &UserId) -> String {
    let id = id.clone();
    let read =
        salon.app.db.read(move |conn| conn.one::<(String,)>("select role from users where id = $1", params![id]));
    read.await.unwrap().unwrap().0
}

#[test_on_both_engines]
async fn an_invited_person_is_told_and_has_the_role_from_the_first_sign_in_on() {
    let salon = TestSalon::open_at("2027-03-01 10:00").await;
    let olga = salon.member("Olga", Role::Owner).await;
    let reply = olga.post(USERS_PATH, &invitation(Role::Receptionist)).await;
    let user = expect_only_field(&reply.expect_created(), "user");
    assert_eq!((&user["email"], &user["name"]), (&json!(RAVI), &json!("Ravi Rao")));
    assert_eq!((&user["role"], &user["onboarded"]), (&json!("receptionist"), &json!(false)));
    assert_eq!(user["invitationExpiresAt"], "2027-03-15T04:30:00.000Z");
    assert_eq!((&user["invitedAt"], &user["lastSignInAt"]), (&json!("2027-03-01T04:30:00.000Z"), &Value::Null));
    let id = UserId::new(text_field(&user, "id"));
    let listed = olga.get(&format!("{USERS_PATH}?q=ravi")).await.expect_ok();
    assert_eq!(listed["users"], json!([user]));

    let team = salon.app.db.read(user_list::list_team).await.unwrap();
    assert_eq!(team.iter().map(|user| user.name.as_str()).collect::<Vec<_>>(), ["Olga", "Ravi Rao"]);

    let queued = salon.app.db.read(|conn| {
        conn.all::<(String, String)>("select recipient, kind from emails where status = 'pending'", params![])
    });
    assert_eq!(queued.await.unwrap(), [(id.to_string(), "invitation".to_owned())]);
    let email = compose_email(&salon, EmailKind::Invitation, &id, id.as_str(), "").await.unwrap();
    assert!(email.subject.starts_with("You are invited"), "{}", email.subject);
    for part in ["receptionist", RAVI, "https://admin.parlour.test/api/auth/sign-in", "15 Mar"] {
        assert!(email.text.contains(part), "{part} is not in {}", email.text);
    }

    salon.advance_seconds(3_600);
    // An address that the provider has not verified claims nothing.
    let stranger = sign_in_through_provider(&salon, "stranger", RAVI, false).await;
    assert_ne!(stranger, id);
    assert_eq!(role_of(&salon, &stranger).await, "customer");
    let claimed = sign_in_through_provider(&salon, "ravi", "Ravi.Rao@TEST.invalid", true).await;
    assert_eq!(claimed, id);
    assert_eq!(role_of(&salon, &id).await, "receptionist");
    let actions = actions_on_record(&salon, id.as_str()).await;
    for action in ["user.invite", "user.claim", "user.link_identity"] {
        assert!(actions.iter().any(|done| done == action), "{action} is not in {actions:?}");
    }
    assert_eq!(compose_email(&salon, EmailKind::Invitation, &id, id.as_str(), "").await, None);
    let listed = olga.get(&format!("{USERS_PATH}?q=ravi.rao")).await.expect_ok();
    let accepted = &listed["users"][0];
    assert_eq!(accepted["invitationExpiresAt"], Value::Null);
    assert_eq!(
        (&accepted["invitedAt"], &accepted["lastSignInAt"]),
        (&json!("2027-03-01T04:30:00.000Z"), &json!("2027-03-01T05:30:00.000Z"))
    );
}

#[test_on_both_engines]
async fn nobody_invites_above_their_own_role_nor_a_known_email() {
    let salon = TestSalon::open().await;
    let (olga, dora) = (salon.member("Olga", Role::Owner).await, salon.member("Dora", Role::Developer).await);
    for role in [Role::Customer, Role::Staff, Role::Receptionist, Role::Manager] {
        let person = salon.member(&format!("one-{role}"), role).await;
        person.post(USERS_PATH, &invitation(Role::Customer)).await.expect_error(403, "FORBIDDEN");
        withdraw(&person, olga.id()).await.expect_error(403, "FORBIDDEN");
    }
    salon.admin_visitor().post(USERS_PATH, &invitation(Role::Staff)).await.expect_error(401, "UNAUTHENTICATED");
    olga.post(USERS_PATH, &invitation(Role::Developer)).await.expect_error(403, "FORBIDDEN");
    for (number, &role) in Role::ALL.iter().enumerate() {
        let body = json!({ "email": format!("new{number}@test.invalid"), "name": "New", "role": role.as_str() });
        let user = dora.post(USERS_PATH, &body).await.expect_created()["user"].clone();
        assert_eq!(user["role"], role.as_str());
        let id = UserId::new(text_field(&user, "id"));
        if role > Role::Owner {
            withdraw(&olga, &id).await.expect_error(403, "FORBIDDEN");
        }
    }
    invite_ravi(&olga, Role::Staff).await;
    salon.customer("Asha").await;
    for known in [RAVI, "RAVI.RAO@test.invalid", "asha@test.invalid", "olga@test.invalid"] {
        let body = json!({ "email": known, "name": "Again", "role": "staff" });
        olga.post(USERS_PATH, &body).await.expect_error(409, "CONFLICT");
    }
}

#[test_on_both_engines]
async fn every_invalid_field_of_an_invitation_is_reported() {
    let salon = TestSalon::open().await;
    let olga = salon.member("Olga", Role::Owner).await;
    assert_eq!(olga.post(USERS_PATH, &json!({})).await.expect_invalid_fields(), ["email", "name", "role"]);
    for (email, name, role) in [("nobody", "", "boss"), ("", "  ", ""), ("a b@test.invalid", "\u{0}", "Owner")] {
        let body = json!({ "email": email, "name": name, "role": role });
        assert_eq!(olga.post(USERS_PATH, &body).await.expect_invalid_fields(), ["email", "name", "role"]);
    }
    let long = json!({ "email": RAVI, "name": "x".repeat(121), "role": "staff" });
    assert_eq!(olga.post(USERS_PATH, &long).await.expect_invalid_fields(), ["name"]);
}

#[test_on_both_engines]
async fn an_invitation_is_withdrawn_until_it_is_accepted() {
    let salon = TestSalon::open().await;
    let olga = salon.member("Olga", Role::Owner).await;
    let id = invite_ravi(&olga, Role::Manager).await;
    assert_eq!(withdraw(&olga, &id).await.expect_ok(), json!({ "ok": true }));
    withdraw(&olga, &id).await.expect_error(404, "NOT_FOUND");
    assert_eq!(olga.get(&format!("{USERS_PATH}?q=ravi")).await.expect_ok()["users"], json!([]));
    let pending = salon.app.db.read(|conn| conn.one::<(i64,)>("select count(*) from emails", params![]));
    assert_eq!(pending.await.unwrap(), Some((0,)), "nobody is told of it any more");
    let stranger = sign_in_through_provider(&salon, "early", RAVI, true).await;
    assert_eq!(role_of(&salon, &stranger).await, "customer");
    withdraw(&olga, &stranger).await.expect_error(409, "CONFLICT");

    let other = json!({ "email": "tara@test.invalid", "name": "Tara", "role": "staff" });
    let tara = olga.post(USERS_PATH, &other).await.expect_created()["user"].clone();
    let tara = UserId::new(text_field(&tara, "id"));
    assert_eq!(sign_in_through_provider(&salon, "tara", "tara@test.invalid", true).await, tara);
    withdraw(&olga, &tara).await.expect_error(409, "CONFLICT");
    withdraw(&olga, olga.id()).await.expect_error(409, "CONFLICT");
    withdraw(&olga, &UserId::new("nobody")).await.expect_error(404, "NOT_FOUND");
    assert_eq!(role_of(&salon, &tara).await, "staff");
}

#[test_on_both_engines]
async fn an_invitation_lapses_after_14_days() {
    let salon = TestSalon::open().await;
    let olga = salon.member("Olga", Role::Owner).await;
    let id = invite_ravi(&olga, Role::Manager).await;
    salon.advance_seconds(14 * DAY_SECONDS - 1);
    let olga = salon.member("Olga", Role::Owner).await;
    olga.post(USERS_PATH, &invitation(Role::Manager)).await.expect_error(409, "CONFLICT");
    salon.advance_seconds(1);
    assert_eq!(compose_email(&salon, EmailKind::Invitation, &id, id.as_str(), "").await, None);
    let late = sign_in_through_provider(&salon, "ravi", RAVI, true).await;
    assert_ne!(late, id);
    assert_eq!(role_of(&salon, &late).await, "customer");

    // A lapsed invitation does not keep anybody from being invited again.
    let other = json!({ "email": "tara@test.invalid", "name": "Tara", "role": "staff" });
    let first = olga.post(USERS_PATH, &other).await.expect_created()["user"]["id"].clone();
    salon.advance_seconds(14 * DAY_SECONDS);
    let olga = salon.member("Olga", Role::Owner).await;
    let second = olga.post(USERS_PATH, &other).await.expect_created()["user"]["id"].clone();
    assert_ne!(first, second);
    // The cleanup removes those that nobody asks about.
    salon.advance_seconds(14 * DAY_SECONDS);
    salon.job(Job::SessionCleanup).await;
    let olga = salon.member("Olga", Role::Owner).await;
    assert_eq!(olga.get(&format!("{USERS_PATH}?q=tara")).await.expect_ok()["users"], json!([]));
}

#[test_on_both_engines]
async fn an_invited_owner_is_no_owner_yet() {
    let salon = TestSalon::open().await;
    let olga = salon.member("Olga", Role::Owner).await;
    let id = invite_ravi(&olga, Role::Owner).await;
    let lower = olga.patch(&format!("{USERS_PATH}/{}", olga.id()), &json!({ "role": "manager" })).await;
    lower.expect_error(409, "CONFLICT");
    // The invitation itself can be given another role, and then gives that one.
    let changed = olga.patch(&format!("{USERS_PATH}/{id}"), &json!({ "role": "staff" })).await.expect_ok();
    assert_eq!(changed["user"]["role"], "staff");
    sign_in_through_provider(&salon, "ravi", RAVI, true).await;
    assert_eq!(role_of(&salon, &id).await, "staff");
}

#[test_on_both_engines]
async fn an_invitation_that_is_sent_again_with_its_key_is_one() {
    let salon = TestSalon::open().await;
    let olga = salon.member("Olga", Role::Owner).await.with_header("idempotency-key", "k1");
    let first = olga.post(USERS_PATH, &invitation(Role::Staff)).await;
    first.expect_created();
    let again = olga.post(USERS_PATH, &invitation(Role::Staff)).await;
    assert_eq!((again.status, again.json()), (first.status, first.json()));
    olga.post(USERS_PATH, &invitation(Role::Manager)).await.expect_error(422, "BUSINESS_RULE_VIOLATION");
}

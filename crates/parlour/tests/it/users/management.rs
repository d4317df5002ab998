//! The owner says what people may do. Nobody rises above whoever raises them, and somebody always owns the salon.

use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_testkit::checks::audit_log::{actions_on_record, admin_changes_of_record};
use parlour_testkit::checks::database::count_rows;
use parlour_testkit::checks::json::{expect_only_field, page_numbers, sorted_keys, text_field};
use parlour_testkit::{Person, Reply, TestSalon, test_on_both_engines};
use serde_json::{Value, json};

const USERS_PATH: &str = "/api/users";

async fn set_role(caller: &Person, to: &Person, role: Role) -> Reply {
    caller.patch(&format!("{USERS_PATH}/{}", to.id()), &json!({ "role": role.as_str() })).await
}

async fn sign_user_out(caller: &Person, whom: &Person) -> Reply {
    caller.post_empty(&format!("{USERS_PATH}/{}/sign-out", whom.id())).await
}

async fn role_of(caller: &Person, whom: &Person) -> String {
    let found = list_users(caller, "pageSize=100").await;
    let user = found.into_iter().find(|user| user["id"] == whom.id().as_str()).expect("somebody we know");
    text_field(&user, "role").to_owned()
}

async fn list_users(caller: &Person, query: &str) -> Vec<Value> {
    let data = caller.get(&format!("{USERS_PATH}?{query}")).await.expect_ok();
    expect_only_field(&data, "users").as_array().expect("a list").clone()
}

fn user_names(users: &[Value]) -> Vec<&str> {
    users.iter().map(|user| text_field(user, "name")).collect()
}

async fn owner_count(salon: &TestSalon) -> i64 {
    count_rows(salon, "owner", "select count(*) from users where role = $1").await
}

#[test_on_both_engines]
async fn users_are_listed_by_name_and_found_by_name_and_email() {
    let salon = TestSalon::open().await;
    let olga = salon.member("Olga", Role::Owner).await;
    for (name, role) in
        [("zoe", Role::Customer), ("Émile", Role::Staff), ("asha", Role::Customer), ("50%_off", Role::Manager)]
    {
        let mail = name.replace('É', "e").replace('%', "");
        let person = salon.person(&mail, role, AppKind::Customer).await;
        person.patch("/api/profile", &json!({ "name": name })).await.expect_ok();
    }
    let all = olga.get(USERS_PATH).await;
    assert_eq!(page_numbers(&all), (1, 1, 5));
    let all = expect_only_field(&all.expect_ok(), "users").as_array().unwrap().clone();
    assert_eq!(user_names(&all), ["50%_off", "asha", "Olga", "zoe", "Émile"]);
    assert_eq!(
        all[2],
        json!({
            "id": olga.id().as_str(), "name": "Olga", "email": "olga@test.invalid", "emailVerified": true,
            "image": null, "role": "owner", "onboarded": false, "invitedAt": null,
            "invitationExpiresAt": null, "lastSignInAt": salon.now().to_string(), "createdAt": salon.now().to_string(),
        })
    );
    for (query, found) in [
        ("q=ASHA", vec!["asha"]),
        ("q=%C3%A9MIL", vec!["Émile"]),
        ("q=TEST.invalid", vec!["50%_off", "asha", "Olga", "zoe", "Émile"]),
        ("q=%25", vec!["50%_off"]),
        ("q=_", vec!["50%_off"]),
        ("q=!", vec![]),
        ("q=+zoe@+", vec!["zoe"]),
        ("q=%27%20or%201%3D1%20--", vec![]),
        ("q=", vec!["50%_off", "asha", "Olga", "zoe", "Émile"]),
        ("role=customer", vec!["asha", "zoe"]),
        ("role=customer&q=z", vec!["zoe"]),
        ("role=developer", vec![]),
        ("page=2&pageSize=2", vec!["Olga", "zoe"]),
        ("role=customer&page=2&pageSize=1", vec!["zoe"]),
    ] {
        assert_eq!(user_names(&list_users(&olga, query).await), found, "{query}");
    }
    assert_eq!(page_numbers(&olga.get("/api/users?role=customer&pageSize=1").await), (1, 2, 2));
    assert_eq!(page_numbers(&olga.get("/api/users?q=a&page=3&pageSize=2").await).0, 3);
    let reply = olga.get(&format!("{USERS_PATH}?role=boss&page=0&pageSize=x&q={}", "x".repeat(121))).await;
    assert_eq!(reply.expect_invalid_fields(), ["page", "pageSize", "q", "role"]);
    assert_eq!(olga.get("/api/users?role=").await.expect_invalid_fields(), ["role"]);
    assert_eq!(olga.get("/api/users?q=%00").await.expect_invalid_fields(), ["q"]);
    let meera = salon.member("Meera", Role::Manager).await;
    meera.get("/api/users?role=boss").await.expect_error(403, "FORBIDDEN");
}

#[test_on_both_engines]
async fn the_last_sign_in_is_known_after_its_session() {
    let salon = TestSalon::open().await;
    let olga = salon.member("Olga", Role::Owner).await;
    let last_sign_in = async |name: &str| list_users(&olga, &format!("q={name}")).await[0]["lastSignInAt"].clone();
    let first = salon.now().to_string();
    let asha = salon.customer("Asha").await;
    salon.advance_seconds(3_600);
    asha.get("/api/profile").await.expect_ok();
    asha.post_empty("/api/auth/sign-out").await.expect_ok();
    assert_eq!(last_sign_in("Asha").await, first);
    let again = salon.customer("Asha").await;
    assert_eq!((again.id(), last_sign_in("Asha").await), (asha.id(), json!(salon.now().to_string())));
    let walk_in = json!({ "name": "Binu", "phone": "9812345678" });
    olga.post("/api/customers", &walk_in).await.expect_created();
    assert_eq!(last_sign_in("Binu").await, Value::Null);
}

#[test_on_both_engines]
async fn erased_users_are_not_listed() {
    let salon = TestSalon::open().await;
    let (olga, asha) = (salon.member("Olga", Role::Owner).await, salon.customer("Asha").await);
    asha.post("/api/profile/erase", &json!({ "confirm": "asha@test.invalid" })).await.expect_ok();
    assert_eq!(user_names(&list_users(&olga, "").await), ["Olga"]);
    set_role(&olga, &asha, Role::Staff).await.expect_error(404, "NOT_FOUND");
    sign_user_out(&olga, &asha).await.expect_error(404, "NOT_FOUND");
    let nobody = olga.patch("/api/users/nope", &json!({ "role": "staff" })).await;
    nobody.expect_error(404, "NOT_FOUND");
}

#[test_on_both_engines]
async fn nobody_changes_higher_roles_or_grants_a_role_above_their_own() {
    let salon = TestSalon::open().await;
    let dora = salon.member("Dora", Role::Developer).await;
    salon.member("Stays", Role::Owner).await;
    for caller_role in [Role::Owner, Role::Developer] {
        let caller = salon.member(&format!("caller-{caller_role}"), caller_role).await;
        for &present in Role::ALL {
            let whom = salon.member(&format!("{caller_role}-{present}"), present).await;
            for &wish in Role::ALL {
                let reply = set_role(&caller, &whom, wish).await;
                let told = format!("{caller_role} makes {present} {wish}: {}", reply.text());
                if present <= caller_role && wish <= caller_role {
                    assert_eq!(reply.status, 200, "{told}");
                    assert_eq!(expect_only_field(&reply.expect_ok(), "user")["role"], wish.as_str(), "{told}");
                    set_role(&dora, &whom, present).await.expect_ok();
                } else {
                    reply.expect_error(403, "FORBIDDEN");
                    assert_eq!(role_of(&dora, &whom).await, present.as_str(), "{told}");
                }
            }
            let out = sign_user_out(&caller, &whom).await;
            if present <= caller_role {
                assert_eq!(out.expect_ok(), json!({ "ok": true }));
            } else {
                out.expect_error(403, "FORBIDDEN");
            }
        }
    }
}

#[test_on_both_engines]
async fn the_last_owner_cannot_be_demoted() {
    let salon = TestSalon::open().await;
    let (olga, dora) = (salon.member("Olga", Role::Owner).await, salon.member("Dora", Role::Developer).await);
    for caller in [&olga, &dora] {
        for &role in Role::ALL.iter().filter(|role| **role < Role::Owner) {
            set_role(caller, &olga, role).await.expect_error(409, "CONFLICT");
        }
    }
    set_role(&dora, &olga, Role::Developer).await.expect_error(409, "CONFLICT");
    set_role(&olga, &olga, Role::Owner).await.expect_ok();
    assert_eq!(actions_on_record(&salon, olga.id().as_str()).await, ["user.make"], "nothing has changed");
    let omar = salon.member("Omar", Role::Manager).await;
    set_role(&olga, &omar, Role::Owner).await.expect_ok();
    set_role(&olga, &olga, Role::Staff).await.expect_ok();
    set_role(&olga, &olga, Role::Owner).await.expect_error(403, "FORBIDDEN");
    set_role(&omar, &omar, Role::Staff).await.expect_error(409, "CONFLICT");
    assert_eq!(owner_count(&salon).await, 1);
}

#[test_on_both_engines]
async fn a_role_change_takes_effect_on_the_next_request() {
    let salon = TestSalon::open().await;
    let (olga, omar) = (salon.member("Olga", Role::Owner).await, salon.member("Omar", Role::Owner).await);
    let meera = salon.member("Meera", Role::Manager).await;
    let (asha, asha_at_the_desk) =
        (salon.customer("Asha").await, salon.person("Asha", Role::Customer, AppKind::Admin).await);
    meera.get("/api/offers").await.expect_ok();
    set_role(&olga, &meera, Role::Receptionist).await.expect_ok();
    meera.get("/api/offers").await.expect_error(403, "FORBIDDEN");
    meera.get("/api/leads").await.expect_ok();
    set_role(&olga, &meera, Role::Customer).await.expect_ok();
    meera.get("/api/leads").await.expect_error(403, "FORBIDDEN");
    set_role(&olga, &omar, Role::Manager).await.expect_ok();
    omar.get(USERS_PATH).await.expect_error(403, "FORBIDDEN");
    set_role(&omar, &olga, Role::Manager).await.expect_error(403, "FORBIDDEN");
    asha_at_the_desk.get("/api/leads").await.expect_error(403, "FORBIDDEN");
    set_role(&olga, &asha, Role::Receptionist).await.expect_ok();
    asha_at_the_desk.get("/api/leads").await.expect_ok();
}

#[test_on_both_engines]
async fn the_customer_directory_lists_customers_only() {
    let salon = TestSalon::open().await;
    let (olga, asha) = (salon.member("Olga", Role::Owner).await, salon.customer("Asha").await);
    asha.get("/api/profile").await.expect_ok();
    let count = async || page_numbers(&olga.get("/api/customers").await).2;
    assert_eq!(count().await, 1);
    set_role(&olga, &asha, Role::Staff).await.expect_ok();
    assert_eq!(count().await, 0);
    set_role(&olga, &asha, Role::Customer).await.expect_ok();
    assert_eq!(count().await, 1);
}

#[test_on_both_engines]
async fn signing_a_user_out_ends_all_their_sessions_and_no_others() {
    let salon = TestSalon::open().await;
    let olga = salon.member("Olga", Role::Owner).await;
    let asha = [
        salon.customer("Asha").await,
        salon.customer("Asha").await,
        salon.person("Asha", Role::Customer, AppKind::Admin).await,
    ];
    let bina = salon.customer("Bina").await;
    sign_user_out(&olga, &asha[0]).await.expect_ok();
    for session in &asha {
        session.get("/api/auth/session").await.expect_error(401, "UNAUTHENTICATED");
    }
    bina.get("/api/auth/session").await.expect_ok();
    olga.get("/api/auth/session").await.expect_ok();
    salon.customer("Asha").await.get("/api/auth/session").await.expect_ok();
    sign_user_out(&olga, &asha[0]).await.expect_ok();
    assert_eq!(admin_changes_of_record(&salon, asha[0].id().as_str(), "user.sign_out_everywhere").await.len(), 2);
    sign_user_out(&olga, &olga).await.expect_ok();
    olga.get(USERS_PATH).await.expect_error(401, "UNAUTHENTICATED");
}

#[test_on_both_engines]
async fn unknown_roles_are_refused() {
    let salon = TestSalon::open().await;
    let (olga, asha) = (salon.member("Olga", Role::Owner).await, salon.customer("Asha").await);
    let path = format!("{USERS_PATH}/{}", asha.id());
    for role in [
        Value::Null,
        json!(""),
        json!("Owner"),
        json!("boss"),
        json!(4),
        json!(["owner"]),
        json!("owner\u{0}"),
        json!("x".repeat(10_000)),
    ] {
        assert_eq!(olga.patch(&path, &json!({ "role": role })).await.expect_invalid_fields(), ["role"], "{role}");
    }
    assert_eq!(olga.patch(&path, &json!({})).await.expect_invalid_fields(), ["role"]);
    let data = olga.patch(&path, &json!({ "role": "staff", "email": "x@y.invalid", "name": "x" })).await;
    let user = expect_only_field(&data.expect_ok(), "user");
    assert_eq!(sorted_keys(&user).len(), 11);
    assert_eq!((&user["role"], &user["name"]), (&json!("staff"), &json!("Asha")));
    let who = Some(olga.id().to_string());
    let log = admin_changes_of_record(&salon, asha.id().as_str(), "user.role").await;
    assert_eq!(log, [(who, json!({ "role": "customer" }), json!({ "role": "staff" }))]);
}

#[test_on_both_engines]
async fn two_owners_who_demote_each_other_leave_one() {
    let salon = TestSalon::open().await;
    let dora = salon.member("Dora", Role::Developer).await;
    let (olga, omar) = (salon.member("Olga", Role::Owner).await, salon.member("Omar", Role::Owner).await);
    for _ in 0..4 {
        let (one, other) = tokio::join!(set_role(&olga, &omar, Role::Manager), set_role(&omar, &olga, Role::Manager));
        let (won, lost) = if one.status == 200 { (one, other) } else { (other, one) };
        won.expect_ok();
        lost.expect_error(403, "FORBIDDEN");
        assert_eq!(owner_count(&salon).await, 1);
        for owner in [&olga, &omar] {
            set_role(&dora, owner, Role::Owner).await.expect_ok();
        }
    }
}

#[test_on_both_engines]
async fn of_owners_demoted_concurrently_one_stays() {
    let salon = TestSalon::open().await;
    let mut developers = Vec::new();
    let mut owners_then = Vec::new();
    for number in 0..4 {
        developers.push(salon.member(&format!("dev{number}"), Role::Developer).await);
        owners_then.push(salon.member(&format!("owner{number}"), Role::Owner).await);
    }
    for _ in 0..3 {
        let mut demoting = tokio::task::JoinSet::new();
        for (dev, owner) in developers.clone().into_iter().zip(owners_then.clone()) {
            demoting.spawn(async move { set_role(&dev, &owner, Role::Customer).await });
        }
        let replies = demoting.join_all().await;
        let refused: Vec<&Reply> = replies.iter().filter(|reply| reply.status != 200).collect();
        assert_eq!(refused.len(), 1);
        refused[0].expect_error(409, "CONFLICT");
        assert_eq!(owner_count(&salon).await, 1);
        for owner in &owners_then {
            set_role(&developers[0], owner, Role::Owner).await.expect_ok();
        }
    }
}

//! The first start: an owner sets up the salon step by step.

use parlour_domain::auth::role::Role;
use parlour_testkit::checks::audit_log::actions_on_record;
use parlour_testkit::checks::concurrency::post_concurrently;
use parlour_testkit::checks::json::{expect_only_field, text_field};
use parlour_testkit::fixtures::small_salon::small_salon;
use parlour_testkit::{Person, Reply, TestSalon, test_on_both_engines};
use serde_json::{Value, json};

async fn owner(salon: &TestSalon) -> Person {
    salon.member("Olga", Role::Owner).await
}

fn setup_of(reply: &Reply) -> Value {
    expect_only_field(&reply.expect_ok(), "setup")
}

/// The states of the steps in their order, and whether the setup is finished.
fn states(setup: &Value) -> (Vec<String>, bool) {
    let steps = &setup["steps"];
    let state = |step: &str| text_field(steps, step).to_owned();
    let states = ["salon", "hours", "services", "team", "payments"].map(state);
    (states.to_vec(), setup["isFinished"].as_bool().unwrap())
}

async fn shown_states(owner: &Person) -> (Vec<String>, bool) {
    states(&setup_of(&owner.get("/api/setup").await))
}

async fn skip(owner: &Person, step: &str) -> Reply {
    owner.post("/api/setup/skip", &json!({ "step": step })).await
}

fn in_order(states: [&str; 5], is_finished: bool) -> (Vec<String>, bool) {
    (states.map(str::to_owned).to_vec(), is_finished)
}

async fn open_branch(owner: &Person) -> String {
    let body = json!({ "code": "PUN", "name": "Aangan Pune", "address": "MG Road, Pune" });
    let branch = expect_only_field(&owner.post("/api/branches", &body).await.expect_created(), "branch");
    text_field(&branch, "id").to_owned()
}

async fn adopt_haircut(owner: &Person) {
    let haircut = json!({ "key": "haircut-women", "pricePaise": 70_000, "durationMinutes": 50 });
    owner.post("/api/setup/catalogue", &json!({ "services": [haircut] })).await.expect_created();
}

async fn add_stylist(salon: &TestSalon, owner: &Person, branch: &str) -> String {
    let kiran = salon.member("Kiran", Role::Staff).await;
    let profile = json!({
        "userId": kiran.id().as_str(), "branchId": branch, "displayName": "Kiran", "serviceTypes": ["salon"],
    });
    let staff = expect_only_field(&owner.post("/api/staff", &profile).await.expect_created(), "staff");
    text_field(&staff, "id").to_owned()
}

#[test_on_both_engines]
async fn an_owner_sets_up_an_empty_salon() {
    let salon = TestSalon::open().await;
    let olga = owner(&salon).await;
    assert_eq!(shown_states(&olga).await, in_order(["todo"; 5], false));
    olga.post_empty("/api/setup/finish").await.expect_error(409, "CONFLICT");

    let branch = open_branch(&olga).await;
    assert_eq!(shown_states(&olga).await, in_order(["done", "todo", "todo", "todo", "todo"], false));
    let path = format!("/api/branches/{branch}");
    olga.patch(&path, &json!({ "phone": "080 4123 4567" })).await.expect_ok();
    assert_eq!(shown_states(&olga).await.0[1], "todo", "nobody has said when it is open");
    // The hours that it has anyway.
    olga.patch(&path, &json!({ "opensAt": "10:00" })).await.expect_ok();
    assert_eq!(
        states(&setup_of(&skip(&olga, "payments").await)),
        in_order(["done", "done", "todo", "todo", "skipped"], false)
    );
    adopt_haircut(&olga).await;
    olga.post_empty("/api/setup/finish").await.expect_error(409, "CONFLICT");
    let kiran = add_stylist(&salon, &olga, &branch).await;
    assert_eq!(shown_states(&olga).await, in_order(["done", "done", "done", "done", "skipped"], true));

    // What was skipped can be done later, and what is done cannot be skipped.
    olga.patch(&path, &json!({ "upiId": "aangan@okbank" })).await.expect_ok();
    assert_eq!(shown_states(&olga).await, in_order(["done"; 5], true));
    assert_eq!(states(&setup_of(&skip(&olga, "hours").await)), in_order(["done"; 5], true));
    assert_eq!(states(&setup_of(&olga.post_empty("/api/setup/finish").await)), in_order(["done"; 5], true));
    assert_eq!(states(&setup_of(&olga.post_empty("/api/setup/finish").await)), in_order(["done"; 5], true));
    olga.patch(&format!("/api/staff/{kiran}"), &json!({ "isActive": false })).await.expect_ok();
    assert_eq!(shown_states(&olga).await, in_order(["done", "done", "done", "todo", "done"], true));
    assert_eq!(actions_on_record(&salon, "payments").await, ["setup.skip"]);
    assert_eq!(actions_on_record(&salon, "hours").await, [""; 0]);
    assert_eq!(actions_on_record(&salon, "setup").await, ["setup.finish"]);
}

#[test_on_both_engines]
async fn finishing_skips_what_is_left() {
    let salon = small_salon().await;
    let olga = owner(&salon).await;
    // It was set up in another way.
    assert_eq!(shown_states(&olga).await, in_order(["done", "todo", "done", "done", "todo"], true));
    let finished = in_order(["done", "skipped", "done", "done", "skipped"], true);
    for reply in post_concurrently(&salon, Role::Owner, "/api/setup/finish", vec![json!({}); 4]).await {
        assert_eq!(states(&setup_of(&reply)), finished);
    }
    assert_eq!(actions_on_record(&salon, "setup").await, ["setup.finish"], "once");
}

#[test_on_both_engines]
async fn every_step_but_the_first_can_be_skipped() {
    let salon = TestSalon::open().await;
    let olga = owner(&salon).await;
    for step in ["hours", "services", "team", "payments"] {
        setup_of(&skip(&olga, step).await);
    }
    let left = in_order(["todo", "skipped", "skipped", "skipped", "skipped"], false);
    assert_eq!(shown_states(&olga).await, left);
    for body in [json!({ "step": "salon" }), json!({ "step": "finish" }), json!({ "step": 1 }), json!({})] {
        let fields = olga.post("/api/setup/skip", &body).await.expect_invalid_fields();
        assert_eq!(fields, ["step"], "{body}");
    }
    assert_eq!(shown_states(&olga).await, left);
    let keyed = olga.clone().with_header("idempotency-key", "once");
    let (first, second) = (skip(&keyed, "team").await, skip(&keyed, "team").await);
    assert_eq!(setup_of(&first), setup_of(&second));
    skip(&keyed, "hours").await.expect_error(422, "BUSINESS_RULE_VIOLATION");
}

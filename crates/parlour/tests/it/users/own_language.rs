//! Staff choose the language in which they read.

use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_testkit::actions::people::own_profile;
use parlour_testkit::checks::audit_log::{actions_on_record, change_of_record};
use parlour_testkit::checks::json::expect_only_field;
use parlour_testkit::{Person, TestSalon, test_on_both_engines};
use serde_json::{Value, json};

async fn changed_me(person: &Person, patch: &Value) -> Value {
    expect_only_field(&person.patch("/api/me", patch).await.expect_ok(), "user")
}

async fn language_of(person: &Person) -> Value {
    changed_me(person, &json!({})).await["language"].clone()
}

#[test_on_both_engines]
async fn a_language_is_kept_for_everybody_who_works_here() {
    let salon = TestSalon::open().await;
    for &role in Role::ALL.iter().filter(|role| **role >= Role::Staff) {
        let person = salon.member(&format!("one-{role}"), role).await;
        let name = format!("one-{role}");
        let expected = json!({
            "id": person.id().as_str(), "name": name, "email": format!("{name}@test.invalid"), "image": null,
            "role": role.as_str(), "language": "hi",
        });
        assert_eq!(language_of(&person).await, Value::Null, "nothing was chosen");
        for _ in 0..2 {
            assert_eq!(changed_me(&person, &json!({ "language": "hi" })).await, expected);
        }
        assert_eq!(changed_me(&person, &json!({ "language": null })).await, expected, "absent");
        let actions = actions_on_record(&salon, person.id().as_str()).await;
        assert_eq!(actions.iter().filter(|action| *action == "user.language").count(), 1, "{actions:?}");
        let (before, after) = change_of_record(&salon, person.id().as_str(), "user.language").await;
        assert_eq!((before, after), (json!({ "language": null }), json!({ "language": "hi" })));
        for wrong in [json!("fr"), json!(""), json!("HI"), json!(1), json!(["hi"])] {
            let refused = person.patch("/api/me", &json!({ "language": wrong })).await;
            assert_eq!(refused.expect_invalid_fields(), ["language"], "{wrong}");
        }
        assert_eq!(language_of(&person).await, "hi");
    }
}

#[test_on_both_engines]
async fn a_person_has_one_language_in_both_apps() {
    let salon = TestSalon::open().await;
    let ravi = salon.member("Ravi", Role::Receptionist).await;
    let ravi_as_customer = salon.person("Ravi", Role::Receptionist, AppKind::Customer).await;
    assert_eq!(ravi.id(), ravi_as_customer.id());
    changed_me(&ravi, &json!({ "language": "hi" })).await;
    assert_eq!(own_profile(&ravi_as_customer).await["language"], "hi", "also of a profile that comes later");
    ravi_as_customer.patch("/api/profile", &json!({ "language": "en" })).await.expect_ok();
    assert_eq!(language_of(&ravi).await, "en");
    changed_me(&ravi, &json!({ "language": "hi" })).await;
    assert_eq!(own_profile(&ravi_as_customer).await["language"], "hi");
    ravi_as_customer.patch("/api/profile", &json!({ "name": "Ravi Rao" })).await.expect_ok();
    assert_eq!(language_of(&ravi).await, "hi", "nothing else changes it");
}

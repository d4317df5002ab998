//! People who sign in, and what they see of themselves.

use parlour_app::sign_in::{SessionClient, sign_in_with_identity};
use parlour_db::params;
use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_domain::ids::UserId;
use parlour_integrations::identity::Identity;
use serde_json::{Value, json};

use crate::checks::database::write_transaction;
use crate::{Person, TestSalon};

pub async fn developer(salon: &TestSalon) -> Person {
    salon.member("Dev", Role::Developer).await
}

pub async fn total_spent_paise(person: &Person) -> i64 {
    own_profile(person).await["totalSpentPaise"].as_i64().unwrap()
}

pub async fn receptionist(salon: &TestSalon) -> Person {
    salon.member("Ravi", Role::Receptionist).await
}

pub async fn manager_mira(salon: &TestSalon) -> Person {
    salon.member("Mira", Role::Manager).await
}

/// Signs in at the customer app with an identity from a provider.
pub async fn sign_in_through_provider(
    salon: &TestSalon,
    subject: &'static str,
    email: &'static str,
    email_verified: bool,
) -> UserId {
    let context = salon.context();
    let signed_in = salon.app.db.write(move |tx| {
        let identity = Identity {
            issuer: "https://identity.invalid".into(),
            subject: subject.into(),
            email: Some(email.into()),
            email_verified,
            name: Some("Somebody".into()),
            picture: None,
            signed_in_seconds_ago: None,
        };
        sign_in_with_identity(tx, &context, &SessionClient::of_app(AppKind::Customer), &identity, None).map(drop)?;
        let owner = tx.one::<(UserId,)>("select user_id from identities where subject = $1", params![subject])?;
        Ok::<_, parlour_app::sign_in::SignInRefusal>(owner.unwrap().0)
    });
    signed_in.await.unwrap()
}

pub async fn set_marketing_consent(person: &Person, given: bool) {
    let patch = json!({ "marketingConsent": given, "dateOfBirth": "1990-03-01" });
    person.patch("/api/profile", &patch).await.expect_ok();
}

pub async fn manager(salon: &TestSalon) -> Person {
    salon.member("Meera", Role::Manager).await
}

pub async fn own_profile(person: &Person) -> Value {
    person.get("/api/profile").await.expect_ok()["profile"].clone()
}

/// Signs in 24 people of one role. Races need different people: requests of one person run one after another.
pub async fn sign_in_24(salon: &TestSalon, role: Role) -> Vec<Person> {
    let mut people = Vec::with_capacity(24);
    for number in 0..24 {
        people.push(salon.member(&format!("{role}{number}"), role).await);
    }
    people
}

pub fn sorted_user_ids(people: &[&Person]) -> Vec<String> {
    let mut ids: Vec<_> = people.iter().map(|person| person.id().to_string()).collect();
    ids.sort();
    ids
}

/// A staff member in Pune with the profile `staff-NAME`, who can sign in.
pub async fn staff_member_in_pune(salon: &TestSalon, name: &str, role: Role) -> Person {
    let person = salon.member(name, role).await;
    let (user, name) = (person.id().clone(), name.to_lowercase());
    write_transaction(&salon.app, move |tx| {
        tx.execute(
            "insert into staff (id, user_id, branch_id, display_name, serves_salon, created_at, updated_at)
             values ($1, $2, 'branch-pune', $3, true, '2026-01-01T04:30:00.000Z', '2026-01-01T04:30:00.000Z')",
            params![format!("staff-{name}"), user, name],
        )
        .map(drop)
    })
    .await;
    person
}

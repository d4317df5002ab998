//! Requests that are sent at the same time.

use parlour_domain::auth::role::Role;
use serde_json::Value;
use tokio::task::JoinSet;

use crate::{Person, Reply, TestSalon};

/// Sends all patches of a record at the same time, each as another person: requests of one person run one after another.
pub async fn patch_concurrently(salon: &TestSalon, role: Role, path: &str, patches: Vec<Value>) -> Vec<Reply> {
    let mut people = Vec::new();
    for number in 0..patches.len() {
        people.push(salon.member(&format!("{role}{number}"), role).await);
    }
    send_concurrently(
        people,
        patches,
        async |person: Person, path: String, patch| person.patch(&path, &patch).await,
        path,
    )
    .await
}

/// Sends all creations at the same time, each as another person.
pub async fn post_concurrently(salon: &TestSalon, role: Role, path: &str, bodies: Vec<Value>) -> Vec<Reply> {
    let mut people = Vec::new();
    for number in 0..bodies.len() {
        people.push(salon.member(&format!("{role}{number}"), role).await);
    }
    send_concurrently(people, bodies, async |person: Person, path: String, body| person.post(&path, &body).await, path)
        .await
}

pub async fn send_concurrently<Act, Doing>(people: Vec<Person>, bodies: Vec<Value>, act: Act, path: &str) -> Vec<Reply>
where
    Act: Fn(Person, String, Value) -> Doing,
    Doing: Future<Output = Reply> + Send + 'static,
{
    let mut doing = JoinSet::new();
    for (person, body) in people.into_iter().zip(bodies) {
        doing.spawn(act(person, path.to_owned(), body));
    }
    doing.join_all().await
}

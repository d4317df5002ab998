//! What a browser keeps of somebody who has signed out, for whoever uses it next.

use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_testkit::actions::people::receptionist;
use parlour_testkit::chromium::{ChromiumOptions, Visitor};
use parlour_testkit::fixtures::small_salon::small_salon;
use parlour_testkit::{Engine, run, test_on_both_engines};
use serde_json::json;

use super::super::visits::listening_salon;

/// Every address that the service worker keeps.
const KEPT: &str = "const kept = []; for (const name of await caches.keys()) \
    for (const request of await (await caches.open(name)).keys()) kept.push(new URL(request.url).pathname); return kept";

/// Neither pages nor parts of them, whoever they are made for, nor errors and files.
#[test_on_both_engines]
async fn pages_of_somebody_are_kept_nowhere() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await.with_header("accept", "text/html");
    let owner = salon.member("Ravi", Role::Owner).await.with_header("accept", "text/html");
    let customer =
        ["/", "/book", "/visits", "/me", "/me?part=x", "/invoices", "/notifications", "/rewards", "/visits/nope"];
    let admin =
        ["/", "/board?part=board", "/bookings", "/bookings.csv", "/customers", "/leads?part=lanes", "/me", "/nope"];
    for (person, paths) in [(&asha, &customer[..]), (&owner, &admin)] {
        for path in paths {
            let reply = person.get(path).await;
            assert_eq!(reply.header("cache-control"), Some("no-store"), "{path}: {}", reply.status);
        }
    }
}

#[test]
fn going_back_after_signing_out_shows_nothing_of_somebody() {
    run(Engine::Sqlite, async || {
        let salon = listening_salon().await;
        let (asha, desk) = (salon.customer("Asha").await, receptionist(&salon).await);
        let visitor = Visitor::start(&salon, AppKind::Customer, ChromiumOptions::phone()).await;
        for (person, name) in [(&asha, "Asha"), (&desk, "Ravi")] {
            visitor.sign_in_as(person).await;
            visitor.open_on(person.app_kind, "/notifications").await;
            visitor.open_on(person.app_kind, "/me").await;
            assert!(visitor.has_text(name).await, "{}", visitor.text().await);
            let kept = visitor.execute(&format!("return (async () => {{ {KEPT} }})()"), &[]).await;
            for path in kept.as_array().expect("a list") {
                let path = path.as_str().unwrap();
                assert!(path == "/offline" || path.starts_with("/assets/"), "{path}");
            }
            visitor
                .execute("setTimeout(() => document.querySelector('form[action=\"/sign-out\"] button').click())", &[])
                .await;
            visitor.wait_for_path("/").await;
            for _ in 0..2 {
                visitor.back().await;
                visitor.wait_for_path("/sign-in").await;
                assert!(!visitor.has_text(name).await, "{}", visitor.text().await);
            }
            assert_eq!(visitor.execute("return localStorage.length", &[]).await, json!(0));
        }
    });
}

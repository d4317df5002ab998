//! Managers hear that somebody asks for leave.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_testkit::actions::notifications::subscribe_browser;
use parlour_testkit::actions::people::{manager, receptionist, staff_member_in_pune};
use parlour_testkit::checks::database::{count_rows, find_text};
use parlour_testkit::fixtures::small_salon::{fill_small_salon, small_salon};
use parlour_testkit::servers::recording_server::RecordingServer;
use parlour_testkit::{Person, SalonOptions, TestSalon, test_on_both_engines};
use parlour_worker::dispatch;
use serde_json::{Value, json};

use crate::integrations::clients::decrypted_push;
use crate::jobs::dispatcher::integrations_with_push;

const LEAVE_PATH: &str = "/api/me/leave";
const LEAVE_NOTIFICATIONS: &str = "select count(*) from notifications where type = 'leave_requested' and subject <> $1";

async fn request_leave(person: &Person, from: &str, to: &str) -> String {
    let asked = json!({ "startDate": from, "endDate": to, "reason": "Surgery" });
    person.post(LEAVE_PATH, &asked).await.expect_created()["leave"]["id"].as_str().unwrap().to_owned()
}

async fn feed(person: &Person) -> Vec<Value> {
    person.get("/api/notifications").await.expect_ok()["notifications"].as_array().unwrap().clone()
}

#[test_on_both_engines]
async fn every_manager_hears_of_a_request_once() {
    let salon = small_salon().await;
    let (meera, desk) = (manager(&salon).await, receptionist(&salon).await);
    let (omar, dev) = (salon.member("Omar", Role::Owner).await, salon.member("Dev", Role::Developer).await);
    let kiran = staff_member_in_pune(&salon, "Kiran", Role::Staff).await;
    request_leave(&kiran, "2027-03-04", "2027-03-06").await;
    for manager in [&meera, &omar, &dev] {
        let feed = feed(manager).await;
        assert_eq!(feed.len(), 1, "{feed:?}");
        assert_eq!(
            json!([feed[0]["type"], feed[0]["title"], feed[0]["body"], feed[0]["channel"], feed[0]["bookingId"]]),
            json!([
                "leave_requested",
                "Somebody asks for leave",
                "kiran: Thu 4 Mar 2027 to Sat 6 Mar 2027",
                "push",
                null
            ])
        );
    }
    let page = meera.get("/notifications").await.text();
    assert!(page.contains("kiran: Thu 4 Mar 2027 to Sat 6 Mar 2027"), "{page}");
    assert!(!page.contains("Surgery"), "the reason is for those who look at the request");
    assert!(feed(&desk).await.is_empty() && feed(&kiran).await.is_empty());

    // What is refused is told to nobody; a further request is.
    kiran
        .post(LEAVE_PATH, &json!({ "startDate": "2027-03-05", "endDate": "2027-03-05" }))
        .await
        .expect_error(409, "CONFLICT");
    salon.advance_seconds(60);
    request_leave(&kiran, "2027-03-09", "2027-03-09").await;
    assert_eq!(feed(&meera).await[0]["body"], "kiran: Tue 9 Mar 2027");
    assert_eq!(count_rows(&salon, "", LEAVE_NOTIFICATIONS).await, 6);
}

#[test_on_both_engines]
async fn a_subscribed_manager_is_pushed_to() {
    let service = RecordingServer::start().await;
    let salon = Box::pin(TestSalon::with_integrations(SalonOptions::default(), integrations_with_push())).await;
    let salon = fill_small_salon(salon).await;
    let meera = manager(&salon).await;
    let kiran = staff_member_in_pune(&salon, "Kiran", Role::Staff).await;
    subscribe_browser(&meera, &format!("{}/phone", service.url)).await;
    subscribe_browser(&kiran, &format!("{}/own-phone", service.url)).await;
    request_leave(&kiran, "2027-03-04", "2027-03-04").await;
    dispatch::send_all_due(salon.worker()).await.unwrap();
    let message = decrypted_push(&service.only(), &service.url)["message"].as_str().unwrap().to_owned();
    let payload: Value = serde_json::from_slice(&STANDARD.decode(message).unwrap()).unwrap();
    assert_eq!(
        json!([payload["type"], payload["body"], payload["url"]]),
        json!(["leave_requested", "kiran: Thu 4 Mar 2027", "/schedule#leave"])
    );
    assert_eq!(feed(&meera).await[0]["status"], "sent");
}

#[test_on_both_engines]
async fn nobody_reads_of_the_leave_of_somebody_erased() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    let kiran = staff_member_in_pune(&salon, "Kiran", Role::Staff).await;
    request_leave(&kiran, "2027-03-04", "2027-03-06").await;
    let at_home = salon.person("Kiran", Role::Staff, AppKind::Customer).await;
    at_home.post("/api/profile/erase", &json!({ "confirm": "kiran@test.invalid" })).await.expect_ok();
    assert!(feed(&meera).await.is_empty());
    assert_eq!(find_text(&salon, &[r#""name":"kiran""#]).await, Vec::<String>::new());
}

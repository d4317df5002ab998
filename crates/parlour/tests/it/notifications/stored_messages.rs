//! What is stored of a notification, and the text that people read.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use parlour_db::{DbError, Tx, params};
use parlour_domain::ids::UserId;
use parlour_integrations::mail::Mailer;
use parlour_testkit::actions::bookings::{approve_booking, create_booking, haircut_request};
use parlour_testkit::actions::emails::{emails_in_folder, mailer_to_folder};
use parlour_testkit::actions::notifications::subscribe_browser;
use parlour_testkit::actions::people::receptionist;
use parlour_testkit::checks::database::count_rows;
use parlour_testkit::fixtures::small_salon::{STYLIST, fill_small_salon};
use parlour_testkit::servers::recording_server::RecordingServer;
use parlour_testkit::{Person, SalonOptions, TestSalon, test_on_both_engines};
use parlour_worker::dispatch;
use parlour_worker::worker_context::Integrations;
use serde_json::{Value, json};

use crate::integrations::clients::decrypted_push;
use crate::jobs::dispatcher::integrations_with_push;

async fn small_salon_with(mail: Option<Mailer>) -> TestSalon {
    let integrations = Integrations { mail, ..integrations_with_push() };
    fill_small_salon(Box::pin(TestSalon::with_integrations(SalonOptions::default(), integrations)).await).await
}

async fn first_notification(person: &Person) -> Value {
    person.get("/api/notifications").await.expect_ok()["notifications"][0].clone()
}

/// As an earlier or a later version of Parlour would write it.
async fn insert_row(
    salon: &TestSalon,
    user: &UserId,
    message: Option<&'static str>,
    text: (&'static str, &'static str),
) {
    let (user, now) = (user.clone(), salon.now());
    let insert = salon.app.db.write(move |tx: &mut Tx<'_>| -> Result<u64, DbError> {
        tx.execute(
            "insert into notifications (id, user_id, type, message, title, body, channel, created_at)
             values ('n1', $1, 'booking_confirmed', $2, $3, $4, 'push', $5)",
            params![user, message, text.0, text.1, now],
        )
    });
    assert_eq!(insert.await.unwrap(), 1);
}

/// What the browser shows of the only push message.
fn pushed_text(service: &RecordingServer) -> Value {
    let opened = decrypted_push(&service.only(), &service.url);
    let message = STANDARD.decode(opened["message"].as_str().unwrap()).unwrap();
    let payload: Value = serde_json::from_slice(&message).unwrap();
    json!([payload["title"], payload["body"]])
}

#[test_on_both_engines]
async fn a_notification_is_stored_as_kind_and_arguments() {
    let folder = tempfile::tempdir().unwrap();
    let service = RecordingServer::start().await;
    let salon = small_salon_with(mailer_to_folder(folder.path())).await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    subscribe_browser(&asha, &format!("{}/phone", service.url)).await;
    let id = create_booking(&asha, &haircut_request()).await;
    approve_booking(&desk, &id, STYLIST).await.expect_ok();

    let user = asha.id().clone();
    let read = salon.app.db.read(move |conn| -> Result<_, DbError> {
        conn.one::<(String, String, String, String)>(
            "select type, message, title, body from notifications where user_id = $1",
            params![user],
        )
    });
    let (kind, message, title, body) = read.await.unwrap().unwrap();
    assert_eq!((&*kind, &*title, &*body), ("booking_confirmed", "", ""), "no sentence is stored");
    let message: Value = serde_json::from_str(&message).unwrap();
    let booking = asha.get(&format!("/api/bookings/{id}")).await.expect_ok()["booking"].clone();
    assert_eq!(
        message,
        json!({
            "kind": "booking_confirmed", "number": booking["bookingNumber"], "date": "2027-03-05", "start": "11:00:00",
            "services": ["cut"],
        })
    );

    // The feed, the page, the export, the push message and the e-mail say the same.
    let shown = first_notification(&asha).await;
    let number = booking["bookingNumber"].as_str().unwrap();
    let expected = ["Your booking is confirmed", &format!("{number}: Fri 5 Mar 2027 at 11:00 am, cut")];
    assert_eq!(json!([shown["title"], shown["body"]]), json!(expected));
    let exported = asha.get("/api/profile/export").await.expect_ok()["notifications"][0].clone();
    assert_eq!(json!([exported["title"], exported["body"]]), json!(expected));
    dispatch::send_all_due(salon.worker()).await.unwrap();
    assert_eq!(pushed_text(&service), json!(expected));
    let sent = emails_in_folder(folder.path());
    assert!(sent.len() == 1 && sent[0].contains("Your booking is confirmed"), "{sent:?}");
    assert!(sent[0].contains(number) && sent[0].contains("11:00 am"), "{sent:?}");
}

#[test_on_both_engines]
async fn earlier_notifications_keep_their_text() {
    let service = RecordingServer::start().await;
    let salon = small_salon_with(None).await;
    let asha = salon.customer("Asha").await;
    subscribe_browser(&asha, &format!("{}/phone", service.url)).await;
    insert_row(&salon, asha.id(), None, ("It is confirmed", "See you on Friday")).await;
    let written = json!(["It is confirmed", "See you on Friday"]);
    let shown = first_notification(&asha).await;
    assert_eq!(json!([shown["title"], shown["body"]]), written);
    let exported = asha.get("/api/profile/export").await.expect_ok()["notifications"][0].clone();
    assert_eq!(
        exported,
        json!({
            "id": "n1", "bookingId": null, "type": "booking_confirmed", "title": "It is confirmed",
            "body": "See you on Friday", "channel": "push", "status": "pending", "sentAt": null, "readAt": null,
            "createdAt": salon.now(),
        })
    );
    dispatch::send_all_due(salon.worker()).await.unwrap();
    assert_eq!(pushed_text(&service), written);
}

#[test_on_both_engines]
async fn the_message_of_a_later_version_does_not_hide_the_feed() {
    let service = RecordingServer::start().await;
    let salon = small_salon_with(None).await;
    let asha = salon.customer("Asha").await;
    subscribe_browser(&asha, &format!("{}/phone", service.url)).await;
    insert_row(&salon, asha.id(), Some(r#"{"kind":"deposit_due","amountPaise":1}"#), ("", "")).await;
    let shown = first_notification(&asha).await;
    assert_eq!((&shown["id"], &shown["title"]), (&json!("n1"), &json!("Something has changed")));
    dispatch::send_all_due(salon.worker()).await.unwrap();
    assert_eq!(pushed_text(&service)[0], "Something has changed");
    let told = "select count(*) from notifications where user_id = $1 and status = 'sent'";
    assert_eq!(count_rows(&salon, asha.id().as_str(), told).await, 1);
}

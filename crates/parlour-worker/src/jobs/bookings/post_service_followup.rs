//! Asks for a review, once, a day after a booking, if the customer agreed to marketing.

use parlour_app::notifications::notify::{NewNotification, NotificationDelivery, notify};
use parlour_app::request_context::RequestContext;
use parlour_domain::booking::BookingStatus;
use parlour_domain::ids::BookingId;
use parlour_domain::notification::email_kind::EmailKind;
use parlour_domain::notification::message::NotificationMessage;
use parlour_domain::notification::subject::NotificationSubject;
use parlour_store::bookings::{booking_records, desk_changes};
use parlour_store::notifications::email_recipients;
use parlour_store::{DbError, Tx};

use crate::dispatch::emails::send_email_now;
use crate::jobs::{JobError, JobPayload, Outcome};
use crate::worker_context::WorkerContext;

pub(in crate::jobs) async fn run(worker: &WorkerContext, payload: &JobPayload) -> Result<Outcome, JobError> {
    let Some(booking) = payload.booking_id.clone() else { return Ok(Outcome::Sent(false)) };
    let context = worker.context();
    let email_id = worker.app.db.write(move |tx| enqueue_review_request(tx, &context, &booking)).await?;
    Ok(Outcome::Sent(match email_id {
        Some(email_id) => send_email_now(worker, &email_id).await?,
        None => false,
    }))
}

/// Returns the id of the e-mail if it is new.
fn enqueue_review_request(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    id: &BookingId,
) -> Result<Option<String>, DbError> {
    let Some(customer) = desk_changes::lock_booking(tx, id)? else { return Ok(None) };
    let booking = booking_records::find_own_booking(tx, id, &customer)?
        .filter(|booking| booking.status == BookingStatus::Completed);
    let recipient =
        email_recipients::find_email_recipient(tx, &customer)?.filter(|recipient| recipient.marketing_consent);
    let (Some(booking), Some(_)) = (booking, recipient) else { return Ok(None) };
    let message = NotificationMessage::ReviewRequested { number: booking.booking_number, date: booking.booking_date };
    let notification = NewNotification {
        user_id: &customer,
        booking_id: Some(id),
        message: &message,
        subject: NotificationSubject::Booking(id),
        period: "",
        delivery: NotificationDelivery::Email(EmailKind::ReviewRequest),
    };
    Ok(notify(tx, context, &notification)?.email_id)
}

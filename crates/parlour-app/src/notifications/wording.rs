//! The text of a notification, made from what it says.

use parlour_domain::customer::Language;
use parlour_domain::notification::message::{AppointmentFacts, BookingFacts, EndingMembership, NotificationMessage};
use parlour_store::notifications::notification_records::NotificationContent;
use parlour_texts::{NotificationTexts, Texts};

/// The text of a notification in one language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotificationText {
    pub title: String,
    pub body: String,
}

/// The texts in the language that a person has chosen; in English if they have not, or if there is no file of it.
pub fn texts_in(language: Option<Language>) -> Texts {
    language.and_then(|language| Texts::for_tag(language.as_str())).unwrap_or(Texts::ENGLISH)
}

pub fn word_content(content: &NotificationContent, texts: Texts) -> NotificationText {
    let text = texts.notification();
    match content {
        NotificationContent::Message(message) => {
            NotificationText { title: title(message, texts), body: body(message, texts) }
        }
        NotificationContent::WrittenText { title, body } => {
            NotificationText { title: title.clone(), body: body.clone() }
        }
        NotificationContent::Unknown => {
            NotificationText { title: text.unknown_title().to_owned(), body: text.unknown_body().to_owned() }
        }
    }
}

fn title(message: &NotificationMessage, texts: Texts) -> String {
    let text = texts.notification();
    let title = match message {
        NotificationMessage::RequestReceived(_) => text.request_received_title(),
        NotificationMessage::CustomerCancelled(_) => text.customer_cancelled_title(),
        NotificationMessage::CustomerRescheduled(_) => text.customer_rescheduled_title(),
        NotificationMessage::RequestUnanswered(_) => text.request_unanswered_title(),
        NotificationMessage::PossibleNoshow(_) => text.possible_noshow_title(),
        NotificationMessage::OfferedTimeAccepted(_) => text.offered_time_accepted_title(),
        NotificationMessage::OfferedTimeDeclined(_) => text.offered_time_declined_title(),
        NotificationMessage::BookingConfirmed(_) => text.booking_confirmed_title(),
        NotificationMessage::BookingRejected { .. } => text.booking_rejected_title(),
        NotificationMessage::BookingCancelled(_) => text.booking_cancelled_title(),
        NotificationMessage::BookingRescheduled(_) => text.booking_rescheduled_title(),
        NotificationMessage::BookingChanged(_) => text.booking_changed_title(),
        NotificationMessage::BookingRestored(_) => text.booking_restored_title(),
        NotificationMessage::RequestRestored(_) => text.request_restored_title(),
        NotificationMessage::TimeOffered { .. } => text.time_offered_title(),
        NotificationMessage::AppointmentWithinDay(_) => text.appointment_within_day_title(),
        NotificationMessage::AppointmentWithinHour(_) => text.appointment_within_hour_title(),
        NotificationMessage::ReviewRequested { .. } => text.review_requested_title(),
        NotificationMessage::InvoiceReady { .. } => text.invoice_ready_title(),
        NotificationMessage::MembershipCreated { .. } => text.membership_created_title(),
        // Names the date, because the notification may be read days later.
        NotificationMessage::MembershipEndsIn30Days(membership)
        | NotificationMessage::MembershipEndsIn7Days(membership)
        | NotificationMessage::MembershipEndsTomorrow(membership) => {
            return text.membership_ends_title(&texts.format_date(membership.last_day));
        }
        NotificationMessage::MembershipEnded { .. } => text.membership_ended_title(),
        NotificationMessage::MembershipHoursLeft { .. } => text.membership_hours_left_title(),
        NotificationMessage::GemsExpireSoon { .. } => text.gems_expire_soon_title(),
        NotificationMessage::GemsExpired { .. } => text.gems_expired_title(),
        NotificationMessage::BirthdayOffer => text.birthday_offer_title(),
        NotificationMessage::LeadWaiting { .. } => text.lead_waiting_title(),
        NotificationMessage::LeaveRequested { .. } => text.leave_requested_title(),
    };
    title.to_owned()
}

fn body(message: &NotificationMessage, texts: Texts) -> String {
    let text = texts.notification();
    match message {
        NotificationMessage::RequestReceived(booking)
        | NotificationMessage::CustomerCancelled(booking)
        | NotificationMessage::CustomerRescheduled(booking)
        | NotificationMessage::RequestUnanswered(booking)
        | NotificationMessage::PossibleNoshow(booking)
        | NotificationMessage::OfferedTimeAccepted(booking)
        | NotificationMessage::OfferedTimeDeclined(booking)
        | NotificationMessage::BookingConfirmed(booking)
        | NotificationMessage::BookingCancelled(booking)
        | NotificationMessage::BookingRescheduled(booking)
        | NotificationMessage::BookingChanged(booking)
        | NotificationMessage::BookingRestored(booking)
        | NotificationMessage::RequestRestored(booking) => booking_body(booking, None, texts),
        NotificationMessage::BookingRejected { booking, reason } => booking_body(booking, reason.as_deref(), texts),
        NotificationMessage::TimeOffered { number, date, start, answer_by } => {
            let (date, time) = (texts.format_weekday_and_date(*date), texts.format_time(*start));
            let answer_day = texts.format_weekday_and_day(answer_by.ist_date());
            text.time_offered_body(number, &date, &time, &answer_day, &texts.format_time(answer_by.ist_time()))
        }
        NotificationMessage::AppointmentWithinDay(appointment)
        | NotificationMessage::AppointmentWithinHour(appointment) => appointment_body(appointment, texts),
        NotificationMessage::ReviewRequested { number, date } => {
            text.review_requested_body(number, &texts.format_weekday_and_date(*date))
        }
        NotificationMessage::InvoiceReady { number, date } => {
            text.invoice_ready_body(number, &texts.format_date(*date))
        }
        NotificationMessage::MembershipCreated { number, tier, total_minutes, last_day } => {
            let (hours, until) = (texts.format_minutes(*total_minutes), texts.format_date(*last_day));
            text.membership_created_body(number, tier, &hours, &until)
        }
        NotificationMessage::MembershipEndsIn30Days(membership)
        | NotificationMessage::MembershipEndsIn7Days(membership)
        | NotificationMessage::MembershipEndsTomorrow(membership) => {
            let EndingMembership { number, tier, minutes_left, .. } = membership;
            text.membership_ends_body(number, tier, &texts.format_minutes(*minutes_left))
        }
        NotificationMessage::MembershipEnded { number, tier, last_day } => {
            text.membership_ended_body(number, tier, &texts.format_date(*last_day))
        }
        NotificationMessage::MembershipHoursLeft { tier, minutes_left, last_day } => {
            let (left, until) = (texts.format_minutes(*minutes_left), texts.format_date(*last_day));
            text.membership_hours_left_body(tier, &left, &until)
        }
        NotificationMessage::GemsExpireSoon { gems, expire_on } => {
            text.gems_expire_soon_body(*gems, &texts.format_date(*expire_on))
        }
        NotificationMessage::GemsExpired { gems } => text.gems_expired_body(*gems),
        NotificationMessage::BirthdayOffer => text.birthday_offer_body().to_owned(),
        NotificationMessage::LeadWaiting { captured_at, service, last_contact } => {
            let date = texts.format_date(captured_at.ist_date());
            let time = texts.format_time(captured_at.ist_time());
            let last_contact = last_contact.map(|day| texts.format_date(day));
            lead_body(text, (&date, &time), service.as_deref(), last_contact.as_deref())
        }
        NotificationMessage::LeaveRequested { name, first_day, last_day } if first_day == last_day => {
            text.leave_requested_day_body(name, &texts.format_weekday_and_date(*first_day))
        }
        NotificationMessage::LeaveRequested { name, first_day, last_day } => {
            let [first, last] = [first_day, last_day].map(|day| texts.format_weekday_and_date(*day));
            text.leave_requested_days_body(name, &first, &last)
        }
    }
}

fn booking_body(booking: &BookingFacts, reason: Option<&str>, texts: Texts) -> String {
    let text = texts.notification();
    let (date, time) = (texts.format_weekday_and_date(booking.date), texts.format_time(booking.start));
    let services = booking.services.join(", ");
    match reason {
        Some(reason) => text.booking_rejected_body(&booking.number, &date, &time, &services, reason),
        None => text.booking_body(&booking.number, &date, &time, &services),
    }
}

fn appointment_body(appointment: &AppointmentFacts, texts: Texts) -> String {
    let AppointmentFacts { number, date, start, branch } = appointment;
    let (date, time) = (texts.format_weekday_and_date(*date), texts.format_time(*start));
    texts.notification().appointment_body(number, &date, &time, branch)
}

/// `captured` is the day and the time.
fn lead_body(
    text: NotificationTexts,
    captured: (&str, &str),
    service: Option<&str>,
    last_contact: Option<&str>,
) -> String {
    let (date, time) = captured;
    match (service, last_contact) {
        (None, None) => text.lead_body(date, time),
        (Some(service), None) => text.lead_body_with_service(date, time, service),
        (None, Some(last_contact)) => text.lead_contacted_body(date, time, last_contact),
        (Some(service), Some(last_contact)) => text.lead_contacted_body_with_service(date, time, service, last_contact),
    }
}

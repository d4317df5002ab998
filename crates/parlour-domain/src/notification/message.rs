//! What a notification says. The message is stored; its text is made when somebody reads it, in their language.

use chrono::{NaiveDate, NaiveTime};
use serde::{Deserialize, Serialize};

use super::NotificationType;
use crate::ist::Timestamp;

/// The kind of a text, and its arguments. No message names a customer: locked screens show it, and erasing a lead does not
/// change the notifications about it.
///
/// Rows keep the names of variants and fields for half a year: one that is renamed needs `#[serde(alias)]`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum NotificationMessage {
    /// To the desk: somebody wants to come.
    RequestReceived(BookingFacts),
    /// To the desk.
    CustomerCancelled(BookingFacts),
    /// To the desk.
    CustomerRescheduled(BookingFacts),
    /// To the desk: nobody has answered the request yet.
    RequestUnanswered(BookingFacts),
    /// To the desk: the booking should have begun.
    PossibleNoshow(BookingFacts),
    /// To the desk: the customer takes the other time.
    OfferedTimeAccepted(BookingFacts),
    /// To the desk: the customer does not take the other time.
    OfferedTimeDeclined(BookingFacts),
    BookingConfirmed(BookingFacts),
    BookingRejected {
        #[serde(flatten)]
        booking: BookingFacts,
        /// As the desk typed it.
        reason: Option<String>,
    },
    BookingCancelled(BookingFacts),
    BookingRescheduled(BookingFacts),
    /// The services or their prices are others.
    BookingChanged(BookingFacts),
    /// The desk has taken back a cancellation.
    BookingRestored(BookingFacts),
    /// The desk has taken back a rejection.
    RequestRestored(BookingFacts),
    /// The desk offers another time for a request.
    TimeOffered {
        number: String,
        date: NaiveDate,
        start: NaiveTime,
        answer_by: Timestamp,
    },
    /// The start is 1 to 24 hours away.
    AppointmentWithinDay(AppointmentFacts),
    /// The start is within the hour.
    AppointmentWithinHour(AppointmentFacts),
    ReviewRequested {
        number: String,
        date: NaiveDate,
    },
    InvoiceReady {
        number: String,
        date: NaiveDate,
    },
    MembershipCreated {
        number: String,
        tier: String,
        total_minutes: i64,
        last_day: NaiveDate,
    },
    MembershipEndsIn30Days(EndingMembership),
    MembershipEndsIn7Days(EndingMembership),
    MembershipEndsTomorrow(EndingMembership),
    MembershipEnded {
        number: String,
        tier: String,
        last_day: NaiveDate,
    },
    MembershipHoursLeft {
        tier: String,
        minutes_left: i64,
        last_day: NaiveDate,
    },
    GemsExpireSoon {
        gems: i64,
        expire_on: NaiveDate,
    },
    GemsExpired {
        gems: i64,
    },
    BirthdayOffer,
    /// To the person who looks after the lead.
    LeadWaiting {
        captured_at: Timestamp,
        service: Option<String>,
        last_contact: Option<NaiveDate>,
    },
    /// To managers: somebody of the team asks for days off.
    LeaveRequested {
        /// The name of the member of staff.
        name: String,
        first_day: NaiveDate,
        last_day: NaiveDate,
    },
}

/// A booking as its notifications name it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BookingFacts {
    pub number: String,
    pub date: NaiveDate,
    pub start: NaiveTime,
    /// The names of the services.
    pub services: Vec<String>,
}

/// A booking as its reminders name it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AppointmentFacts {
    pub number: String,
    pub date: NaiveDate,
    pub start: NaiveTime,
    /// The name of the branch.
    pub branch: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct EndingMembership {
    pub number: String,
    pub tier: String,
    pub minutes_left: i64,
    pub last_day: NaiveDate,
}

impl NotificationMessage {
    /// The type of the notification, by which people get it once and clients show it.
    pub fn notification_type(&self) -> NotificationType {
        match self {
            Self::RequestReceived(_) | Self::RequestRestored(_) => NotificationType::BookingCreated,
            Self::BookingConfirmed(_) | Self::BookingRestored(_) | Self::OfferedTimeAccepted(_) => {
                NotificationType::BookingConfirmed
            }
            Self::BookingRescheduled(_) | Self::BookingChanged(_) | Self::CustomerRescheduled(_) => {
                NotificationType::BookingRescheduled
            }
            Self::BookingCancelled(_) | Self::CustomerCancelled(_) => NotificationType::BookingCancelled,
            Self::BookingRejected { .. } => NotificationType::BookingRejected,
            Self::TimeOffered { .. } | Self::OfferedTimeDeclined(_) => NotificationType::BookingTimeOffered,
            Self::RequestUnanswered(_) => NotificationType::StaleBooking,
            Self::PossibleNoshow(_) => NotificationType::NoshowCheck,
            Self::AppointmentWithinDay(_) => NotificationType::Reminder24h,
            Self::AppointmentWithinHour(_) => NotificationType::Reminder1h,
            Self::ReviewRequested { .. } => NotificationType::ReviewRequest,
            Self::InvoiceReady { .. } => NotificationType::InvoiceReady,
            Self::MembershipCreated { .. } => NotificationType::MembershipCreated,
            Self::MembershipEndsIn30Days(_) => NotificationType::MembershipExpiry30d,
            Self::MembershipEndsIn7Days(_) => NotificationType::MembershipExpiry7d,
            Self::MembershipEndsTomorrow(_) => NotificationType::MembershipExpiry1d,
            Self::MembershipEnded { .. } => NotificationType::MembershipExpired,
            Self::MembershipHoursLeft { .. } => NotificationType::MembershipUsageNudge,
            Self::GemsExpireSoon { .. } => NotificationType::GemsExpiry7d,
            Self::GemsExpired { .. } => NotificationType::GemsExpired,
            Self::BirthdayOffer => NotificationType::BirthdayOffer,
            Self::LeadWaiting { .. } => NotificationType::LeadFollowup,
            Self::LeaveRequested { .. } => NotificationType::LeaveRequested,
        }
    }
}

//! Notifications: one line in a user's feed per event.

pub mod email_kind;
pub mod message;
pub mod message_json;
pub mod push_endpoint;
pub mod subject;

use crate::ids::BookingId;
use crate::string_enum::string_enum;

string_enum! {
    /// The types of notifications.
    NotificationType {
        BookingCreated = "booking_created",
        BookingConfirmed = "booking_confirmed",
        BookingRescheduled = "booking_rescheduled",
        BookingCancelled = "booking_cancelled",
        BookingRejected = "booking_rejected",
        /// The desk offers another time for a request.
        BookingTimeOffered = "booking_time_offered",
        /// The start is 1 to 24 hours away.
        Reminder24h = "reminder_24h",
        /// The start is within the hour.
        Reminder1h = "reminder_1h",
        ReviewRequest = "review_request",
        StaleBooking = "stale_booking",
        NoshowCheck = "noshow_check",
        InvoiceReady = "invoice_ready",
        MembershipCreated = "membership_created",
        MembershipExpiry30d = "membership_expiry_30d",
        MembershipExpiry7d = "membership_expiry_7d",
        MembershipExpiry1d = "membership_expiry_1d",
        MembershipExpired = "membership_expired",
        MembershipUsageNudge = "membership_usage_nudge",
        GemsExpiry7d = "gems_expiry_7d",
        GemsExpired = "gems_expired",
        BirthdayOffer = "birthday_offer",
        LeadFollowup = "lead_followup",
        /// Somebody of the team asks for days off.
        LeaveRequested = "leave_requested",
    }
}

impl NotificationType {
    /// The page of the customer app that a notification is about.
    pub fn customer_page(self, booking: Option<&BookingId>) -> String {
        match self {
            Self::InvoiceReady => "/invoices".to_owned(),
            Self::MembershipCreated
            | Self::MembershipExpiry30d
            | Self::MembershipExpiry7d
            | Self::MembershipExpiry1d
            | Self::MembershipExpired
            | Self::MembershipUsageNudge
            | Self::GemsExpiry7d
            | Self::GemsExpired => "/rewards".to_owned(),
            Self::BirthdayOffer => "/book".to_owned(),
            _ => booking.map_or_else(|| "/notifications".to_owned(), |id| format!("/visits/{id}")),
        }
    }

    /// Whether only members of the team get it, also where it is about no booking.
    pub fn is_for_team(self) -> bool {
        matches!(self, Self::LeadFollowup | Self::LeaveRequested)
    }

    /// The page of the admin app that a notification of the desk is about.
    pub fn desk_page(self, booking: Option<&BookingId>) -> String {
        match (self, booking) {
            (Self::LeadFollowup, _) => "/leads".to_owned(),
            (Self::LeaveRequested, _) => "/schedule#leave".to_owned(),
            (_, Some(id)) => format!("/bookings/{id}"),
            (_, None) => "/notifications".to_owned(),
        }
    }
}

string_enum! {
    /// How a notification is sent. `Push` also if there is an e-mail besides: the e-mail has a row of its own.
    NotificationChannel {
        Push = "push",
        Email = "email",
    }
}

string_enum! {
    NotificationStatus {
        Pending = "pending",
        Sent = "sent",
        Failed = "failed",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_notification_leads_to_what_it_is_about() {
        let id = BookingId::new("b1");
        for (kind, booking, page) in [
            (NotificationType::BookingConfirmed, Some(&id), "/visits/b1"),
            (NotificationType::ReviewRequest, Some(&id), "/visits/b1"),
            (NotificationType::InvoiceReady, Some(&id), "/invoices"),
            (NotificationType::InvoiceReady, None, "/invoices"),
            (NotificationType::MembershipExpiry7d, None, "/rewards"),
            (NotificationType::GemsExpired, None, "/rewards"),
            (NotificationType::BirthdayOffer, None, "/book"),
            (NotificationType::BookingConfirmed, None, "/notifications"),
        ] {
            assert_eq!(kind.customer_page(booking), page, "{kind}");
        }
        assert_eq!(NotificationType::BookingCreated.desk_page(Some(&id)), "/bookings/b1");
        assert_eq!(NotificationType::LeadFollowup.desk_page(None), "/leads");
        assert_eq!(NotificationType::BookingCreated.desk_page(None), "/notifications");
        assert_eq!(NotificationType::LeaveRequested.desk_page(None), "/schedule#leave");
    }
}

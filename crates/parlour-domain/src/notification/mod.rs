//! Notifications: one line in a user's feed per event.

pub mod email_kind;
pub mod push_endpoint;
pub mod subject;

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

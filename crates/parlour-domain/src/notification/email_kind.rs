//! The kinds of e-mails, and who may receive which.

use crate::string_enum::string_enum;

string_enum! {
    /// The kinds of e-mails.
    EmailKind {
        BookingConfirmed = "booking-confirmed",
        BookingRescheduled = "booking-rescheduled",
        BookingCancelled = "booking-cancelled",
        BookingRejected = "booking-rejected",
        /// The desk has changed the services.
        BookingChanged = "booking-changed",
        /// The desk has taken back a rejection or a cancellation.
        BookingRestored = "booking-restored",
        /// The desk offers another time for a request.
        BookingTimeOffered = "booking-time-offered",
        /// The start is 1 to 24 hours away.
        Reminder24h = "reminder-24h",
        /// The start is within the hour.
        Reminder1h = "reminder-1h",
        MembershipCreated = "membership-created",
        MembershipExpired = "membership-expired",
        BirthdayOffer = "birthday-offer",
        ReviewRequest = "review-request",
        Invoice = "invoice",
        /// An invoice is credited.
        CreditNote = "credit-note",
        /// Somebody is invited to work with Parlour.
        Invitation = "invitation",
        DailySalesReport = "daily-sales-report",
        WeeklyReport = "weekly-report",
        MonthlyGstSummary = "monthly-gst-summary",
        /// A test whether e-mails arrive.
        Test = "test",
    }
}

impl EmailKind {
    /// Whether the e-mail needs marketing consent and an unsubscribe link.
    pub fn is_marketing(self) -> bool {
        matches!(self, Self::BirthdayOffer | Self::ReviewRequest)
    }

    /// Whether it is a report for the owners.
    pub fn is_report(self) -> bool {
        matches!(self, Self::DailySalesReport | Self::WeeklyReport | Self::MonthlyGstSummary)
    }
}

#[cfg(test)]
mod tests {
    use super::EmailKind;

    #[test]
    fn marketing_emails_need_consent() {
        let marketing: Vec<_> =
            EmailKind::ALL.iter().filter(|kind| kind.is_marketing()).map(|kind| kind.as_str()).collect();
        assert_eq!(marketing, ["birthday-offer", "review-request"]);
        assert!(EmailKind::ALL.iter().all(|kind| !(kind.is_marketing() && kind.is_report())));
    }
}

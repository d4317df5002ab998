//! The kinds of e-mails, and who may receive which.

use crate::string_enum::string_enum;

string_enum! {
    /// What a letter is about.
    EmailKind {
        BookingConfirmed = "booking-confirmed",
        BookingRescheduled = "booking-rescheduled",
        BookingCancelled = "booking-cancelled",
        BookingRejected = "booking-rejected",
        /// The start is 1 to 24 hours away.
        Reminder24h = "reminder-24h",
        /// The start is within the hour.
        Reminder1h = "reminder-1h",
        MembershipCreated = "membership-created",
        MembershipExpired = "membership-expired",
        BirthdayOffer = "birthday-offer",
        ReviewRequest = "review-request",
        Invoice = "invoice",
        /// What an invoice has billed is given back.
        CreditNote = "credit-note",
        DailySalesReport = "daily-sales-report",
        WeeklyReport = "weekly-report",
        MonthlyGstSummary = "monthly-gst-summary",
        /// Whether mail arrives at all.
        Test = "test",
    }
}

impl EmailKind {
    /// Sent only to those who said yes to it, and with a way to say no.
    pub fn is_marketing(self) -> bool {
        matches!(self, Self::BirthdayOffer | Self::ReviewRequest)
    }

    /// For those who run the salon, made from figures.
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

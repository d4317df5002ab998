//! The e-mails. A function without side effects makes each from data, which is read when the e-mail is sent.

mod booking;
pub mod chart;
mod compose;
mod credit_note;
pub mod figures;
mod gst_summary;
mod invitation;
mod invoice;
mod marketing;
mod membership;
mod message_template;
mod rendering;
mod report_template;
mod sales_report;
mod test_email;
pub mod unsubscribe;

pub use parlour_integrations::mail::{EmailAttachment, EmailMessage};
use parlour_texts::Texts;

pub use booking::{BookedService, BookingNews, BookingSummary, booking_email};
pub use compose::{ComposeInputs, compose, compose_chat_text, compose_with};
pub use credit_note::credit_note_email;
pub use gst_summary::{gst_chat_text, monthly_gst_email};
pub use invitation::{InvitationSummary, invitation_email};
pub use invoice::{PdfSource, invoice_email};
pub use marketing::{CurrentOffer, birthday_offer_email, review_request_email};
pub use membership::{MembershipSummary, membership_created_email, membership_expired_email};
pub use sales_report::{daily_sales_email, sales_chat_text, weekly_sales_email};
pub use test_email::test_email;

/// The sender as shown in an e-mail: the salon, and a branch with its address and phone.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SalonContact {
    /// As customers know the salon.
    pub name: String,
    /// Of the branch, if it is another one.
    pub branch_name: Option<String>,
    pub address: String,
    pub phone: Option<String>,
}

impl SalonContact {
    /// The name that stands before the address.
    pub fn name_of_place(&self) -> &str {
        self.branch_name.as_deref().unwrap_or(&self.name)
    }
}

/// The recipient of an e-mail, and where its links lead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmailRecipient {
    pub name: String,
    /// In the language of the recipient.
    pub texts: Texts,
    /// The customer app, without a slash at the end.
    pub home_url: String,
    /// Ends marketing e-mails; only they have one.
    pub unsubscribe_url: Option<String>,
}

#[cfg(test)]
mod tests;

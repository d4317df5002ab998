//! An e-mail, and who sends it.

use parlour_domain::email_address::EmailAddress;

/// The contents of an e-mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmailMessage {
    pub subject: String,
    pub text: String,
    pub html: String,
    pub attachments: Vec<EmailAttachment>,
    /// Pictures in the HTML form, which refers to them by name.
    pub inline: Vec<EmailAttachment>,
    /// Only on marketing e-mails: a POST to it unsubscribes.
    pub unsubscribe_url: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmailAttachment {
    pub name: String,
    /// `application/pdf`, `text/calendar; method=PUBLISH; charset=utf-8`.
    pub content_type: String,
    pub bytes: Vec<u8>,
}

/// The sender of all e-mails.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sender {
    pub name: Option<String>,
    pub address: EmailAddress,
}

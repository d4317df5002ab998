//! What can go wrong with e-mails.

/// Why an e-mail was not sent. The text contains no personal data.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MailFailure {
    /// Another attempt may help.
    #[error("{0}")]
    Retryable(String),
    /// A final refusal.
    #[error("{0}")]
    Refused(String),
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the mail settings cannot be used: {0}")]
pub struct MailSetupError(pub String);

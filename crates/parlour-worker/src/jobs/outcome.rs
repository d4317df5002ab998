//! What a job answers, and why it fails.

use parlour_store::DbError;
use serde_json::{Value, json};

/// Why a job failed. The texts hold no personal data: they are logged, stored and sent to monitors.
#[derive(Debug, thiserror::Error)]
pub enum JobError {
    #[error(transparent)]
    Db(#[from] DbError),
    /// Another service failed.
    #[error("{0}")]
    Service(String),
    #[error("the job panicked")]
    Panicked,
    #[error("the job was stopped because it took too long")]
    TimedOut,
    /// The process ended while the job ran.
    #[error("the job was interrupted")]
    Interrupted,
    #[error("this version has no such job")]
    UnknownJob,
    #[error("the payload is not a JSON object")]
    UnreadablePayload,
}

impl JobError {
    /// True where another attempt may succeed; the queue parks a job that fails otherwise. An unknown job is tried
    /// again because a process of a newer version may know it.
    pub fn is_retryable(&self) -> bool {
        match self {
            Self::Db(_) | Self::Service(_) | Self::Panicked | Self::TimedOut | Self::Interrupted | Self::UnknownJob => {
                true
            }
            Self::UnreadablePayload => false,
        }
    }
}

/// What a job answers, in the contract's shape for its kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    Done,
    Processed(u64),
    Sent(bool),
    Notified(u64),
    Stale {
        action: &'static str,
        notified: u64,
    },
    Invoice {
        attached: bool,
        /// Why nothing was attached or sent.
        reason: Option<String>,
        sent: bool,
    },
}

impl Outcome {
    pub fn body(&self) -> Value {
        match self {
            Self::Done => json!({ "success": true }),
            Self::Processed(processed) => json!({ "success": true, "processed": processed }),
            Self::Sent(sent) => json!({ "success": true, "sent": sent }),
            Self::Notified(notified) => json!({ "success": true, "notified": notified }),
            Self::Stale { action, notified } => {
                json!({ "success": true, "action": action, "notified": notified })
            }
            Self::Invoice { attached, reason, sent } => {
                json!({ "success": true, "attached": attached, "reason": reason, "sent": sent })
            }
        }
    }
}

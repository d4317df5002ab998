//! Why a request got no answer.

use std::error::Error;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ConnectionError {
    TimedOut,
    /// The cause, such as "Connection refused".
    Failed(String),
}

impl From<&reqwest::Error> for ConnectionError {
    /// Takes the innermost cause: it names the failure of the socket or certificate and never the URL, which may be
    /// secret.
    fn from(error: &reqwest::Error) -> Self {
        if error.is_timeout() {
            return Self::TimedOut;
        }
        let mut cause: &dyn Error = error;
        while let Some(inner) = cause.source() {
            cause = inner;
        }
        let is_url_possible = std::ptr::addr_eq(cause, error);
        Self::Failed(if is_url_possible { "the request failed".to_owned() } else { cause.to_string() })
    }
}

//! Who may run jobs over HTTP: clients with a signing key or the job token. Sessions do not count.

use aws_lc_rs::constant_time::verify_slices_are_equal;
use http::HeaderMap;
use parlour_integrations::queue_signature::{self, SignatureRefusal};

/// The header with the job token, for clients that cannot sign.
pub const TOKEN_HEADER: &str = "x-internal-job-token";

/// Which proof a request needs depends on the configured settings alone. The built-in queue needs none: it calls jobs
/// without HTTP.
#[derive(Clone, Default)]
pub struct JobAuthenticator {
    /// The keys of the external queue: the current one, then the next one.
    pub signing_keys: Vec<String>,
    pub internal_token: Option<String>,
    /// The admin app's public URL, without a slash at the end. It is not taken from the request: behind a proxy the
    /// host differs, and a client can choose it.
    pub admin_url: String,
    pub unsigned: UnsignedRequests,
}

/// Whose requests run jobs while neither signing keys nor a job token are set.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum UnsignedRequests {
    /// Nobody's: production.
    #[default]
    Refused,
    /// Those sent on this machine: development.
    FromThisMachine,
    /// Everybody's: development that other machines may use.
    FromAnywhere,
}

/// What is asked of a request for a job.
#[derive(Debug, Clone, Copy)]
pub struct JobRequest<'r> {
    pub headers: &'r HeaderMap,
    pub path: &'r str,
    /// Unchanged. A request whose body cannot be read is not signed.
    pub body: Option<&'r [u8]>,
    pub is_from_this_machine: bool,
}

/// Does not print the secrets.
impl std::fmt::Debug for JobAuthenticator {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("JobGate")
            .field("admin_url", &self.admin_url)
            .field("unsigned", &self.unsigned)
            .finish_non_exhaustive()
    }
}

impl JobAuthenticator {
    /// `now` is real time in seconds. The error says what is wrong, and repeats nothing of the request.
    pub fn authorize(&self, request: &JobRequest<'_>, now: i64) -> Result<(), String> {
        let JobRequest { headers, path, body, is_from_this_machine } = *request;
        let runs_unsigned = match self.unsigned {
            UnsignedRequests::Refused => false,
            UnsignedRequests::FromThisMachine => is_from_this_machine,
            UnsignedRequests::FromAnywhere => true,
        };
        let signed = self.check_signature(headers, path, body, now);
        match (&signed, &self.internal_token) {
            (Ok(()), _) => Ok(()),
            (Err(refusal), _) if !self.signing_keys.is_empty() => Err(refusal.to_string()),
            (Err(_), Some(token)) if has_internal_token(headers, token) => Ok(()),
            (Err(_), Some(_)) => Err("the job token is missing or wrong".to_owned()),
            (Err(refusal), None) if !runs_unsigned => Err(refusal.to_string()),
            (Err(_), None) => {
                tracing::warn!("a job runs without authentication: neither signing keys nor a job token are set");
                Ok(())
            }
        }
    }

    #[cfg(test)]
    fn is_authorized(&self, request: &JobRequest<'_>, now: i64) -> bool {
        self.authorize(request, now).is_ok()
    }

    fn check_signature(
        &self,
        headers: &HeaderMap,
        path: &str,
        body: Option<&[u8]>,
        now: i64,
    ) -> Result<(), SignatureError> {
        let token = single_header(headers, queue_signature::HEADER).ok_or(SignatureError::NoSignature)?;
        let body = body.ok_or(SignatureError::NoBody)?;
        let keys: Vec<&str> = self.signing_keys.iter().map(String::as_str).collect();
        queue_signature::verify(&keys, token, &format!("{}{path}", self.admin_url), body, now)?;
        Ok(())
    }
}

#[derive(Debug, thiserror::Error)]
enum SignatureError {
    #[error("there is no signature, or more than one")]
    NoSignature,
    #[error("the body cannot be read")]
    NoBody,
    #[error(transparent)]
    Refused(#[from] SignatureRefusal),
}

fn has_internal_token(headers: &HeaderMap, token: &str) -> bool {
    let given = single_header(headers, TOKEN_HEADER).unwrap_or_default();
    !token.is_empty() && verify_slices_are_equal(given.as_bytes(), token.as_bytes()).is_ok()
}

/// The value of a header that is present exactly once.
fn single_header<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(value)
}

#[cfg(test)]
mod tests;

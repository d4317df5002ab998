//! The answer to one request, and how it is told in headers.

use http::header::RETRY_AFTER;
use http::{HeaderMap, HeaderName, HeaderValue};
use parlour_domain::limits::Quota;

use super::LimitName;

static RATELIMIT_POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
static RATELIMIT: HeaderName = HeaderName::from_static("ratelimit");

/// Whether a request may pass, and what the client is told about it in the headers of the IETF draft
/// `ratelimit-headers`, revision 11.
#[derive(Debug, Clone)]
pub struct Verdict {
    pub allowed: bool,
    /// What is left after this request.
    pub remaining: u32,
    /// Whole seconds, rounded up and so at least 1, until one more request than `remaining` is possible: the
    /// moment the oldest counted request leaves the window.
    pub reset_seconds: u64,
    pub(super) name: LimitName,
    pub(super) policy: HeaderValue,
}

impl Verdict {
    /// `"leads";q=5;w=60`
    pub fn policy(&self) -> HeaderValue {
        self.policy.clone()
    }

    /// `"leads";r=0;t=42`
    pub fn ratelimit(&self) -> HeaderValue {
        let Self { remaining, reset_seconds, name, .. } = self;
        visible_ascii(format!("\"{}\";r={remaining};t={reset_seconds}", name.as_str()))
    }

    /// Only a refused client is told to wait.
    pub fn retry_after_seconds(&self) -> Option<u64> {
        (!self.allowed).then_some(self.reset_seconds)
    }

    pub fn write_to(&self, headers: &mut HeaderMap) {
        headers.insert(&RATELIMIT_POLICY, self.policy());
        headers.insert(&RATELIMIT, self.ratelimit());
        if let Some(seconds) = self.retry_after_seconds() {
            headers.insert(RETRY_AFTER, HeaderValue::from(seconds));
        }
    }
}

pub(super) fn policy(name: LimitName, quota: Quota) -> HeaderValue {
    let Quota { count, window_seconds } = quota;
    visible_ascii(format!("\"{}\";q={count};w={window_seconds}", name.as_str()))
}

fn visible_ascii(text: String) -> HeaderValue {
    HeaderValue::try_from(text).expect("names, digits and punctuation are visible ASCII")
}

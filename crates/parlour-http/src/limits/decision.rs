//! The decision about one request, and its headers.

use std::fmt;
use std::io::Write;

use http::header::RETRY_AFTER;
use http::{HeaderMap, HeaderName, HeaderValue};
use parlour_domain::rate_limit::Quota;

use super::quotas::LimitName;

static RATELIMIT_POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
static RATELIMIT: HeaderName = HeaderName::from_static("ratelimit");

/// Whether a request may pass, and what the client is told about it in the headers of the IETF draft
/// `ratelimit-headers`, revision 11.
#[derive(Debug, Clone)]
pub struct LimitDecision {
    pub allowed: bool,
    /// What is left after this request.
    pub remaining: u32,
    /// Whole seconds, rounded up and so at least 1, until one more request than `remaining` is possible: the
    /// moment the oldest counted request leaves the window.
    pub reset_seconds: u64,
    pub(super) name: LimitName,
    pub(super) policy: HeaderValue,
}

impl LimitDecision {
    /// `"leads";q=5;w=60`
    pub fn policy(&self) -> &HeaderValue {
        &self.policy
    }

    /// `"leads";r=0;t=42`
    pub fn ratelimit(&self) -> HeaderValue {
        let Self { remaining, reset_seconds, name, .. } = self;
        header(format_args!("\"{}\";r={remaining};t={reset_seconds}", name.as_str()))
    }

    /// Only a refused client is told to wait.
    pub fn retry_after_seconds(&self) -> Option<u64> {
        (!self.allowed).then_some(self.reset_seconds)
    }

    pub fn write_to(self, headers: &mut HeaderMap) {
        if let Some(seconds) = self.retry_after_seconds() {
            headers.insert(RETRY_AFTER, HeaderValue::from(seconds));
        }
        headers.insert(&RATELIMIT, self.ratelimit());
        headers.insert(&RATELIMIT_POLICY, self.policy);
    }
}

pub(super) fn policy(name: LimitName, quota: Quota) -> HeaderValue {
    let Quota { count, window_seconds } = quota;
    header(format_args!("\"{}\";q={count};w={window_seconds}", name.as_str()))
}

/// Written on the stack first: this happens on every limited request, and so costs one allocation, not three.
fn header(text: fmt::Arguments<'_>) -> HeaderValue {
    let mut room = [0; 64];
    let mut rest = room.as_mut_slice();
    rest.write_fmt(text).expect("a name and two numbers are shorter than 64 bytes");
    let free = rest.len();
    HeaderValue::from_bytes(&room[..room.len() - free])
        .expect("names, digits and punctuation are visible ASCII")
}

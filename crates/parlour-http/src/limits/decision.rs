//! The decision about one request, and its headers.

use std::fmt;
use std::io::Write;

use http::header::RETRY_AFTER;
use http::{HeaderMap, HeaderName, HeaderValue};
use parlour_domain::rate_limit::Quota;

use super::quotas::LimitName;

static RATELIMIT_POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
static RATELIMIT: HeaderName = HeaderName::from_static("ratelimit");

/// Whether a request is allowed, with the headers of the IETF draft `ratelimit-headers`, revision 11.
#[derive(Debug, Clone)]
pub(crate) struct LimitDecision {
    pub(crate) allowed: bool,
    /// How many requests are left after this one.
    pub(crate) remaining: u32,
    /// Whole seconds, at least 1, until the oldest counted request leaves the window and one more request is possible.
    pub(crate) reset_seconds: u64,
    pub(super) name: LimitName,
    pub(super) policy: HeaderValue,
}

impl LimitDecision {
    /// `"leads";q=5;w=60`
    #[cfg(test)]
    pub(crate) fn policy(&self) -> &HeaderValue {
        &self.policy
    }

    /// `"leads";r=0;t=42`
    pub(crate) fn ratelimit(&self) -> HeaderValue {
        let Self { remaining, reset_seconds, name, .. } = self;
        header(format_args!("\"{}\";r={remaining};t={reset_seconds}", name.as_str()))
    }

    /// Only for a refused request.
    pub(crate) fn retry_after_seconds(&self) -> Option<u64> {
        (!self.allowed).then_some(self.reset_seconds)
    }

    pub(crate) fn write_to(self, headers: &mut HeaderMap) {
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

/// Formatted on the stack, because this runs on every limited request: one allocation instead of three.
fn header(text: fmt::Arguments<'_>) -> HeaderValue {
    let mut room = [0; 64];
    let mut rest = room.as_mut_slice();
    rest.write_fmt(text).expect("a name and two numbers are shorter than 64 bytes");
    let free = rest.len();
    HeaderValue::from_bytes(&room[..room.len() - free]).expect("names, digits and punctuation are visible ASCII")
}

//! What a page may load, and who may embed it.

use http::header::HeaderValue;

/// The policy of a page: scripts, styles, pictures and forms of this origin only, and no other site may embed it. The request
/// pipeline writes in the sites that may embed pages of the customer app.
pub const PAGE_POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
     connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; \
     frame-ancestors 'none'",
);

/// The policy of pages that these sites may embed; `None` without sites.
pub(crate) fn embeddable_page_policy(origins: &[String]) -> Option<HeaderValue> {
    let policy = PAGE_POLICY;
    let policy = policy.to_str().ok().filter(|_| !origins.is_empty())?;
    let embedded = policy.replace("frame-ancestors 'none'", &format!("frame-ancestors {}", origins.join(" ")));
    HeaderValue::try_from(embedded).ok()
}

//! How this process asks its own development provider, whatever its public URL is.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use reqwest::{ClientBuilder, Proxy};
use url::Url;

/// The provider is this process: what is asked of it goes to its own listener, not to a public name
/// that may be known to browsers alone. Only where a proxy in front brings the https does it go there.
pub(super) fn to_ourselves(
    http: ClientBuilder,
    issuer: &Url,
    bound: SocketAddr,
    is_tls: bool,
) -> reqwest::Result<ClientBuilder> {
    let us = reachable(bound);
    // A certificate proves who answers. Here we do, in development, and nobody vouches for the
    // certificate that a developer made: the client of a real provider always checks.
    let http = http.no_proxy().tls_danger_accept_invalid_certs(true);
    match (issuer.scheme(), issuer.domain()) {
        // Whatever name and port the URL has: our listener takes requests as a proxy would.
        ("http", _) if !is_tls => Ok(http.proxy(Proxy::http(format!("http://{us}"))?)),
        // Without a port in the URL the one given here is used.
        ("https", Some(name)) if is_tls => Ok(http.resolve(name, us)),
        _ => Ok(http),
    }
}

/// Nobody can be reached at `0.0.0.0`; who listens there also listens on loopback.
fn reachable(bound: SocketAddr) -> SocketAddr {
    let ip = match bound.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, bound.port())
}

//! How this process reaches its own apps, whatever their public URLs are.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use reqwest::{ClientBuilder, Proxy};
use url::Url;

/// The development provider is this process: what is asked of it goes to its own listener, not to a public name that may
/// be known to browsers alone. Only where a proxy in front brings the https does it go there.
pub(super) fn route_to_own_listener(
    http: ClientBuilder,
    url: &Url,
    bound_address: SocketAddr,
    is_tls: bool,
) -> reqwest::Result<ClientBuilder> {
    let own_address = connectable_address(bound_address);
    // A certificate proves who answers. Here we do, and nobody may vouch for the certificate: the client of somebody
    // else's server always checks.
    let http = http.no_proxy().tls_danger_accept_invalid_certs(true);
    match (url.scheme(), url.domain()) {
        // Whatever name and port the URL has: our listener takes requests as a proxy would.
        ("http", _) if !is_tls => Ok(http.proxy(Proxy::http(format!("http://{own_address}"))?)),
        // Without a port in the URL the one given here is used.
        ("https", Some(name)) if is_tls => Ok(http.resolve(name, own_address)),
        _ => Ok(http),
    }
}

/// Nobody can be reached at `0.0.0.0`; who listens there also listens on loopback.
pub(super) fn connectable_address(bound_address: SocketAddr) -> SocketAddr {
    let ip = match bound_address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, bound_address.port())
}

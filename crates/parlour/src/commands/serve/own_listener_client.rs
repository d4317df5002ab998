//! Requests of this process to its own apps, which do not depend on the public URLs.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use reqwest::{ClientBuilder, Proxy};
use url::Url;

/// Sends requests for the development identity provider to our own listener, because this process may be unable to
/// resolve the public host name. If TLS ends at a reverse proxy, requests go through that proxy.
pub(super) fn route_to_own_listener(
    http: ClientBuilder,
    url: &Url,
    bound_address: SocketAddr,
    is_tls: bool,
) -> reqwest::Result<ClientBuilder> {
    let own_address = connectable_address(bound_address);
    // The certificate may be self-signed, and the server is this process. Clients of other servers always check it.
    let http = http.no_proxy().tls_danger_accept_invalid_certs(true);
    match (url.scheme(), url.domain()) {
        // Our listener acts as the proxy, so the host and port in the URL do not matter.
        ("http", _) if !is_tls => Ok(http.proxy(Proxy::http(format!("http://{own_address}"))?)),
        // The port of `own_address` is used if the URL has none.
        ("https", Some(name)) if is_tls => Ok(http.resolve(name, own_address)),
        _ => Ok(http),
    }
}

/// Replaces an unspecified address such as `0.0.0.0`, which cannot be connected to, by loopback.
pub(super) fn connectable_address(bound_address: SocketAddr) -> SocketAddr {
    let ip = match bound_address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, bound_address.port())
}

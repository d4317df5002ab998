//! The `Host` of a request: which site it is for, and whether it was sent on this machine.

use std::net::{Ipv4Addr, Ipv6Addr};

use axum::extract::Request;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http::header::{FORWARDED, HOST, HeaderMap, ORIGIN, VIA};
use http::uri::Authority;
use http::{Uri, Version};

use crate::error::{ErrorCode, HttpError};

/// Refuses a request without a site or with several (RFC 9112, 3.2): two programs on its way could read them differently.
/// HTTP/2 has the site in the address of the request.
pub(crate) fn check_host<B>(request: &http::Request<B>) -> Result<(), HttpError> {
    let refuse = |message| Err(HttpError::new(ErrorCode::Validation, message));
    let mut given = request.headers().get_all(HOST).iter();
    let (first, second) = (given.next(), given.next());
    let in_address = request.uri().authority();
    let host = first.map(|host| host.to_str().ok().and_then(parse_host));
    match (host, second) {
        (_, Some(_)) => refuse("The request has more than one Host header."),
        (Some(None), None) => refuse("The Host header is not the name of a site."),
        (Some(Some(host)), None) if request.version() == Version::HTTP_2 => match in_address {
            Some(address) if !address.as_str().eq_ignore_ascii_case(host.as_str()) => {
                refuse("The request names two different hosts.")
            }
            _ => Ok(()),
        },
        (Some(Some(_)), None) => Ok(()),
        (None, None) if in_address.is_some() && request.version() == Version::HTTP_2 => Ok(()),
        (None, None) if request.version() < Version::HTTP_11 => Ok(()),
        (None, None) => refuse("The request has no Host header."),
    }
}

fn parse_host(text: &str) -> Option<Authority> {
    let host: Authority = text.parse().ok()?;
    (!host.host().is_empty() && !text.contains('@')).then_some(host)
}

/// Whether the request was sent on this machine: every host that it names is this machine, and no proxy forwarded it.
/// A proxy on the same machine connects from a loopback address too, so the address of the peer proves nothing.
pub fn is_from_this_machine(uri: &Uri, headers: &HeaderMap) -> bool {
    let named = headers.get_all(HOST).iter().map(|host| host.to_str().ok().and_then(parse_host));
    let mut hosts = named.chain(uri.authority().map(|host| Some(host.clone()))).peekable();
    let is_forwarded = |name: &http::HeaderName| {
        *name == FORWARDED || *name == VIA || name == "x-real-ip" || name.as_str().starts_with("x-forwarded")
    };
    hosts.peek().is_some()
        && hosts.all(|host| host.is_some_and(|host| is_this_machine(host.host())))
        && !headers.keys().any(is_forwarded)
}

/// Whether a browser sent the request for a page of another site.
pub fn is_from_other_site(headers: &HeaderMap) -> bool {
    let site = headers.get("sec-fetch-site");
    site.map_or(headers.contains_key(ORIGIN), |site| site != "same-origin" && site != "none")
}

fn is_this_machine(host: &str) -> bool {
    let name = host.to_ascii_lowercase();
    let bracketed = name.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    name == "localhost"
        || name.ends_with(".localhost")
        || name.parse::<Ipv4Addr>().is_ok_and(|address| address.is_loopback())
        || bracketed.and_then(|host| host.parse::<Ipv6Addr>().ok()).is_some_and(|address| address.is_loopback())
}

/// For routes that nobody on another machine may know of: they get what an unknown address gets.
pub async fn only_from_this_machine(request: Request, next: Next) -> Response {
    // A nested router sees a shortened address, which still has the host.
    if is_from_this_machine(request.uri(), request.headers()) {
        next.run(request).await
    } else {
        HttpError::new(ErrorCode::NotFound, "There is nothing at this address.").into_response()
    }
}

#[cfg(test)]
mod tests {
    use http::StatusCode;

    use super::*;

    fn request(version: Version, uri: &str, headers: &[(&str, &str)]) -> http::Request<()> {
        let request = http::Request::builder().version(version).uri(uri);
        headers.iter().fold(request, |request, (name, value)| request.header(*name, *value)).body(()).unwrap()
    }

    #[test]
    fn a_request_names_one_site() {
        let one = [("host", "salon.example:8443")];
        for (version, uri, headers) in [
            (Version::HTTP_11, "/", &one[..]),
            (Version::HTTP_11, "http://salon.example/", &one),
            (Version::HTTP_10, "/", &[]),
            (Version::HTTP_2, "https://salon.example/", &[]),
            (Version::HTTP_2, "https://salon.example/", &[("host", "Salon.example")]),
            (Version::HTTP_11, "/", &[("host", "[::1]:3000")]),
        ] {
            assert!(check_host(&request(version, uri, headers)).is_ok(), "{version:?} {uri} {headers:?}");
        }
        for (version, uri, headers) in [
            (Version::HTTP_11, "/", &[][..]),
            (Version::HTTP_11, "http://salon.example/", &[]),
            (Version::HTTP_11, "/", &[("host", "")]),
            (Version::HTTP_11, "/", &[("host", "a b")]),
            (Version::HTTP_11, "/", &[("host", "me@salon.example")]),
            (Version::HTTP_11, "/", &[("host", "salon.example"), ("host", "salon.example")]),
            (Version::HTTP_10, "/", &[("host", "a"), ("host", "b")]),
            (Version::HTTP_2, "/", &[]),
            (Version::HTTP_2, "https://salon.example/", &[("host", "desk.example")]),
        ] {
            let refusal = check_host(&request(version, uri, headers)).unwrap_err();
            assert_eq!(refusal.status(), StatusCode::BAD_REQUEST, "{version:?} {uri} {headers:?}");
        }
    }

    #[test]
    fn only_loopback_hosts_without_a_proxy_are_this_machine() {
        let is_local = |uri, headers: &[(&str, &str)]| {
            let request = request(Version::HTTP_11, uri, headers);
            is_from_this_machine(request.uri(), request.headers())
        };
        for host in ["localhost", "LOCALHOST:3000", "desk.localhost", "127.0.0.1:3000", "127.9.9.9", "[::1]:3000"] {
            assert!(is_local("/", &[("host", host)]), "{host}");
        }
        for host in ["salon.example", "localhost.example", "10.0.0.1", "[::2]", "127.0.0.1.example", "notlocalhost", ""]
        {
            assert!(!is_local("/", &[("host", host)]), "{host}");
        }
        assert!(!is_local("/", &[]));
        assert!(is_local("http://localhost/", &[]));
        assert!(!is_local("http://salon.example/", &[("host", "localhost")]));
        for header in
            ["forwarded", "via", "x-real-ip", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-forwarded"]
        {
            assert!(!is_local("/", &[("host", "localhost"), (header, "")]), "{header}");
        }
    }
}

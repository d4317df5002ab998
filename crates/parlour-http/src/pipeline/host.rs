//! The `Host` of a request: which site it is for, and whether it was sent on this machine.

use std::convert::Infallible;
use std::net::{Ipv4Addr, Ipv6Addr};

use axum::extract::{FromRequestParts, Request};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http::header::{FORWARDED, HOST, HeaderMap, HeaderName, HeaderValue, ORIGIN, VIA};
use http::request::Parts;
use http::uri::Authority;
use http::{Uri, Version};

use crate::error::{ErrorCode, HttpError};
use crate::request_info::RequestInfo;

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

/// Headers besides `Forwarded`, `Via` and `X-Forwarded-…` by which a proxy says for whom it asks.
const PROXY_HEADERS: [&str; 8] = [
    "cf-connecting-ip",
    "fastly-client-ip",
    "fly-client-ip",
    "true-client-ip",
    "x-client-ip",
    "x-cluster-client-ip",
    "x-original-host",
    "x-real-ip",
];

/// Whether the request was sent on this machine: every host that it names is this machine, and no proxy forwarded it but
/// one that the operator trusts. A proxy on the same machine connects from a loopback address too, so the address of the
/// peer proves nothing.
#[derive(Debug, Clone, Copy)]
pub struct FromThisMachine(pub bool);

impl<S: Send + Sync> FromRequestParts<S> for FromThisMachine {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self(is_from_this_machine(parts)))
    }
}

// A nested router sees a shortened address, which still has the host.
fn is_from_this_machine(head: &Parts) -> bool {
    let named = head.headers.get_all(HOST).iter().map(|host| host.to_str().ok().and_then(parse_host));
    let mut hosts = named.chain(head.uri.authority().map(|host| Some(host.clone()))).peekable();
    let is_trusted = head.extensions.get::<RequestInfo>().is_some_and(RequestInfo::came_through_trusted_proxy);
    hosts.peek().is_some()
        && hosts.all(|host| host.is_some_and(|host| is_this_machine(host.host())))
        && (is_trusted || !is_forwarded(head))
}

/// Some proxies replace the host and add no header. They still speak HTTP/1.0, as `nginx` does unless told otherwise, or
/// pass on that a page of another site sent the form.
fn is_forwarded(head: &Parts) -> bool {
    let is_of_proxy = |name: &HeaderName| {
        *name == FORWARDED
            || *name == VIA
            || name.as_str().starts_with("x-forwarded")
            || PROXY_HEADERS.contains(&name.as_str())
    };
    let is_elsewhere = |origin: &HeaderValue| {
        let site = origin.to_str().ok().and_then(|origin| origin.parse::<Uri>().ok());
        // A browser that does not tell the site sends `null`, an address without a scheme.
        site.filter(|site| site.scheme().is_some()).is_some_and(|site| !site.host().is_some_and(is_this_machine))
    };
    head.version < Version::HTTP_11
        || head.headers.keys().any(is_of_proxy)
        || head.headers.get_all(ORIGIN).iter().any(is_elsewhere)
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

/// Whether the host is this machine, or an address in figures: no name that somebody else's name server could point to it.
pub(crate) fn is_no_foreign_name(text: &str) -> bool {
    parse_host(text).is_some_and(|host| {
        let name = host.host();
        let bracketed = name.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        let is_address =
            name.parse::<Ipv4Addr>().is_ok() || bracketed.is_some_and(|host| host.parse::<Ipv6Addr>().is_ok());
        is_address || is_this_machine(name)
    })
}

/// For routes that nobody on another machine may know of: they get what an unknown address gets.
pub async fn only_from_this_machine(request: Request, next: Next) -> Response {
    let (head, body) = request.into_parts();
    if is_from_this_machine(&head) {
        next.run(Request::from_parts(head, body)).await
    } else {
        HttpError::new(ErrorCode::NotFound, "There is nothing at this address.").into_response()
    }
}

#[cfg(test)]
mod tests {
    use http::StatusCode;

    use super::*;
    use crate::limits::ClientAddress;

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

    fn is_local(uri: &str, headers: &[(&str, &str)]) -> bool {
        is_from_this_machine(&request(Version::HTTP_11, uri, headers).into_parts().0)
    }

    #[test]
    fn only_loopback_hosts_without_a_proxy_are_this_machine() {
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
        let others = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-forwarded"];
        for header in others.into_iter().chain(PROXY_HEADERS) {
            assert!(!is_local("/", &[("host", "localhost"), (header, "")]), "{header}");
        }
    }

    #[test]
    fn a_proxy_that_replaces_the_host_is_noticed_by_what_it_passes_on() {
        for (origin, local) in [
            ("http://localhost:3000", true),
            ("https://desk.localhost", true),
            ("null", true),
            ("https://salon.example", false),
            ("http://10.0.0.1:3000", false),
        ] {
            assert_eq!(is_local("/", &[("host", "localhost"), ("origin", origin)]), local, "{origin}");
        }
        let old = request(Version::HTTP_10, "/", &[("host", "localhost")]);
        assert!(!is_from_this_machine(&old.into_parts().0));
    }

    #[test]
    fn a_trusted_proxy_may_forward() {
        let forwarded = [("host", "localhost"), ("x-forwarded-for", "203.0.113.7")];
        for (is_trusted, local) in [(false, false), (true, true)] {
            let mut head = request(Version::HTTP_11, "/", &forwarded).into_parts().0;
            let address = ClientAddress::from_peer([127, 0, 0, 1].into(), [""; 0], &[]);
            head.extensions.insert(RequestInfo::new("req_1".to_owned(), address, is_trusted));
            assert_eq!(is_from_this_machine(&head), local);
            head.headers.insert(HOST, HeaderValue::from_static("salon.example"));
            assert!(!is_from_this_machine(&head), "its site is another one");
        }
    }
}

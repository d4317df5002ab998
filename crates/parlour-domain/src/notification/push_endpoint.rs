//! Push endpoints: URLs that clients choose and that this server sends requests to, so they must be checked.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use url::{Host, Url};

pub const MAX_ENDPOINT_LENGTH: usize = 2_000;

/// Top-level domains that are used in private networks only.
const PRIVATE_TOP_LEVEL_DOMAINS: [&str; 15] = [
    "alt",
    "arpa",
    "consul",
    "corp",
    "docker",
    "home",
    "internal",
    "intranet",
    "lan",
    "local",
    "localdomain",
    "localhost",
    "onion",
    "private",
    "svc",
];

/// Which hosts an endpoint may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AllowedHosts {
    /// Public hosts, over https on its own port.
    Public,
    /// Also this machine and its network, and http without encryption: for development.
    Anywhere,
}

/// A checked endpoint, in the normalised form in which it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PushEndpoint(String);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum EndpointRefusal {
    #[error("must be a URL")]
    NotAUrl,
    #[error("must be at most {MAX_ENDPOINT_LENGTH} characters")]
    TooLong,
    #[error("must be an https URL")]
    NotHttps,
    #[error("must not carry a user name or a password")]
    Credentials,
    #[error("must be on the usual port of https")]
    Port,
    #[error("must be on a public host")]
    NotPublic,
}

impl PushEndpoint {
    /// Checks the URL only. A host name may still resolve to a private address, so the sender must check each address
    /// with [`is_public_address`] before it connects.
    pub fn parse(typed: &str, reach: AllowedHosts) -> Result<Self, EndpointRefusal> {
        if typed.chars().count() > MAX_ENDPOINT_LENGTH {
            return Err(EndpointRefusal::TooLong);
        }
        let url = Url::parse(typed).map_err(|_| EndpointRefusal::NotAUrl)?;
        let host = url.host().ok_or(EndpointRefusal::NotAUrl)?;
        if !url.username().is_empty() || url.password().is_some() {
            return Err(EndpointRefusal::Credentials);
        }
        match (reach, url.scheme()) {
            (_, "https") | (AllowedHosts::Anywhere, "http") => {}
            _ => return Err(EndpointRefusal::NotHttps),
        }
        if reach == AllowedHosts::Public {
            if url.port().is_some() {
                return Err(EndpointRefusal::Port);
            }
            if !may_be_public_host(&host) {
                return Err(EndpointRefusal::NotPublic);
            }
        }
        // Normalising can make the URL longer.
        if url.as_str().len() > MAX_ENDPOINT_LENGTH {
            return Err(EndpointRefusal::TooLong);
        }
        Ok(Self(url.into()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The form in which an endpoint is stored. A text that is no URL is returned unchanged and matches none.
pub fn normalize_endpoint(typed: &str) -> String {
    Url::parse(typed).map_or_else(|_| typed.to_owned(), String::from)
}

/// Whether a host may be on the public internet, as far as that is known before its name is resolved.
pub fn may_be_public_host(host: &Host<&str>) -> bool {
    match host {
        Host::Ipv4(address) => is_public_address(IpAddr::V4(*address)),
        Host::Ipv6(address) => is_public_address(IpAddr::V6(*address)),
        Host::Domain(name) => {
            let name = name.trim_end_matches('.');
            let has_no_empty_label = name.split('.').all(|label| !label.is_empty());
            has_no_empty_label
                && name.rsplit_once('.').is_some_and(|(_, top)| !PRIVATE_TOP_LEVEL_DOMAINS.contains(&top))
        }
    }
}

/// Whether an address is on the public internet: not of this machine, not of a private network, and not reserved for
/// other purposes.
pub fn is_public_address(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_ipv4(address),
        IpAddr::V6(address) => is_public_ipv6(address),
    }
}

fn is_public_ipv4(address: Ipv4Addr) -> bool {
    // This network, private networks, loopback, carrier-grade NAT, link-local.
    let is_local_network = matches!(
        address.octets(),
        [0 | 10 | 127, ..] | [100, 64..=127, ..] | [169, 254, ..] | [172, 16..=31, ..] | [192, 168, ..]
    );
    // Protocol assignments, documentation, the former 6to4 relay, benchmarks, the internal address of Azure;
    // multicast, reserved, broadcast.
    let is_reserved = matches!(
        address.octets(),
        [192, 0, 0 | 2, _]
            | [168, 63, 129, 16]
            | [192, 88, 99, _]
            | [198, 18..=19, ..]
            | [198, 51, 100, _]
            | [203, 0, 113, _]
            | [224..=255, ..]
    );
    !is_local_network && !is_reserved
}

fn is_public_ipv6(address: Ipv6Addr) -> bool {
    if let Some(inside) = address.to_ipv4_mapped() {
        return is_public_ipv4(inside);
    }
    match address.segments() {
        // An IPv4 address as NAT64 maps it into IPv6.
        [0x64, 0xff9b, 0, 0, 0, 0, high, low] => {
            let ([a, b], [c, d]) = (high.to_be_bytes(), low.to_be_bytes());
            is_public_ipv4(Ipv4Addr::new(a, b, c, d))
        }
        // Protocol assignments (Teredo among them), documentation, 6to4.
        [0x2001, 0..=0x1ff | 0xdb8, ..] | [0x2002, ..] | [0x3fff, 0..=0xfff, ..] => false,
        // The only range of global unicast addresses that is in use.
        [0x2000..=0x3fff, ..] => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn public(typed: &str) -> Result<String, EndpointRefusal> {
        PushEndpoint::parse(typed, AllowedHosts::Public).map(|endpoint| endpoint.as_str().to_owned())
    }

    #[test]
    fn browser_push_services_are_accepted() {
        for typed in [
            "https://fcm.googleapis.com/fcm/send/dXyz:APA91b-x_y",
            "https://updates.push.services.mozilla.com/wpush/v2/gAAAAABk",
            "https://wns2-pn1p.notify.windows.com/w/?token=BQYAAAC%2f%2b",
            "https://web.push.apple.com/QGuDKtbfGbP",
            "https://8.8.8.8/push",
            "https://[2606:4700::1111]/push",
        ] {
            assert_eq!(public(typed).as_deref(), Ok(typed));
        }
    }

    #[test]
    fn one_endpoint_has_one_spelling() {
        for typed in
            ["HTTPS://FCM.GoogleApis.com:443/a", " https://fcm.googleapis.com/a", "https:\\\\fcm.googleapis.com/a"]
        {
            assert_eq!(public(typed).as_deref(), Ok("https://fcm.googleapis.com/a"));
            assert_eq!(normalize_endpoint(typed), "https://fcm.googleapis.com/a");
        }
        assert_eq!(public("https://bücher.example.com/").as_deref(), Ok("https://xn--bcher-kva.example.com/"));
        assert_eq!(normalize_endpoint("no address"), "no address");
    }

    #[test]
    fn private_hosts_are_refused() {
        use EndpointRefusal::{Credentials, NotAUrl, NotHttps, NotPublic, Port};
        let table = [
            ("http://fcm.googleapis.com/a", NotHttps),
            ("ftp://fcm.googleapis.com/a", NotHttps),
            ("wss://fcm.googleapis.com/a", NotHttps),
            ("file:///etc/passwd", NotAUrl),
            ("data:text/plain,x", NotAUrl),
            ("//fcm.googleapis.com/a", NotAUrl),
            ("/a", NotAUrl),
            ("", NotAUrl),
            ("https://", NotAUrl),
            ("https://a b.example.com/", NotAUrl),
            ("https://asha@fcm.googleapis.com/a", Credentials),
            ("https://:secret@fcm.googleapis.com/a", Credentials),
            ("https://fcm.googleapis.com:22/a", Port),
            ("https://fcm.googleapis.com:0/a", Port),
            ("https://localhost/", NotPublic),
            ("https://LOCALHOST./", NotPublic),
            ("https://push.localhost/", NotPublic),
            ("https://parlour/", NotPublic),
            ("https://parlour./", NotPublic),
            ("https://printer.local/", NotPublic),
            ("https://printer.LOCAL./", NotPublic),
            ("https://metadata.google.internal/", NotPublic),
            ("https://metadata.google.internal../", NotPublic),
            ("https://router.home.arpa/", NotPublic),
            ("https://router.lan/", NotPublic),
            ("https://ｌocalhost/", NotPublic),
            ("https://push。local/", NotPublic),
            ("https://%6c%6f%63%61%6c%68%6f%73%74/", NotPublic),
            ("https://127.0.0.1/", NotPublic),
            ("https://127.1/", NotPublic),
            ("https://2130706433/", NotPublic),
            ("https://0x7f000001/", NotPublic),
            ("https://0177.0.0.1/", NotPublic),
            ("https://127.0.0.1./", NotPublic),
            ("https://①②⑦.0.0.1/", NotPublic),
            ("https://0/", NotPublic),
            ("https://10.0.0.1/", NotPublic),
            ("https://172.31.255.255/", NotPublic),
            ("https://192.168.1.1/", NotPublic),
            ("https://169.254.169.254/latest/meta-data", NotPublic),
            ("https://100.64.0.1/", NotPublic),
            ("https://203.0.113.9/", NotPublic),
            ("https://224.0.0.1/", NotPublic),
            ("https://255.255.255.255/", NotPublic),
            ("https://[::]/", NotPublic),
            ("https://[::1]/", NotPublic),
            ("https://[::ffff:127.0.0.1]/", NotPublic),
            ("https://[::ffff:a9fe:a9fe]/", NotPublic),
            ("https://[::127.0.0.1]/", NotPublic),
            ("https://[64:ff9b::10.0.0.1]/", NotPublic),
            ("https://[64:ff9b:1::8.8.8.8]/", NotPublic),
            ("https://[fe80::1]/", NotPublic),
            ("https://[fd00::1]/", NotPublic),
            ("https://[fec0::1]/", NotPublic),
            ("https://[ff02::1]/", NotPublic),
            ("https://[2001::1]/", NotPublic),
            ("https://[2001:db8::1]/", NotPublic),
            ("https://[2002:7f00:1::]/", NotPublic),
            ("https://[3fff::1]/", NotPublic),
        ];
        for (typed, why) in table {
            assert_eq!(public(typed), Err(why), "{typed}");
        }
    }

    #[test]
    fn development_allows_any_host_but_needs_a_url() {
        let anywhere = |typed: &str| PushEndpoint::parse(typed, AllowedHosts::Anywhere).map(|endpoint| endpoint.0);
        for typed in ["http://127.0.0.1:4000/push", "https://localhost/push", "http://[::1]/", "https://push.example/"]
        {
            assert_eq!(anywhere(typed).as_deref(), Ok(typed));
        }
        assert_eq!(anywhere("ftp://127.0.0.1/"), Err(EndpointRefusal::NotHttps));
        assert_eq!(anywhere("http://a:b@127.0.0.1/"), Err(EndpointRefusal::Credentials));
        assert_eq!(anywhere("not a url"), Err(EndpointRefusal::NotAUrl));
    }

    #[test]
    fn an_endpoint_has_at_most_2000_characters_however_it_is_spelled() {
        let start = "https://fcm.googleapis.com/";
        let fits = format!("{start}{}", "a".repeat(MAX_ENDPOINT_LENGTH - start.len()));
        assert_eq!(public(&fits).as_deref(), Ok(&*fits));
        assert_eq!(public(&format!("{fits}a")), Err(EndpointRefusal::TooLong));
        assert_eq!(public(&format!("{start}{}", "आ".repeat(300))), Err(EndpointRefusal::TooLong));
    }

    #[test]
    fn addresses_next_to_reserved_ranges_are_public() {
        for text in [
            "1.0.0.0",
            "9.255.255.255",
            "11.0.0.0",
            "100.63.255.255",
            "100.128.0.0",
            "126.255.255.255",
            "128.0.0.0",
            "169.253.255.255",
            "169.255.0.0",
            "172.15.255.255",
            "172.32.0.0",
            "192.0.1.0",
            "192.167.255.255",
            "192.169.0.0",
            "198.17.255.255",
            "198.20.0.0",
            "223.255.255.255",
            "2000::",
            "2001:200::",
            "2001:db7::1",
            "2001:db9::1",
            "2003::1",
            "3fff:1000::",
            "64:ff9b::8.8.8.8",
            "::ffff:8.8.8.8",
        ] {
            assert!(is_public_address(text.parse().unwrap()), "{text}");
        }
        for text in ["192.0.0.1", "192.0.2.1", "192.88.99.1", "198.18.0.1", "198.51.100.7", "240.0.0.1", "4000::"] {
            assert!(!is_public_address(text.parse().unwrap()), "{text}");
        }
    }

    proptest! {
        #[test]
        fn what_the_standard_library_takes_for_local_is_not_public(bits: u32) {
            let address = Ipv4Addr::from_bits(bits);
            let is_local = address.is_private() || address.is_loopback() || address.is_link_local()
                || address.is_multicast() || address.is_broadcast() || address.is_documentation()
                || address.is_unspecified();
            prop_assert!(!(is_local && is_public_address(address.into())));
            // Whatever it is called.
            prop_assert_eq!(is_public_address(address.into()), is_public_address(address.to_ipv6_mapped().into()));
            prop_assert_eq!(
                public(&format!("https://{bits}/")).is_ok(),
                public(&format!("https://{address}/")).is_ok()
            );
        }

        #[test]
        fn parsing_never_panics(typed in "\\PC{0,40}|https?://\\PC{0,40}") {
            if let Ok(endpoint) = PushEndpoint::parse(&typed, AllowedHosts::Public) {
                prop_assert!(endpoint.as_str().starts_with("https://"));
                prop_assert_eq!(normalize_endpoint(&typed), endpoint.as_str());
                prop_assert_eq!(PushEndpoint::parse(endpoint.as_str(), AllowedHosts::Public), Ok(endpoint));
            }
        }
    }
}

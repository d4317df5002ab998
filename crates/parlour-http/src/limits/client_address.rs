//! The address of the client.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use ipnet::IpNet;

/// The whole address of a client, for logs and the audit trail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ClientAddress(IpAddr);

/// The clients that share a quota: an IPv4 address, or the 2^64 IPv6 addresses of one subscriber.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ClientKey(u128);

impl ClientAddress {
    /// The peer, unless it is a trusted proxy. Then the addresses in `X-Forwarded-For` are read from right to left
    /// until one is not a trusted proxy. An entry that is not an address ends the search, because no trusted proxy has
    /// written what is left of it.
    ///
    /// `forwarded_for` holds the values of all `X-Forwarded-For` headers in their order.
    pub(crate) fn from_peer<H>(peer: IpAddr, forwarded_for: H, trusted: &[IpNet]) -> Self
    where
        H: IntoIterator<IntoIter: DoubleEndedIterator, Item: AsRef<[u8]>>,
    {
        let mut client = peer.to_canonical();
        for line in forwarded_for.into_iter().rev() {
            for entry in line.as_ref().rsplit(|byte| *byte == b',') {
                if !trusted.iter().any(|net| net.contains(&client)) {
                    return Self(client);
                }
                let Some(before) = parse_address(entry) else {
                    return Self(client);
                };
                client = before.to_canonical();
            }
        }
        Self(client)
    }

    pub(crate) fn ip(self) -> IpAddr {
        self.0
    }

    pub(crate) fn key(self) -> ClientKey {
        ClientKey::from(self.0)
    }
}

/// With or without port and brackets, as different proxies write it.
fn parse_address(entry: &[u8]) -> Option<IpAddr> {
    let entry = str::from_utf8(entry.trim_ascii()).ok()?;
    if let Ok(ip) = entry.parse() {
        return Some(ip);
    }
    if let Ok(with_port) = entry.parse::<SocketAddr>() {
        return Some(with_port.ip());
    }
    let bracketed = entry.strip_prefix('[')?.strip_suffix(']')?;
    bracketed.parse::<Ipv6Addr>().ok().map(IpAddr::V6)
}

impl ClientKey {
    /// The unspecified address, which no request comes from.
    pub(super) const UNSPECIFIED: Self = Self(0);
}

impl From<IpAddr> for ClientKey {
    fn from(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V4(whole) => Self(whole.to_ipv6_mapped().to_bits()),
            IpAddr::V6(address) => Self(address.to_bits() & !u128::from(u64::MAX)),
        }
    }
}

impl fmt::Display for ClientKey {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match Ipv6Addr::from_bits(self.0).to_canonical() {
            IpAddr::V4(whole) => write!(out, "{whole}"),
            IpAddr::V6(network) => write!(out, "{network}/64"),
        }
    }
}

#[cfg(test)]
mod tests {
    use http::header::{HeaderMap, HeaderValue};

    use super::*;

    fn client(peer: &str, forwarded_for: &[&str]) -> String {
        let trusted = ["10.0.0.0/8", "2001:db8:ffff::/48"].map(|net| net.parse().unwrap());
        ClientAddress::from_peer(peer.parse().unwrap(), forwarded_for, &trusted).ip().to_string()
    }

    fn key(address: &str) -> ClientKey {
        ClientKey::from(address.parse::<IpAddr>().unwrap())
    }

    #[test]
    fn a_stranger_cannot_speak_for_others() {
        assert_eq!(client("203.0.113.7", &["198.51.100.1"]), "203.0.113.7");
    }

    #[test]
    fn without_a_header_the_proxy_itself_is_the_client() {
        assert_eq!(client("10.0.0.1", &[]), "10.0.0.1");
    }

    #[test]
    fn the_rightmost_address_that_is_not_trusted_counts() {
        assert_eq!(client("10.0.0.1", &["198.51.100.1"]), "198.51.100.1");
        assert_eq!(client("10.0.0.1", &["1.1.1.1, 198.51.100.1"]), "198.51.100.1");
        assert_eq!(client("10.0.0.1", &["1.1.1.1,198.51.100.1 , 10.9.9.9"]), "198.51.100.1");
        assert_eq!(client("2001:db8:ffff::1", &["1.1.1.1, 10.2.2.2,10.9.9.9"]), "1.1.1.1");
    }

    #[test]
    fn several_lines_are_one_list() {
        assert_eq!(client("10.0.0.1", &["1.1.1.1", "198.51.100.1, 10.1.1.1", "10.2.2.2"]), "198.51.100.1");
    }

    #[test]
    fn in_a_chain_of_proxies_alone_the_first_is_the_client() {
        assert_eq!(client("10.0.0.1", &["10.3.3.3, 10.2.2.2"]), "10.3.3.3");
    }

    #[test]
    fn rubbish_ends_the_walk_at_the_last_good_address() {
        for rubbish in ["unknown", "", " ", "1.2.3", "1.2.3.4:99999", "[::1", "é", "fe80::1%eth0", "[1.2.3.4]"] {
            assert_eq!(client("10.0.0.1", &[&format!("1.1.1.1, {rubbish}")]), "10.0.0.1", "{rubbish:?}");
            let behind_another = format!("1.1.1.1, {rubbish}, 10.2.2.2");
            assert_eq!(client("10.0.0.1", &[&behind_another]), "10.2.2.2", "{rubbish:?}");
        }
        let trusted = ["10.0.0.0/8".parse().unwrap()];
        let bytes: [&[u8]; 1] = [b"1.1.1.1, \xff\xfe"];
        let peer = "10.0.0.1".parse().unwrap();
        assert_eq!(ClientAddress::from_peer(peer, bytes, &trusted).ip(), peer);
    }

    #[test]
    fn ports_and_brackets_are_taken_off() {
        assert_eq!(client("10.0.0.1", &["198.51.100.1:4711"]), "198.51.100.1");
        assert_eq!(client("10.0.0.1", &["[2001:db8::7]:4711"]), "2001:db8::7");
        assert_eq!(client("10.0.0.1", &["[2001:db8::7]"]), "2001:db8::7");
        assert_eq!(client("10.0.0.1", &["2001:db8::7"]), "2001:db8::7");
    }

    #[test]
    fn an_ipv4_address_in_ipv6_clothes_is_an_ipv4_address() {
        assert_eq!(client("::ffff:203.0.113.7", &["1.1.1.1"]), "203.0.113.7");
        assert_eq!(client("::ffff:10.0.0.1", &["::ffff:198.51.100.1, [::ffff:10.2.2.2]:80"]), "198.51.100.1");
        assert_eq!(key("::ffff:203.0.113.7"), key("203.0.113.7"));
    }

    #[test]
    fn a_header_map_can_be_walked_as_it_is() {
        let mut headers = HeaderMap::new();
        headers.append("x-forwarded-for", HeaderValue::from_static("1.1.1.1"));
        headers.append("x-forwarded-for", HeaderValue::from_static("198.51.100.1"));
        let trusted = ["10.0.0.0/8".parse().unwrap()];
        let peer = "10.0.0.1".parse().unwrap();
        let client = ClientAddress::from_peer(peer, headers.get_all("x-forwarded-for"), &trusted);
        assert_eq!(client.ip().to_string(), "198.51.100.1");
        assert_eq!(client.key(), key("198.51.100.1"));
    }

    #[test]
    fn ipv4_counts_whole_and_ipv6_by_its_first_64_bits() {
        assert_ne!(key("203.0.113.7"), key("203.0.113.8"));
        assert_eq!(key("2001:db8:1:2::3"), key("2001:db8:1:2:ffff:ffff:ffff:ffff"));
        assert_ne!(key("2001:db8:1:2::3"), key("2001:db8:1:3::3"));
        assert_ne!(key("::1"), key("0.0.0.0"));
    }

    #[test]
    fn a_key_reads_like_an_address_or_a_network() {
        assert_eq!(key("203.0.113.7").to_string(), "203.0.113.7");
        assert_eq!(key("2001:db8:1:2::3").to_string(), "2001:db8:1:2::/64");
    }
}

//! Parses the text of a setting into a value. The error says what was expected.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;

use ipnet::IpNet;
use parlour_domain::email_address::EmailAddress;
use parlour_domain::ist::Timestamp;
use parlour_domain::rate_limit::Quota;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::LevelFilter;
use url::Url;

/// What a setting must contain: completes the sentence `"abc" is not …`.
pub(crate) type Expected = &'static str;

/// Whether Parlour runs for development or for a real salon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Environment {
    Development,
    Production,
}

/// The format of log lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LogFormat {
    Pretty,
    Json,
}

/// Scheme, host and port of a site, as browsers write it: no trailing slash, no default port.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Origin(String);

impl Origin {
    pub(crate) fn parse(text: &str) -> Result<Self, Expected> {
        let expected = "a site such as https://salon.example.in, without a path";
        let url = parse_web_url(text).map_err(|_| expected)?;
        if url.path() == "/" { Ok(Self(url.origin().ascii_serialization())) } else { Err(expected) }
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    pub(super) fn is_https(&self) -> bool {
        self.0.starts_with("https://")
    }

    pub(super) fn is_on_this_machine(&self) -> bool {
        Url::parse(&self.0).is_ok_and(|url| is_on_this_machine(&url))
    }
}

/// Whether requests to this address do not leave the machine.
pub(super) fn is_on_this_machine(url: &Url) -> bool {
    match url.host() {
        Some(url::Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(url::Host::Ipv4(address)) => address.is_loopback(),
        Some(url::Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

pub(super) fn is_https_or_on_this_machine(url: &Url) -> bool {
    url.scheme() == "https" || is_on_this_machine(url)
}

/// Accepts text without control characters.
pub(super) fn parse_text(text: &str) -> Result<String, Expected> {
    if text.contains(char::is_control) {
        return Err("text on one line without control characters");
    }
    Ok(text.to_owned())
}

pub(super) fn parse_environment(text: &str) -> Result<Environment, Expected> {
    match text {
        "development" => Ok(Environment::Development),
        "production" => Ok(Environment::Production),
        _ => Err("development or production"),
    }
}

/// A part without `=` must be a level. The library would take a misspelt level for the name of a module and then log
/// nothing else.
pub(super) fn parse_log_filter(typed: &str) -> Result<String, Expected> {
    let expected = "a filter such as info or warn,parlour_db=debug; \
                    levels are off, error, warn, info, debug and trace";
    let is_word = |part: &&str| !part.contains(['=', '[', ']', '{', '}']);
    let mut parts = typed.split(',').map(str::trim).filter(|part| !part.is_empty()).peekable();
    let is_valid = parts.peek().is_some()
        && parts.filter(is_word).all(|word| word.parse::<LevelFilter>().is_ok())
        && EnvFilter::builder().parse(typed).is_ok();
    if is_valid { parse_text(typed).map_err(|_| expected) } else { Err(expected) }
}

pub(super) fn parse_log_format(text: &str) -> Result<LogFormat, Expected> {
    match text {
        "pretty" => Ok(LogFormat::Pretty),
        "json" => Ok(LogFormat::Json),
        _ => Err("pretty or json"),
    }
}

pub(super) fn parse_flag(text: &str) -> Result<bool, Expected> {
    match text {
        "1" | "true" => Ok(true),
        "0" | "false" => Ok(false),
        _ => Err("1 or 0"),
    }
}

pub(super) fn parse_socket_address(text: &str) -> Result<SocketAddr, Expected> {
    text.parse().map_err(|_| "an address such as 127.0.0.1:3000")
}

/// Parses a range of addresses, or a single address as a range of one.
pub(super) fn parse_address_range(text: &str) -> Result<IpNet, Expected> {
    let single = || text.parse::<IpAddr>().map(IpNet::from);
    let range: IpNet =
        text.parse().or_else(|_| single()).map_err(|_| "an address range such as 10.0.0.0/8 or fd00::/8")?;
    Ok(range.trunc())
}

pub(super) fn parse_path(typed: &str) -> Result<PathBuf, Expected> {
    parse_text(typed).map(PathBuf::from)
}

/// Returns the folder of a `file:` URL. `file://data/files` is relative, `file:///srv/files` is absolute.
pub(super) fn parse_folder_url(url: &str) -> Option<PathBuf> {
    let rest = url.strip_prefix("file:")?;
    let folder = rest.strip_prefix("//").unwrap_or(rest);
    let usable = !folder.is_empty() && !folder.contains(|c: char| c.is_control() || "?#".contains(c));
    usable.then(|| PathBuf::from(folder))
}

/// Accepts an http or https URL without user, password, query and fragment.
pub(super) fn parse_web_url(text: &str) -> Result<Url, Expected> {
    let expected = "a web address such as https://example.com";
    // The parser would leave out line ends.
    let url = Url::parse(text).ok().filter(|_| !text.contains(char::is_control)).ok_or(expected)?;
    let is_plain = matches!(url.scheme(), "http" | "https")
        && url.username().is_empty()
        && url.password().is_none()
        && url.query().is_none()
        && url.fragment().is_none();
    if is_plain { Ok(url) } else { Err(expected) }
}

/// Accepts only the years that dates, tokens and reports support.
pub(super) fn parse_clock_start(text: &str) -> Result<Timestamp, Expected> {
    let years = Timestamp::parse("2000-01-01T00:00:00Z")..=Timestamp::parse("2200-01-01T00:00:00Z");
    Timestamp::parse(text)
        .filter(|instant| years.contains(&Some(*instant)))
        .ok_or("an RFC 3339 instant such as 2027-03-01T10:00:00+05:30, from 2000-01-01 to 2200-01-01")
}

pub(super) fn parse_quota(text: &str) -> Result<Option<Quota>, Expected> {
    Quota::parse(text).map_err(|_| "a limit such as 5/60s (1 to 1000000 requests in 1 to 86400 seconds), or off")
}

pub(super) fn parse_connection_count(text: &str) -> Result<usize, Expected> {
    let count = text.parse().ok().filter(|count| (1..=1_000_000).contains(count));
    count.ok_or("a number of connections from 1 to 1000000")
}

pub(super) fn parse_email(text: &str) -> Result<EmailAddress, Expected> {
    EmailAddress::parse(text).map_err(|_| "an e-mail address such as desk@example.in")
}

/// The API contract limits the source of a lead to 40 characters.
pub(super) fn parse_lead_source(typed: &str) -> Result<String, Expected> {
    let source = parse_text(typed).ok().filter(|source| source.chars().count() <= 40);
    source.ok_or("a source of at most 40 characters")
}

pub(super) fn parse_membership_prefix(text: &str) -> Result<String, Expected> {
    let is_allowed = text.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit());
    if is_allowed && (1..=8).contains(&text.len()) {
        Ok(text.to_owned())
    } else {
        Err("a prefix of 1 to 8 capital letters and digits")
    }
}

/// Parses a percentage with at most two decimals into hundredths of a per cent.
pub(super) fn parse_basis_points(text: &str) -> Result<u32, Expected> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
    let digits =
        |part: &str, max_digits| (1..=max_digits).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
    let points =
        if digits(whole, 3) && digits(decimals, 2) { format!("{whole}{decimals:0<2}").parse().ok() } else { None };
    points.filter(|points| *points <= 10_000).ok_or("a percentage from 0 to 100 such as 5 or 12.5")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_is_stored_as_browsers_write_it() {
        for (text, stored) in [
            ("https://salon.example.in", "https://salon.example.in"),
            ("https://Salon.example.in:443/", "https://salon.example.in"),
            ("http://127.0.0.1:3000/", "http://127.0.0.1:3000"),
        ] {
            assert_eq!(Origin::parse(text).unwrap().as_str(), stored);
        }
        for text in [
            "salon.example.in",
            "https://salon.example.in/app",
            "https://salon.example.in/?a=1",
            "https://salon.example.in/#a",
            "https://user@salon.example.in/",
            "https://",
            "https://salon\r\n.example.in",
            "ftp://salon.example.in",
            "*",
        ] {
            assert!(Origin::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn ranges_are_cut_to_their_prefix_and_addresses_are_ranges() {
        for (text, range) in
            [("10.1.2.3/8", "10.0.0.0/8"), ("10.1.2.3", "10.1.2.3/32"), ("fd00::1/8", "fd00::/8"), ("::1", "::1/128")]
        {
            assert_eq!(parse_address_range(text).unwrap().to_string(), range);
        }
        for text in ["10.0.0.0/33", "proxy", "10.0.0", "10.0.0.1:80"] {
            assert!(parse_address_range(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_word_alone_in_a_log_filter_is_a_level() {
        for text in ["info", "OFF", "warn,parlour_db=debug", "parlour=trace, info,", "hyper[connection]=debug"] {
            assert_eq!(parse_log_filter(text).as_deref(), Ok(text));
        }
        for text in ["inof", "info,parlour_db", "parlour=inof", "debug inof", "info,=,=loud", ",", "in\u{1}fo"] {
            assert!(parse_log_filter(text).is_err(), "{text}");
        }
    }

    #[test]
    fn the_application_clock_starts_between_2000_and_2200() {
        for text in ["2000-01-01T00:00:00Z", "2027-03-01T10:00:00+05:30", "2200-01-01T00:00:00Z"] {
            assert!(parse_clock_start(text).is_ok(), "{text}");
        }
        for text in
            ["1999-12-31T23:59:59Z", "2000-01-01T00:00:00+05:30", "2200-01-01T00:00:01Z", "9999-01-01T00:00:00Z"]
        {
            assert!(parse_clock_start(text).unwrap_err().contains("from 2000-01-01 to 2200-01-01"), "{text}");
        }
    }

    #[test]
    fn percentages_are_exact() {
        for (text, points) in [("5", 500), ("18", 1_800), ("12.5", 1_250), ("0.25", 25), ("0", 0), ("100", 10_000)] {
            assert_eq!(parse_basis_points(text), Ok(points), "{text}");
        }
        for text in ["", ".5", "5.", "5.125", "100.01", "-5", "+5", "5%", "1e1", "inf", "5,5"] {
            assert!(parse_basis_points(text).is_err(), "{text}");
        }
    }

    #[test]
    fn folders_are_relative_or_absolute() {
        assert_eq!(parse_folder_url("file://data/files"), Some("data/files".into()));
        assert_eq!(parse_folder_url("file:///srv/files"), Some("/srv/files".into()));
        assert_eq!(parse_folder_url("file:files"), Some("files".into()));
        for url in ["file://", "file:", "/srv/files", "s3://files", "file://a?b", "file://a\n"] {
            assert_eq!(parse_folder_url(url), None, "{url}");
        }
    }

    #[test]
    fn a_prefix_is_short_and_capital() {
        assert!(parse_membership_prefix("PRL").is_ok() && parse_membership_prefix("A1").is_ok());
        for text in ["", "prl", "PR-L", "ABCDEFGHI", "PŘL"] {
            assert!(parse_membership_prefix(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_source_fits_the_contracts_forty_characters() {
        assert!(parse_lead_source(&"é".repeat(40)).is_ok());
        assert!(parse_lead_source(&"é".repeat(41)).is_err());
        assert!(parse_lead_source("a\nb").is_err());
    }
}

//! Sends e-mails over SMTP.
//!
//! `lettre` speaks the protocol; this file pools the connections. The pool of `lettre` takes back a connection in the
//! middle of a message when sending is cancelled, and the next message would continue there.

use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use lettre::address::Envelope;
use lettre::transport::smtp::Error;
use lettre::transport::smtp::authentication::{Credentials, DEFAULT_MECHANISMS};
use lettre::transport::smtp::client::{AsyncSmtpConnection, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use lettre::transport::smtp::response::Category;
use percent_encoding::percent_decode_str;
use url::{Host, Url};

use super::{MailFailure, MailSetupError};

/// The time limit for a connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// How many idle connections are kept, and how long: servers close them after some minutes.
const MAX_IDLE_CONNECTIONS: usize = 2;
const IDLE_TIMEOUT: Duration = Duration::from_secs(30);

pub(super) struct Smtp {
    host: String,
    port: u16,
    security: Security,
    tls: TlsParameters,
    client_id: ClientId,
    credentials: Option<Credentials>,
    idle: Mutex<Vec<IdleConnection>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Security {
    /// TLS from the first byte.
    Always,
    /// `STARTTLS` is required: there is a password.
    Required,
    /// `STARTTLS` if the server offers it: there is no password, and many local relays have no TLS.
    WhenOffered,
    /// `STARTTLS` if the local server offers it, with any certificate: local servers usually have a self-signed one.
    Loopback,
}

struct IdleConnection {
    connection: AsyncSmtpConnection,
    since: Instant,
}

debug_only! { Smtp { host, port, security } }

impl Smtp {
    /// `own_host` is our name in the greeting.
    pub(super) fn new(url: &Url, own_host: &str) -> Result<Self, MailSetupError> {
        let host = host(url).ok_or_else(|| MailSetupError("the address of the mail server has no host".to_owned()))?;
        let security = security(url);
        let tls = TlsParameters::builder(host.clone())
            .dangerous_accept_invalid_certs(security == Security::Loopback)
            .dangerous_accept_invalid_hostnames(security == Security::Loopback)
            .build()
            .map_err(|error| MailSetupError(error.to_string()))?;
        Ok(Self {
            host,
            port: url.port().unwrap_or_else(|| default_port(url)),
            security,
            tls,
            client_id: ClientId::Domain(own_host.to_owned()),
            credentials: credentials(url),
            idle: Mutex::default(),
        })
    }

    pub(super) async fn send(&self, route: &Envelope, message: &[u8]) -> Result<(), MailFailure> {
        let mut connection = match self.idle().await {
            Some(connection) => connection,
            // A failure here is about the server or our settings, not about the message.
            None => self.connect().await.map_err(|error| retryable_failure(&error))?,
        };
        connection.send(route, message).await.map_err(|error| send_failure(&error))?;
        // Not reached after a failure or cancellation: dropping the connection closes it.
        self.keep_idle(connection);
        Ok(())
    }

    async fn connect(&self) -> Result<AsyncSmtpConnection, Error> {
        let from_the_start = (self.security == Security::Always).then(|| self.tls.clone());
        let server = (self.host.as_str(), self.port);
        let mut connection =
            AsyncSmtpConnection::connect_tokio1(server, Some(CONNECT_TIMEOUT), &self.client_id, from_the_start, None)
                .await?;
        if self.security == Security::Required || connection.can_starttls() {
            connection.starttls(self.tls.clone(), &self.client_id).await?;
        }
        if let Some(credentials) = &self.credentials {
            connection.auth(DEFAULT_MECHANISMS, credentials).await?;
        }
        Ok(connection)
    }

    /// An idle connection that still works.
    async fn idle(&self) -> Option<AsyncSmtpConnection> {
        loop {
            // The lock is released before the await.
            let IdleConnection { mut connection, since } =
                self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop()?;
            if since.elapsed() < IDLE_TIMEOUT && connection.test_connected().await {
                return Some(connection);
            }
        }
    }

    fn keep_idle(&self, connection: AsyncSmtpConnection) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.len() < MAX_IDLE_CONNECTIONS && !connection.has_broken() {
            idle.push(IdleConnection { connection, since: Instant::now() });
        }
    }
}

/// The refusal of a server. Its text may contain the recipient, so only the number is kept.
fn send_failure(error: &Error) -> MailFailure {
    match error.status() {
        // 53x is about our password, not about the message.
        Some(code) if error.is_permanent() && code.category != Category::Unspecified3 => {
            MailFailure::Refused(format!("the mail server answered {code}"))
        }
        _ => retryable_failure(error),
    }
}

fn retryable_failure(error: &Error) -> MailFailure {
    let reason = match error.status() {
        Some(code) => format!("the mail server answered {code}"),
        None if error.is_timeout() => "the mail server did not answer in time".to_owned(),
        None if error.is_tls() => "the mail server could not prove who it is".to_owned(),
        // Fixed texts of the library.
        None if error.is_client() => std::error::Error::source(error).map_or_else(String::new, ToString::to_string),
        None if error.is_response() => "the mail server says nothing that makes sense".to_owned(),
        None => "the mail server cannot be reached".to_owned(),
    };
    MailFailure::Retryable(reason)
}

fn host(url: &Url) -> Option<String> {
    // The URL library does not parse addresses in URLs of unknown schemes.
    Some(match url.host()? {
        Host::Ipv6(address) => address.to_string(),
        other => other.to_string(),
    })
    .filter(|host| !host.is_empty())
}

fn security(url: &Url) -> Security {
    if url.scheme() == "smtps" {
        Security::Always
    } else if is_loopback_host(url) {
        Security::Loopback
    } else if credentials(url).is_some() {
        Security::Required
    } else {
        Security::WhenOffered
    }
}

fn is_loopback_host(url: &Url) -> bool {
    let Some(host) = host(url) else { return false };
    host.parse::<IpAddr>().map_or_else(|_| host.eq_ignore_ascii_case("localhost"), |address| address.is_loopback())
}

fn default_port(url: &Url) -> u16 {
    match security(url) {
        Security::Always => 465,
        _ if credentials(url).is_some() => 587,
        _ => 25,
    }
}

fn credentials(url: &Url) -> Option<Credentials> {
    let plain = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
    let password = url.password().unwrap_or_default();
    (!url.username().is_empty()).then(|| Credentials::new(plain(url.username()), plain(password)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(text: &str) -> Url {
        Url::parse(text).unwrap()
    }

    #[test]
    fn a_password_is_not_said_aloud() {
        for (address, expected, port) in [
            ("smtps://me:pw@mail.example", Security::Always, 465),
            ("smtps://localhost", Security::Always, 465),
            ("smtp://me:pw@mail.example", Security::Required, 587),
            ("smtp://me:pw@mail.example:2525", Security::Required, 587),
            ("smtp://me:pw@127.0.0.1.example", Security::Required, 587),
            ("smtp://mail.example", Security::WhenOffered, 25),
            ("smtp://10.0.0.7", Security::WhenOffered, 25),
            ("smtp://localhost", Security::Loopback, 25),
            ("smtp://me:pw@127.0.0.1:2525", Security::Loopback, 587),
            ("smtp://[::1]", Security::Loopback, 25),
        ] {
            assert_eq!((security(&url(address)), default_port(&url(address))), (expected, port), "{address}");
        }
    }

    #[test]
    fn name_and_password_are_decoded() {
        let expected = Credentials::new("desk@example.in".to_owned(), "a:b/c@d%é +".to_owned());
        assert_eq!(credentials(&url("smtp://desk%40example.in:a%3Ab%2Fc%40d%25%C3%A9%20+@h")), Some(expected));
        assert_eq!(credentials(&url("smtp://h:25")), None);
    }

    #[test]
    fn nothing_shows_the_password() {
        let server = Smtp::new(&url("smtp://me:hunter2@mail.example"), "example.in").unwrap();
        assert!(!format!("{server:?}").contains("hunter2"));
    }
}

//! How letters leave the house: to a mail server, or into a folder.

mod folder;
mod message;
mod smtp;

use std::path::PathBuf;
use std::time::Duration;

use parlour_domain::email_address::EmailAddress;
use url::Url;

use crate::clock::Clock;
use message::Envelope;
use smtp::Smtp;

/// An e-mail without its envelope.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmailMessage {
    pub subject: String,
    pub text: String,
    pub html: String,
    pub attachments: Vec<EmailAttachment>,
    /// Pictures in the page, each by the name that the page calls it.
    pub inline: Vec<EmailAttachment>,
    /// On marketing letters: where one POST ends them.
    pub unsubscribe_url: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmailAttachment {
    pub name: String,
    /// `application/pdf`, `text/calendar; method=PUBLISH; charset=utf-8`.
    pub content_type: String,
    pub bytes: Vec<u8>,
}

/// Somebody who is there takes a connection at once.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// One email, from the first word to the last.
const SEND_TIMEOUT: Duration = Duration::from_secs(30);

/// Where letters go.
#[derive(Clone, PartialEq, Eq)]
pub enum MailTransport {
    /// `smtp://` or `smtps://`, with a percent-encoded name and password.
    Smtp(Url),
    /// One .eml file each.
    Folder(PathBuf),
}

/// The password stays one.
impl std::fmt::Debug for MailTransport {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Smtp(url) => write!(out, "Smtp({})", url.host_str().unwrap_or_default()),
            Self::Folder(folder) => write!(out, "Folder({})", folder.display()),
        }
    }
}

/// Whom letters come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sender {
    pub name: Option<String>,
    pub address: EmailAddress,
}

/// Why a email has not gone out. Neither names anybody.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MailFailure {
    /// It may go out another time.
    #[error("{0}")]
    Retryable(String),
    /// It never will.
    #[error("{0}")]
    Refused(String),
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no mail can be sent like this: {0}")]
pub struct MailSetupError(pub String);

/// Sends letters, one at a time or several at once.
#[derive(Debug)]
pub struct Mailer {
    from: Sender,
    route: MailRoute,
    timeout: Duration,
}

#[derive(Debug)]
enum MailRoute {
    Smtp(Box<Smtp>),
    Folder(PathBuf),
}

impl Mailer {
    pub fn new(transport: &MailTransport, from: Sender) -> Result<Self, MailSetupError> {
        message::mailbox(&from).map_err(|failure| MailSetupError(failure.to_string()))?;
        let route = match transport {
            MailTransport::Smtp(url) => {
                MailRoute::Smtp(Box::new(Smtp::new(url, host_of_address(&from.address))?))
            }
            MailTransport::Folder(folder) => MailRoute::Folder(folder.clone()),
        };
        Ok(Self { from, route, timeout: SEND_TIMEOUT })
    }

    /// Gives up on a email after another time than usual.
    #[must_use]
    pub fn with_timeout(self, timeout: Duration) -> Self {
        Self { timeout, ..self }
    }

    pub fn sender(&self) -> &Sender {
        &self.from
    }

    /// The `id` is the email's own, the same whenever it is sent again: with our host, it is what the email is known
    /// by wherever it goes (`Message-ID: <id@host>`).
    pub async fn send(&self, email: &EmailMessage, to: &EmailAddress, id: &str) -> Result<(), MailFailure> {
        let message_id = format!("<{id}@{}>", host_of_address(&self.from.address));
        // Mail servers and readers compare it with their own clocks.
        let date = Duration::from_secs(u64::try_from(Clock::real_unix_seconds()).unwrap_or_default());
        let envelope = Envelope { from: &self.from, to, message_id: &message_id, date };
        let (route, bytes) = message::build_message(email, &envelope)?;
        let sending = async {
            match &self.route {
                MailRoute::Smtp(server) => server.send(&route, &bytes).await,
                MailRoute::Folder(folder) => folder::write_eml_file(folder, id, bytes).await,
            }
        };
        match tokio::time::timeout(self.timeout, sending).await {
            Ok(sent) => sent,
            Err(_) => Err(MailFailure::Retryable("the mail server did not answer in time".to_owned())),
        }
    }
}

fn host_of_address(address: &EmailAddress) -> &str {
    address.as_str().rsplit_once('@').map_or("localhost", |(_, host)| host)
}

//! Sends e-mails to a mail server or into a folder.

mod email;
mod failure;
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

pub use email::{EmailAttachment, EmailMessage, Sender};
pub use failure::{MailFailure, MailSetupError};

/// The time limit for one e-mail.
const SEND_TIMEOUT: Duration = Duration::from_secs(30);

/// Where e-mails go.
#[derive(Clone, PartialEq, Eq)]
pub enum MailTransport {
    /// `smtp://` or `smtps://`, with a percent-encoded user name and password.
    Smtp(Url),
    /// One .eml file for each e-mail.
    Folder(PathBuf),
}

/// Does not show the password.
impl std::fmt::Debug for MailTransport {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Smtp(url) => write!(out, "Smtp({})", url.host_str().unwrap_or_default()),
            Self::Folder(folder) => write!(out, "Folder({})", folder.display()),
        }
    }
}

/// Sends e-mails, also several at the same time.
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
            MailTransport::Smtp(url) => MailRoute::Smtp(Box::new(Smtp::new(url, host_of_address(&from.address))?)),
            MailTransport::Folder(folder) => MailRoute::Folder(folder.clone()),
        };
        Ok(Self { from, route, timeout: SEND_TIMEOUT })
    }

    /// Uses another time limit for one e-mail, for tests.
    #[must_use]
    pub fn with_timeout(self, timeout: Duration) -> Self {
        Self { timeout, ..self }
    }

    pub fn sender(&self) -> &Sender {
        &self.from
    }

    /// `id` stays the same when an e-mail is sent again, so that mail programs recognise the repeat
    /// (`Message-ID: <id@host>`).
    pub async fn send(&self, email: &EmailMessage, to: &EmailAddress, id: &str) -> Result<(), MailFailure> {
        let message_id = format!("<{id}@{}>", host_of_address(&self.from.address));
        // Mail servers compare it with real time.
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

//! How letters leave the house: to a mail server, or into a folder.

mod folder;
mod message;
mod smtp;

use std::path::PathBuf;
use std::time::Duration;

use parlour_domain::email::Email;
use url::Url;

use crate::clock::Clock;
use crate::letters::Letter;
use message::Envelope;
use smtp::Smtp;

/// Somebody who is there takes a connection at once.
const CONNECT_PATIENCE: Duration = Duration::from_secs(5);
/// One letter, from the first word to the last.
const PATIENCE: Duration = Duration::from_secs(30);

/// Where letters go.
#[derive(Clone)]
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
    pub address: Email,
}

/// Why a letter has not gone out. Neither names anybody.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MailFailure {
    /// It may go out another time.
    #[error("{0}")]
    Later(String),
    /// It never will.
    #[error("{0}")]
    Refused(String),
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no mail can be sent like this: {0}")]
pub struct NoMail(pub String);

/// Sends letters, one at a time or several at once.
#[derive(Debug)]
pub struct Mailer {
    from: Sender,
    route: Route,
    patience: Duration,
}

#[derive(Debug)]
enum Route {
    Smtp(Box<Smtp>),
    Folder(PathBuf),
}

impl Mailer {
    pub fn new(transport: &MailTransport, from: Sender) -> Result<Self, NoMail> {
        message::mailbox(&from).map_err(|failure| NoMail(failure.to_string()))?;
        let route = match transport {
            MailTransport::Smtp(url) => Route::Smtp(Box::new(Smtp::new(url, host_of(&from.address))?)),
            MailTransport::Folder(folder) => Route::Folder(folder.clone()),
        };
        Ok(Self { from, route, patience: PATIENCE })
    }

    /// Gives up on a letter after another time than usual.
    #[must_use]
    pub fn with_patience(self, patience: Duration) -> Self {
        Self { patience, ..self }
    }

    pub fn sender(&self) -> &Sender {
        &self.from
    }

    /// The `id` is the letter's own, the same whenever it is sent again: with our host, it is what the letter is known
    /// by wherever it goes (`Message-ID: <id@host>`).
    pub async fn send(&self, letter: &Letter, to: &Email, id: &str) -> Result<(), MailFailure> {
        let message_id = format!("<{id}@{}>", host_of(&self.from.address));
        // Mail servers and readers compare it with their own clocks.
        let date = Duration::from_secs(u64::try_from(Clock::protocol_seconds()).unwrap_or_default());
        let envelope = Envelope { from: &self.from, to, message_id: &message_id, date };
        let (route, bytes) = message::write(letter, &envelope)?;
        let sending = async {
            match &self.route {
                Route::Smtp(server) => server.send(&route, &bytes).await,
                Route::Folder(folder) => folder::put(folder, id, bytes).await,
            }
        };
        match tokio::time::timeout(self.patience, sending).await {
            Ok(sent) => sent,
            Err(_) => Err(MailFailure::Later("the mail server did not answer in time".to_owned())),
        }
    }
}

fn host_of(address: &Email) -> &str {
    address.as_str().rsplit_once('@').map_or("localhost", |(_, host)| host)
}

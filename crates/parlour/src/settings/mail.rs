//! How letters leave the house.

use std::path::PathBuf;

use parlour_domain::email::Email;
use url::Url;

use super::reader::Reader;
use super::secret::ConnectionUrl;
use super::values::{self, Expected};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MailSettings {
    pub(crate) transport: MailTransport,
    pub(crate) from: Sender,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum MailTransport {
    /// `smtp://` or `smtps://`, with a percent-encoded name and password.
    Smtp(ConnectionUrl),
    /// One .eml file each.
    Folder(PathBuf),
}

/// `desk@example.in` or `The Parlour <desk@example.in>`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Sender {
    pub(crate) name: Option<String>,
    pub(crate) address: Email,
}

impl MailSettings {
    /// `None` means that no mail is sent.
    pub(super) fn read(reader: &mut Reader) -> Option<Self> {
        let transport = reader.optional("PARLOUR_MAIL_URL", MailTransport::parse);
        let from = reader.optional("PARLOUR_MAIL_FROM", Sender::parse);
        reader.needs("PARLOUR_MAIL_URL", "PARLOUR_MAIL_FROM");
        Some(Self { transport: transport?, from: from? })
    }
}

impl MailTransport {
    fn parse(text: &str) -> Result<Self, Expected> {
        let expected = "a mail server such as smtp://user:password@host:587, or a folder such as file:///dir";
        if text.starts_with("file:") {
            return values::folder(text).map(Self::Folder).ok_or(expected);
        }
        let host = Url::parse(text).ok().is_some_and(|url| url.has_host());
        let smtp = ConnectionUrl::parse(text, &["smtp", "smtps"], expected)?;
        if host { Ok(Self::Smtp(smtp)) } else { Err(expected) }
    }
}

impl Sender {
    fn parse(text: &str) -> Result<Self, Expected> {
        let expected = "a sender such as desk@example.in or The Parlour <desk@example.in>";
        let (name, address) = match text.strip_suffix('>').and_then(|text| text.split_once('<')) {
            Some((name, address)) => (Some(name.trim().trim_matches('"')), address),
            None => (None, text),
        };
        let name = name.filter(|name| !name.is_empty());
        if name.is_some_and(|name| name.contains(|c: char| c.is_control() || "<>\"".contains(c))) {
            return Err(expected);
        }
        let address = Email::parse(address).map_err(|_| expected)?;
        Ok(Self { name: name.map(str::to_owned), address })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_go_to_a_server_or_into_a_folder() {
        let folder = MailTransport::parse("file:///var/mail");
        assert_eq!(folder, Ok(MailTransport::Folder("/var/mail".into())));
        for text in ["smtp://mail.example:25", "smtps://me:hunter2@mail.example"] {
            let Ok(MailTransport::Smtp(url)) = MailTransport::parse(text) else {
                panic!("{text} is a mail server")
            };
            assert_eq!(url.expose(), text);
        }
        for text in ["smtp://", "smtp:mail", "http://mail.example", "file:", "smtp://me:pw@:25"] {
            assert!(MailTransport::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_sender_may_have_a_name() {
        for (text, name) in [
            ("desk@example.in", None),
            ("<desk@example.in>", None),
            ("The Parlour <desk@example.in>", Some("The Parlour")),
            ("\"Parlour, MG Road\" <desk@example.in>", Some("Parlour, MG Road")),
        ] {
            let sender = Sender::parse(text).unwrap();
            assert_eq!(sender.name.as_deref(), name);
            assert_eq!(sender.address.as_str(), "desk@example.in");
        }
        for text in ["Parlour", "Parlour desk@example.in", "A <B> <desk@example.in>", "A\r\nB <d@e.in>"] {
            assert!(Sender::parse(text).is_err(), "{text}");
        }
    }
}

//! How letters leave the house.

use std::path::PathBuf;

use parlour_domain::email_address::EmailAddress;
use url::Url;

use super::reader::SettingsReader;
use super::secret::ConnectionUrl;
use super::values::{self, Expected};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MailSettings {
    pub(crate) transport: MailTransportSettings,
    pub(crate) from: SenderSettings,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum MailTransportSettings {
    /// `smtp://` or `smtps://`, with a percent-encoded name and password.
    Smtp(ConnectionUrl),
    /// One .eml file each.
    Folder(PathBuf),
}

/// `desk@example.in` or `The Parlour <desk@example.in>`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SenderSettings {
    pub(crate) name: Option<String>,
    pub(crate) address: EmailAddress,
}

impl MailSettings {
    /// `None` means that no mail is sent.
    pub(super) fn read(reader: &mut SettingsReader) -> Option<Self> {
        let transport = reader.optional("PARLOUR_MAIL_URL", MailTransportSettings::parse);
        let from = reader.optional("PARLOUR_MAIL_FROM", SenderSettings::parse);
        reader.require_other("PARLOUR_MAIL_URL", "PARLOUR_MAIL_FROM");
        Some(Self { transport: transport?, from: from? })
    }
}

impl MailTransportSettings {
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

impl SenderSettings {
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
        let address = EmailAddress::parse(address).map_err(|_| expected)?;
        Ok(Self { name: name.map(str::to_owned), address })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn emails_go_to_a_server_or_into_a_folder() {
        let folder = MailTransportSettings::parse("file:///var/mail");
        assert_eq!(folder, Ok(MailTransportSettings::Folder("/var/mail".into())));
        for text in ["smtp://mail.example:25", "smtps://me:hunter2@mail.example"] {
            let Ok(MailTransportSettings::Smtp(url)) = MailTransportSettings::parse(text) else {
                panic!("{text} is a mail server")
            };
            assert_eq!(url.expose(), text);
        }
        for text in ["smtp://", "smtp:mail", "http://mail.example", "file:", "smtp://me:pw@:25"] {
            assert!(MailTransportSettings::parse(text).is_err(), "{text}");
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
            let sender = SenderSettings::parse(text).unwrap();
            assert_eq!(sender.name.as_deref(), name);
            assert_eq!(sender.address.as_str(), "desk@example.in");
        }
        for text in ["Parlour", "Parlour desk@example.in", "A <B> <desk@example.in>", "A\r\nB <d@e.in>"] {
            assert!(SenderSettings::parse(text).is_err(), "{text}");
        }
    }
}

//! The e-mail settings.

use parlour_domain::email_address::EmailAddress;
use parlour_integrations::mail::{MailTransport, Sender};
use url::Url;

use super::reader::SettingsReader;
use super::secret::ConnectionUrl;
use super::values::{self, Expected};

/// How e-mails are sent, and who sends them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MailSettings {
    pub(crate) transport: MailTransport,
    pub(crate) from: Sender,
}

impl MailSettings {
    /// Returns `None` if no e-mails are sent.
    pub(super) fn read(reader: &mut SettingsReader) -> Option<Self> {
        let transport = reader.optional("PARLOUR_MAIL_URL", parse_transport);
        let from = reader.optional("PARLOUR_MAIL_FROM", parse_sender);
        reader.require_other("PARLOUR_MAIL_URL", "PARLOUR_MAIL_FROM");
        Some(Self { transport: transport?, from: from? })
    }
}

fn parse_transport(text: &str) -> Result<MailTransport, Expected> {
    let expected = "a mail server such as smtp://user:password@host:587, or a folder such as file:///dir";
    if text.starts_with("file:") {
        return values::parse_folder_url(text).map(MailTransport::Folder).ok_or(expected);
    }
    let url = ConnectionUrl::parse(text, &["smtp", "smtps"], expected)?;
    let url = Url::parse(url.expose()).ok().filter(Url::has_host);
    url.map(MailTransport::Smtp).ok_or(expected)
}

/// Parses `desk@example.in` or `The Parlour <desk@example.in>`.
fn parse_sender(text: &str) -> Result<Sender, Expected> {
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
    Ok(Sender { name: name.map(str::to_owned), address })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_transport_is_a_server_or_a_folder() {
        let folder = parse_transport("file:///var/mail");
        assert_eq!(folder, Ok(MailTransport::Folder("/var/mail".into())));
        for text in ["smtp://mail.example:25", "smtps://me:hunter2@mail.example"] {
            let Ok(MailTransport::Smtp(url)) = parse_transport(text) else { panic!("{text} is a mail server") };
            assert_eq!(url.as_str(), text);
        }
        for text in ["smtp://", "smtp:mail", "http://mail.example", "file:", "smtp://me:pw@:25"] {
            assert!(parse_transport(text).is_err(), "{text}");
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
            let sender = parse_sender(text).unwrap();
            assert_eq!(sender.name.as_deref(), name);
            assert_eq!(sender.address.as_str(), "desk@example.in");
        }
        for text in ["Parlour", "Parlour desk@example.in", "A <B> <desk@example.in>", "A\r\nB <d@e.in>"] {
            assert!(parse_sender(text).is_err(), "{text}");
        }
    }
}

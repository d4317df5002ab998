//! Builds the message in the format of RFC 5322 and MIME.

use std::time::{Duration, UNIX_EPOCH};

use super::{EmailAttachment, EmailMessage};
use lettre::Message;
use lettre::address::Envelope as Route;
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Attachment, Mailbox, MultiPart, MultiPartBuilder, SinglePart};
use parlour_domain::email_address::EmailAddress;

use super::{MailFailure, Sender};

/// Sender, recipient, id and date of an e-mail.
#[derive(Debug, Clone, Copy)]
pub(super) struct Envelope<'a> {
    pub(super) from: &'a Sender,
    pub(super) to: &'a EmailAddress,
    pub(super) message_id: &'a str,
    /// Seconds since 1970.
    pub(super) date: Duration,
}

/// The message in ASCII bytes, and the addresses for the server.
pub(super) fn build_message(email: &EmailMessage, envelope: &Envelope<'_>) -> Result<(Route, Vec<u8>), MailFailure> {
    let mut message = Message::builder()
        .from(mailbox(envelope.from)?)
        .to(Mailbox::new(None, parse_address(envelope.to)?))
        .date(UNIX_EPOCH + envelope.date)
        .message_id(Some(envelope.message_id.chars().filter(char::is_ascii_graphic).collect()))
        .subject(one_line(&email.subject))
        // Suppresses automatic replies.
        .raw_header(header_value("Auto-Submitted", "auto-generated"));
    if let Some(url) = &email.unsubscribe_url {
        message = message
            .raw_header(header_value("List-Unsubscribe", &format!("<{}>", one_line(url))))
            .raw_header(header_value("List-Unsubscribe-Post", "List-Unsubscribe=One-Click"));
    }
    let message = message.multipart(build_body(email, envelope.message_id)?).map_err(|_| unwritable_message())?;
    Ok((message.envelope().clone(), message.formatted()))
}

/// The text and HTML forms as alternatives, with the pictures and the attachments.
fn build_body(email: &EmailMessage, message_id: &str) -> Result<MultiPart, MailFailure> {
    let page = SinglePart::html(html_with_content_ids(email, message_id));
    let both = MultiPart::alternative().singlepart(SinglePart::plain(email.text.clone()));
    let both = if email.inline.is_empty() {
        both.singlepart(page)
    } else {
        both.multipart(append_parts(MultiPart::related().singlepart(page), &email.inline, |one| {
            Attachment::new_inline(content_id(&one.name, message_id))
        })?)
    };
    if email.attachments.is_empty() {
        return Ok(both);
    }
    let whole: MultiPartBuilder = MultiPart::mixed();
    append_parts(whole.multipart(both), &email.attachments, |one| Attachment::new(one_line(&one.name)))
}

/// The HTML form, in which each picture has an id that no other e-mail uses.
fn html_with_content_ids(email: &EmailMessage, message_id: &str) -> String {
    email.inline.iter().fold(email.html.clone(), |page, picture| {
        let name = &picture.name;
        page.replace(&format!("\"cid:{name}\""), &format!("\"cid:{}\"", content_id(name, message_id)))
    })
}

/// `chart.0197@example.in`.
fn content_id(name: &str, message_id: &str) -> String {
    format!("{name}.{}", message_id.trim_matches(['<', '>']))
}

fn append_parts(
    mut whole: MultiPart,
    parts: &[EmailAttachment],
    as_part: impl Fn(&EmailAttachment) -> Attachment,
) -> Result<MultiPart, MailFailure> {
    for part in parts {
        let kind = ContentType::parse(&part.content_type).map_err(|_| unwritable_message())?;
        whole = whole.singlepart(as_part(part).body(part.bytes.clone(), kind));
    }
    Ok(whole)
}

pub(super) fn mailbox(sender: &Sender) -> Result<Mailbox, MailFailure> {
    let name = sender.name.as_deref().map(one_line).filter(|name| !name.is_empty());
    Ok(Mailbox::new(name, parse_address(&sender.address)?))
}

fn parse_address(email: &EmailAddress) -> Result<lettre::Address, MailFailure> {
    email.as_str().parse().map_err(|_| MailFailure::Refused("the address is none that mail can reach".to_owned()))
}

fn header_value(name: &'static str, value: &str) -> HeaderValue {
    HeaderValue::new(HeaderName::new_from_ascii_str(name), value.to_owned())
}

/// Removes line breaks, so that a text cannot add a header.
fn one_line(text: &str) -> String {
    let spaced: String = text.chars().map(|email| if email.is_control() { ' ' } else { email }).collect();
    spaced.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn unwritable_message() -> MailFailure {
    MailFailure::Refused("the letter cannot be written as mail".to_owned())
}

#[cfg(test)]
mod tests;

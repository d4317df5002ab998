//! A letter as mail programs read it (RFC 5322, MIME).

use std::time::{Duration, UNIX_EPOCH};

use lettre::Message;
use lettre::address::Envelope as Route;
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Attachment, Mailbox, MultiPart, MultiPartBuilder, SinglePart};
use parlour_domain::email::Email;

use super::{MailFailure, Sender};
use crate::letters::{Enclosed, Letter};

/// What stands on the outside.
#[derive(Debug, Clone, Copy)]
pub(super) struct Envelope<'a> {
    pub(super) from: &'a Sender,
    pub(super) to: &'a Email,
    pub(super) message_id: &'a str,
    /// Since 1970.
    pub(super) date: Duration,
}

/// The letter's bytes, all of them ASCII, and whom they go to.
pub(super) fn write(letter: &Letter, outside: &Envelope<'_>) -> Result<(Route, Vec<u8>), MailFailure> {
    let mut message = Message::builder()
        .from(mailbox(outside.from)?)
        .to(Mailbox::new(None, address(outside.to)?))
        .date(UNIX_EPOCH + outside.date)
        .message_id(Some(outside.message_id.chars().filter(char::is_ascii_graphic).collect()))
        .subject(one_line(&letter.subject))
        // Nobody's absence is of interest to us.
        .raw_header(header("Auto-Submitted", "auto-generated"));
    if let Some(url) = &letter.unsubscribe_url {
        message = message
            .raw_header(header("List-Unsubscribe", &format!("<{}>", one_line(url))))
            .raw_header(header("List-Unsubscribe-Post", "List-Unsubscribe=One-Click"));
    }
    let message = message.multipart(body(letter, outside.message_id)?).map_err(|_| unwritable())?;
    Ok((message.envelope().clone(), message.formatted()))
}

/// The text for those who read text, else the page with its pictures; and beside them what is attached.
fn body(letter: &Letter, message_id: &str) -> Result<MultiPart, MailFailure> {
    let page = SinglePart::html(calling_pictures(letter, message_id));
    let both = MultiPart::alternative().singlepart(SinglePart::plain(letter.text.clone()));
    let both = if letter.inline.is_empty() {
        both.singlepart(page)
    } else {
        both.multipart(with_all(MultiPart::related().singlepart(page), &letter.inline, |one| {
            Attachment::new_inline(content_id(&one.name, message_id))
        })?)
    };
    if letter.attachments.is_empty() {
        return Ok(both);
    }
    let whole: MultiPartBuilder = MultiPart::mixed();
    with_all(whole.multipart(both), &letter.attachments, |one| Attachment::new(one_line(&one.name)))
}

/// The page, in which every picture is called by an id that no other letter uses.
fn calling_pictures(letter: &Letter, message_id: &str) -> String {
    letter.inline.iter().fold(letter.html.clone(), |page, picture| {
        let name = &picture.name;
        page.replace(&format!("\"cid:{name}\""), &format!("\"cid:{}\"", content_id(name, message_id)))
    })
}

/// Made as a letter's own id is: `chart.0197@example.in`.
fn content_id(name: &str, message_id: &str) -> String {
    format!("{name}.{}", message_id.trim_matches(['<', '>']))
}

fn with_all(
    mut whole: MultiPart,
    parts: &[Enclosed],
    as_part: impl Fn(&Enclosed) -> Attachment,
) -> Result<MultiPart, MailFailure> {
    for part in parts {
        let kind = ContentType::parse(&part.content_type).map_err(|_| unwritable())?;
        whole = whole.singlepart(as_part(part).body(part.bytes.clone(), kind));
    }
    Ok(whole)
}

pub(super) fn mailbox(sender: &Sender) -> Result<Mailbox, MailFailure> {
    let name = sender.name.as_deref().map(one_line).filter(|name| !name.is_empty());
    Ok(Mailbox::new(name, address(&sender.address)?))
}

fn address(email: &Email) -> Result<lettre::Address, MailFailure> {
    email
        .as_str()
        .parse()
        .map_err(|_| MailFailure::Refused("the address is none that mail can reach".to_owned()))
}

fn header(name: &'static str, value: &str) -> HeaderValue {
    HeaderValue::new(HeaderName::new_from_ascii_str(name), value.to_owned())
}

/// Nothing that anybody typed begins a line of its own in a letter's head.
fn one_line(text: &str) -> String {
    let spaced: String = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    spaced.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn unwritable() -> MailFailure {
    MailFailure::Refused("the letter cannot be written as mail".to_owned())
}

#[cfg(test)]
mod tests;

//! One person is told one thing, once: a line in the feed and, where one goes too, a letter.

use parlour_domain::ids::{BookingId, NotificationId, UserId};
use parlour_domain::letter::LetterKind;
use parlour_domain::notice::{Channel, NotificationType};
use parlour_store::letters::{self, Post, Recipient};
use parlour_store::notices::{self, Notice};
use parlour_store::{DbError, Tx};

use crate::announce;
use crate::occasion::Occasion;

#[derive(Debug, Clone, Copy)]
pub(crate) struct Telling<'a> {
    pub(crate) user_id: &'a UserId,
    pub(crate) booking_id: Option<&'a BookingId>,
    pub(crate) kind: NotificationType,
    pub(crate) title: &'a str,
    pub(crate) body: &'a str,
    /// The id of what it is about; empty where the person is the subject.
    pub(crate) subject: &'a str,
    /// The IST date or year where it recurs, else empty.
    pub(crate) period: &'a str,
    pub(crate) sent_as: SentAs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SentAs {
    Push,
    PushAndLetter(LetterKind),
    Letter(LetterKind),
}

/// What was written: whether it was news, and the letter that goes out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Written {
    pub(crate) is_news: bool,
    pub(crate) letter_id: Option<String>,
}

pub(crate) fn tell(tx: &mut Tx<'_>, occasion: &Occasion, telling: &Telling<'_>) -> Result<Written, DbError> {
    let (channel, letter) = match telling.sent_as {
        SentAs::Push => (Channel::Push, None),
        SentAs::PushAndLetter(letter) => (Channel::Push, Some(letter)),
        SentAs::Letter(letter) => (Channel::Email, Some(letter)),
    };
    let id = NotificationId::new(occasion.new_id());
    let letter_id = match letter {
        // The letter is all there is to send, and says for both what became of it.
        Some(kind) if channel == Channel::Email => post(tx, occasion, telling, kind, id.as_str().to_owned())?,
        Some(kind) => post(tx, occasion, telling, kind, occasion.new_id())?,
        None => None,
    };
    let notice = Notice {
        id: &id,
        user_id: telling.user_id,
        booking_id: telling.booking_id,
        kind: telling.kind,
        title: telling.title,
        body: telling.body,
        subject: telling.subject,
        period: telling.period,
    };
    let is_news = notices::write(tx, &notice, channel, occasion.now)?;
    if is_news {
        announce::notice(tx, occasion, telling.user_id, &id)?;
    }
    if channel == Channel::Email && letter_id.is_none() {
        // The letter went out before, with a line that is gone.
        notices::mark_sent(tx, &id, occasion.now)?;
    }
    Ok(Written { is_news, letter_id })
}

/// The letter's id, where there is a new one.
fn post(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    telling: &Telling<'_>,
    kind: LetterKind,
    id: String,
) -> Result<Option<String>, DbError> {
    let post = Post {
        id: &id,
        kind,
        to: Recipient::User(telling.user_id),
        subject: telling.subject,
        period: telling.period,
    };
    let is_new = letters::post(tx, &post, occasion.now)?;
    Ok(is_new.then_some(id))
}

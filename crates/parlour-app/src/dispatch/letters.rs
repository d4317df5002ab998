//! Letters, and reports to the chat: written now, from what the database says now.

use std::time::Duration;

use futures_util::{StreamExt, stream};
use parlour_domain::email::Email;
use parlour_domain::integration::Integration;
use parlour_domain::ist::Timestamp;
use parlour_domain::notice::NotificationStatus;
use parlour_store::letters::{self, CHAT, Outgoing, Share};
use parlour_store::{DbError, integrations, users};

use super::{LEASE_MS, next_try};
use crate::backstage::Backstage;
use crate::outside::mail::MailFailure;

const AT_ONCE: usize = 4;
/// Even if none of them is answered, all have been tried before the claim ends.
const CLAIMED_AT_ONCE: i64 = 12;

/// As long as a mail server usually takes.
const LOOKS: usize = 50;
const BETWEEN_LOOKS: Duration = Duration::from_millis(100);

/// Of those that were written since.
pub(super) async fn send_some(backstage: &Backstage, since: Timestamp) -> Result<usize, DbError> {
    let (db, now) = (&backstage.app.db, backstage.app.clock.now());
    if !db.read(move |conn| letters::is_any_due(conn, now)).await? {
        return Ok(0);
    }
    let until = now.plus_millis(LEASE_MS);
    let outside = &backstage.outside;
    let share = Share {
        since,
        by_mail: outside.mail.is_some() || !outside.leaves_rest,
        to_chat: outside.chat.is_some() || !outside.leaves_rest,
    };
    let claimed = db.write(move |tx| letters::claim(tx, share, now, until, CLAIMED_AT_ONCE)).await?;
    let count = claimed.len();
    let sending = stream::iter(claimed).map(|letter| send(backstage, letter)).buffer_unordered(AT_ONCE);
    let outcomes: Vec<_> = sending.collect().await;
    outcomes.into_iter().find_map(Result::err).map_or(Ok(count), Err)
}

/// Sends this one at once by mail, for a job that says whether it did. What fails stays for the others to try.
pub async fn send_now(backstage: &Backstage, letter_id: &str) -> Result<bool, DbError> {
    if backstage.outside.leaves_rest && backstage.outside.mail.is_none() {
        return Ok(false);
    }
    let (id, now) = (letter_id.to_owned(), backstage.app.clock.now());
    let until = now.plus_millis(LEASE_MS);
    let claimed = backstage.app.db.write(move |tx| letters::claim_one(tx, &id, now, until)).await?;
    match claimed {
        Some(letter) => Ok(send(backstage, letter).await? == Fate::Sent),
        None => is_sent_by_another(backstage, letter_id).await,
    }
}

/// The dispatcher may have been faster, and may still be at it.
async fn is_sent_by_another(backstage: &Backstage, letter_id: &str) -> Result<bool, DbError> {
    for _ in 0..LOOKS {
        let id = letter_id.to_owned();
        match backstage.app.db.read(move |conn| letters::fate_of(conn, &id)).await? {
            Some((NotificationStatus::Pending, 0)) => tokio::time::sleep(BETWEEN_LOOKS).await,
            fate => return Ok(matches!(fate, Some((NotificationStatus::Sent, _)))),
        }
    }
    Ok(false)
}

/// What became of a letter.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Fate {
    Sent,
    /// Nobody is set up to send it, or there is nothing to say any more.
    Needless(&'static str),
    Later(String),
    Refused(String),
}

async fn send(backstage: &Backstage, letter: Outgoing) -> Result<Fate, DbError> {
    let (through, fate) = if letter.recipient == CHAT {
        (Integration::Chat, to_chat(backstage, &letter).await?)
    } else {
        (Integration::Mail, by_mail(backstage, &letter).await?)
    };
    if let Fate::Needless(why) = fate {
        tracing::info!(letter = %letter.kind, why, "a letter is not sent");
    }
    let (now, became) = (backstage.app.clock.now(), fate.clone());
    let noted = backstage.app.db.write(move |tx| match &became {
        Fate::Sent => {
            integrations::note_success(tx, through, now)?;
            letters::mark_sent(tx, &letter.id, now)
        }
        Fate::Needless(_) => letters::mark_sent(tx, &letter.id, now),
        Fate::Later(error) | Fate::Refused(error) => {
            integrations::note_error(tx, through, error, now)?;
            let again = next_try(letter.attempts, now).filter(|_| matches!(became, Fate::Later(_)));
            match again {
                Some(try_at) => letters::put_off(tx, &letter.id, try_at, error),
                None => letters::mark_failed(tx, &letter.id, error),
            }
        }
    });
    noted.await?;
    Ok(fate)
}

async fn by_mail(backstage: &Backstage, letter: &Outgoing) -> Result<Fate, DbError> {
    let Some(mailer) = &backstage.outside.mail else { return Ok(Fate::Needless("no mail is set up")) };
    let Some(to) = address_of(backstage, letter).await? else {
        return Ok(Fate::Needless("there is no address"));
    };
    let Some(composed) = crate::letters::compose(backstage, letter).await? else {
        return Ok(Fate::Needless("there is nothing to say any more"));
    };
    Ok(match mailer.send(&composed, &to, &letter.id).await {
        Ok(()) => Fate::Sent,
        Err(failure @ MailFailure::Later(_)) => Fate::Later(failure.to_string()),
        Err(failure) => Fate::Refused(failure.to_string()),
    })
}

/// A user's as it is now: it may have changed since, and whoever was erased has none.
async fn address_of(backstage: &Backstage, letter: &Outgoing) -> Result<Option<Email>, DbError> {
    let Some(user) = letter.user_id.clone() else { return Ok(Email::parse(&letter.recipient).ok()) };
    let user = backstage.app.db.read(move |conn| users::by_id(conn, &user)).await?;
    Ok(user.and_then(|user| user.email))
}

async fn to_chat(backstage: &Backstage, letter: &Outgoing) -> Result<Fate, DbError> {
    let Some(chat) = &backstage.outside.chat else { return Ok(Fate::Needless("no chat is set up")) };
    let Some(text) = crate::letters::for_chat(backstage, letter).await? else {
        return Ok(Fate::Needless("there is nothing to say any more"));
    };
    Ok(match chat.post(&text).await {
        Ok(()) => Fate::Sent,
        Err(failure) => Fate::Later(failure.to_string()),
    })
}

//! A report goes out as rows to send: to everyone who gets reports, and to the chat.

use chrono::NaiveDate;
use parlour_domain::email::Email;
use parlour_domain::ist::Timestamp;
use parlour_domain::letter::LetterKind;
use parlour_store::DbError;
use parlour_store::letters::{CHAT, Post, Recipient, post};

use super::JobError;
use crate::backstage::Backstage;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Readers {
    ByMail,
    ByMailAndChat,
}

/// For which time a report was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Asked {
    pub(super) at: Timestamp,
    /// By somebody, not by the clock.
    by_hand: bool,
}

impl Asked {
    pub(super) fn of(backstage: &Backstage, slot: Option<Timestamp>) -> Self {
        Self { at: slot.unwrap_or_else(|| backstage.app.clock.now()), by_hand: slot.is_none() }
    }

    /// The clock's report comes once, whatever somebody asked for before; theirs comes each time.
    fn subject(self) -> String {
        let minute = || format!("{} {}", self.at.ist_date(), self.at.ist_time().format("%H:%M"));
        if self.by_hand { minute() } else { String::new() }
    }
}

/// The report on the days that begin with `first`, to each reader once.
pub(super) async fn write(
    backstage: &Backstage,
    kind: LetterKind,
    first: NaiveDate,
    asked: Asked,
    readers: Readers,
) -> Result<(), JobError> {
    let recipients = backstage.outside.report_recipients.clone();
    let is_for_chat = readers == Readers::ByMailAndChat && backstage.outside.chat.is_some();
    if recipients.is_empty() && !is_for_chat {
        tracing::info!(report = %kind, "nobody is set up to get reports");
        return Ok(());
    }
    let (occasion, subject, period) = (backstage.occasion(), asked.subject(), first.to_string());
    let written = backstage.app.db.write(move |tx| -> Result<(), DbError> {
        let addresses = recipients.iter().map(Email::as_str).chain(is_for_chat.then_some(CHAT));
        addresses.into_iter().try_for_each(|to| {
            let (id, to) = (occasion.new_id(), Recipient::Address(to));
            let letter = Post { id: &id, kind, to, subject: &subject, period: &period };
            post(tx, &letter, occasion.now).map(drop)
        })
    });
    Ok(written.await?)
}

//! A report goes out as rows to send: to everyone who gets reports, and to the chat.

use chrono::NaiveDate;
use parlour_domain::email::Email;
use parlour_domain::letter::LetterKind;
use parlour_store::letters::{CHAT, Post, Recipient, post};
use parlour_store::{DbError, Tx};

use super::JobError;
use crate::backstage::Backstage;
use crate::occasion::Occasion;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Readers {
    ByMail,
    ByMailAndChat,
}

/// The report on the days that begin with `first`, to each reader once.
pub(super) async fn write(
    backstage: &Backstage,
    kind: LetterKind,
    first: NaiveDate,
    readers: Readers,
) -> Result<(), JobError> {
    let recipients = backstage.outside.report_recipients.clone();
    let is_for_chat = readers == Readers::ByMailAndChat && backstage.outside.chat.is_some();
    if recipients.is_empty() && !is_for_chat {
        tracing::info!(report = %kind, "nobody is set up to get reports");
        return Ok(());
    }
    let (occasion, period) = (backstage.occasion(), first.to_string());
    let written = backstage.app.db.write(move |tx| -> Result<(), DbError> {
        let addresses = recipients.iter().map(Email::as_str).chain(is_for_chat.then_some(CHAT));
        addresses.into_iter().try_for_each(|to| write_one(tx, &occasion, kind, to, &period))
    });
    Ok(written.await?)
}

fn write_one(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    kind: LetterKind,
    to: &str,
    period: &str,
) -> Result<(), DbError> {
    let letter = Post { id: &occasion.new_id(), kind, to: Recipient::Address(to), subject: "", period };
    post(tx, &letter, occasion.now).map(drop)
}

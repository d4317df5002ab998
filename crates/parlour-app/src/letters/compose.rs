//! The letter that a row asks for, from what the database says now. None where there is nothing to say any more.

mod customers;
mod reports;
mod visits;

use parlour_domain::ids::InvoiceId;
use parlour_domain::ist::Timestamp;
use parlour_domain::letter::LetterKind;
use parlour_store::addressees::{self, Addressee, Letterhead};
use parlour_store::invoices::Pdf;
use parlour_store::letters::Outgoing;
use parlour_store::{Conn, DbError, billing, invoice_papers};

use super::unsubscribe::UnsubscribeKey;
use super::{Letter, Reader, Salon, test_letter};
use crate::backstage::Backstage;

pub use reports::for_chat;

/// What a letter needs that is not in the rows it is about.
#[derive(Debug, Clone)]
pub struct Surroundings {
    pub now: Timestamp,
    /// The customer app as browsers know it, without a slash at the end.
    pub customer_url: String,
    /// The address that letters come from.
    pub sender: String,
    /// For letters that can be ended.
    pub unsubscribe: Option<UnsubscribeKey>,
    /// The paper of the invoice, or credit note, that the letter brings, where it is ready.
    pub pdf: Option<Vec<u8>>,
}

pub async fn compose(backstage: &Backstage, letter: &Outgoing) -> Result<Option<Letter>, DbError> {
    let pdf = match letter.kind {
        LetterKind::Invoice => paper(backstage, letter, billing::pdf).await?,
        LetterKind::CreditNote => paper(backstage, letter, invoice_papers::credit_note_pdf).await?,
        _ => None,
    };
    let around = Surroundings {
        now: backstage.app.clock.now(),
        customer_url: backstage.outside.customer_url.clone(),
        sender: backstage
            .outside
            .mail
            .as_ref()
            .map(|mail| mail.sender().address.as_str().to_owned())
            .unwrap_or_default(),
        unsubscribe: if letter.kind.is_marketing() { Some(key(backstage).await?) } else { None },
        pdf,
    };
    let letter = letter.clone();
    backstage.app.db.snapshot(move |conn| write(conn, &letter, &around)).await
}

/// The same of what the surroundings are known for.
pub fn write(
    conn: &mut Conn<'_>,
    asked: &Outgoing,
    around: &Surroundings,
) -> Result<Option<Letter>, DbError> {
    if asked.kind.is_report() {
        return reports::write(conn, asked);
    }
    if asked.kind == LetterKind::Test {
        return Ok(Some(test_letter(around.now, &head(conn)?)));
    }
    let Some(user) = &asked.user_id else { return Ok(None) };
    let Some(person) = addressees::of_user(conn, user)? else { return Ok(None) };
    if !wants(&person, asked.kind) {
        return Ok(None);
    }
    let reader = Reader {
        name: person.name,
        home_url: around.customer_url.clone(),
        unsubscribe_url: around.unsubscribe.as_ref().map(|key| key.url(&around.customer_url, user)),
    };
    match asked.kind {
        LetterKind::BirthdayOffer => customers::birthday(conn, around, &reader),
        LetterKind::ReviewRequest => visits::review(conn, asked, user, &reader),
        LetterKind::MembershipCreated | LetterKind::MembershipExpired => {
            customers::membership(conn, asked, user, around, &reader)
        }
        LetterKind::Invoice => customers::invoice(conn, asked, user, around, &reader),
        LetterKind::CreditNote => customers::credit_note(conn, asked, user, around, &reader),
        _ => visits::news(conn, asked, user, around, &reader),
    }
}

/// Whether they still want to be written to about this; what they must know they are told in any case.
fn wants(person: &Addressee, kind: LetterKind) -> bool {
    match kind {
        _ if kind.is_marketing() => person.marketing_consent,
        LetterKind::Reminder24h | LetterKind::Reminder1h => person.appointment_reminders_enabled,
        LetterKind::MembershipExpired => person.membership_alerts_enabled,
        _ => true,
    }
}

/// Of letters that are no branch's own.
fn head(conn: &mut Conn<'_>) -> Result<Salon, DbError> {
    let known = addressees::letterhead(conn)?;
    let nobody = || Salon { name: "Parlour".to_owned(), ..Salon::default() };
    Ok(known.map_or_else(nobody, Salon::from))
}

impl From<Letterhead> for Salon {
    fn from(head: Letterhead) -> Self {
        Self { name: head.name, address: head.address, phone: head.phone }
    }
}

async fn key(backstage: &Backstage) -> Result<UnsubscribeKey, DbError> {
    let db = &backstage.app.db;
    if let Some(known) = db.read(UnsubscribeKey::get).await? {
        return Ok(known);
    }
    let occasion = backstage.occasion();
    db.write(move |tx| UnsubscribeKey::get_or_make(tx, &occasion)).await
}

/// What cannot be read now can be read later, by whoever follows the link.
async fn paper(
    backstage: &Backstage,
    letter: &Outgoing,
    of_invoice: fn(&mut Conn<'_>, &InvoiceId) -> Result<Option<Pdf>, DbError>,
) -> Result<Option<Vec<u8>>, DbError> {
    let Some(files) = &backstage.outside.files else { return Ok(None) };
    let id = InvoiceId::new(letter.subject.as_str());
    let found = backstage.app.db.read(move |conn| of_invoice(conn, &id)).await?;
    let Some(pdf) = found.filter(|pdf| pdf.url.is_some()) else { return Ok(None) };
    Ok(match files.get(&pdf.file_name()).await {
        Ok(found) => found.map(|bytes| bytes.to_vec()),
        Err(error) => {
            tracing::warn!(%error, "an invoice goes out without its paper");
            None
        }
    })
}

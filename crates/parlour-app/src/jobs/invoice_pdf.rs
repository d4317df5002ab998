//! An invoice is printed and brought to its customer; without its paper where nobody can print it now.

use parlour_domain::ids::{InvoiceId, UserId};
use parlour_domain::ist::Timestamp;
use parlour_domain::letter::LetterKind;
use parlour_domain::notice::NotificationType;
use parlour_store::billing::{self, BilledInvoice};
use parlour_store::letters::{self, Post, Recipient};
use parlour_store::{Conn, DbError, Tx, addressees, invoice_papers, recipients};

use super::{JobError, Outcome, Told};
use crate::backstage::Backstage;
use crate::dispatch::letters::send_now;
use crate::invoices::{Paper, Printed, is_news, print, print_later};
use crate::occasion::Occasion;
use crate::telling::{SentAs, Telling, tell};

pub(super) async fn run(backstage: &Backstage, told: &Told) -> Result<Outcome, JobError> {
    let asked = told.clone();
    let Some(id) = backstage.app.db.read(move |conn| named(conn, &asked)).await? else {
        let reason = Some("there is no such invoice".to_owned());
        return Ok(Outcome::Invoice { attached: false, reason, sent: false });
    };
    let invoice = print(backstage, &id, Paper::Invoice).await?;
    let credit_note = print(backstage, &id, Paper::CreditNote).await?;
    let (occasion, again, work) = (backstage.occasion(), id.clone(), told.work_id.clone());
    let (invoice_waits, note_waits) = (is_put_off(&invoice), is_put_off(&credit_note));
    let is_quiet = told.is_quiet;
    let brought = backstage.app.db.write(move |tx: &mut Tx<'_>| -> Result<_, DbError> {
        if let Some(written_at) = latest(tx, &again, invoice_waits, note_waits)? {
            print_later(tx, &occasion, &again, written_at)?;
        }
        let note = bring_credit_note(tx, &occasion, &again)?;
        let invoice =
            if is_quiet { Brought::Quietly } else { bring(tx, &occasion, &again, work.as_deref())? };
        Ok((invoice, note))
    });
    let (brought, note) = brought.await?;
    let note_sent = sent(backstage, note.as_ref().unwrap_or(&Brought::Quietly)).await?;
    // What was asked for is what is answered about.
    let (printed, (sent, why_not)) = match note {
        Some(_) if is_quiet => (&credit_note, note_sent),
        _ => (&invoice, sent(backstage, &brought).await?),
    };
    let unprinted = match printed {
        Printed::Kept => None,
        Printed::Never(why) => Some(*why),
        Printed::NotYet(why) => Some(why.as_str()),
    };
    let reasons: Vec<&str> = unprinted.into_iter().chain(why_not).collect();
    let reason = (!reasons.is_empty()).then(|| reasons.join("; "));
    Ok(Outcome::Invoice { attached: unprinted.is_none(), reason, sent })
}

/// Whether the letter is sent, and if not, why.
async fn sent(backstage: &Backstage, brought: &Brought) -> Result<(bool, Option<&'static str>), DbError> {
    Ok(match brought {
        Brought::Letter(letter) => {
            let sent = send_now(backstage, letter).await?;
            let has_mail = backstage.outside.mail.is_some();
            let why = if has_mail { "the letter is tried again later" } else { "no mail is set up" };
            (sent, (!sent).then_some(why))
        }
        Brought::Before => (false, Some("it was sent before")),
        Brought::NoAddress => (false, Some("the customer has no e-mail address")),
        Brought::Quietly => (false, None),
    })
}

/// Which invoice is meant, if there is one.
fn named(conn: &mut Conn<'_>, told: &Told) -> Result<Option<InvoiceId>, DbError> {
    match (&told.invoice_id, &told.booking_id) {
        (Some(invoice), _) => Ok(billing::pdf(conn, invoice)?.map(|_| invoice.clone())),
        (None, Some(booking)) => invoice_papers::of_booking(conn, booking),
        (None, None) => Ok(None),
    }
}

fn is_put_off(printed: &Printed) -> bool {
    matches!(printed, Printed::NotYet(_))
}

/// When the youngest of the papers that are to be tried again was written.
fn latest(
    conn: &mut Conn<'_>,
    id: &InvoiceId,
    invoice_waits: bool,
    note_waits: bool,
) -> Result<Option<Timestamp>, DbError> {
    if !invoice_waits && !note_waits {
        return Ok(None);
    }
    let Some(billed) = billing::by_id(conn, id)? else { return Ok(None) };
    let note = billed.credit_note.filter(|_| note_waits).map(|note| note.created_at);
    Ok(note.or(Some(billed.invoice.created_at)))
}

enum Brought {
    Letter(String),
    /// Or on its way.
    Before,
    NoAddress,
    /// Only the paper was asked for.
    Quietly,
}

/// One line in the feed for good; one letter, and one more each time the desk asks for it.
fn bring(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    id: &InvoiceId,
    asked_by: Option<&str>,
) -> Result<Brought, DbError> {
    let Some((customer, billed)) = hold(tx, id)? else { return Ok(Brought::NoAddress) };
    let invoice = &billed.invoice;
    let (number, day) = (&invoice.invoice_number, invoice.invoice_date.format("%-d %b %Y"));
    let telling = Telling {
        user_id: &customer,
        booking_id: invoice.booking_id.as_ref(),
        kind: NotificationType::InvoiceReady,
        title: "Your invoice is ready",
        body: &format!("{number} of {day}"),
        subject: id.as_str(),
        period: "",
        sent_as: SentAs::Push,
    };
    tell(tx, occasion, &telling)?;
    if addressees::of_user(tx, &customer)?.is_none() {
        return Ok(Brought::NoAddress);
    }
    let letter = occasion.new_id();
    let post = Post {
        id: &letter,
        kind: LetterKind::Invoice,
        to: Recipient::User(&customer),
        subject: id.as_str(),
        period: asked_by.unwrap_or_default(),
    };
    let is_new = letters::post(tx, &post, occasion.now)?;
    Ok(if is_new { Brought::Letter(letter) } else { Brought::Before })
}

/// One letter, while it is news: whoever looks for an old paper is not told of it again. None where there is no such
/// note, or the customer has heard of it.
fn bring_credit_note(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    id: &InvoiceId,
) -> Result<Option<Brought>, DbError> {
    let note = billing::by_id(tx, id)?.and_then(|billed| billed.credit_note);
    if !note.is_some_and(|note| is_news(note.created_at, occasion.now)) {
        return Ok(None);
    }
    let Some((customer, _)) = hold(tx, id)? else { return Ok(Some(Brought::NoAddress)) };
    if addressees::of_user(tx, &customer)?.is_none() {
        return Ok(Some(Brought::NoAddress));
    }
    let letter = occasion.new_id();
    let post = Post {
        id: &letter,
        kind: LetterKind::CreditNote,
        to: Recipient::User(&customer),
        subject: id.as_str(),
        period: "",
    };
    Ok(letters::post(tx, &post, occasion.now)?.then_some(Brought::Letter(letter)))
}

/// With its customer, whom nobody merges or erases meanwhile; none where they were erased.
fn hold(tx: &mut Tx<'_>, id: &InvoiceId) -> Result<Option<(UserId, BilledInvoice)>, DbError> {
    let Some(mut found) = billing::by_id(tx, id)? else { return Ok(None) };
    loop {
        let customer = found.invoice.customer_id;
        let is_here = recipients::hold(tx, &customer)?;
        let Some(held) = billing::by_id(tx, id)? else { return Ok(None) };
        if held.invoice.customer_id == customer {
            return Ok(is_here.then_some((customer, held)));
        }
        // Merged meanwhile: it is another's invoice now.
        found = held;
    }
}

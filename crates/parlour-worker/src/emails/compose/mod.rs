//! Composes the e-mail of a queued row from the current data. `None` if there is nothing to say any more.

mod bookings;
mod customers;
mod inputs;
mod invitations;
mod reports;

use parlour_app::notifications::wording::texts_in;
use parlour_domain::email_address::EmailAddress;
use parlour_domain::ids::InvoiceId;
use parlour_domain::notification::email_kind::EmailKind;
use parlour_store::billing::invoices::DocumentPdf;
use parlour_store::billing::{desk_invoices, invoice_documents};
use parlour_store::notifications::email_recipients::{self, StoredRecipient};
use parlour_store::notifications::emails::OutgoingEmail;
use parlour_store::users::user_records;
use parlour_store::{Conn, DbError};
use parlour_texts::Texts;

use super::unsubscribe::UnsubscribeKey;
use super::{EmailMessage, EmailRecipient, test_email};
use crate::worker_context::WorkerContext;

pub use inputs::ComposeInputs;
pub use reports::compose_chat_text;

use inputs::{CustomerEmail, default_salon_contact};

type CustomerComposer = fn(&mut Conn<'_>, &CustomerEmail<'_>) -> Result<Option<EmailMessage>, DbError>;

pub async fn compose(worker: &WorkerContext, email: &OutgoingEmail) -> Result<Option<EmailMessage>, DbError> {
    let pdf = if email.kind == EmailKind::Invoice {
        load_pdf(worker, email, |conn, id, _| desk_invoices::find_pdf(conn, id)).await?
    } else if email.kind == EmailKind::CreditNote {
        load_pdf(worker, email, |conn, id, note| {
            invoice_documents::find_credit_note_pdf(conn, id, Some(note).filter(|note| !note.is_empty()))
        })
        .await?
    } else {
        None
    };
    let unsubscribe =
        if email.kind.is_marketing() { Some(load_or_create_unsubscribe_key(worker).await?) } else { None };
    let sender = worker.integrations.mail.as_ref().map(|mail| mail.sender().address.as_str().to_owned());
    let inputs = ComposeInputs {
        now: worker.app.clock.now(),
        customer_url: worker.integrations.customer_url.clone(),
        admin_url: worker.integrations.admin_url.clone(),
        sender: sender.unwrap_or_default(),
        unsubscribe,
        pdf,
    };
    let email = email.clone();
    worker.app.db.snapshot(move |conn| compose_with(conn, &email, &inputs)).await
}

/// Composes an e-mail in one snapshot of the database.
pub fn compose_with(
    conn: &mut Conn<'_>,
    outgoing: &OutgoingEmail,
    inputs: &ComposeInputs,
) -> Result<Option<EmailMessage>, DbError> {
    let compose: CustomerComposer = match outgoing.kind {
        EmailKind::DailySalesReport | EmailKind::WeeklyReport | EmailKind::MonthlyGstSummary => {
            let texts = reader_texts(conn, outgoing)?;
            return reports::compose_report(conn, outgoing, texts);
        }
        EmailKind::Test => {
            let (salon, texts) = (default_salon_contact(conn)?, reader_texts(conn, outgoing)?);
            return Ok(Some(test_email(inputs.now, &salon, texts)));
        }
        EmailKind::BirthdayOffer => customers::compose_birthday_offer,
        EmailKind::ReviewRequest => bookings::compose_review_request,
        EmailKind::MembershipCreated => customers::compose_membership_created,
        EmailKind::MembershipExpired => customers::compose_membership_expired,
        EmailKind::Invoice => customers::compose_invoice_email,
        EmailKind::CreditNote => customers::compose_credit_note_email,
        EmailKind::Invitation => invitations::compose_invitation,
        EmailKind::BookingConfirmed
        | EmailKind::BookingRescheduled
        | EmailKind::BookingCancelled
        | EmailKind::BookingRejected
        | EmailKind::BookingChanged
        | EmailKind::BookingRestored
        | EmailKind::BookingTimeOffered
        | EmailKind::Reminder24h
        | EmailKind::Reminder1h => bookings::compose_booking_email,
    };
    let Some(user) = &outgoing.user_id else { return Ok(None) };
    let Some(person) = email_recipients::find_email_recipient(conn, user)? else { return Ok(None) };
    if !wants_email(&person, outgoing.kind) {
        return Ok(None);
    }
    let recipient = EmailRecipient {
        name: person.name,
        texts: texts_in(person.language),
        home_url: inputs.customer_url.clone(),
        unsubscribe_url: inputs.unsubscribe.as_ref().map(|key| key.url(&inputs.customer_url, user)),
    };
    compose(conn, &CustomerEmail { outgoing, user, recipient, inputs })
}

/// The texts in the language of whoever reads the e-mail: the user, or the one whose address it is. In English if nobody
/// of them is known.
fn reader_texts(conn: &mut Conn<'_>, outgoing: &OutgoingEmail) -> Result<Texts, DbError> {
    let language = match (&outgoing.user_id, EmailAddress::parse(&outgoing.recipient)) {
        (Some(user), _) => user_records::find_reading_language(conn, user)?,
        (None, Ok(address)) => email_recipients::find_language_at(conn, &address)?,
        (None, Err(_)) => None,
    };
    Ok(texts_in(language))
}

/// Whether a customer still wants such e-mails. Nobody can decline e-mails about their own bookings and invoices.
fn wants_email(person: &StoredRecipient, kind: EmailKind) -> bool {
    match kind {
        EmailKind::BirthdayOffer | EmailKind::ReviewRequest => person.marketing_consent,
        EmailKind::Reminder24h | EmailKind::Reminder1h => person.appointment_reminders_enabled,
        EmailKind::MembershipExpired => person.membership_alerts_enabled,
        EmailKind::BookingConfirmed
        | EmailKind::BookingRescheduled
        | EmailKind::BookingCancelled
        | EmailKind::BookingRejected
        | EmailKind::BookingChanged
        | EmailKind::BookingRestored
        | EmailKind::BookingTimeOffered
        | EmailKind::MembershipCreated
        | EmailKind::Invoice
        | EmailKind::CreditNote
        | EmailKind::Invitation
        | EmailKind::DailySalesReport
        | EmailKind::WeeklyReport
        | EmailKind::MonthlyGstSummary
        | EmailKind::Test => true,
    }
}

async fn load_or_create_unsubscribe_key(worker: &WorkerContext) -> Result<UnsubscribeKey, DbError> {
    let db = &worker.app.db;
    let secrets = worker.app.secrets.clone();
    if let Some(known) = db.read(move |conn| UnsubscribeKey::get(conn, &secrets)).await? {
        return Ok(known);
    }
    let (secrets, context) = (worker.app.secrets.clone(), worker.context());
    db.write_by_any_clock(move |tx| UnsubscribeKey::get_or_create(tx, &secrets, &context)).await
}

/// `None` also if the file cannot be read now: the e-mail then links to the PDF.
/// The period of an e-mail about a credit note is the id of the note.
async fn load_pdf(
    worker: &WorkerContext,
    email: &OutgoingEmail,
    find_pdf: fn(&mut Conn<'_>, &InvoiceId, &str) -> Result<Option<DocumentPdf>, DbError>,
) -> Result<Option<Vec<u8>>, DbError> {
    let Some(files) = &worker.integrations.files else { return Ok(None) };
    let (id, note) = (InvoiceId::new(email.subject.as_str()), email.period.clone());
    let found = worker.app.db.read(move |conn| find_pdf(conn, &id, &note)).await?;
    let Some(pdf) = found.filter(|pdf| pdf.url.is_some()) else { return Ok(None) };
    Ok(match files.get(&pdf.file_name()).await {
        Ok(found) => found.map(|bytes| bytes.to_vec()),
        Err(error) => {
            tracing::warn!(%error, "cannot read a PDF; the e-mail links to it instead");
            None
        }
    })
}

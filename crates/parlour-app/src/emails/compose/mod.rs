//! The email that a row asks for, from what the database says now. None where there is nothing to say any more.

mod bookings;
mod customers;
mod reports;

use parlour_domain::ids::InvoiceId;
use parlour_domain::ist::Timestamp;
use parlour_domain::notification::email_kind::EmailKind;
use parlour_store::billing::invoices::DocumentPdf;
use parlour_store::billing::{desk_invoices, invoice_documents};
use parlour_store::notifications::email_recipients::{self, BranchContact, StoredRecipient};
use parlour_store::notifications::emails::OutgoingEmail;
use parlour_store::{Conn, DbError};

use super::unsubscribe::UnsubscribeKey;
use super::{EmailMessage, EmailRecipient, SalonContact, test_email};
use crate::worker_context::WorkerContext;

pub use reports::compose_chat_text;

/// What a email needs that is not in the rows it is about.
#[derive(Debug, Clone)]
pub struct ComposeInputs {
    pub now: Timestamp,
    /// The customer app as browsers know it, without a slash at the end.
    pub customer_url: String,
    /// The address that letters come from.
    pub sender: String,
    /// For letters that can be ended.
    pub unsubscribe: Option<UnsubscribeKey>,
    /// The paper of the invoice, or credit note, that the email brings, where it is ready.
    pub pdf: Option<Vec<u8>>,
}

pub async fn compose(worker: &WorkerContext, email: &OutgoingEmail) -> Result<Option<EmailMessage>, DbError> {
    let pdf = match email.kind {
        EmailKind::Invoice => load_pdf(worker, email, desk_invoices::find_pdf).await?,
        EmailKind::CreditNote => load_pdf(worker, email, invoice_documents::find_credit_note_pdf).await?,
        _ => None,
    };
    let inputs = ComposeInputs {
        now: worker.app.clock.now(),
        customer_url: worker.integrations.customer_url.clone(),
        sender: worker
            .integrations
            .mail
            .as_ref()
            .map(|mail| mail.sender().address.as_str().to_owned())
            .unwrap_or_default(),
        unsubscribe: if email.kind.is_marketing() {
            Some(load_or_create_unsubscribe_key(worker).await?)
        } else {
            None
        },
        pdf,
    };
    let email = email.clone();
    worker.app.db.snapshot(move |conn| compose_with(conn, &email, &inputs)).await
}

/// The same of what the surroundings are known for.
pub fn compose_with(
    conn: &mut Conn<'_>,
    outgoing: &OutgoingEmail,
    inputs: &ComposeInputs,
) -> Result<Option<EmailMessage>, DbError> {
    if outgoing.kind.is_report() {
        return reports::compose_report(conn, outgoing);
    }
    if outgoing.kind == EmailKind::Test {
        return Ok(Some(test_email(inputs.now, &default_salon_contact(conn)?)));
    }
    let Some(user) = &outgoing.user_id else { return Ok(None) };
    let Some(person) = email_recipients::find_email_recipient(conn, user)? else { return Ok(None) };
    if !wants_email(&person, outgoing.kind) {
        return Ok(None);
    }
    let reader = EmailRecipient {
        name: person.name,
        home_url: inputs.customer_url.clone(),
        unsubscribe_url: inputs.unsubscribe.as_ref().map(|key| key.url(&inputs.customer_url, user)),
    };
    match outgoing.kind {
        EmailKind::BirthdayOffer => customers::compose_birthday_offer(conn, inputs, &reader),
        EmailKind::ReviewRequest => bookings::compose_review_request(conn, outgoing, user, &reader),
        EmailKind::MembershipCreated | EmailKind::MembershipExpired => {
            customers::compose_membership_email(conn, outgoing, user, inputs, &reader)
        }
        EmailKind::Invoice => customers::compose_invoice_email(conn, outgoing, user, inputs, &reader),
        EmailKind::CreditNote => customers::compose_credit_note_email(conn, outgoing, user, inputs, &reader),
        _ => bookings::compose_booking_email(conn, outgoing, user, inputs, &reader),
    }
}

/// Whether they still want to be written to about this; what they must know they are told in any case.
fn wants_email(person: &StoredRecipient, kind: EmailKind) -> bool {
    match kind {
        _ if kind.is_marketing() => person.marketing_consent,
        EmailKind::Reminder24h | EmailKind::Reminder1h => person.appointment_reminders_enabled,
        EmailKind::MembershipExpired => person.membership_alerts_enabled,
        _ => true,
    }
}

/// Of letters that are no branch's own.
fn default_salon_contact(conn: &mut Conn<'_>) -> Result<SalonContact, DbError> {
    let known = email_recipients::find_primary_branch_contact(conn)?;
    let nobody = || SalonContact { name: "Parlour".to_owned(), ..SalonContact::default() };
    Ok(known.map_or_else(nobody, SalonContact::from))
}

impl From<BranchContact> for SalonContact {
    fn from(head: BranchContact) -> Self {
        Self { name: head.name, address: head.address, phone: head.phone }
    }
}

async fn load_or_create_unsubscribe_key(worker: &WorkerContext) -> Result<UnsubscribeKey, DbError> {
    let db = &worker.app.db;
    if let Some(known) = db.read(UnsubscribeKey::get).await? {
        return Ok(known);
    }
    let context = worker.context();
    db.write(move |tx| UnsubscribeKey::get_or_make(tx, &context)).await
}

/// What cannot be read now can be read later, by whoever follows the link.
async fn load_pdf(
    worker: &WorkerContext,
    email: &OutgoingEmail,
    of_invoice: fn(&mut Conn<'_>, &InvoiceId) -> Result<Option<DocumentPdf>, DbError>,
) -> Result<Option<Vec<u8>>, DbError> {
    let Some(files) = &worker.integrations.files else { return Ok(None) };
    let id = InvoiceId::new(email.subject.as_str());
    let found = worker.app.db.read(move |conn| of_invoice(conn, &id)).await?;
    let Some(pdf) = found.filter(|pdf| pdf.url.is_some()) else { return Ok(None) };
    Ok(match files.get(&pdf.file_name()).await {
        Ok(found) => found.map(|bytes| bytes.to_vec()),
        Err(error) => {
            tracing::warn!(%error, "an invoice goes out without its paper");
            None
        }
    })
}

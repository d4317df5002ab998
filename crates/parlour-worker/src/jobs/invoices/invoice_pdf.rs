//! Renders the PDF of an invoice and sends it to the customer. If it cannot be rendered now, the e-mail has a link.

use parlour_app::invoices::{BillingDocument, is_recent_enough_to_notify, schedule_pdf_retry};
use parlour_app::notifications::notify::{NewNotification, NotificationDelivery, notify};
use parlour_app::request_context::RequestContext;
use parlour_domain::ids::{InvoiceId, UserId};
use parlour_domain::ist::Timestamp;
use parlour_domain::notification::email_kind::EmailKind;
use parlour_domain::notification::message::NotificationMessage;
use parlour_domain::notification::subject::NotificationSubject;
use parlour_store::billing::credit_notes::{self, CreditNote};
use parlour_store::billing::desk_invoices::{self, DeskInvoice};
use parlour_store::billing::invoice_documents;
use parlour_store::notifications::emails::{self, EmailDestination, NewEmail};
use parlour_store::notifications::{email_recipients, recipients};
use parlour_store::{Conn, DbError, Tx};

use super::render_pdf::{PdfOutcome, render_and_store_pdf};
use crate::dispatch::emails::send_email_now;
use crate::jobs::{JobError, JobPayload, Outcome};
use crate::worker_context::WorkerContext;

pub(in crate::jobs) async fn run(worker: &WorkerContext, payload: &JobPayload) -> Result<Outcome, JobError> {
    let requested = payload.clone();
    let Some(id) = worker.app.db.read(move |conn| find_invoice(conn, &requested)).await? else {
        let reason = Some("there is no such invoice".to_owned());
        return Ok(Outcome::Invoice { attached: false, reason, sent: false });
    };
    let invoice = render_and_store_pdf(worker, &id, &BillingDocument::Invoice).await?;
    let read = id.clone();
    let notes = worker.app.db.read(move |conn| credit_notes::list_by_invoice(conn, &read)).await?;
    let mut rendered_notes = Vec::with_capacity(notes.len());
    for note in notes {
        let rendered = render_and_store_pdf(worker, &id, &BillingDocument::CreditNote(note.id.clone())).await?;
        rendered_notes.push((note, rendered));
    }
    let (context, invoice_id, job_id) = (worker.context(), id.clone(), payload.job_id.clone());
    let missing_since = newest_missing_at(&rendered_notes);
    let invoice_waits = needs_retry(&invoice);
    let skips_notification = payload.skips_notification;
    let notes: Vec<CreditNote> = rendered_notes.iter().map(|(note, _)| note.clone()).collect();
    let enqueued = worker.app.db.write(move |tx: &mut Tx<'_>| -> Result<_, DbError> {
        let written_at = match missing_since {
            None if invoice_waits => desk_invoices::by_id(tx, &invoice_id)?.map(|billed| billed.invoice.created_at),
            since => since,
        };
        if let Some(written_at) = written_at {
            schedule_pdf_retry(tx, &context, &invoice_id, written_at)?;
        }
        let mut note_emails = Vec::with_capacity(notes.len());
        for note in &notes {
            note_emails.push(enqueue_credit_note_email(tx, &context, note)?);
        }
        let invoice = if skips_notification {
            EnqueueOutcome::NotRequested
        } else {
            notify_and_enqueue_invoice_email(tx, &context, &invoice_id, job_id.as_deref())?
        };
        Ok((invoice, note_emails))
    });
    let (enqueued, note_emails) = enqueued.await?;
    // The answer is about the document that was requested.
    let mut requested_note = None;
    for ((_, rendered), enqueued) in rendered_notes.iter().zip(&note_emails) {
        if let Some(enqueued) = enqueued {
            requested_note = Some((rendered, send_enqueued_email(worker, enqueued).await?));
        }
    }
    let (rendered, (sent, why_not)) = match requested_note {
        Some(note) if skips_notification => note,
        _ => (&invoice, send_enqueued_email(worker, &enqueued).await?),
    };
    let not_rendered = match rendered {
        PdfOutcome::Stored => None,
        PdfOutcome::Impossible(why) => Some(*why),
        PdfOutcome::RetryLater(why) => Some(why.as_str()),
    };
    let reasons: Vec<&str> = not_rendered.into_iter().chain(why_not).collect();
    let reason = (!reasons.is_empty()).then(|| reasons.join("; "));
    Ok(Outcome::Invoice { attached: not_rendered.is_none(), reason, sent })
}

/// Whether the e-mail was sent, and if not, why.
async fn send_enqueued_email(
    worker: &WorkerContext,
    enqueued: &EnqueueOutcome,
) -> Result<(bool, Option<&'static str>), DbError> {
    Ok(match enqueued {
        EnqueueOutcome::Enqueued(email_id) => {
            let sent = send_email_now(worker, email_id).await?;
            let has_mail = worker.integrations.mail.is_some();
            let why = if has_mail { "the e-mail is tried again later" } else { "no mail is set up" };
            (sent, (!sent).then_some(why))
        }
        EnqueueOutcome::AlreadyEnqueued => (false, Some("it was sent before")),
        EnqueueOutcome::NoAddress => (false, Some("the customer has no e-mail address")),
        EnqueueOutcome::NotRequested => (false, None),
    })
}

/// The invoice of the payload, by its own id or by its booking.
fn find_invoice(conn: &mut Conn<'_>, payload: &JobPayload) -> Result<Option<InvoiceId>, DbError> {
    match (&payload.invoice_id, &payload.booking_id) {
        (Some(invoice), _) => Ok(desk_invoices::find_pdf(conn, invoice)?.map(|_| invoice.clone())),
        (None, Some(booking)) => invoice_documents::find_invoice_of_booking(conn, booking),
        (None, None) => Ok(None),
    }
}

fn needs_retry(rendered: &PdfOutcome) -> bool {
    matches!(rendered, PdfOutcome::RetryLater(_))
}

/// When the newest credit note that has to be rendered again was created.
fn newest_missing_at(rendered: &[(CreditNote, PdfOutcome)]) -> Option<Timestamp> {
    let missing = rendered.iter().filter(|(_, outcome)| needs_retry(outcome));
    missing.map(|(note, _)| note.created_at).max()
}

enum EnqueueOutcome {
    Enqueued(String),
    /// It was sent before, or is being sent.
    AlreadyEnqueued,
    NoAddress,
    /// Only the PDF was requested.
    NotRequested,
}

/// Writes one notification ever; one e-mail, and another one each time the desk requests it.
fn notify_and_enqueue_invoice_email(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    id: &InvoiceId,
    requested_by_job: Option<&str>,
) -> Result<EnqueueOutcome, DbError> {
    let Some((customer, billed)) = lock_invoice_and_customer(tx, id)? else {
        return Ok(EnqueueOutcome::NoAddress);
    };
    let invoice = &billed.invoice;
    let message =
        NotificationMessage::InvoiceReady { number: invoice.invoice_number.clone(), date: invoice.invoice_date };
    let notification = NewNotification {
        user_id: &customer,
        booking_id: invoice.booking_id.as_ref(),
        message: &message,
        subject: NotificationSubject::Invoice(id),
        period: "",
        delivery: NotificationDelivery::Push,
    };
    notify(tx, context, &notification)?;
    if email_recipients::find_email_recipient(tx, &customer)?.is_none() {
        return Ok(EnqueueOutcome::NoAddress);
    }
    let email_id = context.new_id();
    let email = NewEmail {
        id: &email_id,
        kind: EmailKind::Invoice,
        to: EmailDestination::User(&customer),
        subject: id.as_str(),
        period: requested_by_job.unwrap_or_default(),
    };
    let is_new = emails::enqueue_email(tx, &email, context.now)?;
    Ok(if is_new { EnqueueOutcome::Enqueued(email_id) } else { EnqueueOutcome::AlreadyEnqueued })
}

/// Queues one e-mail while the credit note is recent. `None` if it is not, or if the e-mail was queued before.
fn enqueue_credit_note_email(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    note: &CreditNote,
) -> Result<Option<EnqueueOutcome>, DbError> {
    if !is_recent_enough_to_notify(note.created_at, context.now) {
        return Ok(None);
    }
    let Some((customer, _)) = lock_invoice_and_customer(tx, &note.invoice_id)? else {
        return Ok(Some(EnqueueOutcome::NoAddress));
    };
    if email_recipients::find_email_recipient(tx, &customer)?.is_none() {
        return Ok(Some(EnqueueOutcome::NoAddress));
    }
    let email_id = context.new_id();
    let email = NewEmail {
        id: &email_id,
        kind: EmailKind::CreditNote,
        to: EmailDestination::User(&customer),
        subject: note.invoice_id.as_str(),
        period: &note.id,
    };
    Ok(emails::enqueue_email(tx, &email, context.now)?.then_some(EnqueueOutcome::Enqueued(email_id)))
}

/// Locks the customer, so that they cannot be merged or erased meanwhile. `None` if they were erased.
fn lock_invoice_and_customer(tx: &mut Tx<'_>, id: &InvoiceId) -> Result<Option<(UserId, DeskInvoice)>, DbError> {
    let Some(mut found) = desk_invoices::by_id(tx, id)? else { return Ok(None) };
    loop {
        let customer = found.invoice.customer_id;
        let is_here = recipients::lock_recipient(tx, &customer)?;
        let Some(locked) = desk_invoices::by_id(tx, id)? else { return Ok(None) };
        if locked.invoice.customer_id == customer {
            return Ok(is_here.then_some((customer, locked)));
        }
        // Merged meanwhile: the invoice belongs to another customer now.
        found = locked;
    }
}

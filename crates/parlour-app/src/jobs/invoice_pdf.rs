//! An invoice is printed and enqueued to its customer; without its paper where nobody can print it now.

use parlour_domain::ids::{InvoiceId, UserId};
use parlour_domain::ist::Timestamp;
use parlour_domain::notification::NotificationType;
use parlour_domain::notification::email_kind::EmailKind;
use parlour_domain::notification::subject::NotificationSubject;
use parlour_store::billing::desk_invoices::{self, DeskInvoice};
use parlour_store::billing::invoice_documents;
use parlour_store::notifications::emails::{self, EmailDestination, NewEmail};
use parlour_store::notifications::{email_recipients, recipients};
use parlour_store::{Conn, DbError, Tx};

use super::{JobError, JobPayload, Outcome};
use crate::dispatch::emails::send_email_now;
use crate::invoices::{
    BillingDocument, PdfOutcome, is_recent_enough_to_notify, render_and_store_pdf, schedule_pdf_retry,
};
use crate::notifications::notify::{NewNotification, NotificationDelivery, notify};
use crate::request_context::RequestContext;
use crate::worker_context::WorkerContext;

pub(super) async fn run(worker: &WorkerContext, payload: &JobPayload) -> Result<Outcome, JobError> {
    let requested = payload.clone();
    let Some(id) = worker.app.db.read(move |conn| find_invoice(conn, &requested)).await? else {
        let reason = Some("there is no such invoice".to_owned());
        return Ok(Outcome::Invoice { attached: false, reason, sent: false });
    };
    let invoice = render_and_store_pdf(worker, &id, BillingDocument::Invoice).await?;
    let credit_note = render_and_store_pdf(worker, &id, BillingDocument::CreditNote).await?;
    let (context, again, work) = (worker.context(), id.clone(), payload.job_id.clone());
    let (invoice_waits, note_waits) = (needs_retry(&invoice), needs_retry(&credit_note));
    let skips_notification = payload.skips_notification;
    let enqueued = worker.app.db.write(move |tx: &mut Tx<'_>| -> Result<_, DbError> {
        if let Some(written_at) = newest_unprinted_at(tx, &again, invoice_waits, note_waits)? {
            schedule_pdf_retry(tx, &context, &again, written_at)?;
        }
        let note = enqueue_credit_note_email(tx, &context, &again)?;
        let invoice = if skips_notification {
            EnqueueOutcome::NotRequested
        } else {
            notify_and_enqueue_invoice_email(tx, &context, &again, work.as_deref())?
        };
        Ok((invoice, note))
    });
    let (enqueued, note) = enqueued.await?;
    let note_sent =
        send_enqueued_email(worker, note.as_ref().unwrap_or(&EnqueueOutcome::NotRequested)).await?;
    // What was requested for is what is answered about.
    let (printed, (sent, why_not)) = match note {
        Some(_) if skips_notification => (&credit_note, note_sent),
        _ => (&invoice, send_enqueued_email(worker, &enqueued).await?),
    };
    let unprinted = match printed {
        PdfOutcome::Stored => None,
        PdfOutcome::Impossible(why) => Some(*why),
        PdfOutcome::RetryLater(why) => Some(why.as_str()),
    };
    let reasons: Vec<&str> = unprinted.into_iter().chain(why_not).collect();
    let reason = (!reasons.is_empty()).then(|| reasons.join("; "));
    Ok(Outcome::Invoice { attached: unprinted.is_none(), reason, sent })
}

/// Whether the letter is sent, and if not, why.
async fn send_enqueued_email(
    worker: &WorkerContext,
    enqueued: &EnqueueOutcome,
) -> Result<(bool, Option<&'static str>), DbError> {
    Ok(match enqueued {
        EnqueueOutcome::Enqueued(letter) => {
            let sent = send_email_now(worker, letter).await?;
            let has_mail = worker.integrations.mail.is_some();
            let why = if has_mail { "the letter is tried again later" } else { "no mail is set up" };
            (sent, (!sent).then_some(why))
        }
        EnqueueOutcome::AlreadyEnqueued => (false, Some("it was sent before")),
        EnqueueOutcome::NoAddress => (false, Some("the customer has no e-mail address")),
        EnqueueOutcome::NotRequested => (false, None),
    })
}

/// Which invoice is meant, if there is one.
fn find_invoice(conn: &mut Conn<'_>, payload: &JobPayload) -> Result<Option<InvoiceId>, DbError> {
    match (&payload.invoice_id, &payload.booking_id) {
        (Some(invoice), _) => Ok(desk_invoices::find_pdf(conn, invoice)?.map(|_| invoice.clone())),
        (None, Some(booking)) => invoice_documents::find_invoice_of_booking(conn, booking),
        (None, None) => Ok(None),
    }
}

fn needs_retry(printed: &PdfOutcome) -> bool {
    matches!(printed, PdfOutcome::RetryLater(_))
}

/// When the youngest of the papers that are to be tried again was written.
fn newest_unprinted_at(
    conn: &mut Conn<'_>,
    id: &InvoiceId,
    invoice_waits: bool,
    note_waits: bool,
) -> Result<Option<Timestamp>, DbError> {
    if !invoice_waits && !note_waits {
        return Ok(None);
    }
    let Some(billed) = desk_invoices::by_id(conn, id)? else { return Ok(None) };
    let note = billed.credit_note.filter(|_| note_waits).map(|note| note.created_at);
    Ok(note.or(Some(billed.invoice.created_at)))
}

enum EnqueueOutcome {
    Enqueued(String),
    /// Or on its way.
    AlreadyEnqueued,
    NoAddress,
    /// Only the paper was requested for.
    NotRequested,
}

/// One line in the feed for good; one letter, and one more each time the desk asks for it.
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
    let (number, day) = (&invoice.invoice_number, invoice.invoice_date.format("%-d %b %Y"));
    let notification = NewNotification {
        user_id: &customer,
        booking_id: invoice.booking_id.as_ref(),
        kind: NotificationType::InvoiceReady,
        title: "Your invoice is ready",
        body: &format!("{number} of {day}"),
        subject: NotificationSubject::Invoice(id),
        period: "",
        delivery: NotificationDelivery::Push,
    };
    notify(tx, context, &notification)?;
    if email_recipients::find_email_recipient(tx, &customer)?.is_none() {
        return Ok(EnqueueOutcome::NoAddress);
    }
    let letter = context.new_id();
    let post = NewEmail {
        id: &letter,
        kind: EmailKind::Invoice,
        to: EmailDestination::User(&customer),
        subject: id.as_str(),
        period: requested_by_job.unwrap_or_default(),
    };
    let is_new = emails::enqueue_email(tx, &post, context.now)?;
    Ok(if is_new { EnqueueOutcome::Enqueued(letter) } else { EnqueueOutcome::AlreadyEnqueued })
}

/// One letter, while it is news: whoever looks for an old paper is not payload of it again. None where there is no such
/// note, or the customer has heard of it.
fn enqueue_credit_note_email(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    id: &InvoiceId,
) -> Result<Option<EnqueueOutcome>, DbError> {
    let note = desk_invoices::by_id(tx, id)?.and_then(|billed| billed.credit_note);
    if !note.is_some_and(|note| is_recent_enough_to_notify(note.created_at, context.now)) {
        return Ok(None);
    }
    let Some((customer, _)) = lock_invoice_and_customer(tx, id)? else {
        return Ok(Some(EnqueueOutcome::NoAddress));
    };
    if email_recipients::find_email_recipient(tx, &customer)?.is_none() {
        return Ok(Some(EnqueueOutcome::NoAddress));
    }
    let letter = context.new_id();
    let post = NewEmail {
        id: &letter,
        kind: EmailKind::CreditNote,
        to: EmailDestination::User(&customer),
        subject: id.as_str(),
        period: "",
    };
    Ok(emails::enqueue_email(tx, &post, context.now)?.then_some(EnqueueOutcome::Enqueued(letter)))
}

/// With its customer, whom nobody merges or erases meanwhile; none where they were erased.
fn lock_invoice_and_customer(
    tx: &mut Tx<'_>,
    id: &InvoiceId,
) -> Result<Option<(UserId, DeskInvoice)>, DbError> {
    let Some(mut found) = desk_invoices::by_id(tx, id)? else { return Ok(None) };
    loop {
        let customer = found.invoice.customer_id;
        let is_here = recipients::lock_recipient(tx, &customer)?;
        let Some(locked) = desk_invoices::by_id(tx, id)? else { return Ok(None) };
        if locked.invoice.customer_id == customer {
            return Ok(is_here.then_some((customer, locked)));
        }
        // Merged meanwhile: it is another's invoice now.
        found = locked;
    }
}

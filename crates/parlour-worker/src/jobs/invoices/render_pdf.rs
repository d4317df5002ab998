//! Renders a document once and stores it under a lasting address.

use bytes::Bytes;
use parlour_app::invoices::{BillingDocument, build_document};
use parlour_domain::billing::invoice_document::InvoiceDocument;
use parlour_domain::ids::InvoiceId;
use parlour_domain::integration::Integration;
use parlour_integrations::file_storage::{FileStorage, FileStorageError};
use parlour_integrations::invoicing::InvoicingFailure;
use parlour_store::billing::invoices::DocumentPdf;
use parlour_store::billing::{credit_notes, desk_invoices, invoice_documents};
use parlour_store::jobs::integration_status;
use parlour_store::{DbError, Tx};

use super::uploaded_logo::read_uploaded_logo;
use crate::worker_context::WorkerContext;

/// How often a document is rendered that changes meanwhile.
const MAX_RENDERINGS: usize = 5;

/// The reasons appear in logs and responses, and contain no personal data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PdfOutcome {
    Stored,
    /// A service is not set up, or there is no such document.
    Impossible(&'static str),
    /// A service failed that may succeed later.
    RetryLater(String),
}

/// A document that is stored already is not rendered again.
pub(crate) async fn render_and_store_pdf(
    worker: &WorkerContext,
    id: &InvoiceId,
    document: &BillingDocument,
) -> Result<PdfOutcome, DbError> {
    let (integration, error) = match render_if_missing(worker, id, document).await {
        Ok(()) => return Ok(PdfOutcome::Stored),
        Err(PdfFailure::Impossible(why)) => return Ok(PdfOutcome::Impossible(why)),
        Err(PdfFailure::Db(error)) => return Err(error),
        Err(PdfFailure::IntegrationFailed(integration, error)) => (integration, error),
    };
    tracing::warn!(%integration, error, "an invoice document could not be rendered");
    let (now, noted) = (worker.app.clock.now(), error.clone());
    let note = move |tx: &mut Tx<'_>| integration_status::record_error(tx, integration, &noted, now);
    worker.app.db.write(note).await?;
    Ok(PdfOutcome::RetryLater(error))
}

enum PdfFailure {
    Impossible(&'static str),
    IntegrationFailed(Integration, String),
    Db(DbError),
}

impl From<DbError> for PdfFailure {
    fn from(error: DbError) -> Self {
        Self::Db(error)
    }
}

impl From<FileStorageError> for PdfFailure {
    fn from(error: FileStorageError) -> Self {
        Self::IntegrationFailed(Integration::Storage, error.to_string())
    }
}

async fn render_if_missing(
    worker: &WorkerContext,
    id: &InvoiceId,
    document: &BillingDocument,
) -> Result<(), PdfFailure> {
    const NOTHING: PdfFailure = PdfFailure::Impossible("there is nothing to print");
    let pdf = find_pdf(worker, id, document).await?.ok_or(NOTHING)?;
    let files = worker.integrations.files.as_ref().ok_or(PdfFailure::Impossible("file storage is not set up"))?;
    if is_stored(files, &pdf).await? {
        return Ok(());
    }
    for _ in 0..MAX_RENDERINGS {
        let contents = read_document(worker, id, document).await?.ok_or(NOTHING)?;
        let bytes = render(worker, contents.clone()).await?;
        files.put(&pdf.file_name(), bytes).await?;
        if record_stored(worker, id, document, contents).await? {
            return Ok(());
        }
    }
    Err(PdfFailure::IntegrationFailed(Integration::Invoicing, "the document changed while it was rendered".to_owned()))
}

async fn read_document(
    worker: &WorkerContext,
    id: &InvoiceId,
    document: &BillingDocument,
) -> Result<Option<InvoiceDocument>, DbError> {
    let (id, document) = (id.clone(), document.clone());
    worker.app.db.snapshot(move |conn| build_document(conn, &id, &document)).await
}

/// Records where the PDF is. False if the document is not the rendered one any more, because its payments were
/// corrected meanwhile.
async fn record_stored(
    worker: &WorkerContext,
    id: &InvoiceId,
    document: &BillingDocument,
    rendered: InvoiceDocument,
) -> Result<bool, DbError> {
    let (id, document) = (id.clone(), document.clone());
    let (url, now) = (pdf_url(worker, &id, &document), worker.app.clock.now());
    let record = move |tx: &mut Tx<'_>| -> Result<bool, DbError> {
        // Locked first: a correction either waits or is read.
        credit_notes::lock_invoice_to_credit(tx, &id)?;
        if build_document(tx, &id, &document)?.as_ref() != Some(&rendered) {
            return Ok(false);
        }
        match &document {
            BillingDocument::Invoice => invoice_documents::set_invoice_pdf_url(tx, &id, &url)?,
            BillingDocument::CreditNote(note) => invoice_documents::set_credit_note_pdf_url(tx, note, &url)?,
        }
        integration_status::record_success(tx, Integration::Invoicing, now)?;
        integration_status::record_success(tx, Integration::Storage, now)?;
        Ok(true)
    };
    worker.app.db.write(record).await
}

async fn find_pdf(
    worker: &WorkerContext,
    id: &InvoiceId,
    document: &BillingDocument,
) -> Result<Option<DocumentPdf>, DbError> {
    let (named, document) = (id.clone(), document.clone());
    let read = worker.app.db.read(move |conn| match &document {
        BillingDocument::Invoice => desk_invoices::find_pdf(conn, &named),
        BillingDocument::CreditNote(note) => invoice_documents::find_credit_note_pdf(conn, &named, Some(note)),
    });
    read.await
}

/// Also checks the storage: files can be lost, and database backups come without them.
async fn is_stored(files: &FileStorage, pdf: &DocumentPdf) -> Result<bool, FileStorageError> {
    Ok(pdf.url.is_some() && files.has(&pdf.file_name()).await?)
}

async fn render(worker: &WorkerContext, mut document: InvoiceDocument) -> Result<Bytes, PdfFailure> {
    let invoicing = worker.integrations.invoicing.as_ref();
    let invoicing = invoicing.ok_or(PdfFailure::Impossible("the invoicing service is not set up"))?;
    if document.brand.logo.is_none()
        && let Some(name) = document.brand.uploaded_logo.take()
        && let Some(files) = &worker.integrations.files
    {
        document.brand.logo = read_uploaded_logo(files, &name).await?;
    }
    let rendered = match invoicing.render(&document).await {
        // Without the logo, if it is the logo that cannot be rendered.
        Err(InvoicingFailure::Refused(_)) if document.brand.logo.take().is_some() => invoicing.render(&document).await,
        rendered => rendered,
    };
    rendered.map_err(|error| {
        PdfFailure::IntegrationFailed(Integration::Invoicing, format!("the invoicing service {error}"))
    })
}

/// Renders a document without storing it. None if that is impossible now; the log says why.
pub async fn render_unstored_pdf(worker: &WorkerContext, document: InvoiceDocument) -> Option<Bytes> {
    let error = match render(worker, document).await {
        Ok(pdf) => return Some(pdf),
        Err(PdfFailure::Impossible(why)) => why.to_owned(),
        Err(PdfFailure::IntegrationFailed(_, error)) => error,
        Err(PdfFailure::Db(error)) => error.to_string(),
    };
    tracing::warn!(error, "an invoice document could not be rendered");
    None
}

/// The customer reads it there when signed in.
fn pdf_url(worker: &WorkerContext, id: &InvoiceId, document: &BillingDocument) -> String {
    format!("{}{}", worker.integrations.customer_url, document.path(id))
}

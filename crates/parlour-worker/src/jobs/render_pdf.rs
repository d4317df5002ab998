//! Renders a document once and stores it under a lasting address.

use bytes::Bytes;
use parlour_app::invoices::{BillingDocument, build_document};
use parlour_domain::billing::invoice_document::InvoiceDocument;
use parlour_domain::ids::InvoiceId;
use parlour_domain::integration::Integration;
use parlour_integrations::file_storage::{FileStorage, FileStorageError};
use parlour_integrations::invoicing::InvoicingFailure;
use parlour_store::billing::invoices::DocumentPdf;
use parlour_store::billing::{desk_invoices, invoice_documents};
use parlour_store::jobs::integration_status;
use parlour_store::{DbError, Tx};

use crate::worker_context::WorkerContext;

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
    document: BillingDocument,
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
    document: BillingDocument,
) -> Result<(), PdfFailure> {
    const NOTHING: PdfFailure = PdfFailure::Impossible("there is nothing to print");
    let pdf = find_pdf(worker, id, document).await?.ok_or(NOTHING)?;
    let files = worker.integrations.files.as_ref().ok_or(PdfFailure::Impossible("file storage is not set up"))?;
    if is_stored(files, &pdf).await? {
        return Ok(());
    }
    let named = id.clone();
    let found = worker.app.db.snapshot(move |conn| build_document(conn, &named, document)).await?;
    let bytes = render(worker, found.ok_or(NOTHING)?).await?;
    files.put(&pdf.file_name(), bytes).await?;
    let (id, url, now) = (id.clone(), pdf_url(worker, id, document), worker.app.clock.now());
    let record_stored = move |tx: &mut Tx<'_>| {
        match document {
            BillingDocument::Invoice => invoice_documents::set_invoice_pdf_url(tx, &id, &url)?,
            BillingDocument::CreditNote => invoice_documents::set_credit_note_pdf_url(tx, &pdf.id, &url)?,
        }
        integration_status::record_success(tx, Integration::Invoicing, now)?;
        integration_status::record_success(tx, Integration::Storage, now)
    };
    Ok(worker.app.db.write(record_stored).await?)
}

async fn find_pdf(
    worker: &WorkerContext,
    id: &InvoiceId,
    document: BillingDocument,
) -> Result<Option<DocumentPdf>, DbError> {
    let named = id.clone();
    let read = worker.app.db.read(move |conn| match document {
        BillingDocument::Invoice => desk_invoices::find_pdf(conn, &named),
        BillingDocument::CreditNote => invoice_documents::find_credit_note_pdf(conn, &named),
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
fn pdf_url(worker: &WorkerContext, id: &InvoiceId, document: BillingDocument) -> String {
    format!("{}{}", worker.integrations.customer_url, document.path(id))
}

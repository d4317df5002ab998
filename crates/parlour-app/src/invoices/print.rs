//! A paper is made once and kept, where it can be read at one address for good.

use bytes::Bytes;
use parlour_domain::ids::InvoiceId;
use parlour_domain::integration::Integration;
use parlour_domain::invoice_document::InvoiceDocument;
use parlour_store::invoices::Pdf;
use parlour_store::{DbError, Tx, billing, integrations, invoice_papers};

use super::paper::{Paper, document};
use crate::backstage::Backstage;
use crate::outside::files::{Files, FilesError};
use crate::outside::invoicing::InvoicingFailure;

/// What came of it. Reasons go to logs and answers, and name nobody.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Printed {
    Kept,
    /// Nobody is set up to do it, or there is nothing to print.
    Never(&'static str),
    /// Somebody failed who may do better later.
    NotYet(String),
}

/// A paper that is kept already is not made again.
pub(crate) async fn print(backstage: &Backstage, id: &InvoiceId, paper: Paper) -> Result<Printed, DbError> {
    let (integration, error) = match make(backstage, id, paper).await {
        Ok(()) => return Ok(Printed::Kept),
        Err(Failure::Never(why)) => return Ok(Printed::Never(why)),
        Err(Failure::Db(error)) => return Err(error),
        Err(Failure::Of(integration, error)) => (integration, error),
    };
    tracing::warn!(%integration, error, "an invoice is not printed");
    let (now, noted) = (backstage.app.clock.now(), error.clone());
    let note = move |tx: &mut Tx<'_>| integrations::note_error(tx, integration, &noted, now);
    backstage.app.db.write(note).await?;
    Ok(Printed::NotYet(error))
}

enum Failure {
    Never(&'static str),
    Of(Integration, String),
    Db(DbError),
}

impl From<DbError> for Failure {
    fn from(error: DbError) -> Self {
        Self::Db(error)
    }
}

impl From<FilesError> for Failure {
    fn from(error: FilesError) -> Self {
        Self::Of(Integration::Storage, error.to_string())
    }
}

async fn make(backstage: &Backstage, id: &InvoiceId, paper: Paper) -> Result<(), Failure> {
    const NOTHING: Failure = Failure::Never("there is nothing to print");
    let pdf = known(backstage, id, paper).await?.ok_or(NOTHING)?;
    let files = backstage.outside.files.as_ref().ok_or(Failure::Never("there is no place for files"))?;
    if is_kept(files, &pdf).await? {
        return Ok(());
    }
    let named = id.clone();
    let found = backstage.app.db.snapshot(move |conn| document(conn, &named, paper)).await?;
    let bytes = rendered(backstage, found.ok_or(NOTHING)?).await?;
    files.put(&pdf.file_name(), bytes).await?;
    let (id, url, now) = (id.clone(), address(backstage, id, paper), backstage.app.clock.now());
    let kept = move |tx: &mut Tx<'_>| {
        match paper {
            Paper::Invoice => invoice_papers::keep_url(tx, &id, &url)?,
            Paper::CreditNote => invoice_papers::keep_credit_note_url(tx, &pdf.id, &url)?,
        }
        integrations::note_success(tx, Integration::Invoicing, now)?;
        integrations::note_success(tx, Integration::Storage, now)
    };
    Ok(backstage.app.db.write(kept).await?)
}

async fn known(backstage: &Backstage, id: &InvoiceId, paper: Paper) -> Result<Option<Pdf>, DbError> {
    let named = id.clone();
    let read = backstage.app.db.read(move |conn| match paper {
        Paper::Invoice => billing::pdf(conn, &named),
        Paper::CreditNote => invoice_papers::credit_note_pdf(conn, &named),
    });
    read.await
}

/// Also looked for where it was kept once: folders get lost, and backups come without them.
async fn is_kept(files: &Files, pdf: &Pdf) -> Result<bool, FilesError> {
    Ok(pdf.url.is_some() && files.has(&pdf.file_name()).await?)
}

async fn rendered(backstage: &Backstage, mut document: InvoiceDocument) -> Result<Bytes, Failure> {
    let invoicing = backstage.outside.invoicing.as_ref();
    let invoicing = invoicing.ok_or(Failure::Never("the invoicing service is not set up"))?;
    let rendered = match invoicing.render(&document).await {
        // A picture that cannot be drawn keeps nobody from their invoice.
        Err(InvoicingFailure::Refused(_)) if document.brand.logo.take().is_some() => {
            invoicing.render(&document).await
        }
        rendered => rendered,
    };
    rendered.map_err(|error| Failure::Of(Integration::Invoicing, format!("the invoicing service {error}")))
}

/// Where the customer gets it, once they are signed in.
fn address(backstage: &Backstage, id: &InvoiceId, paper: Paper) -> String {
    format!("{}{}", backstage.outside.customer_url, paper.path(id))
}

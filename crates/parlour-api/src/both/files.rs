//! Papers that are kept: the way to them, and reading one under an address that opens it for a while.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::StatusCode;
use http::header::{
    CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, HeaderValue,
    LOCATION,
};
use parlour_app::invoices::print_missing;
use parlour_app::occasion::Occasion;
use parlour_app::outside::links::LinkedFile;
use parlour_domain::ids::InvoiceId;
use parlour_domain::invoice::paper_title;
use parlour_store::invoices::Pdf;

use crate::error::{ApiError, Code};
use crate::id_path::Named;
use crate::openapi::Failed;
use crate::respond::Answered;
use crate::web::Web;

const PDF: HeaderValue = HeaderValue::from_static("application/pdf");
/// Nobody between us and the reader keeps it, nor does a shared browser.
const NOT_KEPT: HeaderValue = HeaderValue::from_static("private, no-store");
/// Browsers show a PDF in a page of their own, which our usual policy would leave empty.
const SHOWN_AS_IT_IS: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'",
);

/// A file, for whoever was given its address
///
/// Without a session: the address itself opens it, and for 15 minutes. It comes from whoever may read the file.
#[utoipa::path(
    get, path = "/files/{token}", tag = "Files", params(("token" = String, Path)),
    responses(
        (status = 200, body = Vec<u8>, content_type = "application/pdf"),
        (status = 404, response = Failed),
        (status = 502, response = Failed),
    ),
)]
pub(crate) async fn read(State(web): State<Web>, Named(token): Named) -> Answered {
    let nothing = || ApiError::new(Code::NotFound, "This address opens no file, or no longer.");
    let (app, outside) = (web.app(), &web.backstage().outside);
    let file = outside.links.file_of(app, &token).await?.ok_or_else(nothing)?;
    let files = outside.files.as_ref().ok_or_else(nothing)?;
    let found = files.get(&file.name).await.map_err(|error| {
        tracing::warn!(%error, "a file cannot be read");
        ApiError::new(Code::Upstream, "The place where files are kept does not answer. Please try again.")
    })?;
    shown(found.ok_or_else(nothing)?.into_response(), &file.shown_as)
}

fn shown(mut response: Response, name: &str) -> Answered {
    let unwritable = |_| ApiError::new(Code::Internal, "The file has no name that can be written.");
    let disposition = HeaderValue::try_from(format!("inline; filename=\"{name}\"")).map_err(unwritable)?;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, PDF);
    headers.insert(CONTENT_DISPOSITION, disposition);
    headers.insert(CACHE_CONTROL, NOT_KEPT);
    headers.insert(CONTENT_SECURITY_POLICY, SHOWN_AS_IT_IS);
    headers.insert(HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex"));
    Ok(response)
}

/// To the paper of an invoice, for somebody who may read it. Where it is not there it is made, for the next time.
pub(crate) async fn lead_to_pdf(web: &Web, invoice: InvoiceId, found: Option<Pdf>) -> Answered {
    let pdf = found.ok_or_else(|| ApiError::not_found("The invoice"))?;
    if pdf.url.is_none() {
        have_it_made(web, invoice).await;
        let message = "The PDF of this invoice is not ready yet. Please try again in a few minutes.";
        return Err(ApiError::new(Code::NotReady, message));
    }
    let file = LinkedFile { name: pdf.file_name(), shown_as: paper_title(&pdf.number) };
    let path = web.backstage().outside.links.path_to(web.app(), &file).await?;
    let location = HeaderValue::try_from(format!("{}{path}", web.public_url()))
        .map_err(|_| ApiError::new(Code::Internal, "The PDF has no address that can be written."))?;
    let mut response = StatusCode::SEE_OTHER.into_response();
    response.headers_mut().insert(LOCATION, location);
    Ok(response)
}

/// Whoever asks hears that it is not there, whether or not this succeeds.
async fn have_it_made(web: &Web, invoice: InvoiceId) {
    let app = web.app();
    let occasion = Occasion::job(app.clock.now(), app.chance.clone());
    if let Err(error) = app.db.write(move |tx| print_missing(tx, &occasion, &invoice)).await {
        tracing::warn!(%error, "a missing paper cannot be asked for");
    }
}

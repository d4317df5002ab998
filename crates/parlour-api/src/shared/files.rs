//! Stored PDF files and archives, under signed addresses with an expiry.

use std::path::Path;

use axum::response::{IntoResponse, Response};
use http::StatusCode;
use http::header::{
    CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, HeaderValue, LOCATION,
};
use parlour_app::file_links::LinkedFile;
use parlour_app::invoices::enqueue_missing_pdf;
use parlour_domain::billing::invoice::pdf_file_name;
use parlour_domain::ids::InvoiceId;
use parlour_http::refusal_traces::{Refusal, RefusalReason};
use parlour_http::request_info::RequestInfo;
use parlour_store::billing::invoices::DocumentPdf;

use super::stored_file::stored_file_response;
use crate::prelude::*;

const PDF: HeaderValue = HeaderValue::from_static("application/pdf");
const ZIP: HeaderValue = HeaderValue::from_static("application/zip");
/// Neither proxies nor the browser may store it.
const PRIVATE_NO_STORE: HeaderValue = HeaderValue::from_static("private, no-store");
/// The default policy would keep browsers from showing a PDF.
const PDF_VIEWER_POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; \
     frame-ancestors 'self'",
);

/// Download a file
///
/// Without a session: the signed address is valid for 15 minutes.
#[utoipa::path(
    get, path = "/files/{token}", tag = "Files",
    responses(
        (status = 200, content((Vec<u8> = "application/pdf"), (Vec<u8> = "application/zip"))),
        (status = 404, response = ErrorResponse),
        (status = 502, response = ErrorResponse),
    ),
)]
pub(crate) async fn download(
    State(state): State<HttpState>,
    request_info: RequestInfo,
    PathId(token): PathId,
) -> HttpResult {
    let nothing = || HttpError::new(ErrorCode::NotFound, "This address opens no file, or no longer.");
    let (app, integrations) = (state.app(), &state.worker().integrations);
    let Some(file) = integrations.links.file_of_token(app, &token).await? else {
        request_info
            .set_refusal(Refusal::anonymous(RefusalReason::LinkToken, "not the address of a file, or no longer"));
        return Err(nothing());
    };
    let files = integrations.files.as_ref().ok_or_else(nothing)?;
    let found = files.open(&file.name).await.map_err(|error| {
        tracing::warn!(%error, "a file cannot be read");
        HttpError::new(ErrorCode::Upstream, "The place where files are kept does not answer. Please try again.")
    })?;
    let response = stored_file_response(found.ok_or_else(nothing)?);
    if Path::new(&file.download_name).extension().is_some_and(|end| end == "zip") {
        return private_file(response, ZIP, &format!("attachment; filename=\"{}\"", file.download_name));
    }
    pdf_response(response, &file.download_name)
}

/// Browsers show it.
pub(crate) fn pdf_response(response: Response, name: &str) -> HttpResult {
    let mut response = private_file(response, PDF, &format!("inline; filename=\"{name}\""))?;
    response.headers_mut().insert(CONTENT_SECURITY_POLICY, PDF_VIEWER_POLICY);
    Ok(response)
}

fn private_file(mut response: Response, content_type: HeaderValue, disposition: &str) -> HttpResult {
    let unwritable = |_| HttpError::new(ErrorCode::Internal, "The file has no name that can be written.");
    let disposition = HeaderValue::try_from(disposition).map_err(unwritable)?;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, content_type);
    headers.insert(CONTENT_DISPOSITION, disposition);
    headers.insert(CACHE_CONTROL, PRIVATE_NO_STORE);
    headers.insert(HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex"));
    Ok(response)
}

/// Redirects to the PDF of an invoice. A missing PDF is queued, and the response is 404 until it is made.
pub(crate) async fn redirect_to_pdf(state: &HttpState, invoice: InvoiceId, found: Option<DocumentPdf>) -> HttpResult {
    let pdf = found.ok_or_else(|| HttpError::not_found("The document"))?;
    if pdf.url.is_none() {
        try_enqueue_missing_pdf(state, invoice).await;
        let message = "The PDF of this invoice is not ready yet. Please try again in a few minutes.";
        return Err(HttpError::new(ErrorCode::NotReady, message));
    }
    let file = LinkedFile { name: pdf.file_name(), download_name: pdf_file_name(&pdf.number) };
    let path = state.worker().integrations.links.signed_path(state.app(), &file).await?;
    let location = HeaderValue::try_from(format!("{}{path}", state.public_url()))
        .map_err(|_| HttpError::new(ErrorCode::Internal, "The PDF has no address that can be written."))?;
    let mut response = StatusCode::SEE_OTHER.into_response();
    response.headers_mut().insert(LOCATION, location);
    Ok(response)
}

/// A failure is only logged: the response is 404 in any case.
async fn try_enqueue_missing_pdf(state: &HttpState, invoice: InvoiceId) {
    let app = state.app();
    let context = app.job_context();
    if let Err(error) = app.db.write(move |tx| enqueue_missing_pdf(tx, &context, &invoice)).await {
        tracing::warn!(%error, "a missing PDF could not be queued");
    }
}

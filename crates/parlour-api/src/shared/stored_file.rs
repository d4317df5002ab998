//! A stored file as an answer.

use axum::body::Body;
use axum::response::Response;
use futures_util::stream;
use http::header::CONTENT_LENGTH;
use parlour_integrations::file_storage::StoredFile;

/// Reads the file as its client takes it. If that fails the connection is closed, so that nobody takes a part for the
/// whole.
pub(crate) fn stored_file_response(file: StoredFile) -> Response {
    let size = file.size();
    let parts = stream::try_unfold(file, async |mut file| match file.next_part().await {
        Ok(part) => Ok(part.map(|part| (part, file))),
        Err(error) => {
            tracing::warn!(%error, "a file broke off");
            Err(std::io::Error::other("the file broke off"))
        }
    });
    let mut response = Response::new(Body::from_stream(parts));
    response.headers_mut().insert(CONTENT_LENGTH, size.into());
    response
}

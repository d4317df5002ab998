//! The uploaded logo of a branch, as its documents print it.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use parlour_integrations::file_storage::{FileStorage, FileStorageError};
use parlour_integrations::picture::{content_type, shrink_for_print, storage_key};

/// In base64. `None` if there is no such picture: a document without a logo is better than none.
pub(super) async fn read_uploaded_logo(files: &FileStorage, name: &str) -> Result<Option<String>, FileStorageError> {
    if content_type(name).is_none() {
        return Ok(None);
    }
    let Some(stored) = files.get(&storage_key(name)).await? else {
        tracing::warn!(name, "the logo of a branch is not in the storage; documents are printed without it");
        return Ok(None);
    };
    let shrunk = tokio::task::spawn_blocking(move || shrink_for_print(&stored)).await;
    Ok(shrunk.ok().and_then(Result::ok).map(|picture| STANDARD.encode(picture)))
}

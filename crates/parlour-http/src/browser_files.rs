//! Files that browsers send to be imported: where they are kept, and the check of one that a form has brought. The API
//! stores the bodies of its requests while they arrive.

use bytes::Bytes;
use parlour_files::import::{self as use_cases, SheetError, file_name};
use parlour_integrations::file_storage::FileStorage;
use parlour_worker::browser_files::{CheckFailure, SheetFormat, check_stored_import};

use crate::body::MAX_IMPORT_BYTES;
use crate::error::{ErrorCode, HttpError};
use crate::sessions::SignedIn;
use crate::state::HttpState;

/// Why a file that a form has brought was not checked.
#[derive(Debug)]
pub enum ImportFormFailure {
    /// Another file is checked or imported.
    Busy,
    TooLarge,
    /// It cannot be imported.
    WrongFile(SheetError),
    Failed(HttpError),
}

impl From<HttpError> for ImportFormFailure {
    fn from(error: HttpError) -> Self {
        Self::Failed(error)
    }
}

impl From<CheckFailure> for ImportFormFailure {
    fn from(failure: CheckFailure) -> Self {
        match failure {
            CheckFailure::File(error) => Self::WrongFile(error),
            other => Self::Failed(other.into()),
        }
    }
}

/// Where files are kept that browsers send and fetch.
pub fn file_storage(state: &HttpState) -> Result<&FileStorage, HttpError> {
    state.worker().integrations.files.as_ref().ok_or_else(storage_unavailable)
}

fn storage_unavailable() -> HttpError {
    HttpError::new(ErrorCode::Upstream, "The file storage does not answer. Please try again.")
}

/// Stores and checks a file, and returns the id of the import. Nothing is left of a file that cannot be imported.
pub async fn check_form_file(caller: &SignedIn, file: Bytes, format: SheetFormat) -> Result<String, ImportFormFailure> {
    if file.len() > MAX_IMPORT_BYTES {
        return Err(ImportFormFailure::TooLarge);
    }
    let (caller, files) = (caller.clone(), file_storage(&caller.state)?.clone());
    // In a task of its own what has begun also ends if the client goes away.
    let checking = tokio::spawn(async move { begin_and_check(&caller, &files, file, format).await });
    checking.await.unwrap_or_else(|_| Err(HttpError::internal("the check of a file broke off").into()))
}

async fn begin_and_check(
    caller: &SignedIn,
    files: &FileStorage,
    file: Bytes,
    format: SheetFormat,
) -> Result<String, ImportFormFailure> {
    let (kind, date_order) = (format.kind, format.date_order);
    let begun = caller.write(move |tx, context| Ok(use_cases::begin_check(tx, context, kind, date_order)?));
    let id = begun.await.map_err(|error| match error.code() {
        ErrorCode::Conflict => ImportFormFailure::Busy,
        _ => ImportFormFailure::Failed(error),
    })?;
    let checked = store_and_check(caller, files, &id, (file, format)).await;
    if checked.is_err() {
        discard_import(caller, files, id.clone()).await;
    }
    checked.map(|()| id)
}

async fn store_and_check(
    caller: &SignedIn,
    files: &FileStorage,
    id: &str,
    (file, format): (Bytes, SheetFormat),
) -> Result<(), ImportFormFailure> {
    files.put(&file_name(id), file).await.map_err(|error| {
        tracing::warn!(%error, "a file to import could not be stored");
        storage_unavailable()
    })?;
    let checked = check_stored_import(&caller.state.app().db, files, caller.context(), id, format).await?;
    let id = id.to_owned();
    let finish = caller.write(move |tx, context| {
        use_cases::finish_check(tx, context, &id, &checked)?;
        Ok(())
    });
    finish.await?;
    Ok(())
}

/// Forgets a file that could not be checked. A failure is only logged: what is left is deleted a day later.
pub async fn discard_import(caller: &SignedIn, files: &FileStorage, id: String) {
    let forgotten = id.clone();
    let db = &caller.state.app().db;
    if let Err(error) = db.write(move |tx| use_cases::discard_check(tx, &forgotten)).await {
        tracing::warn!(%error, "an import that could not be checked was not forgotten");
    }
    if let Err(error) = files.delete(&file_name(&id)).await {
        tracing::warn!(%error, "a file that could not be checked was not deleted");
    }
}

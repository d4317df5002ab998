//! Deletes a file that a browser has sent or could fetch, a day later.

use parlour_files::browser_files::{export_file_name, prepare_deletion};
use parlour_files::import::file_name as import_file_name;

use super::file_storage;
use crate::jobs::{JobError, JobPayload};
use crate::worker_context::WorkerContext;

/// A file without a record was left by a check that broke off.
pub(in crate::jobs) async fn run(worker: &WorkerContext, payload: &JobPayload) -> Result<u64, JobError> {
    let Some(id) = payload.file_id.clone() else { return Ok(0) };
    let files = file_storage(worker)?;
    let (context, of) = (worker.context(), id.clone());
    if !worker.app.db.write(move |tx| prepare_deletion(tx, &context, &of)).await? {
        return Ok(0);
    }
    for name in [import_file_name(&id), export_file_name(&id)] {
        files.delete(&name).await.map_err(|error| JobError::Service(error.to_string()))?;
    }
    Ok(1)
}

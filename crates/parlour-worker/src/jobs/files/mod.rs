//! Jobs about files that browsers send and fetch.

pub(super) mod apply_import;
pub(super) mod delete_file;
pub(super) mod make_export;

use parlour_integrations::file_storage::FileStorage;

use super::JobError;
use crate::worker_context::WorkerContext;

fn file_storage(worker: &WorkerContext) -> Result<&FileStorage, JobError> {
    worker.integrations.files.as_ref().ok_or_else(|| JobError::Service("file storage is not set up".to_owned()))
}

//! Files are deleted a day after they were sent or written.

use parlour_app::request_context::RequestContext;
use parlour_domain::ist::HOUR_MS;
use parlour_domain::job::Job;
use parlour_store::import_export::running_files::{self, FileWork};
use parlour_store::import_export::{export_files, import_files};
use parlour_store::{DbError, Tx};

use super::jobs::enqueue_file_job;
use super::lifetime::given_up_before;

/// Notes that the file is deleted, so that nobody begins to read it. False while it is worked on: it is deleted later.
pub fn prepare_deletion(tx: &mut Tx<'_>, context: &RequestContext, id: &str) -> Result<bool, DbError> {
    for work in [FileWork::Import, FileWork::Export] {
        if running_files::is_worked_on(tx, work, id, given_up_before(context.now))? {
            enqueue_file_job(tx, context, Job::DeleteFile, id, context.now.plus_millis(HOUR_MS))?;
            return Ok(false);
        }
    }
    import_files::mark_file_deleted(tx, id, context.now)?;
    export_files::mark_file_deleted(tx, id, context.now)?;
    Ok(true)
}

//! Files that browsers send and fetch: how long they live, and the jobs about them.

mod deletion;
mod export;
mod jobs;
mod lifetime;

pub use deletion::prepare_deletion;
pub use export::{
    ExportRefusal, ExportView, begin as begin_export, file_name as export_file_name, finish as finish_export,
    linked_file as linked_export, list_newest as list_newest_exports, note_progress as note_export_progress,
    show as show_export,
};
pub(crate) use jobs::enqueue_file_job;
pub(crate) use lifetime::{FILE_LIFETIME_MS, given_up_before};

pub mod cleanup;
pub mod expiring_records;
pub mod integration_status;
pub mod queue;
pub mod queued_jobs;
pub mod retention;

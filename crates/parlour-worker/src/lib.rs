//! Background work: the jobs, the built-in queue, the dispatcher of messages, and the e-mails it sends.

pub mod browser_files;
pub mod dispatch;
pub mod emails;
pub mod integrations;
pub mod jobs;
pub mod queue;
mod retry_waits;
pub mod worker_context;

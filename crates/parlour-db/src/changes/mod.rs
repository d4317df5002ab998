//! What committed transactions changed, for what is kept in memory and for those who watch.

pub mod page_updates;
pub(super) mod published_changes;
pub mod staff_days;
pub(super) mod topic_counters;
pub mod topics;

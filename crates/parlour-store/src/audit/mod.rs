pub mod audit_entries;
pub mod audit_log;

pub mod branch_changes;
pub mod branch_records;
pub mod branding;
pub mod holidays;

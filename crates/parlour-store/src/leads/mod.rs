pub mod lead_records;

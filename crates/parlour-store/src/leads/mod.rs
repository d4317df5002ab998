pub mod desk_leads;
pub mod lead_records;

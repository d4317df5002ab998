pub mod catalogue_changes;
pub mod catalogue_records;
pub mod hindi_names;

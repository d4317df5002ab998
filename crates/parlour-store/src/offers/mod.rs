pub mod offer_records;

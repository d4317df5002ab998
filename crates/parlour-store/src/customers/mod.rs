pub mod consents;
pub mod customer_records;
pub mod directory;
pub mod erasure;
pub mod former_customers;
pub mod merging;
pub mod personal_data_export;
pub mod profiles;

pub mod membership_records;
pub mod tier_changes;
pub mod tiers;

pub mod blocks;
pub mod leave;
pub mod roster;
pub mod shifts;
pub mod staff_changes;
pub mod staff_records;

pub mod leave;
pub mod shift;
pub mod working_time;

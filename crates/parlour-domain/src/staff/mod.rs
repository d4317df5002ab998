pub mod leave;
pub mod shift;

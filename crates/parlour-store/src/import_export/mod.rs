pub mod full_export;
pub mod imports;

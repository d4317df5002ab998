pub mod full_export;
pub mod imports;
pub mod moving;
pub mod tables;

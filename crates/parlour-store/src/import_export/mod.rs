pub mod export_files;
pub mod full_export;
pub mod import_files;
pub mod imports;
pub mod moving;
pub mod running_files;
pub mod tables;

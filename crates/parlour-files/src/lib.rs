//! Files that come in and go out: the import of other systems' records, the export of all records, and the files of both
//! that browsers send and fetch.

pub mod browser_files;
pub mod full_export;
pub mod import;

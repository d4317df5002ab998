//! Files that browsers send and fetch.

mod exports;
mod imports;
mod killed_processes;

use parlour_integrations::file_storage::FileStorage;
use parlour_testkit::{SalonOptions, TestSalon};
use parlour_worker::worker_context::Integrations;
use tempfile::TempDir;

const DAY_SECONDS: i64 = 24 * 60 * 60;

/// A salon that keeps files in a folder.
pub(crate) async fn salon_with_files(options: SalonOptions) -> (TestSalon, TempDir) {
    let folder = TempDir::new().unwrap();
    let files = Some(FileStorage::in_folder(folder.path()).unwrap());
    let integrations = Integrations { files, ..Integrations::default() };
    (TestSalon::with_integrations(options, integrations).await, folder)
}

/// How many files are in a folder of the file storage.
fn count_files(storage: &TempDir, folder: &str) -> usize {
    std::fs::read_dir(storage.path().join(folder)).map_or(0, Iterator::count)
}

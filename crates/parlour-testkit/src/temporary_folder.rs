//! Where tests keep their files.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use tempfile::TempDir;

const MEMORY: &str = "/dev/shm";
/// Below this the tests of a whole run might fill it.
const ENOUGH_FREE_KB: u64 = 4_000_000;

static BASE: LazyLock<PathBuf> = LazyLock::new(|| {
    let is_usable = free_kb(MEMORY).is_some_and(|free| free > ENOUGH_FREE_KB) && TempDir::new_in(MEMORY).is_ok();
    if is_usable { PathBuf::from(MEMORY) } else { std::env::temp_dir() }
});

/// In memory where there is room: a disk that is still writing what the compiler left can keep a commit waiting for
/// seconds, which a salon rightly answers with 503.
pub fn temporary_folder() -> TempDir {
    TempDir::new_in(temporary_base()).expect("a temporary folder can be made")
}

/// The folder of all such folders.
pub(crate) fn temporary_base() -> &'static Path {
    &BASE
}

fn free_kb(folder: &str) -> Option<u64> {
    let listed = Command::new("df").args(["-Pk", folder]).output().ok()?;
    let text = String::from_utf8(listed.stdout).ok()?;
    text.lines().nth(1)?.split_whitespace().nth(3)?.parse().ok()
}

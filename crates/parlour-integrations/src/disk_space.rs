//! The free space of a file system.

use std::io;
use std::path::{Path, PathBuf};

/// A database needs room for its log; below this, writes fail soon.
pub const LOW_SPACE_BYTES: u64 = 4 * 1024 * 1024;

/// A folder that Parlour writes to, and what it holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WatchedFolder {
    pub name: &'static str,
    pub folder: PathBuf,
}

impl WatchedFolder {
    /// Bytes that can still be written there. A folder that is not created yet will be on the file system of the folder
    /// that it will be in.
    pub fn free_bytes(&self) -> io::Result<u64> {
        free_bytes(&self.folder)
    }
}

fn free_bytes(folder: &Path) -> io::Result<u64> {
    let here = Path::new(".");
    let mut candidates = folder.ancestors().map(|path| if path.as_os_str().is_empty() { here } else { path });
    let existing = candidates.find(|path| path.exists()).unwrap_or(here);
    let space = rustix::fs::statvfs(existing)?;
    Ok(space.f_bavail.saturating_mul(space.f_frsize))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_folder_has_the_space_of_the_one_it_will_be_in() {
        let folder = tempfile::tempdir().unwrap();
        let missing = WatchedFolder { name: "files", folder: folder.path().join("a/b/c") };
        assert!(missing.free_bytes().unwrap() > 0);
        assert!(!missing.folder.exists());
        let relative = WatchedFolder { name: "files", folder: PathBuf::from("not/there") };
        assert!(relative.free_bytes().unwrap() > 0);
    }
}

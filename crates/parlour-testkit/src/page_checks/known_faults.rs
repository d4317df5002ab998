//! What was found on equal pages before: a page need not be checked again on another engine, in the next story, or in the
//! next run.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use parlour_testkit_html::{hash, with_numbered_ids};

/// Pages without fault in earlier runs, one hash a line, in a file for each check. `cargo clean` forgets them.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/faultless-pages");
/// A file with more lines is begun anew: most of them are of pages that have changed since.
const MOST_LINES: usize = 100_000;

/// The faults of one check, by the page.
#[derive(Debug)]
pub(super) struct KnownFaults {
    by_page: Mutex<HashMap<u64, Vec<String>>>,
    /// Gets the pages without fault; those with faults are checked again in the next run.
    file: Option<File>,
}

impl KnownFaults {
    /// With what earlier runs found. `check` is a name for the check, and `version` everything besides the page that it
    /// depends on.
    pub(super) fn of_all_runs(check: &str, version: &str) -> Self {
        Self::in_file(&Path::new(FOLDER).join(format!("{check}-{:016x}", hash(version))))
    }

    /// A file that cannot be read or written only means more checks.
    fn in_file(path: &Path) -> Self {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let is_full = text.lines().count() > MOST_LINES;
        let pages = text.lines().filter(|_| !is_full).filter_map(|line| u64::from_str_radix(line, 16).ok());
        let by_page = pages.map(|page| (page, Vec::new())).collect();
        let _ = path.parent().map(std::fs::create_dir_all);
        let file = OpenOptions::new().create(true).append(true).open(path).ok();
        if let Some(file) = file.as_ref().filter(|_| is_full) {
            let _ = file.set_len(0);
        }
        Self { by_page: Mutex::new(by_page), file }
    }

    /// The faults of an equal page, or what `check` finds; nothing is kept if it finds out nothing.
    pub(super) async fn of(&self, page: &str, check: impl AsyncFnOnce() -> Option<Vec<String>>) -> Option<Vec<String>> {
        let key = hash(&with_numbered_ids(page));
        let known = self.lock().get(&key).cloned();
        if known.is_some() {
            return known;
        }
        let found = check().await?;
        self.lock().insert(key, found.clone());
        if let (Some(mut file), true) = (self.file.as_ref(), found.is_empty()) {
            // One write for the whole line: other tests end their checks at the same time.
            let _ = file.write_all(format!("{key:016x}\n").as_bytes());
        }
        Some(found)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<u64, Vec<String>>> {
        self.by_page.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_page_is_checked_once() {
        let folder = crate::temporary_folder::temporary_folder();
        let path = folder.path().join("pages/check");
        let known = KnownFaults::in_file(&path);
        let unknown = known.of("page", async || None).await;
        let faults = known.of("page", async || Some(vec!["no title".to_owned()])).await;
        let again = known.of("page", async || panic!("checked again")).await;
        assert_eq!((unknown, faults.as_deref()), (None, Some(&["no title".to_owned()][..])));
        assert_eq!(again, faults);
        assert_eq!(known.of("sound", async || Some(Vec::new())).await, Some(Vec::new()));

        let next_run = KnownFaults::in_file(&path);
        let sound = next_run.of("sound", async || panic!("checked again")).await;
        assert_eq!(sound, Some(Vec::new()));
        assert_eq!(next_run.of("page", async || None).await, None, "what had a fault is checked again");
    }
}

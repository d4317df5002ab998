//! What the server needs and can run out of: space on its disks, the validity of its certificate, and recent backups.

use std::sync::atomic::{AtomicI64, Ordering};

use parlour_integrations::disk_space::{LOW_SPACE_BYTES, WatchedFolder};

#[derive(Debug, Default)]
pub struct Resources {
    folders: Vec<WatchedFolder>,
    /// In seconds since 1970; 0 without a certificate.
    certificate_expires_at: AtomicI64,
    /// In seconds since 1970; 0 where this process makes none.
    last_backup_at: AtomicI64,
}

impl Resources {
    pub fn new(folders: Vec<WatchedFolder>) -> Self {
        Self { folders, ..Self::default() }
    }

    /// Called again when another certificate is loaded.
    pub fn set_certificate_expiry(&self, unix_seconds: i64) {
        self.certificate_expires_at.store(unix_seconds, Ordering::Relaxed);
    }

    pub(crate) fn certificate_expiry(&self) -> Option<i64> {
        Some(self.certificate_expires_at.load(Ordering::Relaxed)).filter(|seconds| *seconds != 0)
    }

    /// Called after each backup, and when an earlier one is found.
    pub fn set_last_backup(&self, unix_seconds: i64) {
        self.last_backup_at.store(unix_seconds, Ordering::Relaxed);
    }

    pub(crate) fn last_backup(&self) -> Option<i64> {
        Some(self.last_backup_at.load(Ordering::Relaxed)).filter(|seconds| *seconds != 0)
    }

    /// The free bytes of each folder, by name. What cannot be read is left out.
    pub(crate) fn free_space(&self) -> impl Iterator<Item = (&'static str, u64)> {
        self.folders.iter().filter_map(|folder| Some((folder.name, folder.free_bytes().ok()?)))
    }

    /// Which disk is full, if one is.
    pub fn lack_of_space(&self) -> Option<String> {
        let (name, free) = self.free_space().find(|(_, free)| *free < LOW_SPACE_BYTES)?;
        Some(format!("the disk of the {name} is full: {} KiB are free", free / 1024))
    }
}

//! The last bytes of a backup: the checksum of all before them. `SQLite` and `pg_restore` do not look at what follows their
//! own contents, so the file can still be opened by hand.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek as _, SeekFrom, Write as _};
use std::path::Path;

use aws_lc_rs::digest::{Context as Digest, SHA256};
use parlour_domain::text::to_hex;

/// Text that people have typed contains no NUL, so it cannot be mistaken for this.
const MARKER: &[u8] = b"\0PARLOUR\0SHA256\0";
const HEX_DIGITS: usize = 64;
/// A marker at both ends: if one is damaged, the other still says that there was a checksum.
const LENGTH: usize = MARKER.len() + HEX_DIGITS + MARKER.len();
/// Where a marker is looked for that is not in its place: something was cut off, or added.
const SEARCHED_BYTES: u64 = 64 * 1024;

#[derive(Debug, PartialEq, Eq)]
pub(super) struct BackupContents {
    /// How many bytes of the file are the backup itself.
    pub(super) bytes: u64,
    /// An older version wrote none, and neither do other programs.
    pub(super) has_checksum: bool,
}

#[derive(Debug, thiserror::Error)]
pub(super) enum ChecksumError {
    #[error("it was changed or damaged after it was made: its checksum is not that of its contents")]
    Changed,
    #[error(
        "it has no checksum, so it may have been cut off; if you know where it is from, and that it never had one, add \
         --without-checksum"
    )]
    Missing,
    #[error(transparent)]
    File(#[from] io::Error),
}

/// Writes the checksum at the end of a finished backup.
pub(super) fn append_checksum(backup: &Path) -> io::Result<()> {
    let mut file = OpenOptions::new().read(true).append(true).open(backup)?;
    let checksum = checksum_of(&mut file)?;
    file.write_all(&[MARKER, checksum.as_bytes(), MARKER].concat())?;
    file.sync_all()
}

/// Refuses a backup that is not as it was written.
pub(super) fn check_contents(backup: &Path) -> Result<BackupContents, ChecksumError> {
    let mut file = File::open(backup)?;
    let size = file.metadata()?.len();
    file.seek(SeekFrom::Start(size.saturating_sub(SEARCHED_BYTES)))?;
    let mut end = Vec::new();
    file.read_to_end(&mut end)?;
    if !end.windows(MARKER.len()).any(|bytes| bytes == MARKER) {
        return Ok(BackupContents { bytes: size, has_checksum: false });
    }
    let written = end.len().checked_sub(LENGTH).map(|start| &end[start..]).ok_or(ChecksumError::Changed)?;
    let bytes = size - LENGTH as u64;
    file.rewind()?;
    let checksum = checksum_of(&mut file.take(bytes))?;
    if written != [MARKER, checksum.as_bytes(), MARKER].concat() {
        return Err(ChecksumError::Changed);
    }
    Ok(BackupContents { bytes, has_checksum: true })
}

/// SHA-256 of what is left to read, in hexadecimal digits as `sha256sum` prints them.
fn checksum_of(contents: &mut impl Read) -> io::Result<String> {
    let mut digest = Digest::new(&SHA256);
    let mut buffer = vec![0; 256 * 1024];
    loop {
        match contents.read(&mut buffer)? {
            0 => break,
            count => digest.update(&buffer[..count]),
        }
    }
    Ok(to_hex(digest.finish().as_ref()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(folder: &Path, bytes: &[u8]) -> Result<BackupContents, ChecksumError> {
        let file = folder.join("altered");
        std::fs::write(&file, bytes).unwrap();
        check_contents(&file)
    }

    #[test]
    fn every_changed_byte_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("backup");
        let contents: Vec<u8> = (0..=255).collect();
        std::fs::write(&file, &contents).unwrap();
        assert_eq!(check_contents(&file).unwrap(), BackupContents { bytes: 256, has_checksum: false });
        append_checksum(&file).unwrap();
        let whole = std::fs::read(&file).unwrap();
        assert!(whole.starts_with(&contents));
        assert_eq!(check_contents(&file).unwrap(), BackupContents { bytes: 256, has_checksum: true });
        for place in 0..whole.len() {
            for mask in [0x01, 0x20, 0xFF] {
                let mut altered = whole.clone();
                altered[place] ^= mask;
                assert!(matches!(check(folder.path(), &altered), Err(ChecksumError::Changed)), "{place} {mask}");
            }
        }
        for cut in 1..LENGTH - MARKER.len() {
            let altered = &whole[..whole.len() - cut];
            assert!(matches!(check(folder.path(), altered), Err(ChecksumError::Changed)), "{cut} bytes less");
        }
        for added in [1, 1_000, 60_000] {
            let altered = [whole.as_slice(), &vec![7; added]].concat();
            assert!(matches!(check(folder.path(), &altered), Err(ChecksumError::Changed)), "{added} bytes more");
        }
    }
}

//! Writes e-mails to files, for development.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use super::MailFailure;

/// Writes an e-mail atomically. Sending it again replaces the file.
pub(super) async fn write_eml_file(folder: &Path, id: &str, bytes: Vec<u8>) -> Result<(), MailFailure> {
    let (folder, name) = (folder.to_owned(), file_name(id));
    let writing = tokio::task::spawn_blocking(move || write_atomically(&folder, &name, &bytes).map_err(|e| e.kind()));
    match writing.await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(kind)) => Err(folder_failure(kind)),
        Err(_) => Err(folder_failure(ErrorKind::Other)),
    }
}

fn folder_failure(kind: ErrorKind) -> MailFailure {
    MailFailure::Retryable(format!("the mail folder cannot be written: {kind}"))
}

fn write_atomically(folder: &Path, name: &str, bytes: &[u8]) -> std::io::Result<()> {
    // Two processes that send the same e-mail must not write to the same file.
    static DRAFTS: AtomicU64 = AtomicU64::new(0);
    std::fs::create_dir_all(folder)?;
    let (process, count) = (std::process::id(), DRAFTS.fetch_add(1, Ordering::Relaxed));
    let draft: PathBuf = folder.join(format!(".{name}.{process}.{count}"));
    let written =
        std::fs::write(&draft, bytes).and_then(|()| std::fs::rename(&draft, folder.join(format!("{name}.eml"))));
    if written.is_err() {
        // The temporary file may not exist.
        let _ = std::fs::remove_file(&draft);
    }
    written
}

/// The id of the e-mail, without characters that a file name cannot have.
fn file_name(id: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_');
    id.chars().map(|letter| if is_plain(letter) { letter } else { '_' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_id_leads_out_of_the_folder() {
        assert_eq!(file_name("0197-ab_C"), "0197-ab_C");
        assert_eq!(file_name("../../etc/x\0"), "______etc_x_");
        assert_eq!(file_name(".hidden"), "_hidden");
    }

    #[tokio::test]
    async fn a_letter_that_is_sent_again_takes_the_place_of_the_first() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("a/b");
        for text in ["first", "second"] {
            write_eml_file(&folder, "id", text.into()).await.unwrap();
        }
        let names: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(names, ["id.eml"]);
        assert_eq!(std::fs::read_to_string(folder.join("id.eml")).unwrap(), "second");

        std::fs::write(home.path().join("file"), "").unwrap();
        let refused = write_eml_file(&home.path().join("file"), "id", Vec::new()).await;
        assert!(matches!(refused, Err(MailFailure::Retryable(_))), "{refused:?}");
    }
}

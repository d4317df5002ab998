//! The import and the export that are worked on. There is one of each at most.

use parlour_db::{Conn, DbError, Tx, params};
use parlour_domain::ist::Timestamp;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileWork {
    /// A file is checked or imported.
    Import,
    Export,
}

impl FileWork {
    fn as_str(self) -> &'static str {
        match self {
            Self::Import => "import",
            Self::Export => "export",
        }
    }
}

/// False while another file is worked on that came further after `given_up_before`.
pub fn claim(
    tx: &mut Tx<'_>,
    work: FileWork,
    file: &str,
    now: Timestamp,
    given_up_before: Timestamp,
) -> Result<bool, DbError> {
    tx.changes_row(
        "insert into running_files (work, file_id, progress_at) values ($1, $2, $3)
         on conflict (work) do update set file_id = excluded.file_id, progress_at = excluded.progress_at
             where running_files.progress_at <= $4",
        params![work.as_str(), file, now, given_up_before],
    )
}

/// Notes that the work has come further. False if another file is worked on by now.
pub fn note_progress(tx: &mut Tx<'_>, work: FileWork, file: &str, now: Timestamp) -> Result<bool, DbError> {
    tx.changes_row(
        "update running_files set progress_at = $3 where work = $1 and file_id = $2",
        params![work.as_str(), file, now],
    )
}

pub fn release(tx: &mut Tx<'_>, work: FileWork, file: &str) -> Result<(), DbError> {
    tx.run("delete from running_files where work = $1 and file_id = $2", params![work.as_str(), file])
}

/// Whether somebody works on the file, and came further after `given_up_before`.
pub fn is_worked_on(
    conn: &mut Conn<'_>,
    work: FileWork,
    file: &str,
    given_up_before: Timestamp,
) -> Result<bool, DbError> {
    conn.exists(
        "select 1 from running_files where work = $1 and file_id = $2 and progress_at > $3",
        params![work.as_str(), file, given_up_before],
    )
}

//! How a command ended.

use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;

/// How a command ended.
#[derive(Debug)]
pub struct CommandOutput {
    pub status: ExitStatus,
    pub stdout: String,
    pub stderr: String,
}

impl CommandOutput {
    /// What it printed, trimmed; it must have gone well, and quietly.
    #[track_caller]
    pub fn expect_success(&self) -> &str {
        assert!(self.status.success(), "{self:?}");
        assert_eq!(self.stderr, "", "{self:?}");
        self.stdout.trim_end()
    }

    /// The one line that says why not.
    #[track_caller]
    pub fn expect_error_line(&self) -> &str {
        assert!(!self.status.success(), "{self:?}");
        assert!(self.status.signal().is_none(), "{self:?}");
        assert_eq!(self.stderr.lines().count(), 1, "{self:?}");
        assert_eq!(self.stdout, "", "{self:?}");
        &self.stderr
    }
}

//! Errors in the log that a story provokes.

use std::fmt;

/// Which errors a story provokes on purpose.
pub(super) struct LogFilter(pub(super) Box<dyn Fn(&str) -> bool + Send + Sync>);

impl fmt::Debug for LogFilter {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("LogFilter")
    }
}

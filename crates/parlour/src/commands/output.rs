//! Printing to standard output.

use std::io::{self, Write as _};

/// Prints the text. A closed pipe is no error: `parlour openapi admin | head` is allowed.
pub(super) fn print_to_stdout(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}

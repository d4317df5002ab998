//! A limit for the rows of a file, so that memory stays bounded whatever the file contains.

use std::io::{self, Read};

/// No row of a salon comes near it. A quotation mark that is never closed makes one row of the rest of a file.
const MAX_ROW_BYTES: usize = 1024 * 1024;

/// Text that fails where a line, or a row of several lines, is longer than the limit.
pub(super) struct BoundedRows<R> {
    source: R,
    line_number: u64,
    line_bytes: usize,
    /// Whether the last byte was a carriage return, which may be half a line break.
    after_carriage_return: bool,
    /// The line in which the present row began, and what was read since.
    row_line: u64,
    row_bytes: usize,
}

impl<R> BoundedRows<R> {
    pub(super) fn new(source: R) -> Self {
        Self { source, line_number: 1, line_bytes: 0, after_carriage_return: false, row_line: 1, row_bytes: 0 }
    }

    /// To be called before each row. What the reader has read ahead does not count.
    pub(super) fn begin_row(&mut self, line: u64) {
        (self.row_line, self.row_bytes) = (line, 0);
    }

    fn count(&mut self, bytes: &[u8]) -> Result<(), u64> {
        for byte in bytes {
            if *byte == b'\n' || self.after_carriage_return {
                self.line_number += 1;
                self.line_bytes = 0;
            }
            self.after_carriage_return = *byte == b'\r';
            if !matches!(byte, b'\n' | b'\r') {
                self.line_bytes += 1;
            }
            if self.line_bytes > MAX_ROW_BYTES {
                return Err(self.line_number);
            }
        }
        self.row_bytes += bytes.len();
        // The end of the row may be anywhere in what was just read.
        if self.row_bytes > MAX_ROW_BYTES + bytes.len() { Err(self.row_line) } else { Ok(()) }
    }
}

impl<R: Read> Read for BoundedRows<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.source.read(buffer)?;
        let too_long = |line| {
            let message =
                format!("line {line} is longer than 1 MiB; is a quotation mark missing at the end of a cell?");
            io::Error::new(io::ErrorKind::InvalidData, message)
        };
        self.count(&buffer[..read]).map_err(too_long)?;
        Ok(read)
    }
}

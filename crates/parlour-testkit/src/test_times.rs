//! How long each test took, for `make test`, which prints the slowest.

use std::fs::OpenOptions;
use std::io::Write;
use std::time::{Duration, Instant};

/// Names the file that gets one line for each test: its name and its seconds. Without it nothing is written. It does not begin
/// with `PARLOUR_`: processes that tests start would take it for a setting.
const FILE_VARIABLE: &str = "TEST_TIMES_FILE";

/// Writes the time of the test on this thread when it is dropped, so also of a test that fails.
#[derive(Debug)]
pub(crate) struct TestTimer(Instant);

impl TestTimer {
    pub(crate) fn start() -> Self {
        Self(Instant::now())
    }
}

impl Drop for TestTimer {
    fn drop(&mut self) {
        let thread = std::thread::current();
        // The thread of a test has the name of the test.
        #[expect(
            clippy::disallowed_methods,
            reason = "the command that runs the tests names the file; it is no setting"
        )]
        let path = std::env::var_os(FILE_VARIABLE);
        if let (Some(path), Some(test)) = (path, thread.name()) {
            let line = time_line(test, self.0.elapsed());
            let file = OpenOptions::new().create(true).append(true).open(path);
            // One write for the whole line: tests end at the same time. A time that is lost is no fault of the test.
            let _ = file.and_then(|mut file| file.write_all(line.as_bytes()));
        }
    }
}

fn time_line(test: &str, time: Duration) -> String {
    format!("{test}\t{:.3}\n", time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_the_name_and_the_seconds() {
        assert_eq!(
            time_line("leads::kept::on_sqlite", Duration::from_millis(1_250)),
            "leads::kept::on_sqlite\t1.250\n"
        );
    }
}

//! The program that drives Chromium for all tests of this process.

use std::fs;
use std::path::Path;
use std::sync::{Mutex, OnceLock};

use super::watchdog::Watchdog;
use super::{command_output, start_on_free_port};

/// One chromedriver; every test opens sessions of its own, each with a Chromium of its own.
#[derive(Debug)]
pub(crate) struct Chromedriver {
    port: u16,
    /// Ends the program, and what it started, with the test process.
    #[cfg_attr(not(test), expect(dead_code, reason = "kept for its end"))]
    watchdog: Mutex<Watchdog>,
}

/// Chromium lives on when only its driver is killed. It is a child of some thread of the driver, and for a moment its own
/// processes still write into the folder.
const SHUTDOWN_SCRIPT: &str = r#"
if [ -n "$server" ]; then
    kill -KILL $(cat /proc/$server/task/*/children) $server
    wait $server
    sleep 1
fi"#;

impl Chromedriver {
    /// Started by the first test that asks.
    pub(crate) fn shared() -> &'static Self {
        static SHARED: OnceLock<Chromedriver> = OnceLock::new();
        SHARED.get_or_init(Self::start)
    }

    /// `http://127.0.0.1:PORT`
    pub(crate) fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// The driver's folder and process id.
    #[cfg(test)]
    pub(super) fn folder_and_process_id(&self) -> (std::path::PathBuf, u32) {
        let watchdog = self.watchdog.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        (watchdog.directory().to_owned(), watchdog.server().expect("the driver runs"))
    }

    fn start() -> Self {
        for command in ["chromium", "chromedriver"] {
            let found = command_output("sh", &["-c", &format!("command -v {command}")]);
            assert!(found.is_some(), "{command} is not installed: run `make setup`");
        }
        let mut watchdog = Watchdog::new("chromium", None, SHUTDOWN_SCRIPT);
        let port = start_on_free_port(|port| watchdog.start(&command(port), is_ready));
        Self { port, watchdog: Mutex::new(watchdog) }
    }
}

/// Profiles are made in the folder for temporary files; this one goes with the test process.
fn command(port: u16) -> String {
    format!("TMPDIR=\"$dir\" HOME=\"$dir\" chromedriver --port={port}")
}

fn is_ready(_server: u32, directory: &Path) -> bool {
    fs::read_to_string(directory.join("log")).is_ok_and(|log| log.contains("was started successfully"))
}

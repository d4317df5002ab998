//! Real servers that the tests start for themselves, on ports of their own, with nothing left behind.
//!
//! Every server is looked after by a watchdog (see `watchdog.rs`), so it ends with the test process however that one ends.

mod chromedriver;
mod postgres;
pub mod recording_server;
mod redis;
pub mod tls;
pub(crate) mod watchdog;

use std::hash::{BuildHasher, RandomState};
use std::net::{Ipv4Addr, TcpListener};
use std::process::Command;

pub(crate) use chromedriver::Chromedriver;
pub use postgres::{Durability, Encryption, PostgresOptions, PrivatePostgres};
pub use redis::PrivateRedis;

/// Starts a server on a free port and returns the port. Another process may take a port between our look and the
/// server's, so a failed start is tried again on another one.
fn start_on_free_port(mut start: impl FnMut(u16) -> Result<(), String>) -> u16 {
    let mut failure = String::new();
    for _ in 0..5 {
        let port = free_port();
        match start(port) {
            Ok(()) => return port,
            Err(log) => failure = log,
        }
    }
    panic!("a private server did not start: {failure}");
}

/// A port nobody listens on, below the range the kernel gives to outgoing connections: while a server is stopped, a
/// client that retries could otherwise be given the very port as its own end, and the server could not come back.
fn free_port() -> u16 {
    const FIRST: u16 = 20_000;
    const COUNT: u64 = 10_000;
    for _ in 0..1000 {
        let random_offset = RandomState::new().hash_one(()) % COUNT;
        let port = FIRST + u16::try_from(random_offset).expect("less than COUNT");
        if TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_ok() {
            return port;
        }
    }
    panic!("no free port from {FIRST} on");
}

/// What a command prints, trimmed; `None` when it fails or does not exist.
fn command_output(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    (output.status.success() && !text.is_empty()).then_some(text)
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader};
    use std::path::PathBuf;
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};
    use std::{fs, thread};

    use super::watchdog::has_ended;
    use super::{Chromedriver, PostgresOptions, PrivatePostgres, PrivateRedis};
    use crate::chromium::{Chromium, ChromiumOptions};

    #[test]
    fn a_killed_test_process_leaves_no_server_and_no_folder() {
        let mut victim = Command::new(std::env::current_exe().expect("the test binary knows its path"))
            .args(["--ignored", "--exact", "--nocapture", "servers::tests::victim"])
            .stdout(Stdio::piped())
            .spawn()
            .expect("the test binary starts again");
        let lines = BufReader::new(victim.stdout.take().expect("stdout is piped")).lines();
        let lines = lines.map(|line| line.expect("the victim prints text"));
        let servers: Vec<(PathBuf, u32)> = lines
            .filter_map(|line| {
                let (process, directory) = line.strip_prefix("server ")?.split_once(' ')?;
                Some((directory.into(), process.parse().ok()?))
            })
            .take(4)
            .collect();
        assert_eq!(servers.len(), 4, "the victim did not start its servers");
        assert!(servers.iter().all(|(directory, server)| directory.exists() && !has_ended(*server)));

        victim.kill().expect("the victim can be killed");
        victim.wait().expect("the victim ends");

        let deadline = Instant::now() + Duration::from_secs(30);
        while servers.iter().any(|(directory, server)| directory.exists() || !has_ended(*server)) {
            assert!(Instant::now() < deadline, "still there: {servers:?}");
            thread::sleep(Duration::from_millis(10));
        }
    }

    #[test]
    #[ignore = "started, and killed, by the test above"]
    fn victim() {
        let postgres = PrivatePostgres::start(&PostgresOptions::default());
        let redis = PrivateRedis::start();
        // The worst case: a frozen server, which cannot notice anything by itself.
        postgres.pause();
        let driver = Chromedriver::shared().folder_and_process_id();
        let runtime = tokio::runtime::Runtime::new().expect("a runtime can be built");
        let _chromium = runtime.block_on(Chromium::start(ChromiumOptions::desktop()));
        let threads = fs::read_dir(format!("/proc/{}/task", driver.1)).expect("the driver's threads").flatten();
        let children = threads.map(|thread| fs::read_to_string(thread.path().join("children")).unwrap_or_default());
        let chromium = children.collect::<String>().trim().parse().expect("one process id");
        let servers =
            [postgres.folder_and_process_id(), redis.folder_and_process_id(), (driver.0.clone(), chromium), driver];
        for (directory, server) in servers {
            println!("\nserver {server} {}", directory.display());
        }
        thread::sleep(Duration::from_mins(1));
    }
}

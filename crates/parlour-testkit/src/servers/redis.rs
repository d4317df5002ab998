//! A private Redis.

use std::fs;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::watchdog::Watchdog;
use super::{command_output, start_on_free_port};

/// A Redis of the test's own, which keeps nothing: after a restart it is empty.
#[derive(Debug)]
pub struct PrivateRedis {
    port: u16,
    watchdog: Mutex<Watchdog>,
}

impl PrivateRedis {
    /// Starts a Redis on a free port of 127.0.0.1; it ends when the value is dropped.
    pub fn start() -> Self {
        assert!(
            command_output("sh", &["-c", "command -v redis-server"]).is_some(),
            "redis-server is not installed: run `make setup`"
        );
        let shutdown_script = r#"if [ -n "$server" ]; then kill -KILL $server; wait $server; fi"#;
        let mut watchdog = Watchdog::new("redis", None, shutdown_script);
        let port = start_on_free_port(|port| watchdog.start(&command(port), is_ready));
        Self { port, watchdog: Mutex::new(watchdog) }
    }

    /// `redis://127.0.0.1:PORT`
    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }

    /// Stops the server; its port refuses connections until [`restart`](Self::restart).
    pub fn stop(&self) {
        self.watchdog().stop("TERM");
    }

    /// Starts the server again, empty, on the same port; stops it first if it runs.
    pub fn restart(&self) {
        let mut watchdog = self.watchdog();
        watchdog.stop("TERM");
        watchdog.start(&command(self.port), is_ready).unwrap_or_else(|log| panic!("Redis did not restart: {log}"));
    }

    /// Freezes the server: connections stay open and nobody answers.
    pub fn pause(&self) {
        self.watchdog().pause();
    }

    /// Lets a paused server go on.
    pub fn resume(&self) {
        self.watchdog().resume();
    }

    /// A test that failed while holding the lock must not make the others fail with it.
    fn watchdog(&self) -> MutexGuard<'_, Watchdog> {
        self.watchdog.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The server's folder and process id.
    #[cfg(test)]
    pub(super) fn folder_and_process_id(&self) -> (std::path::PathBuf, u32) {
        let watchdog = self.watchdog();
        (watchdog.directory().to_owned(), watchdog.server().expect("the server runs"))
    }
}

fn command(port: u16) -> String {
    format!("redis-server --bind 127.0.0.1 --port {port} --save '' --appendonly no --daemonize no --dir .")
}

fn is_ready(_server: u32, directory: &Path) -> bool {
    fs::read_to_string(directory.join("log")).is_ok_and(|log| log.contains("Ready to accept connections"))
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::TcpStream;
    use std::time::Duration;

    use super::super::start_on_free_port;
    use super::{PrivateRedis, Watchdog, command, is_ready};

    fn send_command(redis: &PrivateRedis, command: &str) -> std::io::Result<String> {
        let mut stream = TcpStream::connect(("127.0.0.1", redis.port))?;
        stream.set_read_timeout(Some(Duration::from_millis(200)))?;
        stream.write_all(format!("{command}\r\n").as_bytes())?;
        let mut answer = [0; 64];
        let length = stream.read(&mut answer)?;
        Ok(String::from_utf8_lossy(&answer[..length]).into_owned())
    }

    #[test]
    fn redis_stops_restarts_and_pauses() {
        let redis = PrivateRedis::start();
        assert_eq!(send_command(&redis, "SET name Asha").expect("running"), "+OK\r\n");
        redis.stop();
        send_command(&redis, "PING").expect_err("stopped");
        redis.restart();
        assert_eq!(send_command(&redis, "GET name").expect("running again"), "$-1\r\n");
        redis.pause();
        send_command(&redis, "PING").expect_err("frozen");
        redis.resume();
        assert_eq!(send_command(&redis, "PING").expect("thawed"), "+PONG\r\n");
    }

    #[test]
    fn a_port_taken_in_between_is_left_to_the_other() {
        let neighbour = PrivateRedis::start();
        let mut watchdog = Watchdog::new("redis", None, "kill -KILL $server; wait $server");
        let mut failures = Vec::new();
        let port = start_on_free_port(|port| {
            let port = if failures.is_empty() { neighbour.port } else { port };
            watchdog.start(&command(port), is_ready).inspect_err(|log| failures.push(log.clone()))
        });
        assert_ne!(port, neighbour.port);
        assert!(failures[0].contains("Address already in use"), "{failures:?}");
    }
}

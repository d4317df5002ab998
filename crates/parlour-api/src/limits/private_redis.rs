//! A Redis of the test's own: nothing on disk, gone when dropped, also when the test panics.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

pub(super) struct PrivateRedis {
    pub(super) port: u16,
    child: Option<Child>,
}

impl PrivateRedis {
    pub(super) fn start() -> Self {
        // Between finding a free port and using it somebody else may take it.
        for _ in 0..5 {
            let mut redis = Self { port: free_port(), child: None };
            if redis.started() {
                return redis;
            }
        }
        panic!("no redis-server came up on five free ports");
    }

    pub(super) fn url(&self) -> String {
        format!("redis://127.0.0.1:{}/", self.port)
    }

    pub(super) fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }

    /// On the same port, and empty.
    pub(super) fn restart(&mut self) {
        self.kill();
        assert!(self.started(), "redis-server did not come up again on port {}", self.port);
    }

    fn started(&mut self) -> bool {
        let child = Command::new("redis-server")
            .args(["--port", &self.port.to_string(), "--bind", "127.0.0.1"])
            .args(["--save", "", "--appendonly", "no", "--dir", "/tmp", "--daemonize", "no"])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the Debian package redis-server is installed");
        let child = self.child.insert(child);
        for _ in 0..500 {
            if child.try_wait().expect("a child can be waited for").is_some() {
                return false;
            }
            if answers(self.port) {
                return true;
            }
            sleep(Duration::from_millis(10));
        }
        false
    }
}

impl Drop for PrivateRedis {
    fn drop(&mut self) {
        self.kill();
    }
}

fn free_port() -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("some port is free");
    listener.local_addr().expect("a listener has an address").port()
}

fn answers(port: u16) -> bool {
    let mut pong = [0; 7];
    TcpStream::connect((Ipv4Addr::LOCALHOST, port))
        .and_then(|mut stream| {
            stream.set_read_timeout(Some(Duration::from_secs(1)))?;
            stream.write_all(b"PING\r\n")?;
            stream.read_exact(&mut pong)
        })
        .is_ok_and(|()| &pong == b"+PONG\r\n")
}

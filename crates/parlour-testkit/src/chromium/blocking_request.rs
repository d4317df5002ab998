//! Commands to the driver where nothing can be awaited: at the end of a story, which may have failed.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::Value;

/// Longer than a browser takes to end on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(15);

/// The value of the answer; `None` for an error.
pub(super) fn ask_driver(method: &str, url: &str, body: &str) -> Option<Value> {
    let (host, path) = url.strip_prefix("http://")?.split_once('/')?;
    let mut driver = TcpStream::connect(host).ok()?;
    driver.set_read_timeout(Some(TIMEOUT)).ok()?;
    let headers = format!("Host: {host}\r\nContent-Length: {}\r\nConnection: close", body.len());
    driver.write_all(format!("{method} /{path} HTTP/1.1\r\n{headers}\r\n\r\n{body}").as_bytes()).ok()?;
    let mut answer: Value = serde_json::from_slice(&read_body(BufReader::new(driver))?).ok()?;
    let value = answer["value"].take();
    value["error"].is_null().then_some(value)
}

fn read_body(mut answer: impl BufRead) -> Option<Vec<u8>> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        answer.read_line(&mut line).ok().filter(|read| *read > 0)?;
        let line = line.trim_end().to_ascii_lowercase();
        if line.is_empty() {
            break;
        }
        if let Some(value) = line.strip_prefix("content-length:") {
            length = value.trim().parse().ok()?;
        }
    }
    let mut body = vec![0; length];
    answer.read_exact(&mut body).ok()?;
    Some(body)
}

#[cfg(test)]
mod tests {
    use super::read_body;

    #[test]
    fn a_body_is_read_by_its_length() {
        let answer = b"HTTP/1.1 200 OK\r\nContent-Length:7\r\nX: y\r\n\r\n{\"a\":1}more";
        assert_eq!(read_body(&answer[..]).as_deref(), Some(&b"{\"a\":1}"[..]));
        assert_eq!(read_body(&b"HTTP/1.1 200 OK\r\n"[..]), None);
    }
}

//! Load from `wrk`: every connection sends its next request as soon as the previous one is answered.

use std::fmt::Write as _;
use std::io::{Read, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{Context, bail, ensure};
use serde::Deserialize;

pub(crate) const CONNECTIONS: usize = 64;
/// Client and server share the machine: one thread keeps the server busy, and a second would take CPU time from it.
const THREADS: usize = 1;

#[derive(Debug, Clone)]
pub(crate) struct Request {
    pub(crate) method: &'static str,
    /// Path and query. `{n}` is replaced by a number that increases with every request.
    pub(crate) path: String,
    pub(crate) headers: Vec<(&'static str, String)>,
    pub(crate) body: String,
    /// Session cookies, used in turn for consecutive requests. Empty for requests without a session.
    pub(crate) cookies: Vec<String>,
    pub(crate) is_for_admin_app: bool,
    /// Fields that are added to the body, other ones for each request; none is sent twice.
    further_fields: Arc<[String]>,
    connections: usize,
    /// The next value of `{n}` in the path, and the number of the next further fields.
    next_number: Arc<AtomicU64>,
}

impl Request {
    pub(crate) fn get(path: impl Into<String>) -> Self {
        Self {
            method: "GET",
            path: path.into(),
            headers: Vec::new(),
            body: String::new(),
            cookies: Vec::new(),
            is_for_admin_app: false,
            further_fields: Arc::default(),
            connections: CONNECTIONS,
            next_number: Arc::new(AtomicU64::new(1)),
        }
    }

    /// Sets the number of connections, which is `CONNECTIONS` otherwise.
    pub(crate) fn with_connections(self, connections: usize) -> Self {
        Self { connections, ..self }
    }

    pub(crate) fn for_admin_app(self) -> Self {
        Self { is_for_admin_app: true, ..self }
    }

    pub(crate) fn with_new_counter(&self) -> Self {
        Self { next_number: Arc::new(AtomicU64::new(1)), ..self.clone() }
    }

    /// Adds one of these texts to the body of each request: fields of a JSON object.
    pub(crate) fn with_further_fields(self, further_fields: Vec<String>) -> Self {
        Self { further_fields: further_fields.into(), ..self }
    }

    fn has_counter(&self) -> bool {
        self.path.contains("{n}") || !self.further_fields.is_empty()
    }

    /// The body of the request with this number, counted from 1.
    fn numbered_body(&self, number: u64) -> anyhow::Result<String> {
        if self.further_fields.is_empty() {
            return Ok(self.body.clone());
        }
        let fields = self.further_fields.get(usize::try_from(number)? - 1).context("all further fields were sent")?;
        Ok(format!("{{{fields},{}", &self.body[1..]))
    }

    pub(crate) fn post(path: impl Into<String>, json: &serde_json::Value) -> Self {
        let headers = vec![("content-type", "application/json".to_owned())];
        Self { headers, method: "POST", body: json.to_string(), ..Self::get(path) }
    }

    pub(crate) fn with_cookies(self, cookies: &[String]) -> Self {
        Self { cookies: cookies.to_vec(), ..self }
    }
}

/// The result of one run of `wrk`, as `result.lua` prints it.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct LoadResult {
    pub(crate) requests: u64,
    pub(crate) duration_us: u64,
    pub(crate) p50_us: u64,
    pub(crate) p99_us: u64,
    pub(crate) slowest_us: u64,
    failed: u64,
}

impl LoadResult {
    #[expect(clippy::cast_precision_loss, reason = "no run has 2^52 requests")]
    pub(crate) fn per_second(&self) -> f64 {
        self.requests as f64 / (self.duration_us as f64 / 1e6)
    }
}

/// Sends requests for so many seconds. Fails if a single request fails.
pub(crate) fn run(address: SocketAddr, request: &Request, seconds: u32, folder: &Path) -> anyhow::Result<LoadResult> {
    let script = folder.join("wrk.lua");
    std::fs::write(&script, lua_script(request))?;
    let output = Command::new("wrk")
        .args([format!("-t{THREADS}"), format!("-c{}", request.connections), format!("-d{seconds}s")])
        .arg("-s")
        .arg(&script)
        .arg(format!("http://{address}{}", request.path.replace("{n}", "0")))
        .output()
        .context("wrk is not installed: run `make setup`")?;
    let output_text = String::from_utf8_lossy(&output.stdout);
    let Some(result) = output_text.lines().find_map(|line| line.strip_prefix("result ")) else {
        bail!("wrk failed: {output_text}{}", String::from_utf8_lossy(&output.stderr));
    };
    let load: LoadResult = serde_json::from_str(result)?;
    ensure!(load.failed == 0, "{} of {} {} failed", load.failed, load.requests, request.path);
    ensure!(load.requests > 0, "no request was answered: {}", request.path);
    // Requests in progress at the end may have been sent without being counted.
    request.next_number.fetch_add(load.requests + 2 * CONNECTIONS as u64, Ordering::Relaxed);
    Ok(load)
}

fn lua_script(request: &Request) -> String {
    let mut script = format!("wrk.method = \"{}\"\n", request.method);
    for (name, value) in &request.headers {
        // Writing to a String does not fail.
        let _ = writeln!(script, "wrk.headers[\"{name}\"] = [==[{value}]==]");
    }
    if !request.body.is_empty() {
        let _ = writeln!(script, "wrk.body = [==[{}]==]", request.body);
    }
    match request.cookies.as_slice() {
        [] => {}
        // A constant header is cheaper for the client than a request built for every cookie.
        [cookie] => {
            let _ = writeln!(script, "wrk.headers[\"cookie\"] = [==[{cookie}]==]");
        }
        cookies => {
            let list = cookies.join("]==],\n    [==[");
            let _ = writeln!(script, "local cookies = {{\n    [==[{list}]==],\n}}");
        }
    }
    if request.has_counter() {
        let (first, path) = (request.next_number.load(Ordering::Relaxed), &request.path);
        let _ = writeln!(script, "local first, path = {first}, \"{path}\"");
        if !request.further_fields.is_empty() {
            let unsent = request.further_fields.iter().skip(usize::try_from(first - 1).unwrap_or(usize::MAX));
            let list = unsent.map(|fields| format!("'{fields}'")).collect::<Vec<_>>().join(",\n    ");
            let _ = writeln!(script, "local further_fields = {{\n    {list},\n}}");
        }
        script += include_str!("numbered_paths.lua");
    } else if request.cookies.len() > 1 {
        script += include_str!("cookies_in_turn.lua");
    }
    script + include_str!("result.lua")
}

/// Sends one request and returns the body of the response, which must have a 2xx status.
pub(crate) fn send_once(address: SocketAddr, request: &Request) -> anyhow::Result<Vec<u8>> {
    let Request { method, headers, cookies, .. } = request;
    let number = request.next_number.fetch_add(1, Ordering::Relaxed);
    let body = request.numbered_body(number)?;
    let path = &request.path.replace("{n}", &number.to_string());
    let mut text = format!("{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n");
    let cookie = cookies.first().map(|cookie| ("cookie", cookie));
    for (name, value) in headers.iter().map(|(name, value)| (*name, value)).chain(cookie) {
        let _ = write!(text, "{name}: {value}\r\n");
    }
    let _ = write!(text, "content-length: {}\r\n\r\n{body}", body.len());
    let mut stream = TcpStream::connect(address)?;
    stream.write_all(text.as_bytes())?;
    let mut response = Vec::new();
    stream.read_to_end(&mut response)?;
    let end =
        response.windows(4).position(|bytes| bytes == b"\r\n\r\n").context("the response has no end of headers")?;
    let head = String::from_utf8_lossy(&response[..end]).into_owned();
    let answer = || String::from_utf8_lossy(&response[end..]).into_owned();
    ensure!(head.starts_with("HTTP/1.1 2"), "{method} {path} with {body} was answered: {head}{}", answer());
    ensure!(!head.contains("transfer-encoding"), "{method} {path} has no length: {head}");
    Ok(response.split_off(end + 4))
}

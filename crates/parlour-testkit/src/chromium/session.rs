//! The `WebDriver` protocol: one session is one Chromium with a fresh profile.

use std::cell::Cell;
use std::fmt;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::{Arc, OnceLock};

use serde_json::{Value, json};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::process::http_client_builder;
use crate::servers::Chromedriver;

/// A story at two screens and another one; more of them make two cores too slow for what a story waits for.
const MOST_AT_A_TIME: usize = 3;

/// Chromium without the parts that only its windows need: it starts with a fifth of the processor time.
const HEADLESS_SHELL: &str = "/usr/lib/chromium/chromium-headless-shell";

/// Which Chromium it is: another one may show a page otherwise.
pub(super) fn version() -> String {
    let binary = std::fs::metadata(HEADLESS_SHELL).expect("Chromium is installed: run `make setup`");
    format!("{} bytes of {:?}", binary.len(), binary.modified().expect("the file system keeps times"))
}

thread_local! {
    /// How many browsers the story on this thread runs.
    static RUNNING_HERE: Cell<usize> = const { Cell::new(0) };
}

/// The right to run one Chromium. A story that runs one already does not wait for another: those that wait in front of it
/// could wait for the one that it runs.
#[derive(Debug)]
pub(super) struct Permit(Option<OwnedSemaphorePermit>);

impl Permit {
    fn new(permit: Option<OwnedSemaphorePermit>) -> Self {
        RUNNING_HERE.set(RUNNING_HERE.get() + 1);
        Self(permit)
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        RUNNING_HERE.set(RUNNING_HERE.get().saturating_sub(1));
        self.0 = None;
    }
}

/// Why a command failed: the protocol's name of the error, and the details.
#[derive(Debug)]
pub(super) struct CommandError {
    pub(super) kind: String,
    message: String,
}

impl fmt::Display for CommandError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}", self.kind, self.message)
    }
}

#[derive(Debug)]
pub(super) struct Session {
    http: reqwest::Client,
    url: String,
    _permit: Permit,
}

/// Waits until this many may start. A story that needs two takes both at once, so that no two stories wait for each other.
pub(super) async fn permits(count: u32) -> Vec<Permit> {
    static RUNNING: OnceLock<Arc<Semaphore>> = OnceLock::new();
    let semaphore = RUNNING.get_or_init(|| Arc::new(Semaphore::new(MOST_AT_A_TIME)));
    if RUNNING_HERE.get() > 0 {
        return (0..count).map(|_| Permit::new(None)).collect();
    }
    let mut all = Arc::clone(semaphore).acquire_many_owned(count).await.expect("never closed");
    let mut permits: Vec<_> = (1..count).filter_map(|_| all.split(1)).collect();
    permits.push(all);
    permits.into_iter().map(|permit| Permit::new(Some(permit))).collect()
}

impl Session {
    pub(super) async fn start(permit: Permit, language: &str) -> Self {
        let driver = tokio::task::spawn_blocking(Chromedriver::shared).await.expect("chromedriver starts");
        let language = format!("--accept-lang={language}");
        let arguments = [
            &language,
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            // A process less, and pictures need not be handed to it.
            "--in-process-gpu",
            "--disable-quic",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--no-proxy-server",
            // Most scripts run once, so optimising them takes longer than they do.
            "--js-flags=--always-sparkplug --no-opt --no-maglev",
        ];
        let options = json!({ "binary": HEADLESS_SHELL, "args": arguments });
        let wanted = json!({
            "browserName": "chrome",
            "goog:chromeOptions": options,
            "goog:loggingPrefs": { "browser": "ALL" },
            "timeouts": { "implicit": 0, "pageLoad": 30_000, "script": 30_000 },
        });
        let http = http_client_builder().build().expect("a client");
        let mut session = Self { http, url: format!("{}/session", driver.url()), _permit: permit };
        let started = session.post("", &json!({ "capabilities": { "alwaysMatch": wanted } })).await;
        session.url = format!("{}/{}", session.url, started["sessionId"].as_str().expect("a session"));
        session
    }

    pub(super) async fn post(&self, command: &str, body: &Value) -> Value {
        self.try_post(command, body).await.unwrap_or_else(|error| panic!("{command} {body}: {error}"))
    }

    pub(super) async fn try_post(&self, command: &str, body: &Value) -> Result<Value, CommandError> {
        self.send(self.http.post(format!("{}{command}", self.url)).json(body)).await
    }

    pub(super) async fn get(&self, command: &str) -> Value {
        let answer = self.send(self.http.get(format!("{}{command}", self.url))).await;
        answer.unwrap_or_else(|error| panic!("{command}: {error}"))
    }

    pub(super) async fn delete(&self, command: &str) -> Value {
        let answer = self.send(self.http.delete(format!("{}{command}", self.url))).await;
        answer.unwrap_or_else(|error| panic!("{command}: {error}"))
    }

    async fn send(&self, request: reqwest::RequestBuilder) -> Result<Value, CommandError> {
        let mut answer: Value = request.send().await.expect("an answer").json().await.expect("JSON");
        let value = answer["value"].take();
        let Some(kind) = value["error"].as_str() else { return Ok(value) };
        let message = value["message"].as_str().unwrap_or_default();
        Err(CommandError { kind: kind.to_owned(), message: message.to_owned() })
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // The answer comes when Chromium has ended.
        let (host, path) = self.url["http://".len()..].split_once('/').expect("a session's address");
        if path.contains('/')
            && let Ok(mut driver) = TcpStream::connect(host)
        {
            let request = format!("DELETE /{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
            let _ = driver.write_all(request.as_bytes());
            let _ = driver.read(&mut [0; 1]);
        }
    }
}

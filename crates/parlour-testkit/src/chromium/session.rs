//! The `WebDriver` protocol: one session is one Chromium.

use std::cell::Cell;
use std::collections::HashSet;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use reqwest::{Client, RequestBuilder, Url};
use serde_json::{Value, json};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::blocking_request::ask_driver;
use super::options::USUAL_LANGUAGE;
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
    http: Client,
    url: String,
    /// The origins that may have stored something.
    origins: Mutex<HashSet<String>>,
    /// Whether another story may go on with it.
    is_usual: bool,
    _permit: Permit,
}

/// A Chromium that no story uses, with one window that has shown nothing. To start another takes longer than most pages.
#[derive(Debug)]
struct IdleSession {
    url: String,
    origins: HashSet<String>,
}

static IDLE: Mutex<Vec<IdleSession>> = Mutex::new(Vec::new());

fn lock_idle() -> MutexGuard<'static, Vec<IdleSession>> {
    IDLE.lock().unwrap_or_else(PoisonError::into_inner)
}

impl IdleSession {
    /// One that works and has forgotten what stories did with it.
    async fn take(http: &Client) -> Option<Self> {
        loop {
            let idle = lock_idle().pop()?;
            if idle.forget_stories(http).await.is_ok() {
                return Some(idle);
            }
            end(&idle.url);
        }
    }

    async fn forget_stories(&self, http: &Client) -> Result<(), CommandError> {
        let command = |path: &str, body: &Value| send(http.post(format!("{}{path}", self.url)).json(body));
        let cdp = |name: &str, parameters: &Value| {
            command("/goog/cdp/execute", &json!({ "cmd": name, "params": parameters }))
        };
        cdp("Network.clearBrowserCookies", &json!({})).await?;
        cdp("Network.clearBrowserCache", &json!({})).await?;
        // The salon of another story may have got the same port.
        for origin in &self.origins {
            cdp("Storage.clearDataForOrigin", &json!({ "origin": origin, "storageTypes": "all" })).await?;
        }
        command("/se/log", &json!({ "type": "browser" })).await.map(drop)
    }
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
        let http = http_client_builder().build().expect("a client");
        let is_usual = language == USUAL_LANGUAGE;
        let idle = if is_usual { IdleSession::take(&http).await } else { None };
        let url = match idle {
            Some(idle) => idle.url,
            None => start_chromium(&http, language).await,
        };
        Self { http, url, origins: Mutex::default(), is_usual, _permit: permit }
    }

    /// Remembers that a page of this origin is opened.
    pub(super) fn note_origin(&self, url: &str) {
        if let Ok(url) = Url::parse(url) {
            self.lock_origins().insert(url.origin().ascii_serialization());
        }
    }

    fn lock_origins(&self) -> MutexGuard<'_, HashSet<String>> {
        self.origins.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) async fn post(&self, command: &str, body: &Value) -> Value {
        self.try_post(command, body).await.unwrap_or_else(|error| panic!("{command} {body}: {error}"))
    }

    pub(super) async fn try_post(&self, command: &str, body: &Value) -> Result<Value, CommandError> {
        send(self.http.post(format!("{}{command}", self.url)).json(body)).await
    }

    pub(super) async fn get(&self, command: &str) -> Value {
        let answer = send(self.http.get(format!("{}{command}", self.url))).await;
        answer.unwrap_or_else(|error| panic!("{command}: {error}"))
    }

    pub(super) async fn delete(&self, command: &str) -> Value {
        let answer = send(self.http.delete(format!("{}{command}", self.url))).await;
        answer.unwrap_or_else(|error| panic!("{command}: {error}"))
    }
}

/// Starts a Chromium with a fresh profile; returns the address of its session.
async fn start_chromium(http: &Client, language: &str) -> String {
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
    let sessions = format!("{}/session", driver.url());
    let started = send(http.post(&sessions).json(&json!({ "capabilities": { "alwaysMatch": wanted } }))).await;
    let started = started.unwrap_or_else(|error| panic!("no browser: {error}"));
    format!("{sessions}/{}", started["sessionId"].as_str().expect("a session"))
}

async fn send(request: RequestBuilder) -> Result<Value, CommandError> {
    let mut answer: Value = request.send().await.expect("an answer").json().await.expect("JSON");
    let value = answer["value"].take();
    let Some(kind) = value["error"].as_str() else { return Ok(value) };
    let message = value["message"].as_str().unwrap_or_default();
    Err(CommandError { kind: kind.to_owned(), message: message.to_owned() })
}

/// Ends a Chromium. The answer comes when it has ended.
fn end(url: &str) {
    let _ = ask_driver("DELETE", url, "");
}

/// Closes the one window of a session and goes on in a new one: it has no history, and nothing that was set for the other
/// holds. `None` if that does not work, or if there were several windows.
fn replace_window(url: &str) -> Option<()> {
    let new = ask_driver("POST", &format!("{url}/window/new"), r#"{"type":"tab"}"#)?;
    let handle = &new["handle"];
    let left = ask_driver("DELETE", &format!("{url}/window"), "")?;
    if left != json!([handle]) {
        return None;
    }
    ask_driver("POST", &format!("{url}/window"), &json!({ "handle": handle }).to_string()).map(drop)
}

/// After a failure nobody knows what the browser does.
impl Drop for Session {
    fn drop(&mut self) {
        let is_kept = self.is_usual && !std::thread::panicking() && replace_window(&self.url).is_some();
        let mut idle = lock_idle();
        if is_kept && idle.len() < MOST_AT_A_TIME {
            let origins = std::mem::take(&mut *self.lock_origins());
            idle.push(IdleSession { url: self.url.clone(), origins });
            return;
        }
        drop(idle);
        end(&self.url);
    }
}

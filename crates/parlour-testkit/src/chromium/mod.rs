//! A real browser: Chromium, driven over the `WebDriver` protocol.
//!
//! The client is our own (ADR 27): it asks again until a page is ready, says what is on the page when something is not,
//! and no session outlives a story that fails.

mod blocking_request;
mod elements;
mod keys;
mod log;
mod log_filter;
mod options;
mod screens;
mod session;
mod visitor;
mod waits;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use log_filter::LogFilter;
use session::{CommandError, Permit, Session};

use crate::Person;

pub use options::ChromiumOptions;
pub use screens::screens_with_pages;
pub use visitor::Visitor;

/// A machine with two busy cores shows a page late, not never.
const TIMEOUT: Duration = Duration::from_secs(30);
/// Most of what a story waits for is there at the second look.
const FIRST_PAUSE: Duration = Duration::from_millis(12);
const LONGEST_PAUSE: Duration = Duration::from_millis(50);

/// One browser that has stored nothing, with one window that has shown nothing. When this is dropped, the next story gets the
/// browser with a new window, or it ends.
#[derive(Debug)]
pub struct Chromium {
    session: Session,
    options: ChromiumOptions,
    ignored_log: Mutex<Vec<LogFilter>>,
    are_documents_prepared: AtomicBool,
}

impl Chromium {
    /// Starts a browser, or takes one that a story has left, as soon as not too many run.
    pub async fn start(options: ChromiumOptions) -> Self {
        let permit = session::permits(1).await.pop().expect("one permit");
        Self::start_with(permit, options).await
    }

    /// Two browsers that share nothing.
    pub async fn start_two(options: [ChromiumOptions; 2]) -> [Self; 2] {
        let mut permits = session::permits(2).await;
        let [first, second] = options;
        let (second_permit, first_permit) = (permits.pop().expect("two"), permits.pop().expect("two"));
        [Self::start_with(first_permit, first).await, Self::start_with(second_permit, second).await]
    }

    async fn start_with(permit: Permit, options: ChromiumOptions) -> Self {
        let session = Session::start(permit, options.language).await;
        let are_documents_prepared = AtomicBool::new(false);
        let chromium = Self { session, options, ignored_log: Mutex::default(), are_documents_prepared };
        chromium.apply_options().await;
        chromium
    }

    /// Settings of the `DevTools` protocol hold for one window.
    async fn apply_options(&self) {
        let ChromiumOptions { width, height, is_phone, colours, motion, has_scripts, .. } = self.options;
        let screen = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": is_phone });
        self.cdp("Emulation.setDeviceMetricsOverride", &screen).await;
        if is_phone {
            self.cdp("Emulation.setTouchEmulationEnabled", &json!({ "enabled": true, "maxTouchPoints": 5 })).await;
        }
        let features = json!([
            { "name": "prefers-color-scheme", "value": colours },
            { "name": "prefers-reduced-motion", "value": motion },
        ]);
        self.cdp("Emulation.setEmulatedMedia", &json!({ "features": features })).await;
        self.run_scripts_of_pages(has_scripts).await;
    }

    async fn run_scripts_of_pages(&self, runs: bool) {
        self.cdp("Emulation.setScriptExecutionDisabled", &json!({ "value": !runs })).await;
    }

    /// Which Chromium it is.
    pub(crate) fn version() -> String {
        session::version()
    }

    /// The width of the window in CSS pixels.
    pub fn width(&self) -> u32 {
        self.options.width
    }

    /// Opens an address and waits until it is loaded.
    pub async fn go(&self, url: &str) {
        self.session.note_origin(url);
        self.session.post("/url", &json!({ "url": url })).await;
    }

    pub async fn back(&self) {
        self.session.post("/back", &json!({})).await;
    }

    pub async fn reload(&self) {
        self.session.post("/refresh", &json!({})).await;
    }

    pub async fn url(&self) -> String {
        self.session.get("/url").await.as_str().expect("text").to_owned()
    }

    /// The path of the page that is shown, without its query.
    pub async fn path(&self) -> String {
        let url = self.url().await;
        reqwest::Url::parse(&url).map(|url| url.path().to_owned()).unwrap_or(url)
    }

    pub async fn title(&self) -> String {
        self.session.get("/title").await.as_str().expect("text").to_owned()
    }

    /// Runs the body of a function with these arguments and returns what it returns. Not bound by the page's policies.
    pub async fn execute(&self, script: &str, arguments: &[Value]) -> Value {
        self.session.post("/execute/sync", &json!({ "script": script, "args": arguments })).await
    }

    async fn try_execute(&self, script: &str, arguments: &[Value]) -> Result<Value, CommandError> {
        self.session.try_post("/execute/sync", &json!({ "script": script, "args": arguments })).await
    }

    /// The same, for a script that hands its result to `done`. Also works where scripts of pages do not run. `None` if
    /// the page went away meanwhile.
    pub(crate) async fn execute_async(&self, script: &str, arguments: &[Value]) -> Option<Value> {
        if !self.options.has_scripts {
            self.run_scripts_of_pages(true).await;
        }
        let script = format!("const done = arguments[arguments.length - 1];\n{script}");
        let result = self.session.try_post("/execute/async", &json!({ "script": script, "args": arguments })).await;
        if !self.options.has_scripts {
            self.run_scripts_of_pages(false).await;
        }
        result.ok()
    }

    /// Runs a script at the start of every document to come in this window. Only the first call has an effect.
    pub(crate) async fn prepare_documents_once(&self, script: &str) {
        if !self.are_documents_prepared.swap(true, Ordering::Relaxed) {
            self.cdp("Page.addScriptToEvaluateOnNewDocument", &json!({ "source": script })).await;
        }
    }

    /// A command of the `DevTools` protocol, for this window.
    pub async fn cdp(&self, command: &str, parameters: &Value) -> Value {
        self.session.post("/goog/cdp/execute", &json!({ "cmd": command, "params": parameters })).await
    }

    /// The HTML of the page that is shown, as the server sent it.
    pub(crate) async fn served_html(&self) -> Option<String> {
        let tree = self.cdp("Page.getFrameTree", &json!({})).await;
        let frame = &tree["frameTree"]["frame"];
        let wanted = json!({ "frameId": frame["id"], "url": frame["url"] });
        let content = json!({ "cmd": "Page.getResourceContent", "params": wanted });
        match self.session.try_post("/goog/cdp/execute", &content).await {
            Ok(resource) => resource["content"].as_str().map(str::to_owned),
            // A script gave the page another address: what would the server send for that?
            Err(_) => self.fetch(frame["url"].as_str()?).await,
        }
    }

    async fn fetch(&self, url: &str) -> Option<String> {
        let cookies = self.cookies().await;
        let pair = |cookie: &Value| Some(format!("{}={}", cookie["name"].as_str()?, cookie["value"].as_str()?));
        let cookies: Vec<_> = cookies.iter().filter_map(pair).collect();
        let request = crate::process::http_client().get(url).header("accept", "text/html");
        request.header("cookie", cookies.join("; ")).send().await.ok()?.text().await.ok()
    }

    /// Gives the browser the session of a person; the other app's session stays.
    pub async fn sign_in_as(&self, person: &Person) {
        self.set_cookie(person.app_kind.session_cookie(), person.token()).await;
    }

    /// Sets a cookie for all apps on 127.0.0.1, with the attributes of a session.
    pub async fn set_cookie(&self, name: &str, value: &str) {
        let cookie = json!({
            "url": "http://127.0.0.1/", "name": name, "value": value,
            "path": "/", "secure": true, "httpOnly": true, "sameSite": "Lax",
        });
        let set = self.cdp("Network.setCookie", &cookie).await;
        assert_eq!(set["success"], true, "the cookie {name} is refused");
    }

    /// Forgets all cookies.
    pub async fn sign_out(&self) {
        self.cdp("Network.clearBrowserCookies", &json!({})).await;
    }

    /// The cookies that the shown page gets, as the protocol describes them.
    pub async fn cookies(&self) -> Vec<Value> {
        self.session.get("/cookie").await.as_array().expect("cookies").clone()
    }

    /// Opens another window of the same browser, goes on there, and returns its handle.
    pub async fn new_window(&self) -> String {
        let window = self.session.post("/window/new", &json!({ "type": "tab" })).await;
        let handle = window["handle"].as_str().expect("a handle").to_owned();
        self.switch_to(&handle).await;
        handle
    }

    /// The handle of the window in use.
    pub async fn window(&self) -> String {
        self.session.get("/window").await.as_str().expect("a handle").to_owned()
    }

    /// The handles of all windows.
    pub async fn windows(&self) -> Vec<String> {
        let handles = self.session.get("/window/handles").await;
        let handles = handles.as_array().expect("handles").iter();
        handles.map(|handle| handle.as_str().expect("a handle").to_owned()).collect()
    }

    /// Goes on in another window.
    pub async fn switch_to(&self, handle: &str) {
        self.session.post("/window", &json!({ "handle": handle })).await;
        self.apply_options().await;
    }

    /// Closes the window in use and goes on in the first that is left.
    pub async fn close_window(&self) {
        self.session.delete("/window").await;
        let left = self.windows().await;
        self.switch_to(left.first().expect("a window is left")).await;
    }

    /// The screen as a PNG in `target/screens`, where a person can look at it.
    pub async fn save_screenshot(&self, name: &str) {
        let picture = self.session.get("/screenshot").await;
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/screens");
        std::fs::create_dir_all(folder).expect("a folder");
        let picture = STANDARD.decode(picture.as_str().expect("text")).expect("base64");
        std::fs::write(format!("{folder}/{name}.png"), picture).expect("written");
    }

    /// Does not report errors in the log for which this holds: a story provokes them on purpose.
    pub fn ignore_console(&self, ignores: impl Fn(&str) -> bool + Send + Sync + 'static) {
        self.ignored_log.lock().unwrap_or_else(PoisonError::into_inner).push(LogFilter(Box::new(ignores)));
    }
}

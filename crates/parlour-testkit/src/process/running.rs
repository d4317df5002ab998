//! A running process of the binary, and what it writes.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use parlour_domain::auth::app_kind::AppKind;
use serde_json::Value;

use super::command_output::CommandOutput;
use super::http_client::{TIMEOUT, http_client, http_client_builder, send_and_read};
use super::installation::Installation;
use crate::Reply;
use crate::servers::watchdog::has_ended;

/// `parlour serve`, running; killed when dropped.
#[derive(Debug)]
pub struct ParlourProcess {
    installation: Installation,
    child: Child,
    guard: Option<KillOnTestExit>,
    status: Option<ExitStatus>,
    started: Instant,
    lines: Arc<LogLines>,
    listener: Option<JoinHandle<()>>,
    printed: Option<JoinHandle<String>>,
    stdout: String,
    pub(super) addresses: HashMap<String, SocketAddr>,
    pub(super) http: reqwest::Client,
}

impl Installation {
    /// Runs a command to its end.
    pub fn run(&self, arguments: &[&str]) -> CommandOutput {
        self.run_within(TIMEOUT, arguments)
    }

    /// The same, for what takes long.
    pub fn run_within(&self, time_limit: Duration, arguments: &[&str]) -> CommandOutput {
        let mut running = self.spawn(arguments);
        let status = running.wait_within(time_limit);
        CommandOutput { status, stdout: running.stdout(), stderr: running.log_lines().join("\n") }
    }

    /// Starts `serve` and waits until every listener is up.
    pub fn serve(&self, arguments: &[&str]) -> ParlourProcess {
        let mut process = self.spawn(&[&["serve"], arguments].concat());
        let mut awaited = vec!["customer", "admin"];
        awaited.extend(self.setting("PARLOUR_METRICS_ADDR").map(|_| "metrics"));
        for app in awaited {
            let line = process.wait_for_line(|line| line["message"] == "listening" && line["app"] == app);
            let address = line["address"].as_str().and_then(|text| text.parse().ok());
            process.addresses.insert(app.to_owned(), address.expect("a bound address"));
        }
        process
    }

    /// Starts the binary and waits for nothing.
    pub fn spawn(&self, arguments: &[&str]) -> ParlourProcess {
        ParlourProcess::start(self.clone(), self.command(arguments))
    }
}

impl ParlourProcess {
    fn start(installation: Installation, mut command: Command) -> Self {
        let started = Instant::now();
        let mut child = command.spawn().expect("the binary starts");
        let guard = KillOnTestExit::over(child.id());
        let lines = Arc::new(LogLines::default());
        let (stderr, collector) = (child.stderr.take().expect("stderr is piped"), Arc::clone(&lines));
        let listener = thread::spawn(move || collector.collect(BufReader::new(stderr)));
        let mut stdout = child.stdout.take().expect("stdout is piped");
        let printed = thread::spawn(move || {
            let mut text = Vec::new();
            let _ = stdout.read_to_end(&mut text);
            String::from_utf8_lossy(&text).into_owned()
        });
        let http = if installation.has_tls() {
            let trusting = http_client_builder().tls_danger_accept_invalid_certs(true).timeout(TIMEOUT);
            trusting.build().expect("a client can be built")
        } else {
            http_client()
        };
        Self {
            installation,
            child,
            guard: Some(guard),
            status: None,
            started,
            lines,
            listener: Some(listener),
            printed: Some(printed),
            stdout: String::new(),
            addresses: HashMap::new(),
            http,
        }
    }

    pub fn installation(&self) -> &Installation {
        &self.installation
    }

    /// Runs a command with the same settings, beside the serving process.
    pub fn run(&self, arguments: &[&str]) -> CommandOutput {
        self.installation.run(arguments)
    }

    /// A Cookie header's value, with a session on each app.
    pub fn session(&self, email: &str, role: &str) -> String {
        let name = email.split('@').next().unwrap_or_default();
        let arguments = ["session", "create", "--email", email, "--name", name, "--role", role];
        self.run(&arguments).expect_success().to_owned()
    }

    /// The process' number.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// The most memory that it has ever had.
    pub fn peak_memory_bytes(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.id())).expect("the process runs");
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("the kernel says it");
        line.trim().trim_end_matches(" kB").parse::<u64>().expect("a number") * 1_024
    }

    /// Since the process was started.
    pub fn uptime(&self) -> Duration {
        self.started.elapsed()
    }

    pub fn address(&self, app_kind: AppKind) -> SocketAddr {
        self.addresses[app_kind.as_str()]
    }

    pub fn metrics_address(&self) -> SocketAddr {
        self.addresses["metrics"]
    }

    pub fn url(&self, app_kind: AppKind, path: &str) -> String {
        let scheme = if self.installation.has_tls() { "https" } else { "http" };
        format!("{scheme}://{}{path}", self.address(app_kind))
    }

    /// Asks one of the apps; an error is a connection that failed.
    pub async fn send_request(
        &self,
        app_kind: AppKind,
        method: reqwest::Method,
        path: &str,
        customize: impl FnOnce(reqwest::RequestBuilder) -> reqwest::RequestBuilder,
    ) -> Result<Reply, reqwest::Error> {
        send_and_read(customize(self.http.request(method, self.url(app_kind, path)))).await
    }

    pub async fn get(&self, app_kind: AppKind, path: &str) -> Reply {
        self.send_request(app_kind, reqwest::Method::GET, path, |request| request).await.expect("an answer")
    }

    /// As somebody with this Cookie header.
    pub async fn get_as(&self, cookie: &str, app_kind: AppKind, path: &str) -> Reply {
        let answer =
            self.send_request(app_kind, reqwest::Method::GET, path, |request| request.header("cookie", cookie));
        answer.await.expect("an answer")
    }

    pub async fn post_lead(&self, name: &str) -> Result<Reply, reqwest::Error> {
        let lead = serde_json::json!({ "name": name, "phone": "9876543210" });
        self.send_request(AppKind::Customer, reqwest::Method::POST, "/api/leads", |request| request.json(&lead)).await
    }

    /// Everything written on stderr so far.
    pub fn log_lines(&self) -> Vec<String> {
        self.lines.lock().clone()
    }

    /// The first JSON line, past or to come, that is looked for.
    pub fn wait_for_line(&mut self, mut matches: impl FnMut(&Value) -> bool) -> Value {
        self.wait_for(|line| serde_json::from_str(line).ok().filter(&mut matches))
    }

    /// The first line, past or to come, that has this in it.
    pub fn wait_for_text(&mut self, text: &str) -> String {
        self.wait_for(|line| line.contains(text).then(|| line.to_owned()))
    }

    fn wait_for<T>(&mut self, mut read: impl FnMut(&str) -> Option<T>) -> T {
        let deadline = Instant::now() + TIMEOUT;
        let mut seen = 0;
        loop {
            let lines = self.log_lines();
            if let Some(found) = lines[seen..].iter().find_map(|line| read(line)) {
                return found;
            }
            seen = lines.len();
            let has_ended = has_ended(self.child.id());
            assert!(!has_ended && Instant::now() < deadline, "the line never came:\n{}", lines.join("\n"));
            self.lines.wait_for_more_than(seen);
        }
    }

    /// The system's polite request (`SIGTERM`).
    pub fn terminate(&self) {
        self.signal("TERM");
    }

    /// `SIGKILL`, and waits until the process is gone.
    pub fn kill(&mut self) {
        self.signal("KILL");
        self.wait();
    }

    fn signal(&self, name: &str) {
        // Not reaped yet, so the number is still the child's.
        assert!(self.status.is_none(), "the process has ended already");
        let kill = Command::new("kill").args([&format!("-{name}"), &self.child.id().to_string()]).status();
        assert!(kill.expect("`kill` starts").success());
    }

    /// Waits for the end, and for the last word.
    pub fn wait(&mut self) -> ExitStatus {
        self.wait_within(TIMEOUT)
    }

    /// The same, for what takes long.
    pub fn wait_within(&mut self, time_limit: Duration) -> ExitStatus {
        if let Some(status) = self.status {
            return status;
        }
        let deadline = Instant::now() + time_limit;
        let status = loop {
            // A child that was waited for may lose its number to another process.
            if has_ended(self.child.id()) {
                self.guard = None;
            }
            if self.guard.is_none() {
                break self.child.wait().expect("a child can be waited for");
            }
            assert!(Instant::now() < deadline, "still running:\n{}", self.log_lines().join("\n"));
            thread::sleep(Duration::from_millis(2));
        };
        self.status = Some(status);
        if let Some(listener) = self.listener.take() {
            listener.join().expect("the listener ends");
        }
        if let Some(printed) = self.printed.take() {
            self.stdout = printed.join().expect("the reader ends");
        }
        status
    }

    /// What was printed, once the process has ended.
    pub fn stdout(&self) -> String {
        self.stdout.clone()
    }
}

impl Drop for ParlourProcess {
    fn drop(&mut self) {
        if self.status.is_none() {
            // It may have ended by itself; a panic here would hide the test's own.
            let _ = self.child.kill();
            self.guard = None;
            let _ = self.child.wait();
        }
    }
}

#[derive(Debug, Default)]
struct LogLines {
    written: Mutex<Vec<String>>,
    more: Condvar,
}

impl LogLines {
    fn lock(&self) -> MutexGuard<'_, Vec<String>> {
        self.written.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn collect(&self, stderr: impl BufRead) {
        for line in stderr.split(b'\n').map_while(Result::ok) {
            self.lock().push(String::from_utf8_lossy(&line).into_owned());
            self.more.notify_all();
        }
    }

    /// Not for long: the process may end without another word.
    fn wait_for_more_than(&self, count: usize) {
        let pause = Duration::from_millis(50);
        let waited = self.more.wait_timeout_while(self.lock(), pause, |written| written.len() <= count);
        drop(waited.unwrap_or_else(PoisonError::into_inner));
    }
}

/// A shell that kills the process when the test process ends without having done so: the kernel closes the pipe then.
#[derive(Debug)]
struct KillOnTestExit(Child);

impl KillOnTestExit {
    fn over(process: u32) -> Self {
        let mut shell = Command::new("sh");
        shell.args(["-c", r#"read -r _; kill -KILL "$1""#, "sh"]).arg(process.to_string());
        shell.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        Self(shell.spawn().expect("`sh` starts"))
    }
}

impl Drop for KillOnTestExit {
    fn drop(&mut self) {
        // It holds nothing that a kill could lose.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

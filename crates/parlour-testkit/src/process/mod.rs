//! The built binary as a process: started, asked, stopped and killed as an operator would.

mod actor;
mod running;

use std::ffi::OsStr;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use parlour_domain::auth::app_side::AppSide;
use parlour_store::{DatabaseLocation, Db};
use tempfile::TempDir;

use crate::servers::PrivatePostgres;
use crate::temporary_folder::temporary_folder;
use crate::{Engine, Reply};

pub use actor::Actor;
pub use running::ParlourProcess;

/// Far above what a start or a command needs, even on a loaded machine.
const TIMEOUT: Duration = Duration::from_mins(1);

pub const BOTH_APPS: [AppSide; 2] = [AppSide::Customer, AppSide::Admin];

/// The binary, a folder it works in, and what it is told through its environment: these settings and nothing else.
#[derive(Debug, Clone)]
pub struct Installation {
    binary: PathBuf,
    folder: Arc<TempDir>,
    settings: Vec<(String, String)>,
}

impl Installation {
    /// In an empty folder, so on an empty `SQLite` file; apps on free loopback ports, log lines in JSON.
    pub fn new(binary: impl Into<PathBuf>) -> Self {
        let folder = temporary_folder();
        let new = Self { binary: binary.into(), folder: Arc::new(folder), settings: Vec::new() };
        new.with("PARLOUR_CUSTOMER_ADDR", "127.0.0.1:0")
            .with("PARLOUR_ADMIN_ADDR", "127.0.0.1:0")
            .with("PARLOUR_LOG_FORMAT", "json")
    }

    /// On an empty database of the engine; a Postgres one lives on the tests' shared server.
    pub fn on(engine: Engine, binary: impl Into<PathBuf>) -> Self {
        let new = Self::new(binary);
        match engine {
            Engine::Sqlite => new,
            Engine::Postgres => new.with("PARLOUR_DATABASE_URL", &PrivatePostgres::shared().fresh_database()),
        }
    }

    /// With another program in the place of the binary, which starts it.
    #[must_use]
    pub fn with_binary(&self, binary: impl Into<PathBuf>) -> Self {
        Self { binary: binary.into(), ..self.clone() }
    }

    /// With a setting more, or another value of one.
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.settings.retain(|(known, _)| known != name);
        self.settings.push((name.to_owned(), value.to_owned()));
        self
    }

    #[must_use]
    pub fn without(mut self, name: &str) -> Self {
        self.settings.retain(|(known, _)| known != name);
        self
    }

    #[must_use]
    pub fn without_rate_limits(mut self) -> Self {
        for name in ["BOOKINGS", "LEADS", "AVAILABILITY", "SERVICES", "HEALTH", "AUTH"] {
            self = self.with(&format!("PARLOUR_RATE_LIMIT_{name}"), "off");
        }
        self
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Where the data is, for a test that looks for itself.
    pub fn location(&self) -> DatabaseLocation {
        match self.setting("PARLOUR_DATABASE_URL") {
            Some(url) if url.starts_with("postgres") => DatabaseLocation::Postgres(url.to_owned()),
            Some(url) => DatabaseLocation::Sqlite(self.folder().join(url.trim_start_matches("sqlite://"))),
            None => DatabaseLocation::Sqlite(self.folder().join("data/parlour.db")),
        }
    }

    /// The database itself, seen past Parlour.
    pub async fn database(&self) -> Db {
        let location = self.location();
        let opened = tokio::task::spawn_blocking(move || Db::open_without_migrating(&location, None)).await;
        opened.expect("opening does not panic").expect("the database can be opened")
    }

    fn setting(&self, name: &str) -> Option<&str> {
        self.settings.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.binary);
        // `pg_dump` is found by PATH; nothing else of the outside comes in.
        let path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
        command.args(arguments).current_dir(self.folder()).env_clear().env("PATH", path);
        command.envs(self.settings.iter().map(|(name, value)| (OsStr::new(name), OsStr::new(value))));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

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

/// How a command ended.
#[derive(Debug)]
pub struct CommandOutput {
    pub status: ExitStatus,
    pub stdout: String,
    pub stderr: String,
}

impl CommandOutput {
    /// What it printed, trimmed; it must have gone well, and quietly.
    #[track_caller]
    pub fn expect_success(&self) -> &str {
        assert!(self.status.success(), "{self:?}");
        assert_eq!(self.stderr, "", "{self:?}");
        self.stdout.trim_end()
    }

    /// The one line that says why not.
    #[track_caller]
    pub fn expect_error_line(&self) -> &str {
        assert!(!self.status.success(), "{self:?}");
        assert!(self.status.signal().is_none(), "{self:?}");
        assert_eq!(self.stderr.lines().count(), 1, "{self:?}");
        assert_eq!(self.stdout, "", "{self:?}");
        &self.stderr
    }
}

/// A client that goes nowhere but where it is sent.
pub fn http_client() -> reqwest::Client {
    reqwest::Client::builder()
        .no_proxy()
        .redirect(reqwest::redirect::Policy::none())
        .timeout(TIMEOUT)
        .build()
        .expect("a client can be built")
}

/// Sends a request and reads the whole answer.
pub async fn send_and_read(request: reqwest::RequestBuilder) -> Result<Reply, reqwest::Error> {
    let response = request.send().await?;
    let (status, headers) = (response.status(), response.headers().clone());
    Ok(Reply { status, headers, bytes: response.bytes().await?.to_vec() })
}

/// Looks again and again until there is something to see.
pub async fn eventually<T, Attempt>(within: Duration, mut attempt: impl FnMut() -> Attempt) -> T
where
    Attempt: Future<Output = Option<T>>,
{
    let deadline = Instant::now() + within;
    loop {
        if let Some(seen) = attempt().await {
            return seen;
        }
        assert!(Instant::now() < deadline, "nothing to be seen after {} s", within.as_secs_f32());
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

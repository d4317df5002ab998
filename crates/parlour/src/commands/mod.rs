//! What `parlour` can be told to do: one file per command.

mod backup;
mod completions;
mod demo;
mod doctor;
mod export;
mod import;
mod integrations;
mod job;
mod migrate;
mod openapi;
mod queue;
mod serve;
mod session;
mod user;

use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::{Parser, Subcommand};
use parlour_app::App;
use parlour_app::request_context::RequestContext;
use parlour_app::rng::SharedRng;
use parlour_integrations::clock::Clock;
use parlour_store::{DatabaseLocation, Db};

use crate::settings::Settings;
use crate::settings::database::DatabaseUrl;
use crate::settings::secret::ConnectionUrl;

/// Booking and customer management for salons and spas.
///
/// Settings are environment variables that begin with PARLOUR_, or the same keys in lower case
/// without the prefix in parlour.toml. docs/settings.md lists all settings. None is required to try it:
///
///     parlour serve --demo
#[derive(Debug, Parser)]
#[command(name = "parlour", version, verbatim_doc_comment)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Start the customer app, the admin app and the background jobs
    Serve(serve::Serve),
    /// Update the database schema (`serve` also does this)
    Migrate,
    /// Fill an empty database with demo data
    Demo(demo::Demo),
    /// Create a sign-in session, for scripts and tests
    #[command(subcommand)]
    Session(session::Session),
    /// Change the role of a user
    #[command(subcommand)]
    User(user::User),
    /// Run one job now, print its result, and send the e-mails and notifications it created
    Job(job::RunJob),
    /// Manage the schedules in an external queue
    #[command(subcommand)]
    Queue(queue::Queue),
    /// Print the API of an app as an `OpenAPI` 3.1 document
    Openapi {
        /// The app to describe
        app: openapi::OpenApiApp,
    },
    /// Write a consistent copy of the database to FILE; Parlour may be running
    ///
    /// `SQLite`: FILE is a database file. To restore it, stop Parlour and replace the database with it.
    /// Postgres: FILE is an archive for `pg_restore`. See docs/guides/backup.md.
    Backup {
        /// A file that does not exist yet
        file: PathBuf,
    },
    /// Export all tables to FOLDER as CSV and JSON; Parlour may be running
    Export {
        /// A new or empty folder
        folder: PathBuf,
    },
    /// Import customers, services or bookings from a CSV file
    ///
    /// Rows that cannot be imported are written to FILE.errors.csv, each with its errors. Correct them there and import
    /// that file. A row that was imported before is recognised by its sourceId or its content and skipped, so an
    /// interrupted import, or a file with new rows, can be imported again.
    #[command(after_help = import::columns_help())]
    Import(import::ImportFile),
    /// Check the settings, the database and the configured integrations
    ///
    /// Prints one line per check, `ok` or `FAIL`. The exit code is not 0 if a check failed.
    Doctor,
    /// Print the completion script for a shell
    Completions {
        /// bash, zsh, fish, elvish or powershell
        shell: clap_complete::Shell,
    },
    /// Print the reference of all settings as Markdown
    #[command(hide = true)]
    Settings,
}

impl Command {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        match self {
            Self::Serve(serve) => serve.run()?,
            Self::Migrate => migrate::run()?,
            Self::Demo(demo) => demo.run()?,
            Self::Session(session) => session.run()?,
            Self::User(user) => user.run()?,
            Self::Job(job) => job.run()?,
            Self::Queue(queue) => queue.run()?,
            Self::Openapi { app } => openapi::print(app)?,
            Self::Backup { file } => backup::run(&file)?,
            Self::Export { folder } => export::run(&folder)?,
            Self::Import(import) => import.run()?,
            Self::Doctor => return Ok(doctor::run()),
            Self::Completions { shell } => completions::print(shell)?,
            Self::Settings => print_to_stdout(&Settings::reference_markdown())?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The settings and the database, as every command that touches data needs them.
struct OpenedApp {
    settings: Settings,
    app: App,
}

impl OpenedApp {
    fn now() -> anyhow::Result<Self> {
        Self::with(Settings::from_process()?)
    }

    fn with(settings: Settings) -> anyhow::Result<Self> {
        install_tls_provider();
        let db = Db::open(
            &database_location(&settings),
            settings.database.read_url.as_ref().map(ConnectionUrl::expose),
        )
        .context("cannot open the database")?;
        let clock = settings.clock_start.map_or_else(Clock::real, Clock::starting_at);
        Ok(Self { settings, app: App { db, clock, rng: SharedRng::system() } })
    }

    fn context(&self) -> RequestContext {
        RequestContext::command(self.app.clock.now(), self.app.rng.clone())
    }
}

fn database_location(settings: &Settings) -> DatabaseLocation {
    match &settings.database.url {
        DatabaseUrl::Sqlite(path) => DatabaseLocation::Sqlite(path.clone()),
        DatabaseUrl::Postgres(url) => DatabaseLocation::Postgres(url.expose().to_owned()),
    }
}

/// Every TLS connection uses the same cryptography, whichever crate makes it.
fn install_tls_provider() {
    // An error means that it is installed already.
    let _ = rustls::crypto::aws_lc_rs::default_provider().install_default();
}

/// Prints for whoever still reads: `parlour openapi admin | head` is no mistake.
fn print_to_stdout(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}

/// Runs a short piece of async work for a command.
fn block_on<T>(work: impl Future<Output = T>) -> anyhow::Result<T> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    Ok(runtime.block_on(work))
}

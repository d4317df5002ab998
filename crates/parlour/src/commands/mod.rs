//! The command line: one file per command.

mod backup;
mod backup_checksum;
mod backup_file;
mod backup_place;
mod clock;
mod completions;
mod demo;
mod doctor;
mod export;
mod import;
mod integrations;
mod job;
mod migrate;
mod move_database;
mod openapi;
mod opened_app;
mod output;
mod postgres_tools;
mod queue;
mod restore;
mod serve;
mod session;
mod user;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use crate::settings::Settings;
use output::print_to_stdout;

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
    ///
    /// Prints the address of each app. Without settings Parlour listens on loopback only and stores its data in the
    /// folder `data`. Example: parlour serve --demo
    Serve(serve::Serve),
    /// Update the database schema (`serve` also does this)
    Migrate,
    /// Fill an empty database with demo data
    Demo(demo::Demo),
    /// Create a sign-in session, for scripts and tests
    #[command(subcommand)]
    Session(session::Session),
    /// Invite users, list them, and change their roles
    ///
    /// Example: parlour user add asha@example.in manager --name "Asha Rao"
    #[command(subcommand)]
    User(user::User),
    /// Run one job now, print its result, and send the e-mails and notifications it created
    ///
    /// A running server runs jobs on schedule; this command is for tests and for repeating a job.
    Job(job::RunJob),
    /// Manage the schedules in an external queue
    #[command(subcommand)]
    Queue(queue::Queue),
    /// Print the API of an app as an `OpenAPI` 3.1 document
    Openapi {
        /// The app to describe
        app: openapi::OpenApiApp,
    },
    /// Write a consistent copy of the database to FILE, or to `PARLOUR_BACKUP_URL`; Parlour may be running
    ///
    /// `SQLite`: FILE is a database file. Postgres: FILE is an archive for `pg_restore`. `parlour restore` reads both.
    /// See docs/guides/backup.md.
    Backup {
        /// A file that does not exist yet. Without it the copy goes where the nightly backups go
        file: Option<PathBuf>,
    },
    /// Replace the database with the backup in FILE, after Parlour was stopped
    ///
    /// What the database contains now is kept in another file, which is named at the end. If the backup was changed after
    /// it was made, is damaged, was cut off, or not one of Parlour, nothing changes.
    Restore {
        /// What `parlour backup` has written, with the same kind of database
        file: PathBuf,
        /// Accept a file that never had a checksum: a backup of a version that wrote none, an archive of `pg_dump`, or what
        /// a restore has kept
        #[arg(long)]
        without_checksum: bool,
    },
    /// Copy all data into an empty database, of the same kind or another, after Parlour was stopped
    #[command(after_help = move_database::EXAMPLE)]
    Move(move_database::Move),
    /// Export all tables to FOLDER as CSV and JSON; Parlour may be running
    Export {
        /// A new or empty folder
        folder: PathBuf,
    },
    /// Import customers, services, staff, bookings, memberships or gems from a CSV file
    ///
    /// Rows that cannot be imported are written to FILE.errors.csv, each with its errors, and the exit code is 3. Correct
    /// them there and import that file. A row that was imported before is recognised by its sourceId or its content and skipped, so an
    /// interrupted import, or a file with new rows, can be imported again.
    #[command(after_help = import::columns_help())]
    Import(import::ImportFile),
    /// Check the settings, the database and the configured integrations
    ///
    /// Changes nothing. Prints one line per check: `ok`, `warn` or `FAIL`. The exit code is not 0 if a check failed.
    Doctor,
    /// Confirm the clock of this machine, when Parlour refuses changes because of it
    #[command(subcommand)]
    Clock(clock::Clock),
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
            Self::Backup { file } => backup::run(file.as_deref())?,
            Self::Restore { file, without_checksum } => restore::run(&file, without_checksum)?,
            Self::Move(move_database) => move_database.run()?,
            Self::Export { folder } => export::run(&folder)?,
            Self::Import(import) => return import.run(),
            Self::Clock(clock) => clock.run()?,
            Self::Doctor => return Ok(doctor::run()),
            Self::Completions { shell } => completions::print(shell, Arguments::command())?,
            Self::Settings => print_to_stdout(&Settings::reference_markdown())?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

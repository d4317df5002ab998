//! The programs of Postgres that copy a whole database: `pg_dump`, `pg_restore` and `psql`.

use std::io;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};

use anyhow::{Context, bail, ensure};
use url::Url;

/// A database, for programs that are given its URL.
pub(super) struct PostgresDatabase {
    /// Without its password: every user of the machine can read the arguments of a process.
    url: Url,
    password: Option<String>,
}

impl PostgresDatabase {
    pub(super) fn new(url: &str) -> anyhow::Result<Self> {
        let mut url = Url::parse(url).context("the URL of the database is not valid")?;
        let password = take_password(&mut url)?;
        Ok(Self { url, password })
    }

    /// Writes an archive of the database. The file must be there, and is overwritten.
    pub(super) fn dump(&self, file: &Path) -> anyhow::Result<()> {
        let mut dump = self.command("pg_dump");
        dump.args(["--format=custom", "--no-owner", "--file"]).arg(file).arg(self.url.as_str());
        ensure_success("pg_dump", start(&mut dump, "pg_dump")?.wait()?)
    }

    /// Runs SQL and then restores an archive, all in one transaction.
    pub(super) fn restore(&self, first: Option<&str>, archive: &Path) -> anyhow::Result<()> {
        let mut script = start(
            Command::new("pg_restore")
                .args(["--no-owner", "--no-privileges", "--no-comments", "--file=-"])
                .arg(archive)
                .stdout(Stdio::piped()),
            "pg_restore",
        )?;
        let mut psql = self.command("psql");
        psql.args(["--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1", "--output=/dev/null"]);
        if let Some(sql) = first {
            psql.args(["--command", sql]);
        }
        let mut restored = start(psql.args(["--file=-", "--dbname", self.url.as_str()]).stdin(Stdio::piped()), "psql")?;
        let piped = pipe(&mut script, &mut restored);
        let read = script.wait()?;
        if piped.is_err() || !read.success() {
            // As long as its input is open nothing is committed. One that has failed itself has said why.
            restored.kill()?;
        }
        drop(restored.stdin.take());
        let restored = restored.wait()?;
        if piped.is_ok() {
            ensure_success("pg_restore", read)?;
        }
        ensure_success("psql", restored)
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        if let Some(password) = &self.password {
            command.env("PGPASSWORD", password);
        }
        // Notices of what exists already are no news.
        command.env("PGOPTIONS", "-c client_min_messages=warning");
        command
    }
}

/// Whether an archive has a table.
pub(super) fn archive_has_table(archive: &Path, table: &str) -> anyhow::Result<bool> {
    let listed = Command::new("pg_restore").arg("--list").arg(archive).stderr(Stdio::inherit()).output();
    let listed = listed.context(missing("pg_restore"))?;
    ensure_success("pg_restore", listed.status)?;
    let contents = String::from_utf8_lossy(&listed.stdout);
    Ok(contents.lines().any(|line| line.contains(" TABLE ") && line.split(' ').any(|word| word == table)))
}

/// Leaves the input of the second open.
fn pipe(from: &mut Child, to: &mut Child) -> io::Result<()> {
    match (from.stdout.take(), to.stdin.as_mut()) {
        (Some(mut from), Some(to)) => io::copy(&mut from, to).map(drop),
        _ => Ok(()),
    }
}

fn start(command: &mut Command, program: &str) -> anyhow::Result<Child> {
    command.spawn().with_context(|| missing(program))
}

fn missing(program: &str) -> String {
    format!("cannot start {program}; install the Postgres client tools")
}

fn ensure_success(program: &str, status: ExitStatus) -> anyhow::Result<()> {
    if status.success() { Ok(()) } else { bail!("{program} failed ({status})") }
}

/// Removes the password from the URL and returns it. A URL can contain it before the host or in the query.
fn take_password(url: &mut Url) -> anyhow::Result<Option<String>> {
    let (passwords, others): (Vec<_>, Vec<_>) =
        url.query_pairs().into_owned().partition(|(name, _)| name == "password");
    if let Some((_, password)) = passwords.into_iter().next() {
        url.query_pairs_mut().clear().extend_pairs(others);
        return Ok(Some(password));
    }
    let password = url.password().map(percent_decode).transpose()?;
    if password.is_some() {
        ensure!(url.set_password(None).is_ok(), "the URL of the database has no host");
    }
    Ok(password)
}

fn percent_decode(text: &str) -> anyhow::Result<String> {
    let pair = format!("p={}", text.replace('+', "%2B"));
    let decoded = url::form_urlencoded::parse(pair.as_bytes()).next().map(|(_, value)| value.into_owned());
    decoded.context("the password in the URL of the database cannot be decoded")
}

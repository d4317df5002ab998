//! The programs of Postgres that copy a whole database: `pg_dump`, `pg_restore` and `psql`.

use std::io::{self, Write as _};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};

use anyhow::{Context, bail, ensure};
use parlour_db::migrations::HISTORY_TABLE;
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

    /// Runs SQL and then restores an archive, all in one transaction. It is committed only after the last line, so also a
    /// process that is killed leaves all or nothing.
    pub(super) fn restore(&self, first: Option<&str>, archive: &Path) -> anyhow::Result<()> {
        let mut script = start(
            Command::new("pg_restore")
                .args(["--no-owner", "--no-privileges", "--no-comments", "--file=-"])
                .arg(archive)
                .stdout(Stdio::piped()),
            "pg_restore",
        )?;
        let mut psql = self.command("psql");
        psql.args(["--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--output=/dev/null", "--file=-", "--dbname"]);
        let mut restoring = start(psql.arg(self.url.as_str()).stdin(Stdio::piped()), "psql")?;
        let sent = send_script(&mut script, &mut restoring, first.unwrap_or_default());
        drop(restoring.stdin.take());
        // If it has failed itself, it has said why, and it read no more.
        ensure_success("psql", restoring.wait()?)?;
        sent
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

/// The last line is sent only if the archive could be read to its end.
fn send_script(script: &mut Child, psql: &mut Child, first: &str) -> anyhow::Result<()> {
    let (mut from, to) = script.stdout.take().zip(psql.stdin.as_mut()).context("the programs are not connected")?;
    let sent = writeln!(to, "begin;\n{first};").and_then(|()| io::copy(&mut from, to));
    // A program that still writes then ends.
    drop(from);
    let read = script.wait()?;
    sent?;
    ensure_success("pg_restore", read)?;
    writeln!(to, "commit;")?;
    Ok(())
}

/// The newest migration of an archive; none if it is no archive of Parlour.
pub(super) fn newest_version_in(archive: &Path) -> anyhow::Result<Option<i64>> {
    let listed = Command::new("pg_restore")
        .args(["--data-only", "--table", HISTORY_TABLE, "--file=-"])
        .arg(archive)
        .stderr(Stdio::inherit())
        .output();
    let listed = listed.context(missing("pg_restore"))?;
    ensure_success("pg_restore", listed.status)?;
    let script = String::from_utf8_lossy(&listed.stdout);
    let rows = script.lines().skip_while(|line| !line.starts_with("COPY ")).skip(1).take_while(|line| *line != "\\.");
    Ok(rows.filter_map(|row| row.split('\t').next()?.parse().ok()).max())
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
    let mut password = url.password().map(percent_decode).transpose()?;
    if password.is_some() {
        ensure!(url.set_password(None).is_ok(), "the URL of the database has no host");
    }
    if let Some(query) = url.query().map(str::to_owned) {
        // As it is written: the programs decode it differently than forms are.
        let (given, others): (Vec<&str>, Vec<&str>) = query.split('&').partition(|pair| pair.starts_with("password="));
        if let Some((_, given)) = given.first().and_then(|pair| pair.split_once('=')) {
            password = Some(percent_decode(given)?);
            url.set_query(Some(&others.join("&")).filter(|others| !others.is_empty()).map(String::as_str));
        }
    }
    Ok(password)
}

fn percent_decode(text: &str) -> anyhow::Result<String> {
    let pair = format!("p={}", text.replace('+', "%2B").replace('&', "%26"));
    let decoded = url::form_urlencoded::parse(pair.as_bytes()).next().map(|(_, value)| value.into_owned());
    decoded.context("the password in the URL of the database cannot be decoded")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_taken_out_of_the_url() {
        for (given, url, password) in [
            ("postgres://u@h/d", "postgres://u@h/d", None),
            ("postgres://u:p%40s+s@h/d", "postgres://u@h/d", Some("p@s+s")),
            ("postgres://u:a&b'=c@h/d", "postgres://u@h/d", Some("a&b'=c")),
            ("postgres://u@h/d?password=x%26y", "postgres://u@h/d", Some("x&y")),
            (
                "postgres://u:old@h/d?options=-c%20work_mem%3D8MB&password=new&connect_timeout=3",
                "postgres://u@h/d?options=-c%20work_mem%3D8MB&connect_timeout=3",
                Some("new"),
            ),
        ] {
            let database = PostgresDatabase::new(given).unwrap();
            assert_eq!((database.url.as_str(), database.password.as_deref()), (url, password), "{given}");
        }
    }
}

//! `parlour doctor`: one line per thing that has to work.

use std::net::{TcpStream, ToSocketAddrs};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use parlour_app::integrations::Finding;
use parlour_store::{Db, DbError, Location};
use url::Url;

use super::{block_on, location, print, use_one_tls_provider};
use crate::settings::Settings;
use crate::settings::mail::MailTransport;
use crate::settings::storage::Storage;

const PATIENCE: Duration = Duration::from_secs(3);

pub(super) fn run() -> ExitCode {
    use_one_tls_provider();
    let settings = match Settings::from_process() {
        Ok(settings) => settings,
        Err(error) => {
            report("settings", &Err(error.to_string()));
            return ExitCode::FAILURE;
        }
    };
    report("settings", &Ok("can be read".to_owned()));
    let mut all_well = true;
    for (name, finding) in findings(&settings) {
        report(name, &finding);
        all_well &= finding.is_ok();
    }
    if all_well { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn report(name: &str, finding: &Finding) {
    let line = match finding {
        Ok(what) => format!("ok    {name}: {what}\n"),
        Err(what) => format!("FAIL  {name}: {what}\n"),
    };
    // The exit code tells those who cannot read it.
    let _ = print(&line);
}

/// What is not configured is not looked at: it is optional.
fn findings(settings: &Settings) -> Vec<(&'static str, Finding)> {
    let mut found = vec![("serving", serving(settings)), ("database", database(settings))];
    let mut look = |name, finding: Option<Finding>| found.extend(finding.map(|finding| (name, finding)));
    look("read replica", settings.database.read_url.as_ref().map(|url| reachable_text(url.expose())));
    look("redis", settings.redis_url.as_ref().map(|url| redis(url.expose())));
    look("sign-in", settings.identity.as_ref().map(|identity| discovery(&identity.issuer)));
    look("queue", settings.queue.external.as_ref().map(|queue| reachable(&queue.url)));
    look(
        "mail",
        settings.mail.as_ref().map(|mail| match &mail.transport {
            MailTransport::Smtp(url) => reachable_text(url.expose()),
            MailTransport::Folder(folder) => writable(folder),
        }),
    );
    look("chat", settings.chat_webhook.as_ref().map(|url| reachable(url.expose())));
    look("invoicing", settings.invoicing.url.as_ref().map(reachable));
    look(
        "storage",
        Some(match &settings.storage {
            Storage::Folder(folder) => writable(folder),
            Storage::S3(s3) => s3
                .endpoint
                .as_ref()
                .map_or_else(|| Ok(format!("bucket {} in {}", s3.bucket, s3.region)), reachable),
        }),
    );
    found
}

fn serving(settings: &Settings) -> Finding {
    settings.check_for_serving(false).map_err(|error| error.to_string())?;
    Ok(format!("{} and {}", settings.customer.address, settings.admin.address))
}

/// Looks without touching: the schema is for `migrate` and `serve` to bring up to date.
fn database(settings: &Settings) -> Finding {
    let location = location(settings);
    if let Location::Sqlite(path) = &location
        && !path.exists()
    {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        return writable(folder).map(|_| format!("{} will be made", path.display()));
    }
    let db = Db::open_as_is(&location, None).map_err(|error| error.to_string())?;
    let asked = db.read(parlour_store::branches::none_yet);
    match block_on(asked).map_err(|error| error.to_string())? {
        Ok(true) => Ok(format!("{:?}, empty so far", db.engine())),
        Ok(false) => Ok(format!("{:?}, a salon lives here", db.engine())),
        Err(DbError::Statement(_)) => Ok(format!("{:?}, `parlour migrate` is due", db.engine())),
        Err(error) => Err(error.to_string()),
    }
}

pub(super) fn redis(url: &str) -> Finding {
    let client = redis::Client::open(url).map_err(|error| error.to_string())?;
    let mut connection = client.get_connection_with_timeout(PATIENCE).map_err(|error| error.to_string())?;
    redis::cmd("PING").query::<String>(&mut connection).map_err(|error| error.to_string())?;
    Ok("answers".to_owned())
}

pub(super) fn discovery(issuer: &str) -> Finding {
    let address = format!("{}/.well-known/openid-configuration", issuer.trim_end_matches('/'));
    let asking = async {
        let client = reqwest::Client::builder().timeout(PATIENCE).build()?;
        client.get(address).send().await?.error_for_status().map(drop)
    };
    block_on(asking).map_err(|error| error.to_string())?.map_err(|error| error.without_url().to_string())?;
    Ok("its discovery document can be read".to_owned())
}

pub(super) fn reachable_text(url: &str) -> Finding {
    reachable(&Url::parse(url).map_err(|_| "its URL cannot be read".to_owned())?)
}

/// Whether someone listens there; what they would say to a request is for a real one to find out.
pub(super) fn reachable(url: &Url) -> Finding {
    let port = url.port_or_known_default().or(match url.scheme() {
        "smtp" => Some(25),
        "smtps" => Some(465),
        "postgres" | "postgresql" => Some(5432),
        _ => None,
    });
    let (host, port) = url.host_str().zip(port).ok_or("its URL names no host")?;
    let host = host.trim_matches(['[', ']']);
    let addresses = (host, port).to_socket_addrs().map_err(|error| format!("{host}: {error}"))?;
    let mut failure = format!("{host} has no address");
    for address in addresses {
        match TcpStream::connect_timeout(&address, PATIENCE) {
            Ok(_) => return Ok(format!("{host}:{port} listens")),
            Err(error) => failure = format!("{host}:{port}: {error}"),
        }
    }
    Err(failure)
}

pub(super) fn writable(folder: &Path) -> Finding {
    let probe = folder.join(".parlour-doctor");
    let tried = std::fs::create_dir_all(folder)
        .and_then(|()| std::fs::write(&probe, b""))
        .and_then(|()| std::fs::remove_file(&probe));
    match tried {
        Ok(()) => Ok(format!("{} can be written", folder.display())),
        Err(error) => Err(format!("{} cannot be written: {error}", folder.display())),
    }
}

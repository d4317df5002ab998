//! `parlour doctor`: one line per check.

use std::net::{TcpStream, ToSocketAddrs};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use parlour_domain::integration::Integration;
use parlour_integrations::mail::MailTransport;
use parlour_store::{DatabaseLocation, Db, DbError};
use parlour_worker::integrations::ProbeResult;
use url::Url;

use super::opened_app::{block_on, database_location, install_tls_provider};
use super::output::print_to_stdout;
use crate::settings::Settings;
use crate::settings::storage::StorageSettings;

const TIMEOUT: Duration = Duration::from_secs(3);

pub(super) fn run() -> ExitCode {
    install_tls_provider();
    let settings = match Settings::from_process() {
        Ok(settings) => settings,
        Err(error) => {
            print_finding("settings", &Err(error.to_string()));
            return ExitCode::FAILURE;
        }
    };
    print_finding("settings", &Ok("valid".to_owned()));
    let mut all_ok = true;
    for (name, finding) in check_all(&settings) {
        print_finding(name, &finding);
        all_ok &= finding.is_ok();
    }
    if all_ok { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn print_finding(name: &str, finding: &ProbeResult) {
    let line = match finding {
        Ok(detail) => format!("ok    {name}: {detail}\n"),
        Err(detail) => format!("FAIL  {name}: {detail}\n"),
    };
    // If the line cannot be printed, the exit code still reports the result.
    let _ = print_to_stdout(&line);
}

/// Integrations are optional, so those that are not configured are skipped.
fn check_all(settings: &Settings) -> Vec<(&'static str, ProbeResult)> {
    let mut findings = vec![("serving", check_serving(settings)), ("database", check_database(settings))];
    findings.extend(integration_checks(settings).into_iter().map(|(integration, check)| match integration {
        Integration::ReadReplica => ("read replica", check()),
        other => (other.as_str(), check()),
    }));
    findings
}

pub(super) type IntegrationCheck = Box<dyn Fn() -> ProbeResult + Send + Sync>;

/// The storage and every configured integration, with its check.
pub(super) fn integration_checks(settings: &Settings) -> Vec<(Integration, IntegrationCheck)> {
    let mut checks: Vec<(Integration, IntegrationCheck)> = Vec::new();
    if let Some(url) = settings.database.read_url.clone() {
        checks.push((Integration::ReadReplica, Box::new(move || check_reachable_text(url.expose()))));
    }
    if let Some(url) = settings.redis_url.clone() {
        checks.push((Integration::Redis, Box::new(move || check_redis(url.expose()))));
    }
    if let Some(identity) = settings.identity.clone() {
        checks.push((Integration::SignIn, Box::new(move || check_discovery(&identity.issuer))));
    }
    if let Some(queue) = settings.queue.external.clone() {
        checks.push((Integration::Queue, Box::new(move || check_reachable(&queue.url))));
    }
    if let Some(mail) = settings.mail.clone() {
        let check = move || match &mail.transport {
            MailTransport::Smtp(url) => check_reachable(url),
            MailTransport::Folder(folder) => check_writable(folder),
        };
        checks.push((Integration::Mail, Box::new(check)));
    }
    if let Some(url) = settings.chat_webhook.clone() {
        checks.push((Integration::Chat, Box::new(move || check_reachable(url.expose()))));
    }
    if let Some(url) = settings.invoicing.url.clone() {
        checks.push((Integration::Invoicing, Box::new(move || check_reachable(&url))));
    }
    let storage = settings.storage.clone();
    let check = move || match &storage {
        StorageSettings::Folder(folder) => check_writable(folder),
        StorageSettings::S3(s3) => match &s3.endpoint {
            Some(endpoint) => check_reachable(endpoint),
            None => Ok(format!("bucket {} in {}", s3.bucket, s3.region)),
        },
    };
    checks.push((Integration::Storage, Box::new(check)));
    checks
}

fn check_serving(settings: &Settings) -> ProbeResult {
    settings.check_for_serving(false).map_err(|error| error.to_string())?;
    Ok(format!("{} and {}", settings.customer.address, settings.admin.address))
}

/// Checks the database without changing it: only `migrate` and `serve` update the schema.
fn check_database(settings: &Settings) -> ProbeResult {
    let database_location = database_location(settings);
    if let DatabaseLocation::Sqlite(path) = &database_location
        && !path.exists()
    {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        return check_writable(folder).map(|_| format!("{} will be created", path.display()));
    }
    let db = Db::open_without_migrating(&database_location, None).map_err(|error| error.to_string())?;
    let is_empty = db.read(parlour_store::branches::branch_records::has_no_branches);
    match block_on(is_empty).map_err(|error| error.to_string())? {
        Ok(true) => Ok(format!("{:?}, no salon data yet", db.engine())),
        Ok(false) => Ok(format!("{:?}, contains salon data", db.engine())),
        Err(DbError::Statement(_)) => {
            Ok(format!("{:?}, the schema is out of date: run `parlour migrate`", db.engine()))
        }
        Err(error) => Err(error.to_string()),
    }
}

fn check_redis(url: &str) -> ProbeResult {
    let client = redis::Client::open(url).map_err(|error| error.to_string())?;
    let mut connection = client.get_connection_with_timeout(TIMEOUT).map_err(|error| error.to_string())?;
    redis::cmd("PING").query::<String>(&mut connection).map_err(|error| error.to_string())?;
    Ok("reachable".to_owned())
}

fn check_discovery(issuer: &str) -> ProbeResult {
    let address = format!("{}/.well-known/openid-configuration", issuer.trim_end_matches('/'));
    let request = async {
        let client = reqwest::Client::builder().timeout(TIMEOUT).build()?;
        client.get(address).send().await?.error_for_status().map(drop)
    };
    block_on(request).map_err(|error| error.to_string())?.map_err(|error| error.without_url().to_string())?;
    Ok("discovery document is readable".to_owned())
}

fn check_reachable_text(url: &str) -> ProbeResult {
    check_reachable(&Url::parse(url).map_err(|_| "the URL is invalid".to_owned())?)
}

/// Checks that the host accepts TCP connections. No request is sent.
fn check_reachable(url: &Url) -> ProbeResult {
    let port = url.port_or_known_default().or(match url.scheme() {
        "smtp" => Some(25),
        "smtps" => Some(465),
        "postgres" | "postgresql" => Some(5432),
        _ => None,
    });
    let (host, port) = url.host_str().zip(port).ok_or("the URL has no host")?;
    let host = host.trim_matches(['[', ']']);
    let addresses = (host, port).to_socket_addrs().map_err(|error| format!("{host}: {error}"))?;
    let mut failure = format!("{host} has no address");
    for address in addresses {
        match TcpStream::connect_timeout(&address, TIMEOUT) {
            Ok(_) => return Ok(format!("{host}:{port} accepts connections")),
            Err(error) => failure = format!("{host}:{port}: {error}"),
        }
    }
    Err(failure)
}

fn check_writable(folder: &Path) -> ProbeResult {
    let probe = folder.join(".parlour-doctor");
    let result = std::fs::create_dir_all(folder)
        .and_then(|()| std::fs::write(&probe, b""))
        .and_then(|()| std::fs::remove_file(&probe));
    match result {
        Ok(()) => Ok(format!("{} is writable", folder.display())),
        Err(error) => Err(format!("{} is not writable: {error}", folder.display())),
    }
}

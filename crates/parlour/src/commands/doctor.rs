//! `parlour doctor`: one line per check. It only looks: it creates nothing, so it can be run by anybody.

use std::net::{SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use parlour_app::secrets::SecretsError;
use parlour_db::{Conn, DatabaseLocation, DbError, read_without_changing};
use parlour_domain::integration::Integration;
use parlour_domain::ist::HOUR_MS;
use parlour_integrations::clock::Clock;
use parlour_integrations::disk_space::{LOW_SPACE_BYTES, WatchedFolder};
use parlour_integrations::mail::MailTransport;
use parlour_store::branches::branch_changes::{list_live_without_pending_limit, list_without_tier_terms};
use parlour_store::inspection::{Inspection, inspect};
use parlour_worker::integrations::ProbeResult;
use rustix::fs::Access;
use url::Url;

use super::backup_place::BackupPlace;
use super::opened_app::{block_on, configured_secrets, database_location, install_tls_provider};
use super::output::print_to_stdout;
use super::serve::certificate::LoadedCertificate;
use crate::settings::storage::{BackupSettings, StorageSettings};
use crate::settings::values::Environment;
use crate::settings::{Settings, TlsFiles};

const TIMEOUT: Duration = Duration::from_secs(3);
/// Most certificates are renewed earlier than this.
const CERTIFICATE_WARNING_SECONDS: i64 = 14 * 24 * 60 * 60;

/// There is one every night.
const MAX_BACKUP_HOURS: i64 = 48;

/// A check that succeeded, one whose result should be known, and one that failed.
enum Finding {
    Ok(String),
    Warning(String),
    Failure(String),
}

impl From<ProbeResult> for Finding {
    fn from(result: ProbeResult) -> Self {
        result.map_or_else(Self::Failure, Self::Ok)
    }
}

pub(super) fn run() -> ExitCode {
    install_tls_provider();
    let settings = match Settings::from_process() {
        Ok(settings) => settings,
        Err(error) => {
            print_finding("settings", &Finding::Failure(error.to_string()));
            return ExitCode::FAILURE;
        }
    };
    print_finding("settings", &Finding::Ok("valid".to_owned()));
    let mut all_ok = true;
    for (name, finding) in check_all(&settings) {
        print_finding(name, &finding);
        all_ok &= !matches!(finding, Finding::Failure(_));
    }
    if all_ok { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn print_finding(name: &str, finding: &Finding) {
    let (word, detail) = match finding {
        Finding::Ok(detail) => ("ok", detail),
        Finding::Warning(detail) => ("warn", detail),
        Finding::Failure(detail) => ("FAIL", detail),
    };
    // If the line cannot be printed, the exit code still reports the result.
    let _ = print_to_stdout(&format!("{word:<6}{name}: {detail}\n"));
}

/// Integrations are optional, so those that are not configured are skipped.
fn check_all(settings: &Settings) -> Vec<(&'static str, Finding)> {
    let mut findings = vec![("serving", check_serving(settings).into())];
    let warnings = settings.warnings_for_serving().into_iter();
    findings.extend(warnings.map(|warning| ("serving", Finding::Warning(warning.to_owned()))));
    findings.extend(settings.tls.as_ref().map(|files| ("certificate", check_certificate(files))));
    findings.push(("database", check_database(settings).into()));
    findings.extend(check_pending_limits(settings).map(|finding| ("open requests", finding)));
    findings.extend(check_membership_terms(settings).map(|finding| ("membership terms", finding)));
    findings.extend(check_stored_keys(settings).map(|finding| ("keys in the database", finding.into())));
    findings.extend(watched_folders(settings).iter().map(|folder| (folder.name, check_space(folder))));
    findings.extend(settings.backups.as_ref().map(|backups| ("backups", check_backups(backups))));
    findings.extend(integration_checks(settings).into_iter().map(|(integration, check)| match integration {
        Integration::ReadReplica => ("read replica", check().into()),
        other => (other.as_str(), check().into()),
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
    let scheme = if settings.tls.is_some() { "https" } else { "http" };
    let app = |address| (address, Some(scheme));
    let others = [settings.metrics_address, settings.invoicing.address].into_iter().flatten();
    let apps = [app(settings.customer.address), app(settings.admin.address)];
    for (address, scheme) in apps.into_iter().chain(others.map(|address| (address, None))) {
        check_port(address, scheme)?;
    }
    Ok(format!("{} and {}", settings.customer.address, settings.admin.address))
}

/// Whether the address is free, or Parlour itself listens there already.
fn check_port(address: SocketAddr, scheme: Option<&str>) -> Result<(), String> {
    match TcpListener::bind(address) {
        Ok(_) => Ok(()),
        Err(error) if error.kind() == std::io::ErrorKind::AddrInUse => match scheme {
            Some(scheme) if is_parlour(&format!("{scheme}://{address}")) => Ok(()),
            Some(_) => Err(format!("{address} is taken by another program")),
            // Nothing there tells what it is.
            None => Ok(()),
        },
        Err(error) => Err(format!("{address}: {error}")),
    }
}

fn is_parlour(url: &str) -> bool {
    let request = async {
        let client = reqwest::Client::builder().timeout(TIMEOUT).no_proxy().tls_danger_accept_invalid_certs(true);
        let answer = client.build()?.get(format!("{url}/api/health")).send().await?;
        Ok::<_, reqwest::Error>(answer.headers().contains_key("x-request-id"))
    };
    block_on(request).is_ok_and(|answer| answer.unwrap_or(false))
}

fn check_certificate(files: &TlsFiles) -> Finding {
    let certificate = match LoadedCertificate::load(files) {
        Ok(certificate) => certificate,
        Err(error) => return Finding::Failure(format!("{error:#}")),
    };
    let seconds_left = certificate.expires_at - Clock::real_unix_seconds();
    let days = seconds_left.abs() / (24 * 60 * 60);
    if seconds_left <= 0 {
        Finding::Failure(format!("expired {days} days ago"))
    } else if seconds_left < CERTIFICATE_WARNING_SECONDS {
        Finding::Warning(format!("expires in {days} days"))
    } else {
        Finding::Ok(format!("valid for {days} days"))
    }
}

/// Checks the database without changing it: only `migrate` and `serve` update the schema.
fn check_database(settings: &Settings) -> ProbeResult {
    let location = database_location(settings);
    let engine = match &location {
        DatabaseLocation::Sqlite(path) => {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
            if !path.exists() {
                return check_writable(folder).map(|_| format!("{} will be created", path.display()));
            }
            if !path.is_file() {
                return Err(format!("{} is not a file", path.display()));
            }
            check_access(path)?;
            check_access(folder)?;
            "Sqlite"
        }
        DatabaseLocation::Postgres(_) => "Postgres",
    };
    let now = (settings.environment == Environment::Production).then(|| Clock::real().now());
    let Inspection { has_salon_data, wrong_clock } =
        inspect(&location, now).map_err(|error| describe(&location, &error))?;
    match (wrong_clock, has_salon_data) {
        (Some(wrong_clock), _) => Err(wrong_clock),
        (None, Some(true)) => Ok(format!("{engine}, contains salon data")),
        (None, Some(false)) => Ok(format!("{engine}, no salon data yet")),
        (None, None) => Ok(format!("{engine}, the schema is out of date: run `parlour migrate`")),
    }
}

/// Live branches where one customer may hold any number of times. Nothing is said where all have a limit.
fn check_pending_limits(settings: &Settings) -> Option<Finding> {
    let names = named_branches(settings, list_live_without_pending_limit)?;
    Some(Finding::Warning(format!("no limit per customer (maxPendingPerCustomer) at live branches: {names}")))
}

/// Branches where receptionists sell on any terms, while another binds them. Nothing is said where all are alike.
fn check_membership_terms(settings: &Settings) -> Option<Finding> {
    let names = named_branches(settings, list_without_tier_terms)?;
    Some(Finding::Warning(format!("deskMembershipTerms is tier at some branches and any at: {names}")))
}

/// Code and name of each branch.
type CodesAndNames = Vec<(String, String)>;

/// Names and codes of the branches that a list finds.
fn named_branches(settings: &Settings, list: fn(&mut Conn<'_>) -> Result<CodesAndNames, DbError>) -> Option<String> {
    let location = database_location(settings);
    if matches!(&location, DatabaseLocation::Sqlite(path) if !path.is_file()) {
        return None;
    }
    // The line of the database says what is wrong with it.
    let found = read_without_changing(&location, list).ok()?.ok()?;
    let names: Vec<String> = found.into_iter().map(|(code, name)| format!("{name} ({code})")).collect();
    (!names.is_empty()).then(|| names.join(", "))
}

/// What is wrong with a file names the file; what is wrong with a server names its host already.
fn describe(location: &DatabaseLocation, error: &DbError) -> String {
    match location {
        DatabaseLocation::Sqlite(path) => format!("{}: {error}", path.display()),
        DatabaseLocation::Postgres(_) => error.to_string(),
    }
}

/// The folders whose disks can become full.
pub(super) fn watched_folders(settings: &Settings) -> Vec<WatchedFolder> {
    let database = match database_location(settings) {
        DatabaseLocation::Sqlite(path) => path.parent().map(|folder| ("database", folder.to_owned())),
        DatabaseLocation::Postgres(_) => None,
    };
    let storage = match &settings.storage {
        StorageSettings::Folder(folder) => Some(("files", folder.clone())),
        StorageSettings::S3(_) => None,
    };
    let backups = settings.backups.as_ref().and_then(|backups| match &backups.place {
        StorageSettings::Folder(folder) => Some(("backups", folder.clone())),
        StorageSettings::S3(_) => None,
    });
    database.into_iter().chain(storage).chain(backups).map(|(name, folder)| WatchedFolder { name, folder }).collect()
}

fn check_space(watched: &WatchedFolder) -> Finding {
    match watched.free_bytes() {
        Ok(free) if free < LOW_SPACE_BYTES => {
            Finding::Failure(format!("the disk is full: {} KiB are free in {}", free / 1024, watched.folder.display()))
        }
        Ok(free) => Finding::Ok(format!("{} MiB are free", free / 1024 / 1024)),
        Err(error) => Finding::Failure(format!("{}: {error}", watched.folder.display())),
    }
}

/// How old the newest backup is.
fn check_backups(settings: &BackupSettings) -> Finding {
    let writable = match &settings.place {
        StorageSettings::Folder(folder) => check_writable(folder).map(drop),
        StorageSettings::S3(_) => Ok(()),
    };
    let newest = writable.and_then(|()| {
        let place = BackupPlace::new(settings).map_err(|error| format!("{error:#}"))?;
        let newest = block_on(place.newest(Clock::real().now())).and_then(|newest| newest);
        newest.map(|newest| (place, newest)).map_err(|error| format!("{error:#}"))
    });
    match newest {
        Err(failure) => Finding::Failure(failure),
        Ok((place, None)) => Finding::Warning(format!("there is none in {place} yet")),
        Ok((place, Some(made_at))) => {
            let hours = Clock::real().now().millis_since(made_at) / HOUR_MS;
            let found = format!("the newest in {place} was made {hours} hours ago");
            if hours > MAX_BACKUP_HOURS { Finding::Warning(found) } else { Finding::Ok(found) }
        }
    }
}

/// Whether `PARLOUR_SECRET_KEY` opens the keys in the database. Without a database, or before its first start, there are none.
pub(super) fn check_stored_keys(settings: &Settings) -> Option<ProbeResult> {
    let location = database_location(settings);
    if matches!(&location, DatabaseLocation::Sqlite(path) if !path.is_file()) {
        return None;
    }
    let secrets = configured_secrets(settings);
    let checked = read_without_changing(&location, move |conn| secrets.check(conn)).ok()?;
    match checked {
        Ok(()) if settings.secret_key.is_some() => Some(Ok("readable with PARLOUR_SECRET_KEY".to_owned())),
        Ok(()) => Some(Ok("not encrypted: PARLOUR_SECRET_KEY is not set".to_owned())),
        // The line of the database says it.
        Err(SecretsError::Db(_)) => None,
        Err(error) => Some(Err(error.to_string())),
    }
}

fn check_redis(url: &str) -> ProbeResult {
    let client = redis::Client::open(url).map_err(|error| error.to_string())?;
    let host = client.get_connection_info().addr().to_string();
    let named = |error: redis::RedisError| format!("{host}: {error}");
    let mut connection = client.get_connection_with_timeout(TIMEOUT).map_err(named)?;
    redis::cmd("PING").query::<String>(&mut connection).map_err(named)?;
    Ok(format!("{host} is reachable"))
}

fn check_discovery(issuer: &str) -> ProbeResult {
    let address = format!("{}/.well-known/openid-configuration", issuer.trim_end_matches('/'));
    let request = async {
        let client = reqwest::Client::builder().timeout(TIMEOUT).build()?;
        client.get(address).send().await?.error_for_status().map(drop)
    };
    let host = Url::parse(issuer).ok().and_then(|url| Some(url.host_str()?.to_owned())).unwrap_or_default();
    let asked = block_on(request).map_err(|error| error.to_string())?;
    asked.map_err(|error| format!("{host}: {}", first_cause(&error.without_url())))?;
    Ok(format!("the discovery document of {host} is readable"))
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

/// The outer errors of a client say only that the request failed.
fn first_cause(error: &reqwest::Error) -> String {
    let mut cause: &dyn std::error::Error = error;
    while let Some(source) = cause.source() {
        cause = source;
    }
    cause.to_string()
}

/// Whether files can be created in the folder, or it can be created. Nothing is.
fn check_writable(folder: &Path) -> ProbeResult {
    let here = Path::new(".");
    let mut candidates = folder.ancestors().map(|path| if path.as_os_str().is_empty() { here } else { path });
    let existing = candidates.find(|path| path.exists()).unwrap_or(here);
    check_access(existing)?;
    let is_there = existing == folder;
    Ok(format!("{} {}", folder.display(), if is_there { "is writable" } else { "will be created" }))
}

fn check_access(path: &Path) -> Result<(), String> {
    rustix::fs::access(path, Access::READ_OK | Access::WRITE_OK)
        .map_err(|error| format!("{} is not writable: {}", path.display(), std::io::Error::from(error)))
}

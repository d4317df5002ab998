//! The settings, read once at the start. The rest of the program sees only valid values.
//!
//! `definitions.rs` lists the settings. `values.rs` and `secret.rs` parse single values; the other files combine them
//! and check rules between settings. Rules that apply only to `parlour serve` are in `serving.rs`.

pub(crate) mod database;
mod definitions;
mod error;
pub(crate) mod integrations;
pub(crate) mod mail;
mod reader;
mod reference;
pub(crate) mod secret;
mod serving;
mod setting;
mod sources;
pub(crate) mod storage;
mod suggestion;
mod table;
pub(crate) mod values;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use ipnet::IpNet;
use parlour_domain::email_address::EmailAddress;
use parlour_domain::ist::Timestamp;
use parlour_domain::job::Job;
use parlour_http::limits::Quotas;
use parlour_integrations::realtime::RealtimeKey;

use database::DatabaseSettings;
use integrations::{IdentityProviderSettings, InvoicingSettings, QueueSettings, WebPushSettings, parse_realtime_key};
use mail::MailSettings;
use reader::SettingsReader;
use secret::{ConnectionUrl, Secret, SecretUrl};
use sources::Sources;
use storage::{BackupSettings, Places, StorageSettings};
use values::{Environment, LogFormat, Origin};

pub(crate) use error::SettingsError;

/// All settings. Safe to print, because every type that contains a secret hides it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Settings {
    pub(crate) environment: Environment,
    pub(crate) insecure_development: bool,
    pub(crate) database: DatabaseSettings,
    pub(crate) redis_url: Option<ConnectionUrl>,
    pub(crate) customer: AppSettings,
    pub(crate) admin: AppSettings,
    pub(crate) tls: Option<TlsFiles>,
    pub(crate) metrics_address: Option<SocketAddr>,
    /// A filter in the syntax of `tracing-subscriber`.
    pub(crate) log_filter: String,
    pub(crate) log_format: LogFormat,
    pub(crate) clock_start: Option<Timestamp>,
    /// How often one client address may call a route.
    pub(crate) rate_limits: Quotas,
    pub(crate) connections_per_client: usize,
    pub(crate) trusted_proxies: Vec<IpNet>,
    pub(crate) lead_origins: Vec<Origin>,
    /// Sites that may embed the customer's pages.
    pub(crate) frame_origins: Vec<Origin>,
    pub(crate) lead_source: String,
    pub(crate) identity: Option<IdentityProviderSettings>,
    pub(crate) owner_email: Option<EmailAddress>,
    pub(crate) queue: QueueSettings,
    pub(crate) realtime_key: Option<RealtimeKey>,
    pub(crate) web_push: Option<WebPushSettings>,
    pub(crate) mail: Option<MailSettings>,
    pub(crate) report_recipients: Vec<EmailAddress>,
    pub(crate) chat_webhook: Option<SecretUrl>,
    pub(crate) invoicing: InvoicingSettings,
    pub(crate) storage: StorageSettings,
    pub(crate) backups: Option<BackupSettings>,
    /// The URL to ping after each job.
    pub(crate) heartbeats: BTreeMap<Job, SecretUrl>,
    /// A flat GST rate instead of the statutory rates by date, in hundredths of a per cent.
    pub(crate) gst_rate_basis_points: Option<u32>,
    pub(crate) membership_prefix: String,
    /// 32 bytes in base64: the key that encrypts the keys in the database.
    pub(crate) secret_key: Option<Secret>,
}

/// Address and public URL of one of the two apps. Without a public URL the bound address is used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct AppSettings {
    pub(crate) address: SocketAddr,
    pub(crate) public_url: Option<Origin>,
}

/// Certificate and key to serve https directly.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TlsFiles {
    pub(crate) certificate: PathBuf,
    pub(crate) key: PathBuf,
}

impl Settings {
    /// Reads the settings from the environment and from `parlour.toml` in the working directory.
    #[expect(
        clippy::disallowed_methods,
        reason = "the only place that reads the environment; all other code receives settings"
    )]
    pub(crate) fn from_process() -> Result<Self, SettingsError> {
        let environment = sources::own_variables_as_text(std::env::vars_os())?;
        let file = sources::read_if_present(Path::new("parlour.toml"))?;
        let file = file.as_ref().map(|(path, text)| (path.as_path(), text.as_str()));
        Self::load(environment, file)
    }

    /// Loads the settings. The environment overrides the file, which is given as its path and text.
    pub(crate) fn load(
        environment: impl IntoIterator<Item = (String, String)>,
        file: Option<(&Path, &str)>,
    ) -> Result<Self, SettingsError> {
        let mut reader = SettingsReader::new(Sources::collect_from(environment, file)?);
        let settings = Self::read(&mut reader);
        reader.finish()?;
        settings.ok_or_else(|| SettingsError::from_line("the settings cannot be read".to_owned()))
    }

    /// Reads all settings before the first `?`, so that all problems are found.
    fn read(reader: &mut SettingsReader) -> Option<Self> {
        let environment = reader.required("PARLOUR_ENV", values::parse_environment);
        let insecure_development = reader.required("PARLOUR_INSECURE_DEV", values::parse_flag);
        let database = DatabaseSettings::read(reader);
        let customer = AppSettings::read(reader, "PARLOUR_CUSTOMER_ADDR", "PARLOUR_CUSTOMER_URL");
        let admin = AppSettings::read(reader, "PARLOUR_ADMIN_ADDR", "PARLOUR_ADMIN_URL");
        let log_filter = reader.required("PARLOUR_LOG", values::parse_log_filter);
        let log_format = reader.required("PARLOUR_LOG_FORMAT", values::parse_log_format);
        let rate_limits = read_quotas(reader);
        let connections = reader.required("PARLOUR_CONNECTIONS_PER_CLIENT", values::parse_connection_count);
        let lead_source = reader.required("PARLOUR_LEAD_SOURCE", values::parse_lead_source);
        let places = Places::read(reader);
        let prefix = reader.required("PARLOUR_MEMBERSHIP_PREFIX", values::parse_membership_prefix);
        let (storage, backups) = places.map(|places| (places.storage, places.backups)).unzip();
        let settings = Self {
            redis_url: reader.optional("PARLOUR_REDIS_URL", ConnectionUrl::parse_redis),
            tls: TlsFiles::read(reader),
            metrics_address: reader.optional("PARLOUR_METRICS_ADDR", values::parse_socket_address),
            clock_start: reader.optional("PARLOUR_CLOCK_START", values::parse_clock_start),
            trusted_proxies: reader.list("PARLOUR_TRUSTED_PROXIES", values::parse_address_range),
            lead_origins: reader.list("PARLOUR_LEAD_ORIGINS", Origin::parse),
            frame_origins: reader.list("PARLOUR_FRAME_ORIGINS", Origin::parse),
            identity: IdentityProviderSettings::read(reader),
            owner_email: reader.optional("PARLOUR_OWNER_EMAIL", values::parse_email),
            queue: QueueSettings::read(reader),
            realtime_key: reader.optional("PARLOUR_REALTIME_KEY", parse_realtime_key),
            web_push: WebPushSettings::read(reader),
            mail: MailSettings::read(reader),
            report_recipients: reader.list("PARLOUR_REPORT_RECIPIENTS", values::parse_email),
            chat_webhook: reader.optional("PARLOUR_CHAT_WEBHOOK_URL", SecretUrl::parse),
            invoicing: InvoicingSettings::read(reader),
            heartbeats: read_heartbeats(reader),
            secret_key: reader.optional("PARLOUR_SECRET_KEY", secret::parse_secret_key),
            gst_rate_basis_points: reader.optional("PARLOUR_GST_RATE", values::parse_basis_points),
            environment: environment?,
            insecure_development: insecure_development?,
            database: database?,
            customer: customer?,
            admin: admin?,
            log_filter: log_filter?,
            log_format: log_format?,
            rate_limits: rate_limits?,
            connections_per_client: connections?,
            lead_source: lead_source?,
            storage: storage?,
            backups: backups?,
            membership_prefix: prefix?,
        };
        settings.refuse_in_production(reader);
        Some(settings)
    }

    /// Records values that no command accepts in production.
    fn refuse_in_production(&self, reader: &mut SettingsReader) {
        if self.environment != Environment::Production {
            return;
        }
        if self.clock_start.is_some() {
            reader.add_problem("PARLOUR_CLOCK_START", "not allowed in production");
        }
        let https = |url: &Option<Origin>| url.as_ref().is_none_or(Origin::is_https);
        for (name, https) in [
            ("PARLOUR_CUSTOMER_URL", https(&self.customer.public_url)),
            ("PARLOUR_ADMIN_URL", https(&self.admin.public_url)),
            ("PARLOUR_CHAT_WEBHOOK_URL", self.chat_webhook.as_ref().is_none_or(SecretUrl::is_https)),
        ] {
            if !https {
                reader.add_problem(name, "production needs an https:// address");
            }
        }
        let heartbeats = self.heartbeats.iter().map(|(job, url)| (setting::heartbeat_name(*job), Some(url.expose())));
        let backup_place = self.backups.as_ref().map(|backups| &backups.place);
        let s3_endpoint = [Some(&self.storage), backup_place].into_iter().flatten().find_map(StorageSettings::endpoint);
        let services = [
            ("PARLOUR_QUEUE_URL", self.queue.external.as_ref().map(|queue| &queue.url)),
            ("PARLOUR_INVOICING_URL", self.invoicing.url.as_ref()),
            ("PARLOUR_STORAGE_ENDPOINT", s3_endpoint),
        ];
        for (name, url) in services.map(|(name, url)| (name.to_owned(), url)).into_iter().chain(heartbeats) {
            if !url.is_none_or(values::is_https_or_on_this_machine) {
                reader.add_problem(&name, "production needs an https:// address; http:// only on this machine");
            }
        }
    }
}

impl AppSettings {
    fn read(reader: &mut SettingsReader, address: &str, public_url: &str) -> Option<Self> {
        let address = reader.required(address, values::parse_socket_address);
        let public_url = reader.optional(public_url, Origin::parse);
        Some(Self { address: address?, public_url })
    }

    /// The URL that browsers use: the configured one, or else that of the listening address.
    pub(crate) fn url(&self, address: SocketAddr, is_https: bool) -> String {
        let scheme = if is_https { "https" } else { "http" };
        self.public_url.as_ref().map_or_else(|| format!("{scheme}://{address}"), |url| url.as_str().to_owned())
    }
}

impl TlsFiles {
    fn read(reader: &mut SettingsReader) -> Option<Self> {
        let certificate = reader.optional("PARLOUR_TLS_CERT", values::parse_path);
        let key = reader.optional("PARLOUR_TLS_KEY", values::parse_path);
        reader.require_both("PARLOUR_TLS_CERT", "PARLOUR_TLS_KEY");
        Some(Self { certificate: certificate?, key: key? })
    }
}

fn read_quotas(reader: &mut SettingsReader) -> Option<Quotas> {
    let names = ["BOOKINGS", "LEADS", "AVAILABILITY", "SERVICES", "HEALTH", "FREE_TIMES", "AUTH"];
    let quotas = names.map(|name| reader.required(&format!("PARLOUR_RATE_LIMIT_{name}"), values::parse_quota));
    let [bookings, leads, availability, services, health, free_times, auth] = quotas;
    Some(Quotas {
        bookings: bookings?,
        leads: leads?,
        availability: availability?,
        services: services?,
        health: health?,
        free_times: free_times?,
        auth: auth?,
    })
}

fn read_heartbeats(reader: &mut SettingsReader) -> BTreeMap<Job, SecretUrl> {
    let mut url = |job| reader.optional(&setting::heartbeat_name(job), SecretUrl::parse);
    Job::contract_jobs().filter_map(|job| Some((job, url(job)?))).collect()
}

#[cfg(test)]
mod tests;

//! Tests of the whole module: given values in, settings or an error out.

mod rules;

use super::database::DatabaseUrl;
use super::integrations::ExternalQueueSettings;
use super::secret::Secret;
use super::storage::S3Settings;
use super::*;
use parlour_domain::rate_limit::Quota;
use parlour_integrations::mail::{MailTransport, Sender};

pub(super) fn load(variables: &[(&str, &str)]) -> Result<Settings, SettingsError> {
    Settings::load(variables.iter().map(|(name, value)| ((*name).into(), (*value).into())), None)
}

fn refusal(variables: &[(&str, &str)]) -> String {
    load(variables).unwrap_err().to_string()
}

/// A valid value for every setting of the table. Every secret contains `hunter2`.
fn all_settings() -> Vec<(String, String)> {
    let written = [
        ("PARLOUR_ENV", "development"),
        ("PARLOUR_INSECURE_DEV", "1"),
        ("PARLOUR_DATABASE_URL", "postgres://app:hunter2@db.example/salon"),
        ("PARLOUR_DATABASE_READ_URL", "postgres://app:hunter2@replica.example/salon"),
        ("PARLOUR_REDIS_URL", "redis://:hunter2@cache.example:6379/1"),
        ("PARLOUR_CUSTOMER_ADDR", "0.0.0.0:8000"),
        ("PARLOUR_ADMIN_ADDR", "[::1]:0"),
        ("PARLOUR_CUSTOMER_URL", "https://salon.example.in/"),
        ("PARLOUR_ADMIN_URL", "https://desk.example.in"),
        ("PARLOUR_TLS_CERT", "tls/cert.pem"),
        ("PARLOUR_TLS_KEY", "tls/key.pem"),
        ("PARLOUR_METRICS_ADDR", "127.0.0.1:9000"),
        ("PARLOUR_LOG", "warn,parlour=debug"),
        ("PARLOUR_LOG_FORMAT", "json"),
        ("PARLOUR_CLOCK_START", "2027-03-01T10:00:00+05:30"),
        ("PARLOUR_RATE_LIMIT_BOOKINGS", "1/2s"),
        ("PARLOUR_RATE_LIMIT_LEADS", "3/4s"),
        ("PARLOUR_RATE_LIMIT_AVAILABILITY", "5/6s"),
        ("PARLOUR_RATE_LIMIT_SERVICES", "7/8s"),
        ("PARLOUR_RATE_LIMIT_HEALTH", "off"),
        ("PARLOUR_RATE_LIMIT_FREE_TIMES", "9/10s"),
        ("PARLOUR_RATE_LIMIT_AUTH", "11/12s"),
        ("PARLOUR_CONNECTIONS_PER_CLIENT", "12"),
        ("PARLOUR_TRUSTED_PROXIES", "10.0.0.0/8, ::1"),
        ("PARLOUR_LEAD_ORIGINS", "https://ads.example.in,https://www.example.in/"),
        ("PARLOUR_FRAME_ORIGINS", "https://www.example.in/, https://salon.example.in:8443"),
        ("PARLOUR_LEAD_SOURCE", "shop_window"),
        ("PARLOUR_OAUTH_ISSUER", "https://accounts.example.com"),
        ("PARLOUR_OAUTH_CLIENT_ID", "parlour"),
        ("PARLOUR_OAUTH_CLIENT_SECRET", "hunter2-oauth"),
        ("PARLOUR_OWNER_EMAIL", "owner@example.in"),
        ("PARLOUR_QUEUE_URL", "https://queue.example/v2"),
        ("PARLOUR_QUEUE_TOKEN", "hunter2-queue"),
        ("PARLOUR_QUEUE_CURRENT_SIGNING_KEY", "hunter2-current"),
        ("PARLOUR_QUEUE_NEXT_SIGNING_KEY", "hunter2-next"),
        ("PARLOUR_INTERNAL_JOB_TOKEN", "hunter2-job"),
        ("PARLOUR_REALTIME_KEY", "app.key:hunter2"),
        ("PARLOUR_VAPID_PRIVATE_KEY", "hunter2_hunter2_hunter2_hunter2_hunter2_abc"),
        ("PARLOUR_VAPID_SUBJECT", "mailto:desk@example.in"),
        ("PARLOUR_MAIL_URL", "smtps://me:hunter2@mail.example"),
        ("PARLOUR_MAIL_FROM", "The Parlour <desk@example.in>"),
        ("PARLOUR_REPORT_RECIPIENTS", "a@example.in,b@example.in"),
        ("PARLOUR_CHAT_WEBHOOK_URL", "https://chat.example/hooks/hunter2"),
        ("PARLOUR_INVOICING_ADDR", "127.0.0.1:7000"),
        ("PARLOUR_INVOICING_URL", "http://127.0.0.1:7000"),
        ("PARLOUR_INVOICING_SECRET", "hunter2-invoices"),
        ("PARLOUR_STORAGE_URL", "s3://invoices/salon"),
        ("PARLOUR_STORAGE_ENDPOINT", "https://s3.example"),
        ("PARLOUR_STORAGE_REGION", "ap-south-1"),
        ("PARLOUR_STORAGE_ACCESS_KEY", "hunter2-access"),
        ("PARLOUR_STORAGE_SECRET_KEY", "hunter2-secret"),
        ("PARLOUR_BACKUP_URL", "file:///backups"),
        ("PARLOUR_BACKUP_KEEP", "30"),
        ("PARLOUR_GST_RATE", "12.5"),
        ("PARLOUR_MEMBERSHIP_PREFIX", "SPA"),
        ("PARLOUR_SECRET_KEY", "hunter2hunter2hunter2hunter2hunter2hunter2g="),
    ];
    let written = written.into_iter().map(|(name, value)| (name.to_owned(), value.to_owned()));
    let heartbeats =
        Job::contract_jobs().map(|job| (setting::heartbeat_name(job), format!("https://beats.example/hunter2/{job}")));
    written.chain(heartbeats).collect()
}

/// Returns the message about one invalid value among valid ones.
fn refusal_of(name: &str, value: &str) -> String {
    let mut variables: BTreeMap<_, _> = all_settings().into_iter().collect();
    variables.insert(name.to_owned(), value.to_owned());
    Settings::load(variables, None).unwrap_err().to_string()
}

fn quotas<const N: usize>(pairs: [(u32, u32); N]) -> [Option<Quota>; N] {
    pairs.map(|(count, window_seconds)| Some(Quota { count, window_seconds }))
}

#[test]
fn what_is_read_is_what_the_table_lists() {
    let listed: Vec<_> = table::settings().iter().map(|setting| setting.name.to_string()).collect();
    let given: Vec<_> = all_settings().into_iter().map(|(name, _)| name).collect();
    assert_eq!(given, listed, "all_settings() contains each setting once, in order");
    let mut reader = SettingsReader::new(Sources::collect_from([], None).unwrap());
    Settings::read(&mut reader).unwrap();
    assert_eq!(reader.requested, listed.into_iter().collect());
}

#[test]
fn every_default_is_the_documented_one() {
    let settings = load(&[]).unwrap();
    let limits = quotas([(5, 60), (5, 60), (10, 10), (20, 10), (30, 10), (60, 60), (60, 60)]);
    let [bookings, leads, availability, services, health, free_times, auth] = limits;
    let app = |address: &str| AppSettings { address: address.parse().unwrap(), public_url: None };
    let expected = Settings {
        environment: Environment::Development,
        insecure_development: false,
        database: DatabaseSettings { url: DatabaseUrl::Sqlite("data/parlour.db".into()), read_url: None },
        redis_url: None,
        customer: app("127.0.0.1:3000"),
        admin: app("127.0.0.1:3001"),
        tls: None,
        metrics_address: None,
        log_filter: "info".into(),
        log_format: LogFormat::Pretty,
        clock_start: None,
        rate_limits: Quotas { bookings, leads, availability, services, health, free_times, auth },
        connections_per_client: 256,
        trusted_proxies: vec![],
        lead_origins: vec![],
        frame_origins: vec![],
        lead_source: "meta_ad".into(),
        identity: None,
        owner_email: None,
        queue: QueueSettings { external: None, signing_keys: vec![], internal_job_token: None },
        realtime_key: None,
        web_push: None,
        mail: None,
        report_recipients: vec![],
        chat_webhook: None,
        invoicing: InvoicingSettings { address: None, url: None, secret: None },
        storage: StorageSettings::Folder("data/files".into()),
        backups: None,
        heartbeats: BTreeMap::new(),
        gst_rate_basis_points: None,
        membership_prefix: "PRL".into(),
        secret_key: None,
    };
    assert_eq!(settings, expected);
}

#[test]
fn every_setting_arrives_where_it_belongs() {
    let settings = Settings::load(all_settings(), None).unwrap();
    assert!(settings.insecure_development);
    let DatabaseUrl::Postgres(url) = &settings.database.url else { panic!("not Postgres") };
    assert!(url.expose().ends_with("@db.example/salon"));
    assert!(settings.database.read_url.unwrap().expose().contains("replica.example"));
    assert!(settings.redis_url.unwrap().expose().contains("cache.example"));
    assert_eq!(settings.customer.address.to_string(), "0.0.0.0:8000");
    assert_eq!(settings.admin.address.to_string(), "[::1]:0");
    assert_eq!(settings.customer.public_url.unwrap().as_str(), "https://salon.example.in");
    assert_eq!(settings.admin.public_url.unwrap().as_str(), "https://desk.example.in");
    let tls = settings.tls.unwrap();
    assert_eq!((tls.certificate, tls.key), ("tls/cert.pem".into(), "tls/key.pem".into()));
    assert_eq!(settings.metrics_address.unwrap().port(), 9000);
    assert_eq!(settings.log_filter, "warn,parlour=debug");
    assert_eq!(settings.log_format, LogFormat::Json);
    assert_eq!(settings.clock_start.unwrap().to_string(), "2027-03-01T04:30:00.000Z");
    let Quotas { bookings, leads, availability, services, health, free_times, auth } = settings.rate_limits;
    assert_eq!(
        [bookings, leads, availability, services, free_times, auth],
        quotas([(1, 2), (3, 4), (5, 6), (7, 8), (9, 10), (11, 12)])
    );
    assert_eq!(health, None);
    assert_eq!(settings.trusted_proxies.len(), 2);
    assert_eq!(settings.lead_origins[1].as_str(), "https://www.example.in");
    assert_eq!(settings.frame_origins[1].as_str(), "https://salon.example.in:8443");
    assert_eq!(settings.lead_source, "shop_window");
    assert_eq!(settings.owner_email.unwrap().as_str(), "owner@example.in");
    assert_eq!(settings.report_recipients.len(), 2);
    assert_eq!(settings.gst_rate_basis_points, Some(1_250));
    assert_eq!(settings.membership_prefix, "SPA");
    assert!(settings.secret_key.unwrap().expose().starts_with("hunter2"));
}

#[test]
fn every_integration_arrives_where_it_belongs() {
    let settings = Settings::load(all_settings(), None).unwrap();
    let identity = settings.identity.unwrap();
    assert_eq!(identity.issuer, "https://accounts.example.com");
    assert_eq!(identity.client_id, "parlour");
    assert_eq!(identity.client_secret.unwrap().expose(), "hunter2-oauth");
    let queue = settings.queue;
    let ExternalQueueSettings { url, token } = queue.external.unwrap();
    assert_eq!((url.as_str(), token.expose()), ("https://queue.example/v2", "hunter2-queue"));
    let keys: Vec<_> = queue.signing_keys.iter().map(Secret::expose).collect();
    assert_eq!(keys, ["hunter2-current", "hunter2-next"]);
    assert_eq!(queue.internal_job_token.unwrap().expose(), "hunter2-job");
    assert_eq!(settings.realtime_key.unwrap().name(), "app.key");
    let WebPushSettings { private_key, subject } = settings.web_push.unwrap();
    assert!(private_key.expose().starts_with("hunter2_") && subject.starts_with("mailto:"));
    let MailSettings { transport, from: Sender { name, address } } = settings.mail.unwrap();
    assert!(matches!(transport, MailTransport::Smtp(_)));
    assert_eq!((name.as_deref(), address.as_str()), (Some("The Parlour"), "desk@example.in"));
    assert_eq!(settings.chat_webhook.unwrap().expose().path(), "/hooks/hunter2");
    let InvoicingSettings { address, url, secret } = settings.invoicing;
    assert_eq!((address.unwrap().port(), url.unwrap().port()), (7000, Some(7000)));
    assert_eq!(secret.unwrap().expose(), "hunter2-invoices");
    let StorageSettings::S3(s3) = settings.storage else { panic!("not S3") };
    let S3Settings { bucket, prefix, endpoint, region, access_key, secret_key } = s3;
    assert_eq!((bucket.as_str(), prefix.as_str()), ("invoices", "salon"));
    assert_eq!((endpoint.unwrap().as_str(), region.as_str()), ("https://s3.example/", "ap-south-1"));
    assert_eq!((access_key.expose(), secret_key.expose()), ("hunter2-access", "hunter2-secret"));
    assert_eq!(settings.backups, Some(BackupSettings { place: StorageSettings::Folder("/backups".into()), keep: 30 }));
    assert_eq!(settings.heartbeats.len(), 19);
    let beat = settings.heartbeats[&Job::DailySalesReport].expose();
    assert_eq!(beat.path(), "/hunter2/daily-sales-report");
}

#[test]
fn printed_settings_contain_no_secret() {
    let settings = Settings::load(all_settings(), None).unwrap();
    let printed = format!("{settings:?} {settings:#?}");
    assert!(!printed.contains("hunter2"), "{printed}");
    assert!(printed.contains("postgres://db.example/salon"));
    assert!(printed.contains("redis://cache.example:6379/1"));
}

#[test]
fn no_message_contains_a_secret() {
    let is_secret = |name: &str| table::find_setting(name).is_some_and(|(_, setting)| setting.is_secret);
    for (name, value) in all_settings() {
        assert_eq!(is_secret(&name), value.contains("hunter2"), "{name}");
        if is_secret(&name) {
            let line = refusal_of(&name, "hunter2\u{1} bad");
            assert!(line.starts_with(&format!("{name}: the value is not ")), "{line}");
            assert!(!line.contains("hunter2"), "{line}");
        }
    }
}

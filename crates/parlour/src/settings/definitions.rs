//! The definitions of all settings except heartbeats: names, defaults and descriptions. `docs/settings.md` is generated
//! from them.

use super::setting::{Fallback, Setting, TomlType};

pub(super) static DEFINITIONS: [Setting; 56] = [
    with_default(
        "PARLOUR_ENV",
        "development",
        "`development` or `production`; production refuses demo data, `PARLOUR_CLOCK_START` and the built-in sign-in provider",
    ),
    with_default(
        "PARLOUR_INSECURE_DEV",
        "0",
        "`1` opens development to other machines, where anybody can then sign in as anyone",
    )
    .with_toml_type(TomlType::Flag),
    with_default(
        "PARLOUR_DATABASE_URL",
        "sqlite://data/parlour.db",
        "a SQLite file (`sqlite://data/parlour.db`, `sqlite:///var/parlour.db`) or `postgres://…`",
    )
    .secret(),
    secret("PARLOUR_DATABASE_READ_URL", "a Postgres replica, for reports and exports only"),
    secret(
        "PARLOUR_REDIS_URL",
        "shared rate limits and cross-process events; in memory when unset, and when Redis is down",
    ),
    with_default(
        "PARLOUR_CUSTOMER_ADDR",
        "127.0.0.1:3000",
        "address the customer app listens on; port 0 selects a free port, which is logged",
    ),
    with_default("PARLOUR_ADMIN_ADDR", "127.0.0.1:3001", "address the admin app listens on"),
    derived(
        "PARLOUR_CUSTOMER_URL",
        "from the address",
        "the customer app's public origin; required and `https` in production",
    ),
    derived(
        "PARLOUR_ADMIN_URL",
        "from the address",
        "the admin app's public origin; required and `https` in production",
    ),
    unset("PARLOUR_TLS_CERT", "certificate chain (PEM file) to serve https directly, with `PARLOUR_TLS_KEY`"),
    unset("PARLOUR_TLS_KEY", "private key (PEM file) of the certificate"),
    unset(
        "PARLOUR_METRICS_ADDR",
        "separate address for `/metrics`; if unset, users with the role developer read `/api/metrics` on the admin app",
    ),
    with_default("PARLOUR_LOG", "info", "log filter, such as `info,parlour_db=debug`"),
    with_default("PARLOUR_LOG_FORMAT", "pretty", "`pretty` or `json`"),
    unset(
        "PARLOUR_CLOCK_START",
        "development only: the time (RFC 3339, 2000 to 2199) that the application clock shows when the process starts",
    ),
    with_default("PARLOUR_RATE_LIMIT_BOOKINGS", "5/60s", "`POST /api/bookings` per client address, or `off`"),
    with_default("PARLOUR_RATE_LIMIT_LEADS", "5/60s", "`POST /api/leads` per client address, or `off`"),
    with_default("PARLOUR_RATE_LIMIT_AVAILABILITY", "10/10s", "`GET /api/availability` per client address, or `off`"),
    with_default("PARLOUR_RATE_LIMIT_SERVICES", "20/10s", "`GET /api/services` per client address, or `off`"),
    with_default("PARLOUR_RATE_LIMIT_HEALTH", "30/10s", "`GET /api/health` per client address, or `off`"),
    with_default("PARLOUR_RATE_LIMIT_FREE_TIMES", "60/60s", "pages with free times per client address, or `off`"),
    with_default(
        "PARLOUR_RATE_LIMIT_AUTH",
        "60/60s",
        "`/api/auth/sign-in` and `/api/auth/callback` of both apps per client address, or `off`",
    ),
    with_default(
        "PARLOUR_CONNECTIONS_PER_CLIENT",
        "256",
        "connections that one client address may have open to each app; trusted proxies have no such limit",
    ),
    list(
        "PARLOUR_TRUSTED_PROXIES",
        "proxies (CIDR ranges) whose `X-Forwarded-For` is trusted; otherwise the peer address is the client address",
    ),
    list("PARLOUR_LEAD_ORIGINS", "origins (comma-separated) whose pages may post leads from a browser (CORS)"),
    list(
        "PARLOUR_FRAME_ORIGINS",
        "origins (comma-separated) whose pages may embed the customer's pages; unset means none, the admin app never",
    ),
    with_default("PARLOUR_LEAD_SOURCE", "meta_ad", "source of a lead sent without one"),
    unset("PARLOUR_OAUTH_ISSUER", "OpenID provider; in development, unset means the built-in development provider"),
    unset("PARLOUR_OAUTH_CLIENT_ID", "client id at the OpenID provider"),
    secret(
        "PARLOUR_OAUTH_CLIENT_SECRET",
        "client secret at the OpenID provider; unset means a public client (PKCE only)",
    ),
    unset(
        "PARLOUR_OWNER_EMAIL",
        "the user who signs in with this verified e-mail address becomes `owner`, if there is no owner yet",
    ),
    unset("PARLOUR_QUEUE_URL", "an external queue that speaks QStash's protocol; unset means the built-in queue"),
    secret("PARLOUR_QUEUE_TOKEN", "API token for the external queue"),
    secret("PARLOUR_QUEUE_CURRENT_SIGNING_KEY", "key that signs deliveries to the job routes"),
    secret("PARLOUR_QUEUE_NEXT_SIGNING_KEY", "signing key after the next rotation"),
    secret(
        "PARLOUR_INTERNAL_JOB_TOKEN",
        "accepted on the job routes as `x-internal-job-token` while there is no signing key",
    ),
    secret("PARLOUR_REALTIME_KEY", "Ably API key `app.key:secret`; if unset, the token routes return 503"),
    secret("PARLOUR_VAPID_PRIVATE_KEY", "Web Push key: 32 bytes in base64url, with `PARLOUR_VAPID_SUBJECT`"),
    unset("PARLOUR_VAPID_SUBJECT", "contact address for push services: `mailto:…` or `https://…`"),
    secret("PARLOUR_MAIL_URL", "`smtp://…`, `smtps://…`, or `file:///dir` (one .eml each); needs `PARLOUR_MAIL_FROM`"),
    unset("PARLOUR_MAIL_FROM", "sender: `desk@example.in` or `Name <desk@example.in>`"),
    list("PARLOUR_REPORT_RECIPIENTS", "e-mail addresses that receive the reports, comma-separated"),
    secret("PARLOUR_CHAT_WEBHOOK_URL", "incoming webhook for reports"),
    derived("PARLOUR_INVOICING_ADDR", "a loopback port", "address the built-in invoicing service listens on"),
    derived("PARLOUR_INVOICING_URL", "the built-in service", "the invoicing service to use"),
    derived("PARLOUR_INVOICING_SECRET", "random, stored in the database", "signs requests to the invoicing service")
        .secret(),
    with_default(
        "PARLOUR_STORAGE_URL",
        "file://data/files",
        "where invoice PDFs are stored: a folder, or `s3://bucket/prefix`",
    ),
    unset("PARLOUR_STORAGE_ENDPOINT", "with `s3://`: endpoint of an S3-compatible server other than Amazon S3"),
    unset("PARLOUR_STORAGE_REGION", "with `s3://`: the region; `us-east-1` if only an endpoint is set"),
    secret("PARLOUR_STORAGE_ACCESS_KEY", "with `s3://`: access key"),
    secret("PARLOUR_STORAGE_SECRET_KEY", "with `s3://`: secret key"),
    unset(
        "PARLOUR_BACKUP_URL",
        "where a backup is written every night: a folder, or `s3://bucket/prefix` with the keys of `PARLOUR_STORAGE_…`",
    ),
    with_default("PARLOUR_BACKUP_KEEP", "14", "how many of these backups stay; older ones are deleted"),
    derived(
        "PARLOUR_GST_RATE",
        "the dated table",
        "one flat percentage, such as `5` or `12.5`, instead of the table by date",
    ),
    with_default("PARLOUR_MEMBERSHIP_PREFIX", "PRL", "first part of a membership number"),
    secret(
        "PARLOUR_SECRET_KEY",
        "32 bytes in base64 (`openssl rand -base64 32`); required in production; encrypts the keys that the database keeps",
    ),
];

const fn with_default(name: &'static str, default: &'static str, meaning: &'static str) -> Setting {
    Setting::new(name, Fallback::Value(default), meaning)
}

const fn derived(name: &'static str, default: &'static str, meaning: &'static str) -> Setting {
    Setting::new(name, Fallback::Derived(default), meaning)
}

const fn unset(name: &'static str, meaning: &'static str) -> Setting {
    Setting::new(name, Fallback::Unset, meaning)
}

/// A secret without a default.
const fn secret(name: &'static str, meaning: &'static str) -> Setting {
    unset(name, meaning).secret()
}

/// A list without a default.
const fn list(name: &'static str, meaning: &'static str) -> Setting {
    unset(name, meaning).with_toml_type(TomlType::List)
}

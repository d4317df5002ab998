//! The definitions of all settings except heartbeats: names, defaults and descriptions. `docs/settings.md` is generated
//! from them.

use super::setting::Fallback::{Derived, Unset, Value};
use super::setting::{Setting, TomlType};

pub(super) static DEFINITIONS: [Setting; 49] = [
    Setting::new(
        "PARLOUR_ENV",
        Value("development"),
        "`development` or `production`; production refuses demo data, `PARLOUR_CLOCK_START` and the built-in sign-in provider",
    ),
    Setting::new(
        "PARLOUR_INSECURE_DEV",
        Value("0"),
        "`1` allows development to listen on addresses other than loopback",
    )
    .with_toml_type(TomlType::Flag),
    Setting::new(
        "PARLOUR_DATABASE_URL",
        Value("sqlite://data/parlour.db"),
        "a SQLite file (`sqlite://data/parlour.db`, `sqlite:///var/parlour.db`) or `postgres://…`",
    )
    .secret(),
    Setting::new("PARLOUR_DATABASE_READ_URL", Unset, "a Postgres replica, for reports and exports only").secret(),
    Setting::new(
        "PARLOUR_REDIS_URL",
        Unset,
        "shared rate limits and cross-process events; in memory when unset, and when Redis is down",
    )
    .secret(),
    Setting::new(
        "PARLOUR_CUSTOMER_ADDR",
        Value("127.0.0.1:3000"),
        "address the customer app listens on; port 0 selects a free port, which is logged",
    ),
    Setting::new("PARLOUR_ADMIN_ADDR", Value("127.0.0.1:3001"), "address the admin app listens on"),
    Setting::new(
        "PARLOUR_CUSTOMER_URL",
        Derived("from the address"),
        "the customer app's public origin; required and `https` in production",
    ),
    Setting::new(
        "PARLOUR_ADMIN_URL",
        Derived("from the address"),
        "the admin app's public origin; required and `https` in production",
    ),
    Setting::new(
        "PARLOUR_TLS_CERT",
        Unset,
        "certificate chain (PEM file) to serve https directly, with `PARLOUR_TLS_KEY`",
    ),
    Setting::new("PARLOUR_TLS_KEY", Unset, "private key (PEM file) of the certificate"),
    Setting::new(
        "PARLOUR_METRICS_ADDR",
        Unset,
        "separate address for `/metrics`; if unset, users with the role developer read `/api/metrics` on the admin app",
    ),
    Setting::new("PARLOUR_LOG", Value("info"), "log filter, such as `info,parlour_store=debug`"),
    Setting::new("PARLOUR_LOG_FORMAT", Value("pretty"), "`pretty` or `json`"),
    Setting::new(
        "PARLOUR_CLOCK_START",
        Unset,
        "development only: the time (RFC 3339, 2000 to 2199) that the application clock shows when the process starts",
    ),
    Setting::new("PARLOUR_RATE_LIMIT_BOOKINGS", Value("5/60s"), "`POST /api/bookings` per client address, or `off`"),
    Setting::new("PARLOUR_RATE_LIMIT_LEADS", Value("5/60s"), "`POST /api/leads` per client address, or `off`"),
    Setting::new(
        "PARLOUR_RATE_LIMIT_AVAILABILITY",
        Value("10/10s"),
        "`GET /api/availability` per client address, or `off`",
    ),
    Setting::new("PARLOUR_RATE_LIMIT_SERVICES", Value("20/10s"), "`GET /api/services` per client address, or `off`"),
    Setting::new("PARLOUR_RATE_LIMIT_HEALTH", Value("30/10s"), "`GET /api/health` per client address, or `off`"),
    Setting::new(
        "PARLOUR_TRUSTED_PROXIES",
        Unset,
        "proxies (CIDR ranges) whose `X-Forwarded-For` is trusted; otherwise the peer address is the client address",
    )
    .with_toml_type(TomlType::List),
    Setting::new(
        "PARLOUR_LEAD_ORIGINS",
        Unset,
        "origins (comma-separated) whose pages may post leads from a browser (CORS)",
    )
    .with_toml_type(TomlType::List),
    Setting::new("PARLOUR_LEAD_SOURCE", Value("meta_ad"), "source of a lead sent without one"),
    Setting::new(
        "PARLOUR_OAUTH_ISSUER",
        Unset,
        "OpenID provider; in development, unset means the built-in development provider",
    ),
    Setting::new("PARLOUR_OAUTH_CLIENT_ID", Unset, "client id at the OpenID provider"),
    Setting::new(
        "PARLOUR_OAUTH_CLIENT_SECRET",
        Unset,
        "client secret at the OpenID provider; unset means a public client (PKCE only)",
    )
    .secret(),
    Setting::new(
        "PARLOUR_OWNER_EMAIL",
        Unset,
        "the user who signs in with this verified e-mail address becomes `owner`, if there is no owner yet",
    ),
    Setting::new(
        "PARLOUR_QUEUE_URL",
        Unset,
        "an external queue that speaks QStash's protocol; unset means the built-in queue",
    ),
    Setting::new("PARLOUR_QUEUE_TOKEN", Unset, "API token for the external queue").secret(),
    Setting::new("PARLOUR_QUEUE_CURRENT_SIGNING_KEY", Unset, "key that signs deliveries to the job routes").secret(),
    Setting::new("PARLOUR_QUEUE_NEXT_SIGNING_KEY", Unset, "signing key after the next rotation").secret(),
    Setting::new(
        "PARLOUR_INTERNAL_JOB_TOKEN",
        Unset,
        "accepted on the job routes as `x-internal-job-token` while there is no signing key",
    )
    .secret(),
    Setting::new("PARLOUR_REALTIME_KEY", Unset, "Ably API key `app.key:secret`; if unset, the token routes return 503")
        .secret(),
    Setting::new(
        "PARLOUR_VAPID_PRIVATE_KEY",
        Unset,
        "Web Push key: 32 bytes in base64url, with `PARLOUR_VAPID_SUBJECT`",
    )
    .secret(),
    Setting::new("PARLOUR_VAPID_SUBJECT", Unset, "contact address for push services: `mailto:…` or `https://…`"),
    Setting::new(
        "PARLOUR_MAIL_URL",
        Unset,
        "`smtp://…`, `smtps://…`, or `file:///dir` (one .eml each); needs `PARLOUR_MAIL_FROM`",
    )
    .secret(),
    Setting::new("PARLOUR_MAIL_FROM", Unset, "sender: `desk@example.in` or `Name <desk@example.in>`"),
    Setting::new("PARLOUR_REPORT_RECIPIENTS", Unset, "e-mail addresses that receive the reports, comma-separated")
        .with_toml_type(TomlType::List),
    Setting::new("PARLOUR_CHAT_WEBHOOK_URL", Unset, "incoming webhook for reports").secret(),
    Setting::new(
        "PARLOUR_INVOICING_ADDR",
        Derived("a loopback port"),
        "address the built-in invoicing service listens on",
    ),
    Setting::new("PARLOUR_INVOICING_URL", Derived("the built-in service"), "the invoicing service to use"),
    Setting::new(
        "PARLOUR_INVOICING_SECRET",
        Derived("random, stored in the database"),
        "signs requests to the invoicing service",
    )
    .secret(),
    Setting::new(
        "PARLOUR_STORAGE_URL",
        Value("file://data/files"),
        "where invoice PDFs are stored: a folder, or `s3://bucket/prefix`",
    ),
    Setting::new(
        "PARLOUR_STORAGE_ENDPOINT",
        Unset,
        "with `s3://`: endpoint of an S3-compatible server other than Amazon S3",
    ),
    Setting::new("PARLOUR_STORAGE_REGION", Unset, "with `s3://`: the region; `us-east-1` if only an endpoint is set"),
    Setting::new("PARLOUR_STORAGE_ACCESS_KEY", Unset, "with `s3://`: access key").secret(),
    Setting::new("PARLOUR_STORAGE_SECRET_KEY", Unset, "with `s3://`: secret key").secret(),
    Setting::new(
        "PARLOUR_GST_RATE",
        Derived("the dated table"),
        "one flat percentage, such as `5` or `12.5`, instead of the table by date",
    ),
    Setting::new("PARLOUR_MEMBERSHIP_PREFIX", Value("PRL"), "first part of a membership number"),
];

//! The rules that apply only to `parlour serve`: other commands, such as `migrate`, run without them.

use std::net::SocketAddr;

use super::Settings;
use super::error::SettingsError;
use super::values::Environment;

const ALTERNATIVES: &str = "; set PARLOUR_ENV=production for a real salon, or PARLOUR_INSECURE_DEV=1 to allow \
                            access without authentication from other machines";

impl Settings {
    /// Checks that a server may run with these settings; `demo` is the flag `--demo`.
    pub(crate) fn check_for_serving(&self, demo: bool) -> Result<(), SettingsError> {
        let mut lines = match self.environment {
            Environment::Development => self.reachable_from_other_machines(),
            Environment::Production => self.missing_in_production(demo),
        };
        lines.extend(self.queue_without_signing_key());
        SettingsError::fail_if_any(lines)
    }

    /// What an operator should know although a server may run with it.
    pub(crate) fn warnings_for_serving(&self) -> Vec<&'static str> {
        match self.environment {
            Environment::Development if self.insecure_development => vec![
                "PARLOUR_INSECURE_DEV=1: everybody who reaches these addresses can sign in as anyone and run jobs; \
                 set PARLOUR_ENV=production for a real salon",
            ],
            Environment::Development => vec![
                "development: everybody on this machine can sign in as anyone and run jobs; set \
                 PARLOUR_ENV=production for a real salon",
            ],
            Environment::Production if self.database.is_unverified() => vec![
                "PARLOUR_DATABASE_URL: the certificate of the Postgres server is not verified; add \
                 sslmode=verify-full",
            ],
            Environment::Production => Vec::new(),
        }
    }

    /// In development every client can sign in as any user, so only clients on this machine may connect. A proxy on
    /// this machine would let others in: its sites have other names.
    fn reachable_from_other_machines(&self) -> Vec<String> {
        if self.insecure_development {
            return Vec::new();
        }
        let listeners = [
            ("PARLOUR_CUSTOMER_ADDR", Some(self.customer.address)),
            ("PARLOUR_ADMIN_ADDR", Some(self.admin.address)),
            ("PARLOUR_METRICS_ADDR", self.metrics_address),
            ("PARLOUR_INVOICING_ADDR", self.invoicing.address),
        ];
        let bound = listeners.into_iter().filter_map(|(name, address)| Some((name, address?)));
        let reachable = bound.filter(|(_, address)| !is_loopback(*address)).map(|(name, address)| {
            format!("{name}: development only listens on loopback addresses, and {address} is not one{ALTERNATIVES}")
        });
        let urls = [
            ("PARLOUR_CUSTOMER_URL", self.customer.public_url.as_ref()),
            ("PARLOUR_ADMIN_URL", self.admin.public_url.as_ref()),
        ];
        let public =
            urls.into_iter().filter_map(|(name, url)| Some((name, url.filter(|url| !url.is_on_this_machine())?)));
        let public = public.map(|(name, url)| {
            format!("{name}: development only serves this machine, and {} is a public site{ALTERNATIVES}", url.as_str())
        });
        reachable.chain(public).collect()
    }

    /// An external queue authenticates only with its signature. Where authentication is required, all its deliveries
    /// would be refused without a signing key.
    fn queue_without_signing_key(&self) -> Option<String> {
        let queue = &self.queue;
        let requires_signature = self.environment == Environment::Production || queue.internal_job_token.is_some();
        let is_missing_key = queue.external.is_some() && queue.signing_keys.is_empty() && requires_signature;
        is_missing_key.then(|| {
            "PARLOUR_QUEUE_CURRENT_SIGNING_KEY: required with PARLOUR_QUEUE_URL; deliveries of the queue cannot be \
             verified without it"
                .to_owned()
        })
    }

    fn missing_in_production(&self, demo: bool) -> Vec<String> {
        let mut lines = Vec::new();
        if demo {
            lines.push("--demo: not allowed in production".to_owned());
        }
        for (name, given) in [
            ("PARLOUR_CUSTOMER_URL", self.customer.public_url.is_some()),
            ("PARLOUR_ADMIN_URL", self.admin.public_url.is_some()),
        ] {
            if !given {
                lines.push(format!("{name}: production needs the public https:// address"));
            }
        }
        lines.extend(self.missing_secret_key());
        if self.identity.is_none() {
            lines.push(
                "PARLOUR_OAUTH_ISSUER: production needs an OpenID provider, with \
                 PARLOUR_OAUTH_CLIENT_ID"
                    .to_owned(),
            );
        }
        lines
    }
}

impl Settings {
    /// In production no process may write keys into the database that are not encrypted.
    pub(crate) fn check_secret_key(&self) -> Result<(), SettingsError> {
        SettingsError::fail_if_any(self.missing_secret_key().into_iter().collect())
    }

    fn missing_secret_key(&self) -> Option<String> {
        let is_missing = self.environment == Environment::Production && self.secret_key.is_none();
        is_missing.then(|| {
            "PARLOUR_SECRET_KEY: production needs 32 bytes in base64, which encrypt the keys that the database keeps; \
             `openssl rand -base64 32` prints a new one"
                .to_owned()
        })
    }
}

fn is_loopback(address: SocketAddr) -> bool {
    address.ip().to_canonical().is_loopback()
}

#[cfg(test)]
mod tests {
    use crate::settings::tests::load;

    fn refusal(variables: &[(&str, &str)], demo: bool) -> String {
        let settings = load(variables).unwrap();
        settings.check_for_serving(demo).map_or_else(|error| error.to_string(), |()| String::new())
    }

    const PRODUCTION: [(&str, &str); 6] = [
        ("PARLOUR_ENV", "production"),
        ("PARLOUR_CUSTOMER_URL", "https://salon.example.in"),
        ("PARLOUR_ADMIN_URL", "https://desk.example.in"),
        ("PARLOUR_OAUTH_ISSUER", "https://accounts.example.com"),
        ("PARLOUR_OAUTH_CLIENT_ID", "parlour"),
        ("PARLOUR_SECRET_KEY", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="),
    ];

    #[test]
    fn development_serves_with_nothing_set_and_with_demo_data() {
        assert_eq!(refusal(&[], false), "");
        assert_eq!(refusal(&[], true), "");
    }

    #[test]
    fn development_has_no_public_site() {
        for name in ["PARLOUR_CUSTOMER_URL", "PARLOUR_ADMIN_URL"] {
            for public in ["https://salon.example.in", "http://10.0.0.1:3000", "http://localhost.example.in"] {
                let line = refusal(&[(name, public)], false);
                assert!(line.starts_with(&format!("{name}: development only serves this machine, and ")), "{line}");
                assert!(line.contains("PARLOUR_ENV=production") && line.contains("PARLOUR_INSECURE_DEV=1"), "{line}");
                assert_eq!(refusal(&[(name, public), ("PARLOUR_INSECURE_DEV", "1")], false), "");
            }
            for own in ["http://localhost:3000", "https://desk.localhost", "http://127.0.0.1:3000", "http://[::1]:3000"]
            {
                assert_eq!(refusal(&[(name, own)], false), "");
            }
        }
    }

    #[test]
    fn who_opens_development_or_does_not_verify_the_database_is_warned() {
        let warnings = |variables: &[(&str, &str)]| load(variables).unwrap().warnings_for_serving().join(" ");
        assert!(warnings(&[]).starts_with("development: everybody on this machine"));
        assert!(warnings(&[("PARLOUR_INSECURE_DEV", "1")]).starts_with("PARLOUR_INSECURE_DEV=1: "));
        for (url, is_warned) in [
            ("sqlite://a.db", false),
            ("postgres://db.example/salon", true),
            ("postgres://db.example/salon?sslmode=require", true),
            ("postgres://db.example/salon?sslmode=verify-full", false),
            ("postgres://db.example/salon?sslmode=verify-ca", false),
            ("postgres://db.example/salon?sslmode=require&sslrootcert=ca.pem", false),
            ("postgres://127.0.0.1/salon", false),
            ("postgres:///salon?host=/run/postgresql", false),
            ("postgres://%2Frun%2Fpostgresql/salon", false),
            ("postgres://localhost,db.example/salon", true),
        ] {
            let shown = warnings(&[("PARLOUR_ENV", "production"), ("PARLOUR_DATABASE_URL", url)]);
            assert_eq!(shown.contains("is not verified"), is_warned, "{url}: {shown}");
        }
    }

    #[test]
    fn development_listens_on_loopback_only() {
        for name in ["PARLOUR_CUSTOMER_ADDR", "PARLOUR_ADMIN_ADDR", "PARLOUR_METRICS_ADDR", "PARLOUR_INVOICING_ADDR"] {
            for open in ["0.0.0.0:3000", "[::]:3000", "192.168.1.2:3000"] {
                let line = refusal(&[(name, open)], false);
                let start = format!("{name}: development only listens on loopback addresses, and {open} is not one");
                assert!(line.starts_with(&start), "{line}");
                assert_eq!(refusal(&[(name, open), ("PARLOUR_INSECURE_DEV", "1")], false), "");
            }
            for closed in ["127.9.9.9:0", "[::1]:3000", "[::ffff:127.0.0.1]:3000"] {
                assert_eq!(refusal(&[(name, closed)], false), "");
            }
        }
    }

    #[test]
    fn production_serves_beyond_loopback_with_urls_and_provider() {
        let open = [&PRODUCTION[..], &[("PARLOUR_CUSTOMER_ADDR", "0.0.0.0:443")]].concat();
        assert_eq!(refusal(&open, false), "");
    }

    #[test]
    fn an_external_queue_needs_its_keys_where_signatures_are_required() {
        let queue = [("PARLOUR_QUEUE_URL", "https://queue.example"), ("PARLOUR_QUEUE_TOKEN", "hunter2")];
        let token = [("PARLOUR_INTERNAL_JOB_TOKEN", "hunter2")];
        assert_eq!(refusal(&queue, false), "", "development requires no authentication");
        for unsigned in [[&PRODUCTION[..], &queue].concat(), [&queue[..], &token].concat()] {
            let line = refusal(&unsigned, false);
            assert!(line.starts_with("PARLOUR_QUEUE_CURRENT_SIGNING_KEY: required with"), "{line}");
            for key in ["PARLOUR_QUEUE_CURRENT_SIGNING_KEY", "PARLOUR_QUEUE_NEXT_SIGNING_KEY"] {
                assert_eq!(refusal(&[&unsigned[..], &[(key, "sig_1")]].concat(), false), "");
            }
        }
        assert_eq!(refusal(&[&PRODUCTION[..], &token].concat(), false), "", "the built-in queue needs no key");
    }

    #[test]
    fn production_refuses_demo_data() {
        assert_eq!(refusal(&PRODUCTION, true), "--demo: not allowed in production");
    }

    #[test]
    fn production_needs_its_urls_and_a_provider() {
        for missing in ["PARLOUR_CUSTOMER_URL", "PARLOUR_ADMIN_URL"] {
            let rest = PRODUCTION.into_iter().filter(|(name, _)| *name != missing);
            let line = refusal(&rest.collect::<Vec<_>>(), false);
            assert_eq!(line, format!("{missing}: production needs the public https:// address"));
        }
        let line = refusal(&[&PRODUCTION[..3], &PRODUCTION[5..]].concat(), false);
        assert!(line.starts_with("PARLOUR_OAUTH_ISSUER: production needs an OpenID"), "{line}");
        let line = refusal(&PRODUCTION[..1], true);
        for named in ["--demo: ", "; PARLOUR_CUSTOMER_URL: ", "; PARLOUR_ADMIN_URL: ", "; PARLOUR_OAUTH_ISSUER: "] {
            assert!(line.contains(named), "{line}");
        }
    }

    #[test]
    fn production_needs_a_secret_key() {
        let line = refusal(&PRODUCTION[..5], false);
        assert!(line.starts_with("PARLOUR_SECRET_KEY: production needs 32 bytes in base64"), "{line}");
        assert!(load(&PRODUCTION[..5]).unwrap().check_secret_key().is_err());
        assert!(load(&PRODUCTION).unwrap().check_secret_key().is_ok());
        assert!(load(&[]).unwrap().check_secret_key().is_ok(), "development needs none");
    }
}

//! The settings and the database, as every command that touches data needs them.

use anyhow::Context;
use parlour_app::App;
use parlour_app::business_policy::{BusinessPolicy, TaxPolicy};
use parlour_app::request_context::RequestContext;
use parlour_app::rng::SharedRng;
use parlour_app::secrets::{SecretKey, Secrets};
use parlour_domain::billing::gst::GstRate;
use parlour_integrations::clock::Clock;
use parlour_store::{DatabaseLocation, Db};

use crate::settings::Settings;
use crate::settings::database::DatabaseUrl;
use crate::settings::secret::ConnectionUrl;
use crate::settings::values::Environment;

/// The settings of this process and the application on its open database.
pub(super) struct OpenedApp {
    pub(super) settings: Settings,
    pub(super) app: App,
}

impl OpenedApp {
    /// Reads the settings of this process and opens its database.
    pub(super) fn open_from_process_settings() -> anyhow::Result<Self> {
        Self::open(Settings::from_process()?)
    }

    /// Opens the database that the settings name. In production changes are refused while the clock is wrong.
    pub(super) fn open(settings: Settings) -> anyhow::Result<Self> {
        let opened = Self::open_with_any_clock(settings)?;
        if opened.settings.environment == Environment::Production {
            let clock = opened.app.clock.clone();
            opened.app.db.check_clock(move || clock.now());
        }
        Ok(opened)
    }

    /// For the command that accepts the clock.
    pub(super) fn open_with_any_clock(settings: Settings) -> anyhow::Result<Self> {
        install_tls_provider();
        let db =
            Db::open(&database_location(&settings), settings.database.read_url.as_ref().map(ConnectionUrl::expose))
                .context("cannot open the database")?;
        let clock = settings.clock_start.map_or_else(Clock::real, Clock::starting_at);
        let app = App::new(db, clock, SharedRng::system())
            .with_secrets(configured_secrets(&settings))
            .with_policy(business_policy(&settings));
        Ok(Self { settings, app })
    }

    /// Checks that this process can read the keys in the database, and encrypts those that are not encrypted yet. For
    /// commands that use them.
    pub(super) async fn prepare_secrets(&self) -> anyhow::Result<()> {
        self.settings.check_secret_key()?;
        let secrets = self.app.secrets.clone();
        Ok(self.app.db.write_by_any_clock(move |tx| secrets.check_and_encrypt(tx)).await?)
    }

    /// The context of a change that a command makes: no user is the actor.
    pub(super) fn context(&self) -> RequestContext {
        self.app.command_context()
    }
}

/// Taxes are the configured flat GST rate, or the statutory rates by date.
fn business_policy(settings: &Settings) -> BusinessPolicy {
    BusinessPolicy {
        taxes: TaxPolicy { flat: settings.gst_rate_basis_points.map(|rate| GstRate::basis_points(i64::from(rate))) },
        membership_prefix: settings.membership_prefix.clone(),
        lead_source: settings.lead_source.clone(),
    }
}

/// The keys in the database, as `PARLOUR_SECRET_KEY` opens them.
pub(super) fn configured_secrets(settings: &Settings) -> Secrets {
    Secrets::new(settings.secret_key.as_ref().and_then(|key| SecretKey::parse(key.expose())))
}

/// Converts `PARLOUR_DATABASE_URL` into the location that the store opens.
pub(super) fn database_location(settings: &Settings) -> DatabaseLocation {
    location_of(&settings.database.url)
}

pub(super) fn location_of(url: &DatabaseUrl) -> DatabaseLocation {
    match url {
        DatabaseUrl::Sqlite(path) => DatabaseLocation::Sqlite(path.clone()),
        DatabaseUrl::Postgres(url) => DatabaseLocation::Postgres(url.expose().to_owned()),
    }
}

/// Selects one TLS implementation for all crates that open TLS connections.
pub(super) fn install_tls_provider() {
    // An error means that a provider is already installed.
    let _ = rustls::crypto::aws_lc_rs::default_provider().install_default();
}

/// Runs a future to its end on a runtime with one thread.
pub(super) fn block_on<T>(future: impl Future<Output = T>) -> anyhow::Result<T> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    Ok(runtime.block_on(future))
}

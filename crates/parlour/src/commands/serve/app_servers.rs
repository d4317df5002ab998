//! The servers of the customer app and the admin app.

use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use axum::Router;
use axum::middleware::from_fn;
use axum_server::tls_rustls::RustlsConfig;
use parlour_api::{HttpSettings, HttpState, SignInSettings};
use parlour_demo::dev_identity_provider::{self, DevIdentityProvider, dev_user_source};
use parlour_domain::auth::app_kind::AppKind;
use parlour_http::host::only_from_this_machine;
use parlour_http::job_authentication::{JobAuthenticator, UnsignedRequests};
use parlour_http::limits::Limits;
use parlour_http::metrics::Metrics;
use parlour_http::resources::Resources;
use parlour_integrations::clock::Clock;
use parlour_integrations::identity::IdentityProvider;
use parlour_worker::worker_context::WorkerContext;
use url::Url;

use super::certificate::LoadedCertificate;
use super::connection_limit::ClientLimit;
use super::server::{HttpServer, bind_listener};
use super::unsent_bytes::UnsentBytes;
use super::{integration_checks, own_listener_client};
use crate::commands::integrations::{self, AppUrls};
use crate::commands::opened_app::OpenedApp;
use crate::settings::values::Environment;
use crate::settings::{AppSettings, Settings};

/// The bound listeners of both apps. Clients can connect; requests wait until the servers run.
pub(super) struct BoundListeners {
    customer: BoundListener,
    admin: BoundListener,
    tls: Option<RustlsConfig>,
}

struct BoundListener {
    listener: TcpListener,
    address: SocketAddr,
    url: String,
}

impl BoundListeners {
    pub(super) fn bind(settings: &Settings, resources: &Resources) -> anyhow::Result<Self> {
        let tls = settings.tls.as_ref().map(LoadedCertificate::load).transpose()?;
        if let Some(certificate) = &tls {
            resources.set_certificate_expiry(certificate.expires_at);
        }
        let tls = tls.map(LoadedCertificate::into_config);
        let bind_app = |app: &AppSettings| {
            let (listener, address) = bind_listener(app.address)?;
            let url = app.url(address, tls.is_some());
            anyhow::Ok(BoundListener { listener, address, url })
        };
        Ok(Self { customer: bind_app(&settings.customer)?, admin: bind_app(&settings.admin)?, tls })
    }

    /// The certificate of both apps, to be replaced.
    pub(super) fn tls(&self) -> Option<RustlsConfig> {
        self.tls.clone()
    }

    pub(super) fn urls(&self) -> AppUrls {
        AppUrls { customer: self.customer.url.clone(), admin: self.admin.url.clone() }
    }
}

/// Builds the servers of both apps.
pub(super) async fn app_servers(
    opened: &OpenedApp,
    listeners: BoundListeners,
    metrics: &Arc<Metrics>,
    worker: &WorkerContext,
) -> anyhow::Result<Vec<HttpServer>> {
    let settings = &opened.settings;
    let limits = Arc::new(build_limits(settings).await?);
    let job_authenticator = build_job_authenticator(opened, &listeners.admin.url);
    let unsent = UnsentBytes::new(settings.trusted_proxies.clone());
    let mut servers = Vec::new();
    for (app_kind, bound) in [(AppKind::Customer, listeners.customer), (AppKind::Admin, listeners.admin)] {
        let BoundListener { listener, address, url } = bound;
        let (provider, dev_provider) = identity_provider(opened, &url, address)?;
        let state = HttpState::new(
            opened.app.clone(),
            HttpSettings {
                app_kind,
                is_production: settings.environment == Environment::Production,
                public_url: url.clone(),
                limits: Arc::clone(&limits),
                trusted_proxies: settings.trusted_proxies.clone(),
                lead_origins: settings.lead_origins.iter().map(|origin| origin.as_str().to_owned()).collect(),
                frame_origins: settings.frame_origins.iter().map(|origin| origin.as_str().to_owned()).collect(),
                sign_in: SignInSettings { provider, owner_email: settings.owner_email.clone() },
                realtime: settings.realtime_key.clone(),
                push_key: settings
                    .web_push
                    .as_ref()
                    .and_then(|push| parlour_integrations::web_push::vapid_public_key(push.private_key.expose())),
                integrations: integration_checks::configured_checks(settings, &worker.integrations),
                metrics: Arc::clone(metrics),
                worker: worker.clone(),
                job_authenticator: (app_kind == AppKind::Admin).then(|| job_authenticator.clone()),
            },
        );
        let dev_provider = dev_provider.map(|provider| dev_provider_routes(provider, settings));
        let api = parlour_api::routes(&state, dev_provider);
        let router = match app_kind {
            AppKind::Customer => parlour_web_customer::router(api, state),
            AppKind::Admin => parlour_web_admin::router(api, parlour_web_office::routes(), state),
        };
        let client_limit = Some(ClientLimit {
            max_connections: settings.connections_per_client,
            trusted_proxies: settings.trusted_proxies.clone(),
        });
        let (tls, unsent, name) = (listeners.tls.clone(), Arc::clone(&unsent), app_kind.as_str());
        servers.push(HttpServer { name, address, url, listener, router, tls, client_limit, unsent });
    }
    Ok(servers)
}

fn build_job_authenticator(opened: &OpenedApp, admin_url: &str) -> JobAuthenticator {
    let queue = &opened.settings.queue;
    JobAuthenticator {
        signing_keys: integrations::expose_all(&queue.signing_keys),
        internal_token: queue.internal_job_token.as_ref().map(|token| token.expose().to_owned()),
        admin_url: admin_url.to_owned(),
        unsigned: match opened.settings.environment {
            Environment::Production => UnsignedRequests::Refused,
            Environment::Development if opened.settings.insecure_development => UnsignedRequests::FromAnywhere,
            Environment::Development => UnsignedRequests::FromThisMachine,
        },
    }
}

/// Whoever reaches them can sign in as anyone.
fn dev_provider_routes(provider: DevIdentityProvider, settings: &Settings) -> Router {
    let routes = provider.router();
    if settings.insecure_development { routes } else { routes.layer(from_fn(only_from_this_machine)) }
}

async fn build_limits(settings: &Settings) -> anyhow::Result<Limits> {
    let quotas = &settings.rate_limits;
    Ok(match &settings.redis_url {
        Some(url) => {
            let client = redis::Client::open(url.expose()).context("cannot use PARLOUR_REDIS_URL")?;
            Limits::shared(quotas, client).await
        }
        None => Limits::in_memory(quotas),
    })
}

/// Returns the client of the configured identity provider. In development without one, it is the built-in provider,
/// which is also returned so that the app can serve it.
fn identity_provider(
    opened: &OpenedApp,
    app_url: &str,
    bound: SocketAddr,
) -> anyhow::Result<(IdentityProvider, Option<DevIdentityProvider>)> {
    let http = reqwest::Client::builder()
        .redirect(reqwest::redirect::Policy::none())
        .connect_timeout(Duration::from_secs(5))
        .timeout(Duration::from_secs(5));
    if let Some(identity) = &opened.settings.identity {
        let issuer = Url::parse(&identity.issuer).context("PARLOUR_OAUTH_ISSUER is not a valid URL")?;
        let secret = identity.client_secret.as_ref().map(|secret| secret.expose().to_owned());
        let provider = IdentityProvider::new(issuer, identity.client_id.clone(), secret, http.build()?);
        return Ok((provider, None));
    }
    let issuer = Url::parse(&format!("{app_url}/dev/oidc"))?;
    let http =
        own_listener_client::route_to_own_listener(http, &issuer, bound, opened.settings.tls.is_some())?.build()?;
    let rng = opened.app.rng.clone();
    let dev_provider = DevIdentityProvider::new(
        &issuer,
        format!("{app_url}/api/auth/callback"),
        dev_user_source(&opened.app),
        move |bytes| rng.fill(bytes),
        Clock::real_unix_seconds,
    );
    let provider = IdentityProvider::new(issuer, dev_identity_provider::CLIENT_ID.to_owned(), None, http);
    Ok((provider, Some(dev_provider)))
}

//! The HTTP servers: the two apps, the invoicing service and the optional metrics listener.

use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use axum::Router;
use axum::routing::get;
use axum_server::accept::NoDelayAcceptor;
use axum_server::tls_rustls::{RustlsAcceptor, RustlsConfig};
use axum_server::{Handle, Server};
use hyper_util::rt::TokioTimer;
use parlour_api::{HttpSettings, HttpState, SignInSettings};
use parlour_app::invoices::TaxPolicy;
use parlour_app::worker_context::WorkerContext;
use parlour_demo::dev_identity_provider::{self, DevIdentityProvider, dev_user_source};
use parlour_domain::auth::app_side::AppSide;
use parlour_domain::billing::gst::GstRate;
use parlour_http::job_authentication::JobAuthenticator;
use parlour_http::limits::{Limits, Quotas};
use parlour_http::metrics::Metrics;
use parlour_integrations::clock::Clock;
use parlour_integrations::identity::IdentityProvider;
use url::Url;

use super::connection_limit::{self, max_connections_per_app};
use super::{integration_checks, own_listener_client};
use crate::commands::integrations::{self, AppUrls};
use crate::commands::opened_app::OpenedApp;
use crate::settings::values::{Environment, Origin};
use crate::settings::{AppSettings, Settings, TlsFiles};

/// Time for a client to send its request headers, and to finish the TLS handshake.
const HEADERS_TIMEOUT: Duration = Duration::from_secs(15);
/// An HTTP/2 client that is silent for this long is pinged, and must answer within `HTTP2_PING_TIMEOUT`.
const HTTP2_PING_INTERVAL: Duration = Duration::from_secs(20);
const HTTP2_PING_TIMEOUT: Duration = Duration::from_secs(10);

/// A bound listener and the router that answers its requests.
pub(super) struct HttpServer {
    pub(super) name: &'static str,
    pub(super) address: SocketAddr,
    pub(super) url: String,
    listener: TcpListener,
    router: Router,
    tls: Option<RustlsConfig>,
}

impl HttpServer {
    pub(super) async fn run(self, stop: Handle<SocketAddr>) -> anyhow::Result<()> {
        let service = self.router.into_make_service_with_connect_info::<SocketAddr>();
        let server = axum_server::from_tcp(self.listener)?.handle(stop);
        let (plain, max_connections) = (NoDelayAcceptor::new(), max_connections_per_app());
        if let Some(tls) = self.tls {
            let secured = RustlsAcceptor::new(tls).handshake_timeout(HEADERS_TIMEOUT).acceptor(plain);
            let acceptor = connection_limit::LimitedAcceptor::new(secured, max_connections)
                .with_first_bytes_timeout(HEADERS_TIMEOUT);
            with_timeouts(server.acceptor(acceptor)).serve(service).await?;
        } else {
            // With HTTP/1 only, the header timeout starts with the connection. Browsers and proxies use HTTP/2 only
            // over TLS, so nothing is lost.
            let acceptor = connection_limit::LimitedAcceptor::new(plain, max_connections);
            with_timeouts(server.acceptor(acceptor)).http1_only().serve(service).await?;
        }
        Ok(())
    }
}

fn with_timeouts<A>(mut server: Server<SocketAddr, A>) -> Server<SocketAddr, A> {
    let http = server.http_builder();
    http.http1().timer(TokioTimer::new()).header_read_timeout(HEADERS_TIMEOUT);
    http.http2()
        .timer(TokioTimer::new())
        .keep_alive_interval(HTTP2_PING_INTERVAL)
        .keep_alive_timeout(HTTP2_PING_TIMEOUT);
    server
}

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
    pub(super) async fn bind(settings: &Settings) -> anyhow::Result<Self> {
        let tls = match &settings.tls {
            Some(files) => Some(load_certificate(files).await?),
            None => None,
        };
        let bind_app = |app: &AppSettings| {
            let (listener, address) = bind_listener(app.address)?;
            let url = public_url(app, address, tls.is_some());
            anyhow::Ok(BoundListener { listener, address, url })
        };
        Ok(Self { customer: bind_app(&settings.customer)?, admin: bind_app(&settings.admin)?, tls })
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
    let mut servers = Vec::new();
    for (side, bound) in [(AppSide::Customer, listeners.customer), (AppSide::Admin, listeners.admin)] {
        let BoundListener { listener, address, url } = bound;
        let (provider, dev_provider) = identity_provider(opened, &url, address)?;
        let state = HttpState::new(
            opened.app.clone(),
            HttpSettings {
                side,
                is_production: settings.environment == Environment::Production,
                public_url: url.clone(),
                limits: Arc::clone(&limits),
                trusted_proxies: settings.trusted_proxies.clone(),
                lead_origins: settings.lead_origins.iter().map(|origin| origin.as_str().to_owned()).collect(),
                lead_source: settings.lead_source.clone(),
                sign_in: SignInSettings { provider, owner_email: settings.owner_email.clone() },
                realtime: settings.realtime_key.clone(),
                push_key: settings.web_push.as_ref().and_then(|push| {
                    parlour_integrations::web_push::vapid_public_key(push.private_key.expose())
                }),
                integrations: integration_checks::configured_checks(settings, &worker.integrations),
                taxes: tax_policy(settings),
                membership_prefix: settings.membership_prefix.clone(),
                metrics: Arc::clone(metrics),
                worker: worker.clone(),
                job_authenticator: (side == AppSide::Admin).then(|| job_authenticator.clone()),
            },
        );
        let router = parlour_api::router(state, dev_provider.map(DevIdentityProvider::router));
        servers.push(HttpServer {
            name: side.as_str(),
            address,
            url,
            listener,
            router,
            tls: listeners.tls.clone(),
        });
    }
    Ok(servers)
}

fn build_job_authenticator(opened: &OpenedApp, admin_url: &str) -> JobAuthenticator {
    let queue = &opened.settings.queue;
    JobAuthenticator {
        signing_keys: integrations::expose_all(&queue.signing_keys),
        internal_token: queue.internal_job_token.as_ref().map(|token| token.expose().to_owned()),
        admin_url: admin_url.to_owned(),
        is_production: opened.settings.environment == Environment::Production,
    }
}

/// Builds the server of the invoicing service, on the configured address or on a free loopback port.
pub(super) async fn invoicing_server(opened: &OpenedApp) -> anyhow::Result<HttpServer> {
    let configured_address = opened.settings.invoicing.address;
    let (listener, address) =
        bind_listener(configured_address.unwrap_or_else(|| SocketAddr::from(([127, 0, 0, 1], 0))))?;
    let router = parlour_invoicing::router(
        &integrations::load_invoicing_secret(opened).await?,
        Clock::real_unix_seconds,
    );
    let url = format!("http://{}", own_listener_client::connectable_address(address));
    Ok(HttpServer { name: "invoicing", address, url, listener, router, tls: None })
}

/// Uses the configured flat GST rate, or the statutory rates by date.
fn tax_policy(settings: &Settings) -> TaxPolicy {
    TaxPolicy { flat: settings.gst_rate_basis_points.map(|rate| GstRate::basis_points(i64::from(rate))) }
}

/// Builds the server of the separate metrics listener, if its address is configured.
pub(super) fn metrics_server(
    opened: &OpenedApp,
    metrics: Arc<Metrics>,
) -> anyhow::Result<Option<HttpServer>> {
    let Some(configured_address) = opened.settings.metrics_address else { return Ok(None) };
    let (listener, address) = bind_listener(configured_address)?;
    let app = opened.app.clone();
    let page = async move || parlour_api::metrics_response(&metrics, &app).await;
    let router = Router::new().route("/metrics", get(page));
    let url = format!("http://{address}/metrics");
    Ok(Some(HttpServer { name: "metrics", address, url, listener, router, tls: None }))
}

fn bind_listener(address: SocketAddr) -> anyhow::Result<(TcpListener, SocketAddr)> {
    let listener = TcpListener::bind(address).with_context(|| format!("cannot listen on {address}"))?;
    listener.set_nonblocking(true)?;
    let address = listener.local_addr()?;
    Ok((listener, address))
}

fn public_url(app: &AppSettings, bound: SocketAddr, is_https: bool) -> String {
    let scheme = if is_https { "https" } else { "http" };
    app.public_url.as_ref().map(Origin::as_str).map_or_else(|| format!("{scheme}://{bound}"), str::to_owned)
}

async fn load_certificate(files: &TlsFiles) -> anyhow::Result<RustlsConfig> {
    RustlsConfig::from_pem_file(&files.certificate, &files.key)
        .await
        .context("cannot use PARLOUR_TLS_CERT and PARLOUR_TLS_KEY")
}

async fn build_limits(settings: &Settings) -> anyhow::Result<Limits> {
    let rates = &settings.rate_limits;
    let quotas = Quotas {
        bookings: rates.bookings,
        leads: rates.leads,
        availability: rates.availability,
        services: rates.services,
        health: rates.health,
    };
    Ok(match &settings.redis_url {
        Some(url) => {
            let client = redis::Client::open(url.expose()).context("cannot use PARLOUR_REDIS_URL")?;
            Limits::shared(&quotas, client).await
        }
        None => Limits::in_memory(&quotas),
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
        own_listener_client::route_to_own_listener(http, &issuer, bound, opened.settings.tls.is_some())?
            .build()?;
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

//! The listeners: two apps, what draws invoices, and the metrics where they have their own.

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
use parlour_api::dev_provider::{self, DevProvider};
use parlour_api::jobs::gate::JobGate;
use parlour_api::limits::{Limits, Quotas};
use parlour_api::metrics::Metrics;
use parlour_api::{SignInSettings, Web, WebSettings, people_of};
use parlour_app::backstage::Backstage;
use parlour_app::clock::Clock;
use parlour_app::invoices::Taxes;
use parlour_app::outside::identity::IdentityProvider;
use parlour_app::outside::realtime::RealtimeKey;
use parlour_domain::app_side::AppSide;
use parlour_domain::gst::GstRate;
use url::Url;

use super::connections::{self, most_connections};
use super::{back_channel, integrations};
use crate::commands::Opened;
use crate::commands::outside::{self, Urls};
use crate::settings::values::{Environment, Origin};
use crate::settings::{AppSettings, Settings, TlsFiles};

/// A client that takes longer to say what it wants is not a browser.
const HEADERS_TIMEOUT: Duration = Duration::from_secs(15);
/// How long an HTTP/2 client may be silent before it is asked whether it is still there, and then to answer.
const ASKED_AFTER: Duration = Duration::from_secs(20);
const ANSWER_WITHIN: Duration = Duration::from_secs(10);

/// One listener and what it answers.
pub(super) struct Site {
    pub(super) name: &'static str,
    pub(super) address: SocketAddr,
    pub(super) url: String,
    listener: TcpListener,
    router: Router,
    tls: Option<RustlsConfig>,
}

impl Site {
    pub(super) async fn run(self, stop: Handle<SocketAddr>) -> anyhow::Result<()> {
        let service = self.router.into_make_service_with_connect_info::<SocketAddr>();
        let server = axum_server::from_tcp(self.listener)?.handle(stop);
        let (plain, places) = (NoDelayAcceptor::new(), most_connections());
        if let Some(tls) = self.tls {
            let secured = RustlsAcceptor::new(tls).handshake_timeout(HEADERS_TIMEOUT).acceptor(plain);
            let door = connections::Door::new(secured, places).hearing_within(HEADERS_TIMEOUT);
            patient(server.acceptor(door)).serve(service).await?;
        } else {
            // Only where HTTP/1 is certain does the clock for the headers start with the connection; browsers and
            // proxies speak HTTP/2 over TLS alone anyway.
            let door = connections::Door::new(plain, places);
            patient(server.acceptor(door)).http1_only().serve(service).await?;
        }
        Ok(())
    }
}

fn patient<A>(mut server: Server<SocketAddr, A>) -> Server<SocketAddr, A> {
    let http = server.http_builder();
    http.http1().timer(TokioTimer::new()).header_read_timeout(HEADERS_TIMEOUT);
    http.http2().timer(TokioTimer::new()).keep_alive_interval(ASKED_AFTER).keep_alive_timeout(ANSWER_WITHIN);
    server
}

/// Both listeners, bound to their addresses: from here on clients can queue up.
pub(super) struct Doors {
    customer: Door,
    admin: Door,
    tls: Option<RustlsConfig>,
}

struct Door {
    listener: TcpListener,
    address: SocketAddr,
    url: String,
}

impl Doors {
    pub(super) async fn open(settings: &Settings) -> anyhow::Result<Self> {
        let tls = match &settings.tls {
            Some(files) => Some(certificate(files).await?),
            None => None,
        };
        let open = |app: &AppSettings| {
            let (listener, address) = bind(app.address)?;
            let url = public_url(app, address, tls.is_some());
            anyhow::Ok(Door { listener, address, url })
        };
        Ok(Self { customer: open(&settings.customer)?, admin: open(&settings.admin)?, tls })
    }

    pub(super) fn urls(&self) -> Urls {
        Urls { customer: self.customer.url.clone(), admin: self.admin.url.clone() }
    }

    /// Where the admin app can be reached from here, and a client that does.
    pub(super) fn way_to_admin(&self) -> reqwest::Result<(reqwest::Client, String)> {
        back_channel::to_our_listener(self.admin.address, self.tls.is_some())
    }
}

/// Both apps behind their doors.
pub(super) async fn both_apps(
    opened: &Opened,
    doors: Doors,
    metrics: &Arc<Metrics>,
    backstage: &Backstage,
) -> anyhow::Result<Vec<Site>> {
    let settings = &opened.settings;
    let limits = Arc::new(limits(settings).await?);
    let gate = job_gate(opened, &doors.admin.url).await?;
    let mut sites = Vec::new();
    for (side, door) in [(AppSide::Customer, doors.customer), (AppSide::Admin, doors.admin)] {
        let Door { listener, address, url } = door;
        let (provider, dev_provider) = identity_provider(opened, &url, address)?;
        let web = Web::new(
            opened.app.clone(),
            WebSettings {
                side,
                is_production: settings.environment == Environment::Production,
                public_url: url.clone(),
                limits: Arc::clone(&limits),
                trusted_proxies: settings.trusted_proxies.clone(),
                lead_origins: settings.lead_origins.iter().map(|origin| origin.as_str().to_owned()).collect(),
                lead_source: settings.lead_source.clone(),
                sign_in: SignInSettings { provider, owner_email: settings.owner_email.clone() },
                realtime: settings
                    .realtime_key
                    .as_ref()
                    .map(|key| RealtimeKey::new(key.name.clone(), key.secret.expose())),
                push_key: settings
                    .web_push
                    .as_ref()
                    .and_then(|push| parlour_app::push::public_key(push.private_key.expose())),
                integrations: integrations::of(settings, &backstage.outside),
                taxes: taxes(settings),
                membership_prefix: settings.membership_prefix.clone(),
                metrics: Arc::clone(metrics),
                backstage: backstage.clone(),
                job_gate: (side == AppSide::Admin).then(|| gate.clone()),
            },
        );
        let router = parlour_api::router(web, dev_provider);
        sites.push(Site { name: side.as_str(), address, url, listener, router, tls: doors.tls.clone() });
    }
    Ok(sites)
}

async fn job_gate(opened: &Opened, admin_url: &str) -> anyhow::Result<JobGate> {
    let queue = &opened.settings.queue;
    Ok(JobGate {
        signing_keys: outside::exposed(&queue.signing_keys),
        built_in_key: Some(outside::built_in_key(&opened.app).await?),
        internal_token: queue.internal_job_token.as_ref().map(|token| token.expose().to_owned()),
        admin_url: admin_url.to_owned(),
        is_production: opened.settings.environment == Environment::Production,
    })
}

/// What draws invoices, on its own address or on a free one that only this machine reaches.
pub(super) async fn invoicing(opened: &Opened) -> anyhow::Result<Site> {
    let wanted = opened.settings.invoicing.address;
    let (listener, address) = bind(wanted.unwrap_or_else(|| SocketAddr::from(([127, 0, 0, 1], 0))))?;
    let router =
        parlour_invoicing::router(&outside::invoicing_secret(opened).await?, Clock::protocol_seconds);
    let url = format!("http://{}", back_channel::reachable(address));
    Ok(Site { name: "invoicing", address, url, listener, router, tls: None })
}

/// The rate that the salon has set, or else the law's table.
fn taxes(settings: &Settings) -> Taxes {
    Taxes { flat: settings.gst_rate_basis_points.map(|rate| GstRate::basis_points(i64::from(rate))) }
}

/// The metrics on a listener of their own, where one is set.
pub(super) fn metrics(opened: &Opened, metrics: Arc<Metrics>) -> anyhow::Result<Option<Site>> {
    let Some(wanted) = opened.settings.metrics_address else { return Ok(None) };
    let (listener, address) = bind(wanted)?;
    let app = opened.app.clone();
    let page = async move || parlour_api::metrics_page(&metrics, &app).await;
    let router = Router::new().route("/metrics", get(page));
    let url = format!("http://{address}/metrics");
    Ok(Some(Site { name: "metrics", address, url, listener, router, tls: None }))
}

fn bind(address: SocketAddr) -> anyhow::Result<(TcpListener, SocketAddr)> {
    let listener = TcpListener::bind(address).with_context(|| format!("cannot listen on {address}"))?;
    listener.set_nonblocking(true)?;
    let address = listener.local_addr()?;
    Ok((listener, address))
}

fn public_url(app: &AppSettings, bound: SocketAddr, is_https: bool) -> String {
    let scheme = if is_https { "https" } else { "http" };
    app.public_url.as_ref().map(Origin::as_str).map_or_else(|| format!("{scheme}://{bound}"), str::to_owned)
}

async fn certificate(files: &TlsFiles) -> anyhow::Result<RustlsConfig> {
    RustlsConfig::from_pem_file(&files.certificate, &files.key)
        .await
        .context("PARLOUR_TLS_CERT and PARLOUR_TLS_KEY cannot be used")
}

async fn limits(settings: &Settings) -> anyhow::Result<Limits> {
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
            let client = redis::Client::open(url.expose()).context("PARLOUR_REDIS_URL cannot be used")?;
            Limits::shared(&quotas, client).await
        }
        None => Limits::in_memory(&quotas),
    })
}

/// The configured provider, or in development the one that this app brings along.
fn identity_provider(
    opened: &Opened,
    app_url: &str,
    bound: SocketAddr,
) -> anyhow::Result<(IdentityProvider, Option<DevProvider>)> {
    let http = reqwest::Client::builder()
        .redirect(reqwest::redirect::Policy::none())
        .connect_timeout(Duration::from_secs(5))
        .timeout(Duration::from_secs(5));
    if let Some(identity) = &opened.settings.identity {
        let issuer = Url::parse(&identity.issuer).context("PARLOUR_OAUTH_ISSUER cannot be read")?;
        let secret = identity.client_secret.as_ref().map(|secret| secret.expose().to_owned());
        let provider = IdentityProvider::new(issuer, identity.client_id.clone(), secret, http.build()?);
        return Ok((provider, None));
    }
    let issuer = Url::parse(&format!("{app_url}/dev/oidc"))?;
    let http = back_channel::to_ourselves(http, &issuer, bound, opened.settings.tls.is_some())?.build()?;
    let chance = opened.app.chance.clone();
    let dev_provider = DevProvider::new(
        &issuer,
        format!("{app_url}/api/auth/callback"),
        people_of(&opened.app),
        move |bytes| chance.fill(bytes),
        Clock::protocol_seconds,
    );
    let provider = IdentityProvider::new(issuer, dev_provider::CLIENT_ID.to_owned(), None, http);
    Ok((provider, Some(dev_provider)))
}

//! The two apps of a salon, with their URLs and their identity provider.

use std::net::SocketAddr;
use std::sync::{Arc, OnceLock};

use axum::Router;
use parlour_api::{HttpSettings, HttpState, SignInSettings};
use parlour_app::App;
use parlour_demo::dev_identity_provider::{self, DevIdentityProvider, dev_user_source};
use parlour_domain::auth::app_kind::AppKind;
use parlour_http::job_authentication::{JobAuthenticator, UnsignedRequests};
use parlour_http::limits::Limits;
use parlour_http::metrics::Metrics;
use parlour_integrations::clock::Clock;
use parlour_integrations::identity::IdentityProvider;
use parlour_worker::worker_context::WorkerContext;
use reqwest::Url;

use super::SalonOptions;
use crate::process::http_client_builder;

/// The URL of an app, with its socket if it listens on one.
pub(super) struct AppEndpoint {
    app_kind: AppKind,
    pub(super) url: String,
    listener: Option<std::net::TcpListener>,
}

impl AppEndpoint {
    pub(super) fn open(app_kind: AppKind, listens: bool) -> Self {
        let listener = listens.then(|| {
            let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port is free");
            listener.set_nonblocking(true).expect("sockets can be non-blocking");
            listener
        });
        let url = match &listener {
            Some(listener) => {
                format!("http://{}", listener.local_addr().expect("a bound socket has an address"))
            }
            None => format!("https://{}.parlour.test", app_kind.as_str()),
        };
        Self { app_kind, url, listener }
    }
}

/// What both apps are made of.
#[derive(Debug)]
pub(super) struct AppParts {
    pub(super) worker: WorkerContext,
    pub(super) options: SalonOptions,
    pub(super) limits: Arc<Limits>,
    pub(super) metrics: Arc<Metrics>,
}

/// The routers of both apps. One that does not listen is built when somebody first uses it: most tests use one of them.
#[derive(Debug)]
pub(super) struct Apps {
    parts: AppParts,
    urls: [String; 2],
    routers: [OnceLock<Router>; 2],
}

impl Apps {
    pub(super) fn start(endpoints: [AppEndpoint; 2], parts: AppParts) -> Self {
        let urls = [endpoints[0].url.clone(), endpoints[1].url.clone()];
        let apps = Self { parts, urls, routers: Default::default() };
        for AppEndpoint { app_kind, listener, .. } in endpoints {
            if let Some(listener) = listener {
                let listener = tokio::net::TcpListener::from_std(listener).expect("inside a runtime");
                let service = apps.router(app_kind).into_make_service_with_connect_info::<SocketAddr>();
                // The task ends with the test's runtime.
                tokio::spawn(async { axum::serve(listener, service).await });
            }
        }
        apps
    }

    pub(super) fn router(&self, app_kind: AppKind) -> Router {
        let index = usize::from(app_kind == AppKind::Admin);
        self.routers[index].get_or_init(|| build_router(&self.parts, app_kind, self.urls[index].clone())).clone()
    }
}

fn build_router(parts: &AppParts, app_kind: AppKind, url: String) -> Router {
    let AppParts { worker, options, limits, metrics } = parts;
    let app = &worker.app;
    let unsigned = if options.is_production { UnsignedRequests::Refused } else { UnsignedRequests::FromAnywhere };
    let job_authenticator = JobAuthenticator { admin_url: url.clone(), unsigned, ..options.jobs.clone() };
    let (provider, dev_provider) = identity_provider(app, &url, options);
    let settings = HttpSettings {
        app_kind,
        is_production: options.is_production,
        public_url: url,
        limits: Arc::clone(limits),
        trusted_proxies: options.trusted_proxies.clone(),
        lead_origins: options.lead_origins.clone(),
        frame_origins: options.frame_origins.clone(),
        sign_in: SignInSettings { provider, owner_email: options.owner_email.clone() },
        realtime: options.realtime.clone(),
        push_key: options.push_key.clone(),
        integrations: options.integrations.clone(),
        metrics: Arc::clone(metrics),
        worker: worker.clone(),
        job_authenticator: (app_kind == AppKind::Admin).then_some(job_authenticator),
    };
    let endpoints = endpoint_routes(app_kind, &options.lead_origins);
    let state = HttpState::new(app.clone(), settings);
    let api = parlour_api::complete_routes(endpoints, app_kind, dev_provider.map(DevIdentityProvider::router));
    match app_kind {
        AppKind::Customer => parlour_web_customer::router(api, state),
        AppKind::Admin => parlour_web_admin::router(api, parlour_web_office::routes(), state),
    }
}

/// Made once for all salons without lead origins.
fn endpoint_routes(app_kind: AppKind, lead_origins: &[String]) -> Router<HttpState> {
    static ROUTES: [OnceLock<Router<HttpState>>; 2] = [const { OnceLock::new() }; 2];
    if lead_origins.is_empty() {
        let routes = &ROUTES[usize::from(app_kind == AppKind::Admin)];
        return routes.get_or_init(|| parlour_api::endpoint_routes(app_kind, &[])).clone();
    }
    parlour_api::endpoint_routes(app_kind, lead_origins)
}

fn identity_provider(app: &App, url: &str, options: &SalonOptions) -> (IdentityProvider, Option<DevIdentityProvider>) {
    let http = http_client_builder().build().expect("a client can be built");
    if let Some((issuer, id, secret)) = &options.identity {
        return (IdentityProvider::new(issuer.clone(), id.clone(), secret.clone(), http), None);
    }
    let issuer = Url::parse(&format!("{url}/dev/oidc")).expect("the app's URL is one");
    let rng = app.rng.clone();
    let dev = DevIdentityProvider::new(
        &issuer,
        format!("{url}/api/auth/callback"),
        dev_user_source(app),
        move |bytes| rng.fill(bytes),
        Clock::real_unix_seconds,
    );
    (IdentityProvider::new(issuer, dev_identity_provider::CLIENT_ID.to_owned(), None, http), Some(dev))
}

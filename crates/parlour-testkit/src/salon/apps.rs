//! The two apps of a salon, with their URLs and their identity provider.

use std::net::SocketAddr;
use std::sync::Arc;

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

pub(super) fn start_app(
    worker: &WorkerContext,
    endpoint: AppEndpoint,
    options: &SalonOptions,
    limits: &Arc<Limits>,
    metrics: &Arc<Metrics>,
) -> Router {
    let AppEndpoint { app_kind, url, listener } = endpoint;
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
    let state = HttpState::new(app.clone(), settings);
    let api = parlour_api::routes(&state, dev_provider.map(DevIdentityProvider::router));
    let router = match app_kind {
        AppKind::Customer => parlour_web_customer::router(api, state),
        AppKind::Admin => parlour_web_admin::router(api, state),
    };
    if let Some(listener) = listener {
        let listener = tokio::net::TcpListener::from_std(listener).expect("inside a runtime");
        let service = router.clone().into_make_service_with_connect_info::<SocketAddr>();
        // The task ends with the test's runtime.
        tokio::spawn(async { axum::serve(listener, service).await });
    }
    router
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

//! The state that all handlers of one app share.

use std::sync::Arc;
use std::time::Instant;

use chrono::NaiveDate;
use http::HeaderValue;
use ipnet::IpNet;
use parlour_app::App;
use parlour_app::request_context::{Origin, RequestContext};
use parlour_app::sign_in::PendingSignIns;
use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_domain::email_address::EmailAddress;
use parlour_domain::ids::UserId;
use parlour_domain::ist::Timestamp;
use parlour_domain::notification::push_endpoint::AllowedHosts;
use parlour_integrations::identity::IdentityProvider;
use parlour_integrations::realtime::RealtimeKey;
use parlour_store::Conn;
use parlour_worker::integrations::IntegrationProbes;
use parlour_worker::worker_context::WorkerContext;

use crate::error::HttpError;
use crate::idempotency::RunningRequests;
use crate::job_authentication::JobAuthenticator;
use crate::limits::Limits;
use crate::metrics::Metrics;
use crate::pages::cache::PageCache;
use crate::pages::embeddable_page_policy;
use crate::refusal_traces::{RefusalTraces, RefusalWarnings};
use crate::request_info::RequestInfo;
use crate::response_cache::ResponseCaches;

pub const LEADS_PATH: &str = "/api/leads";

/// The settings of one app.
#[derive(Debug)]
pub struct HttpSettings {
    pub app_kind: AppKind,
    /// Whether this is a production environment, with strict checks.
    pub is_production: bool,
    /// The app's public origin, without a slash at the end.
    pub public_url: String,
    pub limits: Arc<Limits>,
    pub trusted_proxies: Vec<IpNet>,
    pub lead_origins: Vec<String>,
    /// Sites that may embed the pages of the customer app.
    pub frame_origins: Vec<String>,
    pub sign_in: SignInSettings,
    /// The key for the realtime provider, if configured.
    pub realtime: Option<RealtimeKey>,
    /// The public key for push subscriptions, if configured.
    pub push_key: Option<String>,
    /// Which external services are configured.
    pub integrations: IntegrationProbes,
    pub metrics: Arc<Metrics>,
    /// What jobs need to run.
    pub worker: WorkerContext,
    /// Checks requests for jobs, on the app that has job routes.
    pub job_authenticator: Option<JobAuthenticator>,
}

#[derive(Clone)]
pub struct SignInSettings {
    pub provider: IdentityProvider,
    /// The user with this verified e-mail address becomes owner while there is no owner.
    pub owner_email: Option<EmailAddress>,
}

impl std::fmt::Debug for SignInSettings {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("SignInSettings")
    }
}

/// Shared by every request of one app.
#[derive(Debug, Clone)]
pub struct HttpState(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    app: App,
    settings: HttpSettings,
    response_cache: ResponseCaches,
    started: Instant,
    running_requests: RunningRequests,
    refusal_traces: RefusalTraces,
    refusal_warnings: Arc<RefusalWarnings>,
    pending_sign_ins: PendingSignIns,
    page_cache: PageCache,
    embeddable_page_policy: Option<HeaderValue>,
}

impl HttpState {
    pub fn new(app: App, settings: HttpSettings) -> Self {
        Self(Arc::new(Inner {
            response_cache: ResponseCaches::default(),
            started: Instant::now(),
            running_requests: RunningRequests::default(),
            refusal_traces: RefusalTraces::default(),
            refusal_warnings: Arc::default(),
            pending_sign_ins: PendingSignIns::default(),
            page_cache: PageCache::default(),
            embeddable_page_policy: match settings.app_kind {
                AppKind::Customer => embeddable_page_policy(&settings.frame_origins),
                AppKind::Admin => None,
            },
            app,
            settings,
        }))
    }

    pub fn app(&self) -> &App {
        &self.0.app
    }

    pub fn now(&self) -> Timestamp {
        self.app().clock.now()
    }

    pub fn today(&self) -> NaiveDate {
        self.now().ist_date()
    }

    /// What the pages of this app keep in memory.
    pub fn page_cache(&self) -> &PageCache {
        &self.0.page_cache
    }

    /// The policy of this app's pages, if other sites may embed them.
    pub(crate) fn embeddable_page_policy(&self) -> Option<&HeaderValue> {
        self.0.embeddable_page_policy.as_ref()
    }

    /// Reads without a session.
    pub async fn read<T: Send + 'static>(
        &self,
        read: impl Fn(&mut Conn<'_>) -> Result<T, HttpError> + Send + 'static,
    ) -> Result<T, HttpError> {
        self.app().db.read(read).await
    }

    pub fn app_kind(&self) -> AppKind {
        self.0.settings.app_kind
    }

    pub fn public_url(&self) -> &str {
        &self.0.settings.public_url
    }

    pub fn is_https(&self) -> bool {
        self.public_url().starts_with("https://")
    }

    pub fn limits(&self) -> &Limits {
        &self.0.settings.limits
    }

    pub fn trusted_proxies(&self) -> &[IpNet] {
        &self.0.settings.trusted_proxies
    }

    pub fn lead_origins(&self) -> &[String] {
        &self.0.settings.lead_origins
    }

    /// Whether a page of that origin may post leads from a browser.
    pub(crate) fn accepts_leads_from(&self, origin: &str, path: &str) -> bool {
        self.app_kind() == AppKind::Customer
            && path == LEADS_PATH
            && self.lead_origins().iter().any(|allowed| allowed == origin)
    }

    pub fn sign_in(&self) -> &SignInSettings {
        &self.0.settings.sign_in
    }

    pub fn realtime(&self) -> Option<&RealtimeKey> {
        self.0.settings.realtime.as_ref()
    }

    pub fn push_key(&self) -> Option<&str> {
        self.0.settings.push_key.as_deref()
    }

    pub fn integrations(&self) -> &IntegrationProbes {
        &self.0.settings.integrations
    }

    /// The hosts that push subscriptions may name.
    pub fn allowed_push_hosts(&self) -> AllowedHosts {
        if self.0.settings.is_production { AllowedHosts::Public } else { AllowedHosts::Anywhere }
    }

    pub fn worker(&self) -> &WorkerContext {
        &self.0.settings.worker
    }

    pub fn job_authenticator(&self) -> Option<&JobAuthenticator> {
        self.0.settings.job_authenticator.as_ref()
    }

    pub fn metrics(&self) -> &Metrics {
        &self.0.settings.metrics
    }

    pub fn response_cache(&self) -> &ResponseCaches {
        &self.0.response_cache
    }

    pub fn running_requests(&self) -> &RunningRequests {
        &self.0.running_requests
    }

    pub(crate) fn refusal_traces(&self) -> &RefusalTraces {
        &self.0.refusal_traces
    }

    pub(crate) fn refusal_warnings(&self) -> &Arc<RefusalWarnings> {
        &self.0.refusal_warnings
    }

    pub fn pending_sign_ins(&self) -> &PendingSignIns {
        &self.0.pending_sign_ins
    }

    pub fn uptime_seconds(&self) -> u64 {
        self.0.started.elapsed().as_secs()
    }

    pub fn context(&self, request_info: &RequestInfo, actor: Option<(UserId, Role)>) -> RequestContext {
        RequestContext {
            now: self.now(),
            rng: self.app().rng.clone(),
            actor,
            origin: match self.app_kind() {
                AppKind::Customer => Origin::CustomerApp,
                AppKind::Admin => Origin::AdminApp,
            },
            request_id: Some(request_info.request_id().to_owned()),
            address: Some(request_info.address().ip()),
            publishes_realtime: self.realtime().is_some(),
            availability_cache: Some(self.app().availability_cache.clone()),
            policy: Arc::clone(&self.app().policy),
        }
    }
}

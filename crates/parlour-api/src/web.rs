//! What the handlers of one app share.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use ipnet::IpNet;
use parlour_app::App;
use parlour_app::backstage::Backstage;
use parlour_app::integrations::Integrations;
use parlour_app::invoices::Taxes;
use parlour_app::occasion::{Occasion, Origin};
use parlour_app::outside::identity::IdentityProvider;
use parlour_app::outside::realtime::RealtimeKey;
use parlour_domain::app_side::AppSide;
use parlour_domain::email::Email;
use parlour_domain::ids::UserId;
use parlour_domain::push_endpoint::Reach;
use parlour_domain::role::Role;

use crate::call::Call;
use crate::dev_provider::People;
use crate::hot::HotReads;
use crate::jobs::gate::JobGate;
use crate::limits::Limits;
use crate::metrics::Metrics;

pub(crate) const LEADS_PATH: &str = "/api/leads";

/// One app's surroundings.
#[derive(Debug)]
pub struct WebSettings {
    pub side: AppSide,
    /// Whether strangers are about.
    pub is_production: bool,
    /// The app's origin as browsers know it, without a slash at the end.
    pub public_url: String,
    pub limits: Arc<Limits>,
    pub trusted_proxies: Vec<IpNet>,
    pub lead_origins: Vec<String>,
    pub lead_source: String,
    pub sign_in: SignInSettings,
    /// Our key at the realtime provider, where there is one.
    pub realtime: Option<RealtimeKey>,
    /// What browsers know us by when they ask for push messages, where these are sent.
    pub push_key: Option<String>,
    /// Which services of others are set up.
    pub integrations: Integrations,
    pub taxes: Taxes,
    /// The first part of a membership's number.
    pub membership_prefix: String,
    pub metrics: Arc<Metrics>,
    /// What happens by itself, and whom it talks to.
    pub backstage: Backstage,
    /// Who may ask for jobs, where the app has them.
    pub job_gate: Option<JobGate>,
}

#[derive(Clone)]
pub struct SignInSettings {
    pub provider: IdentityProvider,
    /// This verified e-mail becomes owner while there is none.
    pub owner_email: Option<Email>,
}

impl std::fmt::Debug for SignInSettings {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("SignInSettings")
    }
}

/// Shared by every request of one app.
#[derive(Debug, Clone)]
pub struct Web(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    app: App,
    settings: WebSettings,
    hot: HotReads,
    started: Instant,
    /// Requests with an `Idempotency-Key` that are running now.
    running: Mutex<HashSet<String>>,
}

impl Web {
    pub fn new(app: App, settings: WebSettings) -> Self {
        Self(Arc::new(Inner {
            hot: HotReads::default(),
            started: Instant::now(),
            running: Mutex::default(),
            app,
            settings,
        }))
    }

    pub(crate) fn app(&self) -> &App {
        &self.0.app
    }

    pub(crate) fn side(&self) -> AppSide {
        self.0.settings.side
    }

    pub(crate) fn public_url(&self) -> &str {
        &self.0.settings.public_url
    }

    pub(crate) fn is_https(&self) -> bool {
        self.public_url().starts_with("https://")
    }

    pub(crate) fn limits(&self) -> &Limits {
        &self.0.settings.limits
    }

    pub(crate) fn trusted_proxies(&self) -> &[IpNet] {
        &self.0.settings.trusted_proxies
    }

    pub(crate) fn lead_origins(&self) -> &[String] {
        &self.0.settings.lead_origins
    }

    /// Whether a page of that origin may post leads from a browser.
    pub(crate) fn takes_leads_from(&self, origin: &str, path: &str) -> bool {
        self.side() == AppSide::Customer
            && path == LEADS_PATH
            && self.lead_origins().iter().any(|invited| invited == origin)
    }

    pub(crate) fn lead_source(&self) -> &str {
        &self.0.settings.lead_source
    }

    pub(crate) fn sign_in(&self) -> &SignInSettings {
        &self.0.settings.sign_in
    }

    pub(crate) fn realtime(&self) -> Option<&RealtimeKey> {
        self.0.settings.realtime.as_ref()
    }

    pub(crate) fn push_key(&self) -> Option<&str> {
        self.0.settings.push_key.as_deref()
    }

    pub(crate) fn integrations(&self) -> &Integrations {
        &self.0.settings.integrations
    }

    pub(crate) fn taxes(&self) -> Taxes {
        self.0.settings.taxes
    }

    pub(crate) fn membership_prefix(&self) -> &str {
        &self.0.settings.membership_prefix
    }

    /// Where push messages may be asked to.
    pub(crate) fn push_reach(&self) -> Reach {
        if self.0.settings.is_production { Reach::Public } else { Reach::Anywhere }
    }

    pub(crate) fn backstage(&self) -> &Backstage {
        &self.0.settings.backstage
    }

    pub(crate) fn job_gate(&self) -> Option<&JobGate> {
        self.0.settings.job_gate.as_ref()
    }

    pub(crate) fn metrics(&self) -> &Metrics {
        &self.0.settings.metrics
    }

    pub(crate) fn hot(&self) -> &HotReads {
        &self.0.hot
    }

    pub(crate) fn uptime_seconds(&self) -> u64 {
        self.0.started.elapsed().as_secs()
    }

    pub(crate) fn occasion(&self, call: &Call, who: Option<(UserId, Role)>) -> Occasion {
        Occasion {
            now: self.app().clock.now(),
            chance: self.app().chance.clone(),
            who,
            origin: match self.side() {
                AppSide::Customer => Origin::CustomerApp,
                AppSide::Admin => Origin::AdminApp,
            },
            request_id: Some(call.request_id().to_owned()),
            address: Some(call.address().ip()),
            is_heard: self.realtime().is_some(),
        }
    }

    /// Notes that the request runs; `None` while another of the same name does.
    pub(crate) fn begin(&self, name: String) -> Option<Running> {
        let mut running = self.0.running.lock().unwrap_or_else(PoisonError::into_inner);
        running.insert(name.clone()).then(|| Running { web: self.clone(), name })
    }
}

/// Ends with the request, however that ends.
#[derive(Debug)]
pub(crate) struct Running {
    web: Web,
    name: String,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.web.0.running.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.name);
    }
}

/// Everyone the development provider offers to sign in as.
pub fn people_of(app: &App) -> People {
    const CUSTOMERS_SHOWN: i64 = 8;
    let db = app.db.clone();
    Arc::new(move || {
        let db = db.clone();
        Box::pin(async move {
            let found = db.read(|conn| parlour_store::users::for_sign_in_page(conn, CUSTOMERS_SHOWN)).await;
            let found = found.map(|mut people| {
                // Stable: within a role they stay in the order of their names.
                people.sort_by_key(|user| std::cmp::Reverse(user.role));
                people
            });
            found
                .unwrap_or_else(|error| {
                    tracing::warn!(%error, "the sign-in page cannot list people");
                    Vec::new()
                })
                .into_iter()
                .filter_map(|user| {
                    let email = user.email?.as_str().to_owned();
                    Some(crate::dev_provider::DevPerson {
                        name: user.name,
                        email,
                        role: user.role.to_string(),
                    })
                })
                .collect()
        })
    })
}

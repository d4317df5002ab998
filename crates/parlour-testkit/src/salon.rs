//! A salon for one test: both apps, a database of its own and a clock that only the test moves.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::Router;
use parlour_api::{HttpSettings, HttpState, SignInSettings};
use parlour_app::App;
use parlour_app::invoices::TaxPolicy;
use parlour_app::request_context::RequestContext;
use parlour_app::rng::SharedRng;
use parlour_app::sign_in::{find_or_create_user, start_session};
use parlour_demo::dev_identity_provider::{self, DevIdentityProvider, dev_user_source};
use parlour_domain::auth::app_side::AppSide;
use parlour_domain::auth::role::Role;
use parlour_domain::email_address::EmailAddress;
use parlour_domain::ids::UserId;
use parlour_domain::ist::{HOUR_MS, Timestamp};
use parlour_domain::job::Job;
use parlour_http::job_authentication::JobAuthenticator;
use parlour_http::limits::{Limits, Quotas};
use parlour_http::metrics::Metrics;
use parlour_integrations::clock::Clock;
use parlour_integrations::identity::IdentityProvider;
use parlour_integrations::realtime::RealtimeKey;
use parlour_store::jobs::queue::{self, ClaimedJob, DueJobFilter, JobClaim};
use parlour_store::{DatabaseLocation, Db, DbError, Tx};
use parlour_worker::integrations::IntegrationProbes;
use parlour_worker::jobs::{self, JobPayload};
use parlour_worker::queue::{Delivery, QueueWorker};
use parlour_worker::worker_context::{Integrations, WorkerContext};
use reqwest::Url;
use serde_json::Value;
use tokio::runtime::Handle;

use crate::test_database::TestDatabase;
use crate::{Engine, Person};

/// How a [`TestSalon`] differs from the usual one.
#[derive(Debug, Clone)]
pub struct SalonOptions {
    /// The time at the start in India, like `2027-03-01 10:00`.
    pub at: &'static str,
    /// Rate limits; off unless a test sets them.
    pub quotas: Quotas,
    pub lead_origins: Vec<String>,
    pub trusted_proxies: Vec<ipnet::IpNet>,
    pub owner_email: Option<EmailAddress>,
    /// Issuer, client id and client secret of an identity provider; `None` for the development provider.
    pub identity: Option<(Url, String, Option<String>)>,
    pub realtime: Option<RealtimeKey>,
    pub push_key: Option<String>,
    pub integrations: IntegrationProbes,
    /// Who may call the job routes.
    pub jobs: JobAuthenticator,
    pub is_production: bool,
    /// Both apps listen on real sockets, which browsers and the built-in queue need.
    pub listens: bool,
    /// The database starts with the demo salon.
    pub has_demo_data: bool,
}

impl Default for SalonOptions {
    fn default() -> Self {
        Self {
            at: "2027-03-01 10:00",
            quotas: Quotas::OFF,
            lead_origins: Vec::new(),
            trusted_proxies: Vec::new(),
            owner_email: None,
            identity: None,
            realtime: None,
            push_key: None,
            integrations: IntegrationProbes::default(),
            jobs: JobAuthenticator::default(),
            is_production: false,
            listens: false,
            has_demo_data: false,
        }
    }
}

#[derive(Debug)]
pub struct TestSalon {
    pub app: App,
    customer: Router,
    admin: Router,
    urls: [String; 2],
    worker: WorkerContext,
    leaves_due_jobs: AtomicBool,
    // Dropped last, after everything that uses it.
    database: TestDatabase,
}

impl TestSalon {
    /// Opens a salon without branches, services or customers.
    pub async fn open() -> Self {
        Self::with(SalonOptions::default()).await
    }

    pub async fn open_at(at: &'static str) -> Self {
        Self::with(SalonOptions { at, ..SalonOptions::default() }).await
    }

    /// Opens the demo salon.
    pub async fn demo() -> Self {
        Self::with(SalonOptions { has_demo_data: true, ..SalonOptions::default() }).await
    }

    pub async fn with(options: SalonOptions) -> Self {
        Self::with_integrations(options, Integrations::default()).await
    }

    /// Opens a salon that uses these clients of other services.
    pub async fn with_integrations(options: SalonOptions, integrations: Integrations) -> Self {
        let database = TestDatabase::new(Engine::current());
        let location = database.location.clone();
        let db = tokio::task::spawn_blocking(move || Db::open_without_migrating(&location, None)).await;
        let db = db.expect("opening does not panic").expect("the database can be opened");
        let clock = Clock::standing_still(parse_ist(options.at));
        let app = App { db, clock, rng: SharedRng::system() };
        if options.has_demo_data {
            let context = RequestContext::command(app.clock.now(), app.rng.clone());
            app.db.write(move |tx| parlour_demo::fill_demo_salon(tx, &context)).await.expect("the demo fills");
        }
        let limits = Arc::new(Limits::in_memory(&options.quotas));
        let endpoints = [AppSide::Customer, AppSide::Admin].map(|side| AppEndpoint::open(side, options.listens));
        let urls = [endpoints[0].url.clone(), endpoints[1].url.clone()];
        let integrations = Integrations { customer_url: urls[0].clone(), admin_url: urls[1].clone(), ..integrations };
        let worker = WorkerContext { app: app.clone(), integrations: Arc::new(integrations) };
        let [customer, admin] = endpoints.map(|endpoint| start_app(&worker, endpoint, &options, &limits));
        Self { app, customer, admin, urls, worker, leaves_due_jobs: AtomicBool::new(false), database }
    }

    /// Opens the database of this salon as a second process would: with caches of its own.
    pub async fn open_in_second_process(&self) -> App {
        let location = self.database.location.clone();
        let db = tokio::task::spawn_blocking(move || Db::open_without_migrating(&location, None)).await;
        let db = db.expect("opening does not panic").expect("the database can be opened");
        App { db, clock: self.app.clock.clone(), rng: self.app.rng.clone() }
    }

    /// The context in which jobs of this salon run.
    pub fn worker(&self) -> &WorkerContext {
        &self.worker
    }

    /// The built-in queue.
    pub fn queue(&self) -> QueueWorker {
        self.queue_for(self.worker.clone())
    }

    /// The built-in queue of another process.
    pub fn queue_for(&self, worker: WorkerContext) -> QueueWorker {
        QueueWorker::new(worker, Delivery::in_process())
    }

    /// Runs a job without a payload, as its schedule does.
    pub async fn job(&self, job: Job) -> Value {
        self.run_job_with_payload(job, &JobPayload::default()).await
    }

    pub async fn run_job_with_payload(&self, job: Job, payload: &JobPayload) -> Value {
        jobs::run(&self.worker, job, payload).await.expect("the job runs").body()
    }

    /// Runs every job that is due, and what they enqueue for now.
    pub async fn run_due_jobs(&self) {
        loop {
            let claimed = self.claim_due_jobs().await.expect("due jobs can be claimed");
            if claimed.is_empty() {
                return;
            }
            for job in claimed {
                let kind = Job::parse(&job.kind).expect("a queued job has a known kind");
                self.run_job_with_payload(kind, &JobPayload::read(job.payload.as_bytes(), self.now())).await;
                let now = self.now();
                let done = self.app.db.write(move |tx| queue::mark_done(tx, &job.id, now));
                done.await.expect("a job can be marked as done");
            }
        }
    }

    /// Lets the test end with due jobs in the queue; `reason` says why nobody runs them.
    pub fn leaves_due_jobs(&self, reason: &str) {
        assert!(!reason.is_empty(), "why are due jobs left?");
        self.leaves_due_jobs.store(true, Ordering::Relaxed);
    }

    async fn claim_due_jobs(&self) -> Result<Vec<ClaimedJob>, DbError> {
        let now = self.now();
        let claim = move |tx: &mut Tx<'_>| {
            let claim = JobClaim { by: "test", until: now.plus_millis(HOUR_MS), most: 100 };
            queue::claim_due(tx, claim, &DueJobFilter { now, due_by: now, except: ["", ""] })
        };
        self.app.db.write(claim).await
    }

    pub fn location(&self) -> &DatabaseLocation {
        &self.database.location
    }

    pub fn url(&self, side: AppSide) -> &str {
        &self.urls[usize::from(side == AppSide::Admin)]
    }

    pub(crate) fn router(&self, side: AppSide) -> Router {
        match side {
            AppSide::Customer => self.customer.clone(),
            AppSide::Admin => self.admin.clone(),
        }
    }

    pub fn now(&self) -> Timestamp {
        self.app.clock.now()
    }

    pub fn advance_seconds(&self, seconds: i64) {
        self.app.clock.advance_millis(seconds * 1_000);
    }

    pub fn context(&self) -> RequestContext {
        RequestContext::command(self.now(), self.app.rng.clone())
    }

    /// A person without a session, at the customer app.
    pub fn visitor(&self) -> Person {
        Person::new(self, AppSide::Customer, None)
    }

    /// A person without a session, at the admin app.
    pub fn admin_visitor(&self) -> Person {
        Person::new(self, AppSide::Admin, None)
    }

    pub async fn customer(&self, name: &str) -> Person {
        self.person(name, Role::Customer, AppSide::Customer).await
    }

    /// Signs in somebody who works at the salon, at the admin app.
    pub async fn member(&self, name: &str, role: Role) -> Person {
        self.person(name, role, AppSide::Admin).await
    }

    /// Signs in the person with the e-mail `name@test.invalid`, who is created if missing.
    pub async fn person(&self, name: &str, role: Role, side: AppSide) -> Person {
        let email = EmailAddress::parse(&format!("{}@test.invalid", name.to_lowercase())).expect("names make e-mails");
        let (context, full_name) = (self.context(), name.to_owned());
        let signed_in = self.app.db.write(move |tx: &mut Tx<'_>| -> Result<(UserId, String), DbError> {
            let user = find_or_create_user(tx, &context, &email, Some(&full_name), Some(role))
                .map_err(|refusal| DbError::Statement(refusal.to_string()))?;
            let session = start_session(tx, &context, &user.id, side)?;
            Ok((user.id, session.token))
        });
        let (id, token) = signed_in.await.expect("somebody can be signed in");
        Person::new(self, side, Some((id, token)))
    }
}

/// A due job that nobody ran fails the test: see [`TestSalon::run_due_jobs`] and [`TestSalon::leaves_due_jobs`].
impl Drop for TestSalon {
    fn drop(&mut self) {
        if std::thread::panicking() || self.leaves_due_jobs.load(Ordering::Relaxed) {
            return;
        }
        let Ok(runtime) = Handle::try_current() else { return };
        // A test may have broken its database; then it has no queue to look at.
        let claimed = tokio::task::block_in_place(|| runtime.block_on(self.claim_due_jobs()));
        let left: Vec<String> = claimed.unwrap_or_default().into_iter().map(|job| job.kind).collect();
        assert!(left.is_empty(), "due jobs were left in the queue: {left:?}");
    }
}

/// The URL of an app, with its socket if it listens on one.
struct AppEndpoint {
    side: AppSide,
    url: String,
    listener: Option<std::net::TcpListener>,
}

impl AppEndpoint {
    fn open(side: AppSide, listens: bool) -> Self {
        let listener = listens.then(|| {
            let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port is free");
            listener.set_nonblocking(true).expect("sockets can be non-blocking");
            listener
        });
        let url = match &listener {
            Some(listener) => {
                format!("http://{}", listener.local_addr().expect("a bound socket has an address"))
            }
            None => format!("https://{}.parlour.test", side.as_str()),
        };
        Self { side, url, listener }
    }
}

fn start_app(worker: &WorkerContext, endpoint: AppEndpoint, options: &SalonOptions, limits: &Arc<Limits>) -> Router {
    let AppEndpoint { side, url, listener } = endpoint;
    let app = &worker.app;
    let job_authenticator =
        JobAuthenticator { admin_url: url.clone(), is_production: options.is_production, ..options.jobs.clone() };
    let (provider, dev_provider) = identity_provider(app, &url, options);
    let settings = HttpSettings {
        side,
        is_production: options.is_production,
        public_url: url,
        limits: Arc::clone(limits),
        trusted_proxies: options.trusted_proxies.clone(),
        lead_origins: options.lead_origins.clone(),
        lead_source: "meta_ad".to_owned(),
        sign_in: SignInSettings { provider, owner_email: options.owner_email.clone() },
        realtime: options.realtime.clone(),
        push_key: options.push_key.clone(),
        integrations: options.integrations.clone(),
        taxes: TaxPolicy::default(),
        membership_prefix: "PRL".to_owned(),
        metrics: Arc::new(Metrics::default()),
        worker: worker.clone(),
        job_authenticator: (side == AppSide::Admin).then_some(job_authenticator),
    };
    let router =
        parlour_api::router(HttpState::new(app.clone(), settings), dev_provider.map(DevIdentityProvider::router));
    if let Some(listener) = listener {
        let listener = tokio::net::TcpListener::from_std(listener).expect("inside a runtime");
        let service = router.clone().into_make_service_with_connect_info::<SocketAddr>();
        // The task ends with the test's runtime.
        tokio::spawn(async { axum::serve(listener, service).await });
    }
    router
}

fn identity_provider(app: &App, url: &str, options: &SalonOptions) -> (IdentityProvider, Option<DevIdentityProvider>) {
    let http = reqwest::Client::builder()
        .redirect(reqwest::redirect::Policy::none())
        .no_proxy()
        .build()
        .expect("a client can be built");
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

fn parse_ist(typed: &str) -> Timestamp {
    let rfc3339 = format!("{}:00+05:30", typed.replace(' ', "T"));
    Timestamp::parse(&rfc3339).unwrap_or_else(|| panic!("{typed:?} is not like 2027-03-01 10:00"))
}

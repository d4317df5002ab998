//! A salon for one test: both apps, a database of its own and a clock that only the test moves.

mod apps;
mod options;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::Router;
use parlour_app::App;
use parlour_app::request_context::RequestContext;
use parlour_app::rng::SharedRng;
use parlour_app::sign_in::{SessionClient, find_or_create_user, start_session};
use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_domain::email_address::EmailAddress;
use parlour_domain::ids::UserId;
use parlour_domain::ist::{HOUR_MS, Timestamp};
use parlour_domain::job::Job;
use parlour_http::limits::Limits;
use parlour_http::metrics::Metrics;
use parlour_integrations::clock::Clock;
use parlour_store::jobs::queue::{self, ClaimedJob, DueJobFilter, JobClaim};
use parlour_store::{DatabaseLocation, Db, DbError, Tx};
use parlour_worker::jobs::{self, JobPayload};
use parlour_worker::queue::{Delivery, QueueWorker};
use parlour_worker::worker_context::{Integrations, WorkerContext};
use serde_json::Value;
use tokio::runtime::Handle;

use apps::{AppEndpoint, AppParts, Apps};

use crate::starting_data::{StartingData, parse_ist};
use crate::test_database::TestDatabase;
use crate::{Engine, Person};

pub use options::SalonOptions;

#[derive(Debug)]
pub struct TestSalon {
    pub app: App,
    apps: Apps,
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

    /// Opens the demo salon for browsers: both apps listen.
    pub async fn for_browsers() -> Self {
        Self::with(SalonOptions { listens: true, has_demo_data: true, ..SalonOptions::default() }).await
    }

    pub async fn with(options: SalonOptions) -> Self {
        Self::with_integrations(options, Integrations::default()).await
    }

    /// Opens a salon that uses these clients of other services.
    pub async fn with_integrations(options: SalonOptions, integrations: Integrations) -> Self {
        let has_demo_data = options.has_demo_data;
        let data = if has_demo_data { StartingData::DemoSalon { at: options.at } } else { StartingData::Nothing };
        Self::start(options, integrations, data).await
    }

    /// Opens a salon that has this data from the start.
    pub(crate) async fn with_data(options: SalonOptions, data: StartingData) -> Self {
        assert!(!options.has_demo_data, "the demo salon starts with data of its own");
        Self::start(options, Integrations::default(), data).await
    }

    async fn start(options: SalonOptions, integrations: Integrations, data: StartingData) -> Self {
        let engine = Engine::current();
        let database = tokio::task::spawn_blocking(move || TestDatabase::new(engine, data)).await;
        let database = database.expect("the database can be made");
        let location = database.location.clone();
        let db = tokio::task::spawn_blocking(move || Db::open_without_migrating(&location, None)).await;
        let db = db.expect("opening does not panic").expect("the database can be opened");
        let clock = Clock::standing_still(parse_ist(options.at));
        let app = App::new(db, clock, SharedRng::system());
        let (limits, metrics) = (Arc::new(Limits::in_memory(&options.quotas)), Arc::new(Metrics::default()));
        let endpoints =
            [AppKind::Customer, AppKind::Admin].map(|app_kind| AppEndpoint::open(app_kind, options.listens));
        let urls = [endpoints[0].url.clone(), endpoints[1].url.clone()];
        let integrations = Integrations { customer_url: urls[0].clone(), admin_url: urls[1].clone(), ..integrations };
        let worker = WorkerContext { app: app.clone(), integrations: Arc::new(integrations) };
        let apps = Apps::start(endpoints, AppParts { worker: worker.clone(), options, limits, metrics });
        Self { app, apps, urls, worker, leaves_due_jobs: AtomicBool::new(false), database }
    }

    /// Opens the database of this salon as a second process would: with caches of its own.
    pub async fn open_in_second_process(&self) -> App {
        let location = self.database.location.clone();
        let db = tokio::task::spawn_blocking(move || Db::open_without_migrating(&location, None)).await;
        let db = db.expect("opening does not panic").expect("the database can be opened");
        App::new(db, self.app.clock.clone(), self.app.rng.clone())
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

    /// Its `PARLOUR_DATABASE_URL`, for a process that serves the same data.
    pub fn database_url(&self) -> String {
        match self.location() {
            DatabaseLocation::Sqlite(path) => format!("sqlite://{}", path.display()),
            DatabaseLocation::Postgres(url) => url.clone(),
        }
    }

    pub fn url(&self, app_kind: AppKind) -> &str {
        &self.urls[usize::from(app_kind == AppKind::Admin)]
    }

    fn router(&self, app_kind: AppKind) -> Router {
        self.apps.router(app_kind)
    }

    pub fn now(&self) -> Timestamp {
        self.app.clock.now()
    }

    pub fn advance_seconds(&self, seconds: i64) {
        self.app.clock.advance_millis(seconds * 1_000);
    }

    pub fn context(&self) -> RequestContext {
        self.app.command_context()
    }

    /// A person without a session, at the customer app.
    pub fn visitor(&self) -> Person {
        Person::new(self.router(AppKind::Customer), AppKind::Customer, None)
    }

    /// A person without a session, at the admin app.
    pub fn admin_visitor(&self) -> Person {
        Person::new(self.router(AppKind::Admin), AppKind::Admin, None)
    }

    pub async fn customer(&self, name: &str) -> Person {
        self.person(name, Role::Customer, AppKind::Customer).await
    }

    /// Signs in somebody who works at the salon, at the admin app.
    pub async fn member(&self, name: &str, role: Role) -> Person {
        self.person(name, role, AppKind::Admin).await
    }

    /// Signs in the person with the e-mail `name@test.invalid`, who is created if missing.
    pub async fn person(&self, name: &str, role: Role, app_kind: AppKind) -> Person {
        let email = EmailAddress::parse(&format!("{}@test.invalid", name.to_lowercase())).expect("names make e-mails");
        let (context, full_name) = (self.context(), name.to_owned());
        let signed_in = self.app.db.write(move |tx: &mut Tx<'_>| -> Result<(UserId, String), DbError> {
            let user = find_or_create_user(tx, &context, &email, Some(&full_name), Some(role))
                .map_err(|refusal| DbError::Statement(refusal.to_string()))?;
            let session = start_session(tx, &context, &user.id, &SessionClient::of_app(app_kind))?;
            Ok((user.id, session.token))
        });
        let (id, token) = signed_in.await.expect("somebody can be signed in");
        Person::new(self.router(app_kind), app_kind, Some((id, token)))
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

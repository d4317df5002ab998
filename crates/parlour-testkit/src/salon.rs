//! A salon of a test's own: both apps, a database, a clock that stands still.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use parlour_api::dev_provider::{self, DevProvider};
use parlour_api::jobs::gate::JobGate;
use parlour_api::limits::{Limits, Quotas};
use parlour_api::metrics::Metrics;
use parlour_api::{SignInSettings, Web, WebSettings, people_of};
use parlour_app::App;
use parlour_app::backstage::{Backstage, Outside};
use parlour_app::chance::Chance;
use parlour_app::clock::Clock;
use parlour_app::integrations::Integrations;
use parlour_app::invoices::Taxes;
use parlour_app::jobs::{self, Told};
use parlour_app::occasion::Occasion;
use parlour_app::outside::identity::IdentityProvider;
use parlour_app::outside::realtime::RealtimeKey;
use parlour_app::queue::{Delivery, OwnDelivery, Queue};
use parlour_app::sign_in::{find_or_make, start};
use parlour_domain::app_side::AppSide;
use parlour_domain::email::Email;
use parlour_domain::ids::UserId;
use parlour_domain::ist::Timestamp;
use parlour_domain::job::Job;
use parlour_domain::role::Role;
use parlour_store::{Db, DbError, Location, Tx};
use reqwest::Url;
use serde_json::Value;

use crate::home::Home;
use crate::{Engine, Person};

/// With which the built-in queue signs here.
const BUILT_IN_KEY: &str = "built-in-key-of-a-test";

/// What is unlike a usual salon.
#[derive(Debug, Clone)]
pub struct SalonOptions {
    /// What the clock on the wall shows (IST), `2027-03-01 10:00`.
    pub at: &'static str,
    /// Off, unless a test is about them.
    pub quotas: Quotas,
    pub lead_origins: Vec<String>,
    pub trusted_proxies: Vec<ipnet::IpNet>,
    pub owner_email: Option<Email>,
    /// An identity provider; without one, the development provider.
    pub identity: Option<(Url, String, Option<String>)>,
    pub realtime: Option<RealtimeKey>,
    pub push_key: Option<String>,
    pub integrations: Integrations,
    /// Who may ask for jobs, beside the built-in queue.
    pub jobs: JobGate,
    pub is_production: bool,
    /// Answers on real sockets too, as browsers need it.
    pub listens: bool,
    /// The demo salon has moved in.
    pub is_demo: bool,
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
            integrations: Integrations::default(),
            jobs: JobGate::default(),
            is_production: false,
            listens: false,
            is_demo: false,
        }
    }
}

#[derive(Debug)]
pub struct TestSalon {
    pub app: App,
    customer: Router,
    admin: Router,
    urls: [String; 2],
    backstage: Backstage,
    // Dropped last: the database goes after everyone who uses it.
    home: Home,
}

impl TestSalon {
    /// An empty salon.
    pub async fn open() -> Self {
        Self::with(SalonOptions::default()).await
    }

    pub async fn open_at(at: &'static str) -> Self {
        Self::with(SalonOptions { at, ..SalonOptions::default() }).await
    }

    /// The demo salon.
    pub async fn demo() -> Self {
        Self::with(SalonOptions { is_demo: true, ..SalonOptions::default() }).await
    }

    pub async fn with(options: SalonOptions) -> Self {
        Self::with_outside(options, Outside::default()).await
    }

    /// A salon that tells the world something.
    pub async fn with_outside(options: SalonOptions, outside: Outside) -> Self {
        let home = Home::new(Engine::current());
        let location = home.location.clone();
        let db = tokio::task::spawn_blocking(move || Db::open_as_is(&location, None)).await;
        let db = db.expect("opening does not panic").expect("the database can be opened");
        let clock = Clock::standing_still(ist(options.at));
        let app = App { db, clock, chance: Chance::system() };
        if options.is_demo {
            let occasion = Occasion::command(app.clock.now(), app.chance.clone());
            app.db.write(move |tx| parlour_app::demo::fill(tx, &occasion)).await.expect("the demo fills");
        }
        let limits = Arc::new(Limits::in_memory(&options.quotas));
        let doors = [AppSide::Customer, AppSide::Admin].map(|side| Door::open(side, options.listens));
        let urls = [doors[0].url.clone(), doors[1].url.clone()];
        let outside = Outside { customer_url: urls[0].clone(), admin_url: urls[1].clone(), ..outside };
        let backstage = Backstage { app: app.clone(), outside: Arc::new(outside) };
        let [customer, admin] = doors.map(|door| open_app(&backstage, door, &options, &limits));
        Self { app, customer, admin, urls, backstage, home }
    }

    /// The same salon opened by a second process: its own memory, the same database.
    pub async fn opened_again(&self) -> App {
        let location = self.home.location.clone();
        let db = tokio::task::spawn_blocking(move || Db::open_as_is(&location, None)).await;
        let db = db.expect("opening does not panic").expect("the database can be opened");
        App { db, clock: self.app.clock.clone(), chance: self.app.chance.clone() }
    }

    /// What happens by itself.
    pub fn backstage(&self) -> &Backstage {
        &self.backstage
    }

    /// The built-in queue, for a salon that listens.
    pub fn queue(&self) -> Queue {
        self.queue_of(self.backstage.clone())
    }

    /// The same of another process, which brings its work to the same app.
    pub fn queue_of(&self, backstage: Backstage) -> Queue {
        let http = reqwest::Client::builder().no_proxy().build().expect("a client can be built");
        let own = OwnDelivery::new(http, self.urls[1].clone(), BUILT_IN_KEY.to_owned());
        Queue::new(backstage, Delivery::Own(own))
    }

    /// Runs a job as the clock would.
    pub async fn job(&self, job: Job) -> Value {
        self.told_job(job, &Told::default()).await
    }

    pub async fn told_job(&self, job: Job, told: &Told) -> Value {
        jobs::run(&self.backstage, job, told).await.expect("the job runs").body()
    }

    pub fn location(&self) -> &Location {
        &self.home.location
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

    pub fn occasion(&self) -> Occasion {
        Occasion::command(self.now(), self.app.chance.clone())
    }

    /// Someone without a session, at the customer app.
    pub fn visitor(&self) -> Person {
        Person::new(self, AppSide::Customer, None)
    }

    /// Someone without a session, at the admin app.
    pub fn stranger_at_the_desk(&self) -> Person {
        Person::new(self, AppSide::Admin, None)
    }

    pub async fn customer(&self, name: &str) -> Person {
        self.person(name, Role::Customer, AppSide::Customer).await
    }

    /// A member of the team, at the admin app.
    pub async fn member(&self, name: &str, role: Role) -> Person {
        self.person(name, role, AppSide::Admin).await
    }

    /// Signs somebody in, known by the e-mail `name@test.invalid`; made where missing.
    pub async fn person(&self, name: &str, role: Role, side: AppSide) -> Person {
        let email =
            Email::parse(&format!("{}@test.invalid", name.to_lowercase())).expect("names make e-mails");
        let (occasion, full_name) = (self.occasion(), name.to_owned());
        let signed_in = self.app.db.write(move |tx: &mut Tx<'_>| -> Result<(UserId, String), DbError> {
            let user = find_or_make(tx, &occasion, &email, Some(&full_name), Some(role))
                .map_err(|refusal| DbError::Statement(refusal.to_string()))?;
            let session = start(tx, &occasion, &user.id, side)?;
            Ok((user.id, session.token))
        });
        let (id, token) = signed_in.await.expect("somebody can be signed in");
        Person::new(self, side, Some((id, token)))
    }
}

/// Where an app is found.
struct Door {
    side: AppSide,
    url: String,
    listener: Option<std::net::TcpListener>,
}

impl Door {
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

fn open_app(backstage: &Backstage, door: Door, options: &SalonOptions, limits: &Arc<Limits>) -> Router {
    let Door { side, url, listener } = door;
    let app = &backstage.app;
    let job_gate = JobGate {
        built_in_key: Some(BUILT_IN_KEY.to_owned()),
        admin_url: url.clone(),
        is_production: options.is_production,
        ..options.jobs.clone()
    };
    let (provider, dev_provider) = identity_provider(app, &url, options);
    let settings = WebSettings {
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
        taxes: Taxes::default(),
        membership_prefix: "PRL".to_owned(),
        metrics: Arc::new(Metrics::default()),
        backstage: backstage.clone(),
        job_gate: (side == AppSide::Admin).then_some(job_gate),
    };
    let router = parlour_api::router(Web::new(app.clone(), settings), dev_provider);
    if let Some(listener) = listener {
        let listener = tokio::net::TcpListener::from_std(listener).expect("inside a runtime");
        let service = router.clone().into_make_service_with_connect_info::<SocketAddr>();
        // Ends with the test's runtime.
        tokio::spawn(async { axum::serve(listener, service).await });
    }
    router
}

fn identity_provider(
    app: &App,
    url: &str,
    options: &SalonOptions,
) -> (IdentityProvider, Option<DevProvider>) {
    let http = reqwest::Client::builder()
        .redirect(reqwest::redirect::Policy::none())
        .no_proxy()
        .build()
        .expect("a client can be built");
    if let Some((issuer, id, secret)) = &options.identity {
        return (IdentityProvider::new(issuer.clone(), id.clone(), secret.clone(), http), None);
    }
    let issuer = Url::parse(&format!("{url}/dev/oidc")).expect("the app's URL is one");
    let chance = app.chance.clone();
    let dev = DevProvider::new(
        &issuer,
        format!("{url}/api/auth/callback"),
        people_of(app),
        move |bytes| chance.fill(bytes),
        Clock::protocol_seconds,
    );
    (IdentityProvider::new(issuer, dev_provider::CLIENT_ID.to_owned(), None, http), Some(dev))
}

fn ist(typed: &str) -> Timestamp {
    let rfc3339 = format!("{}:00+05:30", typed.replace(' ', "T"));
    Timestamp::parse(&rfc3339).unwrap_or_else(|| panic!("{typed:?} is not like 2027-03-01 10:00"))
}

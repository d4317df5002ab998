//! Metrics in the Prometheus text format.

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use http::{Method, StatusCode};
use parlour_app::{App, health};
use parlour_domain::auth::app_kind::AppKind;
use parlour_store::DbError;
use parlour_store::jobs::queue;
use parlour_worker::queue::QueueCounters;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

use crate::refusal_traces::RefusalReason;
use crate::resources::Resources;

/// How long a scrape waits for the database.
const DATABASE_TIMEOUT: Duration = Duration::from_secs(2);
const DURATION_BUCKETS_SECONDS: [f64; 12] =
    [0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0];

type Labels = Vec<(&'static str, String)>;
type RoutesByPattern = HashMap<String, Arc<RouteMetrics>>;

#[derive(Debug)]
pub struct Metrics {
    registry: Registry,
    requests: Family<Labels, Counter>,
    seconds: Family<Labels, Histogram, fn() -> Histogram>,
    waiting_for_database: Gauge,
    queue: Option<Arc<QueueCounters>>,
    deliveries: Family<Labels, Counter>,
    queue_overdue_seconds: Gauge,
    queue_parked: Gauge,
    resources: Arc<Resources>,
    free_space: Family<Labels, Gauge>,
    certificate_expiry: Family<Labels, Gauge>,
    last_backup: Family<Labels, Gauge>,
    refusals: Family<Labels, Counter>,
    /// By app and method, so that a request finds its counters without formatting labels.
    routes: RwLock<[[RoutesByPattern; METHODS.len() + 1]; 2]>,
}

pub(crate) const METHODS: [Method; 6] =
    [Method::GET, Method::POST, Method::PATCH, Method::PUT, Method::DELETE, Method::HEAD];

#[derive(Debug)]
struct RouteMetrics {
    /// One counter for each of 1xx to 5xx.
    requests: [Counter; 5],
    seconds: Histogram,
}

impl Default for Metrics {
    fn default() -> Self {
        Self::new(None, Arc::default())
    }
}

impl Metrics {
    /// `queue` holds the counters of this process's queue, if it has one.
    pub fn new(queue: Option<Arc<QueueCounters>>, resources: Arc<Resources>) -> Self {
        let mut registry = Registry::with_prefix("parlour");
        let requests = Family::default();
        let seconds: Family<_, _, fn() -> Histogram> =
            Family::new_with_constructor(|| Histogram::new(DURATION_BUCKETS_SECONDS));
        let waiting_for_database = Gauge::default();
        registry.register("http_requests", "Requests answered", requests.clone());
        registry.register("http_request_seconds", "Time to answer, in seconds", seconds.clone());
        registry.register(
            "database_waiting",
            "Units of work that wait for a database thread",
            waiting_for_database.clone(),
        );
        let deliveries = Family::<Labels, Counter>::default();
        registry.register("queue_deliveries", "Jobs that were delivered, by outcome", deliveries.clone());
        let (queue_overdue_seconds, queue_parked) = (Gauge::default(), Gauge::default());
        registry.register(
            "queue_oldest_due_seconds",
            "For how long the oldest job has been due",
            queue_overdue_seconds.clone(),
        );
        registry.register("queue_parked", "Jobs that failed too often and are not tried again", queue_parked.clone());
        let (free_space, certificate_expiry, last_backup) = (Family::default(), Family::default(), Family::default());
        registry.register("free_space_bytes", "Free space on the disk of a folder", free_space.clone());
        registry.register(
            "certificate_expiry_timestamp_seconds",
            "When the certificate that https is served with expires, in seconds since 1970",
            certificate_expiry.clone(),
        );
        registry.register(
            "last_backup_timestamp_seconds",
            "When the newest nightly backup was made, in seconds since 1970",
            last_backup.clone(),
        );
        let refusals = Family::<Labels, Counter>::default();
        registry.register("refusals", "Requests refused because of who sent them, by reason", refusals.clone());
        for reason in RefusalReason::ALL {
            // From the start at 0, so that the first refusal is seen as an increase.
            drop(refusals.get_or_create(&refusal_labels(reason)));
        }
        Self {
            registry,
            requests,
            seconds,
            waiting_for_database,
            queue,
            deliveries,
            queue_overdue_seconds,
            queue_parked,
            resources,
            free_space,
            certificate_expiry,
            last_backup,
            refusals,
            routes: RwLock::default(),
        }
    }

    pub fn resources(&self) -> &Resources {
        &self.resources
    }

    pub fn record(&self, app: AppKind, method: &Method, route: &str, status: StatusCode, took: Duration) {
        let app_kind = usize::from(app == AppKind::Admin);
        let verb = METHODS.iter().position(|known| known == method).unwrap_or(METHODS.len());
        let known = self.routes.read().unwrap_or_else(PoisonError::into_inner)[app_kind][verb].get(route).cloned();
        let route = known.unwrap_or_else(|| {
            let made = Arc::new(self.route(app, verb, route));
            let mut routes = self.routes.write().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(routes[app_kind][verb].entry(route.to_owned()).or_insert(made))
        });
        let hundreds = usize::from(status.as_u16() / 100).clamp(1, 5) - 1;
        route.requests[hundreds].inc();
        route.seconds.observe(took.as_secs_f64());
    }

    pub(crate) fn record_refusal(&self, reason: RefusalReason) {
        self.refusals.get_or_create(&refusal_labels(reason)).inc();
    }

    fn route(&self, app: AppKind, verb: usize, route: &str) -> RouteMetrics {
        let method = METHODS.get(verb).map_or("other", Method::as_str).to_owned();
        let labels = || vec![("app", app.as_str().to_owned()), ("method", method.clone()), ("route", route.to_owned())];
        let requests = std::array::from_fn(|hundreds| {
            let mut labels = labels();
            labels.push(("status", format!("{}xx", hundreds + 1)));
            self.requests.get_or_create_owned(&labels)
        });
        RouteMetrics { requests, seconds: self.seconds.get_or_create_owned(&labels()) }
    }

    /// All metrics as text. Values that the database does not return in time stay unchanged.
    pub async fn render(&self, app: &App) -> String {
        let now = app.clock.now();
        let queue_state = app.db.read(move |conn| {
            Ok::<_, DbError>((health::queue_health(conn, now)?.oldest_due_seconds, queue::count_parked(conn)?))
        });
        if let Ok(Ok((overdue, parked))) = tokio::time::timeout(DATABASE_TIMEOUT, queue_state).await {
            self.queue_overdue_seconds.set(overdue);
            self.queue_parked.set(parked);
        }
        if let Some(counters) = &self.queue {
            for (outcome, count) in
                [("delivered", &counters.delivered), ("failed", &counters.failed), ("parked", &counters.parked)]
            {
                let labels = vec![("outcome", outcome.to_owned())];
                self.deliveries.get_or_create(&labels).inner().store(count.load(Ordering::Relaxed), Ordering::Relaxed);
            }
        }
        for (folder, free) in self.resources.free_space() {
            let labels = vec![("folder", folder.to_owned())];
            self.free_space.get_or_create(&labels).set(i64::try_from(free).unwrap_or(i64::MAX));
        }
        // Without a certificate there is no value.
        if let Some(expiry) = self.resources.certificate_expiry() {
            self.certificate_expiry.get_or_create(&Vec::new()).set(expiry);
        }
        if let Some(made_at) = self.resources.last_backup() {
            self.last_backup.get_or_create(&Vec::new()).set(made_at);
        }
        self.waiting_for_database.set(i64::try_from(app.db.waiting()).unwrap_or(i64::MAX));
        let mut text = String::new();
        if encode(&mut text, &self.registry).is_err() {
            // Writing to a String cannot fail.
            let _ = writeln!(text, "# EOF");
        }
        text
    }
}

fn refusal_labels(reason: RefusalReason) -> Labels {
    vec![("reason", reason.as_str().to_owned())]
}

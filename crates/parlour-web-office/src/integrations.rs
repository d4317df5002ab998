//! The tab of Settings for developers: which external services are set up, how they do, and work that was given up.

use askama::Template;
use axum::Router;
use http::StatusCode;
use parlour_app::health::{QueueHealth, queue_health};
use parlour_domain::integration::Integration;
use parlour_domain::ist::Timestamp;
use parlour_http::error::HttpError;
use parlour_http::form::FormBody;
use parlour_http::path_id::PathId;
use parlour_http::respond::HttpResult;
use parlour_http::routing::{get, post};
use parlour_http::sessions::Developer;
use parlour_http::state::HttpState;
use parlour_store::DbError;
use parlour_store::jobs::integration_status::QueuedJobRow;
use parlour_texts::{DeskIntegrationsTexts, Texts};
use parlour_web::flash::Flash;
use parlour_web::form::{FormState, PageRefusal, ShownRefusal, no_fields};
use parlour_web::icon;
use parlour_web::page::TextContext;
use parlour_web_admin::desk::{DeskFrame, DeskPage, Place, page_above};
use parlour_worker::integrations as use_cases;
use parlour_worker::integrations::{IntegrationView, RetryRefusal};

use crate::logs::{job_name, record_path};

const PATH: &str = "/integrations";
const MINUTES_PER_DAY: u64 = 24 * 60;

#[derive(Template)]
#[template(path = "integrations.html")]
struct IntegrationsPage {
    frame: DeskFrame,
    form: FormState,
    /// Version, and since when it runs.
    about: String,
    /// What is wrong with Parlour itself.
    faults: Vec<String>,
    cards: Vec<IntegrationCard>,
    parked: Vec<ParkedRow>,
    /// How many more there are than are shown.
    more_parked: Option<String>,
}

#[derive(Debug)]
struct IntegrationCard {
    name: &'static str,
    title: &'static str,
    icon: &'static str,
    state: CardState,
    state_word: &'static str,
    /// Label and value.
    facts: Vec<(&'static str, String)>,
    /// The last error in its own words, as long as nothing has worked since.
    error: Option<String>,
    /// How it is set up, if it is not.
    missing: Option<String>,
    /// Where its test is sent.
    test_path: String,
    test_label: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CardState {
    Works,
    NeedsYou,
    NotUsed,
    NotTested,
    NotSetUp,
}

#[derive(Debug)]
struct ParkedRow {
    what: String,
    /// The record that it is about.
    record: Option<String>,
    since: String,
    tried: String,
    error: String,
    retry_path: String,
    retry_label: String,
}

/// Why parked work is not tried again, as the page words it.
#[derive(Debug)]
struct NotRetried(RetryRefusal);

impl From<NotRetried> for HttpError {
    fn from(NotRetried(refusal): NotRetried) -> Self {
        refusal.into()
    }
}

impl PageRefusal for NotRetried {
    fn shown(&self, texts: Texts) -> ShownRefusal {
        let text = texts.desk_integrations();
        match self.0 {
            RetryRefusal::Unknown | RetryRefusal::Db(_) => ShownRefusal::ErrorPage,
            RetryRefusal::NotParked => ShownRefusal::Conflict(text.not_parked().to_owned()),
            RetryRefusal::AlreadyQueued => ShownRefusal::Conflict(text.already_queued().to_owned()),
        }
    }
}

pub(super) fn routes() -> Router<HttpState> {
    Router::new()
        .route("/integrations", get(show))
        .route("/integrations/{name}/test", post(test).merge(get(page_above::<Developer, 2>)))
        .route("/integrations/queue/{id}/retry", post(retry).merge(get(page_above::<Developer, 3>)))
}

/// `/integrations`
async fn show(page: DeskPage<Developer>) -> HttpResult {
    show_with(&page, FormState::default()).await
}

async fn show_with(page: &DeskPage<Developer>, form: FormState) -> HttpResult {
    let (configured, db) = (page.state.integrations().clone(), page.state.app().db.clone());
    let read = page.caller.read(move |conn, context| {
        let health = queue_health(conn, context.now)?;
        let refusal = db.refuses_changes(conn)?;
        Ok((use_cases::list_integrations(conn, &configured, context.now)?, health, refusal))
    });
    let (integrations, health, refusal) = read.await?;
    let refusal = refusal.map(str::to_owned).or_else(|| page.state.metrics().resources().lack_of_space());
    let (texts, context) = (page.texts, page.text_context());
    let text = texts.desk_integrations();
    let parked: Vec<ParkedRow> =
        integrations.iter().flat_map(|view| &view.parked_work).map(|job| ParkedRow::new(job, context)).collect();
    let parked_count: i64 = integrations.iter().map(|view| view.parked_count).sum();
    let more = usize::try_from(parked_count).unwrap_or_default().saturating_sub(parked.len());
    let status = form.status;
    let template = IntegrationsPage {
        frame: page.desk_frame(texts.desk_frame().integrations(), Place::Integrations),
        form,
        about: text.about(env!("CARGO_PKG_VERSION"), &uptime(page.state.uptime_seconds(), texts)),
        faults: faults(health, refusal.as_deref(), texts),
        cards: integrations.iter().map(|view| IntegrationCard::new(view, context)).collect(),
        parked,
        more_parked: (more > 0).then(|| text.more_parked(more)),
    };
    page.show_with(status, &template)
}

/// Tests a service. The test may take a while, so it is made before anything is written.
async fn test(page: DeskPage<Developer>, PathId(name): PathId, form: FormBody) -> HttpResult {
    let name = Integration::parse(&name).ok_or_else(|| HttpError::not_found("This integration"))?;
    let sent = use_cases::send_test(page.state.worker(), page.state.integrations(), name, page.user()).await;
    let Some(finding) = sent else {
        let sentence = page.texts.desk_integrations().setting(name.setting());
        let state = FormState::refused_as(&form.values, StatusCode::CONFLICT, sentence);
        return show_with(&page, state).await;
    };
    let flash = if finding.is_ok() { Flash::IntegrationWorks } else { Flash::IntegrationFails };
    // A second tap is a second test.
    let noted = page.form(&form, no_fields).write_without_key(Ok(()), move |tx, context, ()| {
        use_cases::record_probe_result(tx, context, name, &finding)?;
        Ok::<_, DbError>(format!("{PATH}#{name}"))
    });
    noted.await?.answer(flash, |state| show_with(&page, state)).await
}

/// Tries parked work again.
async fn retry(page: DeskPage<Developer>, PathId(id): PathId, form: FormBody) -> HttpResult {
    let retried = page.form(&form, no_fields).write(Ok(()), move |tx, context, ()| {
        use_cases::retry_parked_job(tx, context, &id).map_err(NotRetried)?;
        Ok::<_, NotRetried>(PATH.to_owned())
    });
    retried.await?.answer(Flash::WorkRetried, |state| show_with(&page, state)).await
}

/// `12 days`, `3 h 5 min`.
fn uptime(seconds: u64, texts: Texts) -> String {
    let minutes = seconds / 60;
    match minutes / MINUTES_PER_DAY {
        0 => texts.format_minutes(i64::try_from(minutes).unwrap_or_default()),
        days => texts.desk_integrations().days(days),
    }
}

/// Why Parlour does not do all that it should, as its health check says too.
fn faults(health: QueueHealth, refusal: Option<&str>, texts: Texts) -> Vec<String> {
    let text = texts.desk_integrations();
    let refused = refusal.map(|reason| text.refuses_changes(reason));
    let late = health.is_late.then(|| text.queue_is_late(&texts.format_minutes(health.oldest_due_seconds / 60)));
    refused.into_iter().chain(late).collect()
}

impl CardState {
    fn of(view: &IntegrationView) -> Self {
        if !view.configured {
            Self::NotSetUp
        } else if view.parked_count > 0 || view.last_error_at > view.last_success_at {
            Self::NeedsYou
        } else if view.last_success_at.is_some() {
            Self::Works
        } else if is_use_noted(view.name) {
            Self::NotUsed
        } else {
            Self::NotTested
        }
    }

    fn class(self) -> &'static str {
        match self {
            Self::Works => "good",
            Self::NeedsYou => "bad",
            Self::NotUsed | Self::NotTested | Self::NotSetUp => "",
        }
    }

    fn word(self, text: DeskIntegrationsTexts) -> &'static str {
        match self {
            Self::Works => text.works(),
            Self::NeedsYou => text.needs_you(),
            Self::NotUsed => text.not_used(),
            Self::NotTested => text.not_tested(),
            Self::NotSetUp => text.not_set_up(),
        }
    }

    fn is_good(self) -> bool {
        self == Self::Works
    }

    fn is_bad(self) -> bool {
        self == Self::NeedsYou
    }
}

impl IntegrationCard {
    fn new(view: &IntegrationView, context: TextContext) -> Self {
        let text = context.texts.desk_integrations();
        let (title, icon) = face(view.name, text);
        let at = |at: Option<Timestamp>| at.map_or_else(|| text.never().to_owned(), |at| context.moment(at));
        // What has worked since is told in passing.
        let is_over = view.last_error_at <= view.last_success_at;
        let (over, error) = if is_over { (view.last_error.clone(), None) } else { (None, view.last_error.clone()) };
        let last_error = std::iter::once(at(view.last_error_at)).chain(over).collect::<Vec<_>>().join(", ");
        let (success_label, error_label) = if is_use_noted(view.name) {
            (text.last_success(), text.last_error())
        } else {
            (text.last_good_test(), text.last_failed_test())
        };
        let mut facts = vec![(success_label, at(view.last_success_at)), (error_label, last_error)];
        if view.name == Integration::Queue {
            facts.push((text.parked(), view.parked_count.to_string()));
        }
        Self {
            name: view.name.as_str(),
            title,
            icon,
            state: CardState::of(view),
            state_word: CardState::of(view).word(text),
            facts: if view.configured { facts } else { Vec::new() },
            error: error.filter(|_| view.configured),
            missing: (!view.configured).then(|| text.setting(view.name.setting())),
            test_path: format!("{PATH}/{}/test", view.name),
            test_label: text.test_of(title),
        }
    }
}

/// Whether the database knows that the service was used. Of the others, which every request or report may use, it knows
/// the tests only.
fn is_use_noted(name: Integration) -> bool {
    !matches!(name, Integration::ReadReplica | Integration::Redis)
}

/// The name of a service, and its icon.
fn face(name: Integration, text: DeskIntegrationsTexts) -> (&'static str, &'static str) {
    match name {
        Integration::Database => (text.database(), icon!("list")),
        Integration::ReadReplica => (text.read_replica(), icon!("split")),
        Integration::Storage => (text.storage(), icon!("inbox")),
        Integration::Redis => (text.redis(), icon!("repeat")),
        Integration::SignIn => (text.sign_in(), icon!("key")),
        Integration::Queue => (text.queue(), icon!("hourglass")),
        Integration::Realtime => (text.realtime(), icon!("globe")),
        Integration::Push => (text.push(), icon!("bell")),
        Integration::Mail => (text.mail(), icon!("note")),
        Integration::Chat => (text.chat(), icon!("chat")),
        Integration::Invoicing => (text.invoicing(), icon!("receipt")),
    }
}

impl ParkedRow {
    fn new(job: &QueuedJobRow, context: TextContext) -> Self {
        let text = context.texts.desk_integrations();
        let what = job_name(&job.kind, context.texts).map_or_else(|| text.unknown_work(&job.kind), str::to_owned);
        let record = job.subject.as_deref().and_then(|subject| subject.split_once(':'));
        Self {
            record: record.and_then(|(kind, id)| record_path(kind, id)),
            since: job.parked_at.map(|at| context.moment(at)).unwrap_or_default(),
            tried: text.tried(job.attempts),
            error: job.last_error.clone().unwrap_or_default(),
            retry_path: format!("{PATH}/queue/{}/retry", job.id),
            retry_label: text.retry_of(&what),
            what,
        }
    }
}

//! "Call me back": a visitor leaves a name and a phone number.

use std::time::{Duration, Instant};

use askama::Template;
use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use http::StatusCode;
use parlour_app::idempotency::{StoredResponse, run_once_per_key};
use parlour_app::leads::capture;
use parlour_domain::lead::{NewLead, Utm};
use parlour_http::error::{ErrorCode, HttpError};
use parlour_http::idempotency::{ClaimedKey, FormBody};
use parlour_http::limits::OverLimit;
use parlour_http::request::{Name, OptionalText, PastedPhone, RequestShape};
use parlour_http::request_info::RequestInfo;
use parlour_http::request_shape;
use parlour_http::respond::HttpResult;
use parlour_http::state::HttpState;

use super::campaign::{Campaign, shorten};
use super::opening::{Holidays, opening};
use parlour_web::cache::{Catalogue, current_catalogue};
use parlour_web::form::FormState;
use parlour_web::page::{Frame, PageContext, Tab, see_other};

/// The source of a lead without an advertisement.
const OWN_PAGE_SOURCE: &str = "website";
const DONE_PATH: &str = "/call-me?done=1";
/// How long the second tap on the button waits for the first.
const REPEAT_WAIT: Duration = Duration::from_secs(10);
const REPEAT_WAIT_STEP: Duration = Duration::from_millis(20);

const FIELDS: [&str; 3] = ["name", "phone", "service"];

request_shape! {
    struct CallMeForm {
        name: Name<120>,
        phone: PastedPhone,
        /// The slug of a service.
        service: OptionalText<200>,
    }
}

#[derive(Template)]
#[template(path = "call_me.html")]
pub(crate) struct CallMePage {
    pub(crate) frame: Frame,
    pub(crate) is_done: bool,
    /// Set if the salon is closed: when it opens.
    pub(crate) closed_now: Option<String>,
    pub(crate) form: FormState,
    pub(crate) utm: Vec<(String, String)>,
    pub(crate) services: Vec<ServiceGroup>,
}

#[derive(Debug)]
pub(crate) struct ServiceGroup {
    pub(crate) name: String,
    /// Slug and name.
    pub(crate) services: Vec<(String, String)>,
}

pub(super) async fn show(page: PageContext) -> HttpResult {
    let name = page.signed_in.as_ref().map_or("", |signed_in| signed_in.name.as_str());
    let service = page.parameter("service").unwrap_or_default();
    let form = FormState::new(&[("name", name), ("service", &service)]);
    let campaign = Campaign::of(&page);
    let utm = campaign.lead_fields().into_iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    let is_done = page.parameter("done").is_some();
    page.render(&call_me_page(&page, form, utm, is_done).await?)
}

pub(super) async fn submit(
    State(state): State<HttpState>,
    page: PageContext,
    request_info: RequestInfo,
    over_limit: Option<Extension<OverLimit>>,
    form: FormBody,
) -> HttpResult {
    if over_limit.is_some() {
        let mut state = FormState::kept(&form.fields(), &FIELDS);
        state.refusal = Some(page.texts.errors().too_many().to_owned());
        return show_again(&page, StatusCode::TOO_MANY_REQUESTS, &form, state).await;
    }
    let catalogue = current_catalogue(&state).await?;
    match read_lead(&page, &form, &catalogue) {
        Ok(lead) => {
            capture_once(&state, &request_info, &form, lead).await?;
            Ok(see_other(DONE_PATH, None))
        }
        Err(error) => {
            let state = FormState::refused(&form.fields(), &FIELDS, &error);
            show_again(&page, StatusCode::UNPROCESSABLE_ENTITY, &form, state).await
        }
    }
}

fn read_lead(page: &PageContext, form: &FormBody, catalogue: &Catalogue) -> Result<NewLead, HttpError> {
    let mut fields = form.fields();
    let readable = CallMeForm::read(&mut fields);
    let slug = readable.service.clone();
    let service = slug.as_deref().and_then(|slug| catalogue.service(slug)).map(|(_, service)| service.id.clone());
    if slug.is_some() && service.is_none() {
        fields.add_error::<()>("service", page.texts.call_me().unknown_service());
    }
    let utm = |name: &str| shorten(fields.form_text(name));
    let utm = Utm {
        source: utm("utmSource"),
        medium: utm("utmMedium"),
        campaign: utm("utmCampaign"),
        content: utm("utmContent"),
        term: utm("utmTerm"),
    };
    let CallMeForm { name, phone, .. } = fields.build(|| CallMeForm::complete(readable))?;
    let source = if utm.source.is_some() { &page.state.app().policy.lead_source } else { OWN_PAGE_SOURCE };
    Ok(NewLead { name, phone, email: None, service_interested_id: service, source: source.to_owned(), utm })
}

/// A second tap on the button captures nothing more.
async fn capture_once(
    state: &HttpState,
    request_info: &RequestInfo,
    form: &FormBody,
    lead: NewLead,
) -> Result<(), HttpError> {
    let claimed_key = claim_key_when_free(state, form).await?;
    let request = claimed_key.as_ref().map(|claimed_key| claimed_key.request.clone());
    let context = state.context(request_info, None);
    let captured = state.app().db.write(move |tx| {
        run_once_per_key(tx, request.as_ref(), context.now, |tx| -> Result<_, HttpError> {
            capture(tx, &context, &lead)?;
            let done = StoredResponse { status: StatusCode::OK.as_u16(), body: DONE_PATH.to_owned() };
            Ok(done.about_no_user())
        })
    });
    captured.await?;
    Ok(())
}

async fn claim_key_when_free(state: &HttpState, form: &FormBody) -> Result<Option<ClaimedKey>, HttpError> {
    let started = Instant::now();
    loop {
        match form.0.start_request(state, None) {
            Err(busy) if busy.code() == ErrorCode::Conflict && started.elapsed() < REPEAT_WAIT => {
                tokio::time::sleep(REPEAT_WAIT_STEP).await;
            }
            claimed => return claimed,
        }
    }
}

async fn show_again(
    page: &PageContext,
    status: StatusCode,
    form: &FormBody,
    state: FormState,
) -> Result<Response, HttpError> {
    let typed = form.fields();
    let utm = Campaign::lead_field_names()
        .map(|name| (name.to_owned(), shorten(typed.form_text(name)).unwrap_or_default()))
        .collect();
    page.render_with(status, &call_me_page(page, state, utm, false).await?)
}

async fn call_me_page(
    page: &PageContext,
    form: FormState,
    utm: Vec<(String, String)>,
    is_done: bool,
) -> Result<CallMePage, HttpError> {
    let catalogue = current_catalogue(&page.state).await?;
    let text = page.texts.call_me();
    let filled = catalogue.categories.iter().filter(|group| !group.services.is_empty());
    let services = filled.map(|group| ServiceGroup {
        name: group.category.name.clone(),
        services: group.services.iter().map(|service| (service.slug.clone(), service.name.clone())).collect(),
    });
    let title = if is_done { text.thanks() } else { text.title() };
    Ok(CallMePage {
        frame: page.frame(title, Tab::None).public(page, text.description(&page.salon.name)),
        closed_now: if is_done { closed_now(page).await? } else { None },
        is_done,
        form,
        utm,
        services: services.collect(),
    })
}

/// When the first branch opens, if every branch is closed now.
async fn closed_now(page: &PageContext) -> Result<Option<String>, HttpError> {
    let holidays = Holidays::read(&page.state).await?;
    let branches = page.salon.branches.iter();
    let openings: Vec<_> = branches.map(|branch| opening(branch, &holidays, page.now(), page.texts)).collect();
    let is_closed = openings.iter().all(|opening| !opening.is_open);
    Ok(openings.first().filter(|_| is_closed).map(|first| page.texts.call_me().closed_now(&first.text)))
}

//! "Call me back": a visitor leaves a name and a phone number.

use askama::Template;
use axum::Extension;
use axum::extract::{Request, State};
use http::StatusCode;
use parlour_app::hindi_names::Described;
use parlour_app::leads::{CaptureLeadRefusal, capture};
use parlour_domain::lead::{NewLead, Utm};
use parlour_domain::phone::Phone;
use parlour_http::error::{FieldError, FieldErrors, HttpError};
use parlour_http::form::FormBody;
use parlour_http::limits::OverLimit;
use parlour_http::request::{Name, OptionalText, RequestShape};
use parlour_http::request_info::RequestInfo;
use parlour_http::request_shape;
use parlour_http::respond::HttpResult;
use parlour_http::state::HttpState;
use parlour_store::catalogue::catalogue_records::Service;

use super::campaign::{Campaign, shorten};
use super::opening::{Holidays, opening};
use crate::public_page::answer_or_prepare;
use parlour_texts::Texts;
use parlour_web::cache::{Catalogue, current_catalogue};
use parlour_web::form::FormState;
use parlour_web::page::{Frame, PageContext, Tab, see_other};

/// The source of a lead without an advertisement.
const OWN_PAGE_SOURCE: &str = "website";
const DONE_PATH: &str = "/call-me?done=1";

request_shape! {
    struct CallMeForm {
        name: Name<120>,
        phone: Phone,
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
    /// The names of the hidden fields that say where the visitor came from.
    pub(crate) utm: Vec<&'static str>,
    pub(crate) services: Vec<ServiceGroup>,
}

#[derive(Debug)]
pub(crate) struct ServiceGroup {
    pub(crate) name: String,
    /// Slug and name.
    pub(crate) services: Vec<(String, String)>,
}

/// The label of a field.
pub(crate) fn label(name: &str, texts: Texts) -> &'static str {
    let text = texts.call_me();
    match name {
        "name" => text.name(),
        "phone" => text.phone(),
        _ => text.service_name(),
    }
}

/// The one copy of the page for all visitors has one key for its form. The key counts together with what is typed, so
/// only who sends the same form twice on a day is one lead.
pub(super) async fn show(State(state): State<HttpState>, request: Request) -> HttpResult {
    let (mut parts, _) = request.into_parts();
    let public = match answer_or_prepare(&mut parts, &state).await? {
        Ok(response) => return Ok(response),
        Err(public) => public,
    };
    let page = &public.page;
    let name = page.signed_in_user.as_ref().map_or("", |signed_in| signed_in.name.as_str());
    let service = page.parameter("service").unwrap_or_default();
    let campaign = Campaign::of(page);
    let first_values = [("name", name), ("service", &service)];
    let form = FormState::new(first_values.into_iter().chain(campaign.lead_fields()));
    public.respond(&call_me_page(page, form, page.parameter("done").is_some()).await?)
}

async fn show_again(page: &PageContext, form: FormState) -> HttpResult {
    let template = call_me_page(page, form, false).await?;
    page.render_with(template.form.status, &template)
}

async fn call_me_page(page: &PageContext, form: FormState, is_done: bool) -> Result<CallMePage, HttpError> {
    let catalogue = current_catalogue(&page.state).await?;
    let text = page.texts.call_me();
    let filled = catalogue.categories.iter().filter(|group| !group.services.is_empty());
    let option = |service: &Service| (service.slug.clone(), service.name_in(page.texts).to_owned());
    let services = filled.map(|group| ServiceGroup {
        name: group.category.name_in(page.texts).to_owned(),
        services: group.services.iter().map(option).collect(),
    });
    let title = if is_done { text.thanks() } else { text.title() };
    let mut frame = page.frame(title, Tab::None).with_own_canonical_path(page, text.description(&page.salon.name));
    if page.caller.is_none() {
        frame.form_key = format!("call-me-{}", page.today());
    }
    Ok(CallMePage {
        frame,
        closed_now: if is_done { closed_now(page).await? } else { None },
        is_done,
        form,
        utm: Campaign::lead_field_names().collect(),
        services: services.collect(),
    })
}

pub(super) async fn submit(
    page: PageContext,
    request_info: RequestInfo,
    over_limit: Option<Extension<OverLimit>>,
    form: FormBody,
) -> HttpResult {
    if over_limit.is_some() {
        let text = page.texts.errors().too_many();
        let state = FormState::refused_as(&form.values, StatusCode::TOO_MANY_REQUESTS, text);
        return show_again(&page, state).await;
    }
    let lead = read_lead(&page, &form, &*current_catalogue(&page.state).await?);
    let captured = page.visitor_form(&request_info, &form, label).write(lead, |tx, context, lead| {
        capture(tx, context, lead)?;
        Ok::<_, CaptureLeadRefusal>(DONE_PATH.to_owned())
    });
    match captured.await?.into_path_or_state()? {
        Ok(path) => Ok(see_other(&path, None)),
        Err(state) => show_again(&page, state).await,
    }
}

fn read_lead(page: &PageContext, form: &FormBody, catalogue: &Catalogue) -> Result<NewLead, FieldErrors> {
    let mut fields = form.fields();
    let readable = CallMeForm::read(&mut fields);
    let slug = readable.service.clone();
    let service = slug.as_deref().and_then(|slug| catalogue.service(slug)).map(|(_, service)| service.id.clone());
    if slug.is_some() && service.is_none() {
        let text = page.texts.call_me().unknown_service();
        fields.add_error::<()>("service", FieldError::Sentence(text.to_owned()));
    }
    let utm = |name: &str| shorten(form.text(name));
    let utm = Utm {
        source: utm("utmSource"),
        medium: utm("utmMedium"),
        campaign: utm("utmCampaign"),
        content: utm("utmContent"),
        term: utm("utmTerm"),
    };
    let CallMeForm { name, phone, .. } = fields.finish(|| CallMeForm::complete(readable))?;
    let source = if utm.source.is_some() { &page.state.app().policy.lead_source } else { OWN_PAGE_SOURCE };
    Ok(NewLead { name, phone, email: None, service_interested_id: service, source: source.to_owned(), utm })
}

/// When the first branch opens, if every branch is closed now.
async fn closed_now(page: &PageContext) -> Result<Option<String>, HttpError> {
    let holidays = Holidays::read(&page.state).await?;
    let branches = page.salon.branches.iter();
    let openings: Vec<_> = branches.map(|branch| opening(branch, &holidays, page.now(), page.texts)).collect();
    let is_closed = openings.iter().all(|opening| !opening.is_open);
    Ok(openings.first().filter(|_| is_closed).map(|first| page.texts.call_me().closed_now(&first.text)))
}

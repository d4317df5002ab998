//! The services page: what to book, and where.

use askama::Template;
use axum::extract::{Request, State};
use parlour_domain::service::ServiceType;
use parlour_http::error::HttpError;
use parlour_http::respond::HttpResult;
use parlour_http::state::HttpState;

use super::basket::{Basket, CategoryRows, ServiceRow, rows_by_category};
use super::campaign::Campaign;
use super::opening::{Holidays, opening};
use crate::public_page::answer_or_prepare;
use parlour_web::cache::current_catalogue;
use parlour_web::page::{Frame, PageContext, Tab};

/// From so many services on there is a search box.
const SEARCH_FROM: usize = 12;

#[derive(Template)]
#[template(path = "services.html")]
pub(crate) struct ServicesPage {
    pub(crate) frame: Frame,
    pub(crate) branches: Vec<BranchOption>,
    /// Shown if there is no choice.
    pub(crate) place: String,
    pub(crate) search: Option<SearchBox>,
    /// Empty if there is only one type.
    pub(crate) types: Vec<TypeButton>,
    pub(crate) groups: Vec<CategoryRows>,
    /// Ticked services that the search or the type leaves out.
    pub(crate) chosen_elsewhere: Vec<ServiceRow>,
    pub(crate) basket: Basket,
    pub(crate) left_out: Option<String>,
    pub(crate) found_nothing: bool,
    pub(crate) campaign: Vec<(&'static str, String)>,
}

#[derive(Debug)]
pub(crate) struct BranchOption {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) opening: String,
    pub(crate) is_chosen: bool,
}

#[derive(Debug)]
pub(crate) struct SearchBox {
    pub(crate) typed: String,
    pub(crate) hint: String,
}

#[derive(Debug)]
pub(crate) struct TypeButton {
    pub(crate) value: &'static str,
    pub(crate) name: &'static str,
    pub(crate) is_current: bool,
}

pub(super) async fn show(State(state): State<HttpState>, request: Request) -> HttpResult {
    let (mut parts, _) = request.into_parts();
    let public = match answer_or_prepare(&mut parts, &state).await? {
        Ok(response) => return Ok(response),
        Err(public) => public,
    };
    let page = services_page(&public.page).await?;
    public.respond(&page)
}

async fn services_page(page: &PageContext) -> Result<ServicesPage, HttpError> {
    let catalogue = current_catalogue(&page.state).await?;
    let holidays = Holidays::read(&page.state).await?;
    let (texts, campaign) = (page.texts, Campaign::of(page));
    let text = texts.services();

    let slugs = page.parameters("s");
    let basket = Basket::new(&slugs, &catalogue, texts);
    let has_type = |kind| {
        catalogue.categories.iter().any(|group| group.category.service_type == kind && !group.services.is_empty())
    };
    let has_both = has_type(ServiceType::Salon) && has_type(ServiceType::Spa);
    let kind = page.parameter("type").and_then(|kind| ServiceType::parse(&kind)).filter(|_| has_both);
    let typed = page.parameter("q").unwrap_or_default().trim().to_owned();

    let groups = rows_by_category(&catalogue, &basket, (kind, &typed), texts);
    let shown = |slug: &str| groups.iter().flat_map(|group| &group.rows).any(|row| row.slug == slug);
    let chosen_elsewhere: Vec<ServiceRow> = basket.rows.iter().filter(|row| !shown(&row.slug)).cloned().collect();
    let count: usize = catalogue.categories.iter().map(|group| group.services.len()).sum();

    let at = page.parameter("at");
    let chosen = page.salon.branch_or_first(at.as_deref()).map(|branch| branch.id.clone());
    let branches: Vec<BranchOption> = page
        .salon
        .branches
        .iter()
        .map(|branch| BranchOption {
            id: branch.id.as_str().to_owned(),
            name: branch.name.clone(),
            opening: opening(branch, &holidays, page.now(), texts).text,
            is_chosen: Some(&branch.id) == chosen.as_ref(),
        })
        .collect();
    let type_button = |value, name, of| TypeButton { value, name, is_current: kind == of };
    let types = [
        type_button("", text.all_types(), None),
        type_button("salon", text.salon(), Some(ServiceType::Salon)),
        type_button("spa", text.spa(), Some(ServiceType::Spa)),
    ];
    Ok(ServicesPage {
        frame: page
            .frame(text.title(), Tab::Book)
            .without_navigation()
            .with_own_canonical_path(page, text.description(&page.salon.name)),
        place: branches.first().map_or(String::new(), |first| format!("{}, {}", first.name, first.opening)),
        branches,
        search: (count >= SEARCH_FROM).then(|| SearchBox { typed: typed.clone(), hint: text.search_in(count) }),
        types: if has_both { types.into() } else { Vec::new() },
        found_nothing: groups.is_empty() && !typed.is_empty(),
        left_out: (basket.left_out > 0).then(|| text.left_out(basket.left_out)),
        groups,
        chosen_elsewhere,
        basket,
        campaign: campaign.into_pairs(),
    })
}

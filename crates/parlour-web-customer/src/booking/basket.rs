//! The services of a booking with their prices, as the catalogue has them now.

use parlour_app::hindi_names::Described;
use parlour_domain::booking::{MAX_SERVICES_PER_BOOKING, checked_sum};
use parlour_domain::ids::{OfferId, ServiceId};
use parlour_domain::offer::{OfferDiscount, PricedLine, discounts_by_line, is_running_on};
use parlour_domain::service::ServiceType;
use parlour_http::error::HttpError;
use parlour_store::branches::branch_records::Branch;

use chrono::NaiveDate;

use super::choice::BookingChoice;
use parlour_texts::Texts;
use parlour_web::cache::{Catalogue, current_catalogue};
use parlour_web::flash::Flash;
use parlour_web::format;
use parlour_web::page::PageContext;

#[derive(Debug)]
pub(super) struct Basket {
    pub(super) branch: Branch,
    pub(super) service_type: ServiceType,
    pub(super) lines: Vec<BasketLine>,
    pub(super) price_paise: i64,
    pub(super) minutes: i64,
}

#[derive(Debug)]
pub(super) struct BasketLine {
    pub(super) id: ServiceId,
    pub(super) name: String,
    pub(super) price_paise: i64,
    pub(super) minutes: i64,
}

/// An offer that would apply to a booking.
#[derive(Debug)]
pub(super) struct ApplicableOffer {
    pub(super) id: OfferId,
    pub(super) slug: String,
    pub(super) name: String,
    pub(super) less_paise: i64,
}

/// Why nothing can be booked with a choice.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum BasketFault {
    NoBranch,
    Empty,
    /// With the slugs of the services that are not in the catalogue.
    NotOffered(Vec<String>),
    SalonAndSpa,
    TooMany,
}

impl BasketFault {
    /// What the page with the services says.
    pub(super) fn flash(&self) -> Flash {
        match self {
            Self::NoBranch => Flash::BranchGone,
            Self::Empty => Flash::ChooseServices,
            Self::NotOffered(_) => Flash::ServicesGone,
            Self::SalonAndSpa => Flash::SalonAndSpa,
            Self::TooMany => Flash::TooManyServices,
        }
    }
}

impl Basket {
    pub(super) async fn read(
        page: &PageContext,
        choice: &BookingChoice,
    ) -> Result<Result<Self, BasketFault>, HttpError> {
        let catalogue = current_catalogue(&page.state).await?;
        Ok(Self::find(page, &catalogue, choice))
    }

    fn find(page: &PageContext, catalogue: &Catalogue, choice: &BookingChoice) -> Result<Self, BasketFault> {
        let branch = page.salon.branch(&choice.branch).ok_or(BasketFault::NoBranch)?;
        let mut found = Vec::with_capacity(choice.slugs.len());
        let mut not_offered = Vec::new();
        for slug in &choice.slugs {
            match catalogue.service(slug) {
                Some((group, service)) => found.push((group.category.service_type, service)),
                None => not_offered.push(slug.clone()),
            }
        }
        if !not_offered.is_empty() {
            return Err(BasketFault::NotOffered(not_offered));
        }
        let Some(&(service_type, _)) = found.first() else { return Err(BasketFault::Empty) };
        if found.iter().any(|(other, _)| *other != service_type) {
            return Err(BasketFault::SalonAndSpa);
        }
        let lines: Vec<BasketLine> = found
            .into_iter()
            .map(|(_, service)| BasketLine {
                id: service.id.clone(),
                name: service.name_in(page.texts).to_owned(),
                price_paise: service.price_paise,
                minutes: service.duration_minutes,
            })
            .collect();
        let sum = |part: fn(&BasketLine) -> i64| checked_sum(lines.iter().map(part));
        match (sum(|line| line.price_paise), sum(|line| line.minutes)) {
            (Some(price_paise), Some(minutes)) if lines.len() <= MAX_SERVICES_PER_BOOKING => {
                Ok(Self { branch: branch.clone(), service_type, lines, price_paise, minutes })
            }
            _ => Err(BasketFault::TooMany),
        }
    }

    pub(super) fn is_live(&self) -> bool {
        self.branch.is_live()
    }

    /// Each with its index.
    pub(super) fn service_ids(&self) -> Vec<(usize, ServiceId)> {
        self.lines.iter().enumerate().map(|(index, line)| (index, line.id.clone())).collect()
    }

    /// The offers that would apply on a day, those that take off most first.
    pub(super) async fn offers(&self, page: &PageContext, day: NaiveDate) -> Result<Vec<ApplicableOffer>, HttpError> {
        if self.service_type == ServiceType::Spa {
            return Ok(Vec::new());
        }
        let catalogue = current_catalogue(&page.state).await?;
        let priced = |line: &BasketLine| PricedLine { service_id: line.id.clone(), price_paise: line.price_paise };
        let lines: Vec<PricedLine> = self.lines.iter().map(priced).collect();
        let mut found = Vec::new();
        for of_today in &catalogue.offers {
            let offer = &of_today.offer;
            let discount = OfferDiscount {
                offer_type: offer.offer_type,
                percentage: offer.discount_percentage,
                amount_paise: offer.discount_amount_paise,
                combo_price_paise: offer.combo_price_paise,
            };
            let runs = is_running_on(offer.is_active, (offer.start_date, offer.end_date), day);
            let less = discounts_by_line(&lines, &discount, &of_today.service_ids).map(|parts| parts.iter().sum());
            if let Some(less_paise) = less.ok().filter(|less| runs && *less > 0) {
                let (id, slug, name) = (offer.id.clone(), offer.slug.clone(), offer.name_in(page.texts).to_owned());
                found.push(ApplicableOffer { id, slug, name, less_paise });
            }
        }
        found.sort_by_key(|offer| std::cmp::Reverse(offer.less_paise));
        Ok(found)
    }

    pub(super) fn view(&self, texts: Texts) -> BasketView {
        let line = |line: &BasketLine| LineView {
            name: line.name.clone(),
            minutes: texts.format_minutes(line.minutes),
            price: format::money(line.price_paise),
        };
        BasketView {
            place: self.branch.name.clone(),
            address: self.branch.address.clone(),
            lines: self.lines.iter().map(line).collect(),
            total: format::money(self.price_paise),
            minutes: texts.format_minutes(self.minutes),
        }
    }
}

/// What the sum of a booking shows.
#[derive(Debug)]
pub(crate) struct BasketView {
    pub(crate) place: String,
    pub(crate) address: String,
    pub(crate) lines: Vec<LineView>,
    pub(crate) total: String,
    pub(crate) minutes: String,
}

#[derive(Debug)]
pub(crate) struct LineView {
    pub(crate) name: String,
    pub(crate) minutes: String,
    pub(crate) price: String,
}

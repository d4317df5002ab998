//! The last look before a booking is asked for.

use askama::Template;
use axum::response::Response;
use chrono::{NaiveDate, NaiveTime};
use http::StatusCode;
use parlour_app::availability::find_branch_calendar;
use parlour_app::hindi_names::Described;
use parlour_app::offers::has_offer_already;
use parlour_domain::ids::BookingId;
use parlour_domain::ist::{MINUTE_MS, Timestamp};
use parlour_http::error::HttpError;
use parlour_http::respond::HttpResult;
use parlour_store::catalogue::catalogue_records;
use parlour_store::staff::staff_records::BookableStaffMember;

use super::basket::{ApplicableOffer, Basket, BasketFault, BasketView};
use super::calendar_view::ends_at;
use super::choice::{BookingChoice, With};
use super::people::with_whom;
use super::step_frame::step_frame;
use super::time::{find_faults, turn_back};
use crate::sums::Sums;
use parlour_web::flash::Flash;
use parlour_web::form::FormState;
use parlour_web::format::{self, DateTile};
use parlour_web::kept_note::{self, WRITER_FIELD};
use parlour_web::page::{Frame, PageContext, encode, see_other};
use parlour_web::text_parts::{SLOTS, TextPart, text_parts};

pub(super) const REVIEW_PATH: &str = "/book/review";

/// A booking that can be asked for.
#[derive(Debug)]
pub(super) struct Review {
    pub(super) choice: BookingChoice,
    pub(super) basket: Basket,
    pub(super) day: NaiveDate,
    pub(super) time: NaiveTime,
    /// The one that the visitor books with first, if it applies.
    offers: Vec<ApplicableOffer>,
    /// Whether the visitor has an offer for another visit of that day: the one that they book with takes nothing off then.
    pub(super) has_offer_already: bool,
    staff: Vec<BookableStaffMember>,
}

impl Review {
    /// What the choice makes, or the page for a choice that is not possible.
    pub(super) async fn read(page: &PageContext, choice: BookingChoice) -> Result<Result<Self, Response>, HttpError> {
        let basket = match Basket::read(page, &choice).await? {
            Ok(basket) => basket,
            Err(BasketFault::NotOffered(slugs)) => return Ok(Err(show_not_offered(page, &choice, slugs).await?)),
            Err(fault) => return Ok(Err(see_other(&choice.services_address(), Some(fault.flash())))),
        };
        let Some((day, time)) = choice.day.zip(choice.time) else {
            return Ok(Err(see_other(&choice.time_address(), Some(Flash::ChooseTime))));
        };
        if !basket.branch.sells(day, time, basket.minutes) {
            return Ok(Err(see_other(&choice.time_address(), Some(Flash::TimeGone))));
        }
        let faults = find_faults(page, &basket, &choice).await?;
        if !faults.is_empty() {
            return Ok(Err(turn_back(&choice, &faults)));
        }
        let branch = find_branch_calendar(page.state.app(), &basket.branch.id, basket.service_type).await?;
        let staff = branch.map_or_else(Vec::new, |branch| branch.staff().to_vec());
        let mut offers = basket.offers(page, day).await?;
        offers.sort_by_key(|offer| choice.offer.as_ref() != Some(&offer.slug));
        let mut review = Self { choice, basket, day, time, offers, has_offer_already: false, staff };
        let is_with_offer = review.chosen_offer().is_some();
        if let Some(caller) = page.caller.as_ref().filter(|_| is_with_offer) {
            let (customer, now) = (caller.user().clone(), page.now());
            let read = page.state.read(move |conn| Ok(has_offer_already(conn, &customer, day, now)?));
            review.has_offer_already = read.await?;
        }
        Ok(Ok(review))
    }

    /// The offer that the visitor books with, if it applies.
    pub(super) fn chosen_offer(&self) -> Option<&ApplicableOffer> {
        self.offers.first().filter(|first| self.choice.offer.as_ref() == Some(&first.slug))
    }

    /// The same, if it will take something off.
    fn kept_offer(&self) -> Option<&ApplicableOffer> {
        self.chosen_offer().filter(|_| !self.has_offer_already)
    }

    /// What is paid at the counter.
    fn sums(&self, page: &PageContext) -> Sums {
        let (price, texts) = (self.basket.price_paise, page.texts);
        match self.kept_offer() {
            Some(offer) => Sums::with_offer(price, (offer.name.as_str(), offer.less_paise), texts),
            None => Sums::plain(texts.booking().total(), format::money(price)),
        }
    }

    /// What the page says of offers. The one that was chosen stands alone: a visit is paid with one.
    fn offer_notes(&self, page: &PageContext) -> Vec<OfferNote> {
        let text = page.texts.booking();
        if self.has_offer_already {
            return Vec::new();
        }
        if let Some(chosen) = self.kept_offer() {
            let text = text.chosen_offer(SLOTS[0], &format::money(chosen.less_paise));
            return vec![OfferNote { name: chosen.name.clone(), text: text_parts(&text) }];
        }
        let note = |offer: &ApplicableOffer| OfferNote {
            name: offer.name.clone(),
            text: text_parts(&text.offer(SLOTS[0], &format::money(offer.less_paise))),
        };
        self.offers.iter().map(note).collect()
    }
}

/// What the page says besides the booking, after it was refused.
#[derive(Debug, Default)]
pub(super) struct ReviewState {
    pub(super) form: FormState,
    /// Free times of the same day, instead of one that was taken meanwhile.
    pub(super) nearest: Vec<NaiveTime>,
    /// Whether that day has none.
    pub(super) is_day_full: bool,
    /// A booking that the customer has at this time, and what the button says that books all the same.
    pub(super) other_booking: Option<(BookingId, &'static str)>,
}

/// An offer, and what it takes off.
#[derive(Debug)]
pub(crate) struct OfferNote {
    pub(crate) name: String,
    /// With the name as the first slot.
    pub(crate) text: Vec<TextPart>,
}

#[derive(Template)]
#[template(path = "review.html")]
pub(crate) struct ReviewPage {
    pub(crate) frame: Frame,
    /// The page's own address, where its form is sent: with the choice in it, it shows the page again.
    pub(crate) path: String,
    pub(crate) basket: BasketView,
    pub(crate) date_tile: DateTile,
    /// `Wednesday 18 November`, for those who do not see the picture of the day.
    pub(crate) day_name: String,
    pub(crate) times: String,
    pub(crate) with_whom: String,
    pub(crate) offers: Vec<OfferNote>,
    /// Whether the visitor came from an offer that does not apply.
    pub(crate) is_offer_missed: bool,
    /// That the offer does not count twice.
    pub(crate) offer_once_a_day: Option<String>,
    pub(crate) sums: Sums,
    /// What the offer takes off that is shown.
    pub(crate) less_paise: Option<i64>,
    pub(crate) cancel_rule: String,
    pub(crate) form: FormState,
    /// Value and text of each.
    pub(crate) nearest: Vec<(String, String)>,
    pub(crate) is_day_full: bool,
    /// The other times with anyone, where somebody was chosen.
    pub(crate) anyone_path: Option<String>,
    /// The address of a visit at this time, and what the button says that books all the same.
    pub(crate) other_booking: Option<(String, &'static str)>,
    pub(crate) hidden: Vec<(&'static str, String)>,
    pub(crate) campaign: [(&'static str, String); 6],
    pub(crate) total_paise: i64,
    pub(crate) services_path: String,
    pub(crate) time_path: String,
    pub(crate) sign_in_path: String,
}

pub(super) async fn show(page: PageContext) -> HttpResult {
    let choice = BookingChoice::of_query(&page);
    let review = match Review::read(&page, choice).await? {
        Ok(review) => review,
        Err(response) => return Ok(response),
    };
    let note = kept_note::read(&page).unwrap_or_default();
    show_with(&page, &review, FormState::new([("note", note)]).into())
}

impl From<FormState> for ReviewState {
    fn from(form: FormState) -> Self {
        Self { form, ..Self::default() }
    }
}

pub(super) fn show_with(page: &PageContext, review: &Review, state: ReviewState) -> HttpResult {
    let texts = page.texts;
    let Review { choice, basket, day, time, staff, .. } = review;
    let nearest = state.nearest.iter().map(|time| (format::time_value(*time), texts.format_time(*time)));
    let fields = choice.fields();
    let campaign = choice.campaign_fields();
    let path = choice.address(REVIEW_PATH);
    let writer = page.signed_in_user.as_ref().map(|signed_in| (WRITER_FIELD, signed_in.id.as_str().to_owned()));
    let is_campaign = |name: &str| campaign.iter().any(|(of_campaign, _)| *of_campaign == name);
    page.render_with(
        state.form.status,
        &ReviewPage {
            frame: step_frame(page, texts.booking().review_title()),
            basket: basket.view(texts),
            date_tile: DateTile::of(*day, page.today(), texts),
            day_name: texts.format_long_day(*day, page.today()),
            times: texts.format_time_range(*time, ends_at(*time, basket.minutes)),
            with_whom: with_whom(&choice.with, staff, texts),
            offers: review.offer_notes(page),
            is_offer_missed: choice.offer.is_some() && review.chosen_offer().is_none(),
            offer_once_a_day: (review.chosen_offer().filter(|_| review.has_offer_already))
                .map(|offer| texts.promised_offer().once_a_day(&offer.name)),
            sums: review.sums(page),
            less_paise: review.kept_offer().map(|offer| offer.less_paise),
            cancel_rule: cancel_rule(page, review),
            form: state.form,
            nearest: nearest.collect(),
            is_day_full: state.is_day_full,
            anyone_path: (choice.with != With::Anyone).then(|| choice.with(With::Anyone).time_address()),
            other_booking: state.other_booking.map(|(id, button)| (format!("/visits/{}", id.as_str()), button)),
            hidden: fields.into_iter().filter(|(name, _)| !is_campaign(name)).chain(writer).collect(),
            campaign: campaign.clone(),
            total_paise: basket.price_paise,
            services_path: choice.services_address(),
            time_path: choice.time_address(),
            sign_in_path: format!("/api/auth/sign-in?returnTo={}", encode(&path)),
            path,
        },
    )
}

/// Until when the booking can be cancelled here.
fn cancel_rule(page: &PageContext, review: &Review) -> String {
    let (texts, text) = (page.texts, page.texts.booking());
    let Some(window) = review.basket.branch.cancel_window_minutes else { return text.cancel_any_time().to_owned() };
    let starts_at = Timestamp::from_ist(review.day, review.time);
    let until = starts_at.plus_millis(window.saturating_mul(MINUTE_MS).saturating_neg());
    if until <= page.now() {
        return text.cancel_by_phone().to_owned();
    }
    let time = texts.format_time(until.ist_time());
    if until.ist_date() == review.day {
        text.cancel_that_day(&time)
    } else {
        text.cancel_until(&texts.format_day(until.ist_date(), page.today()), &time)
    }
}

#[derive(Template)]
#[template(path = "not_offered.html")]
pub(crate) struct NotOfferedPage {
    pub(crate) frame: Frame,
    pub(crate) names: Vec<String>,
    /// The way on with the other services, if there are any.
    pub(crate) rest_path: Option<String>,
    pub(crate) services_path: String,
}

/// Services that were chosen and have left the catalogue since, by name.
async fn show_not_offered(page: &PageContext, choice: &BookingChoice, slugs: Vec<String>) -> HttpResult {
    let (gone, texts) = (slugs.clone(), page.texts);
    let names = page.state.read(move |conn| {
        let mut names = Vec::new();
        for slug in &gone {
            let found = catalogue_records::service_by_slug(conn, slug)?;
            names.extend(found.map(|service| service.name_in(texts).to_owned()));
        }
        Ok(names)
    });
    let mut rest = choice.clone();
    rest.slugs.retain(|slug| !slugs.contains(slug));
    page.render_with(
        StatusCode::CONFLICT,
        &NotOfferedPage {
            frame: step_frame(page, texts.booking().review_title()),
            names: names.await?,
            rest_path: (!rest.slugs.is_empty()).then(|| rest.time_address()),
            services_path: rest.services_address(),
        },
    )
}

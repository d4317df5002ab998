//! Managers keep the offers.

use axum::extract::State;
use chrono::NaiveDate;
use parlour_app::catalogue::OfferWithServices;
use parlour_app::offers::{self as acts, NewOffer, OfferChange};
use parlour_domain::ids::{OfferId, ServiceId, UserId};
use parlour_domain::ist::Timestamp;
use parlour_domain::money::MOST_PAISE;
use parlour_domain::offer::{Discount, OfferType};
use parlour_domain::text::{at_most, filled};
use parlour_store::db::json::Page;
use parlour_store::offers::{Offer, Position};
use parlour_store::{Conn, DbError};
use serde::Serialize;
use utoipa::ToSchema;

use crate::body::Body;
use crate::error::{ApiError, NO_SERVICE};
use crate::fields::{Fields, date, one_of};
use crate::id_path::Named;
use crate::listed::{self, Asked, List, write_rows};
use crate::respond::{Answered, Envelope, answer, created, ok};
use crate::signed_in::{Manager, Reading};
use crate::web::Web;

/// Far more than a catalogue has.
const MOST_SERVICES: usize = 1_000;

#[derive(ToSchema)]
#[expect(dead_code, reason = "the schema of what is written row by row")]
pub(crate) struct OfferList {
    offers: Vec<OfferWithServices>,
}

/// Newest first.
struct AllOffers;

impl List for AllOffers {
    const NAME: &'static str = "offers";
    type Position = Position;

    fn write_page(
        &self,
        conn: &mut Conn<'_>,
        _: &UserId,
        after: Option<&Position>,
        limit: i64,
        out: &mut Vec<u8>,
    ) -> Result<Page<Position>, DbError> {
        let rows = acts::page(conn, after, limit + 1)?;
        let position_of =
            |row: &OfferWithServices| Position { created_at: row.offer.created_at, id: row.offer.id.clone() };
        write_rows(rows, limit, position_of, out)
    }
}

impl listed::Position for Position {
    fn written(&self) -> String {
        format!("{} {}", self.created_at.millis(), self.id)
    }

    fn read(written: &str) -> Option<Self> {
        let (millis, id) = written.split_once(' ')?;
        let created_at = Timestamp::from_millis(millis.parse().ok()?);
        let is_believable = (Timestamp::from_millis(0)..=Timestamp::FAR_FUTURE).contains(&created_at);
        is_believable.then(|| Self { created_at, id: OfferId::new(id) })
    }
}

/// Every offer
///
/// Newest first, whether they run or not. All of them, unless `limit` or `cursor` say otherwise.
#[utoipa::path(
    get, path = "/api/offers", tag = "Offers", security(("session" = ["manager"])),
    params(
        ("limit" = Option<i64>, Query, minimum = 1, maximum = 1000, description = "At most this many"),
        ("cursor" = Option<String>, Query, description = "From the `Link` of the page before"),
    ),
    responses((
        status = 200, body = Envelope<OfferList>,
        headers(("Link" = String, description = "The next page, where `limit` has left some out")),
    )),
)]
pub(crate) async fn list(State(web): State<Web>, asker: Reading<Manager>, asked: Asked) -> Answered {
    asked.answer(&web, &asker, AllOffers).await
}

#[derive(Serialize, ToSchema)]
pub(crate) struct OfferView {
    offer: Offer,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct OfferWithServicesView {
    offer: OfferWithServices,
}

/// An offer
#[utoipa::path(
    get, path = "/api/offers/{id}", tag = "Offers", security(("session" = ["manager"])),
    params(("id" = String, Path)), responses((status = 200, body = Envelope<OfferWithServicesView>)),
)]
pub(crate) async fn show(State(web): State<Web>, asker: Reading<Manager>, Named(id): Named) -> Answered {
    let id = OfferId::new(id);
    let read = move |conn: &mut Conn<'_>, _: &UserId| {
        conn.in_one_state(|conn| Ok::<_, ApiError>(acts::with_services(conn, &id)?))
    };
    let offer = asker.read(&web, read).await?.ok_or_else(|| ApiError::not_found("This offer"))?;
    ok(OfferWithServicesView { offer })
}

#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "the schema of what `new_offer` reads field by field")]
pub(crate) struct OfferBody {
    #[schema(min_length = 1, max_length = 120)]
    name: String,
    offer_type: OfferType,
    start_date: NaiveDate,
    /// Not before the start.
    end_date: NaiveDate,
    /// One that is named twice counts once.
    #[schema(min_items = 1, max_items = 1000)]
    service_ids: Vec<String>,
    /// Needed by `percentage`.
    #[schema(minimum = 1, maximum = 100)]
    discount_percentage: Option<i64>,
    /// Needed by `flat`.
    #[schema(minimum = 1, maximum = 10_000_000_000_i64)]
    discount_amount_paise: Option<i64>,
    /// Needed by `combo_price`.
    #[schema(minimum = 1, maximum = 10_000_000_000_i64)]
    combo_price_paise: Option<i64>,
    #[schema(max_length = 1000)]
    description: Option<String>,
    #[schema(max_length = 1000)]
    terms: Option<String>,
}

/// Make an offer
///
/// Of the three figures only the one of its type is kept.
#[utoipa::path(
    post, path = "/api/offers", tag = "Offers", security(("session" = ["manager"])), request_body = OfferBody,
    responses((status = 201, body = Envelope<OfferView>)),
)]
pub(crate) async fn create(State(web): State<Web>, asker: Manager, body: Body) -> Answered {
    let new = new_offer(&web, body.fields()?).await?;
    let offer = asker.act(&web, move |tx, occasion| Ok(acts::create(tx, occasion, &new)?)).await?;
    Ok(answer(created(OfferView { offer })?))
}

async fn new_offer(web: &Web, mut fields: Fields) -> Result<NewOffer, ApiError> {
    let name = fields.required("name", |text| filled(text, 120));
    let offer_type = fields.required("offerType", offer_type());
    let start_date = fields.required("startDate", date);
    let end_date = fields.required("endDate", date);
    let services = fields.required_list("serviceIds", MOST_SERVICES, |id| ServiceId::new(id));
    let need =
        |of: OfferType| if offer_type == Some(of) { Fields::required_int } else { Fields::optional_int };
    let percentage = need(OfferType::Percentage)(&mut fields, "discountPercentage", 1..=100);
    let amount_paise = need(OfferType::Flat)(&mut fields, "discountAmountPaise", 1..=MOST_PAISE);
    let combo_price_paise = need(OfferType::ComboPrice)(&mut fields, "comboPricePaise", 1..=MOST_PAISE);
    let description = fields.optional("description", |text| at_most(text, 1_000));
    let terms = fields.optional("terms", |text| at_most(text, 1_000));
    if start_date.zip(end_date).is_some_and(|(start, end)| end < start) {
        fields.refuse::<()>("endDate", "must not be before startDate");
    }
    name_unknown_services(web, &mut fields, services.as_deref()).await?;
    fields.build(|| {
        let offer_type = offer_type?;
        Some(NewOffer {
            name: name?,
            description: description.filter(|text| !text.is_empty()),
            terms: terms.filter(|text| !text.is_empty()),
            discount: Discount { offer_type, percentage, amount_paise, combo_price_paise },
            start_date: start_date?,
            end_date: end_date?,
            services: services?,
        })
    })
}

#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "the schema of what `offer_change` reads field by field")]
pub(crate) struct OfferChangeBody {
    #[schema(min_length = 1, max_length = 120)]
    name: Option<String>,
    offer_type: Option<OfferType>,
    start_date: Option<NaiveDate>,
    end_date: Option<NaiveDate>,
    /// In the place of those that it has.
    #[schema(min_items = 1, max_items = 1000)]
    service_ids: Option<Vec<String>>,
    #[schema(minimum = 1, maximum = 100)]
    discount_percentage: Option<i64>,
    #[schema(minimum = 1, maximum = 10_000_000_000_i64)]
    discount_amount_paise: Option<i64>,
    #[schema(minimum = 1, maximum = 10_000_000_000_i64)]
    combo_price_paise: Option<i64>,
    /// An empty one is taken away.
    #[schema(max_length = 1000)]
    description: Option<String>,
    /// Empty ones are taken away.
    #[schema(max_length = 1000)]
    terms: Option<String>,
    is_active: Option<bool>,
}

/// Change an offer
///
/// What is absent stays. Neither the order of the dates nor the figure of its type is asked for again.
#[utoipa::path(
    patch, path = "/api/offers/{id}", tag = "Offers", security(("session" = ["manager"])),
    params(("id" = String, Path)), request_body = OfferChangeBody,
    responses((status = 200, body = Envelope<OfferView>)),
)]
pub(crate) async fn change(State(web): State<Web>, asker: Manager, Named(id): Named, body: Body) -> Answered {
    let wish = offer_change(&web, body.fields()?).await?;
    let id = OfferId::new(id);
    let offer = asker.act(&web, move |tx, occasion| Ok(acts::change(tx, occasion, &id, &wish)?)).await?;
    ok(OfferView { offer })
}

async fn offer_change(web: &Web, mut fields: Fields) -> Result<OfferChange, ApiError> {
    let wish = OfferChange {
        name: fields.optional("name", |text| filled(text, 120)),
        description: fields.optional("description", |text| at_most(text, 1_000)),
        terms: fields.optional("terms", |text| at_most(text, 1_000)),
        offer_type: fields.optional("offerType", offer_type()),
        percentage: fields.optional_int("discountPercentage", 1..=100),
        amount_paise: fields.optional_int("discountAmountPaise", 1..=MOST_PAISE),
        combo_price_paise: fields.optional_int("comboPricePaise", 1..=MOST_PAISE),
        start_date: fields.optional("startDate", date),
        end_date: fields.optional("endDate", date),
        is_active: fields.optional_bool("isActive"),
        services: fields.optional_filled_list("serviceIds", MOST_SERVICES, |id| ServiceId::new(id)),
    };
    name_unknown_services(web, &mut fields, wish.services.as_deref()).await?;
    fields.build(|| Some(wish))
}

/// The acts know which services are ours, but are not asked where something else is wrong.
async fn name_unknown_services(
    web: &Web,
    fields: &mut Fields,
    named: Option<&[(usize, ServiceId)]>,
) -> Result<(), ApiError> {
    let Some(named) = named.filter(|_| fields.have_failed()) else { return Ok(()) };
    let named = named.to_vec();
    let looked_up = move |conn: &mut Conn<'_>| acts::unknown_services(conn, &named).map_err(ApiError::from);
    for place in web.app().db.read(looked_up).await? {
        fields.refuse::<()>(&format!("serviceIds.{place}"), NO_SERVICE);
    }
    Ok(())
}

fn offer_type() -> impl Fn(&str) -> Result<OfferType, String> {
    one_of(OfferType::parse, "percentage, flat or combo_price")
}

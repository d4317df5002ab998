//! Managers keep the offers.

use axum::extract::State;
use chrono::NaiveDate;
use parlour_app::catalogue::OfferWithServices;
use parlour_app::offers as use_cases;
use parlour_app::offers::{NewOffer, OfferPatch};
use parlour_domain::billing::money::MAX_PAISE;
use parlour_domain::ids::{OfferId, ServiceId, UserId};
use parlour_domain::ist::Timestamp;
use parlour_domain::offer::{OfferDiscount, OfferType};
use parlour_domain::text::{limited_text, required_text};
use parlour_http::body::RequestBody;
use parlour_http::error::{HttpError, UNKNOWN_SERVICE_MESSAGE};
use parlour_http::fields::{Fields, date, one_of};
use parlour_http::path_id::PathId;
use parlour_http::respond::{Envelope, HttpResult, ok, stored_created, to_response};
use parlour_http::sessions::{Manager, ReadAs};
use parlour_http::state::HttpState;
use parlour_http::streamed_list::{self, ListRequest, StreamedList, write_rows};
use parlour_store::db::json::PageEnd;
use parlour_store::offers::offer_records::{Offer, OfferCursor};
use parlour_store::{Conn, DbError};
use serde::Serialize;
use utoipa::ToSchema;

/// Far more than a catalogue has.
const MAX_SERVICES: usize = 1_000;

#[derive(ToSchema)]
#[expect(dead_code, reason = "the schema of what is written row by row")]
pub(crate) struct OfferList {
    offers: Vec<OfferWithServices>,
}

/// Newest first.
struct AllOffers;

impl StreamedList for AllOffers {
    const NAME: &'static str = "offers";
    type Cursor = OfferCursor;

    fn write_page(
        &self,
        conn: &mut Conn<'_>,
        _: &UserId,
        after: Option<&OfferCursor>,
        limit: i64,
        out: &mut Vec<u8>,
    ) -> Result<PageEnd<OfferCursor>, DbError> {
        let rows = use_cases::page(conn, after, limit + 1)?;
        let cursor_of = |row: &OfferWithServices| OfferCursor {
            created_at: row.offer.created_at,
            id: row.offer.id.clone(),
        };
        write_rows(rows, limit, cursor_of, out)
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
pub(crate) async fn list(
    State(state): State<HttpState>,
    caller: ReadAs<Manager>,
    asked: ListRequest,
) -> HttpResult {
    asked.answer(&state, &caller, AllOffers).await
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
pub(crate) async fn show(
    State(state): State<HttpState>,
    caller: ReadAs<Manager>,
    PathId(id): PathId,
) -> HttpResult {
    let id = OfferId::new(id);
    let read = move |conn: &mut Conn<'_>, _: &UserId| {
        conn.in_snapshot(|conn| Ok::<_, HttpError>(use_cases::offer_with_services(conn, &id)?))
    };
    let offer = caller.read(&state, read).await?.ok_or_else(|| HttpError::not_found("This offer"))?;
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
pub(crate) async fn create(State(state): State<HttpState>, caller: Manager, body: RequestBody) -> HttpResult {
    let new = new_offer(&state, body.fields()?).await?;
    let offer = caller.write(&state, move |tx, context| Ok(use_cases::create(tx, context, &new)?)).await?;
    Ok(to_response(stored_created(OfferView { offer })?))
}

async fn new_offer(state: &HttpState, mut fields: Fields) -> Result<NewOffer, HttpError> {
    let name = fields.required("name", |text| required_text(text, 120));
    let offer_type = fields.required("offerType", offer_type());
    let start_date = fields.required("startDate", date);
    let end_date = fields.required("endDate", date);
    let services = fields.required_list("serviceIds", MAX_SERVICES, |id| ServiceId::new(id));
    let need =
        |of: OfferType| if offer_type == Some(of) { Fields::required_int } else { Fields::optional_int };
    let percentage = need(OfferType::Percentage)(&mut fields, "discountPercentage", 1..=100);
    let amount_paise = need(OfferType::Flat)(&mut fields, "discountAmountPaise", 1..=MAX_PAISE);
    let combo_price_paise = need(OfferType::ComboPrice)(&mut fields, "comboPricePaise", 1..=MAX_PAISE);
    let description = fields.optional("description", |text| limited_text(text, 1_000));
    let terms = fields.optional("terms", |text| limited_text(text, 1_000));
    if start_date.zip(end_date).is_some_and(|(start, end)| end < start) {
        fields.add_error::<()>("endDate", "must not be before startDate");
    }
    add_unknown_service_errors(state, &mut fields, services.as_deref()).await?;
    fields.build(|| {
        let offer_type = offer_type?;
        Some(NewOffer {
            name: name?,
            description: description.filter(|text| !text.is_empty()),
            terms: terms.filter(|text| !text.is_empty()),
            discount: OfferDiscount { offer_type, percentage, amount_paise, combo_price_paise },
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
pub(crate) async fn change(
    State(state): State<HttpState>,
    caller: Manager,
    PathId(id): PathId,
    body: RequestBody,
) -> HttpResult {
    let patch = offer_change(&state, body.fields()?).await?;
    let id = OfferId::new(id);
    let offer =
        caller.write(&state, move |tx, context| Ok(use_cases::change(tx, context, &id, &patch)?)).await?;
    ok(OfferView { offer })
}

async fn offer_change(state: &HttpState, mut fields: Fields) -> Result<OfferPatch, HttpError> {
    let patch = OfferPatch {
        name: fields.optional("name", |text| required_text(text, 120)),
        description: fields.optional("description", |text| limited_text(text, 1_000)),
        terms: fields.optional("terms", |text| limited_text(text, 1_000)),
        offer_type: fields.optional("offerType", offer_type()),
        percentage: fields.optional_int("discountPercentage", 1..=100),
        amount_paise: fields.optional_int("discountAmountPaise", 1..=MAX_PAISE),
        combo_price_paise: fields.optional_int("comboPricePaise", 1..=MAX_PAISE),
        start_date: fields.optional("startDate", date),
        end_date: fields.optional("endDate", date),
        is_active: fields.optional_bool("isActive"),
        services: fields.optional_nonempty_list("serviceIds", MAX_SERVICES, |id| ServiceId::new(id)),
    };
    add_unknown_service_errors(state, &mut fields, patch.services.as_deref()).await?;
    fields.build(|| Some(patch))
}

/// The use_cases know which services are ours, but are not asked where something else is wrong.
async fn add_unknown_service_errors(
    state: &HttpState,
    fields: &mut Fields,
    named: Option<&[(usize, ServiceId)]>,
) -> Result<(), HttpError> {
    let Some(named) = named.filter(|_| fields.has_errors()) else { return Ok(()) };
    let named = named.to_vec();
    let find_unknown_services =
        move |conn: &mut Conn<'_>| use_cases::unknown_services(conn, &named).map_err(HttpError::from);
    for place in state.app().db.read(find_unknown_services).await? {
        fields.add_error::<()>(&format!("serviceIds.{place}"), UNKNOWN_SERVICE_MESSAGE);
    }
    Ok(())
}

fn offer_type() -> impl Fn(&str) -> Result<OfferType, String> {
    one_of(OfferType::parse, "percentage, flat or combo_price")
}

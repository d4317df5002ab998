//! Managers change offers.

use chrono::NaiveDate;
use parlour_app::catalogue::OfferWithServices;
use parlour_app::offers as use_cases;
use parlour_app::offers::{NewOffer, OfferPatch};
use parlour_domain::billing::money::MAX_PAISE;
use parlour_domain::ids::{OfferId, ServiceId, UserId};
use parlour_domain::offer::{OfferDiscount, OfferType};
use parlour_http::error::UnknownService;
use parlour_http::request::LimitedText;
use parlour_store::offers::offer_records::{Offer, OfferCursor};

use crate::prelude::*;

/// More than any catalogue has.
const MAX_SERVICES: usize = 1_000;

list_shape! { pub(crate) struct OfferList { offers: OfferWithServices } }

/// All offers
///
/// Newest first, current or not. The whole list, unless `limit` or `cursor` asks for a part.
#[utoipa::path(
    get, path = "/api/offers", tag = "Offers", security(("session" = ["manager"])),
    params(ListParameters),
    responses((status = 200, body = Envelope<OfferList>)),
)]
pub(crate) async fn list(requested: ListRequest<Manager>) -> HttpResult {
    let read = |conn: &mut Conn<'_>, part: &ListPart<'_, OfferCursor>| use_cases::page(conn, part.after, part.limit);
    let cursor_of =
        |row: &OfferWithServices| OfferCursor { created_at: row.offer.created_at, id: row.offer.id.clone() };
    requested.answer_rows::<OfferList, _, _>(read, cursor_of).await
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
    responses((status = 200, body = Envelope<OfferWithServicesView>)),
)]
pub(crate) async fn show(caller: ReadAs<Manager>, PathId(id): PathId<OfferId>) -> HttpResult {
    let read = move |conn: &mut Conn<'_>, _: &UserId| {
        conn.in_snapshot(|conn| Ok::<_, HttpError>(use_cases::offer_with_services(conn, &id)?))
    };
    let offer = caller.read(read).await?.ok_or_else(|| HttpError::not_found("This offer"))?;
    ok(OfferWithServicesView { offer })
}

request_shape! {
    pub(crate) struct OfferBody {
        name: Name<120>,
        offer_type: OfferType,
        start_date: NaiveDate,
        /// Not before the start.
        end_date: NaiveDate,
        /// A repeated service counts once.
        service_ids: TextList<ServiceId, 1, MAX_SERVICES>,
        /// Required for `percentage`.
        discount_percentage: Option<Int<1, 100>>,
        /// Required for `flat`.
        discount_amount_paise: Option<Int<1, MAX_PAISE>>,
        /// Required for `combo_price`.
        combo_price_paise: Option<Int<1, MAX_PAISE>>,
        description: OptionalText<1000>,
        terms: OptionalText<1000>,
        /// What readers of Hindi see; `null` for the English name.
        name_hi: Patch<Name<120>>,
        /// What readers of Hindi see; `null` for the English description.
        description_hi: Patch<TrimmedText<1000>>,
    }

    pub(crate) struct OfferChangeBody {
        name: Option<Name<120>>,
        offer_type: Option<OfferType>,
        start_date: Option<NaiveDate>,
        end_date: Option<NaiveDate>,
        /// Replaces the present services.
        service_ids: Option<TextList<ServiceId, 1, MAX_SERVICES>>,
        discount_percentage: Option<Int<1, 100>>,
        discount_amount_paise: Option<Int<1, MAX_PAISE>>,
        combo_price_paise: Option<Int<1, MAX_PAISE>>,
        /// Empty text removes it.
        description: Option<LimitedText<1000>>,
        /// Empty text removes them.
        terms: Option<LimitedText<1000>>,
        /// What readers of Hindi see; `null` for the English name.
        name_hi: Patch<Name<120>>,
        /// What readers of Hindi see; `null` for the English description.
        description_hi: Patch<TrimmedText<1000>>,
        is_active: Option<bool>,
    }
}

/// Create an offer
///
/// Only the figure of the offer's type is stored.
#[utoipa::path(
    post, path = "/api/offers", tag = "Offers", security(("session" = ["manager"])), request_body = OfferBody,
    responses((status = 201, body = Envelope<OfferView>)),
)]
pub(crate) async fn create(caller: Manager, body: RequestBody) -> HttpResult {
    let new = new_offer(&caller.state, &body).await?;
    let offer = caller.write(move |tx, context| Ok(use_cases::create(tx, context, &new)?)).await?;
    created(OfferView { offer })
}

async fn new_offer(state: &HttpState, body: &RequestBody) -> Result<NewOffer, HttpError> {
    let (mut fields, partial) = body.read::<OfferBody>()?;
    let required_figure = partial.offer_type.map(|offer_type| match offer_type {
        OfferType::Percentage => "discountPercentage",
        OfferType::Flat => "discountAmountPaise",
        OfferType::ComboPrice => "comboPricePaise",
    });
    required_figure.and_then(|name| fields.require_present(name));
    if partial.start_date.zip(partial.end_date).is_some_and(|(start, end)| end < start) {
        fields.add_error::<()>("endDate", "must not be before startDate");
    }
    check_services(state, &mut fields, partial.service_ids.as_deref()).await?;
    let body = fields.build(|| OfferBody::complete(partial))?;
    Ok(NewOffer {
        name: body.name,
        description: body.description,
        name_hi: body.name_hi.flatten(),
        description_hi: body.description_hi.flatten(),
        terms: body.terms,
        discount: OfferDiscount {
            offer_type: body.offer_type,
            percentage: body.discount_percentage,
            amount_paise: body.discount_amount_paise,
            combo_price_paise: body.combo_price_paise,
        },
        start_date: body.start_date,
        end_date: body.end_date,
        services: body.service_ids,
    })
}

/// Change an offer
///
/// Absent fields stay unchanged; `null` removes what is said in Hindi. The order of the dates and the figure of the type
/// are not checked again.
#[utoipa::path(
    patch, path = "/api/offers/{id}", tag = "Offers", security(("session" = ["manager"])),
    request_body = OfferChangeBody,
    responses((status = 200, body = Envelope<OfferView>)),
)]
pub(crate) async fn change(caller: Manager, PathId(id): PathId<OfferId>, body: RequestBody) -> HttpResult {
    let patch = offer_change(&caller.state, &body).await?;
    let offer = caller.write(move |tx, context| Ok(use_cases::change(tx, context, &id, &patch)?)).await?;
    ok(OfferView { offer })
}

async fn offer_change(state: &HttpState, body: &RequestBody) -> Result<OfferPatch, HttpError> {
    let (mut fields, partial) = body.read::<OfferChangeBody>()?;
    check_services(state, &mut fields, partial.service_ids.as_deref()).await?;
    let patch = OfferPatch {
        name: partial.name,
        description: partial.description,
        name_hi: partial.name_hi,
        description_hi: partial.description_hi,
        terms: partial.terms,
        offer_type: partial.offer_type,
        percentage: partial.discount_percentage,
        amount_paise: partial.discount_amount_paise,
        combo_price_paise: partial.combo_price_paise,
        start_date: partial.start_date,
        end_date: partial.end_date,
        is_active: partial.is_active,
        services: partial.service_ids,
    };
    fields.build(|| Some(patch))
}

/// Reports unknown services together with the other errors of an offer.
async fn check_services(
    state: &HttpState,
    fields: &mut Fields,
    given: Option<&[(usize, ServiceId)]>,
) -> Result<(), HttpError> {
    let given = given.unwrap_or_default().to_vec();
    let check = move |conn: &mut Conn<'_>| {
        let unknown = use_cases::unknown_services(conn, &given)?;
        Ok::<_, DbError>(unknown.into_iter().map(UnknownService::at_index).collect())
    };
    check_readable(state, fields, check).await
}

//! Promotional offers and the services they apply to.

use chrono::NaiveDate;
use parlour_db::{Conn, DbError, Tx, insert, params, row, select, sql, update};
use parlour_domain::ids::{OfferId, ServiceId};
use parlour_domain::ist::{Timestamp, utc_midnight};
use parlour_domain::offer::{OfferState, OfferType};
use parlour_domain::report::period::Period;
use serde::{Serialize, Serializer};
use utoipa::ToSchema;

use crate::cache_topics::{self, CacheTopic};

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Offer {
    pub id: OfferId,
    pub name: String,
    pub slug: String,
    pub description: Option<String>,
    /// For readers of Hindi, where it has one.
    pub name_hi: Option<String>,
    pub description_hi: Option<String>,
    pub offer_type: OfferType,
    pub discount_percentage: Option<i64>,
    pub discount_amount_paise: Option<i64>,
    pub combo_price_paise: Option<i64>,
    #[serde(serialize_with = "as_utc_midnight")]
    #[schema(value_type = String, format = DateTime)]
    pub start_date: NaiveDate,
    #[serde(serialize_with = "as_utc_midnight")]
    #[schema(value_type = String, format = DateTime)]
    pub end_date: NaiveDate,
    pub is_active: bool,
    pub terms: Option<String>,
    pub image_url: Option<String>,
    pub display_order: i64,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}
row! { Offer {
    id, name, slug, description, name_hi, description_hi, offer_type, discount_percentage, discount_amount_paise,
    combo_price_paise, start_date, end_date, is_active, terms, image_url, display_order, created_at, updated_at,
} }

impl Offer {
    pub fn state_on(&self, today: NaiveDate) -> OfferState {
        OfferState::on(today, self.is_active, (self.start_date, self.end_date))
    }
}

/// The contract shows date-only columns as UTC-midnight instants.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over references")]
fn as_utc_midnight<S: Serializer>(date: &NaiveDate, serializer: S) -> Result<S::Ok, S::Error> {
    utc_midnight(*date).serialize(serializer)
}

/// One service of one offer.
#[derive(Debug, Clone)]
pub struct OfferService {
    pub offer_id: OfferId,
    pub service_id: ServiceId,
    pub service_name: String,
    pub service_name_hi: Option<String>,
}
row! { OfferService { offer_id, service_id, service_name: "s.name", service_name_hi: "s.name_hi" } }

/// Offers that are switched on and whose dates include the day.
pub fn list_current(conn: &mut Conn<'_>, today: NaiveDate) -> Result<Vec<Offer>, DbError> {
    conn.all(
        sql!(
            select!(Offer, ""),
            " from offers where is_active and start_date <= $1 and end_date >= $1 order by display_order, id"
        ),
        params![today],
    )
}

/// The services of the same offers, in their order.
pub fn list_services_of_current(conn: &mut Conn<'_>, today: NaiveDate) -> Result<Vec<OfferService>, DbError> {
    conn.all(
        sql!(
            select!(OfferService, "os"),
            " from offers o join offer_services os on os.offer_id = o.id join services s on s.id = os.service_id
             where o.is_active and o.start_date <= $1 and o.end_date >= $1
             order by os.offer_id, os.display_order, os.service_id"
        ),
        params![today],
    )
}

/// Where the next page of a newest-first list begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfferCursor {
    pub created_at: Timestamp,
    pub id: OfferId,
}
parlour_db::cursor! { OfferCursor { created_at, id } }

impl OfferCursor {
    fn of(after: Option<&Self>) -> (Timestamp, &str) {
        after.map_or((Timestamp::FAR_FUTURE, ""), |after| (after.created_at, after.id.as_str()))
    }
}

/// Every offer, switched on or not, newest first, from after a position on.
pub fn page(conn: &mut Conn<'_>, after: Option<&OfferCursor>, limit: i64) -> Result<Vec<Offer>, DbError> {
    let (at, id) = OfferCursor::of(after);
    conn.all(
        sql!(
            select!(Offer, ""),
            " from offers where (created_at, id) < ($1, $2) order by created_at desc, id desc limit $3"
        ),
        params![at, id, limit],
    )
}

/// The services of the same offers, in their order.
pub fn list_services_of_page(
    conn: &mut Conn<'_>,
    after: Option<&OfferCursor>,
    limit: i64,
) -> Result<Vec<OfferService>, DbError> {
    let (at, id) = OfferCursor::of(after);
    conn.all(
        sql!(
            select!(OfferService, "os"),
            " from (select id from offers where (created_at, id) < ($1, $2) order by created_at desc, id desc limit $3) o
                 join offer_services os on os.offer_id = o.id join services s on s.id = os.service_id
             order by os.offer_id, os.display_order, os.service_id"
        ),
        params![at, id, limit],
    )
}

/// How many offers are in each state on a day. A state without offers is not there.
pub fn count_by_state(conn: &mut Conn<'_>, today: NaiveDate) -> Result<Vec<(OfferState, i64)>, DbError> {
    conn.all(sql!("select ", STATE, ", count(*) from offers group by 1"), params![today])
}

/// A page of the offers of a state on a day, or of all in the order of their states; in each, the newest first.
pub fn page_of_state(
    conn: &mut Conn<'_>,
    (today, state): (NaiveDate, Option<OfferState>),
    limit: i64,
    offset: i64,
) -> Result<Vec<Offer>, DbError> {
    let state = state.map_or("", OfferState::as_str);
    conn.all(sql!(select!(Offer, ""), PAGE_OF_STATE), params![today, state, limit, offset])
}

/// The services of the same offers, in their order.
pub fn list_services_of_state_page(
    conn: &mut Conn<'_>,
    (today, state): (NaiveDate, Option<OfferState>),
    limit: i64,
    offset: i64,
) -> Result<Vec<OfferService>, DbError> {
    let state = state.map_or("", OfferState::as_str);
    conn.all(
        sql!(
            select!(OfferService, "os"),
            " from (select id",
            PAGE_OF_STATE,
            ") o join offer_services os on os.offer_id = o.id join services s on s.id = os.service_id
             order by os.offer_id, os.display_order, os.service_id"
        ),
        params![today, state, limit, offset],
    )
}

/// What an offer took off.
#[derive(Debug, Clone)]
pub struct OfferUses {
    pub offer_id: OfferId,
    /// Visits that were billed with it.
    pub visit_count: i64,
    pub discount_paise: i64,
}
row! { OfferUses {
    offer_id: "i.offer_id", visit_count: "count(*)", discount_paise: "cast(sum(i.discount_paise) as bigint)",
} }

/// What the same offers took off, ever. One that was never used is left out.
pub fn sum_uses_of_state_page(
    conn: &mut Conn<'_>,
    (today, state): (NaiveDate, Option<OfferState>),
    limit: i64,
    offset: i64,
) -> Result<Vec<OfferUses>, DbError> {
    let state = state.map_or("", OfferState::as_str);
    conn.all(
        sql!(
            select!(OfferUses, "i"),
            " from (select id",
            PAGE_OF_STATE,
            ") o cross join invoices i where ",
            IS_USE,
            " group by i.offer_id"
        ),
        params![today, state, limit, offset],
    )
}

/// What all offers together took off in a period.
pub fn sum_discounts(conn: &mut Conn<'_>, period: Period) -> Result<i64, DbError> {
    conn.number(
        sql!(
            "select cast(coalesce(sum(i.discount_paise), 0) as bigint) from offers o cross join invoices i where ",
            IS_USE,
            " and i.invoice_date between $1 and $2"
        ),
        params![period.from, period.to],
    )
}

/// An invoice that was credited as a whole, or whose booking was reopened, gave its customer the use of an offer back.
/// `cross join` comes before it, so that SQLite begins with the offers, which are fewer.
const IS_USE: &str = "i.offer_id = o.id and i.superseded_at is null
             and (i.credited_paise < i.total_amount_paise or i.total_amount_paise = 0)";

/// The same as [`OfferState::on`].
const STATE: &str = "case when not is_active then 'off' when start_date > $1 then 'coming'
                          when end_date < $1 then 'past' else 'running' end";

const PAGE_OF_STATE: &str = sql!(
    " from offers where $2 = '' or $2 = ",
    STATE,
    " order by case ",
    STATE,
    " when 'running' then 1 when 'coming' then 2 when 'past' then 3 else 4 end, created_at desc, id desc
      limit $3 offset $4"
);

/// Whether there is or was an offer with this slug: links to it stay known after its end.
pub fn slug_exists(conn: &mut Conn<'_>, slug: &str) -> Result<bool, DbError> {
    conn.exists("select 1 from offers where slug = $1", params![slug])
}

pub fn by_id(conn: &mut Conn<'_>, id: &OfferId) -> Result<Option<Offer>, DbError> {
    conn.one(sql!(select!(Offer, ""), " from offers where id = $1"), params![id])
}

/// The services of one offer, in their order.
pub fn list_services_of_offer(conn: &mut Conn<'_>, id: &OfferId) -> Result<Vec<OfferService>, DbError> {
    conn.all(
        sql!(
            select!(OfferService, "os"),
            " from offer_services os join services s on s.id = os.service_id
             where os.offer_id = $1 order by os.display_order, os.service_id"
        ),
        params![id],
    )
}

/// Keeps an offer as it is until the transaction ends: of two changes to different fields, both stay. False if there is
/// none.
pub fn lock_offer(tx: &mut Tx<'_>, id: &OfferId) -> Result<bool, DbError> {
    tx.exists("select 1 from offers where id = $1 for no key update", params![id])
}

/// Writes what a manager can change.
pub fn save(tx: &mut Tx<'_>, offer: &Offer) -> Result<(), DbError> {
    update! { tx.run, "offers", id, offer {
        name, description, name_hi, description_hi, offer_type, discount_percentage, discount_amount_paise,
        combo_price_paise, start_date, end_date, is_active, terms, updated_at,
    } }?;
    cache_topics::mark_topic_changed(tx, CacheTopic::Offers)
}

/// These and no others.
pub fn replace_services(tx: &mut Tx<'_>, id: &OfferId, services: &[ServiceId]) -> Result<(), DbError> {
    tx.execute("delete from offer_services where offer_id = $1", params![id])?;
    insert_services(tx, id, services)?;
    cache_topics::mark_topic_changed(tx, CacheTopic::Offers)
}

fn insert_services(tx: &mut Tx<'_>, id: &OfferId, services: &[ServiceId]) -> Result<(), DbError> {
    for (order, service) in (0_i64..).zip(services) {
        insert! { tx.run, "offer_services", { offer_id: id, service_id: service, display_order: order } }?;
    }
    Ok(())
}

pub fn insert(tx: &mut Tx<'_>, offer: &Offer, services: &[ServiceId]) -> Result<(), DbError> {
    insert! { tx.run, "offers", offer {
        id, name, slug, description, name_hi, description_hi, offer_type, discount_percentage, discount_amount_paise,
        combo_price_paise, start_date, end_date, is_active, terms, image_url, display_order, created_at, updated_at,
    } }?;
    insert_services(tx, &offer.id, services)?;
    cache_topics::mark_topic_changed(tx, CacheTopic::Offers)
}

//! The customers that a search finds, and the one that is chosen.

use parlour_domain::customer::DirectorySort;
use parlour_domain::ids::UserId;
use parlour_domain::phone::Phone;
use parlour_http::error::HttpError;
use parlour_store::customers::customer_records;
use parlour_store::customers::directory::{self, DirectoryFilter};
use parlour_store::users::user_records;
use parlour_store::{Conn, DbError};

use super::draft::BookingDraft;
use crate::status::avatar_class;
use parlour_web::format;
use parlour_web::page::TextContext;

/// Few enough to choose from at a glance.
const MAX_HITS: i64 = 6;

/// A customer who can be chosen.
#[derive(Debug)]
pub(crate) struct Hit {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) initials: String,
    pub(crate) avatar: &'static str,
    pub(crate) phone: Option<String>,
    /// `9 visits, last 3 Nov`.
    pub(crate) visits: String,
    pub(crate) noshows: Option<String>,
    pub(crate) has_same_phone: bool,
    pub(crate) is_chosen: bool,
}

/// Somebody as the reads below know them.
struct Known {
    id: UserId,
    name: String,
    phone: Option<Phone>,
    total_visits: i64,
    noshow_count: i64,
    last_visit_at: Option<parlour_domain::ist::Timestamp>,
}

/// The chosen customer first, then those with the phone of somebody new, then what the search finds.
pub(super) fn find_hits(
    conn: &mut Conn<'_>,
    draft: &BookingDraft,
    context: TextContext,
) -> Result<Vec<Hit>, HttpError> {
    let mut known = Vec::new();
    if !draft.is_new_customer() && !draft.customer.is_empty() {
        known.extend(find_chosen(conn, &UserId::new(&draft.customer))?);
    }
    let new_phone = Phone::parse(&draft.phone).ok().filter(|_| draft.is_new_customer());
    if let Some(phone) = &new_phone {
        known.extend(find_with_phone(conn, phone)?);
    }
    if !draft.search.is_empty() {
        known.extend(search(conn, &draft.search)?);
    }
    let mut hits: Vec<Hit> = Vec::new();
    for found in known {
        if hits.iter().all(|hit| hit.id != found.id.as_str()) {
            let has_same_phone = new_phone.is_some() && found.phone == new_phone;
            let is_chosen = draft.customer == found.id.as_str();
            hits.push(Hit { has_same_phone, is_chosen, ..hit(found, context) });
        }
    }
    Ok(hits)
}

fn hit(found: Known, context: TextContext) -> Hit {
    let text = context.texts.new_booking();
    let last = found.last_visit_at.map(|at| context.texts.format_day(at.ist_date(), context.today()));
    let visits = text.visits(found.total_visits);
    Hit {
        id: found.id.as_str().to_owned(),
        initials: format::initials(&found.name),
        avatar: avatar_class(&found.name),
        phone: found.phone.as_ref().map(format::phone),
        visits: match last {
            Some(last) => format!("{visits}, {}", text.last_visit(&last)),
            None => visits,
        },
        noshows: (found.noshow_count > 0).then(|| text.noshows(found.noshow_count)),
        name: found.name,
        has_same_phone: false,
        is_chosen: false,
    }
}

/// Whoever can be booked, also somebody without a profile.
fn find_chosen(conn: &mut Conn<'_>, id: &UserId) -> Result<Option<Known>, DbError> {
    if let Some(found) = customer_records::find_customer_detail(conn, id)? {
        return Ok(Some(Known {
            id: found.id,
            name: found.name,
            phone: found.phone,
            total_visits: found.total_visits,
            noshow_count: found.noshow_count,
            last_visit_at: found.last_visit_at,
        }));
    }
    let user = user_records::by_id(conn, id)?;
    Ok(user.map(|user| Known {
        id: user.id,
        name: user.name,
        phone: None,
        total_visits: 0,
        noshow_count: 0,
        last_visit_at: None,
    }))
}

fn search(conn: &mut Conn<'_>, typed: &str) -> Result<Vec<Known>, DbError> {
    let filter = DirectoryFilter::new(typed, None);
    let (found, _) = directory::page(conn, &filter, DirectorySort::LastVisit, MAX_HITS, 0)?;
    let known = found.into_iter().map(|entry| Known {
        id: entry.id,
        name: entry.name,
        phone: entry.phone,
        total_visits: entry.total_visits,
        noshow_count: entry.noshow_count,
        last_visit_at: entry.last_visit_at,
    });
    Ok(known.collect())
}

fn find_with_phone(conn: &mut Conn<'_>, phone: &Phone) -> Result<Vec<Known>, DbError> {
    let mut found = search(conn, phone.as_str())?;
    found.retain(|known| known.phone.as_ref() == Some(phone));
    Ok(found)
}

/// The name of somebody who has this phone already.
pub(super) fn find_name_with_phone(conn: &mut Conn<'_>, phone: &Phone) -> Result<Option<String>, DbError> {
    Ok(find_with_phone(conn, phone)?.into_iter().next().map(|known| known.name))
}

//! All leads, in a column for each stage.

use askama::Template;
use parlour_domain::lead::LeadStatus;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Receptionist;
use parlour_store::db::cursor::ListCursor;
use parlour_store::leads::desk_leads::{self, DeskLead};
use parlour_store::leads::lead_records::LeadCursor;
use parlour_store::{Conn, DbError};

use super::card::{Lane, LeadCard};
use super::list;
use crate::desk::{DeskFrame, DeskPage, Place};
use parlour_texts::Texts;
use parlour_web::page::encode;

/// How many cards a lane shows.
const CARDS_PER_LANE: usize = 20;
/// Nobody needs to know more exactly.
const MAX_COUNT: i64 = 100;

#[derive(Template)]
#[template(path = "leads/lanes.html")]
struct LanesPage {
    frame: DeskFrame,
    me: String,
    waiting: Waiting,
    lanes: Vec<LaneView>,
}

/// What the head of the page says of leads that wait.
#[derive(Debug)]
pub(super) struct Waiting {
    pub(super) count: i64,
    pub(super) text: String,
}

#[derive(Debug)]
struct LaneView {
    id: &'static str,
    title: &'static str,
    /// The statuses of its leads.
    statuses: String,
    count: String,
    /// Whether newer ones are left out.
    is_later_page: bool,
    cards: Vec<LeadCard>,
    /// `12 more`, with where they are.
    more: Option<(String, String)>,
}

/// A part of a lane.
#[derive(Debug)]
pub(super) struct LanePart {
    pub(super) leads: Vec<DeskLead>,
    /// Where the next part begins, if there is one.
    pub(super) next: Option<LeadCursor>,
}

#[derive(Debug)]
struct LaneRead {
    lane: Lane,
    part: LanePart,
    count: i64,
    left: i64,
    is_later_page: bool,
}

/// `/leads`, `/leads?lane=lost&after=…`, `/leads?view=list`
pub(super) async fn show(page: DeskPage<Receptionist>) -> HttpResult {
    if page.parameter("view").as_deref() == Some("list") {
        return list::show(page).await;
    }
    let paged = page.parameter("lane").as_deref().and_then(Lane::parse);
    let after = page.parameter("after").as_deref().and_then(LeadCursor::from_text);
    let read = page.caller.read(move |conn, context| {
        let lanes = Lane::ALL.into_iter().map(|lane| {
            let after = after.as_ref().filter(|_| paged == Some(lane));
            read_lane(conn, lane, after)
        });
        let lanes = lanes.collect::<Result<Vec<_>, DbError>>()?;
        Ok((lanes, count_stale(conn, context.now)?))
    });
    let (lanes, stale) = read.await?;
    let (texts, me) = (page.text_context(), page.user().clone());
    let view = |read: LaneRead| LaneView {
        id: read.lane.value(),
        title: read.lane.word(page.texts),
        statuses: read.lane.status_values(),
        count: counted(read.count, page.texts),
        is_later_page: read.is_later_page,
        more: more_link(&read, page.texts),
        cards: read.part.leads.into_iter().map(|found| LeadCard::new(found, &me, texts)).collect(),
    };
    page.show(&LanesPage {
        frame: page.desk_frame(page.texts.leads().title(), Place::Leads),
        me: me.as_str().to_owned(),
        waiting: Waiting::new(stale, page.texts),
        lanes: lanes.into_iter().map(view).collect(),
    })
}

fn read_lane(conn: &mut Conn<'_>, lane: Lane, after: Option<&LeadCursor>) -> Result<LaneRead, DbError> {
    let part = LanePart::read(conn, Some(lane), "", after, CARDS_PER_LANE)?;
    let mut count_from = |at: Option<&LeadCursor>| {
        lane.statuses()
            .iter()
            .try_fold(0, |sum, status| Ok::<_, DbError>(sum + desk_leads::count_after(conn, *status, at, MAX_COUNT)?))
    };
    let count = count_from(None)?;
    let left = match &part.next {
        Some(next) => count_from(Some(next))?,
        None => 0,
    };
    Ok(LaneRead { lane, part, count, left, is_later_page: after.is_some() })
}

impl LanePart {
    /// Of one lane, or of all; with a search, those whose name or phone contains it.
    pub(super) fn read(
        conn: &mut Conn<'_>,
        lane: Option<Lane>,
        search: &str,
        after: Option<&LeadCursor>,
        count: usize,
    ) -> Result<Self, DbError> {
        let limit = i64::try_from(count).unwrap_or(i64::MAX).saturating_add(1);
        let statuses = match lane {
            Some(lane) => lane.statuses().iter().copied().map(Some).collect(),
            None => vec![None],
        };
        let mut leads = Vec::new();
        for status in statuses {
            leads.extend(if search.is_empty() {
                desk_leads::page(conn, status, after, limit)?
            } else {
                desk_leads::search_page(conn, search, status, after, limit)?
            });
        }
        leads.sort_by(|one, other| position(other).cmp(&position(one)));
        let has_more = leads.len() > count;
        leads.truncate(count);
        let last = leads.last().filter(|_| has_more).map(|found| &found.lead);
        let next = last.map(|lead| LeadCursor { created_at: lead.created_at, id: lead.id.clone() });
        Ok(Self { leads, next })
    }
}

fn position(found: &DeskLead) -> (i64, &str) {
    (found.lead.created_at.millis(), found.lead.id.as_str())
}

/// How many leads have waited too long.
pub(super) fn count_stale(conn: &mut Conn<'_>, now: parlour_domain::ist::Timestamp) -> Result<i64, DbError> {
    LeadStatus::ALL.iter().try_fold(0, |sum, status| {
        let Some(days) = status.max_waiting_days() else { return Ok(sum) };
        Ok(sum + desk_leads::count_waiting_since(conn, *status, now.plus_days(-days), MAX_COUNT)?)
    })
}

impl Waiting {
    pub(super) fn new(count: i64, texts: Texts) -> Self {
        let text = texts.leads();
        let waiting =
            if count == 0 { text.none_waiting().to_owned() } else { text.waiting(count, &counted(count, texts)) };
        Self { count, text: waiting }
    }
}

/// `12`, or `100+`.
fn counted(count: i64, texts: Texts) -> String {
    if count >= MAX_COUNT { texts.leads().at_least(MAX_COUNT) } else { count.to_string() }
}

fn more_link(read: &LaneRead, texts: Texts) -> Option<(String, String)> {
    let next = read.part.next.as_ref()?;
    let text = texts.leads().more(&counted(read.left, texts));
    Some((text, format!("/leads?lane={}&after={}", read.lane.value(), encode(&next.to_text()))))
}

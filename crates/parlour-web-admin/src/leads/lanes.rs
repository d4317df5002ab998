//! All leads, in a column for each stage.

use askama::Template;
use parlour_db::cursor::ListCursor;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Receptionist;
use parlour_store::leads::desk_leads;
use parlour_store::leads::lead_records::LeadCursor;
use parlour_store::{Conn, DbError};

use super::card::{Lane, LeadCard};
use super::lane_part::LanePart;
use super::list;
use super::waiting::{MAX_COUNT, Waiting, count_stale, counted};
use crate::desk::{DeskFrame, DeskPage, Place};
use parlour_texts::Texts;
use parlour_web::page::encode;
use parlour_web::page_size::PageSize;

/// How many cards a lane shows.
const CARDS_PER_LANE: PageSize = PageSize(20);
#[derive(Template)]
#[template(path = "leads/lanes.html")]
struct LanesPage {
    frame: DeskFrame,
    me: String,
    waiting: Waiting,
    lanes: Vec<LaneView>,
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
    let (mut lanes, stale) = read.await?;
    for read in &mut lanes {
        page.translate_names(&mut read.part.leads).await?;
    }
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

fn more_link(read: &LaneRead, texts: Texts) -> Option<(String, String)> {
    let next = read.part.next.as_ref()?;
    let text = texts.leads().more(&counted(read.left, texts));
    Some((text, format!("/leads?lane={}&after={}", read.lane.value(), encode(&next.to_text()))))
}

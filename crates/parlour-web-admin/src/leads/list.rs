//! All leads as a list.

use askama::Template;
use parlour_db::cursor::ListCursor;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Receptionist;
use parlour_store::leads::lead_records::LeadCursor;

use super::card::{Lane, LeadCard};
use super::lane_part::LanePart;
use super::waiting::{Waiting, count_stale};
use crate::desk::{DeskFrame, DeskPage, Place};
use parlour_web::page::encode;
use parlour_web::page_size::PageSize;

const PAGE_SIZE: PageSize = PageSize(50);

#[derive(Template)]
#[template(path = "leads/list.html")]
struct ListPage {
    frame: DeskFrame,
    waiting: Waiting,
    /// What is searched for.
    typed: String,
    /// The lane in addresses; empty for all.
    lane: &'static str,
    /// Address, word, and whether it is the present one.
    filters: Vec<(String, &'static str, bool)>,
    rows: Vec<LeadCard>,
    newest: Option<String>,
    older: Option<String>,
}

/// In the place of a lane: those of all lanes that have waited too long.
const STALE: &str = "waiting";

/// `/leads?view=list&lane=called&q=asha&after=…`
pub(super) async fn show(page: DeskPage<Receptionist>) -> HttpResult {
    let lane = page.parameter("lane");
    let is_stale = lane.as_deref() == Some(STALE);
    let lane = lane.as_deref().and_then(Lane::parse);
    let after = page.parameter("after").as_deref().and_then(LeadCursor::from_text);
    let is_first = after.is_none();
    // Whoever searches, searches all of them.
    let typed = page.parameter("q").filter(|_| !is_stale).map(|typed| typed.trim().to_owned()).unwrap_or_default();
    let search = typed.clone();
    let read = page.caller.read(move |conn, context| {
        let part = if is_stale {
            LanePart::read_stale(conn, context.now, after.as_ref(), PAGE_SIZE)?
        } else {
            LanePart::read(conn, lane, &search, after.as_ref(), PAGE_SIZE)?
        };
        Ok((part, count_stale(conn, context.now)?))
    });
    let (mut part, stale) = read.await?;
    page.translate_names(&mut part.leads).await?;
    let (texts, me) = (page.text_context(), page.user().clone());
    let list_path = |lane: Option<Lane>| list_path(lane, &typed);
    let here = if is_stale { stale_path() } else { list_path(lane) };
    let everything = (list_path(None), page.texts.leads().everything(), lane.is_none() && !is_stale);
    let waiting_long = (stale_path(), page.texts.leads().waiting_long(), is_stale);
    let of_lanes = Lane::ALL.into_iter().map(|one| (list_path(Some(one)), one.word(page.texts), lane == Some(one)));
    let older = part.next.map(|next| format!("{here}&after={}", encode(&next.to_text())));
    page.show(&ListPage {
        frame: page.desk_frame(page.texts.leads().title(), Place::Leads),
        waiting: Waiting::new(stale, page.texts),
        filters: [everything].into_iter().chain(of_lanes).chain([waiting_long]).collect(),
        rows: part.leads.into_iter().map(|found| LeadCard::new(found, &me, texts)).collect(),
        lane: lane.map(Lane::value).unwrap_or_default(),
        newest: (!is_first).then_some(here),
        older,
        typed: typed.clone(),
    })
}

fn stale_path() -> String {
    format!("/leads?view=list&lane={STALE}")
}

fn list_path(lane: Option<Lane>, typed: &str) -> String {
    let lane = lane.map(|lane| format!("&lane={}", lane.value())).unwrap_or_default();
    let search = if typed.is_empty() { String::new() } else { format!("&q={}", encode(typed)) };
    format!("/leads?view=list{lane}{search}")
}

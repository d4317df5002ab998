//! `/requests`: the requests that wait for an answer.

use askama::Template;
use parlour_app::availability::DaysForBookings;
use parlour_app::offers::find_promised_offer;
use parlour_db::cursor::ListCursor;
use parlour_domain::ids::{BookingId, StaffId};
use parlour_http::error::HttpError;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Receptionist;
use parlour_store::bookings::booking_records;
use parlour_store::bookings::desk_counts;
use parlour_store::bookings::desk_requests::{self, RequestCursor};
use parlour_store::branches::branch_records::Branch;
use parlour_store::customers::customer_records;

use super::card::WaitingRequestCard;
use super::declined;
use super::waiting_request::WaitingRequest;
use crate::desk::{DeskFrame, DeskPage, Place};
use crate::no_branch;
use parlour_web::page::encode;
use parlour_web::page_size::PageSize;

/// Each shows the day of its own time.
const PAGE_SIZE: PageSize = PageSize(10);

#[derive(Template)]
#[template(path = "requests/page.html", blocks = ["list"])]
struct RequestsPage {
    frame: DeskFrame,
    waiting: String,
    cards: Vec<WaitingRequestCard>,
    /// The address of the next page.
    next: Option<String>,
    is_first: bool,
    /// The address of what was declined today.
    declined: String,
    /// The name of a branch that takes no customers: nobody works with it otherwise.
    other_branch: Option<String>,
}

/// `/requests?at=&after=&who=`. `who` is a request and the person who was chosen for it.
pub(super) async fn show(page: DeskPage<Receptionist>) -> HttpResult {
    let Some(branch) = page.any_branch().cloned() else {
        return no_branch::show(&page, page.texts.requests().title(), Place::Requests);
    };
    let after = page.parameter("after").and_then(|text| RequestCursor::from_text(&text));
    let (count, mut found) = read(&page, &branch, after.clone()).await?;
    page.translate_names(&mut found).await?;
    let next = PAGE_SIZE.cut(&mut found).map(|last| {
        let booking = &last.found.booking;
        let (booking_date, start_time) = (booking.booking_date, booking.start_time);
        let cursor = RequestCursor { booking_date, start_time, id: booking.id.clone() };
        format!("/requests?at={}&after={}", branch.id, encode(&cursor.to_text()))
    });
    let here = match &after {
        Some(after) => format!("/requests?at={}&after={}", branch.id, encode(&after.to_text())),
        None => format!("/requests?at={}", branch.id),
    };
    let chosen = chosen_person(&page);
    let of = |id: &BookingId| chosen.as_ref().filter(|(request, _)| request == id).map(|(_, staff)| staff);
    let text = page.text_context();
    let cards = found
        .iter()
        .map(|request| WaitingRequestCard::new(request, &branch, &here, of(&request.found.booking.id), text));
    let mut cards: Vec<WaitingRequestCard> = cards.collect();
    let ids: Vec<String> = cards.iter().map(|card| card.id.clone()).collect();
    for (at, card) in cards.iter_mut().enumerate() {
        // Whoever has answered one goes on with the next.
        let following = ids.get(at + 1).or_else(|| ids.get(at.checked_sub(1)?));
        card.return_to_card(following);
    }
    let shown = RequestsPage {
        cards,
        waiting: page.texts.requests().waiting(count),
        frame: page.desk_frame(page.texts.requests().title(), Place::Requests),
        is_first: after.is_none(),
        declined: declined::path(&branch),
        other_branch: (!branch.is_operational()).then(|| branch.name.clone()),
        next,
    };
    if page.parameter("part").as_deref() == Some("requests") {
        return page.show(&shown.as_list());
    }
    page.show(&shown)
}

/// Who was chosen for which request.
fn chosen_person(page: &DeskPage<Receptionist>) -> Option<(BookingId, StaffId)> {
    let who = page.parameter("who")?;
    let (request, staff) = who.split_once(' ')?;
    Some((BookingId::new(request), StaffId::new(staff)))
}

/// How many wait, and one more than a page of them.
async fn read(
    page: &DeskPage<Receptionist>,
    branch: &Branch,
    after: Option<RequestCursor>,
) -> Result<(i64, Vec<WaitingRequest>), HttpError> {
    let (branch, now) = (branch.id.clone(), page.now());
    let most = PAGE_SIZE.rows_to_read();
    let read = page.caller.read(move |conn, _| {
        let (mut waiting, mut days) = (Vec::new(), DaysForBookings::new(now));
        for found in desk_requests::list_waiting(conn, &branch, now.ist_date(), after.as_ref(), most)? {
            let found = found.shown_at(now);
            let booking = &found.booking;
            waiting.push(WaitingRequest {
                requested_at: booking_records::find_requested_at(conn, &booking.id)?.unwrap_or(booking.created_at),
                made_at_desk: booking_records::is_made_at_desk(conn, &booking.id)?,
                promise: find_promised_offer(conn, booking)?,
                customer: customer_records::find_customer_detail(conn, &booking.customer_id)?,
                day: days.read(conn, booking, booking.booking_date)?,
                own_bookings: desk_requests::list_own_at_same_time(conn, &booking.id)?,
                found,
            });
        }
        Ok((desk_counts::count_requests(conn, &branch)?, waiting))
    });
    read.await
}

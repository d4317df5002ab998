//! What needs the desk: customers who are late, requests, and walk-ins who wait for somebody.

use chrono::NaiveDate;
use parlour_app::availability::{PersonOfDay, read_day_for_booking};
use parlour_app::schedule::DayBoard;
use parlour_domain::booking::BookingStatus;
use parlour_domain::ids::{BookingId, BranchId, StaffId};
use parlour_domain::ist::{MINUTE_MS, Timestamp};
use parlour_http::error::HttpError;
use parlour_store::Conn;
use parlour_store::bookings::desk_bookings::{self, DeskBooking};
use parlour_store::bookings::{booking_records, desk_counts};

use crate::booking::{availability_text, is_wished, preselected};
use crate::named_booking::{booking_name, staff_names};
use crate::requests::short_length;
use crate::status::version;
use crate::wish::{WishPlace, wish_text};
use parlour_texts::BoardQueueTexts;
use parlour_web::format;
use parlour_web::page::TextContext;

/// After so many minutes somebody is called.
const LATE_AFTER_MINUTES: i64 = 10;
/// More requests are one click away.
const SHOWN_REQUESTS: i64 = 2;
/// Who is free is looked up for so many bookings of the day; the others are approved on their sheets.
const QUICK_APPROVALS: usize = 8;

/// A request with whom it can be approved.
#[derive(Debug, Clone)]
pub(super) struct Request {
    found: DeskBooking,
    requested_at: Timestamp,
    proposal: Option<Proposal>,
}

/// Who is free then, best who has it or was asked for.
#[derive(Debug, Clone)]
struct Proposal {
    person: (StaffId, String),
    /// Whom the customer asked for, if that is somebody else.
    wished: Option<PersonOfDay>,
}

/// What waits besides the bookings of the day.
#[derive(Debug)]
pub(super) struct Waiting {
    /// Those that come first.
    requests: Vec<Request>,
    request_count: i64,
    /// With whom the pending bookings of the day can be approved.
    pub(super) free: Vec<(BookingId, (StaffId, String))>,
}

pub(super) fn read_waiting(
    conn: &mut Conn<'_>,
    branch: &BranchId,
    (date, day): (NaiveDate, &DayBoard),
    now: Timestamp,
) -> Result<Waiting, HttpError> {
    let mut free = Vec::new();
    let of_day = day.unassigned.iter().chain(day.board.iter().flat_map(|row| &row.bookings));
    let is_pending = |found: &&DeskBooking| found.booking.status == BookingStatus::Pending && date >= now.ist_date();
    for found in of_day.filter(is_pending).take(QUICK_APPROVALS) {
        free.extend(find_proposal(conn, found, now)?.map(|proposal| (found.booking.id.clone(), proposal.person)));
    }
    let mut requests = Vec::new();
    for id in desk_counts::list_first_requests(conn, branch, now.ist_date(), SHOWN_REQUESTS)? {
        let Some(found) = desk_bookings::find_desk_booking(conn, &id)? else { continue };
        let found = found.shown_at(now);
        let requested_at = booking_records::find_requested_at(conn, &id)?.unwrap_or(found.booking.created_at);
        let proposal = find_proposal(conn, &found, now)?;
        requests.push(Request { found, requested_at, proposal });
    }
    Ok(Waiting { requests, request_count: desk_counts::count_requests(conn, branch)?, free })
}

fn find_proposal(conn: &mut Conn<'_>, found: &DeskBooking, now: Timestamp) -> Result<Option<Proposal>, HttpError> {
    let booking = &found.booking;
    // Another time was offered: the customer answers first.
    if booking.offered_time.is_some() {
        return Ok(None);
    }
    let first = booking.services.first().and_then(|line| line.service.staff_id.as_ref());
    let is_of_one = booking.services.iter().all(|line| line.service.staff_id.as_ref() == first);
    if !is_of_one {
        return Ok(None);
    }
    let day = read_day_for_booking(conn, booking, booking.booking_date, now)?;
    let proposed = preselected(&day.people, found).filter(|staff| first.is_none_or(|first| first == *staff));
    let person = proposed.and_then(|staff| day.people.iter().find(|person| person.id == *staff));
    Ok(person.map(|person| Proposal {
        person: (person.id.clone(), person.display_name.clone()),
        wished: day.people.iter().find(|other| is_wished(other, found) && other.id != person.id).cloned(),
    }))
}

#[derive(Debug)]
pub(super) struct DeskQueue {
    pub(super) late: Vec<LateBooking>,
    pub(super) requests: Vec<RequestCard>,
    pub(super) request_count: i64,
    pub(super) waiting: Vec<WaitingBooking>,
}

#[derive(Debug, Hash)]
pub(super) struct LateBooking {
    pub(super) id: BookingId,
    pub(super) name: String,
    pub(super) what: String,
    pub(super) by: String,
    pub(super) phone: Option<String>,
}

#[derive(Debug, Hash)]
pub(super) struct RequestCard {
    pub(super) id: BookingId,
    pub(super) name: String,
    pub(super) what: String,
    pub(super) asked: String,
    pub(super) person: Option<(StaffId, String)>,
    /// Why it is not who was asked for.
    pub(super) why_other: Option<String>,
}

#[derive(Debug, Hash)]
pub(super) struct WaitingBooking {
    pub(super) id: BookingId,
    pub(super) name: String,
    pub(super) services: String,
    pub(super) since: String,
    /// Who is free.
    pub(super) person: Option<(StaffId, String)>,
}

impl DeskQueue {
    pub(super) fn new(day: &DayBoard, date: NaiveDate, waiting: Waiting, context: TextContext) -> Self {
        let Waiting { requests, request_count, free } = waiting;
        let is_today = date == context.today();
        let mut bookings: Vec<&DeskBooking> = Vec::new();
        for found in day.unassigned.iter().chain(day.board.iter().flat_map(|row| &row.bookings)) {
            if is_today && !bookings.iter().any(|known| known.booking.id == found.booking.id) {
                bookings.push(found);
            }
        }
        bookings.sort_by_key(|found| found.booking.start_time);
        Self {
            late: bookings.iter().filter_map(|found| late_booking(found, context)).collect(),
            requests: requests.into_iter().map(|request| request_card(request, context)).collect(),
            request_count,
            waiting: bookings.iter().filter_map(|found| waiting_booking(found, &free, context)).collect(),
        }
    }

    /// How many requests are not shown.
    pub(super) fn more_requests(&self, text: BoardQueueTexts) -> Option<String> {
        let all = usize::try_from(self.request_count).unwrap_or_default();
        let more = all.checked_sub(self.requests.len()).filter(|more| *more > 0)?;
        Some(text.more(more))
    }

    pub(super) fn late_version(&self) -> String {
        version(&self.late)
    }

    pub(super) fn request_version(&self) -> String {
        version((&self.requests, self.request_count))
    }

    pub(super) fn waiting_version(&self) -> String {
        version(&self.waiting)
    }
}

fn late_booking(found: &DeskBooking, context: TextContext) -> Option<LateBooking> {
    let (booking, texts) = (&found.booking, context.texts);
    let begins = Timestamp::from_ist(booking.booking_date, booking.start_time);
    let minutes = context.now.millis_since(begins) / MINUTE_MS;
    let is_late =
        booking.status == BookingStatus::Confirmed && found.arrived_at.is_none() && minutes > LATE_AFTER_MINUTES;
    is_late.then(|| {
        let (time, people) = (texts.format_time(booking.start_time), staff_names(booking).join(", "));
        LateBooking {
            id: booking.id.clone(),
            name: booking_name(found, texts),
            what: if people.is_empty() { time } else { format!("{time}, {people}") },
            by: match &found.customer_phone {
                Some(phone) => format!("{}, {}", texts.board_queue().late_by(minutes), format::phone(phone)),
                None => texts.board_queue().late_by(minutes),
            },
            phone: found.customer_phone.as_ref().map(|phone| phone.as_str().to_owned()),
        }
    })
}

fn request_card(request: Request, context: TextContext) -> RequestCard {
    let Request { found, requested_at, proposal } = request;
    let (booking, texts) = (&found.booking, context.texts);
    let text = texts.board_queue();
    let when = texts.format_day_and_time(booking.booking_date, booking.start_time, context.today());
    let people = staff_names(booking).join(", ");
    let wished = wish_text(&found, WishPlace::InLine, texts).unwrap_or_else(|| text.anyone().to_owned());
    let people = if people.is_empty() { wished } else { people };
    let wished =
        proposal.as_ref().and_then(|proposal| proposal.wished.as_ref()).filter(|wished| wished.reason.is_some());
    let why_other = wished.map(|wished| {
        let standing = availability_text(wished, booking.start_time, booking.total_duration_minutes, texts);
        text.wished(&wished.display_name, &standing)
    });
    RequestCard {
        id: booking.id.clone(),
        name: booking_name(&found, texts),
        what: format!("{when}, {people}"),
        asked: match short_length(context.now.millis_since(requested_at), context) {
            Some(age) => text.asked(&age),
            None => text.just_now().to_owned(),
        },
        person: proposal.map(|proposal| proposal.person),
        why_other,
    }
}

/// A walk-in who is here and whom nobody has.
fn waiting_booking(
    found: &DeskBooking,
    free: &[(BookingId, (StaffId, String))],
    context: TextContext,
) -> Option<WaitingBooking> {
    let (booking, texts) = (&found.booking, context.texts);
    let is_open = matches!(booking.status, BookingStatus::Pending | BookingStatus::Confirmed);
    let has_nobody = booking.services.iter().any(|line| line.service.staff_id.is_none());
    (booking.is_walkin && is_open && has_nobody).then(|| {
        let since = found.arrived_at.unwrap_or(booking.created_at);
        let services: Vec<&str> =
            booking.services.iter().map(|line| line.service.service_name_snapshot.as_str()).collect();
        WaitingBooking {
            id: booking.id.clone(),
            name: booking_name(found, texts),
            services: services.join(", "),
            since: texts.board_queue().since(&texts.format_time(since.ist_time())),
            person: free.iter().find(|(id, _)| *id == booking.id).map(|(_, person)| person.clone()),
        }
    })
}

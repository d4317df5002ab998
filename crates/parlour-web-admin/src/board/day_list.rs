//! The bookings of everyone in one list: what a phone shows of a whole day.

use parlour_app::schedule::DayBoard;
use parlour_domain::ids::BookingId;
use parlour_store::bookings::desk_bookings::DeskBooking;

use super::queue::{Queue, staff_names};
use super::view::clock;
use crate::named_visit::booking_name;
use crate::status::{DeskStatus, version};
use parlour_web::page::TextContext;

#[derive(Debug)]
pub(super) struct DayList {
    pub(super) groups: Vec<Group>,
    /// Differs when other people have columns.
    pub(super) columns_version: String,
}

#[derive(Debug)]
pub(super) struct Group {
    pub(super) id: &'static str,
    pub(super) title: &'static str,
    pub(super) bookings: Vec<ListedBooking>,
}

#[derive(Debug)]
pub(super) struct ListedBooking {
    pub(super) id: BookingId,
    pub(super) version: String,
    /// As in an address: `14:30`.
    pub(super) start: String,
    pub(super) from: String,
    pub(super) to: String,
    pub(super) name: String,
    /// Services and who does them.
    pub(super) about: String,
    pub(super) status: DeskStatus,
    /// `20 min late`.
    pub(super) late: Option<String>,
    /// Of somebody who is late.
    pub(super) phone: Option<String>,
}

impl DayList {
    /// Today, those who are in their chairs come first, and what is over last.
    pub(super) fn new(day: &DayBoard, queue: &Queue, context: TextContext, is_today: bool) -> Self {
        let mut found: Vec<&DeskBooking> = Vec::new();
        for desk_booking in day.unassigned.iter().chain(day.board.iter().flat_map(|row| &row.bookings)) {
            if !found.iter().any(|known| known.booking.id == desk_booking.booking.id) {
                found.push(desk_booking);
            }
        }
        found.sort_by_key(|desk_booking| (desk_booking.booking.start_time, desk_booking.booking.end_time));
        let ids = ["now", "next", "over"];
        let mut groups: Vec<Group> = ids
            .into_iter()
            .zip(context.texts.board().list_groups())
            .map(|(id, title)| Group { id, title, bookings: Vec::new() })
            .collect();
        for desk_booking in found {
            let place = match DeskStatus::of(desk_booking) {
                status if status.is_in_progress() && is_today => 0,
                DeskStatus::Done | DeskStatus::NoShow => 2,
                DeskStatus::Cancelled | DeskStatus::Rejected => continue,
                _ => 1,
            };
            groups[place].bookings.push(listed_booking(desk_booking, queue, context));
        }
        groups.retain(|group| !group.bookings.is_empty());
        let names: Vec<&str> = day.board.iter().map(|row| row.staff.display_name.as_str()).collect();
        Self { groups, columns_version: version((names, day.unassigned.is_empty())) }
    }
}

impl ListedBooking {
    pub(super) fn is_to_be_paid(&self) -> bool {
        self.status.is_in_progress()
    }

    pub(super) fn is_ready_to_pay(&self) -> bool {
        self.status == DeskStatus::ReadyToPay
    }
}

fn listed_booking(found: &DeskBooking, queue: &Queue, context: TextContext) -> ListedBooking {
    let (booking, texts) = (&found.booking, context.texts);
    let late = queue.late.iter().find(|late| late.id == booking.id);
    let mut about: Vec<&str> =
        booking.services.iter().map(|line| line.service.service_name_snapshot.as_str()).collect();
    let people = staff_names(found);
    about.push(if people.is_empty() { texts.board().unassigned() } else { &people });
    let (name, about, status) = (booking_name(found, texts), about.join(", "), DeskStatus::of(found));
    let (from, to) = (clock(booking.start_time), clock(booking.end_time));
    ListedBooking {
        id: booking.id.clone(),
        version: version((&name, &about, status.class(), &from, &to, late.map(|late| &late.by))),
        start: booking.start_time.format("%H:%M").to_string(),
        from,
        to,
        name,
        about,
        status,
        late: late.map(|late| late.by.clone()),
        phone: late.and_then(|late| late.phone.clone()),
    }
}

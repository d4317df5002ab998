//! The bookings of everyone in one list: what a phone shows of a whole day.

use parlour_app::schedule::DayBoard;
use parlour_domain::ids::BookingId;
use parlour_store::bookings::desk_bookings::DeskBooking;

use super::queue::DeskQueue;
use crate::named_booking::{booking_name, staff_names};
use crate::status::{DeskStatus, version};
use parlour_web::format;
use parlour_web::page::TextContext;

#[derive(Debug)]
pub(super) struct DayBookings {
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
    /// For the attribute of a time: `14:30`.
    pub(super) start_value: String,
    pub(super) start_text: String,
    pub(super) end_text: String,
    pub(super) name: String,
    /// Services and who does them.
    pub(super) about: String,
    pub(super) status: DeskStatus,
    /// `20 min late`.
    pub(super) late_text: Option<String>,
    pub(super) phone_if_late: Option<String>,
}

impl DayBookings {
    /// Today, those who are in their chairs come first, and what is over last.
    pub(super) fn new(day: &DayBoard, queue: &DeskQueue, context: TextContext, is_today: bool) -> Self {
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
    pub(super) fn can_check_out(&self) -> bool {
        self.status.is_in_progress()
    }

    pub(super) fn is_ready_to_pay(&self) -> bool {
        self.status == DeskStatus::ReadyToPay
    }
}

fn listed_booking(found: &DeskBooking, queue: &DeskQueue, context: TextContext) -> ListedBooking {
    let (booking, texts) = (&found.booking, context.texts);
    let late = queue.late.iter().find(|late| late.id == booking.id);
    let mut about: Vec<&str> =
        booking.services.iter().map(|line| line.service.service_name_snapshot.as_str()).collect();
    let people = staff_names(booking);
    if people.is_empty() {
        about.push(texts.board().unassigned());
    } else {
        about.extend(people);
    }
    let (name, about, status) = (booking_name(found, texts), about.join(", "), DeskStatus::of(found));
    let (start_text, end_text) = (format::clock(booking.start_time), format::clock(booking.end_time));
    ListedBooking {
        id: booking.id.clone(),
        version: version((&name, &about, status.class(), &start_text, &end_text, late.map(|late| &late.by))),
        start_value: format::time_value(booking.start_time),
        start_text,
        end_text,
        name,
        about,
        status,
        late_text: late.map(|late| late.by.clone()),
        phone_if_late: late.and_then(|late| late.phone.clone()),
    }
}

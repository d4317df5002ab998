//! A booking that is being moved to another time or person, as the board shows it.

use chrono::NaiveDate;
use parlour_app::availability::{DayForBooking, read_day_for_booking};
use parlour_domain::ids::BookingId;
use parlour_http::error::HttpError;
use parlour_http::sessions::Receptionist;
use parlour_store::bookings::desk_bookings::{self, DeskBooking};

use super::address::named_day;
use crate::booking::{Question, TimesOfDay, title_of};
use crate::desk::DeskPage;
use crate::named_booking::{booking_name, staff_names};
use parlour_web::form::FormState;
use parlour_web::format;
use parlour_web::page::TextContext;

/// A booking whose new time and person are being chosen.
#[derive(Debug)]
pub(super) struct Moving {
    pub(super) id: BookingId,
    /// The state that the form was made for.
    pub(super) seen: i64,
    pub(super) name: String,
    /// Where it is now.
    pub(super) from: String,
    /// Its length in rows of the board.
    pub(super) rows: i64,
    pub(super) has_several_people: bool,
    pub(super) form: FormState,
    /// Does it all the same.
    pub(super) question: Option<Question>,
    /// Free times of the day of the board.
    pub(super) times: TimesOfDay,
    /// Free times of the day that was asked for, as value and text.
    pub(super) nearest: Vec<(String, String)>,
}

impl Moving {
    pub(super) async fn start(page: &DeskPage<Receptionist>, id: &BookingId) -> Result<Self, HttpError> {
        let (wanted, day, now) = (id.clone(), named_day(page), page.now());
        let read = page.caller.read(move |conn, _| {
            let found = desk_bookings::find_desk_booking(conn, &wanted)?;
            let found = found.ok_or_else(|| HttpError::not_found("This visit"))?;
            let free = read_day_for_booking(conn, &found.booking, day, now)?;
            Ok((found, free))
        });
        let (found, free) = read.await?;
        Ok(Self::new(&found, &free, day, page.text_context()))
    }

    /// Over a form that was not carried out.
    pub(super) fn title_or<'a>(&'a self, otherwise: &'a str) -> &'a str {
        title_of(self.question.as_ref(), otherwise)
    }

    /// `day` is the day of the board: what is chosen first.
    fn new(found: &DeskBooking, free: &DayForBooking, day: NaiveDate, context: TextContext) -> Self {
        let (today, texts) = (context.today(), context.texts);
        let booking = &found.booking;
        let people = staff_names(booking);
        let mut from = vec![texts.format_day_and_time(booking.booking_date, booking.start_time, today)];
        from.extend(people.iter().map(|name| (*name).to_owned()));
        let values = [
            ("bookingDate", day.to_string()),
            ("startTime", format::time_value(booking.start_time)),
            ("staffId", String::new()),
            ("tellCustomer", "true".to_owned()),
        ];
        Self {
            id: booking.id.clone(),
            seen: booking.updated_at.millis(),
            name: booking_name(found, texts),
            from: from.join(", "),
            rows: (booking.total_duration_minutes + 4) / 5,
            has_several_people: people.len() > 1,
            form: FormState::new(values),
            question: None,
            times: TimesOfDay::for_move(free, (booking, day), "", context),
            nearest: Vec::new(),
        }
    }
}

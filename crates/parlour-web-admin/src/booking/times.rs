//! The free times that a booking can be moved to, or that its customer can be offered.

use chrono::NaiveDate;
use parlour_app::availability::{DayForBooking, FreeStart};
use parlour_http::error::{FieldError, FieldErrors};
use parlour_http::form::FormBody;
use parlour_http::request::FormValues;
use parlour_store::bookings::booking_records::{Booking, BookingServiceWithStaff};

use parlour_texts::Texts;
use parlour_web::format;
use parlour_web::page::TextContext;

/// A time of a day that can be chosen, and who would do it.
#[derive(Debug)]
pub(crate) struct TimeChoice {
    /// The time, and the person unless everybody keeps theirs.
    pub(crate) value: String,
    pub(crate) time: String,
    pub(crate) person: String,
    pub(crate) is_chosen: bool,
}

/// Free times of one day.
#[derive(Debug)]
pub(crate) struct TimesOfDay {
    pub(crate) day: NaiveDate,
    /// `Free on Fri 5 Mar`.
    pub(crate) title: String,
    pub(crate) choices: Vec<TimeChoice>,
}

impl TimesOfDay {
    /// Where the booking could be moved to.
    pub(crate) fn for_move(
        found: &DayForBooking,
        (booking, day): (&Booking<BookingServiceWithStaff>, NaiveDate),
        chosen: &str,
        context: TextContext,
    ) -> Self {
        let has_several = booking.services.windows(2).any(|two| two[0].service.staff_id != two[1].service.staff_id);
        let choice = |free: &FreeStart| {
            let time = format::time_value(free.start);
            let value = if free.keeps_people { time } else { format!("{time} {}", free.staff_id) };
            let keeps_several = free.keeps_people && has_several;
            let person = if keeps_several { context.texts.desk_booking().same_person() } else { &free.staff_name };
            TimeChoice::new(free, value, person.to_owned(), (chosen, context))
        };
        let choices = other_starts(found, booking, day).map(choice).collect();
        Self { day, title: title(day, context), choices }
    }

    /// What could be offered to the customer, who answers.
    pub(crate) fn to_offer(
        found: &DayForBooking,
        (booking, day): (&Booking<BookingServiceWithStaff>, NaiveDate),
        chosen: &str,
        context: TextContext,
    ) -> Self {
        let choice = |free: &FreeStart| {
            let value = format!("{} {}", format::time_value(free.start), free.staff_id);
            TimeChoice::new(free, value, free.staff_name.clone(), (chosen, context))
        };
        let choices = other_starts(found, booking, day).filter(|free| free.can_be_offered).map(choice).collect();
        Self { day, title: title(day, context), choices }
    }
}

/// The free times of a day but the booking's own.
fn other_starts<'a>(
    found: &'a DayForBooking,
    booking: &Booking<BookingServiceWithStaff>,
    day: NaiveDate,
) -> impl Iterator<Item = &'a FreeStart> + use<'a> {
    let own = (day == booking.booking_date).then_some(booking.start_time);
    found.free_starts.iter().filter(move |free| Some(free.start) != own)
}

fn title(day: NaiveDate, context: TextContext) -> String {
    context.texts.desk_booking().free_on(&context.texts.format_relative_day(day, context.today()))
}

impl TimeChoice {
    fn new(free: &FreeStart, value: String, person: String, (chosen, context): (&str, TextContext)) -> Self {
        let is_chosen = value == chosen;
        Self { value, time: context.texts.format_time(free.start), person, is_chosen }
    }
}

/// The form as if the chosen free time had been typed. What somebody has typed instead of what the form showed counts
/// more: `shown` has the day, the time and the person that it showed.
pub(crate) fn with_chosen_time(form: FormBody) -> FormBody {
    let slot = form.text("slot");
    let mut shown = form.text("shown").splitn(3, ' ');
    let (day, time, staff) =
        (shown.next().unwrap_or_default(), shown.next().unwrap_or_default(), shown.next().unwrap_or_default());
    let is_typed = !day.is_empty() && (form.text("bookingDate"), form.text("startTime")) != (day, time);
    if slot.is_empty() || is_typed {
        return form;
    }
    let values = with_slot(&form.values, slot, form.text("slotDate"), form.text("staffId") != staff);
    FormBody { values, ..form }
}

/// Refuses a form in which no time was chosen: what it shows first is the visit's own time, in fields that are not open. A
/// form that was refused with a typed time may be sent again as it is.
pub(super) fn check_chosen_time(form: &FormBody, texts: Texts) -> Result<(), FieldErrors> {
    let sent = ["bookingDate", "startTime", "staffId"].map(|name| form.text(name)).join(" ");
    let (shown, is_typed) = (form.text("shown"), form.text("typed") == "true");
    let is_as_shown = !shown.is_empty() && shown.trim_end() == sent.trim_end();
    if !form.text("slot").is_empty() || is_typed || !is_as_shown {
        return Ok(());
    }
    let sentence = texts.desk_booking().choose_time().to_owned();
    Err(FieldErrors::of_field("slot", FieldError::Sentence(sentence)))
}

fn with_slot(values: &FormValues, slot: &str, day: &str, has_own_person: bool) -> FormValues {
    let (time, staff) = slot.split_once(' ').unwrap_or((slot, ""));
    let values = values.with("startTime", time);
    let values = if day.is_empty() { values } else { values.with("bookingDate", day) };
    if has_own_person { values } else { values.with("staffId", staff) }
}

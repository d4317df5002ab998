//! The desk is asked before what it rarely means to do. The act is carried out first, so that its own refusals come before
//! the question, which then takes it back with the transaction.

use parlour_app::availability::find_obstacles;
use parlour_app::bookings::{DeskRefusal, Placement};
use parlour_domain::ids::BookingId;
use parlour_domain::ist::Timestamp;
use parlour_http::form::FormBody;
use parlour_http::request::FormValues;
use parlour_http::sessions::FormRefusal;
use parlour_store::Conn;
use parlour_store::bookings::booking_records::{self, Booking};

use super::ask_first::AskFirst;
use super::sheet_refusal::SheetRefusal;
use crate::closing::find_past_closing;
use parlour_texts::Texts;

/// The field that says that the desk was asked.
const SURE: &str = "sure";
/// The field that says that somebody of another gender is meant than the customer asked for.
const AGAINST_WISH: &str = "againstWish";
/// What the form of the question sends again.
const KEPT_FIELDS: [&str; 9] =
    ["back", "seen", "then", "bookingDate", "startTime", "staffId", "tellCustomer", SURE, AGAINST_WISH];
/// What it sends again of every line. A blank one keeps its place in the list.
const KEPT_LINE_FIELDS: [&str; 3] = ["service", "staff", "minutes"];

/// The form of a question: it does all the same what was asked about.
#[derive(Debug)]
pub(crate) struct Question {
    pub(crate) button: &'static str,
    pub(crate) fields: Vec<(&'static str, String)>,
}

impl Question {
    /// Of a form that was not carried out because the desk is asked first.
    pub(crate) fn of(refusal: &FormRefusal<SheetRefusal>, values: &FormValues, texts: Texts) -> Option<Self> {
        let FormRefusal::ByUseCase(refusal) = refusal else { return None };
        let (button, answer) = match refusal {
            SheetRefusal::AskFirst(ask) => (ask.button(texts), SURE),
            SheetRefusal::Desk(DeskRefusal::AgainstWish(_)) => (texts.desk_wish().all_the_same(), AGAINST_WISH),
            _ => return None,
        };
        let kept = KEPT_FIELDS.into_iter().map(|name| (name, values.text(name)));
        let kept = kept.filter(|(name, value)| !value.is_empty() && *name != answer);
        let every = |name: &'static str| values.texts(name).into_iter().map(move |value| (name, value));
        let lines = KEPT_LINE_FIELDS.into_iter().flat_map(every);
        let fields = kept.chain(lines).chain([(answer, "true")]);
        Some(Self { button, fields: fields.map(|(name, value)| (name, value.to_owned())).collect() })
    }
}

/// Whether the desk has answered the question.
pub(crate) fn is_sure(form: &FormBody) -> bool {
    form.text(SURE) == "true"
}

/// Whether the desk has said that it means somebody of another gender than the customer asked for.
pub(crate) fn is_against_wish(form: &FormBody) -> bool {
    form.text(AGAINST_WISH) == "true"
}

/// The form without what is no answer to the question of the wish: it is asked then.
pub(crate) fn with_answer(form: FormBody) -> FormBody {
    if form.text(AGAINST_WISH).is_empty() || is_against_wish(&form) {
        return form;
    }
    let values = form.values.with(AGAINST_WISH, "");
    FormBody { values, ..form }
}

/// Asks about a move onto a break or another visit, or past closing.
pub(crate) fn ask_about_move(
    conn: &mut Conn<'_>,
    booking: &Booking,
    placement: &Placement,
    now: Timestamp,
) -> Result<(), SheetRefusal> {
    let at = (placement.to.booking_date, placement.to.start_time);
    let obstacles = find_obstacles(conn, booking, at, placement.staff_id.as_ref(), now)?;
    let past_closing = find_past_closing(conn, booking, at)?;
    if obstacles.is_empty() && past_closing.is_none() {
        return Ok(());
    }
    Err(AskFirst::Move { obstacles, past_closing }.into())
}

/// Asks about a no-show of a visit that is still to come.
pub(crate) fn ask_about_no_show(conn: &mut Conn<'_>, id: &BookingId, now: Timestamp) -> Result<(), SheetRefusal> {
    let booking = booking_records::find_booking(conn, id)?.ok_or(DeskRefusal::Unknown)?;
    let begins_at = Timestamp::from_ist(booking.booking_date, booking.start_time);
    if begins_at <= now {
        return Ok(());
    }
    Err(AskFirst::NotBegunYet { begins_at, today: now.ist_date() }.into())
}

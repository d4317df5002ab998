//! The page of a booking, and its sheet beside another page.

use askama::Template;
use chrono::NaiveDate;
use parlour_domain::auth::return_to::local_path_or_root;
use parlour_domain::ids::BookingId;
use parlour_domain::ist::parse_date;
use parlour_http::error::HttpError;
use parlour_http::path_id::PathId;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Receptionist;
use url::form_urlencoded;

use super::read::BookingRead;
use super::refused::RefusedForm;
use super::sheet::{Sheet, Surroundings, booking_path};
use crate::closing::past_closing_text;
use crate::desk::{DeskFrame, DeskPage, Place};
use parlour_web::page::see_other;

#[derive(Template)]
#[template(path = "booking/page.html")]
struct BookingPage {
    frame: DeskFrame,
    number: String,
    when: String,
    board: String,
    /// The sheet as HTML.
    sheet: String,
}

/// `/bookings/{id}?back=&act=&day=`: with an act that is open, and the day whose free times it shows.
pub(super) async fn show(page: DeskPage<Receptionist>, PathId(id): PathId<BookingId>) -> HttpResult {
    let read = BookingRead::find(&page, &id, shown_day(&page)).await?;
    let back = page.parameter("back");
    let return_to = match local_path_or_root(back.as_deref()) {
        "/" => booking_path(&id),
        path => path.to_owned(),
    };
    show_page(&page, read, return_to, RefusedForm::default())
}

fn shown_day(page: &DeskPage<Receptionist>) -> Option<NaiveDate> {
    page.parameter("day").as_deref().and_then(parse_date)
}

/// Somebody who opens the address of a form, as after a while without a connection.
pub(super) async fn go_back(_: DeskPage<Receptionist>, PathId(id): PathId<BookingId>) -> HttpResult {
    Ok(see_other(&booking_path(&id), None))
}

pub(super) fn show_page(
    page: &DeskPage<Receptionist>,
    read: BookingRead,
    return_to: String,
    refused: RefusedForm,
) -> HttpResult {
    let booking = &read.found.booking;
    let board = format!("/board?at={}&day={}", booking.branch_id, booking.booking_date);
    let (number, name) = (booking.booking_number.clone(), read.found.customer_name.clone());
    let frame = page.desk_frame(page.texts.desk_booking().title(&name), Place::Board).of_branch(&booking.branch_id);
    let around = Surroundings {
        context: page.text_context(),
        salon: page.salon.name.clone(),
        close: board.clone(),
        return_to,
        is_full: true,
        open_act: page.parameter("act").unwrap_or_default(),
        past_closing: past_closing(page, &read),
        key: frame.form_key.clone(),
    };
    let status = refused.state.status;
    let sheet = Sheet::new(read, around, refused);
    let when = sheet.when();
    let sheet = rendered(&sheet)?;
    page.show_with(status, &BookingPage { frame, number, when, board, sheet })
}

/// The sheet beside another page, such as the board. `back` is where its close link leads; its forms return to the
/// address of the page, where the sheet is open again.
pub(crate) async fn sheet(page: &DeskPage<Receptionist>, id: &BookingId, back: &str) -> Result<String, HttpError> {
    let read = BookingRead::find(page, id, None).await?;
    let around = Surroundings {
        context: page.text_context(),
        salon: page.salon.name.clone(),
        close: back.to_owned(),
        return_to: address_without_part(page),
        is_full: false,
        open_act: String::new(),
        past_closing: past_closing(page, &read),
        key: page.state.app().rng.token(),
    };
    rendered(&Sheet::new(read, around, RefusedForm::default()))
}

fn past_closing(page: &DeskPage<Receptionist>, read: &BookingRead) -> Option<String> {
    let branch = page.salon.branch(read.found.booking.branch_id.as_str())?;
    past_closing_text(branch, &read.found, page.texts)
}

/// The address of the whole page, where a script asked for a part of it.
fn address_without_part(page: &DeskPage<Receptionist>) -> String {
    let pairs = form_urlencoded::parse(page.query().as_bytes()).filter(|(name, _)| name != "part");
    let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish();
    let path = page.uri.path();
    if query.is_empty() { path.to_owned() } else { format!("{path}?{query}") }
}

fn rendered(sheet: &Sheet) -> Result<String, HttpError> {
    sheet.render().map_err(|error| HttpError::internal(error.to_string()))
}

//! The question whether to close a day, with the sums that will be stored and what is still open.

use askama::Template;
use parlour_http::form::FormBody;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Receptionist;
use parlour_store::billing::day_closes::DayClose;

use super::day::{Day, DayRead};
use super::denominations::{DENOMINATIONS_PAISE, count_field};
use super::open_bookings::OpenBookings;
use super::sums::DaySums;
use super::view::warnings;
use crate::desk::{DeskFrame, DeskPage, Place};

#[derive(Template)]
#[template(path = "day_close/confirm.html")]
struct ConfirmPage {
    frame: DeskFrame,
    path: String,
    branch_id: String,
    about: String,
    warnings: Vec<String>,
    open: OpenBookings,
    sums: DaySums,
    difference_paise: i64,
    note: Option<String>,
    /// Whether other sums were confirmed.
    has_changed: bool,
    /// What was typed, to be sent again.
    typed: Vec<(String, String)>,
}

/// `close` is what would be stored.
pub(super) async fn show(
    page: &DeskPage<Receptionist>,
    day: &Day,
    form: &FormBody,
    close: &DayClose,
    has_changed: bool,
) -> HttpResult {
    let read = DayRead::find(page, day).await?;
    let (texts, text) = (page.texts, page.texts.day_close());
    let day_name = texts.format_long_day(day.date, page.today());
    page.show(&ConfirmPage {
        frame: page.desk_frame(text.confirm_title(&day_name), Place::DayClose),
        path: day.path(),
        branch_id: day.branch.id.as_str().to_owned(),
        about: text.about(&day_name, &day.branch.name),
        warnings: warnings(&read, text),
        open: OpenBookings::new(&read, day, page),
        sums: DaySums::of_close(&read.report.cash, close),
        difference_paise: close.difference_paise,
        note: close.note.clone(),
        has_changed,
        typed: typed(form),
    })
}

fn typed(form: &FormBody) -> Vec<(String, String)> {
    let names = ["float", "counted", "note"].map(str::to_owned).into_iter();
    let names = names.chain(DENOMINATIONS_PAISE.iter().map(|worth| count_field(*worth)));
    let value =
        |name: String| Some(form.text(&name).to_owned()).filter(|text| !text.is_empty()).map(|text| (name, text));
    names.filter_map(value).collect()
}

//! Days on which a branch is closed, and how many visits stand on them.

use askama::Template;
use chrono::NaiveDate;
use parlour_app::blocks::BlockFieldError;
use parlour_app::holidays::{self as use_cases, HolidayRefusal, NewHoliday};
use parlour_domain::ids::{BranchId, HolidayId};
use parlour_http::error::FieldErrors;
use parlour_http::form::FormBody;
use parlour_http::path_id::PathId;
use parlour_http::request::{Name, RequestShape};
use parlour_http::request_shape;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Manager;
use parlour_store::branches::holidays::{self, HolidayFilter, HolidayRow};
use parlour_texts::{DeskScheduleTexts, Texts};
use parlour_web::flash::Flash;
use parlour_web::form::FormState;
use parlour_web::format;

use super::week::holiday_name;
use crate::desk::{DeskFrame, DeskPage, Place};

const PATH: &str = "/schedule/holidays";
/// As many as several branches have in a year.
const MAX_SHOWN: i64 = 100;

request_shape! {
    struct HolidayForm {
        branch_id: BranchId,
        date: NaiveDate,
        name: Option<Name<120>>,
    }
}

#[derive(Template)]
#[template(path = "schedule/holidays.html")]
struct HolidaysPage {
    frame: DeskFrame,
    text: DeskScheduleTexts,
    form: FormState,
    /// Id and name.
    branches: Vec<(String, String)>,
    holidays: Vec<ShownHoliday>,
    today: String,
}

#[derive(Debug)]
struct ShownHoliday {
    day: String,
    about: String,
    /// How many visits stand on it, and the board of that day.
    visits: Option<(String, String)>,
    remove_path: String,
    remove_label: String,
}

/// The label of a field.
fn label(name: &str, texts: Texts) -> &'static str {
    let text = texts.desk_schedule();
    match name {
        "branchId" => text.branch(),
        "date" => text.day(),
        _ => text.name(),
    }
}

/// `/schedule/holidays`
pub(super) async fn show(page: DeskPage<Manager>) -> HttpResult {
    let branch = page.branch.as_ref().map_or("", |branch| branch.id.as_str()).to_owned();
    render(&page, FormState::new([("branchId", branch)])).await
}

pub(super) async fn add(page: DeskPage<Manager>, form: FormBody) -> HttpResult {
    let new = new_holiday(&form, page.today());
    let added = page.form(&form, label).write(new, |tx, context, new| {
        use_cases::add(tx, context, new)?;
        Ok::<_, HolidayRefusal>(PATH.to_owned())
    });
    added.await?.answer(Flash::HolidayAdded, |state| render(&page, state)).await
}

fn new_holiday(form: &FormBody, today: NaiveDate) -> Result<NewHoliday, FieldErrors> {
    let (mut fields, partial) = form.read::<HolidayForm>();
    if partial.date.is_some_and(|date| date < today) {
        fields.add_error::<()>("date", BlockFieldError::PastDay);
    }
    fields.finish(|| {
        let HolidayForm { branch_id, date, name } = HolidayForm::complete(partial)?;
        Some(NewHoliday { branch_id, date, name: name.unwrap_or_default() })
    })
}

pub(super) async fn remove(page: DeskPage<Manager>, PathId(id): PathId<HolidayId>, form: FormBody) -> HttpResult {
    let removed = page.form(&form, label).write(Ok(id), |tx, context, id| {
        use_cases::remove(tx, context, id)?;
        Ok::<_, HolidayRefusal>(PATH.to_owned())
    });
    removed.await?.answer(Flash::HolidayRemoved, |state| render(&page, state)).await
}

async fn render(page: &DeskPage<Manager>, form: FormState) -> HttpResult {
    let from = page.today();
    let read = page.caller.read(move |conn, _| {
        let filter = HolidayFilter { branch: None, from, to: NaiveDate::from_ymd_opt(9999, 12, 31).unwrap_or(from) };
        let mut found = Vec::new();
        for holiday in holidays::page(conn, &filter, MAX_SHOWN, 0)?.0 {
            let visits = holidays::count_upcoming_bookings(conn, &holiday.branch_id, holiday.date)?;
            found.push((holiday, visits));
        }
        Ok(found)
    });
    let found = read.await?;
    let text = page.texts.desk_schedule();
    let shown = HolidaysPage {
        frame: page.desk_frame(text.holidays(), Place::Schedule),
        text,
        branches: page.salon.branches.iter().map(|one| (one.id.as_str().to_owned(), one.name.clone())).collect(),
        holidays: found.iter().map(|(holiday, visits)| ShownHoliday::new(holiday, *visits, page)).collect(),
        today: from.to_string(),
        form,
    };
    page.show_with(shown.form.status, &shown)
}

impl ShownHoliday {
    fn new(holiday: &HolidayRow, visits: i64, page: &DeskPage<Manager>) -> Self {
        let text = page.texts.desk_schedule();
        let day = format::day(holiday.date, page.today(), page.texts);
        let (name, branch) = (holiday_name(&holiday.name, text), page.salon.branch(holiday.branch_id.as_str()));
        let board = format!("/board?at={}&day={}", holiday.branch_id, holiday.date);
        Self {
            about: branch.map_or_else(|| name.clone(), |branch| text.holiday_at(&name, &branch.name)),
            visits: (visits > 0).then(|| (text.visits_to_move(visits), board)),
            remove_path: format!("{PATH}/{}/remove", holiday.id),
            remove_label: text.remove_of(&day),
            day,
        }
    }
}

//! Days on which a branch is closed, and how many bookings stand on them.

use askama::Template;
use chrono::NaiveDate;
use parlour_app::blocks::BlockFieldError;
use parlour_app::holidays::{self as use_cases, HolidayRefusal, NewHoliday};
use parlour_domain::ids::{BranchId, HolidayId};
use parlour_http::error::FieldErrors;
use parlour_http::form::FormBody;
use parlour_http::paging::FeedPage;
use parlour_http::path_id::PathId;
use parlour_http::request::{Name, RequestShape};
use parlour_http::request_shape;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Manager;
use parlour_store::branches::holidays::{self, HolidayWithBookings};
use parlour_texts::{DeskScheduleTexts, Texts};
use parlour_web::flash::Flash;
use parlour_web::form::FormState;
use parlour_web_admin::desk::{DeskFrame, DeskPage, Place};

use super::week::{holiday_name, is_planned};

const PATH: &str = "/schedule/holidays";
const PAGE_SIZE: i64 = 50;

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
    earlier: Option<String>,
    later: Option<String>,
    today: String,
}

#[derive(Debug)]
struct ShownHoliday {
    day: String,
    about: String,
    /// How many bookings stand on it, and the board of that day.
    bookings: Option<(String, String)>,
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
    let branch = page.any_branch().map_or("", |branch| branch.id.as_str()).to_owned();
    render(&page, FormState::new([("branchId", branch)])).await
}

pub(super) async fn add(page: DeskPage<Manager>, form: FormBody) -> HttpResult {
    let new = new_holiday(&form, page.today());
    let added = page.form(&form, label).create(new, |tx, context, new| {
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
    let asked = FeedPage { size: PAGE_SIZE, ..FeedPage::from_query(page.uri.query()) };
    // One more than is shown tells whether there are later ones.
    let read = page.caller.read(move |conn, _| {
        Ok(holidays::list_with_bookings(conn, from, asked.size.saturating_add(1), asked.offset())?)
    });
    let mut found = read.await?;
    let most = usize::try_from(PAGE_SIZE).unwrap_or(usize::MAX);
    let has_later = found.len() > most;
    found.truncate(most);
    let page_link = |number: i64| format!("{PATH}?page={number}");
    let text = page.texts.desk_schedule();
    let branches = page.salon.all_branches().filter(|branch| is_planned(branch));
    let shown = HolidaysPage {
        frame: page.desk_frame(text.holidays(), Place::Schedule),
        text,
        branches: branches.map(|one| (one.id.as_str().to_owned(), one.name.clone())).collect(),
        holidays: found.iter().map(|found| ShownHoliday::new(found, page)).collect(),
        earlier: (asked.page > 1).then(|| page_link(asked.page - 1)),
        later: has_later.then(|| page_link(asked.page + 1)),
        today: from.to_string(),
        form,
    };
    page.show_with(shown.form.status, &shown)
}

impl ShownHoliday {
    fn new(found: &HolidayWithBookings, page: &DeskPage<Manager>) -> Self {
        let HolidayWithBookings { holiday, upcoming_bookings: bookings } = found;
        let text = page.texts.desk_schedule();
        let day = page.texts.format_day(holiday.date, page.today());
        let (name, branch) = (holiday_name(&holiday.name, text), page.salon.any_branch(holiday.branch_id.as_str()));
        let board = format!("/board?at={}&day={}", holiday.branch_id, holiday.date);
        Self {
            about: branch.map_or_else(|| name.clone(), |branch| text.holiday_at(&name, &branch.name)),
            bookings: (*bookings > 0).then(|| (text.visits_to_move(*bookings), board)),
            remove_path: format!("{PATH}/{}/remove", holiday.id),
            remove_label: text.remove_of(&day),
            day,
        }
    }
}

//! The leave of the person who is signed in: asked for, decided, withdrawn.

use askama::Template;
use chrono::NaiveDate;
use parlour_app::leave as use_cases;
use parlour_app::leave::{LeaveRequestRefusal, WithdrawLeaveRefusal};
use parlour_domain::ids::LeaveId;
use parlour_domain::staff::leave::LeaveStatus;
use parlour_http::form::FormBody;
use parlour_http::paging::FeedPage;
use parlour_http::path_id::PathId;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Staff;
use parlour_http::shapes::leave::{LeaveBody, leave_request};
use parlour_store::staff::leave::{self, LeaveRow};

use super::day::days_text;
use crate::desk::{DeskFrame, DeskPage, Place};
use parlour_texts::{MyLeaveTexts, Texts};
use parlour_web::flash::Flash;
use parlour_web::form::FormState;

const PAGE_SIZE: i64 = 20;
const PATH: &str = "/my/leave";

#[derive(Template)]
#[template(path = "my/leave.html")]
struct LeavePage {
    frame: DeskFrame,
    text: MyLeaveTexts,
    form: FormState,
    today: String,
    entries: Vec<LeaveEntry>,
    newer: Option<String>,
    older: Option<String>,
}

struct LeaveEntry {
    id: String,
    days: String,
    about: String,
    status: &'static str,
    class: &'static str,
    /// What the button says, while it can be withdrawn.
    withdraw_label: Option<String>,
}

/// The label of a field.
fn label(name: &str, texts: Texts) -> &'static str {
    let text = texts.my_leave();
    match name {
        "startDate" => text.first_day(),
        "endDate" => text.last_day(),
        _ => text.reason(),
    }
}

/// `/my/leave`
pub(super) async fn show(page: DeskPage<Staff>) -> HttpResult {
    show_with(&page, FormState::default()).await
}

async fn show_with(page: &DeskPage<Staff>, form: FormState) -> HttpResult {
    let user = page.user().clone();
    let asked = FeedPage { size: PAGE_SIZE, ..FeedPage::from_query(page.uri.query()) };
    let read = page.caller.read(move |conn, _| Ok(leave::own_page(conn, &user, asked.size, asked.offset())?));
    let (rows, count) = read.await?;
    let page_link = |number: i64| format!("/my/leave?page={number}");
    let status = form.status;
    let template = LeavePage {
        frame: page.desk_frame(page.texts.desk_frame().my_leave(), Place::MyLeave),
        text: page.texts.my_leave(),
        form,
        today: page.today().to_string(),
        entries: rows.iter().map(|row| LeaveEntry::new(row, page.today(), page.texts)).collect(),
        newer: (asked.page > 1).then(|| page_link(asked.page - 1)),
        older: (asked.offset() + asked.size < count).then(|| page_link(asked.page + 1)),
    };
    page.show_with(status, &template)
}

impl LeaveEntry {
    fn new(row: &LeaveRow, today: NaiveDate, texts: Texts) -> Self {
        let text = texts.my_leave();
        let length = text.days((row.end_date - row.start_date).num_days() + 1);
        let (status, class) = match row.status {
            LeaveStatus::Pending => (text.statuses()[0], "warn"),
            LeaveStatus::Approved => (text.statuses()[1], "good"),
            LeaveStatus::Rejected => (text.statuses()[2], "bad"),
        };
        let withdraw = || text.withdraw_days(&days_text(row, texts));
        Self {
            id: row.id.as_str().to_owned(),
            days: texts.format_days(row.start_date, row.end_date, today),
            about: row.reason.as_ref().map_or_else(|| length.clone(), |reason| format!("{length} · {reason}")),
            status,
            class,
            withdraw_label: (row.status == LeaveStatus::Pending).then(withdraw),
        }
    }
}

/// Asks for leave.
pub(super) async fn submit(page: DeskPage<Staff>, form: FormBody) -> HttpResult {
    let (user, request) = (page.user().clone(), leave_request(form.read::<LeaveBody>(), page.today()));
    let asked = page.form(&form, label).create(request, move |tx, context, request| {
        use_cases::request(tx, context, &user, request)?;
        Ok::<_, LeaveRequestRefusal>(PATH.to_owned())
    });
    asked.await?.answer(Flash::LeaveAsked, |state| show_with(&page, state)).await
}

/// `/my/leave/{id}/withdraw`
pub(super) async fn withdraw(page: DeskPage<Staff>, PathId(id): PathId<LeaveId>, form: FormBody) -> HttpResult {
    let user = page.user().clone();
    let withdrawn = page.form(&form, label).write(Ok(id), move |tx, context, id| {
        use_cases::withdraw(tx, context, &user, id)?;
        Ok::<_, WithdrawLeaveRefusal>(PATH.to_owned())
    });
    withdrawn.await?.answer(Flash::LeaveWithdrawn, |state| show_with(&page, state)).await
}

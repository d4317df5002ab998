//! `/day-close?at=&day=`: the page, whatever was posted to it.

use askama::Template;
use parlour_app::day_close::may_reopen;
use parlour_app::reports::{MethodRow, Takings};
use parlour_domain::billing::invoice::PaymentMethod;
use parlour_http::request::TextRule;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Receptionist;
use parlour_store::billing::cash_movements::CashMovement;
use parlour_store::billing::closed_days::ClosedDay;
use parlour_store::billing::day_closes::DayClose;

use super::day::{Day, DayRead, EARLIER_DAYS};
use super::denominations::{DENOMINATIONS_PAISE, count_field};
use super::open_bookings::OpenBookings;
use super::sums::DaySums;
use crate::desk::{DeskFrame, DeskPage, Place};
use crate::invoices::parts::{method_name, rupees_value};
use crate::no_branch;
use parlour_texts::{DayCloseTexts, Texts};
use parlour_web::form::{FormState, Rupees};
use parlour_web::format;
use parlour_web::page::see_other;

#[derive(Template)]
#[template(path = "day_close/page.html")]
pub(crate) struct DayPage {
    pub(crate) frame: DeskFrame,
    pub(crate) path: String,
    pub(crate) about: String,
    pub(crate) branch_id: String,
    pub(crate) day_value: String,
    pub(crate) today_value: String,
    pub(crate) previous: Option<String>,
    pub(crate) next: Option<String>,
    pub(crate) figures: Vec<Figure>,
    pub(crate) warnings: Vec<String>,
    pub(super) sums: DaySums,
    pub(crate) denominations: Vec<Denomination>,
    pub(crate) closed: Option<Closed>,
    pub(super) open: OpenBookings,
    pub(crate) movements: Vec<MovementRow>,
    pub(crate) is_today: bool,
    pub(crate) earlier: Vec<EarlierRow>,
    pub(crate) older: Option<String>,
    pub(crate) form: FormState,
}

pub(crate) struct Figure {
    pub(crate) name: String,
    pub(crate) amount: String,
    pub(crate) about: String,
}

pub(crate) struct Denomination {
    pub(crate) name: String,
    pub(crate) worth: String,
    pub(crate) worth_paise: i64,
}

pub(crate) struct Closed {
    pub(crate) by: String,
    pub(crate) is_right: bool,
    pub(crate) note: Option<String>,
    /// Where it is opened again, for those who may.
    pub(crate) reopen_path: Option<String>,
}

pub(crate) struct MovementRow {
    pub(crate) reason: String,
    pub(crate) about: String,
    pub(crate) amount: String,
}

pub(crate) struct EarlierRow {
    pub(crate) path: String,
    pub(crate) day: String,
    pub(crate) expected: String,
    pub(crate) counted: String,
    pub(crate) difference: String,
    pub(crate) is_right: bool,
    pub(crate) by: String,
    pub(crate) note: String,
}

pub(super) async fn show(page: DeskPage<Receptionist>) -> HttpResult {
    let Some(day) = Day::of(&page) else {
        return no_branch::show(&page, page.texts.day_close().title(), Place::DayClose);
    };
    show_with(&page, &day, None).await
}

/// Somebody who opens the address of a form.
pub(super) async fn go_back(page: DeskPage<Receptionist>) -> HttpResult {
    let path = Day::of(&page).map_or_else(|| "/day-close".to_owned(), |day| day.path());
    Ok(see_other(&path, None))
}

/// The page with a form that was refused, or a new one.
pub(super) async fn show_with(page: &DeskPage<Receptionist>, day: &Day, refused: Option<FormState>) -> HttpResult {
    let read = DayRead::find(page, day).await?;
    let form = refused.unwrap_or_else(|| {
        let float = read.usual_float_paise.map(rupees_value).unwrap_or_default();
        FormState::new([("float", float)])
    });
    page.show_with(form.status, &DayPage::new(page, day, &read, form))
}

/// The label of a field of the forms of this page.
pub(super) fn label(name: &str, texts: Texts) -> String {
    let text = texts.day_close();
    let label = match name {
        "float" => text.float(),
        "counted" => text.counted(),
        "note" => text.note(),
        "amount" => text.amount(),
        "reason" | "why" => texts.invoices().reason_name(),
        "branchId" => text.branch(),
        _ => {
            let denomination = DENOMINATIONS_PAISE.iter().find(|worth| count_field(**worth) == name);
            return denomination.map(|worth| text.how_many(&format::money(*worth))).unwrap_or_default();
        }
    };
    label.to_owned()
}

impl DayPage {
    fn new(page: &DeskPage<Receptionist>, day: &Day, read: &DayRead, form: FormState) -> Self {
        let (texts, text) = (page.texts, page.texts.day_close());
        let has_older = read.earlier.len() > EARLIER_DAYS;
        let listed = &read.earlier[..read.earlier.len().min(EARLIER_DAYS)];
        let older = listed.last().filter(|_| has_older);
        let movement = |(movement, name): &(CashMovement, String)| MovementRow {
            reason: movement.reason.clone(),
            about: text.movement_about(&texts.format_time(movement.created_at.ist_time()), name),
            amount: format::money(movement.amount_paise),
        };
        let close = read.report.day_close.as_ref();
        Self {
            frame: page.desk_frame(text.title(), Place::DayClose),
            path: day.path(),
            about: text.about(&texts.format_long_day(day.date, page.today()), &day.branch.name),
            branch_id: day.branch.id.as_str().to_owned(),
            day_value: day.date.to_string(),
            today_value: day.today.to_string(),
            previous: day.previous().map(|date| day.path_of(date)),
            next: day.next().map(|date| day.path_of(date)),
            figures: figures(read, texts),
            warnings: warnings(read, text),
            sums: match close {
                Some(close) => DaySums::of_close(&read.report.cash, close),
                None => DaySums::of_open_day(&read.report.cash, Rupees::parse(form.value("float")).ok()),
            },
            denominations: DENOMINATIONS_PAISE.iter().map(|worth| Denomination::new(*worth)).collect(),
            closed: close.map(|close| Closed::new(close, &read.closed_by, page)),
            open: OpenBookings::new(read, day, page),
            movements: read.movements.iter().map(movement).collect(),
            is_today: day.is_today(),
            earlier: listed.iter().map(|earlier| EarlierRow::new(earlier, day, texts)).collect(),
            older: older.map(|last| format!("{}&before={}#earlier", day.path(), last.close.date)),
            form,
        }
    }

    /// Whether cash can be recorded: it counts today.
    fn takes_cash(&self) -> bool {
        self.is_today && self.closed.is_none()
    }

    fn is_chosen_branch(&self, id: &str) -> bool {
        self.branch_id == id
    }
}

/// Everything, then each method, UPI first.
fn figures(read: &DayRead, texts: Texts) -> Vec<Figure> {
    let text = texts.day_close();
    let report = &read.report;
    let mut about = vec![text.invoices(report.invoiced.invoice_count)];
    if report.invoiced.session_count > 0 {
        about.push(text.sessions(report.invoiced.session_count));
    }
    let about = about_takings(about, &report.totals, text);
    let mut figures =
        vec![Figure { name: text.taken().to_owned(), amount: format::money(report.totals.net_paise), about }];
    for method in [PaymentMethod::Upi, PaymentMethod::Card, PaymentMethod::Cash] {
        let row = report.methods.iter().find(|row| row.payment_method == method);
        figures.extend(row.map(|row| method_figure(row, texts)));
    }
    figures
}

fn method_figure(row: &MethodRow, texts: Texts) -> Figure {
    let text = texts.day_close();
    let about = vec![text.invoices(row.takings.taken.invoice_count)];
    Figure {
        name: method_name(row.payment_method, texts).to_owned(),
        amount: format::money(row.takings.net_paise),
        about: about_takings(about, &row.takings, text),
    }
}

/// Refunds and tips after what is known, separated by commas.
fn about_takings(mut about: Vec<String>, takings: &Takings, text: DayCloseTexts) -> String {
    let (back, tips) = (&takings.given_back, &takings.tips);
    if back.given_back_paise > 0 {
        about.push(text.refunds(back.credit_note_count, &format::money(back.given_back_paise)));
    }
    if tips.tips_paise > 0 {
        about.push(text.tips(&format::money(tips.tips_paise)));
    }
    about.join(", ")
}

/// What is wrong with the books.
pub(super) fn warnings(read: &DayRead, text: DayCloseTexts) -> Vec<String> {
    let (unpaid, difference) = (read.report.totals.unpaid.unpaid_paise, read.report.difference_paise);
    let unpaid = (unpaid > 0).then(|| text.unpaid(&format::money(unpaid)));
    let difference = (difference != 0).then(|| text.books_differ(&format::money(difference)));
    unpaid.into_iter().chain(difference).collect()
}

impl Denomination {
    fn new(worth_paise: i64) -> Self {
        Self { name: count_field(worth_paise), worth: format::money(worth_paise), worth_paise }
    }
}

impl Closed {
    fn new(close: &DayClose, by: &str, page: &DeskPage<Receptionist>) -> Self {
        let (texts, text) = (page.texts, page.texts.day_close());
        let at = close.closed_at;
        let day = texts.format_day(at.ist_date(), page.today());
        let when = texts.formats().day_and_time(&day, &texts.format_time(at.ist_time()));
        let may_reopen = may_reopen(close, (page.user(), page.role()), page.today());
        Self {
            by: text.closed_by(by, &when),
            is_right: close.difference_paise == 0,
            note: close.note.clone(),
            reopen_path: may_reopen.then(|| format!("/day-close/{}/reopen", close.id)),
        }
    }
}

impl EarlierRow {
    fn new(earlier: &ClosedDay, day: &Day, texts: Texts) -> Self {
        let close = &earlier.close;
        Self {
            path: day.path_of(close.date),
            day: texts.format_day(close.date, day.today),
            expected: format::money(close.expected_cash_paise),
            counted: format::money(close.counted_cash_paise),
            difference: format::money(close.difference_paise),
            is_right: close.difference_paise == 0,
            by: earlier.closed_by_name.clone(),
            note: close.note.clone().unwrap_or_default(),
        }
    }
}

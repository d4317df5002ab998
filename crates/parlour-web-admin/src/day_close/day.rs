//! The day and branch that a page is about, and what is read for it.

use chrono::{Days, NaiveDate};
use parlour_app::reports::{DayCloseReport, Report};
use parlour_domain::ids::{BranchId, UserId};
use parlour_domain::ist::parse_date;
use parlour_domain::report::period::{Period, is_reportable_date};
use parlour_http::error::HttpError;
use parlour_http::form::FormBody;
use parlour_http::sessions::Receptionist;
use parlour_store::billing::cash_movements::CashMovement;
use parlour_store::billing::closed_days::{self, ClosedDay};
use parlour_store::bookings::desk_bookings::{self, DeskBooking};
use parlour_store::branches::branch_records::Branch;
use parlour_store::reports::ReportScope;
use parlour_store::{Conn, DbError};

use crate::desk::DeskPage;
use crate::invoices::parts::name_of;
use parlour_web::page::encode;

/// The page of a day of a branch.
pub fn day_path(branch: &BranchId, date: NaiveDate) -> String {
    format!("/day-close?at={}&day={date}", encode(branch.as_str()))
}

/// How many earlier days a page lists.
pub(super) const EARLIER_DAYS: usize = 10;

/// A branch and a day that has begun.
#[derive(Debug, Clone)]
pub(super) struct Day {
    pub(super) branch: Branch,
    pub(super) date: NaiveDate,
    pub(super) today: NaiveDate,
    /// The earlier days that are listed come before this one.
    pub(super) before: NaiveDate,
}

impl Day {
    /// Of the address. A day that cannot be read, or has not begun, is today. None where there is no branch.
    pub(super) fn of(page: &DeskPage<Receptionist>) -> Option<Self> {
        let today = page.today();
        let day = |name: &str| page.parameter(name).and_then(|text| parse_date(&text));
        let date = day("day").filter(|date| *date <= today && is_reportable_date(*date)).unwrap_or(today);
        let before = day("before").filter(|before| *before <= date && is_reportable_date(*before)).unwrap_or(date);
        Some(Self { branch: page.branch.clone()?, date, today, before })
    }

    /// Of a form, which names its branch: another one must never be changed by mistake.
    pub(super) fn of_form(page: &DeskPage<Receptionist>, form: &FormBody) -> Result<Self, HttpError> {
        let day = Self::of(page).filter(|day| form.text("branch") == day.branch.id.as_str());
        day.ok_or_else(|| HttpError::not_found("This branch"))
    }

    pub(super) fn path(&self) -> String {
        self.path_of(self.date)
    }

    pub(super) fn path_of(&self, date: NaiveDate) -> String {
        day_path(&self.branch.id, date)
    }

    pub(super) fn is_today(&self) -> bool {
        self.date == self.today
    }

    pub(super) fn previous(&self) -> Option<NaiveDate> {
        self.date.checked_sub_days(Days::new(1)).filter(|date| is_reportable_date(*date))
    }

    pub(super) fn next(&self) -> Option<NaiveDate> {
        self.date.checked_add_days(Days::new(1)).filter(|date| *date <= self.today)
    }
}

/// What is stored about a day.
#[derive(Debug)]
pub(super) struct DayRead {
    pub(super) report: DayCloseReport,
    /// With who recorded each.
    pub(super) movements: Vec<(CashMovement, String)>,
    pub(super) closed_by: String,
    /// Bookings that are neither paid nor called off, no-shows left out.
    pub(super) open_bookings: Vec<DeskBooking>,
    pub(super) earlier: Vec<ClosedDay>,
    /// The float of the last closed day.
    pub(super) usual_float_paise: Option<i64>,
}

impl DayRead {
    pub(super) async fn find(page: &DeskPage<Receptionist>, day: &Day) -> Result<Self, HttpError> {
        let (branch, date, before) = (day.branch.id.clone(), day.date, day.before);
        page.caller.read(move |conn, _| Ok(Self::read(conn, (&branch, date), before)?)).await
    }

    fn read(conn: &mut Conn<'_>, (branch, date): (&BranchId, NaiveDate), before: NaiveDate) -> Result<Self, DbError> {
        let scope = ReportScope { period: Period::of_day(date), branch: Some(branch.clone()) };
        let report = DayCloseReport::compute(conn, &scope, date)?;
        let mut names: Vec<(UserId, String)> = Vec::new();
        let mut movements = Vec::new();
        for movement in &report.cash_movements {
            let known = names.iter().find(|(user, _)| *user == movement.created_by).map(|(_, name)| name.clone());
            let name = if let Some(name) = known {
                name
            } else {
                let name = name_of(conn, &movement.created_by)?;
                names.push((movement.created_by.clone(), name.clone()));
                name
            };
            movements.push((movement.clone(), name));
        }
        let closed_by = match &report.day_close {
            Some(close) => name_of(conn, &close.closed_by)?,
            None => String::new(),
        };
        let mut open_bookings = desk_bookings::list_for_day(conn, branch, date)?;
        open_bookings.retain(|found| found.booking.status.is_open());
        let most = i64::try_from(EARLIER_DAYS + 1).unwrap_or(i64::MAX);
        let usual = closed_days::list_before(conn, branch, date, 1)?;
        Ok(Self {
            movements,
            closed_by,
            open_bookings,
            earlier: closed_days::list_before(conn, branch, before, most)?,
            usual_float_paise: usual.first().map(|day| day.close.opening_float_paise),
            report,
        })
    }
}

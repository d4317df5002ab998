//! What a manager sees first: the day so far beside other days, what waits, and how full the coming days are. Its figures are
//! those of the reports, computed by them.

use std::cmp::Reverse;

use chrono::{Days, NaiveDate};
use parlour_domain::ids::{BranchId, ServiceId};
use parlour_domain::ist::Timestamp;
use parlour_domain::report::period::Period;
use parlour_domain::staff::working_time::WorkingMinutes;
use parlour_store::bookings::desk_counts;
use parlour_store::reports::ReportScope;
use parlour_store::reports::day_activity::{self, BookingsOfDay};
use parlour_store::staff::leave;
use parlour_store::{Conn, DbError};
use serde::Serialize;
use utoipa::ToSchema;

use crate::hindi_names::{HindiNames, NamedInEnglish};
use crate::leads;
use crate::reports::{Report, SalesReport, ServicesReport};
use crate::working_time::{Roster, RosterDays};

const DAYS_OF_CHART: u64 = 28;
const NEXT_DAYS: u64 = 7;
const MAX_TOP_SERVICES: usize = 5;

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Today {
    pub date: NaiveDate,
    /// What was billed today less what was credited today.
    pub takings_paise: i64,
    /// The same of the whole day a week ago.
    pub takings_last_week_paise: i64,
    /// What is left of an invoice of today on average. Null if no sale remains.
    pub average_bill_paise: Option<i64>,
    /// The appointments of today.
    pub bookings: BookingsOfDay,
    pub waiting: WaitingToday,
    /// Seven days from today on.
    pub next_days: Vec<NextDay>,
    /// Of the last 28 days, today included, those with the highest net revenue first.
    pub top_services: Vec<TopService>,
    /// The last 28 days, today included.
    pub days: Vec<TakingsDay>,
}

/// What waits for somebody to act.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WaitingToday {
    /// Bookings of any date that are pending.
    pub requests: i64,
    /// Requests for leave that are pending.
    pub leave: i64,
    /// Of all branches: leads belong to none.
    pub stale_leads: i64,
    /// Messages to customers that failed in the last seven days. Always 0, because there are none yet.
    pub failed_messages: i64,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NextDay {
    pub date: NaiveDate,
    #[serde(flatten)]
    pub minutes: WorkingMinutes,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TopService {
    pub service_id: ServiceId,
    pub name: String,
    /// How often.
    pub count: i64,
    /// Revenue less what was credited.
    pub amount_paise: i64,
}

impl NamedInEnglish for Today {
    fn translate(&mut self, names: &HindiNames) {
        self.top_services.iter_mut().for_each(|service| names.translate_service(&mut service.name));
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TakingsDay {
    pub date: NaiveDate,
    pub takings_paise: i64,
    /// Of the day 28 days before.
    pub previous_paise: i64,
}

/// Of one branch, or of all.
pub fn today(conn: &mut Conn<'_>, branch: Option<&BranchId>, now: Timestamp) -> Result<Today, DbError> {
    conn.in_snapshot(|conn| {
        let date = now.ist_date();
        let scope = |period| ReportScope { period, branch: branch.cloned() };
        let past = scope(Period { from: date - Days::new(DAYS_OF_CHART - 1), to: date });
        let sales = SalesReport::compute(conn, &past, date)?;
        let figures_of = |day: NaiveDate| {
            let found = sales.series.iter().find(|one| one.date == day);
            found.map(|one| one.figures).unwrap_or_default()
        };
        let today = figures_of(date);
        let days = sales.series.iter().map(|day| TakingsDay {
            date: day.date,
            takings_paise: day.figures.net_amount_paise,
            previous_paise: day.previous.net_amount_paise,
        });
        Ok(Today {
            date,
            takings_paise: today.net_amount_paise,
            takings_last_week_paise: figures_of(date - Days::new(7)).net_amount_paise,
            average_bill_paise: today.average_bill_paise,
            bookings: day_activity::count_bookings_of_day(conn, &scope(Period::of_day(date)))?,
            waiting: count_waiting(conn, branch, now)?,
            next_days: list_next_days(conn, branch, date)?,
            top_services: list_top_services(conn, &past, date)?,
            days: days.collect(),
        })
    })
}

fn count_waiting(conn: &mut Conn<'_>, branch: Option<&BranchId>, now: Timestamp) -> Result<WaitingToday, DbError> {
    let requests = match branch {
        Some(branch) => desk_counts::count_requests(conn, branch)?,
        None => desk_counts::count_requests_by_branch(conn)?.into_iter().map(|(_, count)| count).sum(),
    };
    Ok(WaitingToday {
        requests,
        leave: leave::count_pending(conn, branch)?,
        stale_leads: leads::count_stale(conn, now, i64::MAX)?,
        failed_messages: 0,
    })
}

fn list_next_days(conn: &mut Conn<'_>, branch: Option<&BranchId>, date: NaiveDate) -> Result<Vec<NextDay>, DbError> {
    let week = Period { from: date, to: date + Days::new(NEXT_DAYS - 1) };
    let (roster, days) = (Roster::read(conn, branch)?, RosterDays::read(conn, branch, week)?);
    Ok(week.days().map(|date| NextDay { date, minutes: days.sum_minutes(&roster, date) }).collect())
}

fn list_top_services(conn: &mut Conn<'_>, scope: &ReportScope, date: NaiveDate) -> Result<Vec<TopService>, DbError> {
    let mut services = ServicesReport::compute(conn, scope, date)?.services;
    // A stable sort: services with the same figures stay in the order of the report.
    services.sort_by_key(|row| Reverse((row.figures.net_paise, row.figures.sold.count)));
    services.truncate(MAX_TOP_SERVICES);
    let top = services.into_iter().map(|row| TopService {
        service_id: row.service_id,
        name: row.name,
        count: row.figures.sold.count,
        amount_paise: row.figures.net_paise,
    });
    Ok(top.collect())
}

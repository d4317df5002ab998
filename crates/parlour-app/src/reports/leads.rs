//! The leads report: what became of the leads of the period.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use chrono::NaiveDate;
use parlour_domain::report::{MinuteHistogram, basis_points};
use parlour_store::reports::ReportScope;
use parlour_store::reports::lead_funnel::{self, LeadFunnel};
use parlour_store::{Conn, DbError};
use serde::Serialize;
use utoipa::ToSchema;

use super::{Cell, Covered, Report, Table};

/// Anybody can post a lead with a campaign of their own making: the largest are shown.
const MAX_ROWS: usize = 1_000;

/// From the capture of a lead to the first contact, in whole minutes.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ResponseTime {
    /// Rounded half up; null where nobody was contacted.
    pub average_minutes: Option<i64>,
    pub median_minutes: Option<i64>,
    pub within_one_hour_count: i64,
    /// Later than that, like those that follow.
    pub within_four_hours_count: i64,
    pub within_one_day_count: i64,
    pub later_count: i64,
    pub not_yet_count: i64,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CampaignRow {
    /// Null for leads without one.
    pub utm_campaign: Option<String>,
    #[serde(flatten)]
    pub funnel: LeadFunnel,
    /// Booked of all its leads, in hundredths of a per cent.
    pub conversion_basis_points: i64,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UtmRow {
    pub utm_source: Option<String>,
    pub utm_medium: Option<String>,
    pub utm_campaign: Option<String>,
    #[serde(flatten)]
    pub funnel: LeadFunnel,
}

/// Leads belong to no branch: where one is named, all leads are counted, and of the revenue what that branch had.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LeadsReport {
    #[serde(flatten)]
    pub covered: Covered,
    pub funnel: LeadFunnel,
    pub conversion_basis_points: i64,
    pub response_time: ResponseTime,
    /// Those with most leads first; at most 1,000.
    pub campaigns: Vec<CampaignRow>,
    /// Those with most revenue first; at most 1,000.
    pub sources: Vec<UtmRow>,
}

impl ResponseTime {
    fn of(waits: &MinuteHistogram, lead_count: i64) -> Self {
        const HOUR: i64 = 60;
        let [one_hour, four_hours, one_day] = [1, 4, 24].map(|hours| waits.count_below(hours * HOUR));
        Self {
            average_minutes: waits.average(),
            median_minutes: waits.median(),
            within_one_hour_count: one_hour,
            within_four_hours_count: four_hours - one_hour,
            within_one_day_count: one_day - four_hours,
            later_count: waits.count() - one_day,
            not_yet_count: lead_count - waits.count(),
        }
    }
}

impl Report for LeadsReport {
    const NAME: &'static str = "leads";
    const TABLES: &'static [&'static str] = &["campaigns", "sources", "summary"];

    fn compute(conn: &mut Conn<'_>, scope: &ReportScope, _: NaiveDate) -> Result<Self, DbError> {
        let by_utm = lead_funnel::sum_by_utm(conn, scope)?;
        let mut funnel = LeadFunnel::default();
        let mut by_campaign = BTreeMap::<Option<String>, LeadFunnel>::new();
        for ((_, _, campaign), one) in &by_utm {
            funnel += *one;
            *by_campaign.entry(campaign.clone()).or_default() += *one;
        }
        let conversion = |funnel: &LeadFunnel| basis_points(funnel.booked_count, funnel.lead_count);
        let campaign = |(utm_campaign, funnel): (Option<String>, LeadFunnel)| CampaignRow {
            utm_campaign,
            conversion_basis_points: conversion(&funnel),
            funnel,
        };
        let mut campaigns: Vec<CampaignRow> = by_campaign.into_iter().map(campaign).collect();
        campaigns.sort_by_key(|row| Reverse(row.funnel.lead_count));
        campaigns.truncate(MAX_ROWS);
        let source =
            |((utm_source, utm_medium, utm_campaign), funnel)| UtmRow { utm_source, utm_medium, utm_campaign, funnel };
        let mut sources: Vec<UtmRow> = by_utm.into_iter().map(source).collect();
        sources.sort_by_key(|row| Reverse((row.funnel.revenue_paise, row.funnel.lead_count)));
        sources.truncate(MAX_ROWS);
        let waits = lead_funnel::response_times(conn, scope.period)?;
        Ok(Self {
            covered: Covered::by(scope),
            funnel,
            conversion_basis_points: conversion(&funnel),
            response_time: ResponseTime::of(&waits, funnel.lead_count),
            campaigns,
            sources,
        })
    }

    fn tables(&self) -> Vec<Table> {
        let campaign = |one: &CampaignRow| {
            let mut row = vec![Cell::optional(one.utm_campaign.as_deref())];
            row.extend(funnel_cells(&one.funnel));
            row.push(Cell::Percent(one.conversion_basis_points));
            row
        };
        let mut campaigns: Vec<_> = self.campaigns.iter().map(campaign).collect();
        let mut total = vec![Cell::text("Total")];
        total.extend(funnel_cells(&self.funnel));
        total.push(Cell::Percent(self.conversion_basis_points));
        campaigns.push(total);
        let source = |one: &UtmRow| {
            let names = [&one.utm_source, &one.utm_medium, &one.utm_campaign];
            let mut row = Vec::from(names.map(|name| Cell::optional(name.as_deref())));
            row.extend(funnel_cells(&one.funnel));
            row
        };
        vec![
            Table { name: Self::TABLES[0], columns: &CAMPAIGN_COLUMNS, rows: campaigns },
            Table { name: Self::TABLES[1], columns: &SOURCE_COLUMNS, rows: self.sources.iter().map(source).collect() },
            Table { name: Self::TABLES[2], columns: &["Figure", "Value"], rows: self.summary() },
        ]
    }
}

impl LeadsReport {
    fn summary(&self) -> Vec<Vec<Cell>> {
        let waits = &self.response_time;
        let optional = |minutes: Option<i64>| minutes.map_or(Cell::Empty, Cell::Integer);
        [
            ("Average response (minutes)", optional(waits.average_minutes)),
            ("Median response (minutes)", optional(waits.median_minutes)),
            ("Contacted within 1 hour", Cell::Integer(waits.within_one_hour_count)),
            ("Contacted within 4 hours", Cell::Integer(waits.within_four_hours_count)),
            ("Contacted within 1 day", Cell::Integer(waits.within_one_day_count)),
            ("Contacted later", Cell::Integer(waits.later_count)),
            ("Not contacted yet", Cell::Integer(waits.not_yet_count)),
        ]
        .map(|(what, cell)| vec![Cell::text(what), cell])
        .into()
    }
}

const CAMPAIGN_COLUMNS: [&str; 9] =
    ["Campaign", "Leads", "Contacted", "Followed up", "Booked", "Won", "Lost", "Revenue (INR)", "Conversion (%)"];

const SOURCE_COLUMNS: [&str; 10] =
    ["Source", "Medium", "Campaign", "Leads", "Contacted", "Followed up", "Booked", "Won", "Lost", "Revenue (INR)"];

fn funnel_cells(funnel: &LeadFunnel) -> [Cell; 7] {
    [
        Cell::Integer(funnel.lead_count),
        Cell::Integer(funnel.contacted_count),
        Cell::Integer(funnel.followed_up_count),
        Cell::Integer(funnel.booked_count),
        Cell::Integer(funnel.won_count),
        Cell::Integer(funnel.lost_count),
        Cell::Rupees(funnel.revenue_paise),
    ]
}

//! The staff report: the work and revenue of each member of the staff.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use chrono::NaiveDate;
use parlour_domain::ids::StaffId;
use parlour_domain::report::average;
use parlour_store::reports::ReportScope;
use parlour_store::reports::invoice_lines::{self, PerformedTotals};
use parlour_store::reports::payments::{self, TipTotals};
use parlour_store::{Conn, DbError};
use serde::Serialize;
use utoipa::ToSchema;

use super::{Cell, Covered, Report, Table};

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StaffRow {
    /// Null for services that nobody is named for.
    pub staff_id: Option<StaffId>,
    pub display_name: Option<String>,
    #[serde(flatten)]
    pub performed: PerformedTotals,
    /// Revenue per visit, rounded half up.
    pub average_paise: i64,
    pub credited_paise: i64,
    /// Revenue less what was credited.
    pub net_paise: i64,
    /// Apart from the revenue. Credit notes leave them.
    #[serde(flatten)]
    pub tips: TipTotals,
}

/// Without visits: one in which two have done something is a visit of both.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StaffTotals {
    pub service_count: i64,
    pub revenue_paise: i64,
    pub credited_paise: i64,
    pub net_paise: i64,
    #[serde(flatten)]
    pub tips: TipTotals,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StaffReport {
    #[serde(flatten)]
    pub covered: Covered,
    pub totals: StaffTotals,
    /// By revenue. Those who have neither done anything nor had it credited nor got a tip are left out.
    pub staff: Vec<StaffRow>,
}

impl Report for StaffReport {
    const NAME: &'static str = "staff";
    const TABLES: &'static [&'static str] = &["staff"];

    fn compute(conn: &mut Conn<'_>, scope: &ReportScope, _: NaiveDate) -> Result<Self, DbError> {
        let performed = invoice_lines::sum_billed_by_staff(conn, scope)?;
        let credited = invoice_lines::sum_credited_by_staff(conn, scope)?;
        let tips = payments::sum_tips_by_staff(conn, scope)?;
        let tips: BTreeMap<Option<StaffId>, TipTotals> = tips.into_iter().map(|(id, tips)| (Some(id), tips)).collect();
        let names = invoice_lines::list_staff_names(conn)?;
        let ids: BTreeSet<&Option<StaffId>> = performed.keys().chain(credited.keys()).chain(tips.keys()).collect();
        let mut totals = StaffTotals::default();
        let row = |id: &Option<StaffId>| {
            let performed = performed.get(id).copied().unwrap_or_default();
            let credited = credited.get(id).copied().unwrap_or_default();
            let row = StaffRow {
                staff_id: id.clone(),
                display_name: id.as_ref().and_then(|id| names.get(id).cloned()),
                performed,
                average_paise: average(performed.revenue_paise, performed.visit_count),
                credited_paise: credited.revenue_paise,
                net_paise: performed.revenue_paise - credited.revenue_paise,
                tips: tips.get(id).copied().unwrap_or_default(),
            };
            totals.service_count += performed.service_count;
            totals.revenue_paise += performed.revenue_paise;
            totals.credited_paise += row.credited_paise;
            totals.net_paise += row.net_paise;
            totals.tips += row.tips;
            row
        };
        let mut staff: Vec<StaffRow> = ids.into_iter().map(row).collect();
        // A stable sort: staff with the same revenue stay in the order of their ids.
        staff.sort_by_key(|row| Reverse((row.performed.revenue_paise, row.performed.visit_count)));
        Ok(Self { covered: Covered::by(scope), totals, staff })
    }

    fn tables(&self) -> Vec<Table> {
        let named = |one: &StaffRow| {
            vec![
                Cell::optional(one.display_name.as_deref()),
                Cell::Integer(one.performed.visit_count),
                Cell::Integer(one.performed.service_count),
                Cell::Rupees(one.performed.revenue_paise),
                Cell::Rupees(one.average_paise),
                Cell::Rupees(one.credited_paise),
                Cell::Rupees(one.net_paise),
                Cell::Rupees(one.tips.tips_paise),
            ]
        };
        let mut rows: Vec<_> = self.staff.iter().map(named).collect();
        rows.push(vec![
            Cell::text("Total"),
            Cell::Empty,
            Cell::Integer(self.totals.service_count),
            Cell::Rupees(self.totals.revenue_paise),
            Cell::Empty,
            Cell::Rupees(self.totals.credited_paise),
            Cell::Rupees(self.totals.net_paise),
            Cell::Rupees(self.totals.tips.tips_paise),
        ]);
        vec![Table { name: Self::TABLES[0], columns: &COLUMNS, rows }]
    }
}

const COLUMNS: [&str; 8] = [
    "Member of staff",
    "Visits",
    "Services",
    "Revenue (INR)",
    "Average per visit (INR)",
    "Credited (INR)",
    "Net (INR)",
    "Tips (INR)",
];

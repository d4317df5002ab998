//! The services report: how often each service was sold, and its revenue.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use chrono::NaiveDate;
use parlour_domain::ids::ServiceId;
use parlour_domain::report::basis_points;
use parlour_domain::service::ServiceType;
use parlour_store::reports::ReportScope;
use parlour_store::reports::invoice_lines::{self, NamedService, SoldTotals};
use parlour_store::{Conn, DbError};
use serde::Serialize;
use utoipa::ToSchema;

use super::{Cell, Covered, Report, Table};

#[derive(Debug, Clone, Copy, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ServiceFigures {
    /// How often, those times included that gems or a membership's hours paid for.
    #[serde(flatten)]
    pub sold: SoldTotals,
    /// A service that was credited in two parts counts twice.
    pub credited_count: i64,
    pub credited_paise: i64,
    /// Revenue less what was credited.
    pub net_paise: i64,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ServiceRow {
    pub service_id: ServiceId,
    pub name: String,
    pub category_name: String,
    pub service_type: ServiceType,
    #[serde(flatten)]
    pub figures: ServiceFigures,
    /// Of the revenue of all services, in hundredths of a per cent.
    pub share_basis_points: i64,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ServicesReport {
    #[serde(flatten)]
    pub covered: Covered,
    pub totals: ServiceFigures,
    /// By revenue. Services that were neither done nor credited are left out.
    pub services: Vec<ServiceRow>,
}

impl ServiceFigures {
    fn of(sold: SoldTotals, credited: SoldTotals) -> Self {
        Self {
            sold,
            credited_count: credited.count,
            credited_paise: credited.revenue_paise,
            net_paise: sold.revenue_paise - credited.revenue_paise,
        }
    }
}

impl Report for ServicesReport {
    const NAME: &'static str = "services";
    const TABLES: &'static [&'static str] = &["services"];

    fn compute(conn: &mut Conn<'_>, scope: &ReportScope, _: NaiveDate) -> Result<Self, DbError> {
        let sold = invoice_lines::sum_billed_by_service(conn, scope)?;
        let credited = invoice_lines::sum_credited_by_service(conn, scope)?;
        let mut names: BTreeMap<ServiceId, NamedService> =
            invoice_lines::list_service_names(conn)?.into_iter().map(|named| (named.id.clone(), named)).collect();
        let together = |figures: &BTreeMap<ServiceId, SoldTotals>| {
            figures.values().fold(SoldTotals::default(), |mut sum, one| {
                sum += *one;
                sum
            })
        };
        let totals = ServiceFigures::of(together(&sold), together(&credited));
        let ids: BTreeSet<&ServiceId> = sold.keys().chain(credited.keys()).collect();
        let of = |figures: &BTreeMap<ServiceId, SoldTotals>, id| figures.get(id).copied().unwrap_or_default();
        let row = |id| {
            let named = names.remove(id)?;
            let figures = ServiceFigures::of(of(&sold, id), of(&credited, id));
            Some(ServiceRow {
                service_id: named.id,
                name: named.name,
                category_name: named.category_name,
                service_type: named.service_type,
                figures,
                share_basis_points: basis_points(figures.sold.revenue_paise, totals.sold.revenue_paise),
            })
        };
        let mut services: Vec<ServiceRow> = ids.into_iter().filter_map(row).collect();
        // A stable sort: services with the same revenue stay in the order of their ids.
        services.sort_by_key(|row| Reverse((row.figures.sold.revenue_paise, row.figures.sold.count)));
        Ok(Self { covered: Covered::by(scope), totals, services })
    }

    fn tables(&self) -> Vec<Table> {
        let row = |names: [Cell; 3], figures: &ServiceFigures, share: Cell| {
            let mut row = Vec::from(names);
            row.extend([
                Cell::Integer(figures.sold.count),
                Cell::Rupees(figures.sold.revenue_paise),
                share,
                Cell::Integer(figures.credited_count),
                Cell::Rupees(figures.credited_paise),
                Cell::Rupees(figures.net_paise),
            ]);
            row
        };
        let named = |one: &ServiceRow| {
            let kind = Cell::text(one.service_type.as_str());
            let names = [Cell::text(&one.name), Cell::text(&one.category_name), kind];
            row(names, &one.figures, Cell::Percent(one.share_basis_points))
        };
        let mut rows: Vec<_> = self.services.iter().map(named).collect();
        let nameless = [Cell::text("Total"), Cell::Empty, Cell::Empty];
        rows.push(row(nameless, &self.totals, Cell::Empty));
        vec![Table { name: Self::TABLES[0], columns: &COLUMNS, rows }]
    }
}

const COLUMNS: [&str; 9] = [
    "Service",
    "Category",
    "Type",
    "Count",
    "Revenue (INR)",
    "Share (%)",
    "Credited count",
    "Credited (INR)",
    "Net (INR)",
];

//! Which services were done, and what they brought.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use chrono::NaiveDate;
use parlour_domain::ids::ServiceId;
use parlour_domain::report::basis_points;
use parlour_domain::service::ServiceType;
use parlour_store::reports::Scope;
use parlour_store::reports::sold_lines::{self, NamedService, Sold};
use parlour_store::{Conn, DbError};
use serde::Serialize;
use utoipa::ToSchema;

use super::{Covered, Entry, Report, Table};

#[derive(Debug, Clone, Copy, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ServiceFigures {
    /// How often, those times included that gems or a membership's hours paid for.
    #[serde(flatten)]
    pub sold: Sold,
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
    fn of(sold: Sold, credited: Sold) -> Self {
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

    fn compute(conn: &mut Conn<'_>, scope: &Scope, _: NaiveDate) -> Result<Self, DbError> {
        let sold = sold_lines::by_service(conn, scope)?;
        let credited = sold_lines::credited_by_service(conn, scope)?;
        let mut names: BTreeMap<ServiceId, NamedService> =
            sold_lines::service_names(conn)?.into_iter().map(|named| (named.id.clone(), named)).collect();
        let together = |figures: &BTreeMap<ServiceId, Sold>| {
            figures.values().fold(Sold::default(), |mut sum, one| {
                sum += *one;
                sum
            })
        };
        let totals = ServiceFigures::of(together(&sold), together(&credited));
        let ids: BTreeSet<&ServiceId> = sold.keys().chain(credited.keys()).collect();
        let of = |figures: &BTreeMap<ServiceId, Sold>, id| figures.get(id).copied().unwrap_or_default();
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
        // Stable: those that brought the same stay in the order of their ids.
        services.sort_by_key(|row| Reverse((row.figures.sold.revenue_paise, row.figures.sold.count)));
        Ok(Self { covered: Covered::by(scope), totals, services })
    }

    fn tables(&self) -> Vec<Table> {
        let row = |names: [Entry; 3], figures: &ServiceFigures, share: Entry| {
            let mut row = Vec::from(names);
            row.extend([
                Entry::Whole(figures.sold.count),
                Entry::Rupees(figures.sold.revenue_paise),
                share,
                Entry::Whole(figures.credited_count),
                Entry::Rupees(figures.credited_paise),
                Entry::Rupees(figures.net_paise),
            ]);
            row
        };
        let named = |one: &ServiceRow| {
            let kind = Entry::text(one.service_type.as_str());
            let names = [Entry::text(&one.name), Entry::text(&one.category_name), kind];
            row(names, &one.figures, Entry::Percent(one.share_basis_points))
        };
        let mut rows: Vec<_> = self.services.iter().map(named).collect();
        let nameless = [Entry::text("Total"), Entry::Nothing, Entry::Nothing];
        rows.push(row(nameless, &self.totals, Entry::Nothing));
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

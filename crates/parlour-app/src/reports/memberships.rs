//! The memberships report: hours sold, hours used, and hours that the salon still owes.

use chrono::NaiveDate;
use parlour_domain::ids::TierId;
use parlour_store::reports::ReportScope;
use parlour_store::reports::membership_hours::{self, CreditedMemberships, OwedHours, SoldHours, UsedHours};
use parlour_store::{Conn, DbError};
use serde::Serialize;
use utoipa::ToSchema;

use super::{Cell, Covered, Report, Table};

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MembershipFigures {
    #[serde(flatten)]
    pub sold: SoldHours,
    /// Whenever they were sold.
    #[serde(flatten)]
    pub credited: CreditedMemberships,
    #[serde(flatten)]
    pub used: UsedHours,
    /// When the period is over.
    pub liability: OwedHours,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TierRow {
    pub tier_id: TierId,
    pub name: String,
    #[serde(flatten)]
    pub figures: MembershipFigures,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MembershipsReport {
    #[serde(flatten)]
    pub covered: Covered,
    pub totals: MembershipFigures,
    /// In the order of the list. Tiers of which there is nothing to say are left out.
    pub tiers: Vec<TierRow>,
}

impl MembershipFigures {
    fn add(&mut self, other: &Self) {
        self.sold += other.sold;
        self.credited += other.credited;
        self.used += other.used;
        self.liability += other.liability;
    }

    fn cells(&self) -> [Cell; 10] {
        [
            Cell::Integer(self.sold.sold_count),
            Cell::Integer(self.sold.sold_minutes),
            Cell::Rupees(self.sold.sold_paise),
            Cell::Integer(self.credited.credited_count),
            Cell::Rupees(self.credited.credited_paise),
            Cell::Integer(self.used.session_count),
            Cell::Integer(self.used.used_minutes),
            Cell::Integer(self.liability.membership_count),
            Cell::Integer(self.liability.owed_minutes),
            Cell::Rupees(self.liability.owed_paise),
        ]
    }
}

impl Report for MembershipsReport {
    const NAME: &'static str = "memberships";
    const TABLES: &'static [&'static str] = &["tiers"];

    fn compute(conn: &mut Conn<'_>, scope: &ReportScope, _: NaiveDate) -> Result<Self, DbError> {
        let sold = membership_hours::sum_sold_by_tier(conn, scope)?;
        let credited = membership_hours::sum_credited_by_tier(conn, scope)?;
        let used = membership_hours::sum_used_by_tier(conn, scope)?;
        let owed = membership_hours::sum_owed_by_tier(conn, scope)?;
        let mut totals = MembershipFigures::default();
        let row = |(tier_id, name): (TierId, String)| {
            let figures = MembershipFigures {
                sold: sold.get(&tier_id).copied().unwrap_or_default(),
                credited: credited.get(&tier_id).copied().unwrap_or_default(),
                used: used.get(&tier_id).copied().unwrap_or_default(),
                liability: owed.get(&tier_id).copied().unwrap_or_default(),
            };
            totals.add(&figures);
            TierRow { tier_id, name, figures }
        };
        let mut tiers: Vec<TierRow> = membership_hours::list_tier_names(conn)?.into_iter().map(row).collect();
        tiers.retain(|tier| tier.figures != MembershipFigures::default());
        Ok(Self { covered: Covered::by(scope), totals, tiers })
    }

    fn tables(&self) -> Vec<Table> {
        let row = |name: &str, figures: &MembershipFigures| {
            let mut row = vec![Cell::text(name)];
            row.extend(figures.cells());
            row
        };
        let mut rows: Vec<_> = self.tiers.iter().map(|tier| row(&tier.name, &tier.figures)).collect();
        rows.push(row("Total", &self.totals));
        vec![Table { name: Self::TABLES[0], columns: &COLUMNS, rows }]
    }
}

const COLUMNS: [&str; 11] = [
    "Tier",
    "Sold",
    "Sold (minutes)",
    "Sold (INR)",
    "Credited",
    "Credited (INR)",
    "Sessions",
    "Used (minutes)",
    "Active at the end",
    "Liability (minutes)",
    "Liability (INR)",
];

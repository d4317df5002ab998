//! The reports: computed in one snapshot of the database, as JSON and as tables for spreadsheets.

mod csv_file;
mod customers;
pub mod daily_summary;
mod day_close;
mod gst;
mod leads;
mod memberships;
pub mod period_summary;
mod sales;
mod services;
mod staff;
mod table;
mod utilisation;
mod workbook;

use chrono::NaiveDate;
use parlour_domain::ids::BranchId;
use parlour_store::reports::ReportScope;
use parlour_store::{Conn, DbError};
use serde::Serialize;
use utoipa::ToSchema;

pub use csv_file::write_csv;
pub use customers::{CustomerMonth, CustomersReport};
pub use day_close::{CashFlow, DayCloseReport, MethodRow, MethodTakings, Takings};
pub use gst::{DocumentSeries, GstAmounts, GstReport, GstRow};
pub use leads::{CampaignRow, LeadsReport, UtmRow};
pub use memberships::{MembershipFigures, MembershipsReport, TierRow};
pub use sales::{SalesDay, SalesFigures, SalesReport, average_bill};
pub use services::{ServiceFigures, ServiceRow, ServicesReport};
pub use staff::StaffReport;
pub use table::{Cell, Table};
pub use utilisation::UtilisationReport;
pub use workbook::{WorkbookError, write_workbook};

pub trait Report: Serialize + Sized + Send + 'static {
    /// The name of the file.
    const NAME: &'static str;
    /// The names of its tables. A CSV file contains the first one, unless another is requested.
    const TABLES: &'static [&'static str];

    fn compute(conn: &mut Conn<'_>, scope: &ReportScope, today: NaiveDate) -> Result<Self, DbError>;

    /// The tables, in the order of `TABLES`.
    fn tables(&self) -> Vec<Table>;
}

/// What a report covers.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Covered {
    pub from: NaiveDate,
    /// Included.
    pub to: NaiveDate,
    /// Null for all branches.
    pub branch_id: Option<BranchId>,
}

impl Covered {
    fn by(scope: &ReportScope) -> Self {
        Self { from: scope.period.from, to: scope.period.to, branch_id: scope.branch.clone() }
    }
}

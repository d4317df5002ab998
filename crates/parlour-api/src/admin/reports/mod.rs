//! Reports: for people who look, for programs that add up, for accountants with spreadsheets.

mod response;

use axum::extract::State;
use http::Uri;
use parlour_app::reports::{
    CustomersReport, DayCloseReport, GstReport, LeadsReport, MembershipsReport, SalesReport, ServicesReport,
    StaffReport,
};
use parlour_http::respond::{Envelope, HttpResult};
use parlour_http::sessions::Manager;
use parlour_http::state::HttpState;
use utoipa::{IntoParams, ToSchema};

use response::{ReportRequest, report_response};

#[derive(IntoParams)]
#[into_params(parameter_in = Query, names("from", "to", "branchId", "format", "table"))]
#[expect(dead_code, reason = "what `Asked` reads field by field")]
struct ReportParams(
    /// The first IST day, from 2000 to 2999; without one, the first of the month of `to`
    Option<chrono::NaiveDate>,
    /// The last IST day, at most 3,660 days on; without one, today
    Option<chrono::NaiveDate>,
    /// One branch; without it, all
    Option<String>,
    /// `json` without one
    #[param(inline)]
    Option<parlour_domain::report::ReportFormat>,
    /// Which table a CSV file holds; without it, the first. An XLSX file has a sheet for each
    Option<String>,
);

macro_rules! data {
    ($($name:ident: $report:ty;)*) => {$(
        #[derive(ToSchema)]
        #[expect(dead_code, reason = "the schema of what is written by `answer`")]
        pub(crate) struct $name {
            report: $report,
        }
    )*};
}
data! {
    SalesData: SalesReport;
    ServicesData: ServicesReport;
    StaffData: StaffReport;
    CustomersData: CustomersReport;
    LeadsData: LeadsReport;
    MembershipsData: MembershipsReport;
    GstData: GstReport;
    DayCloseData: DayCloseReport;
}

/// Sales, day by day
///
/// Beside each day the one that has its place in the previous period, which is as long and ends the day before. What
/// was credited counts on the day of the credit note. Table: `days`.
#[utoipa::path(
    get, path = "/api/reports/sales", tag = "Reports", security(("session" = ["manager"])), params(ReportParams),
    responses((status = 200, content(
        (Envelope<SalesData> = "application/json"), (String = "text/csv"),
        (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    ))),
)]
pub(crate) async fn sales(State(state): State<HttpState>, _asker: Manager, uri: Uri) -> HttpResult {
    report_response::<SalesReport>(&state, ReportRequest::period(&state, &uri)).await
}

/// Services by revenue
///
/// How often each was done, what it brought, and its share of all that services brought. Table: `services`.
#[utoipa::path(
    get, path = "/api/reports/services", tag = "Reports", security(("session" = ["manager"])), params(ReportParams),
    responses((status = 200, content(
        (Envelope<ServicesData> = "application/json"), (String = "text/csv"),
        (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    ))),
)]
pub(crate) async fn services(State(state): State<HttpState>, _asker: Manager, uri: Uri) -> HttpResult {
    report_response::<ServicesReport>(&state, ReportRequest::period(&state, &uri)).await
}

/// Visits and revenue by member of staff
///
/// Table: `staff`.
#[utoipa::path(
    get, path = "/api/reports/staff", tag = "Reports", security(("session" = ["manager"])), params(ReportParams),
    responses((status = 200, content(
        (Envelope<StaffData> = "application/json"), (String = "text/csv"),
        (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    ))),
)]
pub(crate) async fn staff(State(state): State<HttpState>, _asker: Manager, uri: Uri) -> HttpResult {
    report_response::<StaffReport>(&state, ReportRequest::period(&state, &uri)).await
}

/// New, returning and lapsed customers, and retention by month
///
/// A visit counts on the day of its invoice. Tables: `months`, `summary`.
#[utoipa::path(
    get, path = "/api/reports/customers", tag = "Reports", security(("session" = ["manager"])), params(ReportParams),
    responses((status = 200, content(
        (Envelope<CustomersData> = "application/json"), (String = "text/csv"),
        (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    ))),
)]
pub(crate) async fn customers(State(state): State<HttpState>, _asker: Manager, uri: Uri) -> HttpResult {
    report_response::<CustomersReport>(&state, ReportRequest::period(&state, &uri)).await
}

/// What became of the period's leads
///
/// The stages that they have reached so far, by campaign and by where they came from, and how soon they were
/// contacted. Tables: `campaigns`, `sources`, `summary`.
#[utoipa::path(
    get, path = "/api/reports/leads", tag = "Reports", security(("session" = ["manager"])), params(ReportParams),
    responses((status = 200, content(
        (Envelope<LeadsData> = "application/json"), (String = "text/csv"),
        (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    ))),
)]
pub(crate) async fn leads(State(state): State<HttpState>, _asker: Manager, uri: Uri) -> HttpResult {
    report_response::<LeadsReport>(&state, ReportRequest::period(&state, &uri)).await
}

/// Memberships sold and used, and what is still owed
///
/// What is owed is told as it stands when the last day is over. Table: `tiers`.
#[utoipa::path(
    get, path = "/api/reports/memberships", tag = "Reports", security(("session" = ["manager"])),
    params(ReportParams),
    responses((status = 200, content(
        (Envelope<MembershipsData> = "application/json"), (String = "text/csv"),
        (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    ))),
)]
pub(crate) async fn memberships(State(state): State<HttpState>, _asker: Manager, uri: Uri) -> HttpResult {
    report_response::<MembershipsReport>(&state, ReportRequest::period(&state, &uri)).await
}

/// GST by code and rate
///
/// Credit notes stand apart. Table: `rates`.
#[utoipa::path(
    get, path = "/api/reports/gst", tag = "Reports", security(("session" = ["manager"])), params(ReportParams),
    responses((status = 200, content(
        (Envelope<GstData> = "application/json"), (String = "text/csv"),
        (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    ))),
)]
pub(crate) async fn gst(State(state): State<HttpState>, _asker: Manager, uri: Uri) -> HttpResult {
    report_response::<GstReport>(&state, ReportRequest::period(&state, &uri)).await
}

/// Takings by payment method against the day's invoices
///
/// Today, unless `date` says otherwise, or `from` and `to` do. Tables: `methods`, `summary`.
#[utoipa::path(
    get, path = "/api/reports/day-close", tag = "Reports", security(("session" = ["manager"])),
    params(ReportParams, ("date" = Option<chrono::NaiveDate>, Query, description = "One day, in place of `from` and `to`")),
    responses((status = 200, content(
        (Envelope<DayCloseData> = "application/json"), (String = "text/csv"),
        (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    ))),
)]
pub(crate) async fn day_close(State(state): State<HttpState>, _asker: Manager, uri: Uri) -> HttpResult {
    report_response::<DayCloseReport>(&state, ReportRequest::day(&state, &uri)).await
}

//! Reports as JSON, CSV or XLSX.

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

use response::{DayCloseQuery, ReportData, ReportQuery, ReportRequest, report_response};

/// Sales, day by day
///
/// Each day is shown beside the corresponding day of the previous period, which has the same length and ends the day
/// before. Credited amounts count on the day of the credit note. Table: `days`.
#[utoipa::path(
    get, path = "/api/reports/sales", tag = "Reports", security(("session" = ["manager"])), params(ReportQuery),
    responses((status = 200, content(
        (Envelope<ReportData<SalesReport>> = "application/json"), (String = "text/csv"),
        (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    ))),
)]
pub(crate) async fn sales(State(state): State<HttpState>, _: Manager, uri: Uri) -> HttpResult {
    report_response::<SalesReport>(&state, ReportRequest::period(&state, &uri)).await
}

/// Services by revenue
///
/// How often each service was done, its revenue and its share of the revenue of all services. Table: `services`.
#[utoipa::path(
    get, path = "/api/reports/services", tag = "Reports", security(("session" = ["manager"])), params(ReportQuery),
    responses((status = 200, content(
        (Envelope<ReportData<ServicesReport>> = "application/json"), (String = "text/csv"),
        (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    ))),
)]
pub(crate) async fn services(State(state): State<HttpState>, _: Manager, uri: Uri) -> HttpResult {
    report_response::<ServicesReport>(&state, ReportRequest::period(&state, &uri)).await
}

/// Bookings and revenue by staff member
///
/// Table: `staff`.
#[utoipa::path(
    get, path = "/api/reports/staff", tag = "Reports", security(("session" = ["manager"])), params(ReportQuery),
    responses((status = 200, content(
        (Envelope<ReportData<StaffReport>> = "application/json"), (String = "text/csv"),
        (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    ))),
)]
pub(crate) async fn staff(State(state): State<HttpState>, _: Manager, uri: Uri) -> HttpResult {
    report_response::<StaffReport>(&state, ReportRequest::period(&state, &uri)).await
}

/// New, returning and lapsed customers, and retention by month
///
/// A booking counts on the day of its invoice. Tables: `months`, `summary`.
#[utoipa::path(
    get, path = "/api/reports/customers", tag = "Reports", security(("session" = ["manager"])), params(ReportQuery),
    responses((status = 200, content(
        (Envelope<ReportData<CustomersReport>> = "application/json"), (String = "text/csv"),
        (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    ))),
)]
pub(crate) async fn customers(State(state): State<HttpState>, _: Manager, uri: Uri) -> HttpResult {
    report_response::<CustomersReport>(&state, ReportRequest::period(&state, &uri)).await
}

/// Results of the period's leads
///
/// The stages that leads have reached so far, by campaign and by source, and how soon they were contacted. Tables:
/// `campaigns`, `sources`, `summary`.
#[utoipa::path(
    get, path = "/api/reports/leads", tag = "Reports", security(("session" = ["manager"])), params(ReportQuery),
    responses((status = 200, content(
        (Envelope<ReportData<LeadsReport>> = "application/json"), (String = "text/csv"),
        (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    ))),
)]
pub(crate) async fn leads(State(state): State<HttpState>, _: Manager, uri: Uri) -> HttpResult {
    report_response::<LeadsReport>(&state, ReportRequest::period(&state, &uri)).await
}

/// Memberships sold and used, and hours still owed
///
/// What is owed is calculated for the end of the last day. Table: `tiers`.
#[utoipa::path(
    get, path = "/api/reports/memberships", tag = "Reports", security(("session" = ["manager"])),
    params(ReportQuery),
    responses((status = 200, content(
        (Envelope<ReportData<MembershipsReport>> = "application/json"), (String = "text/csv"),
        (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    ))),
)]
pub(crate) async fn memberships(State(state): State<HttpState>, _: Manager, uri: Uri) -> HttpResult {
    report_response::<MembershipsReport>(&state, ReportRequest::period(&state, &uri)).await
}

/// GST by code and rate
///
/// Credit notes are listed separately. Table: `rates`.
#[utoipa::path(
    get, path = "/api/reports/gst", tag = "Reports", security(("session" = ["manager"])), params(ReportQuery),
    responses((status = 200, content(
        (Envelope<ReportData<GstReport>> = "application/json"), (String = "text/csv"),
        (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    ))),
)]
pub(crate) async fn gst(State(state): State<HttpState>, _: Manager, uri: Uri) -> HttpResult {
    report_response::<GstReport>(&state, ReportRequest::period(&state, &uri)).await
}

/// Payments by method, compared with the day's invoices
///
/// Today, unless `date`, or `from` and `to`, name other days. Tables: `methods`, `summary`.
#[utoipa::path(
    get, path = "/api/reports/day-close", tag = "Reports", security(("session" = ["manager"])),
    params(DayCloseQuery),
    responses((status = 200, content(
        (Envelope<ReportData<DayCloseReport>> = "application/json"), (String = "text/csv"),
        (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    ))),
)]
pub(crate) async fn day_close(State(state): State<HttpState>, _: Manager, uri: Uri) -> HttpResult {
    report_response::<DayCloseReport>(&state, ReportRequest::day(&state, &uri)).await
}

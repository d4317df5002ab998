//! Reports as JSON, CSV or XLSX.

pub(super) mod response;
pub(super) mod today;

use http::Uri;
use parlour_app::reports::{
    CustomersReport, DayCloseReport, GstReport, LeadsReport, MembershipsReport, SalesReport, ServicesReport,
    StaffReport, UtilisationReport,
};

use crate::prelude::*;
use response::{
    DayCloseQuery, DeskDayQuery, ReportData, ReportQuery, ReportRequest, desk_day_response, report_response,
};

/// Sales, day by day
///
/// Each day is shown beside the corresponding day of the previous period, which has the same length and ends the day
/// before. Credited amounts count on the day of the credit note. Table: `days`.
#[utoipa::path(
    get, path = "/api/reports/sales", tag = "Reports", security(("session" = ["manager"])), params(ReportQuery),
    responses((status = 200, body = Envelope<ReportData<SalesReport>>)),
)]
pub(crate) async fn sales(caller: Manager, uri: Uri) -> HttpResult {
    report_response::<SalesReport>(&caller.state, ReportRequest::period(&caller.state, &uri)).await
}

/// Services by revenue
///
/// How often each service was done, its revenue and its share of the revenue of all services. Table: `services`.
#[utoipa::path(
    get, path = "/api/reports/services", tag = "Reports", security(("session" = ["manager"])), params(ReportQuery),
    responses((status = 200, body = Envelope<ReportData<ServicesReport>>)),
)]
pub(crate) async fn services(caller: Manager, uri: Uri) -> HttpResult {
    report_response::<ServicesReport>(&caller.state, ReportRequest::period(&caller.state, &uri)).await
}

/// Bookings, revenue and tips by staff member
///
/// Table: `staff`.
#[utoipa::path(
    get, path = "/api/reports/staff", tag = "Reports", security(("session" = ["manager"])), params(ReportQuery),
    responses((status = 200, body = Envelope<ReportData<StaffReport>>)),
)]
pub(crate) async fn staff(caller: Manager, uri: Uri) -> HttpResult {
    report_response::<StaffReport>(&caller.state, ReportRequest::period(&caller.state, &uri)).await
}

/// How much of their working time staff are booked
///
/// Shifts less breaks, approved leave, holidays and blocks, and what is booked inside them by confirmed and completed
/// bookings and by those in progress, without the time for tidying up. What overlaps counts once. The weekly shifts of
/// today count for every day. Table: `staff`.
#[utoipa::path(
    get, path = "/api/reports/utilisation", tag = "Reports", security(("session" = ["manager"])),
    params(ReportQuery),
    responses((status = 200, body = Envelope<ReportData<UtilisationReport>>)),
)]
pub(crate) async fn utilisation(caller: Manager, uri: Uri) -> HttpResult {
    report_response::<UtilisationReport>(&caller.state, ReportRequest::period(&caller.state, &uri)).await
}

/// New, returning and lapsed customers, and retention by month
///
/// A booking counts on the day of its invoice. Tables: `months`, `summary`.
#[utoipa::path(
    get, path = "/api/reports/customers", tag = "Reports", security(("session" = ["manager"])), params(ReportQuery),
    responses((status = 200, body = Envelope<ReportData<CustomersReport>>)),
)]
pub(crate) async fn customers(caller: Manager, uri: Uri) -> HttpResult {
    report_response::<CustomersReport>(&caller.state, ReportRequest::period(&caller.state, &uri)).await
}

/// Results of the period's leads
///
/// The stages that leads have reached so far, by campaign and by source, and how soon they were contacted. Tables:
/// `campaigns`, `sources`, `summary`.
#[utoipa::path(
    get, path = "/api/reports/leads", tag = "Reports", security(("session" = ["manager"])), params(ReportQuery),
    responses((status = 200, body = Envelope<ReportData<LeadsReport>>)),
)]
pub(crate) async fn leads(caller: Manager, uri: Uri) -> HttpResult {
    report_response::<LeadsReport>(&caller.state, ReportRequest::period(&caller.state, &uri)).await
}

/// Memberships sold and used, and hours still owed
///
/// What is owed is calculated for the end of the last day. Table: `tiers`.
#[utoipa::path(
    get, path = "/api/reports/memberships", tag = "Reports", security(("session" = ["manager"])),
    params(ReportQuery),
    responses((status = 200, body = Envelope<ReportData<MembershipsReport>>)),
)]
pub(crate) async fn memberships(caller: Manager, uri: Uri) -> HttpResult {
    report_response::<MembershipsReport>(&caller.state, ReportRequest::period(&caller.state, &uri)).await
}

/// GST by code and rate
///
/// What was credited is shown separately. `b2b` lists each invoice and credit note for a customer with a GSTIN: the
/// place of supply is the branch, so that they bear CGST and SGST wherever the customer is registered. `documents` has
/// the first and last number of each series. Tables: `rates`, `b2b`, `documents`.
#[utoipa::path(
    get, path = "/api/reports/gst", tag = "Reports", security(("session" = ["manager"])), params(ReportQuery),
    responses((status = 200, body = Envelope<ReportData<GstReport>>)),
)]
pub(crate) async fn gst(caller: Manager, uri: Uri) -> HttpResult {
    report_response::<GstReport>(&caller.state, ReportRequest::period(&caller.state, &uri)).await
}

/// Payments by method, compared with the day's invoices
///
/// Tips are shown apart. Also shows closed days and cash movements. Today, unless `date`, or `from` and `to`, name other
/// days. Tables: `methods`, `summary`, `movements`, `closes`.
#[utoipa::path(
    get, path = "/api/reports/day-close", tag = "Reports", security(("session" = ["manager"])),
    params(DayCloseQuery),
    responses((status = 200, body = Envelope<ReportData<DayCloseReport>>)),
)]
pub(crate) async fn day_close(caller: Manager, uri: Uri) -> HttpResult {
    report_response::<DayCloseReport>(&caller.state, ReportRequest::day(&caller.state, &uri)).await
}

/// The money of a day at the desk
///
/// As the day close report, for one day: today by default.
#[utoipa::path(
    get, path = "/api/desk/day-close", tag = "Desk", security(("session" = ["receptionist"])),
    params(DeskDayQuery),
    responses((status = 200, body = Envelope<ReportData<DayCloseReport>>)),
)]
pub(crate) async fn desk_day_close(caller: Receptionist, uri: Uri) -> HttpResult {
    desk_day_response::<DayCloseReport>(&caller.state, &uri).await
}

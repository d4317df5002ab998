//! The reports of managers: figures, a chart, and tables with every row that they come from.

mod asked;
mod closed_days;
mod comparison;
mod content;
mod customers;
mod day_close;
mod gst;
mod leads;
mod memberships;
mod page;
mod read_request;
mod sales;
mod services;
mod staff;
mod table;
mod utilisation;

use axum::Router;
use customers::CustomersView;
use day_close::DayCloseView;
use gst::GstView;
use leads::LeadsView;
use memberships::MembershipsView;
use page::show;
use parlour_http::respond::HttpResult;
use parlour_http::routing::get;
use parlour_http::sessions::Manager;
use parlour_http::state::HttpState;
use parlour_web::page::see_other;
use parlour_web_admin::desk::DeskPage;
use sales::SalesView;
use services::ServicesView;
use staff::StaffView;
use utilisation::UtilisationView;

pub(crate) use asked::{Choice, branch_choices, branch_of};
pub(crate) use closed_days::ClosedDays;
pub(crate) use content::{Figure, ShareRow};

pub(super) fn routes() -> Router<HttpState> {
    Router::new()
        .route("/reports", get(first_report))
        .route("/reports/sales", get(show::<SalesView>))
        .route("/reports/services", get(show::<ServicesView>))
        .route("/reports/staff", get(show::<StaffView>))
        .route("/reports/customers", get(show::<CustomersView>))
        .route("/reports/leads", get(show::<LeadsView>))
        .route("/reports/memberships", get(show::<MembershipsView>))
        .route("/reports/gst", get(show::<GstView>))
        .route("/reports/day-close", get(show::<DayCloseView>))
        .route("/reports/utilisation", get(show::<UtilisationView>))
}

async fn first_report(_: DeskPage<Manager>) -> HttpResult {
    Ok(see_other("/reports/sales", None))
}

//! The admin app, whole.

mod booking_changes;
mod bookings;
mod checkout;
mod customer_records;
mod customers;
mod desk;
mod leads;
mod memberships;
mod metrics;
mod offers;
mod tags;

use tower_http::compression::CompressionLayer;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::both::{auth, health};
use crate::web::Web;

pub(crate) use metrics::METRICS_TYPE;

pub(crate) fn routes() -> OpenApiRouter<Web> {
    OpenApiRouter::new()
        .routes(routes!(health::health))
        .routes(routes!(auth::start))
        .routes(routes!(auth::callback))
        .routes(routes!(auth::session))
        .routes(routes!(auth::sign_out))
        .routes(routes!(auth::sign_out_everywhere))
        .routes(routes!(memberships::tiers_on_sale))
        .routes(routes!(memberships::list, memberships::create))
        .routes(routes!(memberships::show))
        .routes(routes!(memberships::record_session))
        .routes(routes!(memberships::cancel))
        .routes(routes!(customers::list, customers::create))
        .routes(routes!(customers::show, customers::overrule))
        .routes(routes!(customers::merge))
        .routes(routes!(customer_records::notes, customer_records::write_note))
        .routes(routes!(customer_records::bookings))
        .routes(routes!(customer_records::invoices))
        .routes(routes!(customer_records::gems, customers::give_gems))
        .routes(routes!(tags::assign))
        .routes(routes!(tags::remove))
        .routes(routes!(tags::list, tags::create))
        .routes(routes!(leads::list, leads::create))
        .routes(routes!(leads::show, leads::advance))
        .routes(routes!(leads::assign))
        .routes(routes!(leads::note))
        .routes(routes!(offers::list, offers::create))
        .routes(routes!(offers::show, offers::change))
        .routes(routes!(metrics::show))
        .routes(routes!(bookings::list, bookings::create))
        .routes(routes!(bookings::show, booking_changes::decide))
        .routes(routes!(booking_changes::start))
        .routes(routes!(booking_changes::noshow))
        .routes(routes!(booking_changes::cancel))
        .routes(routes!(booking_changes::reschedule))
        .routes(routes!(booking_changes::services))
        .routes(routes!(checkout::complete_booking))
        .routes(routes!(desk::staff))
        .routes(routes!(desk::branches))
        .routes(routes!(desk::services))
        .routes(routes!(desk::board))
        .layer(CompressionLayer::new())
}

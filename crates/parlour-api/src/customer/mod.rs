//! The routes of the customer app.

mod availability;
mod bookings;
mod branches;
mod gems;
mod invoices;
mod leads;
mod membership;
mod offers;
mod onboarding;
mod profile;
mod services;
mod time_offers;
pub(crate) mod unsubscribe;

use crate::routes::{Descriptions, Routes, routes};
use crate::shared::{auth, calendar, files, health, media, notifications, push, realtime, sessions};

pub(crate) fn routes(descriptions: Descriptions, lead_origins: &[String]) -> Routes {
    // These responses are compressed once and cached.
    let from_memory = Routes::new(descriptions)
        .routes(routes!(services::list))
        .routes(routes!(availability::show_day))
        .routes(routes!(offers::current))
        .routes(routes!(branches::operational));
    let public = Routes::new(descriptions)
        .routes(routes!(services::by_slug))
        .routes(leads::create_route(lead_origins))
        .routes(routes!(calendar::feed))
        .routes(routes!(unsubscribe::confirm, unsubscribe::unsubscribe))
        .routes(routes!(health::health));
    let signed_in = Routes::new(descriptions)
        .routes(routes!(auth::start_sign_in))
        .routes(routes!(auth::sign_in_callback))
        .routes(routes!(auth::session))
        .routes(routes!(auth::sign_out))
        .routes(routes!(auth::sign_out_everywhere))
        .routes(routes!(sessions::list))
        .routes(routes!(sessions::end))
        .routes(routes!(onboarding::complete))
        .routes(routes!(bookings::list, bookings::create))
        .routes(routes!(bookings::show))
        .routes(routes!(bookings::cancel))
        .routes(routes!(calendar::booking_file))
        .routes(routes!(bookings::reschedule))
        .routes(routes!(time_offers::accept))
        .routes(routes!(time_offers::decline))
        .routes(routes!(profile::show, profile::change))
        .routes(routes!(profile::export))
        .routes(routes!(
            calendar::show_customer_calendar,
            calendar::create_customer_calendar,
            calendar::delete_customer_calendar
        ))
        .routes(routes!(notifications::list, notifications::mark_read))
        .routes(routes!(push::subscribe, push::unsubscribe))
        .routes(routes!(push::show_key))
        .routes(routes!(realtime::token))
        .routes(routes!(gems::show))
        .routes(routes!(membership::show))
        .routes(routes!(invoices::list))
        .routes(routes!(invoices::pdf))
        .routes(routes!(invoices::newest_credit_note_pdf))
        .routes(routes!(invoices::credit_note_pdf))
        .routes(routes!(profile::erase));
    let pages = from_memory.merge(public.merge(signed_in).compressed());
    // PDF files and pictures are compressed already.
    pages.routes(routes!(files::download)).routes(routes!(media::show))
}

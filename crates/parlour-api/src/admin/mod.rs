//! The routes of the admin app.

mod billing;
mod blocks;
mod booking_changes;
mod bookings;
mod branches;
mod checkout;
mod credit_notes;
mod customer_contact;
mod customer_records;
mod customers;
mod day_close;
mod desk;
mod desk_search;
mod free_times;
mod holidays;
mod integrations;
mod leads;
mod leave;
mod logs;
mod me;
mod memberships;
mod metrics;
mod offers;
mod payable_pdf;
mod payments;
mod pictures;
mod reports;
mod schedule;
mod service_categories;
mod services;
mod staff;
mod tags;
mod tier_changes;
mod users;
mod visits;

use utoipa_axum::routes;

use crate::routes::{Descriptions, Routes};
use crate::shared::{auth, calendar, files, health, media, notifications, push, realtime, sessions};

pub use metrics::metrics_response;

pub(crate) fn routes(descriptions: Descriptions) -> Routes {
    Routes::new(descriptions)
        .routes(routes!(health::health))
        .routes(routes!(auth::start_sign_in))
        .routes(routes!(auth::sign_in_callback))
        .routes(routes!(auth::session))
        .routes(routes!(auth::sign_out))
        .routes(routes!(auth::sign_out_everywhere))
        .routes(routes!(sessions::list))
        .routes(routes!(sessions::end))
        .routes(routes!(metrics::show))
        .routes(routes!(schedule::board))
        .routes(routes!(schedule::week, schedule::set_week))
        .routes(routes!(leave::list))
        .routes(routes!(leave::decide))
        .routes(routes!(holidays::list, holidays::add))
        .routes(routes!(holidays::remove))
        .routes(routes!(me::schedule))
        .routes(routes!(me::leave, me::request_leave))
        .routes(routes!(me::withdraw_leave))
        .routes(routes!(
            calendar::show_staff_calendar,
            calendar::create_staff_calendar,
            calendar::delete_staff_calendar
        ))
        .routes(routes!(calendar::feed))
        .routes(routes!(notifications::list, notifications::mark_read))
        .routes(routes!(push::subscribe, push::unsubscribe))
        .routes(routes!(push::show_key))
        .routes(routes!(realtime::token))
        .routes(routes!(logs::list))
        .routes(routes!(integrations::list))
        .routes(routes!(integrations::test))
        .routes(routes!(integrations::retry))
        .routes(routes!(crate::jobs::run))
        .routes(routes!(desk::staff))
        .routes(routes!(desk::branches))
        .routes(routes!(desk::services))
        .routes(routes!(desk::board))
        .routes(routes!(blocks::list, blocks::add))
        .routes(routes!(blocks::remove))
        .routes(routes!(free_times::staff))
        .routes(routes!(free_times::days))
        .routes(routes!(desk::offers))
        .routes(routes!(desk_search::search))
        .merge(people(descriptions))
        .merge(management(descriptions))
        .merge(bookings_and_bills(descriptions))
        .merge(reports_and_day_close(descriptions))
        .compressed()
        // PDF files and pictures are compressed already.
        .routes(routes!(files::download))
        .routes(routes!(media::show))
}

/// Customers, their memberships and leads.
fn people(descriptions: Descriptions) -> Routes {
    Routes::new(descriptions)
        .routes(routes!(memberships::tiers_on_sale, tier_changes::create))
        .routes(routes!(tier_changes::change))
        .routes(routes!(memberships::list, memberships::create))
        .routes(routes!(memberships::show))
        .routes(routes!(memberships::record_session))
        .routes(routes!(memberships::reverse_session))
        .routes(routes!(memberships::cancel))
        .routes(routes!(customers::list, customers::create))
        .routes(routes!(customers::show, customers::set_noshow_record))
        .routes(routes!(customers::merge))
        .routes(routes!(customer_contact::change))
        .routes(routes!(customer_contact::erase))
        .routes(routes!(customer_records::notes, customer_records::write_note))
        .routes(routes!(customer_records::bookings))
        .routes(routes!(customer_records::invoices))
        .routes(routes!(customer_records::gems, customers::adjust_gems))
        .routes(routes!(tags::assign))
        .routes(routes!(tags::remove))
        .routes(routes!(tags::list, tags::create))
        .routes(routes!(leads::list, leads::create))
        .routes(routes!(leads::show, leads::change_status))
        .routes(routes!(leads::assign))
        .routes(routes!(leads::add_note))
}

/// What the salon offers, its branches and its team.
fn management(descriptions: Descriptions) -> Routes {
    Routes::new(descriptions)
        .routes(routes!(offers::list, offers::create))
        .routes(routes!(offers::show, offers::change))
        .routes(routes!(services::list, services::create))
        .routes(routes!(services::change))
        .routes(routes!(pictures::set_service_image, pictures::delete_service_image))
        .routes(routes!(service_categories::create))
        .routes(routes!(service_categories::change))
        .routes(routes!(staff::list, staff::create))
        .routes(routes!(staff::change))
        .routes(routes!(pictures::set_staff_image, pictures::delete_staff_image))
        .routes(routes!(branches::list, branches::create))
        .routes(routes!(branches::change))
        .routes(routes!(pictures::set_branch_logo, pictures::delete_branch_logo))
        .routes(routes!(users::list, users::invite))
        .routes(routes!(users::change_role, users::withdraw_invitation))
        .routes(routes!(users::sign_out))
}

/// Bookings and their bills.
fn bookings_and_bills(descriptions: Descriptions) -> Routes {
    Routes::new(descriptions)
        .routes(routes!(bookings::list, bookings::create))
        .routes(routes!(bookings::show, booking_changes::act_on_booking))
        .routes(routes!(booking_changes::start))
        .routes(routes!(booking_changes::mark_noshow))
        .routes(routes!(booking_changes::cancel))
        .routes(routes!(booking_changes::reschedule))
        .routes(routes!(booking_changes::replace_services))
        .routes(routes!(visits::arrive))
        .routes(routes!(visits::undo))
        .routes(routes!(visits::place))
        .routes(routes!(visits::offer_time))
        .routes(routes!(visits::replace_lines))
        .routes(routes!(checkout::complete_booking))
        .routes(routes!(checkout::quote_booking))
        .routes(routes!(booking_changes::reopen))
        .routes(routes!(billing::list))
        .routes(routes!(billing::show))
        .routes(routes!(billing::pdf))
        .routes(routes!(billing::send))
        .routes(routes!(billing::correct_payments))
        .routes(routes!(credit_notes::credit))
        .routes(routes!(credit_notes::newest_pdf))
        .routes(routes!(credit_notes::pdf))
}

/// Reports and the day close.
fn reports_and_day_close(descriptions: Descriptions) -> Routes {
    Routes::new(descriptions)
        .routes(routes!(reports::sales))
        .routes(routes!(reports::services))
        .routes(routes!(reports::staff))
        .routes(routes!(reports::customers))
        .routes(routes!(reports::leads))
        .routes(routes!(reports::memberships))
        .routes(routes!(reports::gst))
        .routes(routes!(reports::day_close))
        .routes(routes!(reports::desk_day_close))
        .routes(routes!(day_close::close))
        .routes(routes!(day_close::reopen))
        .routes(routes!(day_close::record_movement))
}

//! The routes of the admin app.

mod billing;
mod bookings;
mod branches;
mod customers;
mod desk;
mod exports;
mod holidays;
mod imports;
mod integrations;
mod leads;
mod logs;
mod memberships;
mod metrics;
mod offers;
mod pictures;
mod reports;
mod salon;
mod services;
mod setup;
mod staff;
mod users;

use crate::routes::{Descriptions, Routes, routes};
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
        .routes(routes!(staff::schedule::board))
        .routes(routes!(staff::schedule::branch_week))
        .routes(routes!(staff::schedule::week, staff::schedule::set_week))
        .routes(routes!(staff::schedule::copy_week))
        .routes(routes!(staff::leave::list))
        .routes(routes!(staff::leave::decide))
        .routes(routes!(holidays::list, holidays::add))
        .routes(routes!(holidays::remove))
        .routes(routes!(staff::me::change))
        .routes(routes!(staff::me::schedule))
        .routes(routes!(staff::me::leave, staff::me::request_leave))
        .routes(routes!(staff::me::withdraw_leave))
        .routes(routes!(staff::own_visits::start))
        .routes(routes!(staff::own_visits::finish, staff::own_visits::take_back_finish))
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
        .routes(routes!(desk::blocks::list, desk::blocks::add))
        .routes(routes!(desk::blocks::remove))
        .routes(routes!(desk::free_times::staff))
        .routes(routes!(desk::free_times::days))
        .routes(routes!(desk::offers))
        .routes(routes!(desk::search::search))
        .merge(people(descriptions))
        .merge(management(descriptions))
        .merge(bookings_and_bills(descriptions))
        .merge(reports_and_day_close(descriptions))
        .compressed()
        // PDF files, archives and pictures are compressed already.
        .routes(routes!(files::download))
        .routes(routes!(media::show))
}

/// Customers, their memberships and leads.
fn people(descriptions: Descriptions) -> Routes {
    Routes::new(descriptions)
        .routes(routes!(memberships::tiers_on_sale, memberships::tier_changes::create))
        .routes(routes!(memberships::tier_changes::change))
        .routes(routes!(memberships::list, memberships::create))
        .routes(routes!(memberships::show))
        .routes(routes!(memberships::record_session))
        .routes(routes!(memberships::reverse_session))
        .routes(routes!(memberships::cancel))
        .routes(routes!(customers::list, customers::create))
        .routes(routes!(customers::show, customers::set_noshow_record))
        .routes(routes!(customers::merge))
        .routes(routes!(customers::contact::change))
        .routes(routes!(customers::contact::erase))
        .routes(routes!(customers::records::notes, customers::records::write_note))
        .routes(routes!(customers::records::bookings))
        .routes(routes!(customers::records::invoices))
        .routes(routes!(customers::records::gems, customers::adjust_gems))
        .routes(routes!(customers::tags::assign))
        .routes(routes!(customers::tags::remove))
        .routes(routes!(customers::tags::list, customers::tags::create))
        .routes(routes!(customers::tags::change))
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
        .routes(routes!(services::categories::create))
        .routes(routes!(services::categories::change))
        .routes(routes!(staff::list, staff::create))
        .routes(routes!(staff::change))
        .routes(routes!(pictures::set_staff_image, pictures::delete_staff_image))
        .routes(routes!(branches::list, branches::create))
        .routes(routes!(branches::change))
        .routes(routes!(branches::live_check))
        .routes(routes!(pictures::set_branch_logo, pictures::delete_branch_logo))
        .routes(routes!(salon::show, salon::change))
        .routes(routes!(setup::show))
        .routes(routes!(setup::skip))
        .routes(routes!(setup::finish))
        .routes(routes!(setup::starter_services, setup::adopt))
        .routes(routes!(users::list, users::invite))
        .routes(routes!(users::change_role, users::withdraw_invitation))
        .routes(routes!(users::sign_out))
        .routes(routes!(imports::create))
        .routes(routes!(imports::show))
        .routes(routes!(imports::apply))
        .routes(routes!(exports::create))
        .routes(routes!(exports::show))
}

/// Bookings and their bills.
fn bookings_and_bills(descriptions: Descriptions) -> Routes {
    Routes::new(descriptions)
        .routes(routes!(bookings::list, bookings::create))
        .routes(routes!(bookings::show, bookings::changes::act_on_booking))
        .routes(routes!(bookings::changes::start))
        .routes(routes!(bookings::changes::mark_noshow))
        .routes(routes!(bookings::changes::cancel))
        .routes(routes!(bookings::changes::reschedule))
        .routes(routes!(bookings::changes::replace_services))
        .routes(routes!(bookings::day_of_booking::arrive))
        .routes(routes!(bookings::day_of_booking::undo))
        .routes(routes!(bookings::day_of_booking::place))
        .routes(routes!(bookings::day_of_booking::offer_time))
        .routes(routes!(bookings::day_of_booking::replace_lines))
        .routes(routes!(bookings::checkout::complete_booking))
        .routes(routes!(bookings::checkout::quote_booking))
        .routes(routes!(bookings::changes::reopen))
        .routes(routes!(billing::list))
        .routes(routes!(billing::show))
        .routes(routes!(billing::pdf))
        .routes(routes!(billing::send))
        .routes(routes!(billing::correct_payments))
        .routes(routes!(billing::credit_notes::credit))
        .routes(routes!(billing::credit_notes::newest_pdf))
        .routes(routes!(billing::credit_notes::pdf))
}

/// Reports and the day close.
fn reports_and_day_close(descriptions: Descriptions) -> Routes {
    Routes::new(descriptions)
        .routes(routes!(reports::today::show))
        .routes(routes!(reports::sales))
        .routes(routes!(reports::services))
        .routes(routes!(reports::staff))
        .routes(routes!(reports::utilisation))
        .routes(routes!(reports::customers))
        .routes(routes!(reports::leads))
        .routes(routes!(reports::memberships))
        .routes(routes!(reports::gst))
        .routes(routes!(reports::day_close))
        .routes(routes!(reports::desk_day_close))
        .routes(routes!(billing::day_close::close))
        .routes(routes!(billing::day_close::reopen))
        .routes(routes!(billing::day_close::record_movement))
}

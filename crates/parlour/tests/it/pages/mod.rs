//! Stories about the pages of both apps, without scripts and in a real browser.

mod account;
mod booking;
mod broken_forms;
mod browse;
mod desk_board;
mod desk_bookings;
mod desk_checkout;
mod desk_customers;
mod desk_day_close;
mod desk_invoices;
mod desk_leads;
mod desk_live;
mod desk_memberships;
mod desk_new_booking;
mod desk_own;
mod desk_refresh;
mod desk_requests;
mod desk_saturday;
mod desk_search;
mod desk_visit;
mod desk_weight;
mod first_visit;
mod harness;
mod keyboard;
mod rewards;
mod visits;

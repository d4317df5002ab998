//! The rules of the salon as values. No I/O, no async, no clock, no randomness, no SQL, no HTTP:
//! now and chance arrive as arguments.

pub mod app_side;
pub mod availability;
pub mod booking;
pub mod branch;
pub mod calendar;
pub mod customer;
pub mod email;
pub mod gems;
pub mod gst;
pub mod gstin;
pub mod ids;
pub mod import;
pub mod integration;
pub mod invoice;
pub mod ist;
pub mod lead;
pub mod leave;
pub mod limits;
pub mod membership;
pub mod money;
pub mod notice;
pub mod offer;
pub mod period;
pub mod phone;
pub mod push_endpoint;
pub mod report;
pub mod return_to;
pub mod role;
pub mod service;
pub mod session;
pub mod shift;
pub mod spreadsheet;
pub mod text;
mod words;

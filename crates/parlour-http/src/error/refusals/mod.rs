//! The refusals of use cases as HTTP errors, by noun.

mod accounts;
mod billing;
mod bookings;
mod branches;
mod catalogue;
mod customers;
mod leads;
mod memberships;
mod requests;
mod staff;

//! What the API and the pages both ask for, by noun: the fields, the check of those that could be read, and what the use
//! case gets of them. What only one of them asks for is beside its handler.

pub mod blocks;
pub mod bookings;
pub mod customers;
pub mod leads;
pub mod leave;
pub mod memberships;
pub mod profile;
pub mod web_address;

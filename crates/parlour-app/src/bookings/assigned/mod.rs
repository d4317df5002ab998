//! What staff do with the bookings of which they do a line.

pub(super) mod finish;
pub(super) mod start_own;

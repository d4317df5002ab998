//! What a booking costs, and its completion with an invoice.

pub(super) mod bill;
pub(super) mod check_checkout;
pub(super) mod complete;
pub(super) mod complete_refusal;
pub(super) mod quote;
pub(super) mod suggest;

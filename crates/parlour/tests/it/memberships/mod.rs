pub(crate) mod customer_reads;
pub(crate) mod desk;
pub(crate) mod races;
pub(crate) mod sales;
mod session_slip;
pub(crate) mod sessions;
pub(crate) mod tiers;

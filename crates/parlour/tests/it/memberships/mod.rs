mod customer_reads;
mod desk;
mod races;
mod reversed_sessions;
mod sales;
mod session_slip;
mod sessions;
mod tiers;

mod customer_reads;
mod desk;
mod races;
mod sales;
mod session_slip;
mod sessions;
mod tiers;

mod customer_reads;
mod desk;
mod races;
mod sales;
mod sessions;
mod tiers;

pub mod feed;
pub mod notify;

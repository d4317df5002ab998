pub mod feed;
pub(crate) mod notify;

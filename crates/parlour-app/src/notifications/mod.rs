pub mod feed;
pub mod notify;
pub mod wording;

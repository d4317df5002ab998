pub(crate) mod jobs;
pub(crate) mod large_salon;
pub(crate) mod live_availability;
pub(crate) mod reports;

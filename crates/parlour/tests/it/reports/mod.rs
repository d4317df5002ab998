pub(crate) mod api;
pub(crate) mod model;
pub(crate) mod scheduled_reports;

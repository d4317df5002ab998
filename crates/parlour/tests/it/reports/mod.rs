mod api;
mod model;
mod scheduled_reports;

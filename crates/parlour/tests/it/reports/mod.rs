mod api;
mod model;
mod random_work;
mod scheduled_reports;
mod today;
mod utilisation;

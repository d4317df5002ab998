mod desk_pages;
mod jobs;
mod large_salon;
mod live_availability;
mod reports;

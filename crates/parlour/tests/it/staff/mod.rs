mod leave;
mod profiles;
mod schedules;

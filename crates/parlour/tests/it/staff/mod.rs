mod branch_week;
mod copied_weeks;
mod leave;
mod leave_moves;
mod profiles;
mod schedules;

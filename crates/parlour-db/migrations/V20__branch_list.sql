-- The list of one branch's bookings comes in this order. A day of a branch is few enough to be sorted by time.
drop index bookings_by_branch;
create index bookings_by_branch on bookings (branch_id, booking_date, created_at, id);
-- Every page of the desk counts the requests of its branch. Without it, SQLite goes through all bookings of the branch.
create index bookings_waiting on bookings (branch_id, requested_at, id) where status = 'pending';

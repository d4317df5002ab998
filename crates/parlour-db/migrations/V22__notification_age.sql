-- The clean-up deletes old notifications by age.
create index notifications_by_age on notifications (created_at, id);

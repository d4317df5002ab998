-- When work is tried next. When it is due stays as it was, for whoever is told not to do it before then.
alter table work add column try_at timestamptz not null default '1970-01-01T00:00:00.000Z';
update work set try_at = due_at;
drop index work_due;
create index work_due on work (try_at, id) where done_at is null and parked_at is null;

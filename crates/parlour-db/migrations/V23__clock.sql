-- When an operator last confirmed the clock. Changes are refused while the clock is far from the newest audit entry;
-- what was written under a clock that ran ahead stays, so the newest entry of that time is remembered.
create table clock_acceptances (
    id bigint not null,
    accepted_at timestamptz not null,
    -- Null: there was no entry yet.
    newest_entry_at timestamptz,
    constraint clock_acceptances_pk primary key (id),
    constraint clock_acceptances_single check (id = 1)
);

-- When a row is tried next: one column is both the lease of whoever is sending it and the wait after a failure.
alter table notifications add column attempts bigint not null default 0;
alter table notifications add column try_at timestamptz not null default '1970-01-01T00:00:00.000Z';
drop index notifications_pending;
create index notifications_pending on notifications (try_at, id) where status = 'pending';

alter table email_sends add column attempts bigint not null default 0;
alter table email_sends add column try_at timestamptz not null default '1970-01-01T00:00:00.000Z';
create index email_sends_pending on email_sends (try_at, id) where status = 'pending';

-- What listening browsers are told, until they are.
create table realtime_messages (
    id text not null,
    channel text not null,
    name text not null,
    record_id text not null,
    attempts bigint not null default 0,
    try_at timestamptz not null,
    constraint realtime_messages_pk primary key (id),
    constraint realtime_messages_attempts_not_negative check (attempts >= 0)
);
create index realtime_messages_due on realtime_messages (try_at, id);

-- How a branch's invoices look.
alter table branches add column brand_colour text;
-- A picture in base64.
alter table branches add column logo text;

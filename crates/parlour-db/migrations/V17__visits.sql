-- Visits: customers arrive, the desk takes back what it did by mistake and offers other times for requests.

alter table bookings add column arrived_at timestamptz;
-- How many acts of the desk were taken back. A repeated act is told to the customer again.
alter table bookings add column undo_count bigint not null default 0;
-- Another time that the desk offers for a request: all four, or none. An offer that has expired counts as none.
alter table bookings add column offered_date date;
alter table bookings add column offered_start_time time;
alter table bookings add column offered_staff_id text constraint bookings_offered_staff_exists references staff (id);
alter table bookings add column offer_expires_at timestamptz;
-- How many times were offered, so that each is told once.
alter table bookings add column time_offer_count bigint not null default 0;
alter table bookings add constraint bookings_offered_time_whole
    check ((offered_date is null) = (offered_start_time is null)
        and (offered_date is null) = (offered_staff_id is null)
        and (offered_date is null) = (offer_expires_at is null));
alter table bookings add constraint bookings_only_requests_get_offers
    check (offered_date is null or status = 'pending');
create index bookings_by_offered_staff on bookings (offered_staff_id) where offered_staff_id is not null;

-- The no-show because of which requests need approval, null if a manager has decided it. Not a foreign key, because a
-- booking that is deleted takes the profile with it.
alter table profiles add column approval_booking_id text;

-- What the desk did and can take back: customers that arrived, bookings that began, no-shows, rejections and
-- cancellations.
create table booking_acts (
    booking_id text not null,
    act_number bigint not null,
    act text not null,
    previous_status text not null,
    is_customer_told boolean not null,
    -- Of a no-show that was counted in the customer's record: their number of no-shows with it, and how many completed
    -- bookings in a row it ended.
    noshow_number bigint,
    ended_streak bigint,
    acted_at timestamptz not null,
    undone_at timestamptz,
    constraint booking_acts_pk primary key (booking_id, act_number),
    constraint booking_acts_booking_exists foreign key (booking_id) references bookings (id) on delete cascade,
    constraint booking_acts_number_positive check (act_number > 0),
    constraint booking_acts_act_known check (act in ('arrive', 'start', 'no_show', 'reject', 'cancel')),
    constraint booking_acts_status_known check (previous_status in ('pending', 'confirmed')),
    constraint booking_acts_count_whole check ((noshow_number is null) = (ended_streak is null))
);

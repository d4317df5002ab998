-- Time of a member of staff that cannot be booked: an errand, an illness.
create table staff_blocks (
    id text not null,
    staff_id text not null,
    block_date date not null,
    start_time time not null,
    end_time time not null,
    reason text,
    created_by text not null,
    created_at timestamptz not null,
    constraint staff_blocks_pk primary key (id),
    constraint staff_blocks_staff_exists foreign key (staff_id) references staff (id),
    constraint staff_blocks_creator_exists foreign key (created_by) references users (id),
    constraint staff_blocks_in_order check (start_time < end_time)
);
create index staff_blocks_by_day on staff_blocks (block_date, staff_id);
create index staff_blocks_by_staff on staff_blocks (staff_id);
create index staff_blocks_by_creator on staff_blocks (created_by);

-- Occupied staff time as one row per stretch, not one per five minutes: a full day of a branch is read with some
-- hundred rows instead of thousands. Nobody gets two stretches at once: whoever adds one locks the member of staff first
-- and adds it only where nothing else overlaps. Only what was booked while a branch was open may overlap.
create table occupied_times (
    staff_id text not null,
    -- The starts of the first and the last five minutes, both included. They are on the same day in India.
    first_slot_at timestamptz not null,
    last_slot_at timestamptz not null,
    -- What occupies the time: either of the two, and the one that it is.
    booking_id text,
    block_id text,
    holder_id text not null,
    -- When the time of a request ends that is not confirmed. Null once it is.
    expires_at timestamptz,
    -- Held for another time that the desk offers, beside what the request itself holds.
    is_offer boolean not null default false,
    constraint occupied_times_pk primary key (staff_id, first_slot_at, holder_id, is_offer),
    constraint occupied_times_staff_exists foreign key (staff_id) references staff (id),
    constraint occupied_times_booking_exists foreign key (booking_id) references bookings (id) on delete cascade,
    constraint occupied_times_block_exists foreign key (block_id) references staff_blocks (id) on delete cascade,
    constraint occupied_times_in_order check (first_slot_at <= last_slot_at),
    constraint occupied_times_one_holder check ((booking_id is null) <> (block_id is null) and holder_id in (booking_id, block_id))
);
create index occupied_times_by_booking on occupied_times (booking_id) where booking_id is not null;
create index occupied_times_by_block on occupied_times (block_id) where block_id is not null;

insert into occupied_times (staff_id, first_slot_at, last_slot_at, booking_id, holder_id, expires_at)
select staff_id, min(slot_starts_at), max(slot_starts_at), booking_id, booking_id, max(expires_at)
from occupancy group by staff_id, booking_id;

drop table occupancy;

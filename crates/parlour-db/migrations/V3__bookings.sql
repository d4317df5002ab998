create table memberships (
    id text not null,
    membership_number text collate "C" not null,
    customer_id text not null,
    tier_id text not null,
    tier_name_snapshot text not null,
    total_hours_minutes bigint not null,
    used_hours_minutes bigint not null default 0,
    price_paid_paise bigint not null,
    starts_at timestamptz not null,
    expires_at timestamptz not null,
    status text not null default 'active',
    ended_at timestamptz,
    created_by text not null,
    -- No foreign key: invoices point to bookings, which point here, and Postgres wants a referenced table to exist
    -- first. The way back, invoices.membership_id, is a foreign key, and unique for the purchase.
    invoice_id text not null,
    notes text,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    constraint memberships_pk primary key (id),
    constraint memberships_number_unique unique (membership_number),
    constraint memberships_invoice_unique unique (invoice_id),
    constraint memberships_customer_exists foreign key (customer_id) references users (id),
    constraint memberships_tier_exists foreign key (tier_id) references membership_tiers (id),
    constraint memberships_creator_exists foreign key (created_by) references users (id),
    constraint memberships_status_known check (status in ('active', 'expired', 'cancelled')),
    constraint memberships_end_has_time check ((status = 'active') = (ended_at is null)),
    constraint memberships_total_positive check (total_hours_minutes > 0),
    constraint memberships_used_within_total check (used_hours_minutes between 0 and total_hours_minutes),
    constraint memberships_price_in_range check (price_paid_paise between 0 and 10000000000),
    constraint memberships_dates_in_order check (starts_at < expires_at)
);
create unique index memberships_one_active_per_customer on memberships (customer_id) where status = 'active';
create index memberships_by_created on memberships (created_at, id);
create index memberships_by_status on memberships (status, created_at, id);
create index memberships_by_tier on memberships (tier_id, created_at, id);
create index memberships_by_customer on memberships (customer_id, created_at, id);
create index memberships_by_creator on memberships (created_by);
create index memberships_active_by_expiry on memberships (expires_at, id) where status = 'active';

create table booking_counters (
    branch_id text not null,
    -- 'YYMM' of the IST month of creation.
    month text not null,
    service_type text not null,
    last_number bigint not null,
    constraint booking_counters_pk primary key (branch_id, month, service_type),
    constraint booking_counters_branch_exists foreign key (branch_id) references branches (id),
    constraint booking_counters_month_form check (length(month) = 4),
    constraint booking_counters_type_known check (service_type in ('salon', 'spa')),
    constraint booking_counters_number_positive check (last_number > 0)
);

create table bookings (
    id text not null,
    booking_number text collate "C" not null,
    branch_id text not null,
    customer_id text not null,
    status text not null default 'pending',
    service_type text not null,
    booking_date date not null,
    start_time time not null,
    end_time time not null,
    total_amount_paise bigint not null,
    total_duration_minutes bigint not null,
    notes text,
    is_walkin boolean not null default false,
    is_membership_session boolean not null default false,
    offer_id text,
    spa_membership_id text,
    -- What a pending request's age counts from: creation, and anew when a customer moves a confirmed booking.
    requested_at timestamptz not null,
    confirmed_at timestamptz,
    started_at timestamptz,
    completed_at timestamptz,
    cancelled_at timestamptz,
    rejected_at timestamptz,
    noshow_at timestamptz,
    -- Set with the profile's count, so that the escalation, which may run twice, counts once.
    noshow_counted_at timestamptz,
    cancellation_reason text,
    rejection_reason text,
    is_late_cancellation boolean not null default false,
    reschedule_count bigint not null default 0,
    -- The limit is on the customer's own moves, reschedule_count also has the desk's.
    customer_reschedule_count bigint not null default 0,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    constraint bookings_pk primary key (id),
    constraint bookings_number_unique unique (booking_number),
    -- What booking_services repeats of a booking refers to this.
    constraint bookings_id_date_unique unique (id, booking_date),
    constraint bookings_branch_exists foreign key (branch_id) references branches (id),
    constraint bookings_customer_exists foreign key (customer_id) references users (id),
    constraint bookings_offer_exists foreign key (offer_id) references offers (id),
    constraint bookings_membership_exists foreign key (spa_membership_id) references memberships (id),
    constraint bookings_status_known check (status in ('pending', 'confirmed', 'in_progress', 'completed', 'cancelled', 'no_show', 'rejected')),
    constraint bookings_type_known check (service_type in ('salon', 'spa')),
    constraint bookings_times_in_order check (start_time <= end_time),
    constraint bookings_amount_not_negative check (total_amount_paise >= 0),
    constraint bookings_duration_not_negative check (total_duration_minutes >= 0),
    constraint bookings_confirmed_has_time check (status <> 'confirmed' or confirmed_at is not null),
    constraint bookings_completed_has_time check (status <> 'completed' or completed_at is not null),
    constraint bookings_cancelled_has_time check (status <> 'cancelled' or cancelled_at is not null),
    constraint bookings_rejected_has_time check (status <> 'rejected' or rejected_at is not null),
    constraint bookings_noshow_has_time check (status <> 'no_show' or noshow_at is not null),
    constraint bookings_session_has_membership check (not is_membership_session or spa_membership_id is not null),
    constraint bookings_reschedules_counted check (customer_reschedule_count between 0 and reschedule_count)
);
-- Every list here runs newest first with id as the last tie-break: read backwards, these indexes serve it.
create index bookings_by_date on bookings (booking_date, created_at, id);
create index bookings_by_status on bookings (status, booking_date, created_at, id);
create index bookings_by_type on bookings (service_type, booking_date, created_at, id);
create index bookings_by_branch on bookings (branch_id, booking_date, start_time, id);
create index bookings_by_customer on bookings (customer_id, created_at, id);
create index bookings_by_membership on bookings (spa_membership_id, created_at, id) where spa_membership_id is not null;

create table booking_services (
    id text not null,
    booking_id text not null,
    -- Repeated, and moved along by the foreign key, so that a staff member's day is one index range.
    booking_date date not null,
    service_id text not null,
    staff_id text,
    service_name_snapshot text not null,
    price_at_booking_paise bigint not null,
    duration_minutes bigint not null,
    buffer_minutes bigint not null default 0,
    display_order bigint not null,
    constraint booking_services_pk primary key (id),
    constraint booking_services_order_unique unique (booking_id, display_order),
    constraint booking_services_booking_exists foreign key (booking_id, booking_date) references bookings (id, booking_date) on update cascade on delete cascade,
    constraint booking_services_service_exists foreign key (service_id) references services (id),
    constraint booking_services_staff_exists foreign key (staff_id) references staff (id),
    constraint booking_services_price_not_negative check (price_at_booking_paise >= 0),
    constraint booking_services_duration_positive check (duration_minutes > 0),
    constraint booking_services_buffer_not_negative check (buffer_minutes >= 0)
);
create index booking_services_by_staff on booking_services (staff_id, booking_date, booking_id) where staff_id is not null;

-- One row per staff member and 5 minutes, only for live branches: the primary key is what makes a double booking
-- impossible, whatever races.
create table occupancy (
    staff_id text not null,
    slot_starts_at timestamptz not null,
    booking_id text not null,
    -- Null once firm. A tentative hold past this moment may be taken over by another booking.
    expires_at timestamptz,
    constraint occupancy_pk primary key (staff_id, slot_starts_at),
    constraint occupancy_staff_exists foreign key (staff_id) references staff (id),
    constraint occupancy_booking_exists foreign key (booking_id) references bookings (id) on delete cascade
);
create index occupancy_by_booking on occupancy (booking_id);
create index occupancy_by_slot on occupancy (slot_starts_at);

create table customer_notes (
    id text not null,
    customer_id text not null,
    author_id text not null,
    booking_id text,
    content text not null,
    created_at timestamptz not null,
    constraint customer_notes_pk primary key (id),
    constraint customer_notes_customer_exists foreign key (customer_id) references users (id) on delete cascade,
    constraint customer_notes_author_exists foreign key (author_id) references users (id),
    constraint customer_notes_booking_exists foreign key (booking_id) references bookings (id) on delete set null,
    constraint customer_notes_content_present check (content <> '')
);
create index customer_notes_by_customer on customer_notes (customer_id, created_at, id);
create index customer_notes_by_author on customer_notes (author_id);
create index customer_notes_by_booking on customer_notes (booking_id) where booking_id is not null;

create table leads (
    id text not null,
    name text not null,
    phone text not null,
    email text,
    service_interested_id text,
    status text not null default 'new',
    source text not null,
    utm_source text,
    utm_medium text,
    utm_campaign text,
    utm_content text,
    utm_term text,
    assigned_to text,
    converted_booking_id text,
    last_contacted_at timestamptz,
    -- When each stage was first reached: the funnel counts a lost lead in the stages it passed.
    first_contacted_at timestamptz,
    followed_up_at timestamptz,
    booked_at timestamptz,
    won_at timestamptz,
    lost_at timestamptz,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    constraint leads_pk primary key (id),
    constraint leads_service_exists foreign key (service_interested_id) references services (id),
    constraint leads_assignee_exists foreign key (assigned_to) references users (id),
    constraint leads_booking_exists foreign key (converted_booking_id) references bookings (id) on delete set null,
    constraint leads_name_present check (name <> ''),
    constraint leads_phone_form check (length(phone) = 13 and phone like '+91%'),
    constraint leads_status_known check (status in ('new', 'contacted', 'follow_up', 'booked', 'won', 'lost')),
    constraint leads_source_present check (source <> '')
);
create unique index leads_one_per_booking on leads (converted_booking_id) where converted_booking_id is not null;
create index leads_by_created on leads (created_at, id);
create index leads_by_status on leads (status, created_at, id);
create index leads_by_phone on leads (phone);
create index leads_by_assignee on leads (assigned_to) where assigned_to is not null;

create table lead_notes (
    id text not null,
    lead_id text not null,
    author_id text not null,
    content text not null,
    created_at timestamptz not null,
    constraint lead_notes_pk primary key (id),
    constraint lead_notes_lead_exists foreign key (lead_id) references leads (id) on delete cascade,
    constraint lead_notes_author_exists foreign key (author_id) references users (id),
    constraint lead_notes_content_present check (content <> '')
);
create index lead_notes_by_lead on lead_notes (lead_id, created_at, id);
create index lead_notes_by_author on lead_notes (author_id);

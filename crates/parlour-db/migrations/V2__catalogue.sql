create table branches (
    id text not null,
    code text collate "C" not null,
    number bigint not null,
    name text not null,
    address text not null,
    phone text,
    gstin text,
    gst_registered boolean not null default true,
    status text not null default 'operational',
    is_primary boolean not null default false,
    opens_at time not null default '10:00:00',
    closes_at time not null default '21:00:00',
    availability_mode text not null default 'open',
    -- Null is off: a window of 0 minutes would still refuse a cancel after the start.
    cancel_window_minutes bigint,
    hold_minutes bigint not null default 30,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    constraint branches_pk primary key (id),
    constraint branches_code_unique unique (code),
    constraint branches_number_unique unique (number),
    constraint branches_code_form check (length(code) between 2 and 4 and code = upper(code)),
    constraint branches_number_positive check (number > 0),
    constraint branches_name_present check (name <> ''),
    constraint branches_gstin_form check (length(gstin) = 15),
    constraint branches_status_known check (status in ('operational', 'coming_soon', 'closed')),
    constraint branches_hours_in_order check (opens_at < closes_at),
    constraint branches_availability_mode_known check (availability_mode in ('open', 'live')),
    constraint branches_cancel_window_not_negative check (cancel_window_minutes >= 0),
    constraint branches_hold_not_negative check (hold_minutes >= 0)
);
create unique index branches_one_primary on branches (is_primary) where is_primary;

create table branch_holidays (
    id text not null,
    branch_id text not null,
    holiday_date date not null,
    name text not null default '',
    created_at timestamptz not null,
    constraint branch_holidays_pk primary key (id),
    constraint branch_holidays_once_a_day unique (branch_id, holiday_date),
    constraint branch_holidays_branch_exists foreign key (branch_id) references branches (id)
);

create table staff (
    id text not null,
    user_id text not null,
    branch_id text not null,
    display_name text not null,
    gender text not null default 'undisclosed',
    serves_salon boolean not null default false,
    serves_spa boolean not null default false,
    is_active boolean not null default true,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    constraint staff_pk primary key (id),
    constraint staff_user_exists foreign key (user_id) references users (id),
    constraint staff_branch_exists foreign key (branch_id) references branches (id),
    constraint staff_display_name_present check (display_name <> ''),
    constraint staff_gender_known check (gender in ('female', 'male', 'other', 'undisclosed')),
    constraint staff_serves_something check (serves_salon or serves_spa)
);
-- Occupancy is kept per staff row: two active rows of one person could be booked at the same time.
create unique index staff_one_active_per_user on staff (user_id) where is_active;
create index staff_by_user on staff (user_id);
create index staff_by_branch on staff (branch_id, is_active, display_name, id);

create table staff_shifts (
    id text not null,
    staff_id text not null,
    -- 1 is Monday, 7 is Sunday.
    weekday bigint not null,
    start_time time not null,
    end_time time not null,
    constraint staff_shifts_pk primary key (id),
    constraint staff_shifts_start_unique unique (staff_id, weekday, start_time),
    constraint staff_shifts_staff_exists foreign key (staff_id) references staff (id) on delete cascade,
    constraint staff_shifts_weekday_known check (weekday between 1 and 7),
    constraint staff_shifts_times_in_order check (start_time < end_time)
);

create table staff_shift_breaks (
    shift_id text not null,
    start_time time not null,
    end_time time not null,
    constraint staff_shift_breaks_pk primary key (shift_id, start_time),
    constraint staff_shift_breaks_shift_exists foreign key (shift_id) references staff_shifts (id) on delete cascade,
    constraint staff_shift_breaks_times_in_order check (start_time < end_time)
);

create table staff_leave (
    id text not null,
    staff_id text not null,
    start_date date not null,
    end_date date not null,
    reason text,
    status text not null default 'pending',
    decided_by text,
    decided_at timestamptz,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    constraint staff_leave_pk primary key (id),
    constraint staff_leave_staff_exists foreign key (staff_id) references staff (id) on delete cascade,
    constraint staff_leave_decider_exists foreign key (decided_by) references users (id),
    constraint staff_leave_status_known check (status in ('pending', 'approved', 'rejected')),
    constraint staff_leave_decision_has_time check ((status = 'pending') = (decided_at is null)),
    constraint staff_leave_dates_in_order check (start_date <= end_date)
);
create index staff_leave_by_staff on staff_leave (staff_id, start_date, id);
create index staff_leave_by_start on staff_leave (start_date, id);
create index staff_leave_by_status on staff_leave (status, start_date, id);
create index staff_leave_by_decider on staff_leave (decided_by) where decided_by is not null;

create table service_categories (
    id text not null,
    name text not null,
    slug text collate "C" not null,
    description text not null default '',
    service_type text not null,
    display_order bigint not null default 0,
    is_active boolean not null default true,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    constraint service_categories_pk primary key (id),
    constraint service_categories_slug_unique unique (slug),
    constraint service_categories_name_present check (name <> ''),
    constraint service_categories_type_known check (service_type in ('salon', 'spa'))
);
create index service_categories_in_order on service_categories (display_order, id);

create table services (
    id text not null,
    category_id text not null,
    name text not null,
    slug text collate "C" not null,
    description text not null default '',
    duration_minutes bigint not null,
    buffer_minutes bigint not null default 0,
    price_paise bigint not null,
    sac text not null default '999721',
    is_active boolean not null default true,
    image_url text,
    display_order bigint not null default 0,
    gems_redeemable boolean not null default false,
    gems_required bigint,
    gems_catalogue_order bigint,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    constraint services_pk primary key (id),
    constraint services_slug_unique unique (slug),
    constraint services_category_exists foreign key (category_id) references service_categories (id),
    constraint services_name_present check (name <> ''),
    constraint services_duration_positive check (duration_minutes > 0),
    constraint services_buffer_not_negative check (buffer_minutes >= 0),
    constraint services_price_in_range check (price_paise between 0 and 10000000000),
    constraint services_sac_form check (length(sac) between 4 and 8),
    constraint services_gems_required_positive check (gems_required > 0),
    constraint services_redeemable_has_gems check (not gems_redeemable or gems_required is not null)
);
create index services_in_order on services (category_id, display_order, id);
create index services_redeemable on services (gems_catalogue_order, id) where gems_redeemable and is_active;

-- Neither the order of the dates nor the presence of the discount of its type is checked here: the contract says
-- that PATCH applies neither, so such an offer may exist (and is refused when used).
create table offers (
    id text not null,
    name text not null,
    slug text collate "C" not null,
    description text,
    offer_type text not null,
    discount_percentage bigint,
    discount_amount_paise bigint,
    combo_price_paise bigint,
    start_date date not null,
    end_date date not null,
    is_active boolean not null default true,
    terms text,
    image_url text,
    display_order bigint not null default 0,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    constraint offers_pk primary key (id),
    constraint offers_slug_unique unique (slug),
    constraint offers_name_present check (name <> ''),
    constraint offers_type_known check (offer_type in ('percentage', 'flat', 'combo_price')),
    constraint offers_discount_percentage_in_range check (discount_percentage between 1 and 100),
    constraint offers_discount_amount_positive check (discount_amount_paise > 0),
    constraint offers_combo_price_positive check (combo_price_paise > 0)
);
create index offers_by_created on offers (created_at, id);
create index offers_active on offers (display_order, id) where is_active;
create index offers_active_by_end on offers (end_date, id) where is_active;

create table offer_services (
    offer_id text not null,
    service_id text not null,
    display_order bigint not null default 0,
    constraint offer_services_pk primary key (offer_id, service_id),
    constraint offer_services_offer_exists foreign key (offer_id) references offers (id) on delete cascade,
    constraint offer_services_service_exists foreign key (service_id) references services (id)
);
create index offer_services_by_service on offer_services (service_id);

create table membership_tiers (
    id text not null,
    name text not null,
    slug text collate "C" not null,
    description text not null default '',
    default_hours_minutes bigint not null,
    default_price_paise bigint not null,
    default_validity_days bigint not null,
    is_active boolean not null default true,
    display_order bigint not null default 0,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    constraint membership_tiers_pk primary key (id),
    constraint membership_tiers_slug_unique unique (slug),
    constraint membership_tiers_name_present check (name <> ''),
    constraint membership_tiers_hours_positive check (default_hours_minutes > 0),
    constraint membership_tiers_price_in_range check (default_price_paise between 0 and 10000000000),
    constraint membership_tiers_validity_in_range check (default_validity_days between 1 and 36500)
);
create index membership_tiers_in_order on membership_tiers (display_order, id);

create table users (
    id text not null,
    name text not null,
    name_folded text collate "C" not null,
    email text,
    -- Only an e-mail that may identify the user (verified, or typed at the desk) is folded here. One that an
    -- identity provider did not verify stays out, or it would collide with its true owner's.
    email_folded text collate "C",
    email_verified boolean not null default false,
    image text,
    role text not null default 'customer',
    onboarded boolean not null default false,
    merged_into text,
    anonymised_at timestamptz,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    constraint users_pk primary key (id),
    constraint users_email_folded_unique unique (email_folded),
    constraint users_merged_into_exists foreign key (merged_into) references users (id),
    constraint users_role_known check (role in ('customer', 'staff', 'receptionist', 'manager', 'owner', 'developer')),
    constraint users_email_folded_of_email check (email_folded is null or email is not null),
    constraint users_verified_email_present check (not email_verified or email is not null),
    constraint users_not_merged_into_self check (merged_into <> id)
);
create index users_by_name on users (name_folded, id);
create index users_by_role on users (role, name_folded, id);
create index users_by_merged_into on users (merged_into) where merged_into is not null;

create table identities (
    issuer text not null,
    subject text not null,
    user_id text not null,
    created_at timestamptz not null,
    constraint identities_pk primary key (issuer, subject),
    constraint identities_user_exists foreign key (user_id) references users (id) on delete cascade
);
create index identities_by_user on identities (user_id);

create table sessions (
    token_hash text not null,
    id text not null,
    user_id text not null,
    app text not null,
    -- The moment of sign-in: erasing a profile asks for a recent one, so extending must not move it.
    created_at timestamptz not null,
    extended_at timestamptz not null,
    expires_at timestamptz not null,
    constraint sessions_pk primary key (token_hash),
    constraint sessions_id_unique unique (id),
    constraint sessions_user_exists foreign key (user_id) references users (id) on delete cascade,
    constraint sessions_app_known check (app in ('customer', 'admin')),
    constraint sessions_dates_in_order check (created_at <= extended_at and extended_at < expires_at)
);
create index sessions_by_user on sessions (user_id, expires_at);
create index sessions_by_expiry on sessions (expires_at);

create table profiles (
    id text not null,
    user_id text not null,
    -- Null for people who signed in and booked before onboarding: their visits still have to be counted somewhere.
    phone text,
    gender text,
    date_of_birth date,
    -- 'MM-DD' of date_of_birth, so that the birthday job finds its day by index.
    birthday text collate "C",
    gstin text,
    marketing_consent boolean not null default false,
    marketing_consent_at timestamptz,
    appointment_reminders_enabled boolean not null default true,
    membership_alerts_enabled boolean not null default true,
    acquisition_source text,
    utm_source text,
    utm_medium text,
    utm_campaign text,
    first_visit_at timestamptz,
    last_visit_at timestamptz,
    total_visits bigint not null default 0,
    total_spent_paise bigint not null default 0,
    noshow_count bigint not null default 0,
    late_cancellation_count bigint not null default 0,
    consecutive_completed_bookings bigint not null default 0,
    booking_requires_approval boolean not null default false,
    -- The next four repeat what users and loyalty_accounts know: an index serves a sort of the directory only when
    -- everything it filters and sorts by lies in one table.
    in_directory boolean not null default true,
    name_folded text collate "C" not null,
    search_text text not null,
    gems_balance bigint,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    constraint profiles_pk primary key (id),
    constraint profiles_user_unique unique (user_id),
    constraint profiles_user_exists foreign key (user_id) references users (id) on delete cascade,
    constraint profiles_phone_form check (length(phone) = 13 and phone like '+91%'),
    constraint profiles_gender_known check (gender in ('female', 'male', 'other', 'undisclosed')),
    constraint profiles_birthday_of_date check ((birthday is null) = (date_of_birth is null)),
    constraint profiles_birthday_form check (length(birthday) = 5 and birthday like '__-__'),
    constraint profiles_gstin_form check (length(gstin) = 15),
    constraint profiles_consent_has_time check (not marketing_consent or marketing_consent_at is not null),
    constraint profiles_visits_in_order check (first_visit_at <= last_visit_at),
    constraint profiles_visits_both check ((first_visit_at is null) = (last_visit_at is null)),
    constraint profiles_total_visits_not_negative check (total_visits >= 0),
    constraint profiles_total_spent_not_negative check (total_spent_paise >= 0),
    constraint profiles_noshow_count_not_negative check (noshow_count >= 0),
    constraint profiles_late_cancellation_count_not_negative check (late_cancellation_count >= 0),
    constraint profiles_consecutive_completed_not_negative check (consecutive_completed_bookings >= 0),
    constraint profiles_gems_balance_not_negative check (gems_balance >= 0)
);
-- The engines disagree on where nulls sort, and SQLite takes no "nulls last" in an index: hence the expressions,
-- which the queries must repeat word for word.
create index directory_by_ltv on profiles (total_spent_paise desc, user_id) where in_directory;
create index directory_by_visits on profiles (total_visits desc, user_id) where in_directory;
create index directory_by_noshows on profiles (noshow_count desc, user_id) where in_directory;
create index directory_by_name on profiles (name_folded, user_id) where in_directory;
create index directory_by_last_visit on profiles ((last_visit_at is null), last_visit_at desc, user_id) where in_directory;
create index directory_by_gems on profiles ((coalesce(gems_balance, -1)) desc, user_id) where in_directory;
create index profiles_by_phone on profiles (phone) where phone is not null;
create index profiles_by_birthday on profiles (birthday, user_id) where marketing_consent;

create table consents (
    id text not null,
    user_id text not null,
    purpose text not null,
    given boolean not null,
    notice_version text not null,
    recorded_at timestamptz not null,
    constraint consents_pk primary key (id),
    constraint consents_user_exists foreign key (user_id) references users (id) on delete cascade,
    constraint consents_purpose_present check (purpose <> ''),
    constraint consents_notice_version_present check (notice_version <> '')
);
create index consents_by_user on consents (user_id, purpose, recorded_at, id);

create table tags (
    id text not null,
    name text not null,
    name_folded text collate "C" not null,
    slug text collate "C" not null,
    color text not null,
    description text,
    created_at timestamptz not null,
    constraint tags_pk primary key (id),
    constraint tags_slug_unique unique (slug),
    constraint tags_name_present check (name <> ''),
    constraint tags_color_present check (color <> '')
);
create index tags_by_name on tags (name_folded, id);

create table customer_tags (
    customer_id text not null,
    tag_id text not null,
    assigned_by text not null,
    assigned_at timestamptz not null,
    constraint customer_tags_pk primary key (customer_id, tag_id),
    constraint customer_tags_customer_exists foreign key (customer_id) references users (id) on delete cascade,
    constraint customer_tags_tag_exists foreign key (tag_id) references tags (id),
    constraint customer_tags_assigner_exists foreign key (assigned_by) references users (id)
);
create index customer_tags_by_tag on customer_tags (tag_id, customer_id);
create index customer_tags_by_assigner on customer_tags (assigned_by);

create table push_subscriptions (
    id text not null,
    endpoint text not null,
    user_id text not null,
    p256dh text not null,
    auth text not null,
    is_active boolean not null default true,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    constraint push_subscriptions_pk primary key (id),
    constraint push_subscriptions_endpoint_unique unique (endpoint),
    constraint push_subscriptions_user_exists foreign key (user_id) references users (id) on delete cascade,
    -- An index entry on Postgres has to fit a third of a page.
    constraint push_subscriptions_endpoint_length check (length(endpoint) between 1 and 2000),
    constraint push_subscriptions_p256dh_present check (p256dh <> ''),
    constraint push_subscriptions_auth_present check (auth <> '')
);
create index push_subscriptions_by_user on push_subscriptions (user_id, is_active);

create table work (
    id text not null,
    kind text not null,
    payload text not null default '{}',
    -- The record it is about ('booking:ID'), by which a change cancels or replaces it.
    subject text,
    dedup_key text,
    due_at timestamptz not null,
    attempts bigint not null default 0,
    claimed_by text,
    claimed_until timestamptz,
    done_at timestamptz,
    parked_at timestamptz,
    last_error text,
    created_at timestamptz not null,
    constraint work_pk primary key (id),
    constraint work_kind_present check (kind <> ''),
    constraint work_attempts_not_negative check (attempts >= 0),
    constraint work_claim_whole check ((claimed_by is null) = (claimed_until is null)),
    constraint work_done_or_parked check (done_at is null or parked_at is null)
);
-- A parked row does not block a new one: nobody may come to retry it.
create unique index work_one_per_dedup_key on work (dedup_key) where done_at is null and parked_at is null;
create index work_due on work (due_at, id) where done_at is null and parked_at is null;
create index work_by_subject on work (subject, kind) where done_at is null and parked_at is null;
create index work_parked on work (parked_at, id) where parked_at is not null;
create index work_done on work (done_at) where done_at is not null;

create table schedule_runs (
    schedule text not null,
    slot_at timestamptz not null,
    created_at timestamptz not null,
    constraint schedule_runs_pk primary key (schedule, slot_at)
);

create table notifications (
    id text not null,
    user_id text not null,
    booking_id text,
    type text not null,
    title text not null,
    body text not null,
    channel text not null,
    status text not null default 'pending',
    -- Empty rather than null, because nulls never collide in a unique constraint.
    subject text not null default '',
    period text not null default '',
    sent_at timestamptz,
    read_at timestamptz,
    created_at timestamptz not null,
    constraint notifications_pk primary key (id),
    constraint notifications_once unique (user_id, type, subject, period),
    constraint notifications_user_exists foreign key (user_id) references users (id) on delete cascade,
    constraint notifications_booking_exists foreign key (booking_id) references bookings (id) on delete cascade,
    constraint notifications_type_present check (type <> ''),
    constraint notifications_channel_known check (channel in ('push', 'email')),
    constraint notifications_status_known check (status in ('pending', 'sent', 'failed')),
    constraint notifications_sent_has_time check (status <> 'sent' or sent_at is not null)
);
create index notifications_by_user on notifications (user_id, created_at, id);
create index notifications_unread on notifications (user_id) where read_at is null;
create index notifications_pending on notifications (created_at, id) where status = 'pending';
create index notifications_by_booking on notifications (booking_id) where booking_id is not null;

create table email_sends (
    id text not null,
    message_id text not null,
    kind text not null,
    user_id text,
    -- A user's id, or an address where there is no user (report recipients): a user's address is read when sending.
    recipient text not null,
    subject text not null default '',
    period text not null default '',
    status text not null default 'pending',
    last_error text,
    sent_at timestamptz,
    created_at timestamptz not null,
    constraint email_sends_pk primary key (id),
    constraint email_sends_message_id_unique unique (message_id),
    constraint email_sends_once unique (recipient, kind, subject, period),
    constraint email_sends_user_exists foreign key (user_id) references users (id) on delete cascade,
    constraint email_sends_kind_present check (kind <> ''),
    constraint email_sends_status_known check (status in ('pending', 'sent', 'failed')),
    constraint email_sends_sent_has_time check (status <> 'sent' or sent_at is not null)
);
create index email_sends_by_user on email_sends (user_id) where user_id is not null;
create index email_sends_by_created on email_sends (created_at);

create table audit_log (
    id text not null,
    actor_id text,
    actor_role text,
    origin text not null,
    action text not null,
    record_type text not null,
    record_id text not null,
    -- Whose personal data the texts below may hold: erasing finds them by this.
    concerns_user_id text,
    before_json text,
    after_json text,
    request_id text,
    address text,
    created_at timestamptz not null,
    constraint audit_log_pk primary key (id),
    constraint audit_log_actor_exists foreign key (actor_id) references users (id) on delete set null,
    constraint audit_log_concerned_exists foreign key (concerns_user_id) references users (id) on delete set null,
    constraint audit_log_origin_known check (origin in ('customer', 'admin', 'job', 'command')),
    constraint audit_log_action_present check (action <> '')
);
create index audit_log_by_created on audit_log (created_at, id);
create index audit_log_by_actor on audit_log (actor_id, created_at, id) where actor_id is not null;
create index audit_log_by_action on audit_log (action, created_at, id);
create index audit_log_by_record on audit_log (record_type, record_id, created_at, id);
create index audit_log_by_concerned on audit_log (concerns_user_id) where concerns_user_id is not null;
create index audit_log_by_request on audit_log (request_id) where request_id is not null;

create table idempotency_keys (
    -- A hash of app, user, method and path (of the body too for public leads): paths can be too long for an index.
    scope text not null,
    key text not null,
    body_hash text not null,
    user_id text,
    concerns_user_id text,
    -- Both null while the request runs.
    response_status bigint,
    response_body text,
    created_at timestamptz not null,
    constraint idempotency_keys_pk primary key (scope, key),
    constraint idempotency_keys_user_exists foreign key (user_id) references users (id) on delete cascade,
    constraint idempotency_keys_concerned_exists foreign key (concerns_user_id) references users (id) on delete cascade,
    constraint idempotency_keys_key_length check (length(key) between 1 and 255),
    constraint idempotency_keys_response_whole check ((response_status is null) = (response_body is null)),
    constraint idempotency_keys_response_success check (response_status between 200 and 299)
);
create index idempotency_keys_by_created on idempotency_keys (created_at);
create index idempotency_keys_by_user on idempotency_keys (user_id) where user_id is not null;
create index idempotency_keys_by_concerned on idempotency_keys (concerns_user_id) where concerns_user_id is not null;

create table secrets (
    name text not null,
    value text not null,
    created_at timestamptz not null,
    constraint secrets_pk primary key (name)
);

create table change_counters (
    topic text not null,
    version bigint not null default 0,
    constraint change_counters_pk primary key (topic),
    constraint change_counters_version_not_negative check (version >= 0)
);

create table integration_status (
    name text not null,
    last_success_at timestamptz,
    last_error_at timestamptz,
    last_error text,
    constraint integration_status_pk primary key (name)
);

create table calendar_feeds (
    id text not null,
    user_id text not null,
    kind text not null,
    secret_hash text not null,
    created_at timestamptz not null,
    revoked_at timestamptz,
    constraint calendar_feeds_pk primary key (id),
    constraint calendar_feeds_secret_unique unique (secret_hash),
    constraint calendar_feeds_user_exists foreign key (user_id) references users (id) on delete cascade,
    constraint calendar_feeds_kind_known check (kind in ('staff', 'customer'))
);
create unique index calendar_feeds_one_live on calendar_feeds (user_id, kind) where revoked_at is null;
create index calendar_feeds_by_user on calendar_feeds (user_id);

create table imports (
    id text not null,
    kind text not null,
    file_name text not null,
    file_hash text not null,
    status text not null default 'running',
    total_rows bigint not null,
    rows_read bigint not null default 0,
    rows_imported bigint not null default 0,
    rows_skipped bigint not null default 0,
    rows_failed bigint not null default 0,
    started_at timestamptz not null,
    finished_at timestamptz,
    constraint imports_pk primary key (id),
    constraint imports_file_unique unique (kind, file_hash),
    constraint imports_kind_known check (kind in ('customers', 'services', 'bookings')),
    constraint imports_status_known check (status in ('running', 'done', 'failed')),
    constraint imports_rows_counted check (rows_imported >= 0 and rows_skipped >= 0 and rows_failed >= 0 and rows_imported + rows_skipped + rows_failed = rows_read and rows_read <= total_rows)
);

-- Which row of a file became which record, so that a rerun, or a longer file with the same rows, makes no duplicates.
create table imported_records (
    kind text not null,
    source_key text not null,
    record_id text not null,
    import_id text not null,
    constraint imported_records_pk primary key (kind, source_key),
    constraint imported_records_import_exists foreign key (import_id) references imports (id),
    constraint imported_records_kind_known check (kind in ('customers', 'services', 'bookings'))
);
create index imported_records_by_import on imported_records (import_id);
create index imported_records_by_record on imported_records (record_id);

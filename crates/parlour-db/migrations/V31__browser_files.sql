-- Files that browsers send to be imported. They are checked at once, and imported when somebody says so. The files are in
-- the file storage, named by the id, and deleted a day later.
create table import_files (
    id text not null,
    kind text not null,
    -- How dates are read that can be read in two ways.
    date_order text,
    -- Which column of the file holds which field: {"phone": "Mobile"}.
    mapping_json text not null default '{}',
    status text not null default 'checked',
    row_count bigint not null default 0,
    accepted_rows bigint not null default 0,
    duplicate_rows bigint not null default 0,
    -- The first refused rows with their reasons, which may quote the file.
    refused_json text not null default '[]',
    -- How far the import has come, and what it has refused so far.
    done_rows bigint not null default 0,
    run_refused_json text not null default '[]',
    -- Whose changes they are.
    applied_by text,
    applied_by_role text,
    created_at timestamptz not null,
    -- Null while it is checked for the first time.
    checked_at timestamptz,
    file_deleted_at timestamptz,
    constraint import_files_pk primary key (id),
    constraint import_files_applier_exists foreign key (applied_by) references users (id) on delete set null,
    constraint import_files_kind_known
        check (kind in ('customers', 'services', 'staff', 'bookings', 'memberships', 'gems')),
    constraint import_files_date_order_known check (date_order in ('dmy', 'mdy')),
    constraint import_files_status_known check (status in ('checked', 'running', 'done', 'failed')),
    constraint import_files_rows_counted
        check (accepted_rows >= 0 and duplicate_rows >= 0 and accepted_rows + duplicate_rows <= row_count
            and done_rows between 0 and row_count)
);
create index import_files_by_applier on import_files (applied_by) where applied_by is not null;

-- Files with every record, for an owner to fetch.
create table export_files (
    id text not null,
    status text not null default 'running',
    created_at timestamptz not null,
    finished_at timestamptz,
    file_deleted_at timestamptz,
    constraint export_files_pk primary key (id),
    constraint export_files_status_known check (status in ('running', 'done', 'failed')),
    constraint export_files_finished_has_time check (status <> 'done' or finished_at is not null)
);

-- What is worked on: one import, whether it is checked or applied, and one export.
create table running_files (
    work text not null,
    file_id text not null,
    -- The last time that it came further. What does not for long has been given up.
    progress_at timestamptz not null,
    constraint running_files_pk primary key (work),
    constraint running_files_work_known check (work in ('import', 'export'))
);

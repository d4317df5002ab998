-- Days whose sums are kept for reports. A day that is not here is added up from its documents. Whoever changes what one of
-- the sums holds empties this table by a migration.
create table kept_report_days (
    branch_id text not null,
    report_date date not null,
    constraint kept_report_days_pk primary key (branch_id, report_date),
    constraint kept_report_days_branch_exists foreign key (branch_id) references branches (id)
);
create index kept_report_days_by_date on kept_report_days (report_date, branch_id);

-- The sums of those days: paise and counts, which can be added up over days and branches.
create table kept_report_sums (
    branch_id text not null,
    report_date date not null,
    sum_name text not null,
    -- The method, service, member of staff, day or rate of tax. Empty where there is none.
    group_key text not null,
    -- What they are depends on the sum. Those after its last figure are 0.
    figure_1 bigint not null,
    figure_2 bigint not null,
    figure_3 bigint not null,
    figure_4 bigint not null,
    figure_5 bigint not null,
    figure_6 bigint not null,
    figure_7 bigint not null,
    figure_8 bigint not null,
    figure_9 bigint not null,
    figure_10 bigint not null,
    figure_11 bigint not null,
    figure_12 bigint not null,
    constraint kept_report_sums_pk primary key (branch_id, report_date, sum_name, group_key),
    constraint kept_report_sums_day_exists foreign key (branch_id, report_date)
        references kept_report_days (branch_id, report_date) on delete cascade
);
create index kept_report_sums_by_name on kept_report_sums (sum_name, report_date);

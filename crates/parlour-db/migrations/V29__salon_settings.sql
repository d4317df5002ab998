-- The salon itself, beside its branches: one row, written when an owner first says something about it.
create table salon_settings (
    id text not null,
    -- Null for the name of the primary branch.
    name text,
    about text not null default '',
    website text,
    invoice_footer text not null default '',
    updated_at timestamptz not null,
    constraint salon_settings_pk primary key (id),
    constraint salon_settings_one_row check (id = 'salon'),
    constraint salon_settings_name_present check (name <> ''),
    constraint salon_settings_website_form check (website like 'https://%')
);

-- What the other tables do not tell about the steps in which an owner sets up the salon: which were skipped, that hours were
-- saved, and ('finish') that the owner has finished.
create table setup_steps (
    step text not null,
    state text not null,
    created_at timestamptz not null,
    constraint setup_steps_pk primary key (step),
    constraint setup_steps_known check (step in ('hours', 'services', 'team', 'payments', 'finish')),
    constraint setup_steps_state_known check (state in ('done', 'skipped'))
);

-- People: what the desk notes about a customer, invitations, sessions that can be told apart, files of more kinds.

-- Shown first at the desk, such as an allergy.
alter table profiles add column pinned_note text;
alter table profiles add column language text not null default 'en';
alter table profiles add constraint profiles_language_known check (language in ('en', 'hi'));

-- Not null while an invitation is open: the role counts only after the first sign-in, which sets it to null.
alter table users add column invitation_expires_at timestamptz;
create index users_by_invitation on users (invitation_expires_at) where invitation_expires_at is not null;

alter table sessions add column user_agent text;
-- Written at most every few minutes. Null for a session that has not been used since this column exists.
alter table sessions add column last_used_at timestamptz;

alter table imports drop constraint imports_kind_known;
alter table imports add constraint imports_kind_known
    check (kind in ('customers', 'services', 'staff', 'bookings', 'memberships', 'gems'));
alter table imported_records drop constraint imported_records_kind_known;
alter table imported_records add constraint imported_records_kind_known
    check (kind in ('customers', 'services', 'staff', 'bookings', 'memberships', 'gems'));

-- A name is found without its spaces too: the last line of the text is the name without them.
update directory_texts
set search_text = search_text || '
' || replace(name_folded, ' ', '')
where name_folded like '% %';

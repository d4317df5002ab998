-- When somebody of the staff said that the visit is over, so that it can be paid. Null again when that is taken back.
alter table bookings add column finished_at timestamptz;

-- The language that a person has chosen, customer or not; null while they have not. A profile has one in any case.
alter table users add column language text;
alter table users add constraint users_language_known check (language in ('en', 'hi'));
-- Sessions are deleted when they end.
alter table users add column last_sign_in_at timestamptz;
-- Stays when the invitation is accepted.
alter table users add column invited_at timestamptz;

update users set language = 'hi' where id in (select user_id from profiles where language = 'hi');
update users set last_sign_in_at = (select max(s.created_at) from sessions s where s.user_id = users.id)
where id in (select user_id from sessions);
update users set last_sign_in_at =
    (select max(a.created_at) from audit_log a where a.concerns_user_id = users.id and a.action = 'session.start')
where last_sign_in_at is null and anonymised_at is null
    and id in (select concerns_user_id from audit_log where action = 'session.start');
-- Whoever is invited is a user from that moment on.
update users set invited_at = created_at
where anonymised_at is null
    and (invitation_expires_at is not null
        or id in (select record_id from audit_log where record_type = 'user' and action = 'user.invite'));

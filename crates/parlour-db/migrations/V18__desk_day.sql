-- A day at the desk: who a visit is for, opening hours by weekday, a limit of open requests, and one search for
-- everything.

-- Seven days from Monday, such as `10:00-21:00 closed …`. Null: from opens_at to closes_at every day.
alter table branches add column hours text;
-- Null: as many as the customer likes.
alter table branches add column max_pending_per_customer bigint;
alter table branches add constraint branches_max_pending_positive check (max_pending_per_customer > 0);

-- The visit is for somebody else than the customer.
alter table bookings add column guest_name text;
alter table bookings add constraint bookings_guest_name_present check (guest_name <> '');

-- A booking is found by the end of its number: the last three digits choose, the number itself decides.
create index bookings_by_number_end on bookings
    ((substr(rtrim(booking_number, '-M'), length(rtrim(booking_number, '-M')) - 2)), booking_number);

-- What a lead is found by: the same form as directory_texts. The index holds all that a search reads.
alter table leads add column search_text text not null default '';
update leads
set search_text = replace(replace(replace(lower(name), '  ', ' '), '  ', ' '), '  ', ' ') || '
' || phone || '

' || replace(lower(name), ' ', '')
where phone <> '+910000000000';
create index leads_by_search on leads (created_at, id, search_text);

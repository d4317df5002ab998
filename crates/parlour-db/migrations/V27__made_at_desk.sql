-- The desk made the booking: no job rejects it. Of earlier bookings only those that may still wait for an answer matter.
alter table bookings add column made_at_desk boolean not null default false;
update bookings set made_at_desk = true where status in ('pending', 'confirmed') and id in
    (select record_id from audit_log where record_type = 'booking' and action = 'booking.book');

-- Whom the customer asked for. The desk sees it with the request, and decides.
alter table bookings add column wished_staff_id text references staff (id);

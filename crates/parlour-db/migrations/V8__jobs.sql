-- Those who have been erased, of whom something may be left to delete.
create index users_anonymised on users (id) where anonymised_at is not null;

-- No-shows that the customer's standing does not know of yet.
create index bookings_noshow_uncounted on bookings (id) where noshow_at is not null and noshow_counted_at is null;

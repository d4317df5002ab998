-- Whose lead it is, as far as that is known: not by a name or a phone, which several people share.

alter table leads add column customer_id text
    constraint leads_customer_exists references users (id) on delete set null;
create index leads_by_customer on leads (customer_id) where customer_id is not null;

-- Of earlier conversions: the booking's customer, if the lead has their phone.
update leads set customer_id = b.customer_id
from bookings b join profiles p on p.user_id = b.customer_id
where b.id = leads.converted_booking_id and p.phone = leads.phone;

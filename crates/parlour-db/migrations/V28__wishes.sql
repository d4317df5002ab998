-- Whom a customer asks for: a person, or somebody of a gender, but not both.
alter table bookings add column wished_staff_gender text;
alter table bookings add constraint bookings_wished_staff_gender_known
    check (wished_staff_gender in ('female', 'male'));
alter table bookings add constraint bookings_one_wish
    check (wished_staff_id is null or wished_staff_gender is null);

-- The offer that a customer booked with, told as a promise. Never changed: `offer_id` is the one used at the checkout.
alter table bookings add column promised_offer_id text
    constraint bookings_promised_offer_exists references offers (id);

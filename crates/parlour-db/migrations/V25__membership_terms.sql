-- Who may set a membership's terms, and how many minutes its hours pay for.

-- 'tier': what a receptionist sells has the minutes, the price and the validity of its tier.
alter table branches add column desk_membership_terms text not null default 'any';
alter table branches add constraint branches_desk_membership_terms_known
    check (desk_membership_terms in ('any', 'tier'));

-- What hours give for the line: the catalogue's minutes when it was added, or what a manager set. Null: its duration.
alter table booking_services add column membership_minutes bigint;
alter table booking_services add constraint booking_services_membership_minutes_positive
    check (membership_minutes > 0);

-- What was taken from the membership that paid for the booking at checkout. Null: its duration.
alter table bookings add column minutes_taken bigint;

-- What a counter needs: several payments and refunds, tips, discounts by hand, rounding, partial credit notes, days
-- that are closed.

alter table branches add column desk_discount_percent bigint not null default 0;
alter table branches add column round_invoices text not null default 'none';
alter table branches add column upi_id text;
alter table branches add column upi_name text;
alter table branches add constraint branches_desk_discount_in_range check (desk_discount_percent between 0 and 100);
alter table branches add constraint branches_round_invoices_known check (round_invoices in ('none', 'rupee'));

alter table membership_tiers add column sac_code text not null default '999721';
alter table membership_tiers add constraint membership_tiers_sac_form check (length(sac_code) between 4 and 8);

-- What the customer's invoices are made out to, beside the GSTIN.
alter table profiles add column legal_name text;
alter table profiles add column billing_address text;

-- The session was booked, and paid with hours at checkout. False for a session that was only recorded.
alter table bookings add column checked_out_with_membership boolean not null default false;

alter table invoices add column rounding_paise bigint not null default 0;
alter table invoices add column discount_reason text;
alter table invoices add column discounted_by text constraint invoices_discounter_exists references users (id);
alter table invoices add column customer_legal_name text;
alter table invoices add column customer_address text;
-- The sum of its credit notes. A conditional update keeps two notes from exceeding the total together.
alter table invoices add column credited_paise bigint not null default 0;
-- A session slip whose session was reversed.
alter table invoices add column voided_at timestamptz;
-- The booking was reopened or the session reversed: another invoice may be issued for the booking.
alter table invoices add column superseded_at timestamptz;
alter table invoices drop constraint invoices_total_adds_up;
alter table invoices drop constraint invoices_tax_adds_up;
alter table invoices drop constraint invoices_discount_has_offer;
alter table invoices add constraint invoices_lines_add_up
    check (subtotal_paise - discount_paise - redeemed_value_paise = taxable_value_paise + gst_amount_paise);
alter table invoices add constraint invoices_rounding_in_range check (rounding_paise between -49 and 50);
alter table invoices add constraint invoices_total_is_rounded
    check (taxable_value_paise + gst_amount_paise + rounding_paise = total_amount_paise);
alter table invoices add constraint invoices_gst_adds_up check (cgst_paise + sgst_paise = gst_amount_paise);
alter table invoices add constraint invoices_discount_has_cause
    check (discount_paise = 0 or offer_id is not null or discount_reason is not null);
alter table invoices add constraint invoices_hand_discount_is_signed
    check ((discount_reason is null) = (discounted_by is null));
alter table invoices add constraint invoices_credited_in_range check (credited_paise between 0 and total_amount_paise);
alter table invoices add constraint invoices_only_slips_are_voided
    check (voided_at is null or invoice_type = 'membership_session');
drop index invoices_one_per_booking;
create unique index invoices_one_current_per_booking on invoices (booking_id)
    where booking_id is not null and superseded_at is null;
create index invoices_by_discounter on invoices (discounted_by) where discounted_by is not null;
create index invoices_by_booking on invoices (booking_id, created_at) where booking_id is not null;

create table invoice_payments (
    invoice_id text not null,
    payment_number bigint not null,
    method text not null,
    amount_paise bigint not null,
    reference text,
    constraint invoice_payments_pk primary key (invoice_id, payment_number),
    constraint invoice_payments_invoice_exists foreign key (invoice_id) references invoices (id) on delete cascade,
    constraint invoice_payments_number_in_range check (payment_number between 1 and 5),
    constraint invoice_payments_method_known check (method in ('cash', 'upi', 'card')),
    constraint invoice_payments_amount_positive check (amount_paise > 0)
);
insert into invoice_payments (invoice_id, payment_number, method, amount_paise)
select id, 1, payment_method, total_amount_paise from invoices
where total_amount_paise > 0 and payment_method is not null and payment_status <> 'pending';

create table tips (
    id text not null,
    invoice_id text not null,
    branch_id text not null,
    staff_id text not null,
    tip_date date not null,
    method text not null,
    amount_paise bigint not null,
    constraint tips_pk primary key (id),
    constraint tips_invoice_exists foreign key (invoice_id) references invoices (id) on delete cascade,
    constraint tips_branch_exists foreign key (branch_id) references branches (id),
    constraint tips_staff_exists foreign key (staff_id) references staff (id),
    constraint tips_method_known check (method in ('cash', 'upi', 'card')),
    constraint tips_amount_positive check (amount_paise > 0)
);
create index tips_by_invoice on tips (invoice_id);
create index tips_by_date on tips (tip_date, branch_id);
create index tips_by_staff on tips (staff_id, tip_date);

-- An invoice may have several credit notes. SQLite cannot drop a unique constraint, so the table is written anew.
create table credit_notes_before as select * from credit_notes;
drop table credit_notes;
create table credit_notes (
    id text not null,
    credit_note_number text collate "C" not null,
    invoice_id text not null,
    branch_id text not null,
    customer_id text not null,
    credit_date date not null,
    reason text not null,
    total_amount_paise bigint not null,
    rounding_paise bigint not null default 0,
    gst_rate_basis_points bigint not null,
    taxable_value_paise bigint not null,
    cgst_paise bigint not null,
    sgst_paise bigint not null,
    gst_amount_paise bigint not null,
    -- False once the time for correcting the tax is over.
    carries_tax boolean not null default true,
    -- Nothing of the invoice is left after it.
    is_last boolean not null default true,
    gems_taken_back bigint not null default 0,
    gems_given_back bigint not null default 0,
    pdf_url text,
    created_by text not null,
    created_at timestamptz not null,
    constraint credit_notes_pk primary key (id),
    constraint credit_notes_number_unique unique (credit_note_number),
    constraint credit_notes_invoice_exists foreign key (invoice_id) references invoices (id),
    constraint credit_notes_branch_exists foreign key (branch_id) references branches (id),
    constraint credit_notes_customer_exists foreign key (customer_id) references users (id),
    constraint credit_notes_creator_exists foreign key (created_by) references users (id),
    constraint credit_notes_number_length check (length(credit_note_number) between 1 and 16),
    constraint credit_notes_reason_present check (reason <> ''),
    constraint credit_notes_total_not_negative check (total_amount_paise >= 0),
    constraint credit_notes_taxable_not_negative check (taxable_value_paise >= 0),
    constraint credit_notes_tax_halves_equal check (cgst_paise = sgst_paise and cgst_paise >= 0),
    constraint credit_notes_tax_adds_up check (cgst_paise + sgst_paise = gst_amount_paise and taxable_value_paise + gst_amount_paise + rounding_paise = total_amount_paise),
    constraint credit_notes_untaxed_after_time check (carries_tax or gst_amount_paise = 0),
    constraint credit_notes_rate_in_range check (gst_rate_basis_points between 0 and 10000),
    constraint credit_notes_gems_not_negative check (gems_taken_back >= 0 and gems_given_back >= 0)
);
insert into credit_notes (id, credit_note_number, invoice_id, branch_id, customer_id, credit_date, reason,
    total_amount_paise, gst_rate_basis_points, taxable_value_paise, cgst_paise, sgst_paise, gst_amount_paise,
    gems_taken_back, gems_given_back, pdf_url, created_by, created_at)
select id, credit_note_number, invoice_id, branch_id, customer_id, credit_date, reason,
    total_amount_paise, gst_rate_basis_points, taxable_value_paise, cgst_paise, sgst_paise, gst_amount_paise,
    gems_taken_back, gems_given_back, pdf_url, created_by, created_at
from credit_notes_before;
drop table credit_notes_before;
create index credit_notes_by_invoice on credit_notes (invoice_id, created_at, id);
create unique index credit_notes_one_last on credit_notes (invoice_id) where is_last;
create index credit_notes_by_date on credit_notes (credit_date, id);
create index credit_notes_by_branch on credit_notes (branch_id, credit_date, id);
create index credit_notes_by_customer on credit_notes (customer_id);
create index credit_notes_by_creator on credit_notes (created_by);
update invoices set credited_paise = total_amount_paise where id in (select invoice_id from credit_notes);

create table credit_note_lines (
    credit_note_id text not null,
    line_number bigint not null,
    total_amount_paise bigint not null,
    taxable_value_paise bigint not null,
    cgst_paise bigint not null,
    sgst_paise bigint not null,
    gems_given_back bigint not null default 0,
    constraint credit_note_lines_pk primary key (credit_note_id, line_number),
    constraint credit_note_lines_note_exists foreign key (credit_note_id) references credit_notes (id) on delete cascade,
    constraint credit_note_lines_total_not_negative check (total_amount_paise >= 0 and gems_given_back >= 0),
    constraint credit_note_lines_tax_adds_up check (taxable_value_paise + cgst_paise + sgst_paise = total_amount_paise)
);
insert into credit_note_lines (credit_note_id, line_number, total_amount_paise, taxable_value_paise, cgst_paise,
    sgst_paise, gems_given_back)
select n.id, l.line_number, l.total_amount_paise, l.taxable_value_paise, l.cgst_paise, l.sgst_paise, l.gems_redeemed
from credit_notes n join invoice_lines l on l.invoice_id = n.invoice_id;

create table credit_note_refunds (
    credit_note_id text not null,
    refund_number bigint not null,
    method text not null,
    amount_paise bigint not null,
    reference text,
    constraint credit_note_refunds_pk primary key (credit_note_id, refund_number),
    constraint credit_note_refunds_note_exists foreign key (credit_note_id) references credit_notes (id) on delete cascade,
    constraint credit_note_refunds_number_in_range check (refund_number between 1 and 5),
    constraint credit_note_refunds_method_known check (method in ('cash', 'upi', 'card')),
    constraint credit_note_refunds_amount_positive check (amount_paise > 0)
);
insert into credit_note_refunds (credit_note_id, refund_number, method, amount_paise)
select n.id, 1, i.payment_method, n.total_amount_paise
from credit_notes n join invoices i on i.id = n.invoice_id
where n.total_amount_paise > 0 and i.payment_method is not null;

create table cash_movements (
    id text not null,
    branch_id text not null,
    movement_date date not null,
    -- Negative if cash was taken out.
    amount_paise bigint not null,
    reason text not null,
    created_by text not null,
    created_at timestamptz not null,
    constraint cash_movements_pk primary key (id),
    constraint cash_movements_branch_exists foreign key (branch_id) references branches (id),
    constraint cash_movements_creator_exists foreign key (created_by) references users (id),
    constraint cash_movements_amount_not_zero check (amount_paise <> 0),
    constraint cash_movements_reason_present check (reason <> '')
);
create index cash_movements_by_day on cash_movements (branch_id, movement_date, created_at);
create index cash_movements_by_creator on cash_movements (created_by);

create table day_closes (
    id text not null,
    branch_id text not null,
    close_date date not null,
    opening_float_paise bigint not null,
    counted_cash_paise bigint not null,
    expected_cash_paise bigint not null,
    difference_paise bigint not null,
    note text,
    closed_by text not null,
    closed_at timestamptz not null,
    reopened_at timestamptz,
    reopened_by text,
    reopen_reason text,
    constraint day_closes_pk primary key (id),
    constraint day_closes_branch_exists foreign key (branch_id) references branches (id),
    constraint day_closes_closer_exists foreign key (closed_by) references users (id),
    constraint day_closes_reopener_exists foreign key (reopened_by) references users (id),
    constraint day_closes_cash_not_negative check (opening_float_paise >= 0 and counted_cash_paise >= 0),
    constraint day_closes_difference_adds_up check (difference_paise = counted_cash_paise - expected_cash_paise),
    constraint day_closes_reopening_is_whole check ((reopened_at is null) = (reopened_by is null) and (reopened_at is null) = (reopen_reason is null))
);
-- A day that was reopened can be closed again.
create unique index day_closes_one_per_day on day_closes (branch_id, close_date) where reopened_at is null;
create index day_closes_by_closer on day_closes (closed_by);
create index day_closes_by_reopener on day_closes (reopened_by) where reopened_by is not null;

-- Splitting the tax of partial credit notes can leave a paisa to a later note, whose part of a code and rate is then
-- below 0.
alter table monthly_gst_summaries drop constraint monthly_gst_summaries_not_negative;
alter table monthly_gst_summaries add constraint monthly_gst_summaries_billed_not_negative
    check (invoice_count >= 0 and taxable_value_paise >= 0 and cgst_paise >= 0 and sgst_paise >= 0
        and gst_amount_paise >= 0 and total_amount_paise >= 0 and credit_note_count >= 0);

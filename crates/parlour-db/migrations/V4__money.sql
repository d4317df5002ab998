create table invoice_counters (
    branch_id text not null,
    -- '2627' is April 2026 to March 2027, IST.
    financial_year text not null,
    series text not null,
    last_number bigint not null,
    constraint invoice_counters_pk primary key (branch_id, financial_year, series),
    constraint invoice_counters_branch_exists foreign key (branch_id) references branches (id),
    constraint invoice_counters_year_form check (length(financial_year) = 4),
    constraint invoice_counters_series_known check (series in ('invoice', 'session', 'credit_note')),
    constraint invoice_counters_number_positive check (last_number > 0)
);

-- Seller and customer are copied: an invoice says what was true on its day, and outlives an erased customer.
create table invoices (
    id text not null,
    invoice_number text collate "C" not null,
    invoice_type text not null,
    invoice_date date not null,
    branch_id text not null,
    booking_id text,
    membership_id text,
    customer_id text not null,
    seller_name text not null,
    seller_address text not null,
    seller_gstin text,
    gst_registered boolean not null,
    customer_name text not null,
    customer_gstin text,
    -- Folded number and customer name, for the search of the billing list.
    search_text text not null,
    offer_id text,
    offer_name_snapshot text,
    subtotal_paise bigint not null,
    discount_paise bigint not null default 0,
    redeemed_value_paise bigint not null default 0,
    total_amount_paise bigint not null,
    gst_rate_basis_points bigint not null,
    taxable_value_paise bigint not null,
    cgst_paise bigint not null,
    sgst_paise bigint not null,
    gst_amount_paise bigint not null,
    payment_method text,
    payment_status text not null default 'paid',
    gems_earned bigint not null default 0,
    gems_redeemed bigint not null default 0,
    paid_at timestamptz,
    pdf_url text,
    created_at timestamptz not null,
    constraint invoices_pk primary key (id),
    constraint invoices_number_unique unique (invoice_number),
    constraint invoices_branch_exists foreign key (branch_id) references branches (id),
    constraint invoices_booking_exists foreign key (booking_id) references bookings (id),
    constraint invoices_membership_exists foreign key (membership_id) references memberships (id),
    constraint invoices_customer_exists foreign key (customer_id) references users (id),
    constraint invoices_offer_exists foreign key (offer_id) references offers (id),
    constraint invoices_number_length check (length(invoice_number) between 1 and 16),
    constraint invoices_type_known check (invoice_type in ('service', 'membership_purchase', 'membership_session')),
    constraint invoices_booking_by_type check ((booking_id is null) = (invoice_type = 'membership_purchase')),
    constraint invoices_membership_by_type check ((membership_id is null) = (invoice_type = 'service')),
    constraint invoices_session_is_free check (invoice_type <> 'membership_session' or subtotal_paise = 0),
    constraint invoices_seller_gstin_form check (length(seller_gstin) = 15),
    constraint invoices_customer_gstin_form check (length(customer_gstin) = 15),
    constraint invoices_subtotal_not_negative check (subtotal_paise >= 0),
    constraint invoices_discount_not_negative check (discount_paise >= 0),
    constraint invoices_redeemed_value_not_negative check (redeemed_value_paise >= 0),
    constraint invoices_total_not_negative check (total_amount_paise >= 0),
    constraint invoices_total_adds_up check (subtotal_paise - discount_paise - redeemed_value_paise = total_amount_paise),
    constraint invoices_taxable_not_negative check (taxable_value_paise >= 0),
    constraint invoices_tax_halves_equal check (cgst_paise = sgst_paise and cgst_paise >= 0),
    constraint invoices_tax_adds_up check (cgst_paise + sgst_paise = gst_amount_paise and taxable_value_paise + gst_amount_paise = total_amount_paise),
    constraint invoices_rate_in_range check (gst_rate_basis_points between 0 and 10000),
    constraint invoices_unregistered_untaxed check (gst_registered or gst_amount_paise = 0),
    constraint invoices_discount_has_offer check (discount_paise = 0 or offer_id is not null),
    constraint invoices_offer_or_gems check (offer_id is null or gems_redeemed = 0),
    constraint invoices_payment_method_known check (payment_method in ('cash', 'upi', 'card')),
    constraint invoices_payment_method_present check (payment_method is not null or invoice_type = 'membership_session'),
    constraint invoices_payment_status_known check (payment_status in ('pending', 'paid', 'refunded')),
    constraint invoices_paid_has_time check (payment_status = 'pending' or paid_at is not null),
    constraint invoices_gems_not_negative check (gems_earned >= 0 and gems_redeemed >= 0),
    constraint invoices_gems_on_services_only check (invoice_type = 'service' or (gems_earned = 0 and gems_redeemed = 0))
);
create unique index invoices_one_per_booking on invoices (booking_id) where booking_id is not null;
create unique index invoices_one_purchase_per_membership on invoices (membership_id) where invoice_type = 'membership_purchase';
create index invoices_by_date on invoices (invoice_date, id);
create index invoices_by_branch on invoices (branch_id, invoice_date, id);
create index invoices_by_type on invoices (invoice_type, invoice_date, id);
create index invoices_by_customer on invoices (customer_id, invoice_date, id);
create index invoices_by_membership on invoices (membership_id) where membership_id is not null;

create table invoice_lines (
    invoice_id text not null,
    line_number bigint not null,
    service_id text,
    staff_id text,
    description text not null,
    sac text not null,
    price_paise bigint not null,
    discount_paise bigint not null default 0,
    redeemed_value_paise bigint not null default 0,
    gems_redeemed bigint not null default 0,
    total_amount_paise bigint not null,
    gst_rate_basis_points bigint not null,
    taxable_value_paise bigint not null,
    cgst_paise bigint not null,
    sgst_paise bigint not null,
    constraint invoice_lines_pk primary key (invoice_id, line_number),
    constraint invoice_lines_invoice_exists foreign key (invoice_id) references invoices (id) on delete cascade,
    constraint invoice_lines_service_exists foreign key (service_id) references services (id),
    constraint invoice_lines_staff_exists foreign key (staff_id) references staff (id),
    constraint invoice_lines_number_positive check (line_number > 0),
    constraint invoice_lines_sac_form check (length(sac) between 4 and 8),
    constraint invoice_lines_amounts_not_negative check (price_paise >= 0 and discount_paise >= 0 and redeemed_value_paise >= 0 and gems_redeemed >= 0 and total_amount_paise >= 0),
    constraint invoice_lines_total_adds_up check (price_paise - discount_paise - redeemed_value_paise = total_amount_paise),
    constraint invoice_lines_tax_not_negative check (taxable_value_paise >= 0 and cgst_paise >= 0 and sgst_paise >= 0),
    constraint invoice_lines_tax_adds_up check (taxable_value_paise + cgst_paise + sgst_paise = total_amount_paise),
    constraint invoice_lines_rate_in_range check (gst_rate_basis_points between 0 and 10000)
);

create table credit_notes (
    id text not null,
    credit_note_number text collate "C" not null,
    invoice_id text not null,
    branch_id text not null,
    customer_id text not null,
    credit_date date not null,
    reason text not null,
    total_amount_paise bigint not null,
    gst_rate_basis_points bigint not null,
    taxable_value_paise bigint not null,
    cgst_paise bigint not null,
    sgst_paise bigint not null,
    gst_amount_paise bigint not null,
    gems_taken_back bigint not null default 0,
    gems_given_back bigint not null default 0,
    pdf_url text,
    created_by text not null,
    created_at timestamptz not null,
    constraint credit_notes_pk primary key (id),
    constraint credit_notes_number_unique unique (credit_note_number),
    constraint credit_notes_one_per_invoice unique (invoice_id),
    constraint credit_notes_invoice_exists foreign key (invoice_id) references invoices (id),
    constraint credit_notes_branch_exists foreign key (branch_id) references branches (id),
    constraint credit_notes_customer_exists foreign key (customer_id) references users (id),
    constraint credit_notes_creator_exists foreign key (created_by) references users (id),
    constraint credit_notes_number_length check (length(credit_note_number) between 1 and 16),
    constraint credit_notes_reason_present check (reason <> ''),
    constraint credit_notes_total_not_negative check (total_amount_paise >= 0),
    constraint credit_notes_taxable_not_negative check (taxable_value_paise >= 0),
    constraint credit_notes_tax_halves_equal check (cgst_paise = sgst_paise and cgst_paise >= 0),
    constraint credit_notes_tax_adds_up check (cgst_paise + sgst_paise = gst_amount_paise and taxable_value_paise + gst_amount_paise = total_amount_paise),
    constraint credit_notes_rate_in_range check (gst_rate_basis_points between 0 and 10000),
    constraint credit_notes_gems_not_negative check (gems_taken_back >= 0 and gems_given_back >= 0)
);
create index credit_notes_by_date on credit_notes (credit_date, id);
create index credit_notes_by_branch on credit_notes (branch_id, credit_date, id);
create index credit_notes_by_customer on credit_notes (customer_id);
create index credit_notes_by_creator on credit_notes (created_by);

create table loyalty_accounts (
    user_id text not null,
    balance bigint not null default 0,
    total_earned bigint not null default 0,
    total_redeemed bigint not null default 0,
    total_expired bigint not null default 0,
    -- May be negative: adjustments go both ways.
    total_adjusted bigint not null default 0,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    constraint loyalty_accounts_pk primary key (user_id),
    constraint loyalty_accounts_user_exists foreign key (user_id) references users (id),
    constraint loyalty_accounts_balance_not_negative check (balance >= 0),
    constraint loyalty_accounts_totals_not_negative check (total_earned >= 0 and total_redeemed >= 0 and total_expired >= 0),
    constraint loyalty_accounts_balance_adds_up check (balance = total_earned + total_adjusted - total_redeemed - total_expired)
);

create table loyalty_transactions (
    id text not null,
    user_id text not null,
    type text not null,
    gems_amount bigint not null,
    description text not null,
    invoice_id text,
    -- For an expiry: the transaction whose gems ran out.
    expired_transaction_id text,
    expires_at timestamptz,
    created_by text,
    created_at timestamptz not null,
    constraint loyalty_transactions_pk primary key (id),
    constraint loyalty_transactions_account_exists foreign key (user_id) references loyalty_accounts (user_id),
    constraint loyalty_transactions_invoice_exists foreign key (invoice_id) references invoices (id),
    constraint loyalty_transactions_expired_exists foreign key (expired_transaction_id) references loyalty_transactions (id),
    constraint loyalty_transactions_creator_exists foreign key (created_by) references users (id),
    constraint loyalty_transactions_type_known check (type in ('earned', 'redeemed', 'expired', 'adjusted')),
    constraint loyalty_transactions_sign_by_type check ((type = 'earned' and gems_amount > 0) or (type in ('redeemed', 'expired') and gems_amount < 0) or (type = 'adjusted' and gems_amount <> 0)),
    constraint loyalty_transactions_expiry_by_type check ((type = 'earned') = (expires_at is not null)),
    constraint loyalty_transactions_expired_by_type check ((type = 'expired') = (expired_transaction_id is not null))
);
-- The marker that lets the expiry job run twice.
create unique index loyalty_transactions_expire_once on loyalty_transactions (expired_transaction_id) where expired_transaction_id is not null;
create unique index loyalty_transactions_once_per_invoice on loyalty_transactions (invoice_id, type) where type in ('earned', 'redeemed');
create index loyalty_transactions_by_user on loyalty_transactions (user_id, created_at, id);
create index loyalty_transactions_by_invoice on loyalty_transactions (invoice_id) where invoice_id is not null;
create index loyalty_transactions_by_creator on loyalty_transactions (created_by) where created_by is not null;

-- What is left of each gain, so that redemption and expiry take the oldest first.
create table loyalty_lots (
    transaction_id text not null,
    user_id text not null,
    amount bigint not null,
    remaining bigint not null,
    earned_at timestamptz not null,
    -- Null for adjustments, which never expire.
    expires_at timestamptz,
    constraint loyalty_lots_pk primary key (transaction_id),
    constraint loyalty_lots_transaction_exists foreign key (transaction_id) references loyalty_transactions (id) on delete cascade,
    constraint loyalty_lots_account_exists foreign key (user_id) references loyalty_accounts (user_id),
    constraint loyalty_lots_amount_positive check (amount > 0),
    constraint loyalty_lots_remaining_within_amount check (remaining between 0 and amount),
    constraint loyalty_lots_dates_in_order check (earned_at < expires_at)
);
create index loyalty_lots_by_user on loyalty_lots (user_id, earned_at, transaction_id);
create index loyalty_lots_by_expiry on loyalty_lots (expires_at, transaction_id) where remaining > 0;

create table offer_uses (
    customer_id text not null,
    -- The IST day: one offer a day, whichever it is.
    used_on date not null,
    offer_id text not null,
    booking_id text not null,
    created_at timestamptz not null,
    constraint offer_uses_one_a_day primary key (customer_id, used_on),
    constraint offer_uses_booking_unique unique (booking_id),
    constraint offer_uses_customer_exists foreign key (customer_id) references users (id),
    constraint offer_uses_offer_exists foreign key (offer_id) references offers (id),
    constraint offer_uses_booking_exists foreign key (booking_id) references bookings (id)
);
create index offer_uses_by_offer on offer_uses (offer_id, used_on);

create table daily_sales_summaries (
    branch_id text not null,
    summary_date date not null,
    invoice_count bigint not null,
    service_invoice_count bigint not null,
    membership_sale_count bigint not null,
    membership_session_count bigint not null,
    subtotal_paise bigint not null,
    discount_paise bigint not null,
    redeemed_value_paise bigint not null,
    taxable_value_paise bigint not null,
    gst_amount_paise bigint not null,
    total_amount_paise bigint not null,
    cash_paise bigint not null,
    upi_paise bigint not null,
    card_paise bigint not null,
    credit_note_count bigint not null,
    credited_paise bigint not null,
    gems_earned bigint not null,
    gems_redeemed bigint not null,
    bookings_created bigint not null,
    bookings_completed bigint not null,
    bookings_cancelled bigint not null,
    bookings_noshow bigint not null,
    walkin_count bigint not null,
    new_customer_count bigint not null,
    computed_at timestamptz not null,
    constraint daily_sales_summaries_pk primary key (branch_id, summary_date),
    constraint daily_sales_summaries_branch_exists foreign key (branch_id) references branches (id),
    constraint daily_sales_summaries_money_not_negative check (subtotal_paise >= 0 and discount_paise >= 0 and redeemed_value_paise >= 0 and taxable_value_paise >= 0 and gst_amount_paise >= 0 and total_amount_paise >= 0 and cash_paise >= 0 and upi_paise >= 0 and card_paise >= 0 and credited_paise >= 0),
    constraint daily_sales_summaries_counts_not_negative check (invoice_count >= 0 and service_invoice_count >= 0 and membership_sale_count >= 0 and membership_session_count >= 0 and credit_note_count >= 0 and gems_earned >= 0 and gems_redeemed >= 0 and bookings_created >= 0 and bookings_completed >= 0 and bookings_cancelled >= 0 and bookings_noshow >= 0 and walkin_count >= 0 and new_customer_count >= 0)
);
create index daily_sales_summaries_by_date on daily_sales_summaries (summary_date, branch_id);

create table monthly_gst_summaries (
    branch_id text not null,
    -- The first day of the IST month.
    month_start date not null,
    sac text not null,
    gst_rate_basis_points bigint not null,
    invoice_count bigint not null,
    taxable_value_paise bigint not null,
    cgst_paise bigint not null,
    sgst_paise bigint not null,
    gst_amount_paise bigint not null,
    total_amount_paise bigint not null,
    credit_note_count bigint not null,
    credited_taxable_value_paise bigint not null,
    credited_gst_paise bigint not null,
    computed_at timestamptz not null,
    constraint monthly_gst_summaries_pk primary key (branch_id, month_start, sac, gst_rate_basis_points),
    constraint monthly_gst_summaries_branch_exists foreign key (branch_id) references branches (id),
    constraint monthly_gst_summaries_sac_form check (length(sac) between 4 and 8),
    constraint monthly_gst_summaries_rate_in_range check (gst_rate_basis_points between 0 and 10000),
    constraint monthly_gst_summaries_not_negative check (invoice_count >= 0 and taxable_value_paise >= 0 and cgst_paise >= 0 and sgst_paise >= 0 and gst_amount_paise >= 0 and total_amount_paise >= 0 and credit_note_count >= 0 and credited_taxable_value_paise >= 0 and credited_gst_paise >= 0),
    constraint monthly_gst_summaries_add_up check (cgst_paise + sgst_paise = gst_amount_paise and taxable_value_paise + gst_amount_paise = total_amount_paise)
);
create index monthly_gst_summaries_by_month on monthly_gst_summaries (month_start, branch_id);

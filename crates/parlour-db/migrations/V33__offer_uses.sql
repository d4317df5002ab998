-- What each offer took off, without going through all invoices; few of them have one. It holds all that the sums ask for.
create index invoices_by_offer on invoices
    (offer_id, invoice_date, superseded_at, credited_paise, total_amount_paise, discount_paise)
    where offer_id is not null;

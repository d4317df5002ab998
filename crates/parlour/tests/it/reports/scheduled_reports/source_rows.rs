//! The rows themselves, every one, added up in another way than the product's.

use std::collections::{BTreeMap, BTreeSet};

use chrono::NaiveDate;
use parlour_db::{Conn, DbError, params, row};
use parlour_domain::ist::Timestamp;
use parlour_testkit::TestSalon;

#[derive(Debug)]
pub(super) struct InvoiceRow {
    pub(super) id: String,
    pub(super) branch: String,
    pub(super) day: NaiveDate,
    pub(super) kind: String,
    pub(super) customer: String,
    pub(super) subtotal: i64,
    pub(super) discount: i64,
    pub(super) redeemed: i64,
    pub(super) taxable: i64,
    pub(super) gst: i64,
    pub(super) total: i64,
    pub(super) is_superseded: bool,
}
row! { InvoiceRow {
    id, branch, day, kind, customer, subtotal, discount, redeemed, taxable, gst, total, is_superseded,
} }

#[derive(Debug)]
pub(super) struct InvoiceLineRow {
    /// An invoice, or a credit note.
    pub(super) document: String,
    pub(super) sac: String,
    pub(super) rate: i64,
    pub(super) taxable: i64,
    pub(super) cgst: i64,
    pub(super) sgst: i64,
    pub(super) total: i64,
}
row! { InvoiceLineRow { document, sac, rate, taxable, cgst, sgst, total } }

/// Branch and day of a booking, when it was made, and whether it is a session.
pub(super) type BookingRow = (String, NaiveDate, Timestamp, bool);

/// Everything, row by row.
#[derive(Debug)]
pub(super) struct SourceRows {
    pub(super) invoices: Vec<InvoiceRow>,
    pub(super) lines: Vec<InvoiceLineRow>,
    /// Credit note, branch, day, total.
    pub(super) notes: Vec<(String, String, NaiveDate, i64)>,
    pub(super) note_lines: Vec<InvoiceLineRow>,
    /// Invoice, method, paise.
    pub(super) payments: Vec<(String, String, i64)>,
    pub(super) bookings: Vec<BookingRow>,
}

pub(super) async fn read_source_rows(salon: &TestSalon) -> SourceRows {
    let read = |conn: &mut Conn<'_>| -> Result<SourceRows, DbError> {
        Ok(SourceRows {
            invoices: conn.all(
                "select id, branch_id, invoice_date, invoice_type, customer_id, subtotal_paise, discount_paise,
                     redeemed_value_paise, taxable_value_paise, gst_amount_paise, total_amount_paise,
                     superseded_at is not null
                 from invoices where voided_at is null",
                params![],
            )?,
            lines: conn.all(
                "select invoice_id, sac, gst_rate_basis_points, taxable_value_paise, cgst_paise, sgst_paise,
                     total_amount_paise
                 from invoice_lines",
                params![],
            )?,
            notes: conn.all("select id, branch_id, credit_date, total_amount_paise from credit_notes", params![])?,
            note_lines: conn.all(
                "select n.id, b.sac, case when n.carries_tax then b.gst_rate_basis_points else 0 end,
                     l.taxable_value_paise, l.cgst_paise, l.sgst_paise, l.total_amount_paise
                 from credit_notes n join credit_note_lines l on l.credit_note_id = n.id
                     join invoice_lines b on b.invoice_id = n.invoice_id and b.line_number = l.line_number",
                params![],
            )?,
            payments: conn.all("select invoice_id, method, amount_paise from invoice_payments", params![])?,
            bookings: conn
                .all("select branch_id, booking_date, created_at, is_membership_session from bookings", params![])?,
        })
    };
    salon.app.db.read(read).await.unwrap()
}

impl SourceRows {
    /// What is to be kept of a branch's day, added up in another way.
    pub(super) fn day(&self, branch: &str, day: NaiveDate) -> BTreeMap<&'static str, i64> {
        let mut found = BTreeMap::new();
        let mut add = |name: &'static str, figure: i64| *found.entry(name).or_default() += figure;
        for invoice in self.invoices.iter().filter(|one| one.branch == branch && one.day == day) {
            match invoice.kind.as_str() {
                "service" => add("services", i64::from(!invoice.is_superseded)),
                "membership_purchase" => add("memberships", 1),
                _ => add("sessions", 1),
            }
            add("invoices", i64::from(invoice.kind != "membership_session"));
            // Of a reopened booking, and taken back by no credit note.
            if !invoice.is_superseded || invoice.total > 0 {
                add("subtotal", invoice.subtotal);
                add("discount", invoice.discount);
                add("redeemed", invoice.redeemed);
            }
            add("taxable", invoice.taxable);
            add("gst", invoice.gst);
            add("total", invoice.total);
            for (_, method, paise) in self.payments.iter().filter(|(paid, ..)| *paid == invoice.id) {
                match method.as_str() {
                    "cash" => add("cash", *paise),
                    "upi" => add("upi", *paise),
                    _ => add("card", *paise),
                }
            }
        }
        for (_, of, on, total) in &self.notes {
            if *on == day && of == branch {
                add("credit notes", 1);
                add("credited", *total);
            }
        }
        for (of, on, made, is_session) in &self.bookings {
            add("completed", i64::from(of == branch && *on == day));
            add("created", i64::from(of == branch && made.ist_date() == day && !is_session && *on >= day));
        }
        let is_visit = |one: &&InvoiceRow| one.kind != "membership_purchase" && !one.is_superseded;
        let visits = || self.invoices.iter().filter(|one| one.branch == branch).filter(is_visit);
        let came = |is_meant: &dyn Fn(&InvoiceRow) -> bool| -> BTreeSet<&str> {
            visits().filter(|one| is_meant(one)).map(|one| one.customer.as_str()).collect()
        };
        let (known, today) = (came(&|one| one.day < day), came(&|one| one.day == day));
        add("new customers", i64::try_from(today.difference(&known).count()).unwrap());
        found.retain(|_, figure| *figure != 0);
        found
    }

    /// What was billed by code and rate: documents, taxable value, CGST, SGST, total.
    pub(super) fn billed_tax(&self, is_meant: impl Fn(&InvoiceRow) -> bool) -> TaxByKey {
        let is_meant = |invoice: &InvoiceRow| invoice.kind != "membership_session" && is_meant(invoice);
        sum_tax(&self.lines, |id| self.invoices.iter().any(|invoice| invoice.id == id && is_meant(invoice)))
    }

    /// What credit notes of a branch took back.
    pub(super) fn credited_tax(&self, branch: &str, is_meant: impl Fn(NaiveDate) -> bool) -> TaxByKey {
        let is_note = |id: &str| self.notes.iter().any(|(note, of, on, _)| note == id && of == branch && is_meant(*on));
        sum_tax(&self.note_lines, is_note)
    }
}

pub(super) type TaxByKey = BTreeMap<(String, i64), [i64; 5]>;

fn sum_tax(lines: &[InvoiceLineRow], is_meant: impl Fn(&str) -> bool) -> TaxByKey {
    let mut found = BTreeMap::<_, ([i64; 5], BTreeSet<&str>)>::new();
    for line in lines.iter().filter(|line| is_meant(&line.document)) {
        let (sums, documents) = found.entry((line.sac.clone(), line.rate)).or_default();
        documents.insert(&line.document);
        sums[0] = i64::try_from(documents.len()).unwrap();
        for (sum, part) in sums[1..].iter_mut().zip([line.taxable, line.cgst, line.sgst, line.total]) {
            *sum += part;
        }
    }
    found.into_iter().map(|(key, (sums, _))| (key, sums)).collect()
}

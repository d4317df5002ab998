//! Issues an invoice in the transaction of the sale.

use chrono::NaiveDate;
use parlour_domain::billing::gst::{GstRate, TaxSplit};
use parlour_domain::billing::invoice::{
    InvoiceSeries, InvoiceType, PaymentMethod, PaymentStatus, financial_year, invoice_number,
};
use parlour_domain::gems::gems_earned;
use parlour_domain::ids::{BookingId, BranchId, InvoiceId, MembershipId, OfferId, ServiceId, StaffId, UserId};
use parlour_store::billing::invoices::{self, Invoice, InvoiceDetails, NewInvoiceLine};
use parlour_store::branches::branch_records;
use parlour_store::{DbError, Tx};

use crate::request_context::RequestContext;

/// How sales are taxed: by the dated table of the law, or at one rate that the salon has set.
#[derive(Debug, Clone, Copy, Default)]
pub struct TaxPolicy {
    pub flat: Option<GstRate>,
}

impl TaxPolicy {
    fn on(self, date: NaiveDate) -> GstRate {
        self.flat.unwrap_or_else(|| GstRate::on(date))
    }
}

/// What was bought.
#[derive(Debug, Clone, Copy)]
pub enum Purchase<'a> {
    Booking(&'a BookingId),
    Membership(&'a MembershipId),
    /// A booking that was paid with a membership's hours.
    Session(&'a BookingId, &'a MembershipId),
}

#[derive(Debug, Clone)]
pub struct InvoiceItem {
    pub service_id: Option<ServiceId>,
    pub staff_id: Option<StaffId>,
    pub description: String,
    pub sac: String,
    pub price_paise: i64,
    pub discount_paise: i64,
    /// The whole price if gems pay for it, else 0.
    pub redeemed_value_paise: i64,
    pub gems_redeemed: i64,
}

impl InvoiceItem {
    pub fn total_paise(&self) -> i64 {
        self.price_paise - self.discount_paise - self.redeemed_value_paise
    }
}

#[derive(Debug, Clone)]
pub struct Sale<'a> {
    /// Chosen by the caller, because other records may name the invoice before it exists.
    pub id: InvoiceId,
    pub bought: Purchase<'a>,
    pub branch: &'a BranchId,
    pub customer: &'a UserId,
    pub items: &'a [InvoiceItem],
    pub offer: Option<(&'a OfferId, &'a str)>,
    pub payment_method: Option<PaymentMethod>,
    pub taxes: TaxPolicy,
}

#[derive(Debug, thiserror::Error)]
pub enum IssueRefusal {
    #[error("the branch or the customer no longer exists")]
    Nobody,
    #[error("the numbers of this financial year have run out")]
    NumbersUsedUp,
    #[error(transparent)]
    Db(#[from] DbError),
}

/// Takes the number as late as possible: it locks the numbers of the branch until the transaction ends.
pub fn issue(tx: &mut Tx<'_>, context: &RequestContext, sale: &Sale<'_>) -> Result<Invoice, IssueRefusal> {
    let seller = branch_records::find_seller(tx, sale.branch)?.ok_or(IssueRefusal::Nobody)?;
    let buyer = invoices::find_buyer(tx, sale.customer)?.ok_or(IssueRefusal::Nobody)?;
    let today = context.now.ist_date();
    let rate = if seller.gst_registered { sale.taxes.on(today) } else { GstRate::NONE };
    let sum = |of: fn(&InvoiceItem) -> i64| sale.items.iter().map(of).sum::<i64>();
    let (subtotal, discount) = (sum(|item| item.price_paise), sum(|item| item.discount_paise));
    let redeemed_value_paise = sum(|item| item.redeemed_value_paise);
    let total = sum(InvoiceItem::total_paise);
    let tax = TaxSplit::of(total, rate);
    let (invoice_type, series, booking, membership_id) = match sale.bought {
        Purchase::Booking(booking) => (InvoiceType::Service, InvoiceSeries::Invoice, Some(booking), None),
        Purchase::Membership(membership) => {
            (InvoiceType::MembershipPurchase, InvoiceSeries::Invoice, None, Some(membership))
        }
        Purchase::Session(booking, membership) => {
            (InvoiceType::MembershipSession, InvoiceSeries::Session, Some(booking), Some(membership))
        }
    };
    let year = financial_year(today);
    let number = invoices::next_invoice_number(tx, sale.branch, &year, series)?;
    let invoice = Invoice {
        id: sale.id.clone(),
        invoice_number: invoice_number(&seller.code, &year, series, number).ok_or(IssueRefusal::NumbersUsedUp)?,
        branch_id: sale.branch.clone(),
        booking_id: booking.cloned(),
        customer_id: sale.customer.clone(),
        subtotal_paise: subtotal,
        discount_paise: discount,
        taxable_value_paise: tax.taxable_value_paise,
        gst_amount_paise: tax.gst_paise(),
        total_amount_paise: total,
        invoice_type,
        payment_method: sale.payment_method,
        payment_status: PaymentStatus::Paid,
        gems_earned: if invoice_type == InvoiceType::Service { gems_earned(total) } else { 0 },
        paid_at: Some(context.now),
        invoice_date: today,
        created_at: context.now,
        credit_notes: Vec::new(),
    };
    let details = InvoiceDetails {
        membership_id,
        seller: &seller,
        customer_name: &buyer.name,
        customer_gstin: buyer.gstin.as_deref(),
        offer: sale.offer,
        redeemed_value_paise,
        gems_redeemed: sum(|item| item.gems_redeemed),
        rate,
        tax,
    };
    invoices::insert(tx, &invoice, &details)?;
    insert_lines(tx, &invoice.id, sale.items, tax, rate)?;
    Ok(invoice)
}

fn insert_lines(
    tx: &mut Tx<'_>,
    invoice: &InvoiceId,
    items: &[InvoiceItem],
    tax: TaxSplit,
    rate: GstRate,
) -> Result<(), DbError> {
    let totals: Vec<i64> = items.iter().map(InvoiceItem::total_paise).collect();
    for ((item, tax), number) in items.iter().zip(tax.split_by_line(&totals)).zip(1..) {
        let line = NewInvoiceLine {
            service_id: item.service_id.as_ref(),
            staff_id: item.staff_id.as_ref(),
            description: &item.description,
            sac: &item.sac,
            price_paise: item.price_paise,
            discount_paise: item.discount_paise,
            redeemed_value_paise: item.redeemed_value_paise,
            gems_redeemed: item.gems_redeemed,
            tax,
        };
        invoices::insert_line(tx, invoice, number, &line, rate)?;
    }
    Ok(())
}

//! Issues an invoice in the transaction of the sale.

use parlour_domain::billing::gst::GstRate;
use parlour_domain::billing::invoice::{
    InvoiceSeries, InvoiceType, PaymentMethod, PaymentStatus, financial_year, invoice_number,
};
use parlour_domain::billing::payment::Payment;
use parlour_domain::ids::{BookingId, InvoiceId, MembershipId, OfferId, UserId};
use parlour_store::billing::invoices::{self, Invoice, InvoiceDetails, NewInvoiceLine};
use parlour_store::billing::payments;
use parlour_store::{DbError, Tx};

use super::amounts::{InvoiceAmounts, InvoiceItem, SellingBranch};
use crate::request_context::RequestContext;

/// What was bought.
#[derive(Debug, Clone, Copy)]
pub enum Purchase<'a> {
    Booking(&'a BookingId),
    Membership(&'a MembershipId),
    /// A booking that was paid with a membership's hours.
    Session(&'a BookingId, &'a MembershipId),
}

impl Purchase<'_> {
    pub fn invoice_type(&self) -> InvoiceType {
        match self {
            Self::Booking(_) => InvoiceType::Service,
            Self::Membership(_) => InvoiceType::MembershipPurchase,
            Self::Session(..) => InvoiceType::MembershipSession,
        }
    }
}

/// A discount that somebody at the desk has given by hand.
#[derive(Debug, Clone)]
pub struct GivenDiscount {
    pub reason: String,
    pub given_by: UserId,
}

#[derive(Debug, Clone)]
pub struct Sale<'a> {
    /// Chosen by the caller, because other records may name the invoice before it exists.
    pub id: InvoiceId,
    pub bought: Purchase<'a>,
    pub branch: &'a SellingBranch,
    pub customer: &'a UserId,
    pub items: &'a [InvoiceItem],
    pub offer: Option<(&'a OfferId, &'a str)>,
    pub hand_discount: Option<&'a GivenDiscount>,
    /// Of the largest payment; none for a session slip.
    pub payment_method: Option<PaymentMethod>,
    /// Together exactly what is due.
    pub payments: Vec<Payment>,
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
    let SellingBranch { id: branch_id, seller, rate } = sale.branch;
    let buyer = invoices::find_buyer(tx, sale.customer)?.ok_or(IssueRefusal::Nobody)?;
    let today = context.now.ist_date();
    let invoice_type = sale.bought.invoice_type();
    let amounts = sale.branch.amounts(invoice_type, sale.items);
    let (series, booking, membership_id) = match sale.bought {
        Purchase::Booking(booking) => (InvoiceSeries::Invoice, Some(booking), None),
        Purchase::Membership(membership) => (InvoiceSeries::Invoice, None, Some(membership)),
        Purchase::Session(booking, membership) => (InvoiceSeries::Session, Some(booking), Some(membership)),
    };
    let year = financial_year(today);
    let number = invoices::next_invoice_number(tx, branch_id, &year, series)?;
    let invoice = Invoice {
        id: sale.id.clone(),
        invoice_number: invoice_number(&seller.code, &year, series, number).ok_or(IssueRefusal::NumbersUsedUp)?,
        branch_id: branch_id.clone(),
        booking_id: booking.cloned(),
        customer_id: sale.customer.clone(),
        subtotal_paise: amounts.subtotal_paise,
        discount_paise: amounts.discount_paise,
        discount_reason: sale.hand_discount.map(|discount| discount.reason.clone()),
        discounted_by: sale.hand_discount.map(|discount| discount.given_by.clone()),
        taxable_value_paise: amounts.tax.taxable_value_paise,
        gst_amount_paise: amounts.tax.gst_paise(),
        rounding_paise: amounts.rounding_paise,
        total_amount_paise: amounts.total_paise(),
        credited_paise: 0,
        invoice_type,
        payment_method: sale.payment_method,
        payment_status: PaymentStatus::Paid,
        gems_earned: amounts.gems_earned,
        paid_at: Some(context.now),
        invoice_date: today,
        voided_at: None,
        created_at: context.now,
        payments: sale.payments.clone(),
        credit_notes: Vec::new(),
    };
    let details = InvoiceDetails {
        membership_id,
        seller,
        buyer: &buyer,
        offer: sale.offer,
        redeemed_value_paise: amounts.redeemed_value_paise,
        gems_redeemed: amounts.gems_redeemed,
        rate: *rate,
        tax: amounts.tax,
    };
    invoices::insert(tx, &invoice, &details)?;
    payments::insert_payments(tx, &invoice.id, &invoice.payments)?;
    insert_lines(tx, &invoice.id, sale.items, &amounts, *rate)?;
    Ok(invoice)
}

fn insert_lines(
    tx: &mut Tx<'_>,
    invoice: &InvoiceId,
    items: &[InvoiceItem],
    amounts: &InvoiceAmounts,
    rate: GstRate,
) -> Result<(), DbError> {
    for ((item, tax), number) in items.iter().zip(amounts.tax_by_item(items)).zip(1..) {
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

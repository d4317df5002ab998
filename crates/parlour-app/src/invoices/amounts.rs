//! The figures of an invoice. A quote and the invoice that follows it compute them here.

use parlour_domain::billing::gst::{GstRate, TaxSplit};
use parlour_domain::billing::invoice::InvoiceType;
use parlour_domain::billing::rounding::RoundInvoices;
use parlour_domain::gems;
use parlour_domain::ids::{BranchId, ServiceId, StaffId};
use parlour_store::branches::branch_records::{self, Seller};
use parlour_store::{Conn, DbError};

use crate::request_context::RequestContext;

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

/// The branch that sells, and the rate of its tax on the day of the sale.
#[derive(Debug, Clone)]
pub struct SellingBranch {
    pub id: BranchId,
    pub seller: Seller,
    pub rate: GstRate,
}

impl SellingBranch {
    /// None if there is no such branch.
    pub fn find(conn: &mut Conn<'_>, id: &BranchId, context: &RequestContext) -> Result<Option<Self>, DbError> {
        let found = branch_records::find_seller(conn, id)?;
        Ok(found.map(|seller| {
            let rate =
                if seller.gst_registered { context.policy.taxes.on(context.now.ist_date()) } else { GstRate::NONE };
            Self { id: id.clone(), seller, rate }
        }))
    }

    /// Only service invoices are rounded, and only they earn gems.
    pub fn amounts(&self, invoice_type: InvoiceType, items: &[InvoiceItem]) -> InvoiceAmounts {
        let sum = |of: fn(&InvoiceItem) -> i64| items.iter().map(of).sum::<i64>();
        let before_rounding = sum(InvoiceItem::total_paise);
        let (round, earns_gems) = match invoice_type {
            InvoiceType::Service => (self.seller.round_invoices, true),
            InvoiceType::MembershipPurchase | InvoiceType::MembershipSession => (RoundInvoices::None, false),
        };
        InvoiceAmounts {
            subtotal_paise: sum(|item| item.price_paise),
            discount_paise: sum(|item| item.discount_paise),
            redeemed_value_paise: sum(|item| item.redeemed_value_paise),
            gems_redeemed: sum(|item| item.gems_redeemed),
            tax: TaxSplit::of(before_rounding, self.rate),
            rounding_paise: round.rounding_paise(before_rounding),
            gems_earned: if earns_gems { gems::gems_earned(before_rounding) } else { 0 },
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InvoiceAmounts {
    /// Before offer, gems and discount, GST included.
    pub subtotal_paise: i64,
    pub discount_paise: i64,
    pub redeemed_value_paise: i64,
    pub gems_redeemed: i64,
    pub tax: TaxSplit,
    pub rounding_paise: i64,
    /// On the sum before rounding.
    pub gems_earned: i64,
}

impl InvoiceAmounts {
    /// What is due.
    pub fn total_paise(&self) -> i64 {
        self.tax.taxable_value_paise + self.tax.gst_paise() + self.rounding_paise
    }

    /// The tax of each item.
    pub fn tax_by_item(&self, items: &[InvoiceItem]) -> Vec<TaxSplit> {
        let totals: Vec<i64> = items.iter().map(InvoiceItem::total_paise).collect();
        self.tax.split_by_line(&totals)
    }
}

//! What a report reads.

use std::sync::Arc;

use chrono::NaiveDate;
use parlour_domain::billing::invoice::InvoiceType;
use parlour_store::reports::ReportScope;
use parlour_web::salon::Salon;

/// Every visit has one of these.
pub(super) const VISIT_INVOICES: [InvoiceType; 2] = [InvoiceType::Service, InvoiceType::MembershipSession];
/// A slip of membership hours bills nothing.
pub(super) const PAID_INVOICES: [InvoiceType; 2] = [InvoiceType::Service, InvoiceType::MembershipPurchase];

pub(super) struct ReadRequest {
    pub(super) scope: ReportScope,
    pub(super) today: NaiveDate,
    pub(super) salon: Arc<Salon>,
}

//! The desk asks what a booking will cost, before it is completed.

use std::collections::HashMap;

use parlour_domain::billing::gst::TaxSplit;
use parlour_domain::billing::upi::{UpiPayee, upi_uri};
use parlour_domain::gems::spendable_gems;
use parlour_domain::ids::{BookingId, MembershipId, OfferId, ServiceId};
use parlour_domain::membership::remaining_minutes;
use parlour_domain::offer::{OfferDiscount, discounts_by_line};
use parlour_store::billing::day_closes;
use parlour_store::billing::desk_invoices::InvoiceLine;
use parlour_store::bookings::checkout;
use parlour_store::branches::branch_records;
use parlour_store::gems::gems_accounts;
use parlour_store::memberships::membership_records;
use parlour_store::offers::offer_records;
use parlour_store::{Conn, DbError};
use serde::Serialize;
use utoipa::ToSchema;

use super::bill::{Bill, BillableBooking, Reduction, check_status};
use super::complete_refusal::CompleteRefusal;
use crate::hindi_names::{HindiNames, NamedInEnglish};
use crate::invoices::InvoiceItem;
use crate::request_context::RequestContext;

/// What a checkout would bill at this moment.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Quote {
    pub lines: Vec<InvoiceLine>,
    /// Before offer, gems and discount, GST included.
    pub subtotal_paise: i64,
    pub discount_paise: i64,
    pub redeemed_value_paise: i64,
    pub taxable_value_paise: i64,
    pub cgst_paise: i64,
    pub sgst_paise: i64,
    pub gst_amount_paise: i64,
    pub rounding_paise: i64,
    pub total_amount_paise: i64,
    pub gems_to_earn: i64,
    /// The offers that the customer could use now, the largest first.
    pub applicable_offers: Vec<ApplicableOffer>,
    /// The services of the booking for which gems could pay, whether the balance covers them or not.
    pub redeemable_services: Vec<QuotedService>,
    /// Gems that the customer can spend now.
    pub gems_balance: i64,
    /// The active one.
    pub membership: Option<QuotedMembership>,
    /// A link that opens a payment app; null if the branch has no UPI account, or nothing is due.
    #[schema(example = "upi://pay?pa=salon@okbank&pn=Salon&am=1234.50&cu=INR&tn=BK-1&tr=BK-1")]
    pub upi_uri: Option<String>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApplicableOffer {
    pub id: OfferId,
    pub name: String,
    pub takes_off_paise: i64,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct QuotedService {
    pub service_id: ServiceId,
    pub gems_required: i64,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct QuotedMembership {
    pub id: MembershipId,
    pub remaining_minutes: i64,
    /// What it gives for this booking. Pages only.
    #[serde(skip)]
    #[schema(ignore)]
    pub needed_minutes: i64,
}

/// For the page of the checkout: the invoice keeps the names of the booking.
impl NamedInEnglish for Quote {
    fn translate(&mut self, names: &HindiNames) {
        self.lines.iter_mut().for_each(|line| names.translate_service(&mut line.description));
        self.applicable_offers.iter_mut().for_each(|offer| names.translate_offer(&mut offer.name));
    }
}

/// Refuses what `complete` would refuse. Writes nothing.
pub fn quote(
    conn: &mut Conn<'_>,
    context: &RequestContext,
    id: &BookingId,
    reduction: &Reduction,
) -> Result<Quote, CompleteRefusal> {
    let today = context.now.ist_date();
    let booking = check_status(checkout::find_booking_for_checkout(conn, id)?)?;
    if !day_closes::is_open_day(conn, &booking.branch_id, today)? {
        return Err(CompleteRefusal::DayClosed);
    }
    let billable = BillableBooking::read(conn, context, id, booking)?;
    let bill = billable.bill(conn, context, reduction)?;
    let (booking, amounts) = (&billable.booking, &bill.amounts);
    let lots = gems_accounts::list_open_lots(conn, &booking.customer_id)?;
    let membership = membership_records::find_active(conn, &booking.customer_id, context.now)?;
    let upi = branch_records::find_upi_account(conn, &booking.branch_id)?;
    let upi_uri = upi.and_then(|account| {
        let payee = UpiPayee { id: &account.id, name: &account.payee };
        upi_uri(payee, amounts.total_paise(), &booking.booking_number)
    });
    Ok(Quote {
        lines: invoice_lines(&billable, &bill),
        subtotal_paise: amounts.subtotal_paise,
        discount_paise: amounts.discount_paise,
        redeemed_value_paise: amounts.redeemed_value_paise,
        taxable_value_paise: amounts.tax.taxable_value_paise,
        cgst_paise: amounts.tax.cgst_paise,
        sgst_paise: amounts.tax.sgst_paise,
        gst_amount_paise: amounts.tax.gst_paise(),
        rounding_paise: amounts.rounding_paise,
        total_amount_paise: amounts.total_paise(),
        gems_to_earn: amounts.gems_earned,
        applicable_offers: list_applicable_offers(conn, context, &billable)?,
        redeemable_services: redeemable_services(&billable),
        gems_balance: spendable_gems(&lots, context.now),
        membership: membership.map(|membership| QuotedMembership {
            remaining_minutes: remaining_minutes(membership.total_hours_minutes, membership.used_hours_minutes),
            id: membership.id,
            needed_minutes: billable.services.iter().map(|service| service.membership_minutes).sum(),
        }),
        upi_uri,
    })
}

/// The lines that the invoice would have.
fn invoice_lines(billable: &BillableBooking<'_>, bill: &Bill) -> Vec<InvoiceLine> {
    let items = bill.items.iter().zip(bill.amounts.tax_by_item(&bill.items)).zip(1..);
    let line = |((item, tax), line_number): ((&InvoiceItem, TaxSplit), i64)| InvoiceLine {
        line_number,
        service_id: item.service_id.clone(),
        staff_id: item.staff_id.clone(),
        description: item.description.clone(),
        sac: item.sac.clone(),
        price_paise: item.price_paise,
        discount_paise: item.discount_paise,
        redeemed_value_paise: item.redeemed_value_paise,
        gems_redeemed: item.gems_redeemed,
        total_amount_paise: item.total_paise(),
        gst_rate_basis_points: billable.branch.rate.as_basis_points(),
        taxable_value_paise: tax.taxable_value_paise,
        cgst_paise: tax.cgst_paise,
        sgst_paise: tax.sgst_paise,
    };
    items.map(line).collect()
}

fn list_applicable_offers(
    conn: &mut Conn<'_>,
    context: &RequestContext,
    billable: &BillableBooking<'_>,
) -> Result<Vec<ApplicableOffer>, CompleteRefusal> {
    let today = context.now.ist_date();
    match billable.check_takes_offers(conn, today) {
        Err(CompleteRefusal::OfferNotApplicable(_)) => return Ok(Vec::new()),
        checked => checked?,
    }
    let services_of_offers = list_services_by_offer(conn, context)?;
    let lines = billable.priced_lines();
    let mut offers = Vec::new();
    for offer in offer_records::list_current(conn, today)? {
        let discount = OfferDiscount {
            offer_type: offer.offer_type,
            percentage: offer.discount_percentage,
            amount_paise: offer.discount_amount_paise,
            combo_price_paise: offer.combo_price_paise,
        };
        let applies_to = services_of_offers.get(&offer.id).map_or(&[][..], Vec::as_slice);
        if let Ok(discounts) = discounts_by_line(&lines, &discount, applies_to) {
            offers.push(ApplicableOffer { id: offer.id, name: offer.name, takes_off_paise: discounts.iter().sum() });
        }
    }
    // A stable sort: equal ones stay in the order of the list.
    offers.sort_by_key(|offer| std::cmp::Reverse(offer.takes_off_paise));
    Ok(offers)
}

fn list_services_by_offer(
    conn: &mut Conn<'_>,
    context: &RequestContext,
) -> Result<HashMap<OfferId, Vec<ServiceId>>, DbError> {
    let mut found: HashMap<OfferId, Vec<ServiceId>> = HashMap::new();
    for service in offer_records::list_services_of_current(conn, context.now.ist_date())? {
        found.entry(service.offer_id).or_default().push(service.service_id);
    }
    Ok(found)
}

fn redeemable_services(billable: &BillableBooking<'_>) -> Vec<QuotedService> {
    let mut services: Vec<QuotedService> = Vec::new();
    for service in &billable.services {
        let Some(gems_required) = service.gems_required else { continue };
        let quoted = QuotedService { service_id: service.service_id.clone(), gems_required };
        if !services.contains(&quoted) {
            services.push(quoted);
        }
    }
    services
}

//! The desk sells a membership.

use parlour_domain::billing::invoice::PaymentMethod;
use parlour_domain::ids::{InvoiceId, MembershipId, TierId, UserId};
use parlour_domain::membership::{
    EXPIRED_NOTIFICATION_AFTER_MS, MEMBERSHIP_SAC, MembershipStatus, MembershipTerm,
    format_hours_and_minutes, membership_number,
};
use parlour_domain::notification::NotificationType;
use parlour_domain::notification::email_kind::EmailKind;
use parlour_store::billing::invoices::Invoice;
use parlour_store::customers::erasure;
use parlour_store::jobs::queued_jobs::{self, QueuedJob};
use parlour_store::memberships::membership_records::{self, Membership, PrimaryBranch};
use parlour_store::memberships::tiers::{self, Tier};
use parlour_store::users::user_records;
use parlour_store::{Conn, DbError, Tx};

use super::{expire_overdue, job_subject};
use crate::audit::{self, AuditedChange, state_json};
use crate::idempotency::IdempotencyRefusal;
use crate::invoices::{self, InvoiceItem, IssueRefusal, Purchase, Sale, TaxPolicy, issue};
use crate::notifications::notify::{NewNotification, NotificationDelivery, notify};
use crate::request_context::RequestContext;

const EXPIRED_NOTICE_JOB: &str = "membership-expired-notice";
/// Of tens of millions of numbers a year and branch, the next one drawn is hardly ever taken.
const MAX_NUMBER_ATTEMPTS: usize = 8;

/// What the desk has agreed with the customer.
#[derive(Debug, Clone)]
pub struct MembershipSale {
    pub customer_id: UserId,
    pub tier_id: TierId,
    pub hours_minutes: i64,
    pub price_paise: i64,
    pub term: MembershipTerm,
    pub payment_method: PaymentMethod,
    pub notes: Option<String>,
    /// The first part of the number.
    pub number_prefix: String,
    pub taxes: TaxPolicy,
}

#[derive(Debug)]
pub struct SoldMembership {
    pub membership: Membership,
    pub invoice: Invoice,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SaleFieldError {
    #[error("is not a customer of ours")]
    UnknownCustomer,
    #[error("is not a tier that is on sale")]
    TierNotOnSale,
}

#[derive(Debug, thiserror::Error)]
pub enum SellRefusal {
    #[error("the sale is not possible")]
    InvalidFields(Vec<SaleFieldError>),
    #[error("there is no primary branch")]
    NoPrimaryBranch,
    #[error("the customer has an active membership")]
    AlreadyActive,
    #[error(transparent)]
    Issue(#[from] IssueRefusal),
    #[error(transparent)]
    Idempotency(#[from] IdempotencyRefusal),
    #[error(transparent)]
    Db(#[from] DbError),
}

/// All that speaks against a sale, as far as it could be read.
pub fn validate_sale(
    conn: &mut Conn<'_>,
    customer: Option<&UserId>,
    tier: Option<&TierId>,
) -> Result<Vec<SaleFieldError>, DbError> {
    let mut field_errors = Vec::new();
    if let Some(customer) = customer
        && user_records::by_id(conn, customer)?.is_none()
    {
        field_errors.push(SaleFieldError::UnknownCustomer);
    }
    if let Some(tier) = tier
        && tier_on_sale(conn, tier)?.is_none()
    {
        field_errors.push(SaleFieldError::TierNotOnSale);
    }
    Ok(field_errors)
}

fn tier_on_sale(conn: &mut Conn<'_>, id: &TierId) -> Result<Option<Tier>, DbError> {
    Ok(tiers::by_id(conn, id)?.filter(|tier| tier.is_active))
}

pub fn sell(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    seller: &UserId,
    sale: &MembershipSale,
) -> Result<SoldMembership, SellRefusal> {
    let is_known = membership_records::lock_membership_customer(tx, &sale.customer_id)?;
    let (true, Some(tier)) = (is_known, tier_on_sale(tx, &sale.tier_id)?) else {
        let field_errors = validate_sale(tx, Some(&sale.customer_id), Some(&sale.tier_id))?;
        return Err(SellRefusal::InvalidFields(field_errors));
    };
    let branch = membership_records::find_primary_branch(tx)?.ok_or(SellRefusal::NoPrimaryBranch)?;
    expire_overdue(tx, context, &sale.customer_id)?;
    let membership = insert_membership(tx, context, (seller, sale), &tier, &branch)?;
    notify_and_enqueue_jobs(tx, context, sale, &membership)?;
    let change = AuditedChange {
        action: "membership.sell",
        record_id: membership.id.as_str(),
        concerns: Some(&sale.customer_id),
        before: None,
        after: state_json(&membership),
    };
    audit::record(tx, context, change)?;
    let invoice = issue_purchase_invoice(tx, context, sale, &membership, &branch)?;
    Ok(SoldMembership { membership, invoice })
}

fn insert_membership(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    (seller, sale): (&UserId, &MembershipSale),
    tier: &Tier,
    branch: &PrimaryBranch,
) -> Result<Membership, SellRefusal> {
    let mut membership = Membership {
        id: MembershipId::new(context.new_id()),
        membership_number: String::new(),
        customer_id: sale.customer_id.clone(),
        tier_id: tier.id.clone(),
        tier_name_snapshot: tier.name.clone(),
        total_hours_minutes: sale.hours_minutes,
        used_hours_minutes: 0,
        price_paid_paise: sale.price_paise,
        starts_at: sale.term.starts_at,
        expires_at: sale.term.expires_at,
        status: MembershipStatus::Active,
        created_by: seller.clone(),
        invoice_id: InvoiceId::new(context.new_id()),
        notes: sale.notes.clone(),
        created_at: context.now,
        updated_at: context.now,
    };
    for _ in 0..MAX_NUMBER_ATTEMPTS {
        let code = context.rng.short_code::<5>().to_uppercase();
        let sold = context.now.ist_date();
        membership.membership_number = membership_number(&sale.number_prefix, sold, branch.number, &code);
        if membership_records::insert(tx, &membership)? {
            return Ok(membership);
        }
        if erasure::has_active_membership(tx, &sale.customer_id)? {
            return Err(SellRefusal::AlreadyActive);
        }
    }
    Err(DbError::Statement("every membership number that was drawn is taken".into()).into())
}

/// The customer hears of it, now and when it is over.
fn notify_and_enqueue_jobs(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    sale: &MembershipSale,
    membership: &Membership,
) -> Result<(), DbError> {
    let until = sale.term.last_day().format("%-d %b %Y");
    let notification = NewNotification {
        user_id: &membership.customer_id,
        booking_id: None,
        kind: NotificationType::MembershipCreated,
        title: "Your membership is ready",
        body: &format!("{}: {}, until {until}", membership.membership_number, describe_package(membership)),
        subject: membership.id.as_str(),
        period: "",
        delivery: NotificationDelivery::PushAndEmail(EmailKind::MembershipCreated),
    };
    notify(tx, context, &notification)?;
    invoices::enqueue_invoice_pdf(tx, context, &membership.invoice_id)?;
    let later = QueuedJob {
        id: &context.new_id(),
        kind: EXPIRED_NOTICE_JOB,
        payload: &serde_json::json!({ "membershipId": membership.id }).to_string(),
        subject: &job_subject(&membership.id),
        dedup_key: &format!("{EXPIRED_NOTICE_JOB}:{}", membership.id),
        due_at: membership.expires_at.plus_millis(EXPIRED_NOTIFICATION_AFTER_MS),
    };
    queued_jobs::enqueue(tx, &later, context.now)
}

/// `Gold, 10 h 30 min`.
fn describe_package(membership: &Membership) -> String {
    format!("{}, {}", membership.tier_name_snapshot, format_hours_and_minutes(membership.total_hours_minutes))
}

fn issue_purchase_invoice(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    sale: &MembershipSale,
    membership: &Membership,
    branch: &PrimaryBranch,
) -> Result<Invoice, SellRefusal> {
    let item = InvoiceItem {
        service_id: None,
        staff_id: None,
        description: format!("Membership {}", describe_package(membership)),
        sac: MEMBERSHIP_SAC.to_owned(),
        price_paise: sale.price_paise,
        discount_paise: 0,
        redeemed_value_paise: 0,
        gems_redeemed: 0,
    };
    let bought = Sale {
        id: membership.invoice_id.clone(),
        bought: Purchase::Membership(&membership.id),
        branch: &branch.id,
        customer: &sale.customer_id,
        items: &[item],
        offer: None,
        payment_method: Some(sale.payment_method),
        taxes: sale.taxes,
    };
    let invoice = issue(tx, context, &bought)?;
    let change = AuditedChange {
        action: "invoice.issue",
        record_id: invoice.id.as_str(),
        concerns: Some(&sale.customer_id),
        before: None,
        after: state_json(&invoice),
    };
    audit::record(tx, context, change)?;
    Ok(invoice)
}

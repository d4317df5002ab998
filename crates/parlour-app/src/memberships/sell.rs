//! The desk sells a membership.

use parlour_domain::audit::AuditAction;
use parlour_domain::billing::invoice::PaymentMethod;
use parlour_domain::ids::{InvoiceId, MembershipId, TierId, UserId};
use parlour_domain::job::Job;
use parlour_domain::job_subject::JobSubject;
use parlour_domain::membership::{
    EXPIRED_NOTIFICATION_AFTER_MS, MEMBERSHIP_SAC, MembershipStatus, MembershipTerm, format_hours_and_minutes,
    membership_number,
};
use parlour_domain::notification::NotificationType;
use parlour_domain::notification::email_kind::EmailKind;
use parlour_domain::notification::subject::NotificationSubject;
use parlour_store::billing::invoices::Invoice;
use parlour_store::customers::erasure;
use parlour_store::jobs::queued_jobs::{self, QueuedJob};
use parlour_store::memberships::membership_records::{self, Membership, PrimaryBranch};
use parlour_store::memberships::tiers::{self, Tier};
use parlour_store::users::user_records;
use parlour_store::{Conn, DbError, Tx};

use super::expire_overdue;
use crate::audit::{self, AuditedChange, state_json};
use crate::invoices::{self, InvoiceItem, IssueRefusal, Purchase, Sale, TaxPolicy, issue};
use crate::job_payload::JobPayload;
use crate::notifications::notify::{NewNotification, NotificationDelivery, notify};
use crate::request_context::RequestContext;
use crate::validation::Checked;

/// A branch has tens of millions of numbers a year, so a random one is hardly ever taken.
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
    /// The first part of the membership number.
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
    Db(#[from] DbError),
}

/// The field errors of a sale of which some fields could not be read.
pub fn validate_sale(
    conn: &mut Conn<'_>,
    customer: Option<&UserId>,
    tier: Option<&TierId>,
) -> Result<Vec<SaleFieldError>, DbError> {
    let is_known_customer = match customer {
        Some(customer) => user_records::by_id(conn, customer)?.is_some(),
        None => true,
    };
    Ok(check_sale(conn, is_known_customer, tier)?.err().unwrap_or_default())
}

/// The tier that is sold.
fn check_sale(conn: &mut Conn<'_>, is_known_customer: bool, tier: Option<&TierId>) -> Checked<Tier, SaleFieldError> {
    let mut errors = Vec::new();
    if !is_known_customer {
        errors.push(SaleFieldError::UnknownCustomer);
    }
    let Some(id) = tier else { return Ok(Err(errors)) };
    let tier = tiers::by_id(conn, id)?.filter(|tier| tier.is_active);
    if tier.is_none() {
        errors.push(SaleFieldError::TierNotOnSale);
    }
    Ok(tier.filter(|_| errors.is_empty()).ok_or(errors))
}

pub fn sell(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    seller: &UserId,
    sale: &MembershipSale,
) -> Result<SoldMembership, SellRefusal> {
    let is_known_customer = membership_records::lock_membership_customer(tx, &sale.customer_id)?;
    let tier = check_sale(tx, is_known_customer, Some(&sale.tier_id))?.map_err(SellRefusal::InvalidFields)?;
    let branch = membership_records::find_primary_branch(tx)?.ok_or(SellRefusal::NoPrimaryBranch)?;
    expire_overdue(tx, context, &sale.customer_id)?;
    let membership = new_membership(context, seller, sale, &tier);
    let membership = insert_with_free_number(tx, context, sale, &branch, membership)?;
    notify_and_enqueue_jobs(tx, context, sale, &membership)?;
    let change = AuditedChange {
        action: AuditAction::MembershipSell,
        record_id: membership.id.as_str(),
        concerns: Some(&sale.customer_id),
        before: None,
        after: state_json(&membership),
    };
    audit::record(tx, context, change)?;
    let invoice = issue_purchase_invoice(tx, context, sale, &membership, &branch)?;
    Ok(SoldMembership { membership, invoice })
}

fn new_membership(context: &RequestContext, seller: &UserId, sale: &MembershipSale, tier: &Tier) -> Membership {
    Membership {
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
    }
}

fn insert_with_free_number(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    sale: &MembershipSale,
    branch: &PrimaryBranch,
    mut membership: Membership,
) -> Result<Membership, SellRefusal> {
    for _ in 0..MAX_NUMBER_ATTEMPTS {
        let code = context.rng.random_letters::<5>().to_uppercase();
        let sold = context.now.ist_date();
        membership.membership_number = membership_number(&sale.number_prefix, sold, branch.number, &code);
        if membership_records::insert(tx, &membership)? {
            return Ok(membership);
        }
        if erasure::has_active_membership(tx, &sale.customer_id)? {
            return Err(SellRefusal::AlreadyActive);
        }
    }
    Err(DbError::Statement("no free membership number was found".into()).into())
}

/// Notifies the customer now, and queues the invoice and the notification of the membership's end.
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
        subject: NotificationSubject::Membership(&membership.id),
        period: "",
        delivery: NotificationDelivery::PushAndEmail(EmailKind::MembershipCreated),
    };
    notify(tx, context, &notification)?;
    invoices::enqueue_invoice_pdf(tx, context, &membership.invoice_id)?;
    let job = Job::MembershipExpiredNotice;
    let queued = QueuedJob {
        id: &context.new_id(),
        kind: job.as_str(),
        payload: &JobPayload::for_membership(&membership.id).to_json(),
        subject: &JobSubject::Membership(&membership.id).to_string(),
        dedup_key: &format!("{job}:{}", membership.id),
        due_at: membership.expires_at.plus_millis(EXPIRED_NOTIFICATION_AFTER_MS),
    };
    queued_jobs::enqueue(tx, &queued, context.now)
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
        action: AuditAction::InvoiceIssue,
        record_id: invoice.id.as_str(),
        concerns: Some(&sale.customer_id),
        before: None,
        after: state_json(&invoice),
    };
    audit::record(tx, context, change)?;
    Ok(invoice)
}

//! The desk sells a membership.

use parlour_domain::audit::AuditAction;
use parlour_domain::billing::payment::{PaymentsDoNotAddUp, Tender};
use parlour_domain::ids::{BranchId, InvoiceId, MembershipId, TierId, UserId};
use parlour_domain::job::Job;
use parlour_domain::job::subject::JobSubject;
use parlour_domain::membership::{EXPIRED_NOTIFICATION_AFTER_MS, MembershipStatus, MembershipTerm, membership_number};
use parlour_domain::notification::email_kind::EmailKind;
use parlour_domain::notification::message::NotificationMessage;
use parlour_domain::notification::subject::NotificationSubject;
use parlour_store::billing::day_closes;
use parlour_store::billing::invoices::Invoice;
use parlour_store::customers::erasure;
use parlour_store::jobs::queued_jobs::{self, QueuedJob};
use parlour_store::memberships::membership_records::{self, Membership, MembershipBranch};
use parlour_store::memberships::tiers::{self, Tier};
use parlour_store::users::user_records;
use parlour_store::{Conn, DbError, Tx};
use parlour_texts::Texts;

use super::desk_terms::has_fixed_terms;
use super::expire_overdue;
use super::session_lines::find_membership_branch;
use crate::audit::{self, AuditedChange, state_json};
use crate::invoices::{self, InvoiceItem, IssueRefusal, Purchase, Sale, SellingBranch, issue};
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
    /// Not needed where the price is 0.
    pub tender: Option<Tender>,
    /// None for the primary branch.
    pub branch_id: Option<BranchId>,
    pub notes: Option<String>,
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
    #[error("is not an operational branch")]
    UnknownBranch,
    #[error("is required unless the price is 0")]
    NoPayment,
    #[error(transparent)]
    Payments(#[from] PaymentsDoNotAddUp),
}

#[derive(Debug, thiserror::Error)]
pub enum SellRefusal {
    #[error("the sale is not possible")]
    InvalidFields(Vec<SaleFieldError>),
    #[error("there is no primary branch")]
    NoPrimaryBranch,
    #[error("only a manager sells other terms than the tier's")]
    TermsNotAllowed,
    #[error("the branch has closed this day")]
    DayClosed,
    #[error("the customer has an active membership")]
    AlreadyActive,
    #[error(transparent)]
    Issue(#[from] IssueRefusal),
    #[error(transparent)]
    Db(#[from] DbError),
}

/// A sale as far as it could be read.
#[derive(Debug, Clone)]
pub struct SaleFields {
    pub customer: Option<UserId>,
    pub tier: Option<TierId>,
    /// None for the primary branch.
    pub branch: Option<BranchId>,
    pub price_paise: Option<i64>,
    /// The outer `None` if a field of it is wrong.
    pub tender: Option<Option<Tender>>,
}

/// The field errors of a sale of which some fields could not be read.
pub fn validate_sale(conn: &mut Conn<'_>, sale: &SaleFields) -> Result<Vec<SaleFieldError>, DbError> {
    let is_known_customer = match &sale.customer {
        Some(customer) => user_records::by_id(conn, customer)?.is_some(),
        None => true,
    };
    Ok(check_sale(conn, is_known_customer, sale)?.err().unwrap_or_default())
}

/// What is sold, where, and how it is paid.
struct CheckedSale {
    tier: Tier,
    /// None if there is no primary branch.
    branch: Option<MembershipBranch>,
    tender: Tender,
}

fn check_sale(conn: &mut Conn<'_>, is_known_customer: bool, sale: &SaleFields) -> Checked<CheckedSale, SaleFieldError> {
    let mut errors = Vec::new();
    if !is_known_customer {
        errors.push(SaleFieldError::UnknownCustomer);
    }
    let tier = match &sale.tier {
        Some(id) => tiers::by_id(conn, id)?.filter(|tier| tier.is_active),
        None => None,
    };
    if sale.tier.is_some() && tier.is_none() {
        errors.push(SaleFieldError::TierNotOnSale);
    }
    let branch = find_membership_branch(conn, sale.branch.as_ref())?;
    if sale.branch.is_some() && branch.is_none() {
        errors.push(SaleFieldError::UnknownBranch);
    }
    let tender = sale
        .tender
        .as_ref()
        .and_then(|tender| check_tender(tender.as_ref(), sale.price_paise).map_err(|error| errors.push(error)).ok());
    let checked = tier.zip(tender).filter(|_| errors.is_empty());
    Ok(checked.map(|(tier, tender)| CheckedSale { tier, branch, tender }).ok_or(errors))
}

/// A price that could not be read is hardly ever 0.
fn check_tender(tender: Option<&Tender>, price_paise: Option<i64>) -> Result<Tender, SaleFieldError> {
    let due = price_paise.unwrap_or(1);
    let tender = Tender::requested_or_nothing_due(tender, due).ok_or(SaleFieldError::NoPayment)?;
    if let Some(price) = price_paise {
        tender.payments_for(price)?;
    }
    Ok(tender)
}

impl MembershipSale {
    fn has_terms_of(&self, tier: &Tier) -> bool {
        self.hours_minutes == tier.default_hours_minutes
            && self.price_paise == tier.default_price_paise
            && self.term.validity_days() == tier.default_validity_days
    }

    fn fields(&self) -> SaleFields {
        SaleFields {
            customer: Some(self.customer_id.clone()),
            tier: Some(self.tier_id.clone()),
            branch: self.branch_id.clone(),
            price_paise: Some(self.price_paise),
            tender: Some(self.tender.clone()),
        }
    }
}

pub fn sell(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    seller: &UserId,
    sale: &MembershipSale,
) -> Result<SoldMembership, SellRefusal> {
    let is_known_customer = membership_records::lock_membership_customer(tx, &sale.customer_id)?;
    let checked = check_sale(tx, is_known_customer, &sale.fields())?.map_err(SellRefusal::InvalidFields)?;
    let CheckedSale { tier, branch, tender } = checked;
    let branch = branch.ok_or(SellRefusal::NoPrimaryBranch)?;
    if !sale.has_terms_of(&tier) && has_fixed_terms(tx, context, Some(&branch.id))? {
        return Err(SellRefusal::TermsNotAllowed);
    }
    if !day_closes::lock_open_day(tx, &branch.id, context.now.ist_date())? {
        return Err(SellRefusal::DayClosed);
    }
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
    let branch = SellingBranch::find(tx, &branch.id, context)?;
    let purchase = MembershipPurchase { membership: &membership, sac: &tier.sac_code, tender: &tender };
    let invoice = issue_purchase_invoice(tx, context, &branch.ok_or(IssueRefusal::Nobody)?, &purchase)?;
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
    branch: &MembershipBranch,
    mut membership: Membership,
) -> Result<Membership, SellRefusal> {
    for _ in 0..MAX_NUMBER_ATTEMPTS {
        let code = context.rng.random_letters::<5>().to_uppercase();
        let sold = context.now.ist_date();
        membership.membership_number = membership_number(&context.policy.membership_prefix, sold, branch.number, &code);
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
    let message = NotificationMessage::MembershipCreated {
        number: membership.membership_number.clone(),
        tier: membership.tier_name_snapshot.clone(),
        total_minutes: membership.total_hours_minutes,
        last_day: sale.term.last_day(),
    };
    let notification = NewNotification {
        user_id: &membership.customer_id,
        booking_id: None,
        message: &message,
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

/// `Membership Gold, 10 h 30 min`, as it is kept: in English, whatever the language of the document that shows it.
fn describe_package(membership: &Membership) -> String {
    let hours = Texts::ENGLISH.format_minutes(membership.total_hours_minutes);
    Texts::ENGLISH.document().package(&membership.tier_name_snapshot, &hours)
}

/// A sold membership, its accounting code and how it is paid.
struct MembershipPurchase<'a> {
    membership: &'a Membership,
    sac: &'a str,
    tender: &'a Tender,
}

fn issue_purchase_invoice(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    branch: &SellingBranch,
    purchase: &MembershipPurchase<'_>,
) -> Result<Invoice, SellRefusal> {
    let MembershipPurchase { membership, sac, tender } = purchase;
    let item = InvoiceItem {
        service_id: None,
        staff_id: None,
        description: describe_package(membership),
        sac: (*sac).to_owned(),
        price_paise: membership.price_paid_paise,
        discount_paise: 0,
        redeemed_value_paise: 0,
        gems_redeemed: 0,
    };
    let payments = tender.payments_for(membership.price_paid_paise);
    let bought = Sale {
        id: membership.invoice_id.clone(),
        bought: Purchase::Membership(&membership.id),
        branch,
        customer: &membership.customer_id,
        items: &[item],
        offer: None,
        hand_discount: None,
        payment_method: Some(tender.main_method()),
        payments: payments.map_err(|error| SellRefusal::InvalidFields(vec![error.into()]))?,
    };
    let invoice = issue(tx, context, &bought)?;
    let change = AuditedChange {
        action: AuditAction::InvoiceIssue,
        record_id: invoice.id.as_str(),
        concerns: Some(&membership.customer_id),
        before: None,
        after: state_json(&invoice),
    };
    audit::record(tx, context, change)?;
    Ok(invoice)
}

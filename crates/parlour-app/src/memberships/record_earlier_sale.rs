//! Records a membership that another system sold. It is not invoiced, and nobody is notified of the sale.

use parlour_domain::audit::AuditAction;
use parlour_domain::ids::{InvoiceId, MembershipId, UserId};
use parlour_domain::job::Job;
use parlour_domain::job::subject::JobSubject;
use parlour_domain::membership::{EXPIRED_NOTIFICATION_AFTER_MS, MembershipStatus, MembershipTerm, membership_number};
use parlour_store::import_export::imports;
use parlour_store::jobs::queued_jobs::{self, QueuedJob};
use parlour_store::memberships::membership_records::{self, Membership};
use parlour_store::memberships::tiers::Tier;
use parlour_store::{DbError, Tx};

use super::expire_overdue;
use crate::audit::{self, AuditedChange, state_json};
use crate::job_payload::JobPayload;
use crate::request_context::RequestContext;

/// A membership as the other system knows it.
#[derive(Debug, Clone)]
pub struct EarlierSale {
    pub customer_id: UserId,
    pub tier: Tier,
    pub total_minutes: i64,
    pub used_minutes: i64,
    pub price_paise: i64,
    pub term: MembershipTerm,
    /// The number on the customer's card; without one, the membership gets a new number.
    pub number: Option<String>,
    pub notes: Option<String>,
}

#[derive(Debug, thiserror::Error)]
pub enum RecordSaleRefusal {
    #[error("is the number of another membership")]
    NumberTaken,
    #[error("is of a customer who has an active membership")]
    AlreadyActive,
    #[error("needs a primary branch")]
    NoPrimaryBranch,
    #[error(transparent)]
    Db(#[from] DbError),
}

/// A membership whose term is over is recorded as expired.
pub fn record_earlier_sale(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    sale: &EarlierSale,
) -> Result<MembershipId, RecordSaleRefusal> {
    membership_records::lock_membership_customer(tx, &sale.customer_id)?;
    expire_overdue(tx, context, &sale.customer_id)?;
    let membership = build_membership(tx, context, sale)?;
    if imports::is_membership_number_taken(tx, &membership.membership_number)? {
        return Err(RecordSaleRefusal::NumberTaken);
    }
    let is_active = membership.status == MembershipStatus::Active;
    let ended_at = if is_active { None } else { Some(membership.expires_at) };
    if !imports::insert_membership(tx, &membership, ended_at)? {
        return Err(RecordSaleRefusal::AlreadyActive);
    }
    if is_active {
        enqueue_expiry_notice(tx, context, &membership)?;
    }
    let change = AuditedChange {
        action: AuditAction::MembershipImport,
        record_id: membership.id.as_str(),
        concerns: Some(&sale.customer_id),
        before: None,
        after: state_json(&membership),
    };
    audit::record(tx, context, change)?;
    Ok(membership.id)
}

fn build_membership(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    sale: &EarlierSale,
) -> Result<Membership, RecordSaleRefusal> {
    let branch = membership_records::find_primary_branch(tx)?.ok_or(RecordSaleRefusal::NoPrimaryBranch)?;
    let new_number = || {
        let code = context.rng.random_letters::<5>().to_uppercase();
        membership_number(&context.policy.membership_prefix, sale.term.starts_at.ist_date(), branch.number, &code)
    };
    // A command has no user: the first owner stands for the salon.
    let created_by = imports::find_first_owner(tx)?.unwrap_or_else(|| sale.customer_id.clone());
    let is_over = sale.term.is_over(context.now);
    Ok(Membership {
        id: MembershipId::new(context.new_id()),
        membership_number: sale.number.clone().unwrap_or_else(new_number),
        customer_id: sale.customer_id.clone(),
        tier_id: sale.tier.id.clone(),
        tier_name_snapshot: sale.tier.name.clone(),
        total_hours_minutes: sale.total_minutes,
        used_hours_minutes: sale.used_minutes,
        price_paid_paise: sale.price_paise,
        starts_at: sale.term.starts_at,
        expires_at: sale.term.expires_at,
        status: if is_over { MembershipStatus::Expired } else { MembershipStatus::Active },
        created_by,
        // The invoice is in the other system; no invoice has this id.
        invoice_id: InvoiceId::new(context.new_id()),
        notes: sale.notes.clone(),
        created_at: context.now,
        updated_at: context.now,
    })
}

fn enqueue_expiry_notice(tx: &mut Tx<'_>, context: &RequestContext, membership: &Membership) -> Result<(), DbError> {
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

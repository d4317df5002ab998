//! The desk sells a membership.

use parlour_domain::ids::{InvoiceId, MembershipId, TierId, UserId};
use parlour_domain::invoice::PaymentMethod;
use parlour_domain::letter::LetterKind;
use parlour_domain::membership::{
    EXPIRED_NOTICE_AFTER_MS, MEMBERSHIP_SAC, MembershipStatus, Term, hours_and_minutes, membership_number,
};
use parlour_domain::notice::NotificationType;
use parlour_store::invoices::Invoice;
use parlour_store::memberships::{self, HomeBranch, Membership};
use parlour_store::tiers::{self, Tier};
use parlour_store::work::{self, Work};
use parlour_store::{Conn, DbError, Tx, erasure, users};

use super::{expire_overdue, subject};
use crate::audit::{self, Change, state};
use crate::invoices::{self, Bought, IssueRefusal, Item, Sale, Taxes, issue};
use crate::occasion::Occasion;
use crate::once::OnceRefusal;
use crate::telling::{SentAs, Telling, tell};

const EXPIRED_NOTICE: &str = "membership-expired-notice";
/// Of tens of millions of numbers a year and branch, the next one drawn is hardly ever taken.
const NUMBERS_DRAWN: usize = 8;

/// What the desk has agreed with the customer.
#[derive(Debug, Clone)]
pub struct MembershipSale {
    pub customer_id: UserId,
    pub tier_id: TierId,
    pub hours_minutes: i64,
    pub price_paise: i64,
    pub term: Term,
    pub payment_method: PaymentMethod,
    pub notes: Option<String>,
    /// The first part of the number.
    pub number_prefix: String,
    pub taxes: Taxes,
}

#[derive(Debug)]
pub struct Sold {
    pub membership: Membership,
    pub invoice: Invoice,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SaleComplaint {
    #[error("is not a customer of ours")]
    UnknownCustomer,
    #[error("is not a tier that is on sale")]
    TierNotOnSale,
}

#[derive(Debug, thiserror::Error)]
pub enum SellRefusal {
    #[error("the sale is not possible")]
    NotPossible(Vec<SaleComplaint>),
    #[error("there is no primary branch")]
    NoPrimaryBranch,
    #[error("the customer has an active membership")]
    AlreadyActive,
    #[error(transparent)]
    Issue(#[from] IssueRefusal),
    #[error(transparent)]
    Once(#[from] OnceRefusal),
    #[error(transparent)]
    Db(#[from] DbError),
}

/// All that speaks against a sale, as far as it could be read.
pub fn examine_sale(
    conn: &mut Conn<'_>,
    customer: Option<&UserId>,
    tier: Option<&TierId>,
) -> Result<Vec<SaleComplaint>, DbError> {
    let mut complaints = Vec::new();
    if let Some(customer) = customer
        && users::by_id(conn, customer)?.is_none()
    {
        complaints.push(SaleComplaint::UnknownCustomer);
    }
    if let Some(tier) = tier
        && tier_on_sale(conn, tier)?.is_none()
    {
        complaints.push(SaleComplaint::TierNotOnSale);
    }
    Ok(complaints)
}

fn tier_on_sale(conn: &mut Conn<'_>, id: &TierId) -> Result<Option<Tier>, DbError> {
    Ok(tiers::by_id(conn, id)?.filter(|tier| tier.is_active))
}

pub fn sell(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    seller: &UserId,
    sale: &MembershipSale,
) -> Result<Sold, SellRefusal> {
    let is_known = memberships::hold_customer(tx, &sale.customer_id)?;
    let (true, Some(tier)) = (is_known, tier_on_sale(tx, &sale.tier_id)?) else {
        let complaints = examine_sale(tx, Some(&sale.customer_id), Some(&sale.tier_id))?;
        return Err(SellRefusal::NotPossible(complaints));
    };
    let branch = memberships::home_branch(tx)?.ok_or(SellRefusal::NoPrimaryBranch)?;
    expire_overdue(tx, occasion, &sale.customer_id)?;
    let membership = insert(tx, occasion, (seller, sale), &tier, &branch)?;
    follow_up(tx, occasion, sale, &membership)?;
    let change = Change {
        action: "membership.sell",
        record_id: membership.id.as_str(),
        concerns: Some(&sale.customer_id),
        before: None,
        after: state(&membership),
    };
    audit::record(tx, occasion, change)?;
    let invoice = bill(tx, occasion, sale, &membership, &branch)?;
    Ok(Sold { membership, invoice })
}

fn insert(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    (seller, sale): (&UserId, &MembershipSale),
    tier: &Tier,
    branch: &HomeBranch,
) -> Result<Membership, SellRefusal> {
    let mut membership = Membership {
        id: MembershipId::new(occasion.new_id()),
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
        invoice_id: InvoiceId::new(occasion.new_id()),
        notes: sale.notes.clone(),
        created_at: occasion.now,
        updated_at: occasion.now,
    };
    for _ in 0..NUMBERS_DRAWN {
        let code = occasion.chance.short_code::<5>().to_uppercase();
        let sold = occasion.now.ist_date();
        membership.membership_number = membership_number(&sale.number_prefix, sold, branch.number, &code);
        if memberships::insert(tx, &membership)? {
            return Ok(membership);
        }
        if erasure::has_active_membership(tx, &sale.customer_id)? {
            return Err(SellRefusal::AlreadyActive);
        }
    }
    Err(DbError::Statement("every membership number that was drawn is taken".into()).into())
}

/// The customer hears of it, now and when it is over.
fn follow_up(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    sale: &MembershipSale,
    membership: &Membership,
) -> Result<(), DbError> {
    let until = sale.term.last_day().format("%-d %b %Y");
    let telling = Telling {
        user_id: &membership.customer_id,
        booking_id: None,
        kind: NotificationType::MembershipCreated,
        title: "Your membership is ready",
        body: &format!("{}: {}, until {until}", membership.membership_number, package(membership)),
        subject: membership.id.as_str(),
        period: "",
        sent_as: SentAs::PushAndLetter(LetterKind::MembershipCreated),
    };
    tell(tx, occasion, &telling)?;
    invoices::bring(tx, occasion, &membership.invoice_id)?;
    let later = Work {
        id: &occasion.new_id(),
        kind: EXPIRED_NOTICE,
        payload: &serde_json::json!({ "membershipId": membership.id }).to_string(),
        subject: &subject(&membership.id),
        dedup_key: &format!("{EXPIRED_NOTICE}:{}", membership.id),
        due_at: membership.expires_at.plus_millis(EXPIRED_NOTICE_AFTER_MS),
    };
    work::schedule(tx, &later, occasion.now)
}

/// `Gold, 10 h 30 min`.
fn package(membership: &Membership) -> String {
    format!("{}, {}", membership.tier_name_snapshot, hours_and_minutes(membership.total_hours_minutes))
}

fn bill(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    sale: &MembershipSale,
    membership: &Membership,
    branch: &HomeBranch,
) -> Result<Invoice, SellRefusal> {
    let item = Item {
        service_id: None,
        staff_id: None,
        description: format!("Membership {}", package(membership)),
        sac: MEMBERSHIP_SAC.to_owned(),
        price_paise: sale.price_paise,
        discount_paise: 0,
        redeemed_value_paise: 0,
        gems_redeemed: 0,
    };
    let bought = Sale {
        id: membership.invoice_id.clone(),
        bought: Bought::Membership(&membership.id),
        branch: &branch.id,
        customer: &sale.customer_id,
        items: &[item],
        offer: None,
        payment_method: Some(sale.payment_method),
        taxes: sale.taxes,
    };
    let invoice = issue(tx, occasion, &bought)?;
    let change = Change {
        action: "invoice.issue",
        record_id: invoice.id.as_str(),
        concerns: Some(&sale.customer_id),
        before: None,
        after: state(&invoice),
    };
    audit::record(tx, occasion, change)?;
    Ok(invoice)
}

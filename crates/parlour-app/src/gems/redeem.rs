//! Gems pay for a service.

use parlour_domain::gems::GemsTransactionType;
use parlour_domain::ids::{InvoiceId, UserId};
use parlour_store::Tx;
use parlour_store::gems::NewTransaction;

use super::account::{SpendRefusal, hold, take_out};
use crate::occasion::Occasion;

#[derive(Debug, Clone, Copy)]
pub struct Redemption<'a> {
    pub invoice: &'a InvoiceId,
    pub gems: i64,
    /// What the customer reads, without anything personal: it outlives an erasure.
    pub description: &'a str,
}

/// Takes the oldest gems first. Those past their time give nothing, also before the night has taken them
/// away.
pub fn redeem(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    user: &UserId,
    redemption: &Redemption<'_>,
) -> Result<(), SpendRefusal> {
    hold(tx, occasion, user)?;
    let loss = NewTransaction {
        id: &occasion.new_id(),
        user_id: user,
        kind: GemsTransactionType::Redeemed,
        gems_amount: redemption.gems.saturating_neg(),
        description: redemption.description,
        invoice_id: Some(redemption.invoice),
        expired_transaction_id: None,
        expires_at: None,
        created_by: None,
    };
    take_out(tx, occasion, &loss)
}

//! A visit was paid.

use parlour_domain::gems::{GemsTransactionType, expiry, gems_earned};
use parlour_domain::ids::{InvoiceId, UserId};
use parlour_store::gems::{self, NewTransaction};
use parlour_store::{DbError, Tx};

use super::account::hold;
use crate::occasion::Occasion;

/// Gives what a service invoice earns, and says how much that is. Memberships and their sessions earn
/// nothing: nobody calls this for them. Once per invoice: the database refuses a second time.
pub fn earn(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    user: &UserId,
    invoice: &InvoiceId,
    total_paise: i64,
) -> Result<i64, DbError> {
    let earned = gems_earned(total_paise);
    if earned == 0 {
        return Ok(0);
    }
    hold(tx, occasion, user)?;
    let gain = NewTransaction {
        id: &occasion.new_id(),
        user_id: user,
        kind: GemsTransactionType::Earned,
        gems_amount: earned,
        description: "Earned with your visit",
        invoice_id: Some(invoice),
        expired_transaction_id: None,
        expires_at: Some(expiry(occasion.now)),
        created_by: None,
    };
    gems::write(tx, &gain, occasion.now)?;
    Ok(earned)
}

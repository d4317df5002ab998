//! An invoice whose money changes, locked until the transaction ends.

use parlour_domain::ids::InvoiceId;
use parlour_store::billing::credit_notes::{self, InvoiceToCredit};
use parlour_store::{DbError, Tx};

/// Locks the customer and then the invoice, so that nobody else credits it, corrects its payments, or merges or erases
/// its customer meanwhile.
pub(crate) fn lock_invoice_and_customer(tx: &mut Tx<'_>, id: &InvoiceId) -> Result<Option<InvoiceToCredit>, DbError> {
    let Some(mut customer) = credit_notes::find_customer_of_invoice(tx, id)? else { return Ok(None) };
    loop {
        credit_notes::lock_customer_for_credit(tx, &customer)?;
        let Some(owner) = credit_notes::find_customer_of_invoice(tx, id)? else { return Ok(None) };
        if owner == customer {
            return credit_notes::lock_invoice_to_credit(tx, id);
        }
        // The customer was merged in between, and the invoice now belongs to another one.
        customer = owner;
    }
}

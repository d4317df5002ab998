//! A tag goes on a customer, or comes off.

use parlour_domain::ids::{TagId, UserId};
use parlour_store::{DbError, Tx, customers};
use serde_json::json;

use crate::audit::{self, Change};
use crate::occasion::Occasion;

#[derive(Debug, thiserror::Error)]
pub enum TagRefusal {
    #[error("is not a customer of ours")]
    UnknownCustomer,
    #[error("is not a tag of ours")]
    UnknownTag,
    #[error(transparent)]
    Db(#[from] DbError),
}

/// Once is enough: a second time changes nothing.
pub fn tag(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    by: &UserId,
    customer: &UserId,
    tag: &TagId,
) -> Result<(), TagRefusal> {
    if !customers::hold(tx, customer)? {
        return Err(TagRefusal::UnknownCustomer);
    }
    let known = customers::tag(tx, tag)?.ok_or(TagRefusal::UnknownTag)?;
    if customers::assign_tag(tx, customer, tag, by, occasion.now)? {
        let after = Some(json!({ "tagId": tag, "slug": known.slug }).to_string());
        let change = Change {
            action: "customer.tag",
            record_id: customer.as_str(),
            concerns: Some(customer),
            before: None,
            after,
        };
        audit::record(tx, occasion, change)?;
    }
    Ok(())
}

/// Whoever does not have the tag need not lose it.
pub fn untag(tx: &mut Tx<'_>, occasion: &Occasion, customer: &UserId, tag: &TagId) -> Result<(), DbError> {
    if customers::remove_tag(tx, customer, tag)? {
        let before = Some(json!({ "tagId": tag }).to_string());
        let change = Change {
            action: "customer.untag",
            record_id: customer.as_str(),
            concerns: Some(customer),
            before,
            after: None,
        };
        audit::record(tx, occasion, change)?;
    }
    Ok(())
}

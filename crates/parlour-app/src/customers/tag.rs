//! The desk adds a tag to a customer, or removes it.

use parlour_domain::audit::AuditAction;
use parlour_domain::ids::{TagId, UserId};
use parlour_store::customers::customer_records;
use parlour_store::{DbError, Tx};
use serde_json::json;

use crate::audit::{self, AuditedChange};
use crate::request_context::RequestContext;

#[derive(Debug, thiserror::Error)]
pub enum TagRefusal {
    #[error("is not a customer of ours")]
    UnknownCustomer,
    #[error("is not a tag of ours")]
    UnknownTag,
    #[error(transparent)]
    Db(#[from] DbError),
}

/// A tag that the customer already has changes nothing.
pub fn tag(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    by: &UserId,
    customer: &UserId,
    tag: &TagId,
) -> Result<(), TagRefusal> {
    if !customer_records::lock_customer(tx, customer)? {
        return Err(TagRefusal::UnknownCustomer);
    }
    let known = customer_records::find_tag(tx, tag)?.ok_or(TagRefusal::UnknownTag)?;
    if customer_records::assign_tag(tx, customer, tag, by, context.now)? {
        let after = Some(json!({ "tagId": tag, "slug": known.slug }).to_string());
        let change = AuditedChange {
            action: AuditAction::CustomerTag,
            record_id: customer.as_str(),
            concerns: Some(customer),
            before: None,
            after,
        };
        audit::record(tx, context, change)?;
    }
    Ok(())
}

/// A tag that the customer does not have changes nothing.
pub fn untag(tx: &mut Tx<'_>, context: &RequestContext, customer: &UserId, tag: &TagId) -> Result<(), DbError> {
    if customer_records::remove_tag(tx, customer, tag)? {
        let before = Some(json!({ "tagId": tag }).to_string());
        let change = AuditedChange {
            action: AuditAction::CustomerUntag,
            record_id: customer.as_str(),
            concerns: Some(customer),
            before,
            after: None,
        };
        audit::record(tx, context, change)?;
    }
    Ok(())
}

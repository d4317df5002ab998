//! The desk creates a tag for customers.

use parlour_domain::audit::AuditAction;
use parlour_domain::customer::tag_slug;
use parlour_domain::ids::TagId;
use parlour_store::customers::customer_records::{self, Tag};
use parlour_store::{DbError, Tx};

use crate::audit::{self, AuditedChange, state_json};
use crate::request_context::RequestContext;

#[derive(Debug, Clone)]
pub struct NewTag {
    pub name: String,
    pub color: String,
    pub description: Option<String>,
}

#[derive(Debug, thiserror::Error)]
pub enum CreateTagRefusal {
    #[error("there is a tag of this name")]
    NameTaken,
    #[error(transparent)]
    Db(#[from] DbError),
}

pub fn create_tag(tx: &mut Tx<'_>, context: &RequestContext, new: &NewTag) -> Result<Tag, CreateTagRefusal> {
    let tag = Tag {
        id: TagId::new(context.new_id()),
        name: new.name.clone(),
        slug: tag_slug(&new.name),
        color: new.color.clone(),
        description: new.description.clone(),
        created_at: context.now,
    };
    if !customer_records::insert_tag(tx, &tag)? {
        return Err(CreateTagRefusal::NameTaken);
    }
    let change = AuditedChange { after: state_json(&tag), ..AuditedChange::new(AuditAction::TagMake, tag.id.as_str()) };
    audit::record(tx, context, change)?;
    Ok(tag)
}

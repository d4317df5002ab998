//! A new tag to sort customers by.

use parlour_domain::customer::tag_slug;
use parlour_domain::ids::TagId;
use parlour_store::customers::{self, Tag};
use parlour_store::{DbError, Tx};

use crate::audit::{self, Change, state};
use crate::occasion::Occasion;

#[derive(Debug, Clone)]
pub struct NewTag {
    pub name: String,
    pub color: String,
    pub description: Option<String>,
}

#[derive(Debug, thiserror::Error)]
pub enum MakeTagRefusal {
    #[error("there is a tag of this name")]
    NameTaken,
    #[error(transparent)]
    Db(#[from] DbError),
}

pub fn make_tag(tx: &mut Tx<'_>, occasion: &Occasion, new: &NewTag) -> Result<Tag, MakeTagRefusal> {
    let tag = Tag {
        id: TagId::new(occasion.new_id()),
        name: new.name.clone(),
        slug: tag_slug(&new.name),
        color: new.color.clone(),
        description: new.description.clone(),
        created_at: occasion.now,
    };
    if !customers::insert_tag(tx, &tag)? {
        return Err(MakeTagRefusal::NameTaken);
    }
    let change =
        Change { action: "tag.make", record_id: tag.id.as_str(), after: state(&tag), ..Change::default() };
    audit::record(tx, occasion, change)?;
    Ok(tag)
}

//! What the desk knows of a customer: tags and notes.

use parlour_domain::ids::{TagId, UserId};
use parlour_domain::ist::Timestamp;
use parlour_domain::text::folded;

use crate::db::{DbError, Tx};
use crate::params;

#[derive(Debug, Clone)]
pub struct Tag {
    pub id: TagId,
    pub name: String,
    pub slug: String,
    pub color: String,
    pub description: Option<String>,
}

pub fn insert_tag(tx: &mut Tx<'_>, tag: &Tag, now: Timestamp) -> Result<bool, DbError> {
    let inserted = tx.execute(
        "insert into tags (id, name, name_folded, slug, color, description, created_at)
         values ($1, $2, $3, $4, $5, $6, $7) on conflict (slug) do nothing",
        params![tag.id, tag.name, folded(&tag.name), tag.slug, tag.color, tag.description, now],
    )?;
    Ok(inserted == 1)
}

pub fn assign_tag(
    tx: &mut Tx<'_>,
    customer: &UserId,
    tag: &TagId,
    by: &UserId,
    now: Timestamp,
) -> Result<(), DbError> {
    tx.execute(
        "insert into customer_tags (customer_id, tag_id, assigned_by, assigned_at) values ($1, $2, $3, $4)
         on conflict (customer_id, tag_id) do nothing",
        params![customer, tag, by, now],
    )?;
    Ok(())
}

pub fn insert_note(
    tx: &mut Tx<'_>,
    id: &str,
    customer: &UserId,
    author: &UserId,
    content: &str,
    now: Timestamp,
) -> Result<(), DbError> {
    tx.execute(
        "insert into customer_notes (id, customer_id, author_id, content, created_at) values ($1, $2, $3, $4, $5)",
        params![id, customer, author, content, now],
    )?;
    Ok(())
}

//! Customers as the desk sees them: the person with totals, tags and notes.

use chrono::NaiveDate;
use parlour_db::{Conn, DbError, FromRow, Tx, columns, insert, params, row, select, sql, update};
use parlour_domain::auth::role::Role;
use parlour_domain::customer::Gender;
use parlour_domain::email_address::EmailAddress;
use parlour_domain::ids::{BookingId, TagId, UserId};
use parlour_domain::ist::Timestamp;
use parlour_domain::phone::Phone;
use parlour_domain::text::fold_case;
use serde::Serialize;
use utoipa::ToSchema;

/// Someone who has a profile, whatever their role.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CustomerDetail {
    pub id: UserId,
    pub name: String,
    pub email: Option<EmailAddress>,
    pub phone: Option<Phone>,
    pub role: Role,
    pub image: Option<String>,
    pub gender: Option<Gender>,
    pub date_of_birth: Option<NaiveDate>,
    /// What the customer's invoices are made out to.
    pub gstin: Option<String>,
    pub legal_name: Option<String>,
    pub billing_address: Option<String>,
    /// Shown first at the desk, such as an allergy.
    pub pinned_note: Option<String>,
    pub total_visits: i64,
    pub total_spent_paise: i64,
    pub noshow_count: i64,
    pub late_cancellation_count: i64,
    pub booking_requires_approval: bool,
    pub first_visit_at: Option<Timestamp>,
    pub last_visit_at: Option<Timestamp>,
    /// None where there is no loyalty account.
    pub gems_balance: Option<i64>,
    pub created_at: Timestamp,
    /// By name.
    pub tags: Vec<TagLabel>,
}
row! { CustomerDetail {
    id, name, email, phone: "p.phone", role, image, gender: "p.gender", date_of_birth: "p.date_of_birth",
    gstin: "p.gstin", legal_name: "p.legal_name", billing_address: "p.billing_address", pinned_note: "p.pinned_note",
    total_visits: "p.total_visits", total_spent_paise: "p.total_spent_paise", noshow_count: "p.noshow_count",
    late_cancellation_count: "p.late_cancellation_count", booking_requires_approval: "p.booking_requires_approval",
    first_visit_at: "p.first_visit_at", last_visit_at: "p.last_visit_at", gems_balance: "p.gems_balance", created_at; tags
} }

/// None if no user with this id has a profile.
pub fn find_customer_detail(conn: &mut Conn<'_>, id: &UserId) -> Result<Option<CustomerDetail>, DbError> {
    let found = conn.all_grouped::<CustomerDetail, UserId>(
        sql!(
            select!(CustomerDetail, "u"),
            ", ",
            columns!(TagLabel, "t"),
            " from users u join profiles p on p.user_id = u.id
                 left join customer_tags c on c.customer_id = u.id
                 left join tags t on t.id = c.tag_id
             where u.id = $1 and u.anonymised_at is null order by t.name_folded, t.id"
        ),
        params![id],
        |customer, columns| {
            customer.tags.extend(Option::<TagLabel>::from_row(columns)?);
            Ok(())
        },
    )?;
    Ok(found.into_iter().next())
}

/// Somebody who may be the same person.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LikelyDuplicate {
    pub id: UserId,
    pub name: String,
    pub email: Option<EmailAddress>,
    pub phone: Option<Phone>,
    pub total_visits: i64,
    pub last_visit_at: Option<Timestamp>,
}
row! { LikelyDuplicate { id, name, email, phone: "o.phone", total_visits: "o.total_visits", last_visit_at: "o.last_visit_at" } }

/// Others with the same phone, by name, at most `limit`.
pub fn list_likely_duplicates(conn: &mut Conn<'_>, id: &UserId, limit: i64) -> Result<Vec<LikelyDuplicate>, DbError> {
    conn.all(
        sql!(
            select!(LikelyDuplicate, "u"),
            " from profiles p join profiles o on o.phone = p.phone join users u on u.id = o.user_id
             where p.user_id = $1 and o.user_id <> p.user_id and u.anonymised_at is null
             order by u.name_folded, u.id limit $2"
        ),
        params![id, limit],
    )
}

pub fn customer_exists(conn: &mut Conn<'_>, id: &UserId) -> Result<bool, DbError> {
    conn.exists(
        "select 1 from users u join profiles p on p.user_id = u.id where u.id = $1 and u.anonymised_at is null",
        params![id],
    )
}

/// Whether the customer exists. Locks them, so that they are neither erased nor merged until the transaction ends.
pub fn lock_customer(tx: &mut Tx<'_>, id: &UserId) -> Result<bool, DbError> {
    tx.exists(
        "select 1 from users u join profiles p on p.user_id = u.id
         where u.id = $1 and u.anonymised_at is null for no key update of u",
        params![id],
    )
}

/// What the desk keeps about a customer beside the profile. `None` clears a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeskDetails {
    pub gstin: Option<String>,
    pub legal_name: Option<String>,
    pub billing_address: Option<String>,
    pub pinned_note: Option<String>,
}

pub fn set_desk_details(
    tx: &mut Tx<'_>,
    customer: &UserId,
    details: &DeskDetails,
    now: Timestamp,
) -> Result<(), DbError> {
    let DeskDetails { gstin, legal_name, billing_address, pinned_note } = details;
    tx.run(
        "update profiles set gstin = $2, legal_name = $3, billing_address = $4, pinned_note = $5, updated_at = $6
         where user_id = $1",
        params![customer, gstin, legal_name, billing_address, pinned_note, now],
    )
}

/// Sets a customer's no-show count and whether their bookings need approval, which is then no longer because of a
/// no-show. Absent values stay unchanged.
pub fn set_noshow_record(
    tx: &mut Tx<'_>,
    id: &UserId,
    noshow_count: Option<i64>,
    requires_approval: Option<bool>,
    now: Timestamp,
) -> Result<(), DbError> {
    tx.run(
        "update profiles set noshow_count = coalesce($2, noshow_count),
             approval_booking_id = case when cast($3 as boolean) is null then approval_booking_id end,
             booking_requires_approval = coalesce($3, booking_requires_approval), updated_at = $4
         where user_id = $1",
        params![id, noshow_count, requires_approval, now],
    )
}

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Tag {
    pub id: TagId,
    pub name: String,
    pub slug: String,
    pub color: String,
    pub description: Option<String>,
    pub created_at: Timestamp,
}
row! { Tag { id, name, slug, color, description, created_at } }

/// A tag as it is shown on a customer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct TagLabel {
    pub slug: String,
    pub name: String,
    pub color: String,
}
row! { TagLabel { slug, name, color } }

/// By name.
pub fn list_tags(conn: &mut Conn<'_>) -> Result<Vec<Tag>, DbError> {
    conn.all(sql!(select!(Tag, ""), " from tags order by name_folded, id"), params![])
}

pub fn find_tag(conn: &mut Conn<'_>, id: &TagId) -> Result<Option<Tag>, DbError> {
    conn.one(sql!(select!(Tag, ""), " from tags where id = $1"), params![id])
}

/// A tag as it is until the transaction ends: of two changes to different fields, both stay.
pub fn lock_tag(tx: &mut Tx<'_>, id: &TagId) -> Result<Option<Tag>, DbError> {
    // A write to the row is a lock on both engines; nothing changes.
    tx.execute("update tags set name = name where id = $1", params![id])?;
    find_tag(tx, id)
}

/// False if another tag has the slug: then the transaction has failed.
pub fn save_tag(tx: &mut Tx<'_>, tag: &Tag) -> Result<bool, DbError> {
    let saved = update! { tx.execute, "tags", id, tag { name, name_folded: fold_case(&tag.name), slug, color } };
    match saved {
        Ok(_) => Ok(true),
        Err(DbError::Unique(_)) => Ok(false),
        Err(error) => Err(error),
    }
}

/// False if there is one with this slug; nothing is written then.
pub fn insert_tag(tx: &mut Tx<'_>, tag: &Tag) -> Result<bool, DbError> {
    insert! { tx.changes_row, "tags", tag {
        id, name, name_folded: fold_case(&tag.name), slug, color, description, created_at,
    }, "on conflict (slug) do nothing" }
}

/// False if the customer has it already.
pub fn assign_tag(
    tx: &mut Tx<'_>,
    customer: &UserId,
    tag: &TagId,
    by: &UserId,
    now: Timestamp,
) -> Result<bool, DbError> {
    insert! { tx.changes_row, "customer_tags", {
        customer_id: customer, tag_id: tag, assigned_by: by, assigned_at: now,
    }, "on conflict (customer_id, tag_id) do nothing" }
}

/// False if the customer does not have it.
pub fn remove_tag(tx: &mut Tx<'_>, customer: &UserId, tag: &TagId) -> Result<bool, DbError> {
    tx.changes_row("delete from customer_tags where customer_id = $1 and tag_id = $2", params![customer, tag])
}

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CustomerNote {
    pub id: String,
    pub customer_id: UserId,
    pub author_id: UserId,
    /// The visit that it is about.
    pub booking_id: Option<BookingId>,
    pub content: String,
    pub created_at: Timestamp,
}

/// A note, and who wrote it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CustomerNoteWithAuthor {
    pub id: String,
    pub customer_id: UserId,
    pub author_id: UserId,
    pub author_name: String,
    /// The visit that it is about.
    pub booking_id: Option<BookingId>,
    pub content: String,
    pub created_at: Timestamp,
}
row! { CustomerNoteWithAuthor { id, customer_id, author_id, author_name: "u.name", booking_id, content, created_at } }

pub fn insert_note(tx: &mut Tx<'_>, note: &CustomerNote) -> Result<(), DbError> {
    insert! { tx.run, "customer_notes", note { id, customer_id, author_id, booking_id, content, created_at } }
}

/// Where the next page of a customer's notes begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CustomerNoteCursor {
    pub created_at: Timestamp,
    pub id: String,
}
parlour_db::cursor! { CustomerNoteCursor { created_at, id } }

/// A customer's notes, newest first, from after a position on.
pub fn list_notes(
    conn: &mut Conn<'_>,
    customer: &UserId,
    after: Option<&CustomerNoteCursor>,
    limit: i64,
) -> Result<Vec<CustomerNoteWithAuthor>, DbError> {
    let (created_at, id) = after.map_or((Timestamp::FAR_FUTURE, ""), |at| (at.created_at, at.id.as_str()));
    conn.all(
        sql!(
            select!(CustomerNoteWithAuthor, "n"),
            " from customer_notes n join users u on u.id = n.author_id
             where n.customer_id = $1 and (n.created_at, n.id) < ($2, $3)
             order by n.created_at desc, n.id desc limit $4"
        ),
        params![customer, created_at, id, limit],
    )
}

pub fn count_gems_transactions(conn: &mut Conn<'_>, customer: &UserId) -> Result<i64, DbError> {
    conn.number("select count(*) from gems_transactions where user_id = $1", params![customer])
}

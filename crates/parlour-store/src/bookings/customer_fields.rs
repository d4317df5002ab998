//! What the desk sees of the customer of a booking.

use std::collections::HashMap;

use parlour_db::json::{JsonField, JsonKind};
use parlour_db::{Conn, DbError, FromRow, SqlValue, sql};
use parlour_domain::ids::UserId;

use crate::customers::customer_records::TagLabel;

/// The phone of the customer of the booking `b`. Looked up row by row, so that the index of the list alone decides
/// which rows are read.
pub(crate) const CUSTOMER_PHONE: &str = "(select p.phone from profiles p where p.user_id = b.customer_id)";
pub(crate) const CUSTOMER_NOSHOW_COUNT: &str =
    "coalesce((select p.noshow_count from profiles p where p.user_id = b.customer_id), 0)";
pub(crate) const HAS_ACTIVE_MEMBERSHIP: &str =
    "exists (select 1 from memberships m where m.customer_id = b.customer_id and m.status = 'active')";

/// All of it for the booking `b`, in the order of [`CUSTOMER_FIELDS`].
pub(crate) const CUSTOMER_COLUMNS: &str = sql!(
    "(select u.name from users u where u.id = b.customer_id), (select u.email from users u where u.id = b.customer_id), ",
    CUSTOMER_PHONE,
    ", ",
    CUSTOMER_NOSHOW_COUNT,
    ", ",
    HAS_ACTIVE_MEMBERSHIP
);

pub(crate) const CUSTOMER_FIELDS: [JsonField; 5] = [
    JsonField { name: "customerName", kind: JsonKind::Text },
    JsonField { name: "customerEmail", kind: JsonKind::Text },
    JsonField { name: "customerPhone", kind: JsonKind::Text },
    JsonField { name: "customerNoshowCount", kind: JsonKind::Int },
    JsonField { name: "hasActiveMembership", kind: JsonKind::Bool },
];

/// For each customer their tags, by name. A customer without tags is not in it.
#[derive(Debug, Default)]
pub(crate) struct CustomerTags(HashMap<UserId, Vec<TagLabel>>);

/// The customer and the tag, for the customers that follow.
pub(crate) const TAGS_OF: &str = "select c.customer_id, t.slug, t.name, t.color from customer_tags c cross join tags t
     where t.id = c.tag_id and c.customer_id in ";
pub(crate) const TAGS_IN_ORDER: &str = " order by t.name_folded, t.id";

impl CustomerTags {
    /// Reads rows of customer and [`TagLabel`], in the order of the tags.
    pub(crate) fn read(conn: &mut Conn<'_>, sql: &'static str, params: &[SqlValue<'_>]) -> Result<Self, DbError> {
        let mut tags = Self::default();
        conn.all_with(sql, params, |columns| {
            let customer = columns.take()?;
            tags.0.entry(customer).or_default().push(TagLabel::from_row(columns)?);
            Ok(())
        })?;
        Ok(tags)
    }

    pub(crate) fn of(&self, customer: &UserId) -> &[TagLabel] {
        self.0.get(customer).map_or(&[], Vec::as_slice)
    }

    /// Writes the tags of a customer as a field of the object that has begun.
    pub(crate) fn write_field(&self, customer: &UserId, out: &mut Vec<u8>) -> Result<(), DbError> {
        out.extend_from_slice(b",\"customerTags\":");
        serde_json::to_writer(out, self.of(customer)).map_err(|error| DbError::Statement(error.to_string()))
    }
}

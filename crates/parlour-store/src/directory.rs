//! The directory of customers: searched, sorted, in pages. Everything that it filters and sorts by lies in the profile,
//! where each order has an index of its own.

use std::collections::HashMap;

use parlour_domain::customer::DirectorySort;
use parlour_domain::email::Email;
use parlour_domain::ids::UserId;
use parlour_domain::ist::Timestamp;
use parlour_domain::phone::Phone;
use parlour_domain::text::folded;
use serde::Serialize;
use utoipa::ToSchema;

use crate::customers::TagLabel;
use crate::db::{Columns, Conn, DbError};
use crate::params;

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DirectoryEntry {
    pub id: UserId,
    pub name: String,
    pub email: Option<Email>,
    pub phone: Option<Phone>,
    pub total_visits: i64,
    pub total_spent_paise: i64,
    pub noshow_count: i64,
    pub first_visit_at: Option<Timestamp>,
    pub last_visit_at: Option<Timestamp>,
    /// None where there is no loyalty account.
    pub gems_balance: Option<i64>,
    pub created_at: Timestamp,
    /// By name.
    pub tags: Vec<TagLabel>,
}

impl DirectoryEntry {
    const COLUMNS: usize = 11;

    /// Every column after the id.
    fn with_id(id: UserId, columns: &mut Columns<'_>) -> Result<Self, DbError> {
        Ok(Self {
            id,
            name: columns.take()?,
            email: columns.take()?,
            phone: columns.take()?,
            total_visits: columns.take()?,
            total_spent_paise: columns.take()?,
            noshow_count: columns.take()?,
            first_visit_at: columns.take()?,
            last_visit_at: columns.take()?,
            gems_balance: columns.take()?,
            created_at: columns.take()?,
            tags: Vec::new(),
        })
    }
}

/// Which customers.
#[derive(Debug, Clone, Default)]
pub struct Wanted {
    /// A pattern, or empty for everyone.
    pattern: String,
    tag: Option<String>,
}

impl Wanted {
    /// `search` is looked for as it stands, whatever the case, in name, phone and e-mail.
    pub fn new(search: &str, tag: Option<String>) -> Self {
        Self { pattern: pattern_of(search), tag }
    }
}

/// Finds folded text in which `search` stands as it is; empty where nothing is looked for.
pub(crate) fn pattern_of(search: &str) -> String {
    let mut pattern = String::new();
    if !search.is_empty() {
        pattern.push('%');
        for letter in folded(search).chars() {
            if matches!(letter, '%' | '_' | '!') {
                pattern.push('!');
            }
            pattern.push(letter);
        }
        pattern.push('%');
    }
    pattern
}

/// A page, and how many there are in all.
pub fn page(
    conn: &mut Conn<'_>,
    wanted: &Wanted,
    sort: DirectorySort,
    limit: i64,
    skipped: i64,
) -> Result<(Vec<DirectoryEntry>, i64), DbError> {
    let Wanted { pattern, tag } = wanted;
    let found = match tag {
        None if pattern.is_empty() => {
            let ids = conn.all::<(UserId,)>(statement(sort), params![limit, skipped])?;
            let count = conn.one::<(i64,)>("select count(*) from profiles where in_directory", params![])?;
            (ids.into_iter().map(|(id,)| id).collect(), count.map_or(0, |(count,)| count))
        }
        None => {
            let rows = conn.all(search_statement(sort), params![pattern, limit, skipped])?;
            found(rows, skipped, || {
                conn.one(
                    "select count(*) from profiles where coalesce(in_directory, false) and search_text like $1 escape '!'",
                    params![pattern],
                )
            })?
        }
        Some(tag) => {
            let rows = conn.all(tag_statement(sort), params![pattern, limit, skipped, tag])?;
            found(rows, skipped, || {
                conn.one(
                    "select count(*) from tags t join customer_tags c on c.tag_id = t.id
                         join profiles p on p.user_id = c.customer_id
                     where t.slug = $2 and p.in_directory and ($1 = '' or p.search_text like $1 escape '!')",
                    params![pattern, tag],
                )
            })?
        }
    };
    let (ids, count): (Vec<UserId>, i64) = found;
    let mut entries = HashMap::with_capacity(ids.len());
    for some in ids.chunks(AT_ONCE) {
        read_entries(conn, some, &mut entries)?;
    }
    Ok((ids.iter().filter_map(|id| entries.remove(id)).collect(), count))
}

/// Every row says how many there are. Where none does, that is to be asked, unless nothing was passed over.
fn found(
    rows: Vec<(UserId, i64)>,
    skipped: i64,
    count: impl FnOnce() -> Result<Option<(i64,)>, DbError>,
) -> Result<(Vec<UserId>, i64), DbError> {
    let count = match rows.first() {
        Some((_, count)) => *count,
        None if skipped == 0 => 0,
        None => count()?.map_or(0, |(count,)| count),
    };
    Ok((rows.into_iter().map(|(id, _)| id).collect(), count))
}

/// Everyone. The order repeats the expressions of an index word for word.
pub fn statement(sort: DirectorySort) -> &'static str {
    match sort {
        DirectorySort::Ltv => {
            "select user_id from profiles where in_directory
             order by total_spent_paise desc, user_id limit $1 offset $2"
        }
        DirectorySort::Visits => {
            "select user_id from profiles where in_directory
             order by total_visits desc, user_id limit $1 offset $2"
        }
        DirectorySort::LastVisit => {
            "select user_id from profiles where in_directory
             order by last_visit_at is null, last_visit_at desc, user_id limit $1 offset $2"
        }
        DirectorySort::Name => {
            "select user_id from profiles where in_directory
             order by name_folded, user_id limit $1 offset $2"
        }
        DirectorySort::Gems => {
            "select user_id from profiles where in_directory
             order by coalesce(gems_balance, -1) desc, user_id limit $1 offset $2"
        }
        DirectorySort::Noshows => {
            "select user_id from profiles where in_directory
             order by noshow_count desc, user_id limit $1 offset $2"
        }
    }
}

/// Those in whose text a pattern is found: counted in the same pass, and then sorted. `coalesce` keeps the indexes out
/// of it, of which the shortest would lead through the whole table in no order of its rows.
fn search_statement(sort: DirectorySort) -> &'static str {
    match sort {
        DirectorySort::Ltv => {
            "select user_id, total from
                 (select user_id, total_spent_paise, count(*) over () as total from profiles
                  where coalesce(in_directory, false) and search_text like $1 escape '!') found
             order by total_spent_paise desc, user_id limit $2 offset $3"
        }
        DirectorySort::Visits => {
            "select user_id, total from
                 (select user_id, total_visits, count(*) over () as total from profiles
                  where coalesce(in_directory, false) and search_text like $1 escape '!') found
             order by total_visits desc, user_id limit $2 offset $3"
        }
        DirectorySort::LastVisit => {
            "select user_id, total from
                 (select user_id, last_visit_at, count(*) over () as total from profiles
                  where coalesce(in_directory, false) and search_text like $1 escape '!') found
             order by last_visit_at is null, last_visit_at desc, user_id limit $2 offset $3"
        }
        DirectorySort::Name => {
            "select user_id, total from
                 (select user_id, name_folded, count(*) over () as total from profiles
                  where coalesce(in_directory, false) and search_text like $1 escape '!') found
             order by name_folded, user_id limit $2 offset $3"
        }
        DirectorySort::Gems => {
            "select user_id, total from
                 (select user_id, gems_balance, count(*) over () as total from profiles
                  where coalesce(in_directory, false) and search_text like $1 escape '!') found
             order by coalesce(gems_balance, -1) desc, user_id limit $2 offset $3"
        }
        DirectorySort::Noshows => {
            "select user_id, total from
                 (select user_id, noshow_count, count(*) over () as total from profiles
                  where coalesce(in_directory, false) and search_text like $1 escape '!') found
             order by noshow_count desc, user_id limit $2 offset $3"
        }
    }
}

/// Few have a tag, so they are found by it and then sorted.
fn tag_statement(sort: DirectorySort) -> &'static str {
    match sort {
        DirectorySort::Ltv => {
            "select p.user_id, count(*) over () from tags t join customer_tags c on c.tag_id = t.id
                 join profiles p on p.user_id = c.customer_id
             where t.slug = $4 and p.in_directory and ($1 = '' or p.search_text like $1 escape '!')
             order by p.total_spent_paise desc, p.user_id limit $2 offset $3"
        }
        DirectorySort::Visits => {
            "select p.user_id, count(*) over () from tags t join customer_tags c on c.tag_id = t.id
                 join profiles p on p.user_id = c.customer_id
             where t.slug = $4 and p.in_directory and ($1 = '' or p.search_text like $1 escape '!')
             order by p.total_visits desc, p.user_id limit $2 offset $3"
        }
        DirectorySort::LastVisit => {
            "select p.user_id, count(*) over () from tags t join customer_tags c on c.tag_id = t.id
                 join profiles p on p.user_id = c.customer_id
             where t.slug = $4 and p.in_directory and ($1 = '' or p.search_text like $1 escape '!')
             order by p.last_visit_at is null, p.last_visit_at desc, p.user_id limit $2 offset $3"
        }
        DirectorySort::Name => {
            "select p.user_id, count(*) over () from tags t join customer_tags c on c.tag_id = t.id
                 join profiles p on p.user_id = c.customer_id
             where t.slug = $4 and p.in_directory and ($1 = '' or p.search_text like $1 escape '!')
             order by p.name_folded, p.user_id limit $2 offset $3"
        }
        DirectorySort::Gems => {
            "select p.user_id, count(*) over () from tags t join customer_tags c on c.tag_id = t.id
                 join profiles p on p.user_id = c.customer_id
             where t.slug = $4 and p.in_directory and ($1 = '' or p.search_text like $1 escape '!')
             order by coalesce(p.gems_balance, -1) desc, p.user_id limit $2 offset $3"
        }
        DirectorySort::Noshows => {
            "select p.user_id, count(*) over () from tags t join customer_tags c on c.tag_id = t.id
                 join profiles p on p.user_id = c.customer_id
             where t.slug = $4 and p.in_directory and ($1 = '' or p.search_text like $1 escape '!')
             order by p.noshow_count desc, p.user_id limit $2 offset $3"
        }
    }
}

/// As many as a usual page has: one statement reads them.
const AT_ONCE: usize = 20;

/// A row per customer and tag, in the order of the tags.
fn read_entries(
    conn: &mut Conn<'_>,
    ids: &[UserId],
    entries: &mut HashMap<UserId, DirectoryEntry>,
) -> Result<(), DbError> {
    // Where there are fewer, the rest of the places name nobody.
    let place = |at: usize| ids.get(at).map_or("", UserId::as_str);
    let places: [&str; AT_ONCE] = std::array::from_fn(place);
    let params = places.map(crate::db::Cell::Text);
    conn.all_with(
        "select p.user_id, u.name, u.email, p.phone, p.total_visits, p.total_spent_paise, p.noshow_count,
             p.first_visit_at, p.last_visit_at, p.gems_balance, u.created_at, t.slug, t.name, t.color
         from profiles p join users u on u.id = p.user_id
             left join customer_tags c on c.customer_id = p.user_id
             left join tags t on t.id = c.tag_id
         where p.user_id in ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)
         order by t.name_folded, t.id",
        &params,
        |columns| {
            let id = columns.take::<UserId>()?;
            let entry = match entries.get_mut(&id) {
                Some(entry) => {
                    columns.skip(DirectoryEntry::COLUMNS - 1);
                    entry
                }
                None => entries.entry(id.clone()).or_insert(DirectoryEntry::with_id(id, columns)?),
            };
            entry.tags.extend(TagLabel::read(columns)?);
            Ok(())
        },
    )?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_is_literal() {
        for (search, pattern) in
            [("", ""), ("Asha", "%asha%"), ("50%_!\\", "%50!%!_!!\\%"), ("ÉMILIE", "%émilie%")]
        {
            assert_eq!(Wanted::new(search, None).pattern, pattern);
        }
    }
}

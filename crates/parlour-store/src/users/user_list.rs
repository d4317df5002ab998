//! Everyone who can have a session, as the owner sees them.

use parlour_domain::auth::role::Role;

use crate::customers::directory::like_pattern;
use crate::db::{Conn, DbError};
use crate::params;
use crate::users::user_records::User;

/// Which people.
#[derive(Debug, Clone, Default)]
pub struct UserFilter {
    /// A pattern, or empty for everyone.
    pattern: String,
    role: Option<Role>,
}

impl UserFilter {
    /// `search` is looked for as it stands, whatever the case, in name and e-mail.
    pub fn new(search: &str, role: Option<Role>) -> Self {
        Self { pattern: like_pattern(search), role }
    }
}

/// A page by name, and how many there are in all.
pub fn page(
    conn: &mut Conn<'_>,
    filter: &UserFilter,
    limit: i64,
    offset: i64,
) -> Result<(Vec<User>, i64), DbError> {
    let UserFilter { pattern, role } = filter;
    // Apart, because each has an index of its own.
    let (users, count) = match role {
        None => (
            conn.all(
                "select id, name, email, email_verified, image, role, onboarded, created_at from users
                 where anonymised_at is null
                     and ($1 = '' or name_folded like $1 escape '!' or lower(email) like $1 escape '!')
                 order by name_folded, id limit $2 offset $3",
                params![pattern, limit, offset],
            )?,
            conn.one::<(i64,)>(
                "select count(*) from users where anonymised_at is null
                     and ($1 = '' or name_folded like $1 escape '!' or lower(email) like $1 escape '!')",
                params![pattern],
            )?,
        ),
        Some(role) => (
            conn.all(
                "select id, name, email, email_verified, image, role, onboarded, created_at from users
                 where role = $4 and anonymised_at is null
                     and ($1 = '' or name_folded like $1 escape '!' or lower(email) like $1 escape '!')
                 order by name_folded, id limit $2 offset $3",
                params![pattern, limit, offset, role],
            )?,
            conn.one::<(i64,)>(
                "select count(*) from users where role = $2 and anonymised_at is null
                     and ($1 = '' or name_folded like $1 escape '!' or lower(email) like $1 escape '!')",
                params![pattern, role],
            )?,
        ),
    };
    Ok((users, count.map_or(0, |(count,)| count)))
}

//! Everyone who can have a session, as the owner sees them.

use parlour_db::{Conn, DbError, like_pattern, params, select, sql};
use parlour_domain::auth::role::Role;
use parlour_domain::text::fold_case;

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
        Self { pattern: like_pattern(&fold_case(search)), role }
    }
}

/// A page by name, and how many there are in all.
pub fn page(conn: &mut Conn<'_>, filter: &UserFilter, limit: i64, offset: i64) -> Result<(Vec<User>, i64), DbError> {
    let UserFilter { pattern, role } = filter;
    // Two pairs of statements, because each has an index of its own.
    let (users, count) = match role {
        None => (
            conn.all(
                sql!(select!(User, ""), " from users where ", IS_FOUND, BY_NAME),
                params![pattern, limit, offset],
            )?,
            conn.one::<(i64,)>(sql!("select count(*) from users where ", IS_FOUND), params![pattern])?,
        ),
        Some(role) => (
            conn.all(
                sql!(select!(User, ""), " from users where role = $4 and ", IS_FOUND, BY_NAME),
                params![pattern, limit, offset, role],
            )?,
            conn.one::<(i64,)>(
                sql!("select count(*) from users where role = $2 and ", IS_FOUND),
                params![pattern, role],
            )?,
        ),
    };
    Ok((users, count.map_or(0, |(count,)| count)))
}

/// Everyone above customers, and everyone who is invited, by name.
pub fn list_team(conn: &mut Conn<'_>) -> Result<Vec<User>, DbError> {
    conn.all(
        sql!(
            select!(User, ""),
            " from users where anonymised_at is null and (role <> 'customer' or invitation_expires_at is not null)
             order by name_folded, id"
        ),
        params![],
    )
}

/// $1 is the pattern, or empty.
const IS_FOUND: &str = "anonymised_at is null
     and ($1 = '' or name_folded like $1 escape '!' or lower(email) like $1 escape '!')";
const BY_NAME: &str = " order by name_folded, id limit $2 offset $3";

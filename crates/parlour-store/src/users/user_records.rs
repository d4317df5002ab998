//! Users: their names, e-mail addresses, identities at the identity provider, and roles.

use parlour_db::{Conn, DbError, Tx, insert, params, row, select, sql};
use parlour_domain::auth::role::Role;
use parlour_domain::customer::Language;
use parlour_domain::email_address::EmailAddress;
use parlour_domain::ids::UserId;
use parlour_domain::ist::Timestamp;
use parlour_domain::text::fold_case;
use serde::Serialize;
use utoipa::ToSchema;

use crate::customers::profiles;

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct User {
    pub id: UserId,
    pub name: String,
    pub email: Option<EmailAddress>,
    pub email_verified: bool,
    pub image: Option<String>,
    pub role: Role,
    pub onboarded: bool,
    /// When an owner invited them; `null` for everybody else.
    pub invited_at: Option<Timestamp>,
    /// Until when somebody who was invited can sign in with this role; `null` for everybody else.
    pub invitation_expires_at: Option<Timestamp>,
    /// On either app; `null` for somebody who never did.
    pub last_sign_in_at: Option<Timestamp>,
    pub created_at: Timestamp,
}
row! { User {
    id, name, email, email_verified, image, role, onboarded, invited_at, invitation_expires_at, last_sign_in_at,
    created_at,
} }

/// What is known of someone who has no row yet.
#[derive(Debug, Clone)]
pub struct NewUser {
    pub id: UserId,
    pub name: String,
    pub email: Option<EmailAddress>,
    /// Whether the address may identify them: the provider verified it, or a person at the desk typed it.
    pub email_identifies: bool,
    pub email_verified: bool,
    pub image: Option<String>,
    pub role: Role,
}

/// False if the e-mail already identifies someone else; nothing is written then.
pub fn insert(tx: &mut Tx<'_>, user: &NewUser, now: Timestamp) -> Result<bool, DbError> {
    let email_folded = user.email.as_ref().filter(|_| user.email_identifies).map(EmailAddress::folded);
    insert! { tx.changes_row, "users", user {
        id, name, name_folded: fold_case(&user.name), email, email_folded: email_folded, email_verified, image, role,
        onboarded: false, created_at: now, updated_at: now,
    }, "on conflict (email_folded) do nothing" }
}

pub fn by_id(conn: &mut Conn<'_>, id: &UserId) -> Result<Option<User>, DbError> {
    conn.one(
        sql!(
            select!(User, ""),
            " from users
             where id = $1 and anonymised_at is null"
        ),
        params![id],
    )
}

/// Lets one role change happen at a time: each may concern the last owner.
pub fn lock_role_changes(tx: &mut Tx<'_>) -> Result<(), DbError> {
    // The counter is never read; its row is the lock.
    insert! { tx.run, "change_counters", {
        topic: "roles", version: 1,
    }, "on conflict (topic) do update set version = change_counters.version + 1" }
}

/// A user, locked until the transaction ends.
pub fn lock_user(tx: &mut Tx<'_>, id: &UserId) -> Result<Option<User>, DbError> {
    // A write to the row is a lock on both engines; nothing changes.
    tx.execute("update users set role = role where id = $1", params![id])?;
    by_id(tx, id)
}

/// Who reads a page, as its frame shows them.
#[derive(Debug, Clone)]
pub struct Reader {
    pub id: UserId,
    pub name: String,
    pub email: Option<EmailAddress>,
    pub onboarded: bool,
    /// The language that they chose; none while they have not. The English that every profile begins with is no choice.
    pub language: Option<Language>,
}
row! { Reader { id, name, email, onboarded, language: "coalesce(u.language, nullif(p.language, 'en'))" } }

pub fn find_reader(conn: &mut Conn<'_>, id: &UserId) -> Result<Option<Reader>, DbError> {
    conn.one(
        sql!(
            select!(Reader, "u"),
            " from users u left join profiles p on p.user_id = u.id
             where u.id = $1 and u.anonymised_at is null"
        ),
        params![id],
    )
}

/// The person whom this e-mail identifies.
pub fn by_email(conn: &mut Conn<'_>, email: &EmailAddress) -> Result<Option<User>, DbError> {
    conn.one(
        sql!(
            select!(User, ""),
            " from users
             where email_folded = $1 and anonymised_at is null"
        ),
        params![email.folded()],
    )
}

/// The person for whom a provider vouches.
pub fn by_identity(conn: &mut Conn<'_>, issuer: &str, subject: &str) -> Result<Option<User>, DbError> {
    conn.one(
        sql!(
            select!(User, "u"),
            " from identities i join users u on u.id = i.user_id
             where i.issuer = $1 and i.subject = $2 and u.anonymised_at is null"
        ),
        params![issuer, subject],
    )
}

/// False if that identity is already someone's.
pub fn link_identity(
    tx: &mut Tx<'_>,
    user: &UserId,
    issuer: &str,
    subject: &str,
    now: Timestamp,
) -> Result<bool, DbError> {
    insert! { tx.changes_row, "identities", {
        issuer, subject, user_id: user, created_at: now,
    }, "on conflict (issuer, subject) do nothing" }
}

/// The provider has shown that the address on file is theirs.
pub fn mark_email_verified(tx: &mut Tx<'_>, user: &UserId, now: Timestamp) -> Result<(), DbError> {
    tx.run(
        "update users set email_verified = true, updated_at = $2 where id = $1 and not email_verified",
        params![user, now],
    )
}

/// An address that the provider has come to vouch for identifies its user, unless it is another's.
pub fn confirm_email(tx: &mut Tx<'_>, user: &UserId, email: &EmailAddress, now: Timestamp) -> Result<(), DbError> {
    tx.execute(
        "update users set email = $2, email_folded = $3, email_verified = true, updated_at = $4
         where id = $1 and not exists (select 1 from users other where other.email_folded = $3)",
        params![user, email, email.folded(), now],
    )?;
    profiles::refresh_directory_entry(tx, user)
}

pub fn set_image(tx: &mut Tx<'_>, user: &UserId, image: &str, now: Timestamp) -> Result<(), DbError> {
    tx.run("update users set image = $2, updated_at = $3 where id = $1", params![user, image, now])
}

pub fn set_role(tx: &mut Tx<'_>, user: &UserId, role: Role, now: Timestamp) -> Result<(), DbError> {
    tx.execute("update users set role = $2, updated_at = $3 where id = $1", params![user, role, now])?;
    // The directory lists customers only, and reads nothing but profiles.
    tx.execute(
        "update profiles set in_directory = $2, updated_at = $3 where user_id = $1",
        params![user, role == Role::Customer, now],
    )?;
    profiles::refresh_directory_entry(tx, user)
}

pub fn set_onboarded(tx: &mut Tx<'_>, user: &UserId, now: Timestamp) -> Result<(), DbError> {
    tx.run("update users set onboarded = true, updated_at = $2 where id = $1 and not onboarded", params![user, now])
}

pub fn set_last_sign_in(tx: &mut Tx<'_>, user: &UserId, at: Timestamp) -> Result<(), DbError> {
    tx.run("update users set last_sign_in_at = $2 where id = $1", params![user, at])
}

/// The language that the person has chosen.
pub fn find_language(conn: &mut Conn<'_>, user: &UserId) -> Result<Option<Language>, DbError> {
    let found: Option<Option<Language>> = conn.one_value("select language from users where id = $1", params![user])?;
    Ok(found.flatten())
}

/// The language of what is sent to the person: the one that they have chosen, else that of their profile. None if they have
/// neither.
pub fn find_reading_language(conn: &mut Conn<'_>, user: &UserId) -> Result<Option<Language>, DbError> {
    let found: Option<Option<Language>> = conn.one_value(
        "select coalesce(u.language, p.language) from users u left join profiles p on p.user_id = u.id where u.id = $1",
        params![user],
    )?;
    Ok(found.flatten())
}

/// Keeps the language that a person chooses. Their profile, if there is one, has the same.
pub fn set_language(tx: &mut Tx<'_>, user: &UserId, language: Language, now: Timestamp) -> Result<(), DbError> {
    tx.run("update users set language = $2, updated_at = $3 where id = $1", params![user, language, now])?;
    tx.run("update profiles set language = $2, updated_at = $3 where user_id = $1", params![user, language, now])
}

pub fn rename(tx: &mut Tx<'_>, user: &UserId, name: &str, now: Timestamp) -> Result<(), DbError> {
    tx.run(
        "update users set name = $2, name_folded = $3, updated_at = $4 where id = $1",
        params![user, name, fold_case(name), now],
    )
}

/// Locks and counts the owners, so that two concurrent changes cannot remove the last two owners. Somebody who is only
/// invited is none yet.
pub fn lock_and_count_owners(tx: &mut Tx<'_>) -> Result<i64, DbError> {
    // A write to the rows is a lock on both engines; nothing changes.
    tx.execute(sql!("update users set role = role where ", IS_OWNER), params![])?;
    tx.number(sql!("select count(*) from users where ", IS_OWNER), params![])
}

const IS_OWNER: &str = "role = 'owner' and anonymised_at is null and invitation_expires_at is null";

/// Changes the e-mail address of somebody whom the desk knows. False if the address identifies another user; nothing is
/// written then.
pub fn set_unverified_email(
    tx: &mut Tx<'_>,
    user: &UserId,
    email: Option<&EmailAddress>,
    now: Timestamp,
) -> Result<bool, DbError> {
    tx.changes_row(
        "update users set email = $2, email_folded = $3, email_verified = false, updated_at = $4
         where id = $1 and not exists (select 1 from users other where other.email_folded = $3 and other.id <> $1)",
        params![user, email, email.map(EmailAddress::folded), now],
    )
}

/// For the development provider's page: everyone of the team, and the first few customers.
pub fn list_for_sign_in_page(conn: &mut Conn<'_>, customers: i64) -> Result<Vec<User>, DbError> {
    let mut users: Vec<User> = conn.all(
        sql!(
            select!(User, ""),
            " from users
             where role <> 'customer' and email is not null and anonymised_at is null
             order by role, name_folded, id limit 200"
        ),
        params![],
    )?;
    users.extend(conn.all::<User>(
        sql!(
            select!(User, ""),
            " from users
             where role = 'customer' and email is not null and anonymised_at is null
             order by name_folded, id limit $1"
        ),
        params![customers],
    )?);
    Ok(users)
}

/// Whether this provider vouches for this person yet.
pub fn has_identity_at(conn: &mut Conn<'_>, user: &UserId, issuer: &str) -> Result<bool, DbError> {
    conn.exists("select 1 from identities where user_id = $1 and issuer = $2 limit 1", params![user, issuer])
}

/// The providers that vouch for this person: none for somebody who never signed in.
pub fn list_issuers(conn: &mut Conn<'_>, user: &UserId) -> Result<Vec<String>, DbError> {
    conn.all_values("select issuer from identities where user_id = $1 order by issuer", params![user])
}

/// Whether a sign-in with an e-mail address that the provider has verified can be taken for this person.
pub fn has_identifying_email(conn: &mut Conn<'_>, user: &UserId) -> Result<bool, DbError> {
    conn.exists(
        "select 1 from users where id = $1 and email_folded is not null and anonymised_at is null",
        params![user],
    )
}

/// Whether any provider vouches for this person yet.
pub fn has_identity(conn: &mut Conn<'_>, user: &UserId) -> Result<bool, DbError> {
    conn.exists("select 1 from identities where user_id = $1 limit 1", params![user])
}

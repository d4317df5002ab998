//! Recipients of e-mails, and the branch that signs them.

use parlour_db::{Conn, DbError, params, row, select, sql};
use parlour_domain::customer::Language;
use parlour_domain::email_address::EmailAddress;
use parlour_domain::ids::UserId;

/// A person with an e-mail address, and which e-mails they want.
#[derive(Debug, Clone)]
pub struct StoredRecipient {
    pub name: String,
    pub email: EmailAddress,
    pub marketing_consent: bool,
    pub appointment_reminders_enabled: bool,
    pub membership_alerts_enabled: bool,
    /// None if they have neither chosen one nor have a profile.
    pub language: Option<Language>,
}
row! { StoredRecipient {
    name, email, marketing_consent: "coalesce(p.marketing_consent, false)",
    appointment_reminders_enabled: "coalesce(p.appointment_reminders_enabled, true)",
    membership_alerts_enabled: "coalesce(p.membership_alerts_enabled, true)", language: "coalesce(u.language, p.language)",
} }

/// Of the user `u`: their provider has verified the address, or somebody at the desk has typed it. Only such an address
/// identifies its user, and only to such an address anything is sent.
const HAS_OWN_ADDRESS: &str = "u.anonymised_at is null and u.email_folded is not null";

/// The address to which e-mails for a user go, if there is one.
pub fn find_mail_address(conn: &mut Conn<'_>, user: &UserId) -> Result<Option<EmailAddress>, DbError> {
    conn.one_value(sql!("select u.email from users u where u.id = $1 and ", HAS_OWN_ADDRESS), params![user])
}

/// None if no address is known to be theirs: e-mails mention bookings and money.
pub fn find_email_recipient(conn: &mut Conn<'_>, user: &UserId) -> Result<Option<StoredRecipient>, DbError> {
    conn.one(
        sql!(
            select!(StoredRecipient, "u"),
            " from users u left join profiles p on p.user_id = u.id where u.id = $1 and ",
            HAS_OWN_ADDRESS
        ),
        params![user],
    )
}

/// The language in which the user with this address reads. None if it is nobody's, or they have chosen none.
pub fn find_language_at(conn: &mut Conn<'_>, address: &EmailAddress) -> Result<Option<Language>, DbError> {
    let found: Option<Option<Language>> = conn.one_value(
        sql!(
            "select coalesce(u.language, p.language) from users u left join profiles p on p.user_id = u.id
             where u.email_folded = $1 and ",
            HAS_OWN_ADDRESS
        ),
        params![address.folded()],
    )?;
    Ok(found.flatten())
}

/// The user, or the one they were merged into.
pub fn resolve_merged_user(conn: &mut Conn<'_>, user: &UserId) -> Result<Option<UserId>, DbError> {
    conn.one_value(
        "with recursive became (id, merged_into) as (
             select id, merged_into from users where id = $1
             union select u.id, u.merged_into from users u join became b on u.id = b.merged_into)
         select id from became where merged_into is null",
        params![user],
    )
}

/// The branch at the top of an e-mail.
#[derive(Debug, Clone)]
pub struct BranchContact {
    pub name: String,
    pub address: String,
    pub phone: Option<String>,
}
row! { BranchContact { name, address, phone } }

/// The primary branch, for e-mails that belong to no branch.
pub fn find_primary_branch_contact(conn: &mut Conn<'_>) -> Result<Option<BranchContact>, DbError> {
    conn.one(sql!(select!(BranchContact, ""), " from branches where is_primary"), params![])
}

//! Who may receive a notification, and who is due one today.

use parlour_db::cursor::BatchCursor;
use parlour_db::{Conn, DbError, Tx, params, row, select, sql};
use parlour_domain::ids::{LeadId, UserId};
use parlour_domain::ist::Timestamp;

/// Whether the user still exists. They are neither erased nor merged until the transaction ends.
pub fn lock_recipient(tx: &mut Tx<'_>, user: &UserId) -> Result<bool, DbError> {
    // The lock that a foreign key takes: other changes to the user do not wait.
    tx.exists("select 1 from users where id = $1 and anonymised_at is null for key share", params![user])
}

/// Who agreed to hear of offers and has this birthday, `MM-DD`, from after somebody on.
pub fn list_users_with_birthday(
    conn: &mut Conn<'_>,
    birthday: &str,
    after: &str,
    limit: i64,
) -> Result<Vec<UserId>, DbError> {
    conn.all_values(
        "select user_id from profiles where marketing_consent and birthday = $1 and user_id > $2
         order by user_id limit $3",
        params![birthday, after, limit],
    )
}

/// A lead that its assignee should contact again.
#[derive(Debug, Clone)]
pub struct LeadToFollowUp {
    pub id: LeadId,
    pub assigned_to: UserId,
    pub created_at: Timestamp,
    pub last_contacted_at: Option<Timestamp>,
    pub service_name: Option<String>,
}
row! { LeadToFollowUp {
    id, assigned_to, created_at, last_contacted_at,
    service_name: "(select s.name from services s where s.id = l.service_interested_id)",
} }

/// Leads in `follow_up` with whom nobody has spoken since `silent_since`, oldest first, from after a position on; only
/// those that are assigned to somebody who is still of the team.
pub fn list_leads_to_follow_up(
    conn: &mut Conn<'_>,
    silent_since: Timestamp,
    after: BatchCursor<'_, Timestamp>,
    limit: i64,
) -> Result<Vec<LeadToFollowUp>, DbError> {
    conn.all(
        sql!(
            select!(LeadToFollowUp, "l"),
            " from leads l
             where l.status = 'follow_up' and (l.created_at, l.id) > ($1, $2) and l.created_at <= $3
                 and (l.last_contacted_at is null or l.last_contacted_at <= $3) and l.assigned_to is not null
                 and (select u.role from users u where u.id = l.assigned_to) <> 'customer'
             order by l.created_at, l.id limit $4"
        ),
        params![after.at, after.id, silent_since, limit],
    )
}

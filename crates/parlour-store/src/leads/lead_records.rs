//! Leads.

use parlour_db::{Conn, DbError, Tx, insert, params, row, select, sql};
use parlour_domain::customer::directory_search::search_text;
use parlour_domain::email_address::EmailAddress;
use parlour_domain::ids::{BookingId, LeadId, ServiceId, UserId};
use parlour_domain::ist::Timestamp;
use parlour_domain::lead::{LeadStatus, NewLead};
use parlour_domain::phone::Phone;
use serde::Serialize;
use utoipa::ToSchema;

/// The contract's lead.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Lead {
    pub id: LeadId,
    pub name: String,
    pub phone: Phone,
    pub email: Option<EmailAddress>,
    pub service_interested_id: Option<ServiceId>,
    pub status: LeadStatus,
    pub source: String,
    pub utm_source: Option<String>,
    pub utm_medium: Option<String>,
    pub utm_campaign: Option<String>,
    pub utm_content: Option<String>,
    pub utm_term: Option<String>,
    pub assigned_to: Option<UserId>,
    pub converted_booking_id: Option<BookingId>,
    pub last_contacted_at: Option<Timestamp>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}
row! { Lead {
    id, name, phone, email, service_interested_id, status, source, utm_source, utm_medium, utm_campaign, utm_content,
    utm_term, assigned_to, converted_booking_id, last_contacted_at, created_at, updated_at,
} }

/// A lead with the name of what it is interested in.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LeadWithService {
    #[serde(flatten)]
    pub lead: Lead,
    pub service_name: Option<String>,
}
row! { LeadWithService { lead: [Lead], service_name: "s.name" } }

/// A lead with the names of its service and its assignee, and the number of its booking.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LeadWithNames {
    #[serde(flatten)]
    pub lead: Lead,
    pub service_name: Option<String>,
    pub assigned_to_name: Option<String>,
    pub converted_booking_number: Option<String>,
}
row! { LeadWithNames {
    lead: [Lead], service_name: "s.name", assigned_to_name: "u.name", converted_booking_number: "b.booking_number",
} }

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LeadNote {
    pub id: String,
    pub lead_id: LeadId,
    pub author_id: UserId,
    pub content: String,
    pub created_at: Timestamp,
}
row! { LeadNote { id, lead_id, author_id, content, created_at } }

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LeadNoteWithAuthor {
    #[serde(flatten)]
    pub note: LeadNote,
    pub author_name: String,
}
row! { LeadNoteWithAuthor { note: [LeadNote], author_name: "u.name" } }

/// Where the next page of a newest-first list begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeadCursor {
    pub created_at: Timestamp,
    pub id: LeadId,
}
parlour_db::cursor! { LeadCursor { created_at, id } }

/// Leads of one status or of all, newest first, from after a position on.
pub fn page(
    conn: &mut Conn<'_>,
    status: Option<LeadStatus>,
    after: Option<&LeadCursor>,
    limit: i64,
) -> Result<Vec<LeadWithService>, DbError> {
    let (at, id) = after.map_or((Timestamp::FAR_FUTURE, ""), |after| (after.created_at, after.id.as_str()));
    match status {
        Some(status) => conn.all(
            sql!(
                select!(LeadWithService, "l"),
                " from leads l left join services s on s.id = l.service_interested_id
                 where l.status = $1 and (l.created_at, l.id) < ($2, $3)
                 order by l.created_at desc, l.id desc limit $4"
            ),
            params![status, at, id, limit],
        ),
        None => conn.all(
            sql!(
                select!(LeadWithService, "l"),
                " from leads l left join services s on s.id = l.service_interested_id
                 where (l.created_at, l.id) < ($1, $2)
                 order by l.created_at desc, l.id desc limit $3"
            ),
            params![at, id, limit],
        ),
    }
}

pub fn by_id(conn: &mut Conn<'_>, id: &LeadId) -> Result<Option<Lead>, DbError> {
    conn.one(sql!(select!(Lead, ""), " from leads where id = $1"), params![id])
}

pub fn find_with_names(conn: &mut Conn<'_>, id: &LeadId) -> Result<Option<LeadWithNames>, DbError> {
    conn.one(
        sql!(
            select!(LeadWithNames, "l"),
            " from leads l
                 left join services s on s.id = l.service_interested_id
                 left join users u on u.id = l.assigned_to
                 left join bookings b on b.id = l.converted_booking_id
             where l.id = $1"
        ),
        params![id],
    )
}

/// Newest first.
pub fn list_notes(conn: &mut Conn<'_>, lead: &LeadId) -> Result<Vec<LeadNoteWithAuthor>, DbError> {
    conn.all(
        sql!(
            select!(LeadNoteWithAuthor, "n"),
            " from lead_notes n join users u on u.id = n.author_id
             where n.lead_id = $1 order by n.created_at desc, n.id desc"
        ),
        params![lead],
    )
}

/// Keeps a lead as it is until the transaction ends: of two who move it, the second finds it moved. False if there is
/// none.
pub fn lock_lead(tx: &mut Tx<'_>, id: &LeadId) -> Result<bool, DbError> {
    tx.exists("select 1 from leads where id = $1 for no key update", params![id])
}

pub fn insert(tx: &mut Tx<'_>, id: &LeadId, lead: &NewLead, now: Timestamp) -> Result<(), DbError> {
    insert! { tx.run, "leads", lead {
        id: id, name, phone, email, service_interested_id, status: LeadStatus::New, source,
        utm_source: lead.utm.source, utm_medium: lead.utm.medium, utm_campaign: lead.utm.campaign,
        utm_content: lead.utm.content, utm_term: lead.utm.term,
        search_text: search_text(&lead.name, Some(lead.phone.as_str()), None), created_at: now, updated_at: now,
    } }
}

/// Sets a lead's status. The stages it has passed keep their first time.
pub fn set_stage(tx: &mut Tx<'_>, id: &LeadId, status: LeadStatus, at: Timestamp) -> Result<(), DbError> {
    let contacted = matches!(status, LeadStatus::Contacted).then_some(at);
    let followed_up = matches!(status, LeadStatus::FollowUp).then_some(at);
    let booked = matches!(status, LeadStatus::Booked | LeadStatus::Won).then_some(at);
    let won = matches!(status, LeadStatus::Won).then_some(at);
    let lost = matches!(status, LeadStatus::Lost).then_some(at);
    tx.run(
        "update leads set status = $2, updated_at = $3, last_contacted_at = coalesce($4, last_contacted_at),
             first_contacted_at = coalesce(first_contacted_at, $4), followed_up_at = coalesce(followed_up_at, $5),
             booked_at = coalesce(booked_at, $6), won_at = coalesce(won_at, $7), lost_at = coalesce(lost_at, $8)
         where id = $1",
        params![id, status, at, contacted, followed_up, booked, won, lost],
    )
}

/// Records another contact with the lead.
pub fn set_last_contact(tx: &mut Tx<'_>, id: &LeadId, at: Timestamp) -> Result<(), DbError> {
    tx.run("update leads set last_contacted_at = $2, updated_at = $2 where id = $1", params![id, at])
}

/// Marks an open lead as converted to the booking. False if there is no such lead, or if it is not open.
pub fn convert_to_booking(tx: &mut Tx<'_>, id: &LeadId, booking: &BookingId, now: Timestamp) -> Result<bool, DbError> {
    tx.changes_row(
        "update leads set status = 'booked', converted_booking_id = $2, booked_at = coalesce(booked_at, $3), updated_at = $3
         where id = $1 and status in ('new', 'contacted', 'follow_up') and converted_booking_id is null",
        params![id, booking, now],
    )
}

/// Notes that a lead is a customer's: because that is known, or because it has their phone.
pub fn link_customer(tx: &mut Tx<'_>, id: &LeadId, customer: &UserId, is_known: bool) -> Result<(), DbError> {
    tx.run(
        "update leads set customer_id = $2
         where id = $1 and ($3 or phone = (select p.phone from profiles p where p.user_id = $2))",
        params![id, customer, is_known],
    )
}

/// Assigns a lead to a member of the team, or to no one; false if there is no such lead.
pub fn assign(tx: &mut Tx<'_>, id: &LeadId, to: Option<&UserId>, now: Timestamp) -> Result<bool, DbError> {
    tx.changes_row("update leads set assigned_to = $2, updated_at = $3 where id = $1", params![id, to, now])
}

/// Fails where there is no such lead.
pub fn insert_note(
    tx: &mut Tx<'_>,
    id: &str,
    lead: &LeadId,
    author: &UserId,
    content: &str,
    now: Timestamp,
) -> Result<(), DbError> {
    insert! { tx.run, "lead_notes", {
        id, lead_id: lead, author_id: author, content, created_at: now,
    } }
}

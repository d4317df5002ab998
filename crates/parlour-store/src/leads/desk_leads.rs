//! Leads as the desk's pages show them.

use chrono::{NaiveDate, NaiveTime};
use parlour_db::{Conn, DbError, like_pattern, params, row, select, sql};
use parlour_domain::auth::role::Role;
use parlour_domain::customer::directory_search::search_term;
use parlour_domain::ids::{LeadId, UserId};
use parlour_domain::ist::Timestamp;
use parlour_domain::lead::LeadStatus;

use super::lead_records::{Lead, LeadCursor};

/// A lead with what its card says.
#[derive(Debug, Clone)]
pub struct DeskLead {
    pub lead: Lead,
    pub service_name: Option<String>,
    pub assigned_to_name: Option<String>,
    /// The booking that it became.
    pub booking_date: Option<NaiveDate>,
    pub booking_start: Option<NaiveTime>,
    pub booking_paise: Option<i64>,
    /// The note that was written when it was lost.
    pub lost_reason: Option<String>,
}
row! { DeskLead {
    lead: [Lead], service_name: "s.name", assigned_to_name: "u.name", booking_date: "b.booking_date",
    booking_start: "b.start_time", booking_paise: "b.total_amount_paise",
    lost_reason: "(select n.content from lead_notes n where n.lead_id = l.id and n.created_at = l.lost_at
                   order by n.id limit 1)",
} }

/// Leads of one status or of all, newest first, from after a position on.
pub fn page(
    conn: &mut Conn<'_>,
    status: Option<LeadStatus>,
    after: Option<&LeadCursor>,
    limit: i64,
) -> Result<Vec<DeskLead>, DbError> {
    let (at, id) = position(after);
    match status {
        Some(status) => conn.all(
            sql!(
                select!(DeskLead, "l"),
                " from leads l
                     left join services s on s.id = l.service_interested_id
                     left join users u on u.id = l.assigned_to
                     left join bookings b on b.id = l.converted_booking_id
                 where l.status = $1 and (l.created_at, l.id) < ($2, $3)
                 order by l.created_at desc, l.id desc limit $4"
            ),
            params![status, at, id, limit],
        ),
        None => conn.all(
            sql!(
                select!(DeskLead, "l"),
                " from leads l
                     left join services s on s.id = l.service_interested_id
                     left join users u on u.id = l.assigned_to
                     left join bookings b on b.id = l.converted_booking_id
                 where (l.created_at, l.id) < ($1, $2)
                 order by l.created_at desc, l.id desc limit $3"
            ),
            params![at, id, limit],
        ),
    }
}

/// Leads whose name or phone contains what was typed, newest first, from after a position on.
pub fn search_page(
    conn: &mut Conn<'_>,
    typed: &str,
    status: Option<LeadStatus>,
    after: Option<&LeadCursor>,
    limit: i64,
) -> Result<Vec<DeskLead>, DbError> {
    const FOUND: &str = " order by created_at desc, id desc limit $4) found
             join leads l on l.id = found.id
             left join services s on s.id = l.service_interested_id
             left join users u on u.id = l.assigned_to
             left join bookings b on b.id = l.converted_booking_id
         order by l.created_at desc, l.id desc";
    let (pattern, (at, id)) = (like_pattern(&search_term(typed)), position(after));
    match status {
        Some(status) => conn.all(
            sql!(
                select!(DeskLead, "l"),
                " from (select id from leads
                      where search_text like $1 escape '!' and (created_at, id) < ($2, $3) and status = $5",
                FOUND
            ),
            params![pattern, at, id, limit, status],
        ),
        None => conn.all(
            sql!(
                select!(DeskLead, "l"),
                " from (select id from leads where search_text like $1 escape '!' and (created_at, id) < ($2, $3)",
                FOUND
            ),
            params![pattern, at, id, limit],
        ),
    }
}

fn position(after: Option<&LeadCursor>) -> (Timestamp, &str) {
    after.map_or((Timestamp::FAR_FUTURE, ""), |after| (after.created_at, after.id.as_str()))
}

/// How many leads of a status come after a position. Stops counting at `max`.
pub fn count_after(
    conn: &mut Conn<'_>,
    status: LeadStatus,
    after: Option<&LeadCursor>,
    max: i64,
) -> Result<i64, DbError> {
    let (at, id) = position(after);
    conn.number(
        "select count(*) from (select 1 from leads where status = $1 and (created_at, id) < ($2, $3) limit $4) counted",
        params![status, at, id, max],
    )
}

/// How many leads of a status were neither captured nor contacted after a time. Stops counting at `max`.
pub fn count_waiting_since(
    conn: &mut Conn<'_>,
    status: LeadStatus,
    since: Timestamp,
    max: i64,
) -> Result<i64, DbError> {
    conn.number(
        "select count(*) from (select 1 from leads where status = $1 and created_at <= $2
             and (last_contacted_at is null or last_contacted_at <= $2) limit $3) counted",
        params![status, since, max],
    )
}

/// Leads of a status that were neither captured nor contacted after a time, newest first, from after a position on.
pub fn list_waiting_since(
    conn: &mut Conn<'_>,
    status: LeadStatus,
    since: Timestamp,
    after: Option<&LeadCursor>,
    limit: i64,
) -> Result<Vec<DeskLead>, DbError> {
    let (at, id) = position(after);
    conn.all(
        sql!(
            select!(DeskLead, "l"),
            " from leads l
                 left join services s on s.id = l.service_interested_id
                 left join users u on u.id = l.assigned_to
                 left join bookings b on b.id = l.converted_booking_id
             where l.status = $1 and (l.created_at, l.id) < ($2, $3) and l.created_at <= $4
                 and (l.last_contacted_at is null or l.last_contacted_at <= $4)
             order by l.created_at desc, l.id desc limit $5"
        ),
        params![status, at, id, since, limit],
    )
}

/// When a lead first reached each stage.
#[derive(Debug, Clone)]
pub struct LeadStages {
    pub first_contacted_at: Option<Timestamp>,
    pub followed_up_at: Option<Timestamp>,
    pub booked_at: Option<Timestamp>,
    pub won_at: Option<Timestamp>,
    pub lost_at: Option<Timestamp>,
}
row! { LeadStages { first_contacted_at, followed_up_at, booked_at, won_at, lost_at } }

pub fn find_stages(conn: &mut Conn<'_>, id: &LeadId) -> Result<Option<LeadStages>, DbError> {
    conn.one(sql!(select!(LeadStages, ""), " from leads where id = $1"), params![id])
}

/// Somebody to whom a lead can be assigned.
#[derive(Debug, Clone)]
pub struct TeamMember {
    pub id: UserId,
    pub name: String,
}
row! { TeamMember { id, name } }

/// People of one role, by name.
pub fn list_team_members(conn: &mut Conn<'_>, role: Role, limit: i64) -> Result<Vec<TeamMember>, DbError> {
    conn.all(
        sql!(
            select!(TeamMember, ""),
            " from users where role = $1 and anonymised_at is null order by name_folded, id limit $2"
        ),
        params![role, limit],
    )
}

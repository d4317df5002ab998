//! Leads.

use parlour_domain::ids::{BookingId, LeadId, UserId};
use parlour_domain::ist::Timestamp;
use parlour_domain::lead::{LeadStatus, NewLead};

use crate::db::{DbError, Tx};
use crate::params;

pub fn insert(tx: &mut Tx<'_>, id: &LeadId, lead: &NewLead, now: Timestamp) -> Result<(), DbError> {
    tx.execute(
        "insert into leads (id, name, phone, email, service_interested_id, status, source, utm_source, utm_medium,
             utm_campaign, utm_content, utm_term, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13)",
        params![
            id,
            lead.name,
            lead.phone,
            lead.email,
            lead.service_interested_id,
            LeadStatus::New,
            lead.source,
            lead.utm.source,
            lead.utm.medium,
            lead.utm.campaign,
            lead.utm.content,
            lead.utm.term,
            now
        ],
    )?;
    Ok(())
}

/// Puts a lead where its story has taken it. The stages it passed keep their first time.
pub fn set_stage(tx: &mut Tx<'_>, id: &LeadId, status: LeadStatus, at: Timestamp) -> Result<(), DbError> {
    let contacted = (!matches!(status, LeadStatus::New)).then_some(at);
    let followed_up = matches!(status, LeadStatus::FollowUp).then_some(at);
    let booked = matches!(status, LeadStatus::Booked | LeadStatus::Won).then_some(at);
    let won = matches!(status, LeadStatus::Won).then_some(at);
    let lost = matches!(status, LeadStatus::Lost).then_some(at);
    tx.execute(
        "update leads set status = $2, updated_at = $3, last_contacted_at = coalesce($4, last_contacted_at),
             first_contacted_at = coalesce(first_contacted_at, $4), followed_up_at = coalesce(followed_up_at, $5),
             booked_at = coalesce(booked_at, $6), won_at = coalesce(won_at, $7), lost_at = coalesce(lost_at, $8)
         where id = $1",
        params![id, status, at, contacted, followed_up, booked, won, lost],
    )?;
    Ok(())
}

/// A lead that is still open becomes the booking; false where there is none such.
pub fn convert(tx: &mut Tx<'_>, id: &LeadId, booking: &BookingId, now: Timestamp) -> Result<bool, DbError> {
    let converted = tx.execute(
        "update leads set status = 'booked', converted_booking_id = $2, booked_at = coalesce(booked_at, $3), updated_at = $3
         where id = $1 and status in ('new', 'contacted', 'follow_up') and converted_booking_id is null",
        params![id, booking, now],
    )?;
    Ok(converted == 1)
}

/// Gives a lead to a member of the team, or to nobody; false if there is no such lead.
pub fn assign(tx: &mut Tx<'_>, id: &LeadId, to: Option<&UserId>, now: Timestamp) -> Result<bool, DbError> {
    let assigned =
        tx.execute("update leads set assigned_to = $2, updated_at = $3 where id = $1", params![id, to, now])?;
    Ok(assigned == 1)
}

pub fn insert_note(
    tx: &mut Tx<'_>,
    id: &str,
    lead: &LeadId,
    author: &UserId,
    content: &str,
    now: Timestamp,
) -> Result<(), DbError> {
    tx.execute(
        "insert into lead_notes (id, lead_id, author_id, content, created_at) values ($1, $2, $3, $4, $5)",
        params![id, lead, author, content, now],
    )?;
    Ok(())
}

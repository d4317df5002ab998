//! Composes the e-mail to somebody who is invited.

use parlour_domain::auth::role::Role;
use parlour_store::users::user_records;
use parlour_store::{Conn, DbError};

use super::inputs::{CustomerEmail, default_salon_contact};
use crate::emails::{EmailMessage, InvitationSummary, invitation_email};

/// `None` once the invitation was accepted or has lapsed.
pub(super) fn compose_invitation(
    conn: &mut Conn<'_>,
    email: &CustomerEmail<'_>,
) -> Result<Option<EmailMessage>, DbError> {
    let Some(user) = user_records::by_id(conn, email.user)? else { return Ok(None) };
    let expires_at = user.invitation_expires_at.filter(|expires_at| *expires_at > email.inputs.now);
    let (Some(expires_at), Some(address)) = (expires_at, user.email) else { return Ok(None) };
    let is_team_member = user.role > Role::Customer;
    let app_url = if is_team_member { &email.inputs.admin_url } else { &email.inputs.customer_url };
    let invitation = InvitationSummary {
        name: user.name,
        email: address.as_str().to_owned(),
        role: user.role,
        until: expires_at.ist_date(),
        app_url: app_url.clone(),
    };
    Ok(Some(invitation_email(&invitation, &default_salon_contact(conn)?, email.recipient.texts)))
}

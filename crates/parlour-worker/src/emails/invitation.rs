//! The e-mail to somebody who is invited to work with Parlour.

use chrono::NaiveDate;
use parlour_domain::auth::role::Role;

use super::message_template::{Button, MessageTemplate};
use super::rendering::{LabelledValue, format_date, one_line};
use super::{EmailMessage, SalonContact};

#[derive(Debug, Clone)]
pub struct InvitationSummary {
    pub name: String,
    /// The address that they must sign in with.
    pub email: String,
    pub role: Role,
    /// The last day on which it can be accepted.
    pub until: NaiveDate,
    /// The app that the role is for, without a slash at the end.
    pub app_url: String,
}

pub fn invitation_email(invitation: &InvitationSummary, salon: &SalonContact) -> EmailMessage {
    let salon_name = one_line(&salon.name);
    let message = MessageTemplate {
        subject: format!("You are invited to {salon_name}"),
        title: format!("Welcome to {salon_name}"),
        reader: Some(one_line(&invitation.name)),
        opening: vec![format!("{salon_name} has invited you to use Parlour. Please sign in to accept.")],
        facts: vec![
            LabelledValue::new("Your role", invitation.role.as_str()),
            LabelledValue::new("Sign in with", one_line(&invitation.email)),
            LabelledValue::new("Valid until", format_date(invitation.until)),
        ],
        closing: vec!["If you do not expect this e-mail, please ignore it.".to_owned()],
        button: Some(Button { label: "Sign in", url: format!("{}/api/auth/sign-in", invitation.app_url) }),
        ..MessageTemplate::default()
    };
    message.render_email(salon, None)
}

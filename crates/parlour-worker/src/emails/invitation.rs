//! The e-mail to somebody who is invited to work with Parlour.

use chrono::NaiveDate;
use parlour_domain::auth::role::Role;
use parlour_texts::{InvitationEmailTexts, Texts};

use super::message_template::{Button, MessageTemplate};
use super::rendering::{LabelledValue, one_line};
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

pub fn invitation_email(invitation: &InvitationSummary, salon: &SalonContact, texts: Texts) -> EmailMessage {
    let (text, salon_name) = (texts.invitation_email(), one_line(&salon.name));
    let message = MessageTemplate {
        subject: text.subject(&salon_name),
        title: text.title(&salon_name),
        reader: Some(one_line(&invitation.name)),
        opening: vec![text.opening(&salon_name)],
        facts: vec![
            LabelledValue::new(text.role(), role_name(invitation.role, text)),
            LabelledValue::new(text.sign_in_with(), one_line(&invitation.email)),
            LabelledValue::new(texts.email().valid_until(), texts.format_long_date(invitation.until)),
        ],
        closing: vec![text.closing().to_owned()],
        button: Some(Button { label: text.sign_in(), url: format!("{}/api/auth/sign-in", invitation.app_url) }),
        ..MessageTemplate::default()
    };
    message.render_email(salon, texts, None)
}

fn role_name(role: Role, text: InvitationEmailTexts) -> &'static str {
    match role {
        Role::Customer => text.role_customer(),
        Role::Staff => text.role_staff(),
        Role::Receptionist => text.role_receptionist(),
        Role::Manager => text.role_manager(),
        Role::Owner => text.role_owner(),
        Role::Developer => text.role_developer(),
    }
}

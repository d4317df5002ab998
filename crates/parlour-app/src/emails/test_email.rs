//! Whether mail arrives at all.

use parlour_domain::ist::Timestamp;

use super::message_template::MessageTemplate;
use super::rendering::{LabelledValue, format_date, format_time};
use super::{EmailMessage, SalonContact};

pub fn test_email(asked_at: Timestamp, salon: &SalonContact) -> EmailMessage {
    let note = MessageTemplate {
        subject: "Parlour can send mail".to_owned(),
        title: "Mail works".to_owned(),
        opening: vec![
            "Somebody asked for this letter to see whether it arrives. It has: नमस्ते, ₹ and all.".to_owned(),
        ],
        facts: vec![LabelledValue::new(
            "Asked for",
            format!("{}, {}", format_date(asked_at.ist_date()), format_time(asked_at.ist_time())),
        )],
        ..MessageTemplate::default()
    };
    note.render_email(salon, None)
}

//! The e-mail that shows whether sending works.

use parlour_domain::ist::{Timestamp, spoken_time};

use super::message_template::MessageTemplate;
use super::rendering::{LabelledValue, format_date};
use super::{EmailMessage, SalonContact};

pub fn test_email(requested_at: Timestamp, salon: &SalonContact) -> EmailMessage {
    let message = MessageTemplate {
        subject: "Parlour can send e-mail".to_owned(),
        title: "E-mail works".to_owned(),
        opening: vec!["This is a test e-mail from Parlour. If you can read नमस्ते and ₹, everything works.".to_owned()],
        facts: vec![LabelledValue::new(
            "Requested",
            format!("{}, {}", format_date(requested_at.ist_date()), spoken_time(requested_at.ist_time())),
        )],
        ..MessageTemplate::default()
    };
    message.render_email(salon, None)
}

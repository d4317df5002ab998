//! The e-mail that shows whether sending works.

use parlour_domain::ist::Timestamp;
use parlour_texts::Texts;

use super::message_template::MessageTemplate;
use super::rendering::LabelledValue;
use super::{EmailMessage, SalonContact};

pub fn test_email(requested_at: Timestamp, salon: &SalonContact, texts: Texts) -> EmailMessage {
    let text = texts.test_email();
    let (date, time) = (texts.format_long_date(requested_at.ist_date()), texts.format_time(requested_at.ist_time()));
    let message = MessageTemplate {
        subject: text.subject().to_owned(),
        title: text.title().to_owned(),
        opening: vec![text.opening().to_owned()],
        facts: vec![LabelledValue::new(text.requested(), texts.formats().day_and_time(&date, &time))],
        ..MessageTemplate::default()
    };
    message.render_email(salon, texts, None)
}

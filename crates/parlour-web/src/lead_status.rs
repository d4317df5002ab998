//! The status of a lead as a word.

use parlour_domain::lead::LeadStatus;
use parlour_texts::Texts;

pub fn lead_status_word(status: LeadStatus, texts: Texts) -> &'static str {
    let place = LeadStatus::ALL.iter().position(|known| *known == status);
    place.and_then(|place| texts.leads().statuses().get(place).copied()).unwrap_or_default()
}

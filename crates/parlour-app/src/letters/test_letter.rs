//! Whether mail arrives at all.

use parlour_domain::ist::Timestamp;

use super::note::Note;
use super::page::{Fact, clock, day};
use super::{Letter, Salon};

pub fn test_letter(asked_at: Timestamp, salon: &Salon) -> Letter {
    let note = Note {
        subject: "Parlour can send mail".to_owned(),
        title: "Mail works".to_owned(),
        opening: vec![
            "Somebody asked for this letter to see whether it arrives. It has: नमस्ते, ₹ and all.".to_owned(),
        ],
        facts: vec![Fact::new(
            "Asked for",
            format!("{}, {}", day(asked_at.ist_date()), clock(asked_at.ist_time())),
        )],
        ..Note::default()
    };
    note.letter(salon, None)
}

//! The letter that brings a credit note.

use chrono::NaiveDate;

use super::invoice::Pdf;
use super::note::Note;
use super::page::{Fact, day, money, one_line};
use super::{Letter, Reader, Salon};

#[derive(Debug, Clone)]
pub struct Credit {
    pub number: String,
    pub date: NaiveDate,
    /// What it gives back.
    pub invoice_number: String,
    pub invoice_date: NaiveDate,
    /// In a manager's words.
    pub reason: String,
    pub total_paise: i64,
    pub gst_paise: i64,
    /// Of those that the invoice had earned.
    pub gems_taken_back: i64,
    /// Of those that had paid for something on it.
    pub gems_given_back: i64,
}

pub fn credit_note(credit: &Credit, pdf: Pdf, salon: &Salon, reader: &Reader) -> Letter {
    let mut facts = vec![
        Fact::new("Credit note", credit.number.as_str()),
        Fact::new("Date", day(credit.date)),
        Fact::new("For", format!("{} of {}", credit.invoice_number, day(credit.invoice_date))),
    ];
    let credited = if credit.gst_paise > 0 {
        format!("{}, with {} GST", money(credit.total_paise), money(credit.gst_paise))
    } else {
        money(credit.total_paise)
    };
    facts.push(Fact::new("Credited", credited));
    for (label, gems) in
        [("Gems given back", credit.gems_given_back), ("Gems taken back", credit.gems_taken_back)]
    {
        if gems > 0 {
            facts.push(Fact::new(label, gems.to_string()));
        }
    }
    let whereabouts = match &pdf {
        Pdf::Attached(_) => "Your credit note is attached.",
        Pdf::At(_) => "Your credit note is ready for you in the app.",
    };
    let note = Note {
        subject: format!("Credit note {} from {}", credit.number, one_line(&salon.name)),
        title: format!("Credit note {}", credit.number),
        reader: Some(one_line(&reader.name)),
        opening: vec![format!("We have taken back {} in full. {whereabouts}", credit.invoice_number)],
        quoted: Some(one_line(&credit.reason)),
        facts,
        button: pdf.button("Open the credit note"),
        ..Note::default()
    };
    let mut letter = note.letter(salon, None);
    letter.attachments.extend(pdf.enclosed(&credit.number));
    letter
}

//! The letter that brings an invoice.

use chrono::NaiveDate;
use parlour_domain::invoice::PaymentMethod;

use super::note::{Button, Note};
use super::page::{Fact, day, money, one_line};
use super::{Enclosed, Letter, Reader, Salon};

#[derive(Debug, Clone)]
pub struct Bill {
    pub number: String,
    pub date: NaiveDate,
    /// Each with its price, GST included.
    pub lines: Vec<(String, i64)>,
    /// What offer and gems have taken off.
    pub less_paise: i64,
    pub total_paise: i64,
    pub gst_paise: i64,
    /// None where nothing was to be paid.
    pub paid_by: Option<PaymentMethod>,
    pub gems_earned: i64,
}

/// The paper itself.
#[derive(Debug, Clone)]
pub enum Pdf {
    Attached(Vec<u8>),
    /// It could not be made in time; it will be found here.
    At(String),
}

pub fn invoice(bill: &Bill, pdf: Pdf, salon: &Salon, reader: &Reader) -> Letter {
    let mut lines: Vec<_> =
        bill.lines.iter().map(|(name, paise)| Fact::new(one_line(name), money(*paise))).collect();
    if bill.less_paise > 0 {
        lines.push(Fact::new("Offer and gems", money(-bill.less_paise)));
    }
    let mut facts = vec![Fact::new("Invoice", bill.number.as_str()), Fact::new("Date", day(bill.date))];
    if let Some(method) = bill.paid_by {
        facts.push(Fact::new("Paid by", method_name(method)));
    }
    if bill.gems_earned > 0 {
        facts.push(Fact::new("Gems earned", bill.gems_earned.to_string()));
    }
    let opening = match &pdf {
        Pdf::Attached(_) => "Thank you for your visit. Your invoice is attached.",
        Pdf::At(_) => "Thank you for your visit. Your invoice is ready for you in the app.",
    };
    let note = Note {
        subject: format!("Invoice {} from {}", bill.number, one_line(&salon.name)),
        title: format!("Invoice {}", bill.number),
        reader: Some(one_line(&reader.name)),
        opening: vec![opening.to_owned()],
        facts,
        lines,
        total: Some(Fact::new(total_label(bill.gst_paise), money(bill.total_paise))),
        button: match &pdf {
            Pdf::Attached(_) => None,
            Pdf::At(url) => Some(Button { label: "Open the invoice", url: url.clone() }),
        },
        ..Note::default()
    };
    let mut letter = note.letter(salon, None);
    if let Pdf::Attached(bytes) = pdf {
        letter.attachments.push(Enclosed {
            // The number has slashes.
            name: format!("{}.pdf", bill.number.replace('/', "-")),
            content_type: "application/pdf".to_owned(),
            bytes,
        });
    }
    letter
}

fn total_label(gst_paise: i64) -> String {
    if gst_paise > 0 { format!("Total, with {} GST", money(gst_paise)) } else { "Total".to_owned() }
}

pub(super) fn method_name(method: PaymentMethod) -> &'static str {
    match method {
        PaymentMethod::Cash => "Cash",
        PaymentMethod::Upi => "UPI",
        PaymentMethod::Card => "Card",
    }
}

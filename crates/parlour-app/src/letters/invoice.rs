//! The letter that brings an invoice.

use chrono::NaiveDate;
use parlour_domain::invoice::{PaymentMethod, paper_title};

use super::note::{Button, Note};
use super::page::{Fact, day, money, one_line};
use super::{Enclosed, Letter, Reader, Salon};

/// What the paper is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PaperName {
    Invoice,
    BillOfSupply,
    /// Of a visit that was paid with a membership's hours.
    SessionSlip,
}

impl PaperName {
    fn as_title(self) -> &'static str {
        match self {
            Self::Invoice => "Invoice",
            Self::BillOfSupply => "Bill of supply",
            Self::SessionSlip => "Session slip",
        }
    }

    /// As people call it when they speak of it.
    fn in_short(self) -> &'static str {
        match self {
            Self::Invoice => "invoice",
            Self::BillOfSupply => "bill",
            Self::SessionSlip => "slip",
        }
    }

    fn button(self) -> &'static str {
        match self {
            Self::Invoice => "Open the invoice",
            Self::BillOfSupply => "Open the bill",
            Self::SessionSlip => "Open the slip",
        }
    }
}

#[derive(Debug, Clone)]
pub struct Bill {
    pub paper: PaperName,
    pub is_for_membership: bool,
    pub number: String,
    pub date: NaiveDate,
    /// Each with its price, GST included.
    pub lines: Vec<(String, i64)>,
    /// What offer and gems have taken off.
    pub less_paise: i64,
    pub total_paise: i64,
    pub gst_paise: i64,
    /// `UPI`; none where nothing was paid.
    pub paid_by: Option<&'static str>,
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
    let (name, short) = (bill.paper.as_title(), bill.paper.in_short());
    let mut facts = vec![Fact::new(name, bill.number.as_str()), Fact::new("Date", day(bill.date))];
    facts.extend(bill.paid_by.map(|means| Fact::new("Paid by", means)));
    if bill.gems_earned > 0 {
        facts.push(Fact::new("Gems earned", bill.gems_earned.to_string()));
    }
    let thanks =
        if bill.is_for_membership { "Thank you for becoming a member." } else { "Thank you for your visit." };
    let opening = match &pdf {
        Pdf::Attached(_) => format!("{thanks} Your {short} is attached."),
        Pdf::At(_) => format!("{thanks} Your {short} is ready for you in the app."),
    };
    let note = Note {
        subject: format!("{name} {} from {}", bill.number, one_line(&salon.name)),
        title: format!("{name} {}", bill.number),
        reader: Some(one_line(&reader.name)),
        opening: vec![opening],
        facts,
        lines,
        total: Some(Fact::new(total_label(bill.gst_paise), money(bill.total_paise))),
        button: pdf.button(bill.paper.button()),
        ..Note::default()
    };
    let mut letter = note.letter(salon, None);
    letter.attachments.extend(pdf.enclosed(&bill.number));
    letter
}

impl Pdf {
    pub(super) fn button(&self, label: &'static str) -> Option<Button> {
        match self {
            Self::Attached(_) => None,
            Self::At(url) => Some(Button { label, url: url.clone() }),
        }
    }

    pub(super) fn enclosed(self, number: &str) -> Option<Enclosed> {
        let Self::Attached(bytes) = self else { return None };
        Some(Enclosed { name: paper_title(number), content_type: "application/pdf".to_owned(), bytes })
    }
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

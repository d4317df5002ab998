//! Letters: what people read of us by e-mail. Each is made from data by a function without side effects; its contents
//! are gathered when it is sent.

pub mod chart;
mod compose;
mod credit_note;
pub mod figures;
mod gst;
mod invoice;
mod membership;
mod note;
mod page;
mod sales;
mod sheet;
mod test_letter;
pub mod unsubscribe;
mod visit;
mod wishes;

pub use compose::{Surroundings, compose, for_chat, write};
pub use credit_note::{Credit, credit_note};
pub use gst::{in_brief as gst_in_brief, monthly_gst_summary};
pub use invoice::{Bill, PaperName, Pdf, invoice};
pub use membership::{Term, membership_created, membership_expired};
pub use sales::{daily_sales_report, in_brief as sales_in_brief, weekly_report};
pub use test_letter::test_letter;
pub use visit::{Visit, VisitNews, VisitService, visit};
pub use wishes::{Running, birthday_offer, review_request};

/// A letter without its envelope.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Letter {
    pub subject: String,
    pub text: String,
    pub html: String,
    pub attachments: Vec<Enclosed>,
    /// Pictures in the page, each by the name that the page calls it.
    pub inline: Vec<Enclosed>,
    /// On marketing letters: where one POST ends them.
    pub unsubscribe_url: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Enclosed {
    pub name: String,
    /// `application/pdf`, `text/calendar; method=PUBLISH; charset=utf-8`.
    pub content_type: String,
    pub bytes: Vec<u8>,
}

/// Who writes, at the top and at the bottom: a branch, as its customers know it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Salon {
    pub name: String,
    pub address: String,
    pub phone: Option<String>,
}

/// Whom a letter is for, and where its links lead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reader {
    pub name: String,
    /// The customer app, without a slash at the end.
    pub home_url: String,
    /// Where marketing letters are ended.
    pub unsubscribe_url: Option<String>,
}

#[cfg(test)]
mod tests;

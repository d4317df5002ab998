//! What the desk does with leads.

mod add_note;
mod advance;
mod assign;
mod capture;
mod progress;
mod read;

pub use add_note::add_note;
pub use advance::{AdvanceLeadRefusal, LeadAdvance, advance};
pub use assign::{AssignLeadRefusal, assign};
pub use capture::{CaptureLeadRefusal, capture};
pub use read::{LeadDetail, ListedLead, detail, page};

//! What the desk does with leads.

mod add_note;
mod assign;
mod capture;
mod capture_new_customer;
mod change_status;
mod progress;
mod read;
mod stale;

pub use add_note::add_note;
pub use assign::{AssignLeadRefusal, assign};
pub use capture::{CaptureLeadRefusal, capture};
pub use capture_new_customer::capture_new_customer;
pub use change_status::{AdvanceLeadRefusal, LeadStatusChange, change_status};
pub use read::{LeadWithNotes, ListedLead, detail, page};
pub use stale::{count_stale, list_stale};

//! Leads: people who answered an advertisement and have not booked yet.

use crate::email::Email;
use crate::ids::ServiceId;
use crate::phone::Phone;
use crate::words::words;

words! {
    LeadStatus {
        New = "new",
        Contacted = "contacted",
        FollowUp = "follow_up",
        Booked = "booked",
        Won = "won",
        Lost = "lost",
    }
}

/// Where a visitor came from, as the campaign's links say.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Utm {
    pub source: Option<String>,
    pub medium: Option<String>,
    pub campaign: Option<String>,
    pub content: Option<String>,
    pub term: Option<String>,
}

/// A lead as it is captured, every field checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewLead {
    pub name: String,
    pub phone: Phone,
    pub email: Option<Email>,
    pub service_interested_id: Option<ServiceId>,
    pub source: String,
    pub utm: Utm,
}

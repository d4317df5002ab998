//! Leads, as landing pages and the desk send them.

use parlour_domain::email_address::EmailAddress;
use parlour_domain::ids::{ServiceId, UserId};
use parlour_domain::lead::{LeadStatus, NewLead, Utm};
use parlour_domain::phone::Phone;

use crate::request::{LimitedText, Name, OptionalText, RequiredNullable, Text};
use crate::request_shape;

/// The source of leads that the desk captures.
pub const DESK_SOURCE: &str = "manual";

request_shape! {
    pub struct LeadFields {
        #[example = "Asha Rao"]
        name: Name<120>,
        #[example = "9876543210"]
        phone: Phone,
        email: Option<EmailAddress>,
        /// The id of a service.
        service_interested_id: Option<ServiceId>,
        utm_source: OptionalText<120>,
        utm_medium: OptionalText<120>,
        utm_campaign: OptionalText<120>,
        utm_content: OptionalText<120>,
        utm_term: OptionalText<120>,
    }

    pub struct LeadStatusBody {
        status: LeadStatus,
        /// Becomes a note. Required for `lost`.
        reason: Option<LimitedText<500>>,
    }

    pub struct LeadAssignBody {
        /// A user of the team, or `null` for nobody.
        assigned_to: RequiredNullable<UserId>,
    }

    pub struct LeadNoteBody {
        content: Text<1000>,
    }
}

impl LeadFields {
    pub fn into_lead(self, source: String) -> NewLead {
        NewLead {
            name: self.name,
            phone: self.phone,
            email: self.email,
            service_interested_id: self.service_interested_id,
            source,
            utm: Utm {
                source: self.utm_source,
                medium: self.utm_medium,
                campaign: self.utm_campaign,
                content: self.utm_content,
                term: self.utm_term,
            },
        }
    }
}

//! Refusals of use cases about leads.

use parlour_app::leads::{AdvanceLeadRefusal, AssignLeadRefusal, CaptureLeadRefusal};
use parlour_domain::lead::LeadStatus;
use parlour_http::error::{FieldErrors, UnknownService};
use parlour_texts::Texts;

use super::{conflict, field};
use crate::form::ShownRefusal;
use crate::form::ShownRefusal::ErrorPage;
use crate::lead_status::lead_status_word;

page_refusals! {
    CaptureLeadRefusal |_texts| {
        UnknownService => {
            let unknown = UnknownService::in_field("serviceInterestedId");
            ShownRefusal::Fields(FieldErrors::of_use_case(vec![unknown]))
        },
    }

    AdvanceLeadRefusal |texts| {
        Unknown => ErrorPage,
        NotAllowed(now, _) => moved_meanwhile(*now, texts),
        MovedMeanwhile(now) => moved_meanwhile(*now, texts),
    }

    AssignLeadRefusal |texts| {
        Unknown => ErrorPage,
        NotTeamMember => field("assignedTo", texts.refusal().not_team_member()),
    }
}

/// Two desks: the second sees what the first has done.
fn moved_meanwhile(now: LeadStatus, texts: Texts) -> ShownRefusal {
    conflict(texts.leads().moved_meanwhile(lead_status_word(now, texts)))
}

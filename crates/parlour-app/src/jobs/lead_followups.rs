//! Whoever was to come back to a lead, and has not, hears of it.

use parlour_domain::ist::{HOUR_MS, Timestamp};
use parlour_domain::notice::NotificationType;
use parlour_store::recipients::{self, WaitingLead};
use parlour_store::{DbError, Tx};

use super::steps::{Step, after, in_steps, tell_person};
use super::{BATCH, JobError};
use crate::backstage::Backstage;
use crate::occasion::Occasion;
use crate::telling::{SentAs, Telling};

const SILENT_MS: i64 = 48 * HOUR_MS;

/// Every day again, until somebody has.
pub(super) async fn run(backstage: &Backstage, at: Timestamp) -> Result<u64, JobError> {
    let start = (Timestamp::FAR_PAST, String::new());
    in_steps(backstage, start, move |tx, occasion, (created_at, id)| {
        let mut leads = recipients::waiting_leads(tx, at.plus_millis(-SILENT_MS), (*created_at, id), BATCH)?;
        let next = after(&leads, |last| (last.created_at, last.id.to_string()));
        // Those that run at the same time hold people in the same order.
        leads.sort_by(|one, other| one.assigned_to.cmp(&other.assigned_to));
        let period = at.ist_date().to_string();
        let mut processed = 0;
        for lead in &leads {
            processed += u64::from(remind(tx, occasion, lead, &period)?);
        }
        Ok(Step { processed, next })
    })
    .await
}

/// Without the lead's name: an erasure would not find it here.
fn remind(tx: &mut Tx<'_>, occasion: &Occasion, lead: &WaitingLead, period: &str) -> Result<bool, DbError> {
    let day = |at: Timestamp| at.ist_date().format("%-d %b %Y").to_string();
    let captured = format!("{} at {}", day(lead.created_at), lead.created_at.ist_time().format("%H:%M"));
    let interest = lead.service_name.as_ref().map(|name| format!(", {name}")).unwrap_or_default();
    let contact = match lead.last_contacted_at {
        Some(at) => format!("last contact {}", day(at)),
        None => "no contact yet".to_owned(),
    };
    let telling = Telling {
        user_id: &lead.assigned_to,
        booking_id: None,
        kind: NotificationType::LeadFollowup,
        title: "A lead is waiting for you",
        body: &format!("Captured {captured}{interest}; {contact}"),
        subject: lead.id.as_str(),
        period,
        sent_as: SentAs::Push,
    };
    tell_person(tx, occasion, &telling)
}

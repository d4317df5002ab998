//! A visitor of a landing page, or the desk for a caller, leaves a name and a phone number.

use parlour_domain::audit::AuditAction;
use parlour_domain::ids::LeadId;
use parlour_domain::lead::NewLead;
use parlour_store::catalogue::catalogue_records;
use parlour_store::leads::lead_records;
use parlour_store::{DbError, Tx};

use crate::audit::{self, AuditedChange};
use crate::request_context::RequestContext;

#[derive(Debug, thiserror::Error)]
pub enum CaptureLeadRefusal {
    #[error("the service is not known")]
    UnknownService,
    #[error(transparent)]
    Db(#[from] DbError),
}

pub fn capture(tx: &mut Tx<'_>, context: &RequestContext, lead: &NewLead) -> Result<LeadId, CaptureLeadRefusal> {
    if let Some(service) = &lead.service_interested_id
        && !catalogue_records::service_exists(tx, service)?
    {
        return Err(CaptureLeadRefusal::UnknownService);
    }
    let id = LeadId::new(context.new_id());
    lead_records::insert(tx, &id, lead, context.now)?;
    // Without the lead's data: a copy would outlive its retention.
    audit::record(tx, context, AuditedChange::new(AuditAction::LeadCapture, id.as_str()))?;
    Ok(id)
}

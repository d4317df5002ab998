//! A visitor of a landing page, or the desk for a caller, leaves a name and a number.

use parlour_domain::ids::LeadId;
use parlour_domain::lead::NewLead;
use parlour_store::{DbError, Tx, catalogue, leads};

use crate::audit::{self, Change};
use crate::occasion::Occasion;
use crate::once::OnceRefusal;

#[derive(Debug, thiserror::Error)]
pub enum CaptureRefusal {
    #[error("the service is not known")]
    UnknownService,
    #[error(transparent)]
    Once(#[from] OnceRefusal),
    #[error(transparent)]
    Db(#[from] DbError),
}

pub fn capture(tx: &mut Tx<'_>, occasion: &Occasion, lead: &NewLead) -> Result<LeadId, CaptureRefusal> {
    if let Some(service) = &lead.service_interested_id
        && !catalogue::service_exists(tx, service)?
    {
        return Err(CaptureRefusal::UnknownService);
    }
    let id = LeadId::new(occasion.new_id());
    leads::insert(tx, &id, lead, occasion.now)?;
    // The lead itself says what was captured; a second copy would outlive its retention.
    audit::record(
        tx,
        occasion,
        Change { action: "lead.capture", record_id: id.as_str(), ..Change::default() },
    )?;
    Ok(id)
}

//! Leads that landing pages and the desk send alike.

use parlour_domain::ids::LeadId;
use parlour_http::error::UnknownService;
use parlour_http::shapes::leads::LeadFields;
use parlour_store::catalogue::catalogue_records;

use crate::prelude::*;

/// Reports an unknown service together with the other errors of a lead.
pub(crate) async fn check_service(
    state: &HttpState,
    fields: &mut Fields,
    details: &<LeadFields as RequestShape>::Partial,
) -> Result<(), HttpError> {
    let Some(service) = details.service_interested_id.clone() else { return Ok(()) };
    let check = move |conn: &mut Conn<'_>| {
        let is_known = catalogue_records::service_exists(conn, &service)?;
        let error = (!is_known).then(|| UnknownService::in_field("serviceInterestedId"));
        Ok::<_, DbError>(error.into_iter().collect())
    };
    check_readable(state, fields, check).await
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CapturedLead {
    pub(crate) lead_id: LeadId,
}

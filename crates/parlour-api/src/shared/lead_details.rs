//! The fields of a lead that landing pages and the desk send alike.

use parlour_domain::email_address::EmailAddress;
use parlour_domain::ids::{LeadId, ServiceId};
use parlour_domain::lead::{NewLead, Utm};
use parlour_domain::phone::Phone;
use parlour_http::error::UnknownService;
use parlour_store::catalogue::catalogue_records;

use crate::prelude::*;

request_shape! {
    pub(crate) struct LeadFields {
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
}

impl LeadFields {
    pub(crate) fn into_lead(self, source: String) -> NewLead {
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

//! The services of a booking in a query.

use parlour_domain::ids::ServiceId;

use crate::prelude::*;
use crate::shared::booking_details::MAX_SERVICE_IDS;

text_rules! {
    pub(crate) struct ServiceIdsText -> String = service_ids_text, |schema| schema;
}

fn service_ids_text(text: &str) -> Result<String, &'static str> {
    let count = text.split(',').take(MAX_SERVICE_IDS + 1).count();
    if count > MAX_SERVICE_IDS { Err("names too many services") } else { Ok(text.to_owned()) }
}

/// Each id with its index in the list.
pub(crate) fn split_service_ids(fields: &mut Fields, text: Option<&str>) -> Vec<(usize, ServiceId)> {
    let mut services = Vec::new();
    for (index, id) in text.into_iter().flat_map(|text| text.split(',')).enumerate() {
        if id.is_empty() {
            fields.add_error::<()>(&format!("serviceIds.{index}"), "must not be empty");
        } else {
            services.push((index, ServiceId::new(id)));
        }
    }
    services
}

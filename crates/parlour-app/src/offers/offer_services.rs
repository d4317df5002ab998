//! The services that an offer applies to.

use parlour_domain::ids::ServiceId;
use parlour_store::catalogue::catalogue_records;
use parlour_store::{Conn, DbError};

use crate::validation::Checked;

/// The indexes of unknown services, in a list of which some entries could not be read.
pub fn unknown_services(conn: &mut Conn<'_>, services: &[(usize, ServiceId)]) -> Result<Vec<usize>, DbError> {
    Ok(check_services(conn, services)?.err().unwrap_or_default())
}

/// The services without repetitions, or the indexes of the unknown ones.
pub(super) fn check_services(conn: &mut Conn<'_>, services: &[(usize, ServiceId)]) -> Checked<Vec<ServiceId>, usize> {
    let (mut distinct, mut unknown) = (Vec::new(), Vec::new());
    for (index, service) in services {
        if !catalogue_records::service_exists(conn, service)? {
            unknown.push(*index);
        } else if !distinct.contains(service) {
            distinct.push(service.clone());
        }
    }
    Ok(if unknown.is_empty() { Ok(distinct) } else { Err(unknown) })
}

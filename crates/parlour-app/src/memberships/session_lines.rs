//! The services of a membership session, and who did them.

use parlour_domain::ids::{ServiceId, StaffId};
use parlour_store::bookings::membership_sessions::{self, ServiceForSession};
use parlour_store::staff::staff_records;
use parlour_store::{Conn, DbError};

use crate::validation::Checked;

/// One service of a session, and who did it.
#[derive(Debug, Clone)]
pub struct SessionLine {
    pub service_id: ServiceId,
    pub staff_id: StaffId,
    pub duration_minutes: i64,
}

/// A line as far as it could be read.
#[derive(Debug, Clone, Copy)]
pub struct SessionLineFields<'a> {
    /// Its index in the list that was sent.
    pub index: usize,
    pub service: Option<&'a ServiceId>,
    pub staff: Option<&'a StaffId>,
}

/// A broken rule, with the index of its line in the list that was sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SessionLineError {
    #[error("is not a service of ours")]
    UnknownService(usize),
    #[error("is not an active member of staff")]
    UnknownStaff(usize),
}

/// The field errors of lines of which some fields could not be read.
pub fn validate_lines<'a>(
    conn: &mut Conn<'_>,
    lines: impl IntoIterator<Item = SessionLineFields<'a>>,
) -> Result<Vec<SessionLineError>, DbError> {
    Ok(check_lines(conn, lines)?.err().unwrap_or_default())
}

/// The services of the lines, in the same order.
pub(super) fn check_lines<'a>(
    conn: &mut Conn<'_>,
    lines: impl IntoIterator<Item = SessionLineFields<'a>>,
) -> Checked<Vec<ServiceForSession>, SessionLineError> {
    let (mut services, mut errors) = (Vec::new(), Vec::new());
    for SessionLineFields { index, service, staff } in lines {
        if let Some(id) = service {
            match membership_sessions::find_service_for_session(conn, id)? {
                Some(service) => services.push(service),
                None => errors.push(SessionLineError::UnknownService(index)),
            }
        }
        if let Some(staff) = staff
            && !staff_records::is_active(conn, staff)?
        {
            errors.push(SessionLineError::UnknownStaff(index));
        }
    }
    Ok(if errors.is_empty() { Ok(services) } else { Err(errors) })
}

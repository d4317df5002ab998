//! The rules that a field of a booking request can break.

use super::{MAX_SERVICES_PER_BOOKING, StartTimeRefusal};
use crate::service::ServiceType;

/// A broken rule. The number in a variant is the index in the list of services that was sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BookingFieldError {
    #[error("is not a branch that takes bookings")]
    Branch,
    #[error("is not done at this branch at present")]
    NoStaffForServiceType,
    #[error("must name at most {MAX_SERVICES_PER_BOOKING} services")]
    TooManyServices,
    #[error("would take too long: the visit must end by 23:59 the same day")]
    TooLong,
    #[error("is nobody whom we know")]
    Customer,
    #[error("is not an active member of staff")]
    Staff,
    #[error("is required for a day in the past")]
    NoStaffInPast,
    #[error("is not an active member of staff of this branch")]
    StaffOfOtherBranch,
    #[error("is not an active member of staff of this branch")]
    WishedStaff,
    #[error("is not a service of ours")]
    UnknownService(usize),
    #[error("is not offered at present")]
    ServiceNotOffered(usize),
    #[error("is a {1} service")]
    WrongServiceType(usize, ServiceType),
    #[error("{0}")]
    Date(StartTimeRefusal),
    #[error("{0}")]
    Start(StartTimeRefusal),
}

//! The rules that a line of a booking can break.

use crate::service::ServiceType;

/// A broken rule. The number in a variant is the index in the list of lines that was sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum LineFieldError {
    #[error("is not a service of ours")]
    UnknownService(usize),
    #[error("is not offered at present")]
    ServiceNotOffered(usize),
    #[error("is a {1} service")]
    WrongServiceType(usize, ServiceType),
    #[error("is not an active member of staff")]
    Staff(usize),
    #[error("would cost too much together")]
    TooExpensive,
    #[error("would take too long: the visit must end by 23:59 the same day")]
    TooLong,
}

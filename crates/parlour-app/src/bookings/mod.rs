//! What happens to bookings.

mod cancel;
mod examine;
mod follow_up;
mod request;
mod reschedule;

pub use cancel::{CancelRefusal, cancel};
pub use examine::{Asked, Complaint, examine};
pub(crate) use follow_up::tell_desk_of_cancellation;
pub use request::{BookingRequest, RequestRefusal, request};
pub use reschedule::{RescheduleRefusal, examine_move, reschedule};

//! Time of staff that cannot be booked: an errand, an illness, a lesson.

mod add;
mod remove;

pub use add::{BlockFieldError, BlockFields, BlockRefusal, NewBlock, add, validate_block};
pub use remove::remove;

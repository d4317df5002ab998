//! What the desk does with customers.

mod add;
mod add_note;
mod create_tag;
mod grant_gems;
mod merge;
mod set_booking_override;
mod tag;

pub use add::{AddCustomerRefusal, NewCustomer, add};
pub use add_note::{AddNoteRefusal, NewNote, add_note};
pub use create_tag::{CreateTagRefusal, NewTag, create_tag};
pub use grant_gems::{GrantGemsRefusal, grant_gems};
pub use merge::{MergeRefusal, merge};
pub use set_booking_override::{BookingOverride, BookingOverrideRefusal, set_booking_override};
pub use tag::{TagRefusal, tag, untag};

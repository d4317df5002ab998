//! What the desk does with customers.

mod add;
mod add_note;
mod adjust_gems;
mod change_contact;
mod change_tag;
mod create_tag;
mod erase;
mod merge;
mod set_noshow_record;
mod tag;

pub use add::{AddCustomerRefusal, NewCustomer, add};
pub use add_note::{AddNoteRefusal, NewNote, add_note};
pub use adjust_gems::{GrantGemsRefusal, adjust_gems};
pub use change_contact::{ChangeContactRefusal, ContactPatch, change_contact};
pub use change_tag::{ChangeTagRefusal, TagPatch, change_tag};
pub use create_tag::{CreateTagRefusal, NewTag, create_tag};
pub use erase::{EraseCustomerRefusal, erase};
pub use merge::{MergeRefusal, merge, opens_desk_record};
pub use set_noshow_record::{NoshowRecordPatch, NoshowRecordRefusal, set_noshow_record};
pub use tag::{TagRefusal, tag, untag};

//! What the desk does with customers.

mod add;
mod give_gems;
mod make_tag;
mod merge;
mod note;
mod overrule;
mod tag;

pub use add::{AddRefusal, NewCustomer, add};
pub use give_gems::{GiveRefusal, give_gems};
pub use make_tag::{MakeTagRefusal, NewTag, make_tag};
pub use merge::{MergeRefusal, merge};
pub use note::{NewNote, NoteRefusal, note};
pub use overrule::{OverruleRefusal, Overruling, overrule};
pub use tag::{TagRefusal, tag, untag};

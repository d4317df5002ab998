//! The HTML of pages, as tests read it. A crate of its own, so that what goes through pages letter by letter is optimised
//! without the rest of the testkit, which is built more often.

mod control;
mod document;
mod equal_pages;
mod selector;

pub use control::{Control, ControlKind, ListOption};
pub use document::{Document, Element, collapse_whitespace};
pub use equal_pages::{hash, with_numbered_ids};

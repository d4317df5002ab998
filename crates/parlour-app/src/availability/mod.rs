//! Who is free, on branches that know it. Whatever becomes of a booking there, its time follows.

mod day;
mod look;
mod occupy;
mod switch;

pub use look::{Looked, Question, look};
pub(crate) use occupy::{Chooser, Fitting, SlotRefusal, length_of, occupy, refit, who_does_all};
pub use switch::{occupy_existing, release_branch};

//! The invoicing service: signed HTTP in, PDF out. It knows no database and no clock of its own, so that it can run
//! beside the apps or by itself.

mod door;
mod faces;
mod ink;
mod logo;
mod page;
mod pdf;
mod render;
#[cfg(test)]
mod samples;
mod scripts;
mod sheet;
mod signature;
mod states;
mod text;
mod wording;

pub use door::router;
pub use render::{RenderFault, render};
pub use signature::sign;

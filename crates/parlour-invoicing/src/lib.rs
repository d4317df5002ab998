//! The invoicing service: signed HTTP in, PDF out. It knows no database and no clock of its own, so that it can run
//! beside the apps or by itself.

mod fonts;
mod gst_states;
mod layout;
mod logo;
mod page;
mod palette;
mod pdf;
mod render;
mod routes;
#[cfg(test)]
mod samples;
mod signature;
mod text;
mod wording;
mod writing_systems;

pub use render::{RenderFault, render};
pub use routes::router;
pub use signature::sign;

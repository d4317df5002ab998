//! The invoicing service: it receives a signed invoice document over HTTP and returns a PDF. It uses no database and no
//! clock of its own, so it runs inside Parlour or as a process of its own.

mod font_face;
mod fonts;
mod gst_states;
mod layout;
mod logo;
mod page;
mod palette;
mod pdf;
mod qr_code;
mod render;
mod routes;
#[cfg(test)]
mod samples;
mod signature;
#[cfg(test)]
mod tests;
mod text;
mod wording;
mod writing_systems;

pub use render::{RenderFault, render};
pub use routes::router;
pub use signature::sign;

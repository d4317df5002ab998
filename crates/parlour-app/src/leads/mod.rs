//! What happens to leads.

mod capture;

pub use capture::{CaptureRefusal, capture};

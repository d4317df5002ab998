//! What the salon sells.

pub mod offer;
pub mod service;

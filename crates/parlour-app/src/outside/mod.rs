//! The world outside: whoever Parlour talks to over the network.

pub mod identity;
pub mod realtime;

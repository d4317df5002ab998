//! Jobs that delete what is no longer needed.

pub(super) mod retention;
pub(super) mod session_cleanup;

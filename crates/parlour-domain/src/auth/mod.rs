pub mod app_kind;
pub mod invitation;
pub mod return_to;
pub mod role;
pub mod session;

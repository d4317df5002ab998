pub mod app_side;
pub mod invitation;
pub mod return_to;
pub mod role;
pub mod session;

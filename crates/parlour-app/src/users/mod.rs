//! What owners do with users: change their role, end their sessions.

mod change_role;
mod locked_user;
mod sign_out;

pub use change_role::change_role;
pub use locked_user::UserRefusal;
pub use sign_out::sign_out;

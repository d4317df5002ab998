//! What owners do with users: invite them, change their role, end their sessions. And what users choose for themselves.

mod accept_invitation;
mod change_role;
mod choose_language;
mod invite;
mod lapsed_invitations;
mod locked_user;
mod sign_out;
mod withdraw_invitation;

pub use change_role::change_role;
pub use choose_language::choose_language;
pub use invite::{Invitation, InviteRefusal, invite, open_invitation};
pub use lapsed_invitations::remove_lapsed_invitations;
pub use locked_user::UserRefusal;
pub use sign_out::sign_out;
pub use withdraw_invitation::withdraw_invitation;

pub(crate) use accept_invitation::accept_invitation;
pub(crate) use lapsed_invitations::remove_if_lapsed;

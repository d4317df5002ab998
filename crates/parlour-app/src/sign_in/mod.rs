//! Signing in and out, and roles.

mod change_role_by_email;
mod find_or_create_user;
mod pending;
mod session;
mod with_identity;

pub use change_role_by_email::{RoleRefusal, change_role_by_email};
pub use find_or_create_user::{FindOrCreateUserRefusal, find_or_create_user};
pub use pending::{PENDING_SIGN_IN_SECONDS, PendingSignIn, PendingSignInRefusal, PendingSignIns};
pub use session::{
    EndOwnSessionRefusal, FoundSession, SessionClient, StartedSession, end_all_sessions, end_own_session, end_session,
    extend_session, find_session, start_session,
};
pub use with_identity::{SignInRefusal, SignedIn, sign_in_with_identity};

pub(crate) use change_role_by_email::change_locked_user_role;

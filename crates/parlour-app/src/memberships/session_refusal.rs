//! Why a session cannot be paid with a membership.

use parlour_store::DbError;

use super::session_lines::SessionFieldError;
use crate::invoices::IssueRefusal;

#[derive(Debug, thiserror::Error)]
pub enum SessionRefusal {
    #[error("there is no such membership")]
    Unknown,
    #[error("the membership is over")]
    Over,
    #[error("the session is not possible")]
    InvalidFields(Vec<SessionFieldError>),
    #[error("only a manager records fewer minutes than the catalogue's")]
    MinutesNotAllowed,
    #[error("the membership begins later")]
    NotStarted,
    #[error("there are not as many minutes left")]
    InsufficientHours,
    #[error("there is no primary branch")]
    NoPrimaryBranch,
    #[error(transparent)]
    Issue(#[from] IssueRefusal),
    #[error(transparent)]
    Db(#[from] DbError),
}

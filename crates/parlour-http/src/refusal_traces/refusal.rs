//! Who was refused, and why.

use std::borrow::Cow;

use http::StatusCode;
use parlour_domain::audit::AuditAction;
use parlour_domain::auth::role::Role;
use parlour_domain::ids::UserId;

/// Why a request was refused. The name is the same in log, metrics and audit log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RefusalReason {
    /// The cookie names a session that is stored and over.
    ExpiredSession,
    /// A request for a job without a valid signature or token.
    JobSignature,
    /// The address of a file, a calendar or the end of e-mails, with a token that is not valid or no longer.
    LinkToken,
    /// The user's role is sufficient for the route and not for what they asked for.
    NotAllowed,
    /// A change with a session cookie, sent by a page of another site.
    Origin,
    /// A new person has the e-mail address of a user.
    RecycledEmail,
    Role,
    /// A cookie that says which sign-in was started, and was not made here.
    SignInCookie,
    /// The identity provider refused the code, or its ID token is not valid.
    SignInToken,
}

impl RefusalReason {
    pub(crate) const ALL: [Self; 9] = [
        Self::ExpiredSession,
        Self::JobSignature,
        Self::LinkToken,
        Self::NotAllowed,
        Self::Origin,
        Self::RecycledEmail,
        Self::Role,
        Self::SignInCookie,
        Self::SignInToken,
    ];

    pub(super) fn audit_action(self) -> AuditAction {
        match self {
            Self::ExpiredSession => AuditAction::RefusalExpiredSession,
            Self::JobSignature => AuditAction::RefusalJobSignature,
            Self::LinkToken => AuditAction::RefusalLinkToken,
            Self::NotAllowed => AuditAction::RefusalNotAllowed,
            Self::Origin => AuditAction::RefusalOrigin,
            Self::RecycledEmail => AuditAction::RefusalRecycledEmail,
            Self::Role => AuditAction::RefusalRole,
            Self::SignInCookie => AuditAction::RefusalSignInCookie,
            Self::SignInToken => AuditAction::RefusalSignInToken,
        }
    }

    /// Whether a request with this reason and answer was refused. A page that anybody may open is shown to somebody
    /// whose session is over, and a read may be tried again with a role that has changed.
    pub(super) fn is_answered_with(self, status: StatusCode) -> bool {
        match self {
            Self::ExpiredSession => status == StatusCode::UNAUTHORIZED,
            Self::Role | Self::NotAllowed | Self::Origin => status == StatusCode::FORBIDDEN,
            Self::JobSignature | Self::LinkToken | Self::RecycledEmail | Self::SignInCookie | Self::SignInToken => {
                status.is_client_error()
            }
        }
    }

    /// The part of the audit action after the dot.
    pub(crate) fn as_str(self) -> &'static str {
        let action = self.audit_action().as_str();
        action.split_once('.').map_or(action, |(_, reason)| reason)
    }
}

/// Who was refused, and why.
#[derive(Debug, Clone)]
pub struct Refusal {
    pub(crate) reason: RefusalReason,
    /// In words. Never anything that the client sent.
    pub(crate) detail: Cow<'static, str>,
    pub(crate) user: Option<UserId>,
    /// The user's role, if the user sent the request.
    pub(super) role: Option<Role>,
}

impl Refusal {
    /// Of somebody who is not known.
    pub fn anonymous(reason: RefusalReason, detail: impl Into<Cow<'static, str>>) -> Self {
        Self { reason, detail: detail.into(), user: None, role: None }
    }

    /// Of somebody with a session.
    pub fn of_caller(
        reason: RefusalReason,
        detail: impl Into<Cow<'static, str>>,
        (user, role): (UserId, Role),
    ) -> Self {
        Self { user: Some(user), role: Some(role), ..Self::anonymous(reason, detail) }
    }

    /// Of somebody else than this user, whom it concerns.
    pub fn about_user(reason: RefusalReason, detail: impl Into<Cow<'static, str>>, user: UserId) -> Self {
        Self { user: Some(user), ..Self::anonymous(reason, detail) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_has_an_action_of_its_own() {
        let mut names = RefusalReason::ALL.map(RefusalReason::as_str).to_vec();
        assert!(RefusalReason::ALL.iter().all(|reason| reason.audit_action().record_type() == "refusal"));
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), RefusalReason::ALL.len());
        let actions = AuditAction::ALL.iter().filter(|action| action.record_type() == "refusal").count();
        assert_eq!(actions, RefusalReason::ALL.len());
    }
}

//! What is kept of a request that was refused because of who sent it: a warning in the log and a counter for each, and
//! entries in the audit log, of which nobody can cause many. None of them contains personal data.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use http::{Method, StatusCode};
use parlour_app::audit::{self, AuditedChange, state_json};
use parlour_app::request_context::RequestContext;
use parlour_domain::audit::AuditAction;
use parlour_domain::auth::role::Role;
use parlour_domain::ids::UserId;
use parlour_domain::ist::{MINUTE_MS, Timestamp};
use parlour_store::users::user_records;
use parlour_store::{DbError, Tx};
use serde_json::json;

use crate::metrics::METHODS;
use crate::request_info::RequestInfo;
use crate::state::HttpState;

/// So many users have audit entries of their own in one minute; the others share one of each reason.
const MAX_KEYS: usize = 60;
/// Refusals of the same reason and user within this time have one audit entry.
const ENTRY_INTERVAL_MS: i64 = MINUTE_MS;
/// The record of an entry about nobody who is known.
const ANONYMOUS: &str = "anonymous";

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

    fn audit_action(self) -> AuditAction {
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
    fn is_answered_with(self, status: StatusCode) -> bool {
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
    role: Option<Role>,
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

    /// The refusal of an answered request, if a trace is kept of it.
    pub(crate) fn of_answer(request_info: &RequestInfo, status: StatusCode) -> Option<Self> {
        match request_info.refusal() {
            Some(refusal) => refusal.reason.is_answered_with(status).then(|| refusal.clone()),
            None if status == StatusCode::FORBIDDEN => request_info
                .caller()
                .map(|caller| Self::of_caller(RefusalReason::NotAllowed, "the user may not do this", caller.clone())),
            None => None,
        }
    }
}

/// When an audit entry was last written, by reason and user.
#[derive(Debug, Default)]
pub(crate) struct RefusalTraces {
    recent: Mutex<HashMap<(RefusalReason, Option<UserId>), RecentEntry>>,
}

#[derive(Debug)]
struct RecentEntry {
    written_at: Timestamp,
    /// Refusals since then.
    without_entry: u64,
}

impl RecentEntry {
    fn is_recent(&self, now: Timestamp) -> bool {
        (0..ENTRY_INTERVAL_MS).contains(&now.millis_since(self.written_at))
    }
}

impl RefusalTraces {
    /// Whether a refusal gets an entry of its own; then how many before it got none.
    fn next_entry(&self, refusal: &Refusal, now: Timestamp) -> Option<u64> {
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        let mut key = (refusal.reason, refusal.user.clone());
        if recent.len() >= MAX_KEYS && !recent.contains_key(&key) {
            recent.retain(|_, entry| entry.is_recent(now));
            if recent.len() >= MAX_KEYS {
                key.1 = None;
            }
        }
        if let Some(entry) = recent.get_mut(&key).filter(|entry| entry.is_recent(now)) {
            entry.without_entry += 1;
            return None;
        }
        let previous = recent.insert(key, RecentEntry { written_at: now, without_entry: 0 });
        Some(previous.map_or(0, |entry| entry.without_entry))
    }
}

/// Counts the refusal and writes its audit entry in the background: the client does not wait for the database, and gets
/// the same answer if it is down. The caller logs the request.
pub(crate) fn trace_refusal(
    state: &HttpState,
    request_info: &RequestInfo,
    refusal: &Refusal,
    (method, route, status): (&Method, &str, StatusCode),
) {
    state.metrics().record_refusal(refusal.reason);
    let Some(without_entry) = state.refusal_traces().next_entry(refusal, state.now()) else { return };
    let actor = refusal.user.clone().zip(refusal.role);
    let context = state.context(request_info, actor);
    // An address is kept only with the user who sent it: erasing that user finds it.
    let context = RequestContext { address: context.address.filter(|_| context.actor.is_some()), ..context };
    let method = METHODS.iter().find(|known| *known == method).map_or("other", Method::as_str);
    let details = state_json(&json!({
        "reason": refusal.detail, "route": format!("{method} {route}"), "status": status.as_u16(),
        "withoutEntry": without_entry,
    }));
    let (app, refusal) = (state.app().clone(), refusal.clone());
    tokio::spawn(async move {
        let request_id = context.request_id.clone();
        let written = app.db.write(move |tx: &mut Tx<'_>| -> Result<(), DbError> {
            // Locked: somebody who is erased meanwhile leaves no address behind.
            if let Some(user) = &refusal.user
                && user_records::lock_user(tx, user)?.is_none()
            {
                return Ok(());
            }
            let change = AuditedChange {
                action: refusal.reason.audit_action(),
                record_id: refusal.user.as_ref().map_or(ANONYMOUS, UserId::as_str),
                concerns: refusal.user.as_ref(),
                before: None,
                after: details.clone(),
            };
            audit::record(tx, &context, change)
        });
        if let Err(error) = written.await {
            tracing::warn!(request_id, cause = %error, "a refusal was not written to the audit log");
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_millis(1_800_000_000_000 + seconds * 1_000)
    }

    fn refusal_of(user: &str) -> Refusal {
        Refusal::of_caller(RefusalReason::Role, "", (UserId::new(user), Role::Staff))
    }

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

    #[test]
    fn a_reason_and_user_have_one_entry_a_minute() {
        let traces = RefusalTraces::default();
        assert_eq!(traces.next_entry(&refusal_of("a"), at(0)), Some(0));
        assert_eq!(traces.next_entry(&refusal_of("a"), at(0)), None);
        assert_eq!(traces.next_entry(&refusal_of("b"), at(1)), Some(0), "somebody else");
        let other = Refusal { reason: RefusalReason::Origin, ..refusal_of("a") };
        assert_eq!(traces.next_entry(&other, at(1)), Some(0), "something else");
        assert_eq!(traces.next_entry(&refusal_of("a"), at(59)), None);
        assert_eq!(traces.next_entry(&refusal_of("a"), at(60)), Some(2), "and says how many had none");
        assert_eq!(traces.next_entry(&refusal_of("a"), at(120)), Some(0));
        assert_eq!(traces.next_entry(&refusal_of("a"), at(-500)), Some(0), "a clock that was set back");
    }

    #[test]
    fn many_users_share_an_entry() {
        let traces = RefusalTraces::default();
        let written = |seconds: i64| {
            (0..10_000).filter(|user| traces.next_entry(&refusal_of(&user.to_string()), at(seconds)).is_some()).count()
        };
        assert_eq!(written(0), MAX_KEYS + 1);
        assert_eq!(written(30), 0);
        assert_eq!(written(60), MAX_KEYS + 1);
        assert!(traces.recent.lock().unwrap().len() <= MAX_KEYS + RefusalReason::ALL.len());
    }
}

//! What is kept of a request that was refused because of who sent it: a counter for each, and warnings in the log and
//! entries in the audit log, of which nobody can cause many. None of them contains personal data.

mod recent_entries;
mod refusal;
mod warnings;

use std::sync::Arc;
use std::time::Instant;

use http::{Method, StatusCode};
use parlour_app::audit::{self, AuditedChange, state_json};
use parlour_app::request_context::RequestContext;
use parlour_domain::auth::role::Role;
use parlour_domain::ids::UserId;
use parlour_store::users::user_records;
use parlour_store::{DbError, Tx};
use serde_json::json;

use crate::metrics::METHODS;
use crate::request_info::RequestInfo;
use crate::state::HttpState;

use warnings::{RefusedKind, Warning, warn_of_left_out};

pub use refusal::{Refusal, RefusalReason};

pub(crate) use recent_entries::RefusalTraces;
pub(crate) use warnings::RefusalWarnings;

/// The record of an entry about nobody who is known.
const ANONYMOUS: &str = "anonymous";

/// The refusal of an answered request, if a trace is kept of it.
pub(crate) fn refusal_of_answer(request_info: &RequestInfo, status: StatusCode) -> Option<Refusal> {
    match request_info.refusal() {
        Some(refusal) => refusal.reason.is_answered_with(status).then(|| refusal.clone()),
        None if status == StatusCode::FORBIDDEN => request_info
            .caller()
            .map(|caller| Refusal::of_caller(RefusalReason::NotAllowed, "the user may not do this", caller.clone())),
        None => None,
    }
}

/// Whether the refusal gets a line in the log. Somebody of the team always does, and is named there; of anybody else, who
/// may send as many as they like, the first ones in a minute do.
pub(crate) fn is_logged(state: &HttpState, refusal: &Refusal) -> bool {
    match refusal.role {
        Some(role) if role > Role::Customer => true,
        _ if refusal.user.is_some() => is_among_the_first(state, RefusedKind::ReasonOfCustomer(refusal.reason)),
        _ => is_among_the_first(state, RefusedKind::Reason(refusal.reason)),
    }
}

/// Whether an answer gets a line in the log: of those to nobody who is known that are no success, whatever the reason, the
/// first ones in a minute.
pub(crate) fn is_answer_logged(state: &HttpState, request_info: &RequestInfo, status: StatusCode) -> bool {
    let is_bounded = !status.is_success() && request_info.caller().is_none();
    !is_bounded || is_among_the_first(state, RefusedKind::Status(status.as_u16()))
}

fn is_among_the_first(state: &HttpState, kind: RefusedKind) -> bool {
    match state.refusal_warnings().next(kind, Instant::now()) {
        Warning::Written => true,
        Warning::LeftOut => false,
        Warning::FirstLeftOut(rest_of_minute) => {
            let warnings = Arc::downgrade(state.refusal_warnings());
            tokio::spawn(async move {
                tokio::time::sleep(rest_of_minute).await;
                if let Some(warnings) = warnings.upgrade() {
                    warn_of_left_out(kind, warnings.take_left_out(kind));
                }
            });
            false
        }
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

//! Sends e-mails, and reports to the chat. The text is composed from the current data when it is sent.

use std::time::Duration;

use futures_util::{StreamExt, stream};
use parlour_domain::email_address::EmailAddress;
use parlour_domain::integration::Integration;
use parlour_domain::ist::Timestamp;
use parlour_domain::notification::NotificationStatus;
use parlour_integrations::mail::MailFailure;
use parlour_store::DbError;
use parlour_store::jobs::integration_status;
use parlour_store::notifications::emails::{self, CHAT_RECIPIENT, EmailClaimFilter, OutgoingEmail};
use parlour_store::notifications::{Claim, email_recipients};

use super::attempts::{LEASE_MS, next_attempt_at};
use crate::worker_context::WorkerContext;

const MAX_CONCURRENT_SENDS: usize = 4;
/// So few that all are tried before the claim ends, even if every one times out.
const CLAIM_LIMIT: i64 = 12;

/// With the interval, as long as a mail server usually takes.
const MAX_STATUS_CHECKS: usize = 50;
const STATUS_CHECK_INTERVAL: Duration = Duration::from_millis(100);

/// Sends a batch of the e-mails that were queued since then.
pub(super) async fn send_due_emails(worker: &WorkerContext, since: Timestamp) -> Result<usize, DbError> {
    let (db, now) = (&worker.app.db, worker.app.clock.now());
    if !db.read(move |conn| emails::is_any_due(conn, now)).await? {
        return Ok(0);
    }
    let claim = Claim { now, until: now.plus_millis(LEASE_MS), limit: CLAIM_LIMIT };
    let integrations = &worker.integrations;
    let filter = EmailClaimFilter {
        since,
        by_mail: integrations.mail.is_some() || !integrations.leaves_unconfigured_pending,
        to_chat: integrations.chat.is_some() || !integrations.leaves_unconfigured_pending,
    };
    let claimed = db.write(move |tx| emails::claim_due(tx, filter, claim)).await?;
    let count = claimed.len();
    let sending =
        stream::iter(claimed).map(|email| send_and_record(worker, email)).buffer_unordered(MAX_CONCURRENT_SENDS);
    let outcomes: Vec<_> = sending.collect().await;
    outcomes.into_iter().find_map(Result::err).map_or(Ok(count), Err)
}

/// Sends one e-mail at once, for a job that reports whether it was sent. After a failure the dispatcher tries it again.
pub async fn send_email_now(worker: &WorkerContext, email_id: &str) -> Result<bool, DbError> {
    if worker.integrations.leaves_unconfigured_pending && worker.integrations.mail.is_none() {
        return Ok(false);
    }
    let (id, now) = (email_id.to_owned(), worker.app.clock.now());
    let until = now.plus_millis(LEASE_MS);
    let claimed = worker.app.db.write(move |tx| emails::claim_one(tx, &id, now, until)).await?;
    match claimed {
        Some(email) => Ok(send_and_record(worker, email).await? == SendOutcome::Sent),
        None => wait_until_sent_by_dispatcher(worker, email_id).await,
    }
}

/// The dispatcher may be sending it at this moment.
async fn wait_until_sent_by_dispatcher(worker: &WorkerContext, email_id: &str) -> Result<bool, DbError> {
    for _ in 0..MAX_STATUS_CHECKS {
        let id = email_id.to_owned();
        match worker.app.db.read(move |conn| emails::find_status_and_attempts(conn, &id)).await? {
            Some((NotificationStatus::Pending, 0)) => tokio::time::sleep(STATUS_CHECK_INTERVAL).await,
            outcome => return Ok(matches!(outcome, Some((NotificationStatus::Sent, _)))),
        }
    }
    Ok(false)
}

/// What became of an e-mail.
#[derive(Debug, Clone, PartialEq, Eq)]
enum SendOutcome {
    Sent,
    /// No sender is configured, or there is nothing to say any more.
    NotNeeded(&'static str),
    Retryable(String),
    Refused(String),
}

async fn send_and_record(worker: &WorkerContext, email: OutgoingEmail) -> Result<SendOutcome, DbError> {
    let (integration, outcome) = if email.recipient == CHAT_RECIPIENT {
        (Integration::Chat, send_to_chat(worker, &email).await?)
    } else {
        (Integration::Mail, send_by_mail(worker, &email).await?)
    };
    if let SendOutcome::NotNeeded(why) = outcome {
        tracing::info!(email = %email.kind, why, "an e-mail is not sent");
    }
    let (now, result) = (worker.app.clock.now(), outcome.clone());
    let recorded = worker.app.db.write(move |tx| match &result {
        SendOutcome::Sent => {
            integration_status::record_success(tx, integration, now)?;
            emails::mark_sent(tx, &email.id, now)
        }
        SendOutcome::NotNeeded(_) => emails::mark_sent(tx, &email.id, now),
        SendOutcome::Retryable(error) | SendOutcome::Refused(error) => {
            integration_status::record_error(tx, integration, error, now)?;
            let retry_at = next_attempt_at(email.attempts, now).filter(|_| matches!(result, SendOutcome::Retryable(_)));
            match retry_at {
                Some(try_at) => emails::postpone(tx, &email.id, try_at, error),
                None => emails::mark_failed(tx, &email.id, error),
            }
        }
    });
    recorded.await?;
    Ok(outcome)
}

async fn send_by_mail(worker: &WorkerContext, email: &OutgoingEmail) -> Result<SendOutcome, DbError> {
    let Some(mailer) = &worker.integrations.mail else {
        return Ok(SendOutcome::NotNeeded("mail is not configured"));
    };
    let Some(to) = current_address(worker, email).await? else {
        return Ok(SendOutcome::NotNeeded("there is no address"));
    };
    let Some(composed) = crate::emails::compose(worker, email).await? else {
        return Ok(SendOutcome::NotNeeded("there is nothing to say any more"));
    };
    Ok(match mailer.send(&composed, &to, &email.id).await {
        Ok(()) => SendOutcome::Sent,
        Err(failure @ MailFailure::Retryable(_)) => SendOutcome::Retryable(failure.to_string()),
        Err(failure) => SendOutcome::Refused(failure.to_string()),
    })
}

/// The current address of the user, which may have changed since; an erased user has none, and an address that nobody has
/// verified is none.
async fn current_address(worker: &WorkerContext, email: &OutgoingEmail) -> Result<Option<EmailAddress>, DbError> {
    let Some(user) = email.user_id.clone() else { return Ok(EmailAddress::parse(&email.recipient).ok()) };
    worker.app.db.read(move |conn| email_recipients::find_mail_address(conn, &user)).await
}

async fn send_to_chat(worker: &WorkerContext, email: &OutgoingEmail) -> Result<SendOutcome, DbError> {
    let Some(chat) = &worker.integrations.chat else {
        return Ok(SendOutcome::NotNeeded("the chat is not configured"));
    };
    let Some(text) = crate::emails::compose_chat_text(worker, email).await? else {
        return Ok(SendOutcome::NotNeeded("there is nothing to say any more"));
    };
    Ok(match chat.post(&text).await {
        Ok(()) => SendOutcome::Sent,
        Err(failure) => SendOutcome::Retryable(failure.to_string()),
    })
}

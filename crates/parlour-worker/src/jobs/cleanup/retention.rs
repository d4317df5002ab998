//! Deletes data that the law does not require any more.

use chrono::{Months, NaiveDate};
use parlour_app::audit::{self, AuditedChange};
use parlour_app::request_context::RequestContext;
use parlour_db::cursor::BatchCursor;
use parlour_domain::audit::AuditAction;
use parlour_domain::ids::{LeadId, UserId};
use parlour_domain::ist::{DAY_MS, Timestamp};
use parlour_integrations::picture::storage_key;
use parlour_store::jobs::{cleanup, retention};
use parlour_store::pictures;
use parlour_store::{DbError, Tx};

use crate::jobs::batches::{BatchResult, delete_in_batches, delete_range, next_cursor, run_in_batches};
use crate::jobs::{BATCH_SIZE, JobError};
use crate::worker_context::WorkerContext;

/// Counted from the last contact.
const LEAD_RETENTION: Months = Months::new(2 * 12);
const AUDIT_LOG_RETENTION: Months = Months::new(8 * 12);
const NOTIFICATION_RETENTION_MS: i64 = 180 * DAY_MS;
/// Tax law requires invoices for this long. The rest of an erased customer is deleted with the last invoice.
const INVOICE_RETENTION: Months = Months::new(8 * 12);

pub(in crate::jobs) async fn run(worker: &WorkerContext) -> Result<u64, JobError> {
    delete_unused_pictures(worker).await?;
    let deleted = delete_old_leads(worker).await?
        + delete_erased_users(worker).await?
        + delete_old_notifications(worker).await?
        + delete_old_audit_log(worker).await?;
    // What is left in the bytes of a large file since the last time goes now, at night.
    let rewrite = worker.app.db.write(|tx| {
        tx.note_file_rewrite();
        Ok::<_, DbError>(())
    });
    rewrite.await?;
    Ok(deleted)
}

async fn delete_old_leads(worker: &WorkerContext) -> Result<u64, JobError> {
    let before = Timestamp::ist_midnight(worker.app.clock.now().ist_date() - LEAD_RETENTION);
    let start = (Timestamp::FAR_PAST, String::new());
    run_in_batches(worker, start, move |tx, context, (created_at, id)| {
        let mut old = retention::list_old_leads(tx, before, BatchCursor { at: *created_at, id }, BATCH_SIZE)?;
        let next = next_cursor(&old, |(id, created_at)| (*created_at, id.to_string()));
        // All runs delete in the same order, so that they cannot deadlock.
        old.sort();
        let mut processed = 0;
        for (id, _) in &old {
            processed += u64::from(delete_lead(tx, context, id, before)?);
        }
        Ok(BatchResult { processed, next })
    })
    .await
}

fn delete_lead(tx: &mut Tx<'_>, context: &RequestContext, id: &LeadId, before: Timestamp) -> Result<bool, DbError> {
    let is_deleted = retention::delete_lead(tx, id, before)?;
    if is_deleted {
        let change = AuditedChange::new(AuditAction::LeadDelete, id.as_str());
        audit::record(tx, context, change)?;
    }
    Ok(is_deleted)
}

async fn delete_erased_users(worker: &WorkerContext) -> Result<u64, JobError> {
    let day = worker.app.clock.now().ist_date() - INVOICE_RETENTION;
    let mut deleted = 0;
    let mut next = Some(String::new());
    while let Some(from) = next {
        let read = worker.app.db.read(move |conn| {
            let erased = retention::list_erased_users(conn, &from, BATCH_SIZE)?;
            let next = next_cursor(&erased, UserId::to_string);
            let mut deletable = Vec::new();
            for user in erased {
                if retention::is_deletable(conn, &user, day)? {
                    deletable.push(user);
                }
            }
            Ok::<_, DbError>((deletable, next))
        });
        let (deletable, following) = read.await?;
        for user in deletable {
            deleted += u64::from(delete_erased_user(worker, user, day).await?);
        }
        next = following;
    }
    Ok(deleted)
}

/// Deletes the files first: after a crash, the rows still name them.
async fn delete_erased_user(worker: &WorkerContext, user: UserId, day: NaiveDate) -> Result<bool, JobError> {
    if let Some(files) = &worker.integrations.files {
        let of = user.clone();
        for pdf in worker.app.db.read(move |conn| retention::list_pdfs(conn, &of)).await? {
            let deleted = files.delete(&pdf.file_name()).await;
            deleted.map_err(|error| JobError::Service(error.to_string()))?;
        }
    }
    let context = worker.context();
    let deleted = worker.app.db.write(move |tx| {
        retention::lock_erased_user(tx, &user)?;
        // Checked again under the lock.
        let is_deletable = retention::is_deletable(tx, &user, day)?;
        if is_deletable {
            retention::delete_erased_user(tx, &user)?;
            let change = AuditedChange::new(AuditAction::UserDelete, user.as_str());
            audit::record(tx, &context, change)?;
        }
        Ok::<_, DbError>(is_deletable)
    });
    Ok(deleted.await?)
}

/// Deletes the files of pictures that nothing shows. Those of the last day stay: somebody may be about to show them.
async fn delete_unused_pictures(worker: &WorkerContext) -> Result<(), JobError> {
    let Some(files) = &worker.integrations.files else { return Ok(()) };
    let before = worker.app.clock.now().plus_millis(-DAY_MS);
    let mut next = Some(String::new());
    while let Some(after) = next {
        let base_url = format!("{}/media/", worker.integrations.customer_url);
        let read = worker.app.db.read(move |conn| {
            let old = pictures::list_uploaded_before(conn, before, &after, BATCH_SIZE)?;
            let next = next_cursor(&old, String::clone);
            let mut unused = Vec::new();
            for name in old {
                if !pictures::is_shown(conn, &format!("{base_url}{name}"))? {
                    unused.push(name);
                }
            }
            Ok::<_, DbError>((unused, next))
        });
        let (unused, following) = read.await?;
        for name in unused {
            let forgotten = name.clone();
            // Forgotten first: an upload from now on is a new one, and stores the file again.
            let delete = worker.app.db.write(move |tx| pictures::delete_uploaded_before(tx, &forgotten, before));
            if delete.await? {
                let deleted = files.delete(&storage_key(&name)).await;
                deleted.map_err(|error| JobError::Service(error.to_string()))?;
            }
        }
        next = following;
    }
    Ok(())
}

async fn delete_old_notifications(worker: &WorkerContext) -> Result<u64, JobError> {
    let before = worker.app.clock.now().plus_millis(-NOTIFICATION_RETENTION_MS);
    delete_in_batches(worker, move |tx, from| cleanup::delete_old_notifications(tx, delete_range(from, before))).await
}

async fn delete_old_audit_log(worker: &WorkerContext) -> Result<u64, JobError> {
    let before = Timestamp::ist_midnight(worker.app.clock.now().ist_date() - AUDIT_LOG_RETENTION);
    delete_in_batches(worker, move |tx, from| cleanup::delete_audit_log(tx, delete_range(from, before))).await
}

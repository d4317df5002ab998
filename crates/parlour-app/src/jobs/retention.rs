//! What the law no longer needs is deleted.

use chrono::{Months, NaiveDate};
use parlour_domain::ids::{LeadId, UserId};
use parlour_domain::ist::Timestamp;
use parlour_store::{DbError, Tx, leftovers, retention};

use super::steps::{Step, after, delete_in_steps, in_steps, span};
use super::{BATCH, JobError};
use crate::audit::{self, Change};
use crate::backstage::Backstage;
use crate::occasion::Occasion;

/// Since somebody was last heard of.
const LEADS_KEPT: Months = Months::new(2 * 12);
const LOG_KEPT: Months = Months::new(8 * 12);
/// So long tax law wants invoices, and whatever else there is of someone goes with the last of them.
const INVOICES_KEPT: Months = Months::new(8 * 12);

pub(super) async fn run(backstage: &Backstage) -> Result<u64, JobError> {
    Ok(leads(backstage).await? + remains(backstage).await? + log(backstage).await?)
}

async fn leads(backstage: &Backstage) -> Result<u64, JobError> {
    let before = Timestamp::ist_midnight(backstage.app.clock.now().ist_date() - LEADS_KEPT);
    let start = (Timestamp::FAR_PAST, String::new());
    in_steps(backstage, start, move |tx, occasion, (created_at, id)| {
        let mut old = retention::old_leads(tx, before, (*created_at, id), BATCH)?;
        let next = after(&old, |(id, created_at)| (*created_at, id.to_string()));
        // Those that run at the same time delete in the same order.
        old.sort();
        let mut processed = 0;
        for (id, _) in &old {
            processed += u64::from(delete_lead(tx, occasion, id, before)?);
        }
        Ok(Step { processed, next })
    })
    .await
}

fn delete_lead(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    id: &LeadId,
    before: Timestamp,
) -> Result<bool, DbError> {
    let is_deleted = retention::delete_lead(tx, id, before)?;
    if is_deleted {
        let change = Change { action: "lead.delete", record_id: id.as_str(), ..Change::default() };
        audit::record(tx, occasion, change)?;
    }
    Ok(is_deleted)
}

async fn remains(backstage: &Backstage) -> Result<u64, JobError> {
    let day = backstage.app.clock.now().ist_date() - INVOICES_KEPT;
    let mut deleted = 0;
    let mut next = Some(String::new());
    while let Some(from) = next {
        let read = backstage.app.db.read(move |conn| {
            let erased = retention::erased(conn, &from, BATCH)?;
            let next = after(&erased, UserId::to_string);
            let mut over = Vec::new();
            for user in erased {
                if retention::is_over(conn, &user, day)? {
                    over.push(user);
                }
            }
            Ok::<_, DbError>((over, next))
        });
        let (over, following) = read.await?;
        for user in over {
            deleted += u64::from(delete_remains(backstage, user, day).await?);
        }
        next = following;
    }
    Ok(deleted)
}

/// The papers first: should this be cut off, the rows say which they were.
async fn delete_remains(backstage: &Backstage, user: UserId, day: NaiveDate) -> Result<bool, JobError> {
    if let Some(files) = &backstage.outside.files {
        let of = user.clone();
        for paper in backstage.app.db.read(move |conn| retention::papers(conn, &of)).await? {
            let deleted = files.delete(&paper.file_name()).await;
            deleted.map_err(|error| JobError::Outside(error.to_string()))?;
        }
    }
    let occasion = backstage.occasion();
    let deleted = backstage.app.db.write(move |tx| {
        retention::hold(tx, &user)?;
        // Looked at again: another may have come first.
        let is_over = retention::is_over(tx, &user, day)?;
        if is_over {
            retention::delete_remains(tx, &user)?;
            let change = Change { action: "user.delete", record_id: user.as_str(), ..Change::default() };
            audit::record(tx, &occasion, change)?;
        }
        Ok::<_, DbError>(is_over)
    });
    Ok(deleted.await?)
}

async fn log(backstage: &Backstage) -> Result<u64, JobError> {
    let before = Timestamp::ist_midnight(backstage.app.clock.now().ist_date() - LOG_KEPT);
    delete_in_steps(backstage, move |tx, from| leftovers::delete_log(tx, span(from, before))).await
}

//! What has become of the leads that were captured in some days.

use std::collections::BTreeMap;

use parlour_domain::ist::{MINUTE_MS, Timestamp};
use parlour_domain::report::MinuteHistogram;
use parlour_domain::report::period::Period;

use super::{ReportScope, figures};
use crate::db::{Conn, DbError, FromRow};
use crate::params;

figures! {
    /// How many have reached which stage; one that was lost counts in those that it has passed.
    LeadFunnel {
        lead_count,
        contacted_count,
        followed_up_count,
        booked_count,
        won_count,
        lost_count,
        /// What the visits that they led to have brought so far, less what was credited.
        revenue_paise,
    }
}

/// Where a lead came from: source, medium and campaign.
pub type UtmKey = (Option<String>, Option<String>, Option<String>);

/// Leads belong to no branch; the visits that they have led to do.
pub fn sum_by_utm(conn: &mut Conn<'_>, scope: &ReportScope) -> Result<BTreeMap<UtmKey, LeadFunnel>, DbError> {
    let mut found = BTreeMap::<UtmKey, LeadFunnel>::new();
    for week in scope.period.weeks() {
        let rows = conn.all_with(
            "select l.utm_source, l.utm_medium, l.utm_campaign, count(*), count(l.first_contacted_at),
                 count(l.followed_up_at), count(l.booked_at), count(l.won_at), count(l.lost_at),
                 cast(coalesce(sum(i.total_amount_paise), 0) - coalesce(sum(c.total_amount_paise), 0) as bigint)
             from leads l
                 left join invoices i on i.booking_id = l.converted_booking_id and ($3 = '' or i.branch_id = $3)
                 left join credit_notes c on c.invoice_id = i.id
             where l.created_at >= $1 and l.created_at < $2
             group by l.utm_source, l.utm_medium, l.utm_campaign",
            params![week.starts_at(), week.ends_at(), scope.branch()],
            |columns| {
                let utm = (columns.take()?, columns.take()?, columns.take()?);
                Ok((utm, LeadFunnel::from_row(columns)?))
            },
        )?;
        for (utm, funnel) in rows {
            *found.entry(utm).or_default() += funnel;
        }
    }
    Ok(found)
}

/// How long each lead that has been contacted had to wait for it.
pub fn response_times(conn: &mut Conn<'_>, period: Period) -> Result<MinuteHistogram, DbError> {
    let mut found = MinuteHistogram::default();
    for day in period.days().map(Period::of_day) {
        conn.all_with(
            "select created_at, first_contacted_at from leads
             where created_at >= $1 and created_at < $2 and first_contacted_at is not null",
            params![day.starts_at(), day.ends_at()],
            |columns| {
                let (captured, contacted) = (columns.take::<Timestamp>()?, columns.take::<Timestamp>()?);
                found.record(contacted.millis_since(captured).max(0) / MINUTE_MS);
                Ok(())
            },
        )?;
    }
    Ok(found)
}
